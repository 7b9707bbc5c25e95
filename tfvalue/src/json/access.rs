//! What a visitor sees of the inside of JSON lists and objects.

use std::borrow::Cow;

use serde::de::{DeserializeSeed, IntoDeserializer, MapAccess, SeqAccess};

use super::de::Json;
use crate::bridge::map_key::Key;
use crate::error::{Error, Result};
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

    /// Fails if the visitor left elements, and goes back to the level above. Returns how many the
    /// visitor took.
    pub(super) fn end(self) -> Result<usize> {
        let taken = self.next;
        let reader = &mut self.json.reader;
        let mut len = taken;
        while reader.more(len == 0, b']')? {
            reader.skip()?;
            len += 1;
        }
        if len > taken {
            let expected = format!("a list of {taken} elements");
            return Err(Error::mismatch(expected, format!("{len}")));
        }
        self.json.leave(b']')?;
        Ok(taken)
    }
}

impl<'de> SeqAccess<'de> for Seq<'_, 'de> {
    type Error = Error;

    #[inline]
    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let index = self.next;
        if !tri!(self.json.reader.more(index == 0, b']')) {
            return Ok(None);
        }
        self.next += 1;
        match seed.deserialize(&mut *self.json) {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(error.in_element(index)),
        }
    }
}

/// The entries of a map.
pub(super) struct Map<'a, 'de> {
    json: &'a mut Json<'de>,
    first: bool,
    key: Cow<'de, str>,
}

impl<'a, 'de> Map<'a, 'de> {
    pub(super) fn new(json: &'a mut Json<'de>) -> Self {
        Map {
            json,
            first: true,
            key: Cow::Borrowed(""),
        }
    }

    #[cold]
    #[inline(never)]
    fn in_entry(&self, error: Error) -> Error {
        error.at_step(Step::Key((&*self.key).into()))
    }
}

impl<'de> MapAccess<'de> for Map<'_, 'de> {
    type Error = Error;

    #[inline]
    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let reader = &mut self.json.reader;
        if !tri!(reader.more(self.first, b'}')) {
            return Ok(None);
        }
        self.first = false;
        self.key = tri!(reader.key());
        match seed.deserialize(Key(self.key.clone())) {
            Ok(key) => Ok(Some(key)),
            Err(error) => Err(self.in_entry(error)),
        }
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        match seed.deserialize(&mut *self.json) {
            Ok(value) => Ok(value),
            Err(error) => Err(self.in_entry(error)),
        }
    }
}

/// The members of an object: those of a derived struct by their index, others by their name.
///
/// One type serves both, so that the code that reads a struct is generated once.
pub(super) struct Object<'a, 'de> {
    json: &'a mut Json<'de>,
    first: bool,
    /// The names of a derived struct.
    names: Option<&'static [&'static str]>,
    /// The index of the member whose value is read next, and before that of the one that is
    /// expected.
    member: usize,
    /// The name of the member whose value is read next, if there are no names.
    name: Cow<'de, str>,
}

impl<'a, 'de> Object<'a, 'de> {
    pub(super) fn new(json: &'a mut Json<'de>, names: Option<&'static [&'static str]>) -> Self {
        Object {
            json,
            first: true,
            names,
            member: 0,
            name: Cow::Borrowed(""),
        }
    }

    #[cold]
    #[inline(never)]
    fn in_member(&self, error: Error) -> Error {
        error.at_step(Step::Attribute(match self.names {
            Some(names) => names[self.member].into(),
            None => Cow::Owned(self.name.to_string()),
        }))
    }

    /// Reads the name of the next member, if there is one.
    #[inline]
    fn next_member(&mut self) -> Result<bool> {
        let reader = &mut self.json.reader;
        if !reader.more(self.first, b'}')? {
            return Ok(false);
        }
        self.first = false;
        let Some(names) = self.names else {
            self.name = reader.key()?;
            return Ok(true);
        };
        match names.get(self.member) {
            Some(name) if reader.name(name)? => Ok(true),
            _ => self.other_member(names),
        }
    }

    /// Reads the name of a member that is not the expected one.
    #[inline(never)]
    fn other_member(&mut self, names: &[&str]) -> Result<bool> {
        let json = &mut *self.json;
        loop {
            let name = json.reader.key()?;
            match names.binary_search(&&*name) {
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
        if !tri!(self.next_member()) {
            return Ok(None);
        }
        let key = match self.names {
            Some(_) => seed.deserialize((self.member as u64).into_deserializer()),
            None => seed.deserialize(Key(self.name.clone())),
        };
        match key {
            Ok(key) => Ok(Some(key)),
            Err(error) => Err(self.in_member(error)),
        }
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        match seed.deserialize(&mut *self.json) {
            Ok(value) => {
                self.member += 1;
                Ok(value)
            }
            Err(error) => Err(self.in_member(error)),
        }
    }
}
