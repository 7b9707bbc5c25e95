//! Calls an HTTP service. The calls are made with ureq. This file determines when a call is repeated, and how long the
//! client waits before the next attempt.

use std::fmt::Display;
use std::io::ErrorKind;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;
use tfvalue::Diagnostic;
use tfvalue::provider::{Context, Polled, Polling};
use ureq::http::{Method, Request, StatusCode};
use ureq::{Agent, Error};

use super::Result;
use super::client::failure;

/// The maximum duration of one call.
const CALL: Duration = Duration::from_secs(30);

/// The time between calls, if the service may accept a later call. The wait ends early if the deadline of the operation
/// is reached.
const RETRIES: Polling = Polling::new()
    .backoff(Duration::from_millis(500), Duration::from_secs(30))
    .time_limit(Duration::from_secs(300))
    .repeats_calls();

/// The body of a call without content.
pub(crate) const NO_BODY: Option<&()> = None;

/// A connection to a service.
pub(crate) struct Http {
    agent: Agent,
    url: String,
    token: String,
    /// Until this time, the service accepts no calls, because it has received too many.
    resume: Mutex<Option<Instant>>,
}

impl Http {
    pub(crate) fn new(url: &str, token: String) -> Self {
        let config = Agent::config_builder().http_status_as_error(false);
        Http {
            agent: config.build().into(),
            url: url.trim_end_matches('/').to_owned(),
            token,
            resume: Mutex::default(),
        }
    }

    /// Calls the service until the service accepts or rejects the call, or until the deadline of the operation is
    /// reached. Returns `None` if there is no object to read or delete, or if the response has no body.
    pub(crate) async fn call<C, T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: Option<&impl Serialize>,
        context: &Context<C>,
    ) -> Result<Option<T>> {
        let body = body.map(serde_json::to_string).transpose()?;
        let body = body.unwrap_or_default();
        let attempt = async || {
            self.wait_until_accepted(context).await?;
            self.attempt(&method, path, &body, context.deadline())
        };
        let Some(body) = context.poll_with(RETRIES, attempt).await? else {
            return Ok(None);
        };
        let fault = |error| Diagnostic::error("Cannot read the response of the service", error);
        Ok(Some(serde_json::from_slice(&body).map_err(fault)?))
    }

    /// Makes one call. `Pending` is a failure that may be temporary.
    fn attempt(
        &self,
        method: &Method,
        path: &str,
        body: &str,
        deadline: Option<Instant>,
    ) -> Result<Polled<Option<Vec<u8>>, String>> {
        let remaining = deadline.map_or(CALL, |deadline| {
            deadline.saturating_duration_since(Instant::now())
        });
        let request = Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.url))
            .header("authorization", format!("Bearer {}", self.token))
            .body(body)
            .map_err(|error| self.unreachable(error))?;
        let request = self.agent.configure_request(request);
        let request = request.timeout_global(Some(remaining.clamp(Duration::from_millis(1), CALL)));
        let mut response = match self.agent.run(request.build()) {
            Ok(response) => response,
            Err(error) if may_pass(method, &error) => {
                return Ok(Polled::Pending(error.to_string()));
            }
            Err(error) => return Err(self.unreachable(error).into()),
        };
        let status = response.status();
        if is_refused_for_now(method, status) {
            let after = response.headers().get("retry-after");
            let after = after.and_then(|after| after.to_str().ok()?.parse().ok());
            self.pause(after.map(Duration::from_secs));
            return Ok(Polled::Pending(status.to_string()));
        }
        let body = response.body_mut().read_to_vec();
        let body = body.map_err(|error| self.unreachable(error))?;
        let is_read_or_delete = matches!(*method, Method::GET | Method::DELETE);
        match status {
            StatusCode::NOT_FOUND if is_read_or_delete => Ok(Polled::Ready(None)),
            StatusCode::NO_CONTENT => Ok(Polled::Ready(None)),
            _ if status.is_success() => Ok(Polled::Ready(Some(body))),
            _ => Err(failure(status, &body)),
        }
    }

    /// Temporarily delays the calls of all handlers, because the service has a rate limit.
    fn pause(&self, time: Option<Duration>) {
        if let Some(until) = time.and_then(|time| Instant::now().checked_add(time)) {
            let mut resume = self.resume.lock().unwrap_or_else(PoisonError::into_inner);
            *resume = Some(resume.map_or(until, |resume| resume.max(until)));
        }
    }

    async fn wait_until_accepted<C>(&self, context: &Context<C>) -> Result<()> {
        let resume = *self.resume.lock().unwrap_or_else(PoisonError::into_inner);
        let wait = resume.map(|resume| resume.saturating_duration_since(Instant::now()));
        match wait {
            Some(wait) if !wait.is_zero() => {
                let waits = Polling::new().delay(wait).repeats_calls();
                let ready = async || Ok(Polled::<(), String>::Ready(()));
                context.poll_with(waits, ready).await
            }
            _ => Ok(()),
        }
    }

    fn unreachable(&self, error: impl Display) -> Diagnostic {
        Diagnostic::error(format!("Cannot call {}", self.url), error)
    }
}

/// Returns `true` if the service may accept the same call later. The service has not executed a call that it rejected
/// because there were too many calls. After other failures, only idempotent calls are repeated.
fn is_refused_for_now(method: &Method, status: StatusCode) -> bool {
    match status {
        StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => true,
        _ => status.is_server_error() && *method != Method::POST,
    }
}

/// Returns `true` if the same call may succeed later. A refused connection does not count as a temporary failure,
/// because the URL is wrong.
fn may_pass(method: &Method, error: &Error) -> bool {
    match error {
        _ if *method == Method::POST => false,
        Error::Io(error) => error.kind() != ErrorKind::ConnectionRefused,
        Error::Timeout(_) | Error::Protocol(_) => true,
        _ => false,
    }
}

/// Encodes a string for use as part of a path or query.
pub(crate) fn encode(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        match byte {
            b'-' | b'.' | b'_' | b'~' => encoded.push(byte.into()),
            _ if byte.is_ascii_alphanumeric() => encoded.push(byte.into()),
            _ => encoded += &format!("%{byte:02X}"),
        }
    }
    encoded
}
