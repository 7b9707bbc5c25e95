//! What a visitor sees of the inside of JSON lists and objects.

use std::borrow::Cow;

use serde::de::{DeserializeSeed, IntoDeserializer, MapAccess, SeqAccess};

use super::de::Json;
use crate::error::{Error, Result};
use crate::key::Key;
use crate::path::Step;

/// The elements of a list, set or tuple.
pub(super) struct Seq<'a, 'de> {
    json: &'a mut Json<'de>,
    next: usize,
}

impl<'a, 'de> Seq<'a, 'de> {
    pub(super) fn new(json: &'a mut Json<'de>) -> Self {
        Seq { json, next: 0 }
    }

    /// Makes sure that the visitor took all, and tells how many it took.
    pub(super) fn end(&mut self) -> Result<usize> {
        let taken = self.next;
        let reader = &mut self.json.reader;
        while reader.more(self.next == 0, b']')? {
            reader.skip()?;
            self.next += 1;
        }
        if self.next > taken {
            let expected = format!("a list of {taken} elements");
            return Err(Error::mismatch(expected, format!("{}", self.next)));
        }
        reader.close(b']')?;
        Ok(taken)
    }
}

impl<'de> SeqAccess<'de> for Seq<'_, 'de> {
    type Error = Error;

    #[inline]
    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let index = self.next;
        if !self.json.reader.more(index == 0, b']')? {
            return Ok(None);
        }
        self.next += 1;
        match seed.deserialize(&mut *self.json) {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(error.at(Step::Index(index as u64))),
        }
    }
}

/// The entries of a map, or of an object that is read by names.
pub(super) struct Map<'a, 'de> {
    json: &'a mut Json<'de>,
    first: bool,
    key: Cow<'de, str>,
    /// Makes the step to a member: an object's members are attributes.
    step: fn(&str) -> Step,
}

impl<'a, 'de> Map<'a, 'de> {
    pub(super) fn new(json: &'a mut Json<'de>, step: fn(&str) -> Step) -> Self {
        Map {
            json,
            first: true,
            key: Cow::Borrowed(""),
            step,
        }
    }
}

impl<'de> MapAccess<'de> for Map<'_, 'de> {
    type Error = Error;

    #[inline]
    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let reader = &mut self.json.reader;
        if !reader.more(self.first, b'}')? {
            return Ok(None);
        }
        self.first = false;
        self.key = reader.key()?;
        match seed.deserialize(Key(self.key.clone())) {
            Ok(key) => Ok(Some(key)),
            Err(error) => Err(error.at((self.step)(&self.key))),
        }
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        match seed.deserialize(&mut *self.json) {
            Ok(value) => Ok(value),
            Err(error) => Err(error.at((self.step)(&self.key))),
        }
    }
}

/// The members of a derived struct, by their index.
pub(super) struct Object<'a, 'de> {
    json: &'a mut Json<'de>,
    names: &'static [&'static str],
    first: bool,
    /// The member that most likely comes next, and then the one whose value does.
    member: usize,
}

impl<'a, 'de> Object<'a, 'de> {
    pub(super) fn new(json: &'a mut Json<'de>, names: &'static [&'static str]) -> Self {
        Object {
            json,
            names,
            first: true,
            member: 0,
        }
    }

    /// Reads the name of the next member, if there is one.
    #[inline]
    fn next_member(&mut self) -> Result<bool> {
        let reader = &mut self.json.reader;
        if !reader.more(self.first, b'}')? {
            return Ok(false);
        }
        self.first = false;
        match self.names.get(self.member) {
            Some(name) if reader.name(name)? => Ok(true),
            _ => self.other_member(),
        }
    }

    /// Reads the name of a member that is not the one that was likely.
    #[inline(never)]
    fn other_member(&mut self) -> Result<bool> {
        let json = &mut *self.json;
        loop {
            let name = json.reader.key()?;
            match self.names.binary_search(&&*name) {
                Ok(member) => {
                    self.member = member;
                    return Ok(true);
                }
                Err(_) if json.ignore_unsupported => json.reader.skip()?,
                Err(_) => return Err(Error::surplus(&name)),
            }
            if !json.reader.more(false, b'}')? {
                return Ok(false);
            }
        }
    }
}

impl<'de> MapAccess<'de> for Object<'_, 'de> {
    type Error = Error;

    #[inline]
    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        match self.next_member()? {
            true => seed
                .deserialize((self.member as u64).into_deserializer())
                .map(Some),
            false => Ok(None),
        }
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let name = self.names[self.member];
        self.member += 1;
        match seed.deserialize(&mut *self.json) {
            Ok(value) => Ok(value),
            Err(error) => Err(error.at(Step::Attribute(name.into()))),
        }
    }
}
