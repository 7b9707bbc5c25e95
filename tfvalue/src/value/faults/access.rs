//! The elements of lists, maps and objects, in the form in which visitors read them.

use serde::de::{
    self, DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, SeqAccess, Visitor,
};

use super::{Around, Attempts, Part};
use crate::bridge::absent::Missing;
use crate::bridge::map_key::Key;
use crate::error::{Error, Result, elements};
use crate::limits::MAX_FAULTS;
use crate::path::Step;
use crate::value::Value;

impl Part<'_> {
    /// Reads the elements that are left.
    pub(super) fn elements<'de, V: Visitor<'de>>(
        self,
        around: Around<'_>,
        visitor: V,
    ) -> Result<V::Value> {
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
pub(super) struct Entries<'a> {
    entries: Box<dyn Iterator<Item = (&'a str, &'a Value)> + 'a>,
    step: fn(&str) -> Step,
    value: Option<(&'a str, &'a Value)>,
    next: usize,
    around: Around<'a>,
}

impl<'a> Entries<'a> {
    pub(super) fn of(value: &'a Value, around: Around<'a>, step: fn(&str) -> Step) -> Option<Self> {
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
pub(super) struct Object<'a> {
    pub(super) value: &'a Value,
    pub(super) names: &'static [&'static str],
}

impl<'de> Deserializer<'de> for Object<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_map(Members {
            value: self.value,
            names: self.names,
            next: 0,
            near: 0,
            attempts: Attempts::default(),
            faults: surplus(self.value, self.names),
            cost: 0,
        })
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        option unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier
        ignored_any
    }
}

/// Returns an error for each member of an object that is not among the sorted names.
fn surplus(object: &Value, names: &[&str]) -> Vec<Error> {
    let mut near = 0;
    let members = object.members().into_iter().flatten();
    let surplus = members.filter(|(name, _)| {
        // Both are sorted.
        let is_next = names.get(near) == Some(name);
        near += usize::from(is_next);
        !is_next && names.binary_search(name).is_err()
    });
    surplus.map(|(name, _)| Error::surplus(name)).collect()
}

/// The members of a derived struct. A faulty member is repeated until all of its elements are read.
/// The faults are returned after the last member.
struct Members<'a> {
    value: &'a Value,
    names: &'static [&'static str],
    next: usize,
    /// The probable position of the next member in the value.
    near: usize,
    attempts: Attempts,
    faults: Vec<Error>,
    cost: usize,
}

impl<'de> MapAccess<'de> for Members<'_> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        if self.next == self.names.len() || self.cost >= MAX_FAULTS {
            Error::join(std::mem::take(&mut self.faults))?;
            return Ok(None);
        }
        let member: de::value::U64Deserializer<Error> = (self.next as u64).into_deserializer();
        seed.deserialize(member).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let name = self.names[self.next];
        let mut near = self.near;
        let result = match self.value.get_near(name, &mut near) {
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
            self.near = near;
            self.cost += self.attempts.cost;
            self.faults.append(&mut self.attempts.faults);
            self.attempts = Attempts::default();
        }
        value
    }
}
