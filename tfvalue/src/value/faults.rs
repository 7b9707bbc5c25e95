//! Reading a Rust value and finding every fault, not just the first.
//!
//! serde stops at the first error: what reads a list cannot go on after an element that does not
//! fit. So a list or map is read again from the element after the faulty one, which reads each
//! element once all the same. Derived structs are read member by member.

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

/// Reads a Rust value, and finds all faults if the value does not fit.
///
/// # Errors
///
/// If the value does not fit: each fault is one of the error's [faults](Error::faults).
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

/// The attempts to read a value, each of which leaves out the elements before some place.
#[derive(Default)]
struct Attempts {
    /// The place: the first element that is read, the first element within it, and so on.
    from: Vec<usize>,
    /// The elements that are being read, from the outermost list or map on.
    at: RefCell<Vec<usize>>,
    faults: Vec<Error>,
    count: usize,
}

impl Attempts {
    fn part<'a>(&'a self, value: &'a Value) -> Part<'a> {
        let around = Around {
            attempts: Some(self),
            depth: 0,
            leads_to_start: true,
        };
        Part { value, around }
    }

    /// Notes why an attempt failed, and returns `true` if there is nothing left to attempt.
    fn is_last(&mut self, error: Error) -> bool {
        let mut at = self.at.take();
        // A list or map in which elements were left out may be refused as a whole for that alone.
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

/// Where a value is in the lists and maps around it.
#[derive(Clone, Copy)]
struct Around<'a> {
    /// `None` inside a tuple: no element of it can be left out.
    attempts: Option<&'a Attempts>,
    depth: usize,
    /// Whether the attempt begins inside this value.
    leads_to_start: bool,
}

impl<'a> Around<'a> {
    /// Returns the first element that is read.
    fn first(self) -> usize {
        match self.attempts {
            Some(attempts) if self.leads_to_start => {
                attempts.from.get(self.depth).copied().unwrap_or(0)
            }
            _ => 0,
        }
    }

    fn is_whole(self) -> bool {
        self.attempts
            .is_none_or(|attempts| attempts.from.is_empty())
    }

    /// Runs `read` on an element.
    fn element<T>(self, index: usize, read: impl FnOnce(Around<'a>) -> Result<T>) -> Result<T> {
        let Some(attempts) = self.attempts else {
            return read(self);
        };
        attempts.at.borrow_mut().push(index);
        let value = read(Around {
            attempts: self.attempts,
            depth: self.depth + 1,
            leads_to_start: self.leads_to_start
                && attempts.from.len() > self.depth + 1
                && attempts.from[self.depth] == index,
        })?;
        attempts.at.borrow_mut().pop();
        Ok(value)
    }
}

/// A value that is read with the elements left out that were read before.
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

/// Reads scalars as the value itself does.
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
        match self.value.is_null() {
            true => visitor.visit_none(),
            false => visitor.visit_some(self),
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
        // Room for all is made once only.
        self.around.is_whole().then_some(self.values.len())
    }
}

/// The entries of a map, or the members of an object by their names.
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
            return Err(Error::data("a value was asked for before its key"));
        };
        self.around
            .element(self.next - 1, |around| {
                seed.deserialize(Part { value, around })
            })
            .map_err(|error| error.at_step((self.step)(key)))
    }
}

/// The members of a derived struct.
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

/// Hands over the members one by one. A member that fails comes again as long as there is
/// something left in it; the faults come at the end.
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
                (Err(Error::data("the member has a fault")), is_last)
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
