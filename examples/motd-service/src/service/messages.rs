//! The messages, and the service's requirements for them.

use std::path::Path;

use rusqlite::{Connection, OptionalExtension as _, Row, params};
use serde_json::{Value, json};

use super::http::{Request, Response};
use super::{State, TOKEN};

/// The number of messages on a page.
const PAGE: usize = 2;

/// Opens the database. The column `body` is the JSON of a message without its `id`.
pub(crate) fn open(file: &Path) -> rusqlite::Result<Connection> {
    let database = Connection::open(file)?;
    database.execute(
        "CREATE TABLE IF NOT EXISTS messages (
             id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, body TEXT NOT NULL, password TEXT
         )",
        (),
    )?;
    Ok(database)
}

impl State {
    pub(crate) fn respond(&mut self, request: &Request) -> Response {
        self.calls
            .push(format!("{} {}", request.method, request.path));
        if let Some(status) = self.failures.pop_front() {
            return failure(status, "The service is busy.");
        }
        if request.token != TOKEN {
            return failure(401, "The token is unknown.");
        }
        let result = self.call(request);
        result.unwrap_or_else(|error| failure(500, &error.to_string()))
    }

    fn call(&self, request: &Request) -> rusqlite::Result<Response> {
        let (path, query) = request.path.split_once('?').unwrap_or((&request.path, ""));
        let id = path.strip_prefix("/messages/");
        let id = id.and_then(|id| id.parse::<i64>().ok());
        match (request.method.as_str(), path, id) {
            ("POST", "/messages", None) => self.create(&request.body),
            ("GET", "/messages", None) => self.list(query),
            (method, _, Some(id)) => match (self.get(id)?, method) {
                (None, _) => Ok(failure(404, "There is no such message.")),
                (Some(message), "GET") => Ok((200, message)),
                (Some(message), "PATCH") => self.update(id, message, &request.body),
                (Some(_), "DELETE") => self.delete(id),
                _ => Ok(failure(405, "There is no such method.")),
            },
            _ => Ok(failure(404, "There is no such path.")),
        }
    }

    fn get(&self, id: i64) -> rusqlite::Result<Option<Value>> {
        let select = "SELECT id, name, body FROM messages WHERE id = ?1";
        self.database.query_row(select, [id], message).optional()
    }

    fn list(&self, query: &str) -> rusqlite::Result<Response> {
        let parameter = |name: &str| {
            let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
            pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
        };
        let after: i64 = parameter("after").map_or(0, |after| after.parse().unwrap_or(0));
        let name = parameter("name").map(str::to_lowercase);
        let select = "SELECT id, name, body FROM messages
                      WHERE id > ?1 AND (?2 IS NULL OR name = ?2) ORDER BY id LIMIT ?3";
        let mut select = self.database.prepare(select)?;
        let found = select.query_map(params![after, name, PAGE as i64 + 1], message)?;
        let mut page: Vec<_> = found.collect::<Result<_, _>>()?;
        let is_last = page.len() <= PAGE;
        page.truncate(PAGE);
        let next = page.last().filter(|_| !is_last);
        let next = next.map(|message| message["id"].to_string());
        Ok((200, json!({ "messages": page, "next": next })))
    }

    fn create(&self, body: &Value) -> rusqlite::Result<Response> {
        let name = body["name"].as_str().unwrap_or_default().to_lowercase();
        let select = "SELECT id FROM messages WHERE name = ?1";
        let taken = self
            .database
            .query_row(select, [&name], |row| row.get::<_, i64>(0));
        if let Some(id) = taken.optional()? {
            let fault =
                format!("Message {id} has this name. Choose another name, or import the message.");
            return Ok(refusal(409, "Name is taken", &[("name".to_owned(), fault)]));
        }
        let new = json!({ "revision": 0, "color": "green" });
        let new = match changed(new, body) {
            Ok(new) => new,
            Err(refused) => return Ok(refused),
        };
        let insert = "INSERT INTO messages (name, body, password) VALUES (?1, ?2, ?3)";
        let password = body["password"].as_str();
        self.database
            .execute(insert, params![name, new.to_string(), password])?;
        let id = self.database.last_insert_rowid();
        Ok((201, self.get(id)?.unwrap_or_default()))
    }

    fn update(&self, id: i64, old: Value, body: &Value) -> rusqlite::Result<Response> {
        let new = match changed(old, body) {
            Ok(new) => new,
            Err(refused) => return Ok(refused),
        };
        let update =
            "UPDATE messages SET body = ?2, password = coalesce(?3, password) WHERE id = ?1";
        let password = body["password"].as_str();
        self.database
            .execute(update, params![id, new.to_string(), password])?;
        Ok((200, self.get(id)?.unwrap_or_default()))
    }

    fn delete(&self, id: i64) -> rusqlite::Result<Response> {
        let delete = "DELETE FROM messages WHERE id = ?1";
        self.database.execute(delete, [id])?;
        Ok((204, Value::Null))
    }
}

/// Reads a message from a database row.
fn message(row: &Row<'_>) -> rusqlite::Result<Value> {
    let body: String = row.get(2)?;
    let mut message: Value = serde_json::from_str(&body).unwrap_or_default();
    message["id"] = row.get::<_, i64>(0)?.into();
    message["name"] = row.get::<_, String>(1)?.into();
    Ok(message)
}

/// Returns a message with the members of a request, or the reason why the service rejects the members.
fn changed(mut message: Value, request: &Value) -> Result<Value, Response> {
    for member in ["text", "color", "days", "pinned", "schedule", "links"] {
        let is_choice_of_the_service = member == "color" && request[member].is_null();
        if let Some(value) = request.get(member).filter(|_| !is_choice_of_the_service) {
            message[member] = value.clone();
        }
    }
    message["revision"] = (message["revision"].as_u64().unwrap_or(0) + 1).into();
    message["changed_at"] = format!("day {}", message["revision"]).into();
    let mut faults = Vec::new();
    if message["text"].as_str().is_none_or(|text| text.len() > 200) {
        let fault = "A text of at most 200 bytes is required.";
        faults.push(("text".to_owned(), fault.to_owned()));
    }
    // Indexing, as in `message["links"]`, would add a null.
    let links = message.get_mut("links").and_then(Value::as_array_mut);
    for (index, link) in links.into_iter().flatten().enumerate() {
        let url = link["url"].as_str();
        if url.is_none_or(|url| !url.starts_with("https://")) {
            let fault = "A URL with https is required.";
            faults.push((format!("links[{index}].url"), fault.to_owned()));
        }
        link["short_url"] = format!("https://motd.example/{index}").into();
    }
    if faults.is_empty() {
        return Ok(message);
    }
    Err(refusal(422, "Invalid message", &faults))
}

fn failure(status: u16, message: &str) -> Response {
    (status, json!({ "message": message }))
}

fn refusal(status: u16, message: &str, faults: &[(String, String)]) -> Response {
    let faults = faults.iter();
    let faults = faults.map(|(field, message)| json!({ "field": field, "message": message }));
    let errors: Vec<_> = faults.collect();
    (status, json!({ "message": message, "errors": errors }))
}
