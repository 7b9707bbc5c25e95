//! `ClientError`: a failure of a call.

use std::error::Error;
use std::fmt;

use crate::log::Log;
use tfvalue::provider::{CallError, CallErrorKind};

/// The error from a call, or from the start of a provider.
///
/// `Display` writes the problem and, if a panic ended the process, the message of the panic. This message comes from
/// the provider and can have several lines.
#[derive(Clone, PartialEq, Eq)]
pub struct ClientError(Box<Inner>);

#[derive(Clone, PartialEq, Eq)]
struct Inner {
    kind: ClientErrorKind,
    message: String,
    /// The length of the message prefix that contains the name of the call.
    name: usize,
    log: String,
    panic: Option<String>,
}

/// The reason for a [`ClientError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ClientErrorKind {
    /// The provider could not be started, or did not complete the handshake.
    Start,
    /// The provider responded with a gRPC error, or the call could not be sent.
    Failed(CallErrorKind),
    /// The provider did not respond in time.
    TimedOut,
    /// The process of the provider exited, or closed the connection.
    Ended,
    /// The provider's process ended because it needed more memory than [allowed](crate::Options::memory).
    OutOfMemory,
    /// The provider does not follow the protocol.
    Malformed,
}

impl ClientError {
    pub(crate) fn new(kind: ClientErrorKind, message: impl Into<String>, log: &Log) -> Self {
        ClientError(Box::new(Inner {
            kind,
            message: message.into(),
            name: 0,
            log: log.text(),
            panic: log.panic(),
        }))
    }

    /// Creates the error for a call.
    pub(crate) fn of_call(kind: ClientErrorKind, call: &str, problem: &str, log: &Log) -> Self {
        let name = format!("{call}: ");
        let mut error = ClientError::new(kind, format!("{name}{problem}"), log);
        error.0.name = name.len();
        error
    }

    /// Creates the error for a call that is made after the client has ended.
    pub(crate) fn ended() -> Self {
        let problem = "the provider has ended";
        ClientError::new(ClientErrorKind::Ended, problem, &Log::default())
    }

    /// Returns the reason.
    #[must_use]
    pub fn kind(&self) -> ClientErrorKind {
        self.0.kind
    }

    /// Returns the problem without the message of a panic.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Returns the last lines that the provider has written to standard error, at most 64 KiB.
    ///
    /// These lines can contain sensitive values, because the provider decides what it logs. `Display` shows only
    /// panics, and the last lines of a provider that does not start.
    #[must_use]
    pub fn log(&self) -> &str {
        &self.0.log
    }

    /// Returns the message of the last panic in the log: a panic or a fatal error in Go, or a panic in Rust.
    #[must_use]
    pub fn panic(&self) -> Option<&str> {
        self.0.panic.as_deref()
    }

    /// Returns the part of the log that explains the end of the process.
    fn details(&self) -> Option<String> {
        let is_end = matches!(self.kind(), ClientErrorKind::Start | ClientErrorKind::Ended);
        match (&self.0.panic, self.kind()) {
            (Some(panic), _) if is_end => Some(panic.trim_end().to_owned()),
            (None, ClientErrorKind::Start) if !self.0.log.is_empty() => {
                let lines: Vec<_> = self.0.log.lines().rev().take(LINES).collect();
                Some(lines.into_iter().rev().collect::<Vec<_>>().join("\n"))
            }
            _ => None,
        }
    }
}

/// The number of log lines that explain why a provider does not start.
const LINES: usize = 10;

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())?;
        match self.details() {
            Some(details) => write!(f, "\n{details}"),
            None => Ok(()),
        }
    }
}

/// The log can contain sensitive values.
impl fmt::Debug for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientError")
            .field("kind", &self.kind())
            .field("message", &self.to_string())
            .finish_non_exhaustive()
    }
}

impl Error for ClientError {}

impl From<ClientError> for CallError {
    /// Converts the failure to a response for a call from another client. An error from the provider remains unchanged.
    fn from(error: ClientError) -> Self {
        match error.kind() {
            ClientErrorKind::Failed(kind) => CallError::new(kind, &error.message()[error.0.name..]),
            _ => CallError::new(CallErrorKind::Internal, error.to_string()),
        }
    }
}
