//! The public serializer, which discards the partial output if a value cannot be written.

use serde::ser::{self, Serialize};

use super::compound::{MapSerializer, SeqSerializer, StructSerializer};
use super::writer::{Encode, Purpose, Writer};
use crate::error::{Error, Result};
use crate::json::{self, Serializer as JsonSerializer};

/// Writes Rust values as Terraform's MessagePack.
///
/// Most callers should use [`to_vec`]. Use a serializer to reuse a buffer.
///
/// If a value cannot be written, no part of it remains in the buffer.
///
/// # Examples
///
/// ```
/// use serde::Serialize;
/// use tfvalue::Attr;
/// use tfvalue::msgpack::{Purpose, Serializer};
///
/// let mut buffer = Vec::new();
/// for list in [vec![1, 2], vec![3]] {
///     buffer.clear();
///     list.serialize(&mut Serializer::new(&mut buffer))?;
/// }
/// assert_eq!(buffer, [0x91, 3]);
///
/// buffer.clear();
/// let state = Serializer::new(&mut buffer).purpose(Purpose::State);
/// let list = ["a".into(), Attr::<String>::unknown()];
/// let error = state.write(&list).unwrap_err();
/// assert_eq!(error.to_string(), "[1]: a known value is required, got an unknown value");
/// assert!(buffer.is_empty());
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[derive(Debug)]
pub struct Serializer<'a> {
    /// The writer owns the output for the lifetime of the serializer, so the length of the output is available.
    writer: Writer,
    home: &'a mut Vec<u8>,
    /// The total length of the earlier output and of the complete values.
    complete: usize,
}

impl<'a> Serializer<'a> {
    /// Creates a serializer that appends to `out`.
    #[must_use]
    pub fn new(out: &'a mut Vec<u8>) -> Self {
        Serializer {
            complete: out.len(),
            writer: Writer::new(std::mem::take(out), Purpose::Plain),
            home: out,
        }
    }

    /// Sets the purpose for which the values are written.
    #[must_use]
    pub fn purpose(mut self, purpose: Purpose) -> Self {
        self.writer.purpose = purpose;
        self
    }

    /// Writes a value.
    ///
    /// # Errors
    ///
    /// Fails if Terraform's wire format cannot represent the value, or if a [state](Purpose::State) has unknown values.
    /// Each unknown value is a separate [fault](Error::faults).
    pub fn write<T: Serialize + ?Sized>(mut self, value: &T) -> Result<()> {
        self.whole(|writer| value.serialize(writer))
    }

    /// Starts a value, and removes the partial output of an earlier value that could not be written.
    fn begin(&mut self) -> &mut Writer {
        self.writer.go_back(self.complete);
        &mut self.writer
    }

    /// Writes a whole value.
    fn whole(&mut self, write: impl FnOnce(&mut Writer) -> Result<()>) -> Result<()> {
        let writer = self.begin();
        write(writer)?;
        writer.finish()?;
        self.complete = self.writer.out.len();
        Ok(())
    }

    /// Begins a value whose parts are still to be written.
    fn compound<'s, C>(
        &'s mut self,
        begin: impl FnOnce(&'s mut Writer) -> Result<C>,
    ) -> Result<Compound<'s, C>> {
        self.begin();
        Ok(Compound {
            parts: begin(&mut self.writer)?,
            output: Output::Wire(&mut self.complete),
        })
    }
}

impl Drop for Serializer<'_> {
    fn drop(&mut self) {
        self.writer.out.truncate(self.complete);
        *self.home = std::mem::take(&mut self.writer.out);
    }
}

/// Writes a value into a new vector.
///
/// Sets are put into Terraform's order if their type is [`Set`](crate::Set), or if they are members of a derived
/// struct. Elsewhere, serde treats a `BTreeSet` or `HashSet` as a sequence. The set is therefore written as a list in
/// its iteration order.
///
/// # Errors
///
/// Fails if Terraform's wire format cannot represent the value.
///
/// # Examples
///
/// ```
/// let bytes = tfvalue::msgpack::to_vec(&("a", 1.5, [true]))?;
/// assert_eq!(bytes, b"\x93\xa1a\xcb\x3f\xf8\0\0\0\0\0\0\x91\xc3");
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn to_vec<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>> {
    to_vec_for(value, Purpose::Plain)
}

/// Writes a value for a [`Purpose`] into a new vector.
///
/// # Errors
///
/// Fails if Terraform's wire format cannot represent the value, or if a state has unknown values.
///
/// # Examples
///
/// ```
/// use tfvalue::Attr;
/// use tfvalue::msgpack::{Purpose, to_vec_for};
///
/// let unknown = Attr::<String>::unknown();
/// assert_eq!(to_vec_for(&unknown, Purpose::Plan)?, b"\xd4\0\0");
/// assert!(to_vec_for(&unknown, Purpose::State).is_err());
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn to_vec_for<T: Serialize + ?Sized>(value: &T, purpose: Purpose) -> Result<Vec<u8>> {
    Writer::new(Vec::with_capacity(128), purpose).write(value)
}

/// Writes a value in the same way as [`to_vec_for`].
pub(crate) fn encoded(value: &dyn Encode, purpose: Purpose) -> Result<Vec<u8>> {
    let mut writer = Writer::new(Vec::with_capacity(128), purpose);
    value.encode(&mut writer)?;
    writer.finish()?;
    Ok(writer.out)
}

/// Writes a state, with null for unknown values and NaN.
#[cold]
pub(crate) fn state_with_nulls(value: &dyn Encode) -> Result<Vec<u8>> {
    let mut writer = Writer::new(Vec::new(), Purpose::State);
    value.encode(&mut writer)?;
    Ok(writer.out)
}

