//! Defines `CallError`, the error of a call that has no response.

use std::error::Error;
use std::fmt;

use super::method::{Method, Streams};

/// The error of a call that has no response.
///
/// # Examples
///
/// ```
/// use tfvalue::provider::{CallError, CallErrorKind};
///
/// let error = CallError::unimplemented("StopProvider");
/// assert_eq!(error.kind(), CallErrorKind::Unimplemented);
/// assert_eq!(error.to_string(), error.message());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallError {
    kind: CallErrorKind,
    message: String,
}

/// The reason why a call has no response. Each variant corresponds to a gRPC status code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CallErrorKind {
    /// The provider does not have the method.
    Unimplemented,
    /// The request is malformed.
    InvalidArgument,
    /// The provider has a bug.
    Internal,
    /// The message is too large.
    ResourceExhausted,
    /// The call was stopped.
    Cancelled,
}

impl CallError {
    /// Creates an error.
    #[must_use]
    pub fn new(kind: CallErrorKind, message: impl Into<String>) -> Self {
        CallError {
            kind,
            message: message.into(),
        }
    }

    /// Creates the error for a request that cannot be decoded.
    #[doc(hidden)]
    #[must_use]
    pub fn malformed(error: &dyn fmt::Display) -> Self {
        let message = format!("the request is malformed: {error}");
        CallError::new(CallErrorKind::InvalidArgument, message)
    }

    /// Creates the error for a call whose use of streams does not match the method.
    #[doc(hidden)]
    #[must_use]
    pub fn streams(method: &Method) -> Self {
        let message = match method.streams {
            Streams::Nothing => format!("the method {} is not a streaming method", method.name),
            Streams::Requests => format!("the method {} receives a stream", method.name),
            Streams::Responses => format!("the method {} responds with a stream", method.name),
        };
        CallError::new(CallErrorKind::Unimplemented, message)
    }

    /// Creates the error for an unknown method.
    #[must_use]
    pub fn unimplemented(method: &str) -> Self {
        let message = format!("this provider does not implement the method {method}");
        CallError::new(CallErrorKind::Unimplemented, message)
    }

    /// Returns the kind, which the transport sends as a status code.
    #[must_use]
    pub fn kind(&self) -> CallErrorKind {
        self.kind
    }

    /// Returns the message that `Display` writes.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for CallError {}
