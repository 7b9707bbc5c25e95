//! Reads a Rust value and reports every fault, not only the first.
//!
//! serde stops at the first error: the visitor of a list cannot continue after an element that does
//! not fit. So the list or map is read again, starting after the faulty element. Each element is
//! still read only once. The members of derived structs are read one at a time.

use std::cell::RefCell;

use serde::de::{
    self, Deserialize, DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, SeqAccess,
    Visitor,
};

use super::{Value, transit};
use crate::bridge::absent::Missing;
use crate::bridge::map_key::Key;
use crate::bridge::names;
use crate::error::{Error, Result, elements};
use crate::limits::MAX_FAULTS;
use crate::path::Step;

/// Converts a value to a Rust value, and finds all faults if it does not fit.
///
/// # Errors
///
/// Fails if the value does not fit `T`. The error contains all [faults](Error::faults).
pub(crate) fn read<'de, T: Deserialize<'de>>(value: &Value) -> Result<T> {
    let mut attempts = Attempts::default();
    loop {
        match T::deserialize(attempts.part(value)) {
            Ok(read) => {
                Error::join(attempts.faults)?;
                return Ok(read);
            }
            Err(error) => {
                if attempts.is_last(error) {
                    return Err(Error::several(attempts.faults));
                }
            }
        }
    }
}

/// The state of repeated attempts to read a value. Each attempt skips the elements that an earlier
/// one has read.
#[derive(Default)]
struct Attempts {
    /// The start of the attempt: the index of the first element to read, the index of the first
    /// element to read inside of that one, and so on.
    from: Vec<usize>,
    /// The indices of the elements that are being read, from the outermost list or map inwards.
    at: RefCell<Vec<usize>>,
    faults: Vec<Error>,
    count: usize,
}

impl Attempts {
    fn part<'a>(&'a self, value: &'a Value) -> Part<'a> {
        let around = Around {
            attempts: Some(self),
            depth: 0,
            contains_start: true,
        };
        Part { value, around }
    }

    /// Records why an attempt failed, and returns `true` if nothing is left to read.
    fn is_last(&mut self, error: Error) -> bool {
        let mut at = self.at.take();
        // `T` may reject a list or map only because elements were skipped: that is not a fault.
        if at.len() >= self.from.len() || !self.from.starts_with(&at) {
            self.count += error.faults().count();
            self.faults.push(error);
        }
        let Some(last) = at.last_mut() else {
            return true;
        };
        *last += 1;
        self.from = at;
        self.count >= MAX_FAULTS
    }
}

/// The position of a value in the lists and maps that contain it.
#[derive(Clone, Copy)]
struct Around<'a> {
    /// `None` inside a tuple, because the elements of a tuple cannot be skipped.
    attempts: Option<&'a Attempts>,
    /// The number of lists and maps that contain the value.
    depth: usize,
    /// Whether the start of the attempt is inside this value.
    contains_start: bool,
}

impl<'a> Around<'a> {
    /// Returns the index of the first element to read.
    fn first(self) -> usize {
        match self.attempts {
            Some(attempts) if self.contains_start => {
                attempts.from.get(self.depth).copied().unwrap_or(0)
            }
            _ => 0,
        }
    }

    /// Returns `true` if no element is skipped in this attempt.
    fn is_whole(self) -> bool {
        self.attempts
            .is_none_or(|attempts| attempts.from.is_empty())
    }

    /// Reads an element with `read`, and keeps track of its index.
    fn element<T>(self, index: usize, read: impl FnOnce(Around<'a>) -> Result<T>) -> Result<T> {
        let Some(attempts) = self.attempts else {
            return read(self);
        };
        attempts.at.borrow_mut().push(index);
        let value = read(Around {
            attempts: self.attempts,
            depth: self.depth + 1,
            contains_start: self.contains_start
                && attempts.from.len() > self.depth + 1
                && attempts.from[self.depth] == index,
        })?;
        attempts.at.borrow_mut().pop();
        Ok(value)
    }
}

/// A value of which an attempt reads only the elements that are left.
#[derive(Clone, Copy)]
struct Part<'a> {
    value: &'a Value,
    around: Around<'a>,
}

impl Part<'_> {
    fn elements<'de, V: Visitor<'de>>(self, around: Around<'_>, visitor: V) -> Result<V::Value> {
        let first = around.first();
        let mut seq = Seq {
            values: self.value.parts().get(first..).unwrap_or_default(),
            next: first,
            around,
        };
        let value = visitor.visit_seq(&mut seq)?;
        match seq.values.len() {
            0 => Ok(value),
            left => {
                let len = self.value.parts().len();
                let expected = format!("a list of {}", elements(len - left));
                Err(Error::mismatch(expected, len.to_string()))
            }
        }
    }

    fn tuple<'de, V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value> {
        let around = Around {
            attempts: None,
            ..self.around
        };
        match self.value.elements() {
            Some(elements) if elements.len() == len => self.elements(around, visitor),
            _ => self.value.clone().deserialize_tuple(len, visitor),
        }
    }
}

/// Reads scalars like [`Value`].
macro_rules! leaves {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            self.value.clone().$method(visitor)
        }
    )*};
}

