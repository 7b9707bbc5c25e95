//! Converts messages and errors to the form that gRPC uses in HTTP/2.

use std::fmt::Write as _;

use bytes::{Bytes, BytesMut};
use h2::RecvStream;
use http::{HeaderMap, HeaderValue, Response, StatusCode};

use crate::plugin::budget::{Budget, MAX_MESSAGE, Reservation};
use crate::plugin::frames::{Gone, PREFIX, Taken, check_prefix, length, take_message};
use crate::provider::MessageSender;
use crate::tfplugin::call_error::{CallError, CallErrorKind};

/// Reads the only message of a request.
///
/// The buffer grows with the bytes that arrive, not according to the length that the client announces.
pub(super) async fn read_message(
    body: &mut RecvStream,
    budget: &Budget,
) -> Result<Result<Bytes, CallError>, Gone> {
    let (mut buffer, mut part) = (BytesMut::new(), Reservation::default());
    while let Some(chunk) = body.data().await {
        let chunk = chunk?;
        buffer.extend_from_slice(&chunk);
        match check_prefix(&buffer) {
            Err(error) => return Ok(Err(error)),
            Ok(Some(length)) if buffer.len() > PREFIX + length => {
                return Ok(Err(malformed("the request has more than one message")));
            }
            Ok(length) => budget.reserve(length.unwrap_or(0), &mut part).await,
        }
        // From this point on, the client can send more messages.
        body.flow_control().release_capacity(chunk.len())?;
    }
    let is_complete = length(&buffer).is_some_and(|length| buffer.len() == PREFIX + length);
    if !is_complete {
        return Ok(Err(malformed("the request ends inside its message")));
    }
    Ok(Ok(part.count(buffer.split_off(PREFIX).freeze())))
}

/// Forwards the messages in a request to the call. The client can send more messages as soon as the call has room.
///
/// If the call receives no more messages, the remaining messages are discarded. A client that cannot send all messages
/// does not read the response.
pub(super) async fn forward_messages(
    body: &mut RecvStream,
    budget: &Budget,
    requests: &MessageSender,
) -> Result<Result<(), CallError>, Gone> {
    let (mut buffer, mut part) = (BytesMut::new(), Reservation::default());
    while let Some(chunk) = body.data().await {
        let chunk = chunk?;
        buffer.extend_from_slice(&chunk);
        loop {
            match take_message(&mut buffer) {
                Err(error) => return Ok(Err(error)),
                Ok(Taken::Message(message)) => _ = requests.send(part.count(message)).await,
                Ok(Taken::Incomplete(length)) => {
                    budget.reserve(length, &mut part).await;
                    break;
                }
            }
        }
        body.flow_control().release_capacity(chunk.len())?;
    }
    if !buffer.is_empty() {
        return Ok(Err(malformed("the request ends inside a message")));
    }
    Ok(Ok(()))
}

fn malformed(message: &str) -> CallError {
    CallError::new(CallErrorKind::InvalidArgument, message)
}

/// Returns an error if a message is too large to be sent.
pub(super) fn check_size(message: &[u8]) -> Result<(), CallError> {
    if message.len() <= MAX_MESSAGE {
        return Ok(());
    }
    let length = message.len();
    let message =
        format!("the provider's response has {length} bytes, at most {MAX_MESSAGE} are allowed");
    Err(CallError::new(CallErrorKind::ResourceExhausted, message))
}

/// Returns the start of a response.
pub(super) fn response() -> Response<()> {
    let mut response = Response::new(());
    let content_type = HeaderValue::from_static("application/grpc");
    response
        .headers_mut()
        .insert(http::header::CONTENT_TYPE, content_type);
    response
}

/// Returns a response that contains only an error.
pub(super) fn error_response(error: &CallError) -> Response<()> {
    let mut response = response();
    response.headers_mut().extend(status(Some(error)));
    response
}

/// Returns the response to a request that does not use gRPC.
pub(super) fn not_grpc() -> Response<()> {
    let mut response = Response::new(());
    *response.status_mut() = StatusCode::UNSUPPORTED_MEDIA_TYPE;
    response
}

/// Returns the headers that contain the status and end a response.
pub(super) fn status(error: Option<&CallError>) -> HeaderMap {
    let mut headers = HeaderMap::with_capacity(2);
    let code = error.map_or(0, |error| code(error.kind()));
    headers.insert("grpc-status", HeaderValue::from(code));
    if let Some(error) = error {
        // Encoded strings are valid in a header.
        if let Ok(message) = HeaderValue::from_str(&encoded(error.message())) {
            headers.insert("grpc-message", message);
        }
    }
    headers
}

fn code(kind: CallErrorKind) -> u16 {
    match kind {
        CallErrorKind::Cancelled => 1,
        CallErrorKind::InvalidArgument => 3,
        CallErrorKind::ResourceExhausted => 8,
        CallErrorKind::Unimplemented => 12,
        CallErrorKind::Internal => 13,
    }
}

/// Percent-encodes a message for a header. Long messages are truncated, because the size of headers is limited.
fn encoded(message: &str) -> String {
    let mut text = String::new();
    for byte in message.bytes().take(4096) {
        match byte {
            b'%' | ..=0x1f | 0x7f.. => _ = write!(text, "%{byte:02X}"),
            _ => text.push(char::from(byte)),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_errors_are_encoded() {
        assert_eq!(encoded("a b%\n\u{e4}"), "a b%25%0A%C3%A4");
        assert_eq!(encoded(&"x".repeat(10_000)).len(), 4096);
    }
}
