//! Writing dynamic values, and nested blocks that contain them.

use serde::ser::Serialize;

use super::envelope::blocks_from_slice;
use super::notes::{Envelope, Note};
use super::read::Reader;
use super::value::{MessagePack, encode, value_from_slice};
use super::write;
use super::writer::{Mode, Purpose, Writer};
use crate::bridge::payload::PayloadSerializer;
use crate::bridge::side_channel;
use crate::error::{Error, Result};
use crate::json;
use crate::ty::Type;
use crate::value::Value;

impl Writer {
    /// Writes a dynamic value. It arrives as the bytes of its envelope, which contain its type.
    pub(super) fn dynamic<T: Serialize + ?Sized>(&mut self, envelope: &T) -> Result<()> {
        envelope.serialize(PayloadSerializer(|bytes: &[u8]| {
            if self.collections > 0 && !self.in_blocks && bytes.first() == Some(&0x92) {
                let ty = Reader::new(&bytes[1..]).str_bytes("a type")?;
                self.note(Note::Envelope(Envelope::new(ty)));
            }
            if self.purpose != Purpose::State && self.mode != Mode::Json {
                self.out.extend_from_slice(bytes);
                return Ok(());
            }
            let value = value_from_slice(bytes, &Type::Dynamic);
            let written = value.and_then(|value| self.value(&value));
            written.map_err(Error::in_dynamic)
        }))
    }

    /// Writes a value of type dynamic for the mode of the writer.
    fn value(&mut self, value: &Value) -> Result<()> {
        let notes = self.notes.len();
        if self.purpose == Purpose::State || self.mode == Mode::Json {
            value.walk(|path, part| {
                if part.is_unknown() {
                    let fault = Error::unknown();
                    self.note(Note::Fault(fault.at_path(path).in_dynamic()));
                }
                true
            });
        }
        if self.notes.len() > notes {
            write::nil(&mut self.out);
            return Ok(());
        }
        if self.mode != Mode::Json || value.is_untyped() {
            return encode::<MessagePack>(&mut self.out, value, &Type::Dynamic);
        }
        let ty = value.ty();
        write::map_len(&mut self.out, 2)?;
        write::str(&mut self.out, "value")?;
        write::bin(&mut self.out, &json::written(value, &ty)?)?;
        write::str(&mut self.out, "type")?;
        write::bin(&mut self.out, ty.to_json().as_bytes())
    }

    /// Writes nested blocks that contain dynamic values: first as MessagePack of their own type,
    /// which is then read and written as a tuple or object with its type.
    pub(super) fn envelope<T: Serialize + ?Sized>(&mut self, blocks: &T) -> Result<()> {
        let ty = side_channel::TYPE.take().ok_or_else(buffered)?;
        let start = self.out.len();
        let mode = std::mem::take(&mut self.mode);
        let in_blocks = std::mem::replace(&mut self.in_blocks, true);
        let result = blocks.serialize(&mut *self);
        self.mode = mode;
        self.in_blocks = in_blocks;
        result?;
        let written = self.out.split_off(start);
        match blocks_from_slice(&written, &ty)? {
            value if !value.is_unknown() => self.value(&value),
            _ if mode == Mode::Json => {
                self.fault();
                write::nil(&mut self.out);
                Ok(())
            }
            _ => {
                self.out.extend_from_slice(&written);
                Ok(())
            }
        }
    }
}

/// Returns the error for a struct whose serializer did not reach the writer directly, so that the
/// type of its member was lost.
#[cold]
pub(super) fn buffered() -> Error {
    Error::data(
        "a struct cannot be buffered before it is written, as serde does in enums with a tag, if it has nested blocks of dynamic values, or sets of a type other than `Set`",
    )
}
