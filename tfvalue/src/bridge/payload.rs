//! The serializer that both formats use to extract the refinements of an unknown value.

use serde::ser::{self, Impossible, Serialize};

use crate::error::{Error, Result};

/// Passes the encoded refinements of an unknown value to a function.
pub(crate) struct PayloadSerializer<F>(pub(crate) F);

impl<F: FnMut(&[u8]) -> Result<()>> ser::Serializer for PayloadSerializer<F> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Impossible<(), Error>;
    type SerializeTuple = PayloadTuple<F>;
    type SerializeTupleStruct = Impossible<(), Error>;
    type SerializeTupleVariant = Impossible<(), Error>;
    type SerializeMap = Impossible<(), Error>;
    type SerializeStruct = Impossible<(), Error>;
    type SerializeStructVariant = Impossible<(), Error>;

    fn serialize_bytes(mut self, payload: &[u8]) -> Result<()> {
        (self.0)(payload)
    }

    /// Returns `false`, so that values serialize as bytes.
    fn is_human_readable(&self) -> bool {
        false
    }

    fn serialize_tuple(self, _: usize) -> Result<PayloadTuple<F>> {
        Ok(PayloadTuple {
            payload: Some(self),
            taken: false,
        })
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, _: &T) -> Result<()> {
        Err(not_a_payload())
    }

    /// A dynamic value, which is an option in other formats.
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        value.serialize(self)
    }

    /// A dynamic value that is null and has no type.
    fn serialize_none(mut self) -> Result<()> {
        (self.0)(&[0xc0])
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Result<()> {
        Err(not_a_payload())
    }

    refuse! { not_a_payload();
        serialize_bool(bool)
        serialize_i8(i8)
        serialize_i16(i16)
        serialize_i32(i32)
        serialize_i64(i64)
        serialize_u8(u8)
        serialize_u16(u16)
        serialize_u32(u32)
        serialize_u64(u64)
        serialize_f32(f32)
        serialize_f64(f64)
        serialize_char(char)
        serialize_str(&str)
        serialize_unit()
        serialize_unit_struct(&'static str)
    }

    refuse_compounds!(not_a_payload());
}

/// Serializes the first element, which contains the refinements. Ignores the second element, which is for other formats.
pub(crate) struct PayloadTuple<F> {
    payload: Option<PayloadSerializer<F>>,
    taken: bool,
}

impl<F: FnMut(&[u8]) -> Result<()>> ser::SerializeTuple for PayloadTuple<F> {
    type Ok = ();
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        if let Some(payload) = self.payload.take() {
            value.serialize(payload)?;
            self.taken = true;
        }
        Ok(())
    }

    fn end(self) -> Result<()> {
        if self.taken {
            Ok(())
        } else {
            Err(not_a_payload())
        }
    }
}

#[cold]
fn not_a_payload() -> Error {
    Error::data("a foreign type uses the private name of unknown values")
}
