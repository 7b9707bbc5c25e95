//! Writing dynamic values.

use serde::ser::Serialize;

use super::value::{MessagePack, encode, value_from_slice};
use super::write;
use super::writer::{Mode, Purpose, Writer};
use crate::bridge::payload::PayloadSerializer;
use crate::error::{Error, Result};
use crate::json;
use crate::ty::Type;
use crate::value::Value;

impl Writer {
    /// Writes a dynamic value, which is passed as the bytes of its type and its value.
    pub(super) fn dynamic<T: Serialize + ?Sized>(&mut self, encoded: &T) -> Result<()> {
        encoded.serialize(PayloadSerializer(|bytes: &[u8]| {
            let has_type = bytes.first() == Some(&0x92);
            if has_type && self.collections > 0 && self.mode != Mode::Comparable {
                return Err(in_collection());
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

    /// Writes a dynamic value in the mode of the writer.
    fn value(&mut self, value: &Value) -> Result<()> {
        let notes = self.notes.len();
        if self.purpose == Purpose::State || self.mode == Mode::Json {
            value.walk(|path, part| {
                if part.is_unknown() {
                    self.note(Error::unknown().at_path(path).in_dynamic());
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
}

/// Returns the error for a dynamic value in a collection. All elements of a collection must have the same type:
/// Terraform crashes if the elements have different types.
#[cold]
fn in_collection() -> Error {
    Error::data(
        "a dynamic value cannot be inside a list, set or map: make the list, set or map itself dynamic",
    )
}
