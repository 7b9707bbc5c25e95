//! Calls that are recorded once with the real service, and then replayed by the tests.
//!
//! A recording is a JSON file that can be read and edited. The file contains no headers, and therefore no token.

use std::fs;
use std::path::{Path, PathBuf};
use std::vec::IntoIter;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Handler, Request, Response};

/// A request and its response.
#[derive(Clone, Debug, Deserialize, Serialize)]
struct Call {
    method: String,
    path: String,
    #[serde(default, skip_serializing_if = "Value::is_null")]
    body: Value,
    status: u16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    retry_after: Option<u64>,
    #[serde(default, skip_serializing_if = "Value::is_null")]
    response: Value,
}

/// Forwards requests to the service and records them.
pub(crate) struct Recorder {
    service: String,
    token: String,
    file: PathBuf,
    calls: Vec<Call>,
}

impl Recorder {
    /// Records the calls to the service with the given URL in a file.
    pub(crate) fn new(service: &str, token: &str, file: &Path) -> Self {
        Recorder {
            service: service.to_owned(),
            token: token.to_owned(),
            file: file.to_owned(),
            calls: Vec::new(),
        }
    }

    fn forward(&self, request: &Request) -> Result<Response, ureq::Error> {
        let config = ureq::Agent::config_builder().http_status_as_error(false);
        let agent = ureq::Agent::from(config.build());
        let url = format!("{}{}", self.service, request.path);
        let to = ureq::http::Request::builder()
            .method(request.method.as_str())
            .uri(url)
            .header("authorization", format!("Bearer {}", self.token));
        let mut response = match &request.body {
            Value::Null => agent.run(to.body(())?)?,
            body => agent.run(to.body(body.to_string())?)?,
        };
        let wait = response.headers().get("retry-after");
        let wait = wait.and_then(|wait| wait.to_str().ok()?.parse().ok());
        let body = response.body_mut().read_to_vec()?;
        Ok(Response {
            status: response.status().as_u16(),
            retry_after: wait,
            body: serde_json::from_slice(&body).unwrap_or_default(),
        })
    }
}

impl Handler for Recorder {
    fn respond(&mut self, request: &Request) -> Response {
        let response = self.forward(request).unwrap();
        self.calls.push(Call {
            method: request.method.clone(),
            path: request.path.clone(),
            body: request.body.clone(),
            status: response.status,
            retry_after: response.retry_after,
            response: response.body.clone(),
        });
        let text = serde_json::to_string_pretty(&self.calls).unwrap();
        fs::write(&self.file, text + "\n").unwrap();
        response
    }
}

/// Responds to requests as recorded. The requests and their order must match the recording.
pub(crate) struct Replay(IntoIter<Call>);

impl Replay {
    /// Reads a recording.
    pub(crate) fn open(file: &Path) -> Self {
        let text = fs::read(file).unwrap();
        let calls: Vec<Call> = serde_json::from_slice(&text).unwrap();
        Replay(calls.into_iter())
    }

    /// Returns the number of recorded calls that were not made.
    pub(crate) fn remaining(&self) -> usize {
        self.0.len()
    }
}

impl Handler for Replay {
    fn respond(&mut self, request: &Request) -> Response {
        let different = |expected: &str| {
            let text = format!("expected {expected}, got {request:?}: record the calls again");
            Response::new(500, serde_json::json!({ "message": text }))
        };
        let Some(call) = self.0.next() else {
            return different("no more calls");
        };
        if (&call.method, &call.path, &call.body) != (&request.method, &request.path, &request.body)
        {
            return different(&format!("{call:?}"));
        }
        Response {
            status: call.status,
            retry_after: call.retry_after,
            body: call.response,
        }
    }
}
