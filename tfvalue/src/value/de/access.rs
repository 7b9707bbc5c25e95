//! The elements of lists, maps and objects, in the form in which visitors read them.

use serde::de::{DeserializeSeed, MapAccess, SeqAccess, Visitor};

use super::super::{Repr, Value};
use crate::bridge::map_key::Key;
use crate::error::{Error, Result, elements};
use crate::path::Step;
use crate::ty::ObjectType;

/// Sorts the members of an object into the order of a struct's names. Missing members are `None`.
pub(super) fn by_names(
    object: &ObjectType,
    values: Vec<Value>,
    names: &'static [&'static str],
) -> Result<Vec<Option<Value>>> {
    let mut members: Vec<Option<Value>> = vec![None; names.len()];
    for (attribute, value) in object.iter().zip(values) {
        match names.binary_search(&&*attribute.name) {
            Ok(at) => members[at] = Some(value),
            Err(_) => return Err(Error::surplus(&attribute.name)),
        }
    }
    Ok(members)
}

/// The elements of a list, set or tuple.
pub(super) struct Seq {
    values: std::vec::IntoIter<Value>,
    next: u64,
}

impl Seq {
    pub(super) fn read<'de, V: Visitor<'de>>(values: Vec<Value>, visitor: V) -> Result<V::Value> {
        let len = values.len();
        let mut seq = Seq {
            values: values.into_iter(),
            next: 0,
        };
        let value = visitor.visit_seq(&mut seq)?;
        match seq.values.len() {
            0 => Ok(value),
            left => {
                let expected = format!("a list of {}", elements(len - left));
                Err(Error::mismatch(expected, len.to_string()))
            }
        }
    }
}

impl<'de> SeqAccess<'de> for Seq {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let Some(value) = self.values.next() else {
            return Ok(None);
        };
        let index = self.next;
        self.next += 1;
        seed.deserialize(value)
            .map(Some)
            .map_err(|error| error.at_step(Step::Index(index)))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.values.len())
    }
}

/// The members of a derived struct, in the order of its names.
pub(super) struct Members {
    pub(super) names: std::slice::Iter<'static, &'static str>,
    pub(super) values: std::vec::IntoIter<Option<Value>>,
}

impl<'de> SeqAccess<'de> for Members {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let (Some(name), Some(value)) = (self.names.next(), self.values.next()) else {
            return Ok(None);
        };
        match value {
            Some(value) => seed
                .deserialize(value)
                .map(Some)
                .map_err(|error| error.at_step(Step::Attribute((*name).into()))),
            None => seed
                .deserialize(crate::bridge::absent::Missing(name))
                .map(Some),
        }
    }
}

/// The entries of a map, or the members of an object with their names.
pub(super) struct Entries {
    entries: std::vec::IntoIter<(String, Value)>,
    value: Option<(Step, Value)>,
    step: fn(&str) -> Step,
}

impl Entries {
    pub(super) fn of(value: Value, expected: &'static str, step: fn(&str) -> Step) -> Result<Self> {
        let entries: Vec<_> = match value.0 {
            Repr::Object(items) => {
                let object = items.object_type().clone();
                let names = object.iter().map(|attribute| attribute.name.to_string());
                names.zip(items.into_values()).collect()
            }
            Repr::Map(items) => {
                let mut parts = items.into_values().into_iter();
                let mut entries = Vec::with_capacity(parts.len() / 2);
                while let (Some(key), Some(value)) = (parts.next(), parts.next()) {
                    entries.push((key.into_text("a key")?, value));
                }
                entries
            }
            repr => return Err(Value(repr).unfit(expected)),
        };
        Ok(Entries {
            entries: entries.into_iter(),
            value: None,
            step,
        })
    }
}

impl<'de> MapAccess<'de> for Entries {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let Some((key, value)) = self.entries.next() else {
            return Ok(None);
        };
        let step = (self.step)(&key);
        self.value = Some((step.clone(), value));
        seed.deserialize(Key(key.into()))
            .map(Some)
            .map_err(|error| error.at_step(step))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        match self.value.take() {
            Some((step, value)) => seed.deserialize(value).map_err(|error| error.at_step(step)),
            None => Err(Error::data("a value was requested before its key")),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.len())
    }
}
