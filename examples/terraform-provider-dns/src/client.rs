//! The client of the service. The calls are made with ureq. This file determines when a call is repeated and how a
//! failure is reported.

use std::io::ErrorKind;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tfvalue::provider::{Context, Polled, Polling};
use tfvalue::{Diagnostic, Diagnostics, Path};
use ureq::http::{Method, Request, StatusCode, header};
use ureq::{Agent, Error};

use crate::api::{self, CreateRecord, Failure, UpdateRecord};

type Result<T, E = Diagnostics> = std::result::Result<T, E>;

/// The maximum duration of one call.
const CALL: Duration = Duration::from_secs(30);

/// The wait times between calls. A call is repeated until the service accepts it. A wait ends early if the deadline of
/// the operation is reached.
const RETRIES: Polling = Polling::new()
    .backoff(Duration::from_millis(500), Duration::from_secs(30))
    .time_limit(Duration::from_secs(300))
    .repeats_calls();

/// A connection to the service.
pub(crate) struct Client {
    agent: Agent,
    url: String,
    token: String,
    /// The service accepts no calls before this time because of its rate limit.
    resume: Mutex<Option<Instant>>,
}

/// A call to the service.
struct Call {
    method: Method,
    path: String,
    body: String,
}

/// The response to a call: the body, or `None` if the object does not exist.
type Response = Option<Vec<u8>>;

impl Client {
    /// Creates a client without connecting to the service.
    pub(crate) fn new(url: &str, token: String) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .user_agent(concat!(
                "terraform-provider-dns/",
                env!("CARGO_PKG_VERSION")
            ));
        Client {
            agent: config.build().into(),
            url: url.trim_end_matches('/').to_owned(),
            token,
            resume: Mutex::default(),
        }
    }

    /// Creates a record.
    pub(crate) async fn create<C>(
        &self,
        record: &CreateRecord,
        context: &Context<C>,
    ) -> Result<api::Record> {
        let call = Call::with_body(Method::POST, "/records".to_owned(), record)?;
        found(self.call(&call, context).await?)
    }

    /// Returns the record with the given identifier, if the record exists.
    pub(crate) async fn get<C>(
        &self,
        id: &str,
        context: &Context<C>,
    ) -> Result<Option<api::Record>> {
        let response = self.call(&Call::get(record(id)), context).await?;
        response.as_deref().map(decode).transpose()
    }

    /// Returns the records with the given name, or all records. The service returns the records in pages.
    pub(crate) async fn list<C>(
        &self,
        name: Option<&str>,
        context: &Context<C>,
    ) -> Result<Vec<api::Record>> {
        let name = name.map(|name| format!("&name={}", encoded(name)));
        let query = format!("/records?limit=100{}", name.unwrap_or_default());
        let (mut all, mut path) = (Vec::new(), query.clone());
        loop {
            let page: api::Page = found(self.call(&Call::get(path), context).await?)?;
            // Otherwise, a service that never stops sending pages could use up all memory.
            let is_empty = page.records.is_empty();
            all.extend(page.records);
            match page.next {
                Some(next) if !is_empty => path = format!("{query}&after={}", encoded(&next)),
                _ => return Ok(all),
            }
        }
    }

    /// Changes a record.
    pub(crate) async fn update<C>(
        &self,
        id: &str,
        change: &UpdateRecord,
        context: &Context<C>,
    ) -> Result<api::Record> {
        let call = Call::with_body(Method::PATCH, record(id), change)?;
        found(self.call(&call, context).await?)
    }

    /// Deletes a record if it exists.
    pub(crate) async fn delete<C>(&self, id: &str, context: &Context<C>) -> Result<()> {
        let call = Call {
            method: Method::DELETE,
            ..Call::get(record(id))
        };
        self.call(&call, context).await.map(drop)
    }

    /// Calls the service until the service accepts or rejects the call, the user interrupts Terraform, or the time
    /// limit is reached.
    async fn call<C>(&self, call: &Call, context: &Context<C>) -> Result<Response> {
        let attempt = async || self.attempt(call, context).await;
        context.poll_with(RETRIES, attempt).await
    }

    async fn attempt<C>(
        &self,
        call: &Call,
        context: &Context<C>,
    ) -> Result<Polled<Response, String>> {
        self.wait_until_accepted(context).await?;
        let remaining = context.deadline().map(|deadline| {
            let remaining = deadline.saturating_duration_since(Instant::now());
            remaining.max(Duration::from_millis(1))
        });
        let request = Request::builder()
            .method(&call.method)
            .uri(format!("{}{}", self.url, call.path))
            .header(header::AUTHORIZATION, format!("Bearer {}", self.token))
            .header(header::ACCEPT, "application/json");
        let timeout = Some(remaining.map_or(CALL, |remaining| remaining.min(CALL)));
        let response = if call.body.is_empty() {
            let request = self.agent.configure_request(request.body(())?);
            self.agent.run(request.timeout_global(timeout).build())
        } else {
            let request = request.header(header::CONTENT_TYPE, "application/json");
            let request = self.agent.configure_request(request.body(&call.body)?);
            self.agent.run(request.timeout_global(timeout).build())
        };
        let mut response = match response {
            Ok(response) => response,
            Err(error) if call.can_repeat(&error) => return Ok(Polled::Pending(error.to_string())),
            Err(error) => return Err(unreachable(&error)),
        };
        let status = response.status();
        if call.is_refused_for_now(status) {
            let after = response.headers().get(header::RETRY_AFTER);
            let after = after.and_then(|after| after.to_str().ok()?.parse().ok());
            self.pause(after.map(Duration::from_secs));
            return Ok(Polled::Pending(status.to_string()));
        }
        let body = response.body_mut().read_to_vec();
        let body = body.map_err(|error| unreachable(&error))?;
        match status {
            StatusCode::NOT_FOUND if call.may_find_nothing() => Ok(Polled::Ready(None)),
            _ if status.is_success() => Ok(Polled::Ready(Some(body))),
            _ => Err(failure(status, &body)),
        }
    }

    /// Temporarily delays all calls, because the service has a rate limit.
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
                // The log of the provider shows the reason for the wait.
                let waits = Polling::new().delay(wait).repeats_calls();
                let ready = async || Ok(Polled::<(), String>::Ready(()));
                context.poll_with(waits, ready).await
            }
            _ => Ok(()),
        }
    }
}

