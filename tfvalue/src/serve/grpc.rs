//! gRPC's form of messages and errors in HTTP/2.

use std::fmt::Write as _;
use std::future;

use bytes::{Bytes, BytesMut};
use h2::{RecvStream, SendStream};
use http::{HeaderMap, HeaderValue, Response, StatusCode};

use super::budget::{Budget, MAX_MESSAGE, Part};
use crate::provider::MessageSender;
use crate::tfplugin::call_error::{CallError, CallErrorKind};

/// The bytes in front of a message: whether it is compressed, and its length.
const PREFIX: usize = 5;

/// Messages up to this size are copied to follow their prefix in the same frame.
const COPIED: usize = 8 << 10;

/// The client closed the stream or the connection.
#[derive(Debug)]
pub(super) struct Gone;

impl From<h2::Error> for Gone {
    fn from(_: h2::Error) -> Self {
        Gone
    }
}

/// Reads the only message of a request.
///
/// The buffer grows with the bytes that arrive, not with the length that the client announces.
pub(super) async fn read_message(
    body: &mut RecvStream,
    budget: &Budget,
) -> Result<Result<Bytes, CallError>, Gone> {
    let (mut buffer, mut part) = (BytesMut::new(), Part::default());
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
        // From now on, the client can send more.
        body.flow_control().release_capacity(chunk.len())?;
    }
    let is_complete = length(&buffer).is_some_and(|length| buffer.len() == PREFIX + length);
    if !is_complete {
        return Ok(Err(malformed("the request ends inside its message")));
    }
    Ok(Ok(part.count(buffer.split_off(PREFIX).freeze())))
}

/// Forwards the messages of a request to its call. The client can send more as soon as the call has room.
///
/// If the call receives no more messages, the others are discarded: a client that cannot send all messages
/// does not read the response.
pub(super) async fn forward_messages(
    body: &mut RecvStream,
    budget: &Budget,
    requests: &MessageSender,
) -> Result<Result<(), CallError>, Gone> {
    let (mut buffer, mut part) = (BytesMut::new(), Part::default());
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

/// The first message of a stream.
#[derive(Debug, PartialEq)]
enum Taken {
    Message(Bytes),
    /// The message has not arrived completely. It has this length, or 0 if that is not known.
    Incomplete(usize),
}

/// Takes the first message from the bytes that have arrived.
fn take_message(buffer: &mut BytesMut) -> Result<Taken, CallError> {
    match check_prefix(buffer)? {
        Some(length) if buffer.len() >= PREFIX + length => {
            let mut message = buffer.split_to(PREFIX + length);
            Ok(Taken::Message(message.split_off(PREFIX).freeze()))
        }
        length => Ok(Taken::Incomplete(length.unwrap_or(0))),
    }
}

/// Checks the part of a request that has arrived. Returns the length of the first message.
fn check_prefix(buffer: &[u8]) -> Result<Option<usize>, CallError> {
    if buffer.first().is_some_and(|&compressed| compressed != 0) {
        let message = "compressed messages are not supported";
        return Err(CallError::new(CallErrorKind::Unimplemented, message));
    }
    match length(buffer) {
        Some(length) if length > MAX_MESSAGE => {
            let message =
                format!("a message of at most {MAX_MESSAGE} bytes is required, got {length}");
            Err(CallError::new(CallErrorKind::ResourceExhausted, message))
        }
        length => Ok(length),
    }
}

fn length(buffer: &[u8]) -> Option<usize> {
    let length = buffer.get(1..PREFIX)?.try_into().ok()?;
    Some(u32::from_be_bytes(length) as usize)
}

fn malformed(message: &str) -> CallError {
    CallError::new(CallErrorKind::InvalidArgument, message)
}

/// Sends a message.
pub(super) fn send_message(stream: &mut SendStream<Bytes>, message: Bytes) -> Result<(), Gone> {
    let mut prefix = Vec::with_capacity(
        PREFIX
            + if message.len() <= COPIED {
                message.len()
            } else {
                0
            },
    );
    prefix.push(0);
    prefix.extend_from_slice(&(message.len() as u32).to_be_bytes());
    if message.len() <= COPIED {
        prefix.extend(message);
        stream.send_data(prefix.into(), false)?;
    } else {
        stream.send_data(prefix.into(), false)?;
        stream.send_data(message, false)?;
    }
    Ok(())
}

/// Waits until the client has room for more messages.
pub(super) async fn sent(stream: &mut SendStream<Bytes>) -> Result<(), Gone> {
    stream.reserve_capacity(1);
    match future::poll_fn(|context| stream.poll_capacity(context)).await {
        Some(Ok(_)) => Ok(()),
        Some(Err(_)) | None => Err(Gone),
    }
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

/// Returns a response with an error and nothing else.
pub(super) fn error_response(error: &CallError) -> Response<()> {
    let mut response = response();
    response.headers_mut().extend(status(Some(error)));
    response
}

/// Returns the response to a request that is not gRPC.
pub(super) fn not_grpc() -> Response<()> {
    let mut response = Response::new(());
    *response.status_mut() = StatusCode::UNSUPPORTED_MEDIA_TYPE;
    response
}

/// Returns the headers with the status, which end a response.
pub(super) fn status(error: Option<&CallError>) -> HeaderMap {
    let mut headers = HeaderMap::with_capacity(2);
    let code = error.map_or(0, |error| code(error.kind()));
    headers.insert("grpc-status", HeaderValue::from(code));
    if let Some(error) = error {
        // Encoded text is valid in a header.
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

/// Encodes a message for a header, with `%` before the code of each byte that is not printable ASCII.
/// Long messages are cut, because the size of headers is limited.
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
    fn prefixes_are_checked_before_the_message_arrives() {
        let check = |bytes: &[u8]| check_prefix(bytes).map_err(|error| error.to_string());
        assert_eq!(check(b""), Ok(None));
        assert_eq!(check(b"\0\0\0\0\x02a"), Ok(Some(2)));
        assert_eq!(
            check(b"\x01").unwrap_err(),
            "compressed messages are not supported"
        );
        assert_eq!(check(b"\0\x10\0\0\0"), Ok(Some(1 << 28)));
        assert_eq!(
            check(b"\0\x10\0\0\x01").unwrap_err(),
            "a message of at most 268435456 bytes is required, got 268435457"
        );
    }

    #[test]
    fn messages_are_taken_when_they_are_complete() {
        let (mut buffer, mut messages) = (BytesMut::new(), Vec::new());
        let sent = [&b"\0\0\0\0\x02ab\0\0\0\0\0\0\0\0\0\x81"[..], &[b'c'; 129]].concat();
        for byte in sent {
            buffer.extend_from_slice(&[byte]);
            if let Taken::Message(message) = take_message(&mut buffer).unwrap() {
                messages.push(message);
            }
        }
        assert!(buffer.is_empty());
        assert_eq!(messages, [&b"ab"[..], b"", &[b'c'; 129]]);
        buffer.extend_from_slice(b"\0\0\0\0\x02a");
        assert_eq!(take_message(&mut buffer), Ok(Taken::Incomplete(2)));
        buffer.clear();
        buffer.extend_from_slice(b"\x01");
        take_message(&mut buffer).unwrap_err();
    }

    #[test]
    fn messages_of_errors_are_encoded() {
        assert_eq!(encoded("a b%\n\u{e4}"), "a b%25%0A%C3%A4");
        assert_eq!(encoded(&"x".repeat(10_000)).len(), 4096);
    }
}
