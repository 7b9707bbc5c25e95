//! The service, in memory.

use std::collections::{BTreeMap, VecDeque};

use serde_json::{Value, json};

use super::{Handler, Request, Response};

/// The token that the service accepts.
pub(crate) const TOKEN: &str = "t0p-secret";

/// The number of records on a page.
const PAGE: usize = 2;

/// The records, and the requests.
#[derive(Default)]
pub(crate) struct Records {
    pub(crate) records: BTreeMap<u64, Value>,
    pub(crate) requests: Vec<Request>,
    /// The responses to the next requests.
    pub(crate) failures: VecDeque<Response>,
    created: u64,
}

impl Handler for Records {
    fn respond(&mut self, request: &Request) -> Response {
        self.requests.push(request.clone());
        if let Some(failure) = self.failures.pop_front() {
            return failure;
        }
        if request.token != TOKEN {
            return Response::new(401, json!({ "message": "unknown token" }));
        }
        let (path, query) = request.path.split_once('?').unwrap_or((&request.path, ""));
        let id = path.strip_prefix("/records/");
        let id = id.and_then(|id| id.parse::<u64>().ok());
        match (request.method.as_str(), id) {
            ("POST", None) => self.create(&request.body),
            ("GET", None) => self.page(query),
            (method, Some(id)) if self.records.contains_key(&id) => {
                self.on_record(method, id, &request.body)
            }
            _ => Response::new(404, json!({ "message": "not found" })),
        }
    }
}

impl Records {
    /// Returns the methods and paths of the requests since the last call to this function.
    pub(crate) fn take_calls(&mut self) -> Vec<String> {
        let requests = self.requests.drain(..);
        requests
            .map(|request| format!("{} {}", request.method, request.path))
            .collect()
    }

    /// Returns the body of the last request that used the given method.
    pub(crate) fn sent(&self, method: &str) -> Value {
        let mut requests = self.requests.iter().rev();
        let found = requests.find(|request| request.method == method);
        found
            .map(|request| request.body.clone())
            .unwrap_or_default()
    }

    fn create(&mut self, body: &Value) -> Response {
        if let Some(refused) = check(body) {
            return refused;
        }
        self.created += 1;
        let mut record = body.clone();
        record["id"] = self.created.into();
        record["changed_at"] = format!("2026-01-{:02}", self.created).into();
        self.records.insert(self.created, record.clone());
        Response::new(201, record)
    }

    fn on_record(&mut self, method: &str, id: u64, body: &Value) -> Response {
        let record = self.records.get_mut(&id).unwrap();
        match method {
            "GET" => Response::new(200, record.clone()),
            "PATCH" => {
                if let Some(refused) = check(body) {
                    return refused;
                }
                for (name, value) in body.as_object().unwrap() {
                    record[name] = value.clone();
                }
                Response::new(200, record.clone())
            }
            "DELETE" => {
                self.records.remove(&id);
                Response::new(204, Value::Null)
            }
            _ => Response::new(405, Value::Null),
        }
    }

    fn page(&self, query: &str) -> Response {
        let parameter = |name: &str| {
            let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
            let found = pairs.find(|(key, _)| *key == name)?.1;
            Some(found.replace("%2E", "."))
        };
        let after: u64 = parameter("after").map_or(0, |after| after.parse().unwrap());
        let name = parameter("name");
        let found = self.records.range(after + 1..);
        let found =
            found.filter(|(_, record)| name.as_ref().is_none_or(|name| record["name"] == **name));
        let found: Vec<_> = found.collect();
        let page: Vec<_> = found.iter().take(PAGE).collect();
        let next = page.last().filter(|_| found.len() > PAGE);
        let next = next.map(|(id, _)| id.to_string());
        let records: Vec<_> = page.iter().map(|(_, record)| record).collect();
        Response::new(200, json!({ "records": records, "next": next }))
    }
}

/// Rejects a record whose TTL is too short.
fn check(body: &Value) -> Option<Response> {
    let faults: Vec<_> = [
        (body["ttl"].as_i64()? < 60)
            .then(|| json!({ "field": "ttl", "message": "at least 60 is required" })),
        (body["values"] == json!(["bad"]))
            .then(|| json!({ "field": "values", "message": "an address is required" })),
        (body["ttl"] == 13).then(|| json!({ "field": "quota", "message": "no more records" })),
    ]
    .into_iter()
    .flatten()
    .collect();
    let body = json!({ "message": "Invalid record", "errors": faults });
    (!faults.is_empty()).then(|| Response::new(422, body))
}
