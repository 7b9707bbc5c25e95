//! Reads a Rust value and reports every fault, not only the first.
//!
//! serde stops at the first error: the visitor of a list cannot continue after an element that does
//! not fit. So the list or map is read again, starting after the faulty element. Each element is
//! still read only once. The members of derived structs are read one at a time.

mod access;

use std::cell::RefCell;

use serde::de::{Deserialize, Deserializer, Visitor};

use self::access::{Entries, Object};
use super::Value;
use crate::error::{Error, Result};
use crate::limits::MAX_FAULTS;
use crate::names;
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
    /// element to read inside that one, and so on.
    from: Vec<usize>,
    /// The indices of the elements that are being read, from the outermost list or map inwards.
    at: RefCell<Vec<usize>>,
    faults: Vec<Error>,
    cost: usize,
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
            self.cost += error.cost();
            self.faults.push(error);
        }
        let Some(last) = at.last_mut() else {
            return true;
        };
        *last += 1;
        self.from = at;
        self.cost >= MAX_FAULTS
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

/// A value in an attempt, which skips the elements that were read before.
#[derive(Clone, Copy)]
struct Part<'a> {
    value: &'a Value,
    around: Around<'a>,
}

impl Part<'_> {
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
        match (name, self.value.members()) {
            (names::OBJECT, Some(_)) => visitor.visit_newtype_struct(Object {
                value: self.value,
                names: fields,
            }),
            _ => match Entries::of(self.value, self.around, Step::of_attribute) {
                Some(entries) => visitor.visit_map(entries),
                None => Err(self.value.unfit("an object")),
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
