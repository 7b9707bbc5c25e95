//! Serializers that take just one kind of value: the key of a map, and the payload of an
//! unknown. Both formats use them.

use serde::ser::{self, Impossible, Serialize};

use crate::error::{Error, Result};

/// Takes the key of a map as text.
pub(crate) struct KeySerializer<F>(pub(crate) F);

/// Takes the refinement payload of an unknown value.
pub(crate) struct PayloadSerializer<F>(pub(crate) F);

/// Refuses everything that is not listed before.
macro_rules! refuse {
    ($error:expr; $($method:ident($($ty:ty),*))*) => {$(
        fn $method(self, $(_: $ty),*) -> Result<()> {
            Err($error)
        }
    )*};
}

macro_rules! refuse_compounds {
    ($error:expr) => {
        fn serialize_newtype_variant<T: Serialize + ?Sized>(
            self,
            _: &'static str,
            _: u32,
            _: &'static str,
            _: &T,
        ) -> Result<()> {
            Err($error)
        }

        fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq> {
            Err($error)
        }

        fn serialize_tuple_struct(
            self,
            _: &'static str,
            _: usize,
        ) -> Result<Self::SerializeTupleStruct> {
            Err($error)
        }

        fn serialize_tuple_variant(
            self,
            _: &'static str,
            _: u32,
            _: &'static str,
            _: usize,
        ) -> Result<Self::SerializeTupleVariant> {
            Err($error)
        }

        fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap> {
            Err($error)
        }

        fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeStruct> {
            Err($error)
        }

        fn serialize_struct_variant(
            self,
            _: &'static str,
            _: u32,
            _: &'static str,
            _: usize,
        ) -> Result<Self::SerializeStructVariant> {
            Err($error)
        }
    };
}

macro_rules! integer_keys {
    ($($method:ident $ty:ident)*) => {$(
        fn $method(mut self, value: $ty) -> Result<()> {
            (self.0)(&value.to_string())
        }
    )*};
}

impl<F: FnMut(&str) -> Result<()>> ser::Serializer for KeySerializer<F> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Impossible<(), Error>;
    type SerializeTuple = Impossible<(), Error>;
    type SerializeTupleStruct = Impossible<(), Error>;
    type SerializeTupleVariant = Impossible<(), Error>;
    type SerializeMap = Impossible<(), Error>;
    type SerializeStruct = Impossible<(), Error>;
    type SerializeStructVariant = Impossible<(), Error>;

    #[inline]
    fn serialize_str(mut self, key: &str) -> Result<()> {
        (self.0)(key)
    }

    fn serialize_char(self, key: char) -> Result<()> {
        self.serialize_str(key.encode_utf8(&mut [0; 4]))
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, key: &'static str) -> Result<()> {
        self.serialize_str(key)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        key: &T,
    ) -> Result<()> {
        key.serialize(self)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, key: &T) -> Result<()> {
        key.serialize(self)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple> {
        Err(not_a_key())
    }

    integer_keys! {
        serialize_i8 i8
        serialize_i16 i16
        serialize_i32 i32
        serialize_i64 i64
        serialize_i128 i128
        serialize_u8 u8
        serialize_u16 u16
        serialize_u32 u32
        serialize_u64 u64
        serialize_u128 u128
    }

    refuse! { not_a_key();
        serialize_bool(bool)
        serialize_f32(f32)
        serialize_f64(f64)
        serialize_bytes(&[u8])
        serialize_none()
        serialize_unit()
        serialize_unit_struct(&'static str)
    }

    refuse_compounds!(not_a_key());
}

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

    /// Says so that values come as bytes.
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

    fn serialize_some<T: Serialize + ?Sized>(self, _: &T) -> Result<()> {
        Err(not_a_payload())
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
        serialize_none()
        serialize_unit()
        serialize_unit_struct(&'static str)
    }

    refuse_compounds!(not_a_payload());
}

/// Takes the first element, which is the payload, and leaves out what is for other formats.
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
        match self.taken {
            true => Ok(()),
            false => Err(not_a_payload()),
        }
    }
}

#[cold]
fn not_a_key() -> Error {
    Error::data("the keys of Terraform's maps are strings")
}

#[cold]
fn not_a_payload() -> Error {
    Error::data("the name of tfvalue's unknown value is used by another type")
}

#[cold]
pub(crate) fn no_bytes() -> Error {
    Error::data("Terraform has no type for bytes; use text, such as base64")
}
