//! Reads and writes gRPC messages in HTTP/2 streams.

use std::future;

use bytes::{Bytes, BytesMut};
use h2::SendStream;

use super::budget::MAX_MESSAGE;
use crate::tfplugin::call_error::{CallError, CallErrorKind};

/// The number of bytes in front of a message, which contain its compression flag and its length.
pub(crate) const PREFIX: usize = 5;

/// Messages up to this size are copied so that they follow their prefix in the same frame.
const COPIED: usize = 8 << 10;

/// The peer closed the stream or the connection.
#[derive(Debug)]
pub struct Gone;

impl From<h2::Error> for Gone {
    fn from(_: h2::Error) -> Self {
        Gone
    }
}

/// The first message of a stream.
#[derive(Debug, PartialEq)]
pub enum Taken {
    /// The message is complete.
    Message(Bytes),
    /// The message has not arrived completely. The value is the length of the message, or 0 if the length is not known.
    Incomplete(usize),
}

/// Takes the first message from the bytes that have arrived.
///
/// # Errors
///
/// Fails if the message is compressed or too large.
pub fn take_message(buffer: &mut BytesMut) -> Result<Taken, CallError> {
    match check_prefix(buffer)? {
        Some(length) if buffer.len() >= PREFIX + length => {
            let mut message = buffer.split_to(PREFIX + length);
            Ok(Taken::Message(message.split_off(PREFIX).freeze()))
        }
        length => Ok(Taken::Incomplete(length.unwrap_or(0))),
    }
}

/// Checks the part of a stream that has arrived so far. Returns the length of the first message.
pub(crate) fn check_prefix(buffer: &[u8]) -> Result<Option<usize>, CallError> {
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

pub(crate) fn length(buffer: &[u8]) -> Option<usize> {
    let length = buffer.get(1..PREFIX)?.try_into().ok()?;
    Some(u32::from_be_bytes(length) as usize)
}

/// Sends a message.
///
/// # Errors
///
/// Fails if the peer has closed the stream.
pub fn send_message(stream: &mut SendStream<Bytes>, message: Bytes) -> Result<(), Gone> {
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
        prefix.extend_from_slice(&message);
        stream.send_data(prefix.into(), false)?;
    } else {
        stream.send_data(prefix.into(), false)?;
        stream.send_data(message, false)?;
    }
    Ok(())
}

/// Waits until the peer has room for more messages.
///
/// # Errors
///
/// Fails if the peer has closed the stream.
pub async fn sent(stream: &mut SendStream<Bytes>) -> Result<(), Gone> {
    stream.reserve_capacity(1);
    match future::poll_fn(|context| stream.poll_capacity(context)).await {
        Some(Ok(_)) => Ok(()),
        Some(Err(_)) | None => Err(Gone),
    }
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
}