impl<'de> Deserializer<'de> for Part<'_> {
    type Error = Error;

    leaves! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_i128 deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
        deserialize_u128 deserialize_f32 deserialize_f64 deserialize_char deserialize_str
        deserialize_string deserialize_bytes deserialize_byte_buf deserialize_unit
        deserialize_identifier
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.value.elements().is_some() {
            self.deserialize_seq(visitor)
        } else if self.value.is_container() {
            self.deserialize_map(visitor)
        } else {
            self.value.clone().deserialize_any(visitor)
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.value.is_null() {
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        match name {
            names::SENSITIVE => visitor.visit_some(self).map_err(Error::redact),
            names::SET => visitor.visit_newtype_struct(self).map_err(Error::in_set),
            names::ENVELOPE => match self.value.clone().unmarked() {
                blocks if blocks.is_container() => {
                    transit::VALUE.set(Some(blocks));
                    visitor.visit_some(self)
                }
                none => none.deserialize_newtype_struct(name, visitor),
            },
            names::DYNAMIC => self.value.clone().deserialize_newtype_struct(name, visitor),
            _ if self.value.is_container() => visitor.visit_newtype_struct(self),
            _ => self.value.clone().deserialize_newtype_struct(name, visitor),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        self.value.clone().deserialize_unit_struct(name, visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.value.elements() {
            Some(_) => self.elements(self.around, visitor),
            None => self.value.clone().deserialize_seq(visitor),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value> {
        self.tuple(len, visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value> {
        self.tuple(len, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match Entries::of(self.value, self.around, |key| Step::Key(key.into())) {
            Some(entries) => visitor.visit_map(entries),
            None => self.value.clone().deserialize_map(visitor),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let attribute = |name: &str| Step::Attribute(name.to_owned().into());
        match (name, self.value.members()) {
            (names::OBJECT, Some(_)) => visitor.visit_newtype_struct(Object {
                value: self.value,
                names: fields,
            }),
            _ => match Entries::of(self.value, self.around, attribute) {
                Some(entries) => visitor.visit_map(entries),
                None => self.value.clone().deserialize_struct(name, fields, visitor),
            },
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.value.clone().deserialize_enum(name, variants, visitor)
    }
}

/// The elements of a list, set or tuple that are left to read.
struct Seq<'a> {
    values: &'a [Value],
    next: usize,
    around: Around<'a>,
}

impl<'de> SeqAccess<'de> for Seq<'_> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let Some((value, values)) = self.values.split_first() else {
            return Ok(None);
        };
        let index = self.next;
        (self.values, self.next) = (values, index + 1);
        self.around
            .element(index, |around| seed.deserialize(Part { value, around }))
            .map(Some)
            .map_err(|error| error.at_step(Step::Index(index as u64)))
    }

    fn size_hint(&self) -> Option<usize> {
        // Only the first attempt reserves memory for all elements.
        self.around.is_whole().then_some(self.values.len())
    }
}

/// The entries of a map, or the members of an object with their names, that are left to read.
struct Entries<'a> {
    entries: Box<dyn Iterator<Item = (&'a str, &'a Value)> + 'a>,
    step: fn(&str) -> Step,
    value: Option<(&'a str, &'a Value)>,
    next: usize,
    around: Around<'a>,
}

impl<'a> Entries<'a> {
    fn of(value: &'a Value, around: Around<'a>, step: fn(&str) -> Step) -> Option<Self> {
        let first = around.first();
        let entries: Box<dyn Iterator<Item = _>> = match (value.entries(), value.members()) {
            (Some(entries), _) => Box::new(entries.skip(first)),
            (None, Some(members)) => Box::new(members.skip(first)),
            (None, None) => return None,
        };
        Some(Entries {
            entries,
            step,
            value: None,
            next: first,
            around,
        })
    }
}

impl<'de> MapAccess<'de> for Entries<'_> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let Some((key, value)) = self.entries.next() else {
            return Ok(None);
        };
        self.value = Some((key, value));
        self.next += 1;
        self.around
            .element(self.next - 1, |_| {
                seed.deserialize(Key(key.to_owned().into()))
            })
            .map(Some)
            .map_err(|error| error.at_step((self.step)(key)))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let Some((key, value)) = self.value.take() else {
            return Err(Error::data("a value was requested before its key"));
        };
        self.around
            .element(self.next - 1, |around| {
                seed.deserialize(Part { value, around })
            })
            .map_err(|error| error.at_step((self.step)(key)))
    }
}

/// The deserializer of a derived struct.
struct Object<'a> {
    value: &'a Value,
    names: &'static [&'static str],
}

impl<'de> Deserializer<'de> for Object<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let names = self.value.members().into_iter().flatten();
        let surplus = names.filter(|(name, _)| self.names.binary_search(name).is_err());
        visitor.visit_map(Members {
            value: self.value,
            names: self.names,
            next: 0,
            attempts: Attempts::default(),
            faults: surplus.map(|(name, _)| Error::surplus(name)).collect(),
        })
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        option unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier
        ignored_any
    }
}

/// The members of a derived struct. A faulty member is repeated until all of its elements are read.
/// The faults are returned after the last member.
struct Members<'a> {
    value: &'a Value,
    names: &'static [&'static str],
    next: usize,
    attempts: Attempts,
    faults: Vec<Error>,
}

impl<'de> MapAccess<'de> for Members<'_> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        if self.next == self.names.len() || self.faults.len() >= MAX_FAULTS {
            Error::join(std::mem::take(&mut self.faults))?;
            return Ok(None);
        }
        let member: de::value::U64Deserializer<Error> = (self.next as u64).into_deserializer();
        seed.deserialize(member).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let name = self.names[self.next];
        let result = match self.value.get(name) {
            Some(value) => seed
                .deserialize(self.attempts.part(value))
                .map_err(|error| error.at_step(Step::Attribute(name.into()))),
            None => seed.deserialize(Missing(name)),
        };
        let (value, is_last) = match result {
            Ok(value) => (Ok(value), true),
            Err(error) => {
                let is_last = self.attempts.is_last(error);
                (Err(Error::data("the attribute has a fault")), is_last)
            }
        };
        if is_last {
            self.next += 1;
            self.faults.append(&mut self.attempts.faults);
            self.attempts = Attempts::default();
        }
        value
    }
}