impl Call {
    fn get(path: String) -> Self {
        Call {
            method: Method::GET,
            path,
            body: String::new(),
        }
    }

    fn with_body(method: Method, path: String, body: &impl Serialize) -> Result<Self> {
        let body = serde_json::to_string(body)?;
        Ok(Call { method, path, body })
    }

    /// Returns `true` if a 404 response can mean that the object of the call is missing. For other calls, the service
    /// responds with 404 if something else is missing.
    fn may_find_nothing(&self) -> bool {
        matches!(self.method, Method::GET | Method::DELETE)
    }

    /// Returns `true` if repeating a call has the same effect as making it once.
    fn is_idempotent(&self) -> bool {
        self.method != Method::POST
    }

    /// Returns `true` if the service may accept the same call later. The service has not executed a call that it
    /// rejected because of its rate limit.
    fn is_refused_for_now(&self, status: StatusCode) -> bool {
        match status {
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => true,
            _ => status.is_server_error() && self.is_idempotent(),
        }
    }

    /// Returns `true` if the call failed but may succeed later. A refused connection does not count as a temporary
    /// failure, because the URL is probably wrong.
    fn can_repeat(&self, error: &Error) -> bool {
        self.is_idempotent()
            && match error {
                Error::Io(error) => error.kind() != ErrorKind::ConnectionRefused,
                Error::Timeout(_) | Error::Protocol(_) => true,
                _ => false,
            }
    }
}

fn record(id: &str) -> String {
    format!("/records/{}", encoded(id))
}

fn encoded(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}

fn found<T: DeserializeOwned>(response: Response) -> Result<T> {
    let missing = || Diagnostic::error("Not found", "The service does not know the object.");
    decode(&response.ok_or_else(missing)?)
}

fn decode<T: DeserializeOwned>(body: &[u8]) -> Result<T> {
    let fault = |error| Diagnostic::error("Cannot read the response of the service", error);
    Ok(serde_json::from_slice(body).map_err(fault)?)
}

fn unreachable(error: &Error) -> Diagnostics {
    Diagnostic::error("Cannot call the service", error).into()
}

/// Reports the service's errors at the attributes that the errors refer to.
fn failure(status: StatusCode, body: &[u8]) -> Diagnostics {
    if status == StatusCode::UNAUTHORIZED {
        let detail = "Check `token` in the configuration of the provider, or DNS_TOKEN.";
        return Diagnostic::error("The service does not accept the token", detail).into();
    }
    let headline = format!("The service refused the call with {status}");
    let Ok(failure) = serde_json::from_slice::<Failure>(body) else {
        return Diagnostic::error(
            headline,
            "The provider cannot read the details in the response.",
        )
        .into();
    };
    if failure.errors.is_empty() {
        return Diagnostic::error(headline, failure.message).into();
    }
    let faults = failure.errors.into_iter().map(|fault| {
        let at = fault.field.parse();
        let at = at.unwrap_or_else(|_| Path::root().attribute(fault.field));
        Diagnostic::error(&failure.message, fault.message).at(at)
    });
    faults.collect()
}
