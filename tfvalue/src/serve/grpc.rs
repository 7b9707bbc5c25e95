//! gRPC's form of messages and errors in HTTP/2.

use std::fmt::Write as _;
use std::future;

use bytes::{Bytes, BytesMut};
use h2::{RecvStream, SendStream};
use http::{HeaderMap, HeaderValue, Response, StatusCode};

use super::budget::{Budget, Part, SMALL};
use crate::tfplugin::call_error::{CallError, CallErrorKind};

/// The maximum size of a message.
pub(super) const MAX_MESSAGE: usize = 256 << 20;

/// The maximum size of all messages of a request.
const MAX_MESSAGES: usize = 1 << 30;

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

/// A request whose messages have arrived, and its part of the budget.
pub(super) struct Message {
    pub(super) bytes: Bytes,
    _part: Part,
}

/// Reads the only message of a request.
///
/// The buffer grows with the bytes that arrive, not with the length that the client announces.
pub(super) async fn read_message(
    body: &mut RecvStream,
    budget: &Budget,
) -> Result<Result<Message, CallError>, Gone> {
    let (mut buffer, mut part) = (BytesMut::new(), None);
    while let Some(chunk) = body.data().await {
        let chunk = chunk?;
        buffer.extend_from_slice(&chunk);
        match check_prefix(&buffer) {
            Err(error) => return Ok(Err(error)),
            Ok(Some(length)) if buffer.len() > PREFIX + length => {
                return Ok(Err(malformed("the request has more than one message")));
            }
            Ok(Some(length)) if length > SMALL && part.is_none() => {
                part = Some(budget.message(length).await);
            }
            Ok(_) => {}
        }
        // From now on, the client can send more.
        body.flow_control().release_capacity(chunk.len())?;
    }
    let is_complete = length(&buffer).is_some_and(|length| buffer.len() == PREFIX + length);
    if !is_complete {
        return Ok(Err(malformed("the request ends inside its message")));
    }
    let bytes = buffer.split_off(PREFIX).freeze();
    Ok(Ok(Message {
        bytes,
        _part: part.unwrap_or_default(),
    }))
}

/// Reads all messages of a request, each after its length.
pub(super) async fn read_messages(
    body: &mut RecvStream,
    budget: &Budget,
) -> Result<Result<Message, CallError>, Gone> {
    let (mut buffer, mut messages, mut part) = (BytesMut::new(), BytesMut::new(), None);
    while let Some(chunk) = body.data().await {
        let chunk = chunk?;
        buffer.extend_from_slice(&chunk);
        if let Err(error) = move_messages(&mut buffer, &mut messages) {
            return Ok(Err(error));
        }
        if buffer.len() + messages.len() > SMALL && part.is_none() {
            part = Some(budget.stream().await);
        }
        body.flow_control().release_capacity(chunk.len())?;
    }
    if !buffer.is_empty() {
        return Ok(Err(malformed("the request ends inside a message")));
    }
    let bytes = messages.freeze();
    Ok(Ok(Message {
        bytes,
        _part: part.unwrap_or_default(),
    }))
}

/// Moves the messages that have arrived completely, and replaces their prefix.
fn move_messages(buffer: &mut BytesMut, messages: &mut BytesMut) -> Result<(), CallError> {
    while let Some(length) = check_prefix(buffer)? {
        if buffer.len() < PREFIX + length {
            break;
        }
        let message = buffer.split_to(PREFIX + length);
        if messages.len() + message.len() > MAX_MESSAGES {
            let text = format!("messages of at most {MAX_MESSAGES} bytes are required");
            return Err(CallError::new(CallErrorKind::ResourceExhausted, text));
        }
        prost::encoding::encode_varint(length as u64, messages);
        messages.extend_from_slice(&message[PREFIX..]);
    }
    Ok(())
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
    fn messages_get_their_length_in_front() {
        let (mut buffer, mut messages) = (BytesMut::new(), BytesMut::new());
        let sent = [&b"\0\0\0\0\x02ab\0\0\0\0\0\0\0\0\0\x81"[..], &[b'c'; 129]].concat();
        for byte in sent {
            buffer.extend_from_slice(&[byte]);
            move_messages(&mut buffer, &mut messages).unwrap();
        }
        assert!(buffer.is_empty());
        assert_eq!(messages, [&b"\x02ab\0\x81\x01"[..], &[b'c'; 129]].concat());
        buffer.extend_from_slice(b"\x01");
        move_messages(&mut buffer, &mut messages).unwrap_err();
    }

    #[test]
    fn messages_of_errors_are_encoded() {
        assert_eq!(encoded("a b%\n\u{e4}"), "a b%25%0A%C3%A4");
        assert_eq!(encoded(&"x".repeat(10_000)).len(), 4096);
    }
}
