//! The fields of messages.

use std::collections::HashMap;
use std::fmt::{self, Debug, Formatter};
use std::marker::PhantomData;

use ::prost::bytes::BufMut;
use ::prost::encoding::{self, WireType};
use ::prost::{DecodeError, UnknownEnumValue};

use super::kind::{Kind, delimited_len};
use super::{Input, Record, Visit, shown};

/// A field, which contains a single value, an optional value, or any number of values.
pub trait Field {
    /// Writes the field, unless it is absent.
    fn encode(&self, tag: u32, buf: &mut dyn BufMut);

    /// Returns the number of bytes that [`encode`](Field::encode) writes.
    fn encoded_len(&self, tag: u32) -> usize;

    /// Reads the field after its key.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are not a valid value for the field.
    fn merge(&mut self, tag: u32, input: Input<'_>) -> Result<(), DecodeError>;

    /// Writes the value for the `Debug` output. Only the number of bytes is written, because bytes can contain
    /// sensitive values.
    ///
    /// # Errors
    ///
    /// Fails if the formatter fails.
    fn debug(&self, f: &mut Formatter<'_>) -> fmt::Result;
}

impl<T: Kind> Field for Option<T> {
    fn encode(&self, tag: u32, buf: &mut dyn BufMut) {
        if let Some(value) = self {
            value.encode(tag, buf);
        }
    }

    fn encoded_len(&self, tag: u32) -> usize {
        self.as_ref().map_or(0, |value| value.encoded_len(tag))
    }

    fn merge(&mut self, _: u32, input: Input<'_>) -> Result<(), DecodeError> {
        self.get_or_insert_default().merge(input)
    }

    fn debug(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let value = self.as_ref();
        value.map(|value| shown(|f| value.debug(f))).fmt(f)
    }
}

impl<T: Kind> Field for Vec<T> {
    fn encode(&self, tag: u32, buf: &mut dyn BufMut) {
        for value in self {
            value.encode(tag, buf);
        }
    }

    fn encoded_len(&self, tag: u32) -> usize {
        self.iter().map(|value| value.encoded_len(tag)).sum()
    }

    fn merge(&mut self, _: u32, input: Input<'_>) -> Result<(), DecodeError> {
        let mut value = T::default();
        value.merge(input)?;
        self.push(value);
        Ok(())
    }

    fn debug(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let values = self.iter().map(|value| shown(|f| value.debug(f)));
        f.debug_list().entries(values).finish()
    }
}

/// A map is a list of messages, each of which contains a key and a value.
impl<V: Kind> Field for HashMap<String, V> {
    fn encode(&self, tag: u32, mut buf: &mut dyn BufMut) {
        for (key, value) in self {
            encoding::encode_key(tag, WireType::LengthDelimited, &mut buf);
            encoding::encode_varint(entry_len(key, value) as u64, &mut buf);
            Field::encode(key, 1, buf);
            if !value.is_default() {
                value.encode(2, buf);
            }
        }
    }

    fn encoded_len(&self, tag: u32) -> usize {
        let entries = self.iter();
        entries
            .map(|(key, value)| delimited_len(tag, entry_len(key, value)))
            .sum()
    }

    fn merge(&mut self, _: u32, input: Input<'_>) -> Result<(), DecodeError> {
        let mut entry = Entry::default();
        entry.merge(input)?;
        self.insert(entry.key, entry.value.unwrap_or_default());
        Ok(())
    }

    fn debug(&self, f: &mut Formatter<'_>) -> fmt::Result {
        V::debug_map(self, f)
    }
}

/// An entry of a map.
#[derive(Default)]
struct Entry<V> {
    key: String,
    value: Option<V>,
}

impl<V: Kind> Record for Entry<V> {
    fn message_name(&self) -> &'static str {
        "Entry"
    }

    fn fields(&self, visit: Visit<'_>) {
        visit("key", 1, &self.key);
        visit("value", 2, &self.value);
    }

    fn field_mut(&mut self, tag: u32) -> Option<(&'static str, &mut dyn Field)> {
        match tag {
            1 => Some(("key", &mut self.key)),
            2 => Some(("value", &mut self.value)),
            _ => None,
        }
    }
}

fn entry_len(key: &String, value: &impl Kind) -> usize {
    let value = if value.is_default() {
        0
    } else {
        value.encoded_len(2)
    };
    Field::encoded_len(key, 1) + value
}

/// The number of a variant of an enumeration. Its `Debug` output is the variant.
pub(crate) struct Enumerated<E> {
    number: i32,
    variant: PhantomData<E>,
}

impl<E> Enumerated<E> {
    pub(crate) fn new(number: i32) -> Self {
        Enumerated {
            number,
            variant: PhantomData,
        }
    }
}

impl<E: TryFrom<i32, Error = UnknownEnumValue> + Debug> Field for Enumerated<E> {
    fn encode(&self, tag: u32, buf: &mut dyn BufMut) {
        Field::encode(&self.number, tag, buf);
    }

    fn encoded_len(&self, tag: u32) -> usize {
        Field::encoded_len(&self.number, tag)
    }

    fn merge(&mut self, tag: u32, input: Input<'_>) -> Result<(), DecodeError> {
        Field::merge(&mut self.number, tag, input)
    }

    fn debug(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match E::try_from(self.number) {
            Ok(variant) => variant.fmt(f),
            Err(UnknownEnumValue(number)) => number.fmt(f),
        }
    }
}
