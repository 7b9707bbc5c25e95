//! Describes messages as tables of their fields, with a single encoder and a single decoder for all messages.
//!
//! prost's derive macro would generate an encoder and a decoder for each of the more than 100 messages, and compiling
//! all of them would take longer.

mod define;
mod field;
mod kind;

use std::fmt::{self, Debug, Formatter};

use ::prost::bytes::{Buf, BufMut};
use ::prost::encoding::{self, DecodeContext, WireType};
use ::prost::{DecodeError, Message};

pub(crate) use self::define::{message, oneof};
pub(crate) use self::field::{Enumerated, Field};
pub(crate) use self::kind::Kind;

/// The name, the number and the value of a field.
pub(crate) type Visit<'a> = &'a mut dyn FnMut(&'static str, u32, &dyn Field);

/// A message, described by a table of its fields.
pub trait Record: Send + Sync {
    /// Returns the protocol's name for the message. Errors and the `Debug` output show this name.
    fn message_name(&self) -> &'static str;

    /// Visits all fields in their order.
    fn fields(&self, visit: Visit<'_>);

    /// Returns the name and the value of the field with the given number.
    fn field_mut(&mut self, tag: u32) -> Option<(&'static str, &mut dyn Field)>;
}

/// The bytes that follow the key of a field.
pub struct Input<'a> {
    pub(crate) wire_type: WireType,
    pub(crate) buf: &'a mut dyn Buf,
    pub(crate) context: DecodeContext,
}

impl Input<'_> {
    /// Skips the field.
    pub(crate) fn skip(mut self, tag: u32) -> Result<(), DecodeError> {
        encoding::skip_field(self.wire_type, tag, &mut self.buf, self.context)
    }
}

/// Writes a message as a field of another message.
fn encode_nested(record: &dyn Record, tag: u32, mut buf: &mut dyn BufMut) {
    encoding::encode_key(tag, WireType::LengthDelimited, &mut buf);
    encoding::encode_varint(encoded_len(record) as u64, &mut buf);
    encode(record, buf);
}

/// Reads a message that is a field of another message.
fn merge_nested(record: &mut dyn Record, input: Input<'_>) -> Result<(), DecodeError> {
    let Input {
        wire_type,
        mut buf,
        context,
    } = input;
    let record = &mut Nested(record);
    let len = buf.remaining();
    let mut rest = buf.chunk();
    if rest.len() < len {
        return encoding::message::merge(wire_type, record, &mut buf, context);
    }
    // The message is read from a slice, because the functions of the buffer are not inlined and would be called at each
    // level of messages.
    let merged = encoding::message::merge(wire_type, record, &mut rest, context);
    let left = rest.len();
    buf.advance(len - left);
    merged
}

/// A message that prost decodes inside another message, with prost's depth limit.
struct Nested<'a>(&'a mut dyn Record);

impl Message for Nested<'_> {
    fn encode_raw(&self, buf: &mut impl BufMut) {
        encode(self.0, buf);
    }

    fn merge_field(
        &mut self,
        tag: u32,
        wire_type: WireType,
        buf: &mut impl Buf,
        context: DecodeContext,
    ) -> Result<(), DecodeError> {
        let input = Input {
            wire_type,
            buf,
            context,
        };
        merge_field(self.0, tag, input)
    }

    fn encoded_len(&self) -> usize {
        encoded_len(self.0)
    }

    fn clear(&mut self) {
        unreachable!("prost does not clear messages while it decodes them")
    }
}

/// Decodes a message like the corresponding method in prost.
///
/// # Errors
///
/// Fails if the bytes are not a valid message.
pub(crate) fn decode<M: Record + Default>(bytes: &[u8]) -> Result<M, DecodeError> {
    let mut message = M::default();
    merge(&mut message, bytes)?;
    Ok(message)
}

fn merge(record: &mut dyn Record, bytes: &[u8]) -> Result<(), DecodeError> {
    Nested(record).merge(bytes)
}

/// Encodes a message like the corresponding method in prost.
pub(crate) fn to_bytes(record: &dyn Record) -> ::prost::bytes::Bytes {
    let mut bytes = Vec::with_capacity(encoded_len(record));
    encode(record, &mut bytes);
    bytes.into()
}

// The functions below are not inlined, because otherwise each message would contain a copy of them.

/// Writes all fields of a message.
#[inline(never)]
pub(crate) fn encode(record: &dyn Record, buf: &mut dyn BufMut) {
    record.fields(&mut |_, tag, field| field.encode(tag, buf));
}

/// Returns the number of bytes that [`encode`] writes.
#[inline(never)]
pub(crate) fn encoded_len(record: &dyn Record) -> usize {
    let mut len = 0;
    record.fields(&mut |_, tag, field| len += field.encoded_len(tag));
    len
}

/// Reads a field after its key, or skips the field if its number is unknown.
#[inline(never)]
pub(crate) fn merge_field(
    record: &mut dyn Record,
    tag: u32,
    input: Input<'_>,
) -> Result<(), DecodeError> {
    let message = record.message_name();
    match record.field_mut(tag) {
        Some((name, field)) => field.merge(tag, input).map_err(|mut error| {
            error.push(message, name);
            error
        }),
        None => input.skip(tag),
    }
}

/// Formats a message for the `Debug` output, without the contents of byte fields.
#[inline(never)]
pub(crate) fn debug(record: &dyn Record, f: &mut Formatter<'_>) -> fmt::Result {
    let mut out = f.debug_struct(record.message_name());
    record.fields(&mut |name, _, field| {
        let name = name.strip_prefix("r#").unwrap_or(name);
        out.field(name, &shown(|f| field.debug(f)));
    });
    out.finish()
}

/// Returns a value whose `Debug` output is written by a function.
fn shown<F: Fn(&mut Formatter<'_>) -> fmt::Result>(debug: F) -> Shown<F> {
    Shown(debug)
}

struct Shown<F>(F);

impl<F: Fn(&mut Formatter<'_>) -> fmt::Result> Debug for Shown<F> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        (self.0)(f)
    }
}
