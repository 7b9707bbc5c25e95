//! Provides the elements of lists, maps and objects in the form in which visitors read them.

use serde::de::{
    self, DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, SeqAccess, Visitor,
};

use super::super::faults::{Around, Attempts};
use super::PartDeserializer;
use crate::bridge::absent::Missing;
use crate::bridge::map_key::MapKey;
use crate::error::{Error, Result, elements};
use crate::limits::MAX_FAULTS;
use crate::path::Step;
use crate::value::Value;

/// The remaining elements of a list, set or tuple.
pub(super) struct ValueSeq<'a> {
    values: &'a [Value],
    next: usize,
    around: Around<'a>,
}

impl<'a> ValueSeq<'a> {
    /// Reads the remaining elements.
    pub(super) fn read<'de, V: Visitor<'de>>(
        all: &'a [Value],
        around: Around<'a>,
        visitor: V,
    ) -> Result<V::Value> {
        let first = around.first();
        let mut seq = ValueSeq {
            values: all.get(first..).unwrap_or_default(),
            next: first,
            around,
        };
        let value = visitor.visit_seq(&mut seq)?;
        match seq.values.len() {
            0 => Ok(value),
            left => {
                let expected = format!("a list of {}", elements(all.len() - left));
                Err(Error::mismatch(expected, all.len().to_string()))
            }
        }
    }
}

impl<'de> SeqAccess<'de> for ValueSeq<'_> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let Some((value, values)) = self.values.split_first() else {
            return Ok(None);
        };
        let index = self.next;
        (self.values, self.next) = (values, index + 1);
        self.around
            .element(index, |around| {
                seed.deserialize(PartDeserializer { value, around })
            })
            .map(Some)
            .map_err(|error| error.at_step(Step::Index(index as u64)))
    }

    fn size_hint(&self) -> Option<usize> {
        // Only the first attempt reserves memory for all elements.
        self.around.is_whole().then_some(self.values.len())
    }
}

/// The remaining entries of a map, or the remaining members of an object with their names.
pub(super) struct ValueEntries<'a> {
    entries: Box<dyn Iterator<Item = (&'a str, &'a Value)> + 'a>,
    len: usize,
    step: fn(&str) -> Step,
    value: Option<(&'a str, &'a Value)>,
    next: usize,
    around: Around<'a>,
}

impl<'a> ValueEntries<'a> {
    pub(super) fn of(
        part: PartDeserializer<'a>,
        expected: &'static str,
        step: fn(&str) -> Step,
    ) -> Result<Self> {
        let PartDeserializer { value, around } = part;
        let first = around.first();
        let (entries, len): (Box<dyn Iterator<Item = _>>, _) =
            match (value.entries(), value.members()) {
                (Some(entries), _) => (Box::new(entries.skip(first)), value.parts().len() / 2),
                (None, Some(members)) => (Box::new(members.skip(first)), value.parts().len()),
                (None, None) => return Err(value.unfit(expected)),
            };
        Ok(ValueEntries {
            entries,
            len,
            step,
            value: None,
            next: first,
            around,
        })
    }
}

impl<'de> MapAccess<'de> for ValueEntries<'_> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let Some((key, value)) = self.entries.next() else {
            return Ok(None);
        };
        self.value = Some((key, value));
        self.next += 1;
        self.around
            .element(self.next - 1, |_| {
                seed.deserialize(MapKey(key.to_owned().into()))
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
                seed.deserialize(PartDeserializer { value, around })
            })
            .map_err(|error| error.at_step((self.step)(key)))
    }

    fn size_hint(&self) -> Option<usize> {
        self.around.is_whole().then(|| self.len - self.next)
    }
}

/// A derived struct that is being read. When used as a deserializer, it provides all members, including members with
/// faults.
pub(super) struct DerivedStruct<'a> {
    pub(super) part: PartDeserializer<'a>,
    pub(super) names: &'static [&'static str],
}

impl DerivedStruct<'_> {
    pub(super) fn read<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.part.around.finds_all() {
            return visitor.visit_newtype_struct(self);
        }
        let value = self.part.value;
        match surplus(value, self.names).next() {
            Some(error) => Err(error),
            None => visitor.visit_seq(InOrder {
                value,
                names: self.names.iter(),
                near: 0,
            }),
        }
    }
}

/// The members of a derived struct, in name order.
struct InOrder<'a> {
    value: &'a Value,
    names: std::slice::Iter<'static, &'static str>,
    /// The probable position of the next member in the value.
    near: usize,
}

impl<'de> SeqAccess<'de> for InOrder<'_> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let Some(name) = self.names.next() else {
            return Ok(None);
        };
        match self.value.get_near(name, &mut self.near) {
            Some(value) => seed
                .deserialize(PartDeserializer::of(value))
                .map(Some)
                .map_err(|error| error.at_step(Step::Attribute((*name).into()))),
            None => seed.deserialize(Missing(name)).map(Some),
        }
    }
}

impl<'de> Deserializer<'de> for DerivedStruct<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let value = self.part.value;
        visitor.visit_map(DerivedMembers {
            value,
            names: self.names,
            next: 0,
            near: 0,
            attempts: Attempts::default(),
            faults: surplus(value, self.names).collect(),
            cost: 0,
        })
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        option unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier
        ignored_any
    }
}

/// Returns an error for each member of an object that is not in the sorted list of names.
fn surplus<'a>(object: &'a Value, names: &'a [&str]) -> impl Iterator<Item = Error> + 'a {
    let mut near = 0;
    let members = object.members().into_iter().flatten();
    let surplus = members.filter(move |(name, _)| {
        // Both lists are sorted.
        let is_next = names.get(near) == Some(name);
        near += usize::from(is_next);
        !is_next && names.binary_search(name).is_err()
    });
    surplus.map(|(name, _)| Error::surplus(name))
}

/// The members of a derived struct. A faulty member is returned again until all of its elements have been read.
/// The faults are returned after the last member.
struct DerivedMembers<'a> {
    value: &'a Value,
    names: &'static [&'static str],
    next: usize,
    /// The probable position of the next member in the value.
    near: usize,
    attempts: Attempts,
    faults: Vec<Error>,
    cost: usize,
}

impl<'de> MapAccess<'de> for DerivedMembers<'_> {
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