/// Writes a value into a writer, with a single call to `write_all`, because the canonical order requires the whole value.
///
/// # Errors
///
/// Fails if Terraform's wire format cannot represent the value, or if the writer fails.
///
/// # Examples
///
/// ```
/// let mut bytes = Vec::new();
/// tfvalue::msgpack::to_writer(&mut bytes, "web")?;
/// assert_eq!(bytes, b"\xa3web");
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn to_writer<W: std::io::Write, T: Serialize + ?Sized>(mut writer: W, value: &T) -> Result<()> {
    writer.write_all(&to_vec(value)?).map_err(Error::io)
}

macro_rules! scalars {
    ($($method:ident($($arg:ident: $ty:ty),*))*) => {$(
        fn $method(self, $($arg: $ty),*) -> Result<()> {
            self.whole(|writer| writer.$method($($arg),*))
        }
    )*};
}

macro_rules! compounds {
    ($($method:ident($($arg:ident: $ty:ty),*) $compound:ty;)*) => {$(
        fn $method(self, $($arg: $ty),*) -> Result<$compound> {
            self.compound(|writer| writer.$method($($arg),*))
        }
    )*};
}

/// Implements serde's trait for a serializer with the methods `whole` and `compound`.
macro_rules! serializer {
    ($Serializer:ident) => {
        /// Writes a whole value. The serializer can write several values in succession.
        impl<'s> ser::Serializer for &'s mut $Serializer<'_> {
            type Ok = ();
            type Error = Error;
            type SerializeSeq = Compound<'s, SeqSerializer<'s>>;
            type SerializeTuple = Compound<'s, SeqSerializer<'s>>;
            type SerializeTupleStruct = Compound<'s, SeqSerializer<'s>>;
            type SerializeTupleVariant = ser::Impossible<(), Error>;
            type SerializeMap = Compound<'s, MapSerializer<'s>>;
            type SerializeStruct = Compound<'s, StructSerializer<'s>>;
            type SerializeStructVariant = ser::Impossible<(), Error>;

            scalars! {
                serialize_bool(value: bool)
                serialize_i8(value: i8)
                serialize_i16(value: i16)
                serialize_i32(value: i32)
                serialize_i64(value: i64)
                serialize_i128(value: i128)
                serialize_u8(value: u8)
                serialize_u16(value: u16)
                serialize_u32(value: u32)
                serialize_u64(value: u64)
                serialize_u128(value: u128)
                serialize_f32(value: f32)
                serialize_f64(value: f64)
                serialize_char(value: char)
                serialize_str(value: &str)
                serialize_bytes(value: &[u8])
                serialize_none()
                serialize_unit()
                serialize_unit_struct(name: &'static str)
                serialize_unit_variant(name: &'static str, index: u32, variant: &'static str)
            }

            compounds! {
                serialize_seq(len: Option<usize>) Self::SerializeSeq;
                serialize_tuple(len: usize) Self::SerializeTuple;
                serialize_tuple_struct(name: &'static str, len: usize) Self::SerializeTupleStruct;
                serialize_map(len: Option<usize>) Self::SerializeMap;
                serialize_struct(name: &'static str, len: usize) Self::SerializeStruct;
            }

            fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
                self.whole(|writer| value.serialize(writer))
            }

            fn serialize_newtype_struct<T: Serialize + ?Sized>(
                self,
                name: &'static str,
                value: &T,
            ) -> Result<()> {
                self.whole(|writer| writer.serialize_newtype_struct(name, value))
            }

            refuse_variants!(Error::enum_with_data());
        }
    };
}

serializer!(Serializer);
serializer!(JsonSerializer);

/// Writes the parts of a top-level value.
#[derive(Debug)]
pub struct Compound<'s, C> {
    pub(crate) parts: C,
    pub(crate) output: Output<'s>,
}

/// What happens to a value after the whole value has been written.
#[derive(Debug)]
pub(crate) enum Output<'s> {
    /// The value is part of the output. The length of the complete part of the output is stored here.
    Wire(&'s mut usize),
    /// The value is printed as JSON.
    Json(&'s mut Vec<u8>),
}

/// Ends a value whose parts have been written.
fn end(writer: Result<&mut Writer>, output: Output<'_>) -> Result<()> {
    let writer = writer?;
    writer.finish()?;
    match output {
        Output::Wire(complete) => *complete = writer.out.len(),
        Output::Json(out) => out.extend(json::print(&writer.out)?),
    }
    Ok(())
}

macro_rules! sequences {
    ($($of:ident $method:ident)*) => {$(
        impl ser::$of for Compound<'_, SeqSerializer<'_>> {
            type Ok = ();
            type Error = Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
                ser::$of::$method(&mut self.parts, value)
            }

            fn end(self) -> Result<()> {
                end(self.parts.finish(), self.output)
            }
        }
    )*};
}

sequences! {
    SerializeSeq serialize_element
    SerializeTuple serialize_element
    SerializeTupleStruct serialize_field
}

impl ser::SerializeMap for Compound<'_, MapSerializer<'_>> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        self.parts.serialize_key(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.parts.serialize_value(value)
    }

    fn serialize_entry<K: Serialize + ?Sized, T: Serialize + ?Sized>(
        &mut self,
        key: &K,
        value: &T,
    ) -> Result<()> {
        self.parts.serialize_entry(key, value)
    }

    fn end(self) -> Result<()> {
        end(self.parts.finish(), self.output)
    }
}

impl ser::SerializeStruct for Compound<'_, StructSerializer<'_>> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<()> {
        self.parts.serialize_field(name, value)
    }

    fn end(self) -> Result<()> {
        end(self.parts.finish(), self.output)
    }
}
