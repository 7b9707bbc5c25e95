//! Gives a visitor access to the parts of lists, maps and objects.

use std::borrow::Cow;

use serde::de::{DeserializeSeed, IntoDeserializer, MapAccess, SeqAccess};

use super::deserializer::Deserializer;
use crate::bridge::map_key::MapKey;
use crate::error::{Error, Result};
use crate::path::Step;

/// The elements of a list, set or tuple.
pub(super) struct Seq<'a, 'de> {
    de: &'a mut Deserializer<'de>,
    next: usize,
}

impl<'a, 'de> Seq<'a, 'de> {
    pub(super) fn new(de: &'a mut Deserializer<'de>) -> Self {
        Seq { de, next: 0 }
    }

    #[cold]
    #[inline(never)]
    fn in_element(&self, index: usize, error: Error) -> Error {
        self.de.reader.locate(error).in_element(index)
    }

    /// Goes back to the level above, and returns the number of elements that the visitor has read. Fails if more
    /// elements follow.
    pub(super) fn end(self) -> Result<usize> {
        let taken = self.next;
        let reader = &mut self.de.reader;
        let mut len = taken;
        while reader.more(len == 0, b']')? {
            reader.skip()?;
            len += 1;
        }
        if len > taken {
            let expected = format!("a list of {taken} elements");
            return Err(Error::mismatch(expected, format!("{len}")));
        }
        self.de.leave(b']')?;
        Ok(taken)
    }
}

impl<'de> SeqAccess<'de> for Seq<'_, 'de> {
    type Error = Error;

    #[inline]
    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let index = self.next;
        if !tri!(self.de.reader.more(index == 0, b']')) {
            return Ok(None);
        }
        self.next += 1;
        match seed.deserialize(&mut *self.de) {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(self.in_element(index, error)),
        }
    }
}

/// The entries of a map.
pub(super) struct Map<'a, 'de> {
    de: &'a mut Deserializer<'de>,
    first: bool,
    /// The position of the key whose value follows.
    key_at: usize,
}

impl<'a, 'de> Map<'a, 'de> {
    pub(super) fn new(de: &'a mut Deserializer<'de>) -> Self {
        Map {
            de,
            first: true,
            key_at: 0,
        }
    }

    #[cold]
    #[inline(never)]
    fn in_entry(&self, error: Error) -> Error {
        let key = self.de.reader.key_at(self.key_at);
        self.de.reader.locate(error).at_step(Step::Key(key.into()))
    }
}

impl<'de> MapAccess<'de> for Map<'_, 'de> {
    type Error = Error;

    #[inline]
    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let reader = &mut self.de.reader;
        if !tri!(reader.more(self.first, b'}')) {
            return Ok(None);
        }
        self.first = false;
        self.key_at = reader.pos();
        match seed.deserialize(MapKey(tri!(reader.key()))) {
            Ok(key) => Ok(Some(key)),
            Err(error) => Err(self.in_entry(error)),
        }
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        match seed.deserialize(&mut *self.de) {
            Ok(value) => Ok(value),
            Err(error) => Err(self.in_entry(error)),
        }
    }
}

/// The members of an object. A derived struct receives the index of each member, and other structs receive the name.
///
/// Derived structs and other structs use the same type, so that the code that reads a struct is generated only once.
pub(super) struct ObjectAccess<'a, 'de> {
    de: &'a mut Deserializer<'de>,
    first: bool,
    is_derived: bool,
    /// The names of a derived struct's members; empty for other structs.
    names: &'static [&'static str],
    /// For derived structs, the index of the member whose value follows. Before the name of the member is read, this is
    /// the expected member.
    member: usize,
    /// For other structs, the position of the name of the member whose value follows.
    name_at: usize,
}

/// The next part of an object.
enum Next<'de> {
    /// A member of a derived struct, whose index is in [`ObjectAccess::member`].
    Member,
    /// A member of another struct.
    Name(Cow<'de, str>),
    End,
}

impl<'a, 'de> ObjectAccess<'a, 'de> {
    pub(super) fn new(
        de: &'a mut Deserializer<'de>,
        names: Option<&'static [&'static str]>,
    ) -> Self {
        ObjectAccess {
            de,
            first: true,
            is_derived: names.is_some(),
            names: names.unwrap_or_default(),
            member: 0,
            name_at: 0,
        }
    }

    #[cold]
    #[inline(never)]
    fn in_member(&self, error: Error) -> Error {
        let name = match self.names.get(self.member) {
            Some(&name) => Cow::Borrowed(name),
            None => Cow::Owned(self.de.reader.key_at(self.name_at).into()),
        };
        self.de.reader.locate(error).at_step(Step::Attribute(name))
    }

    /// Reads the name of the expected member if it comes next, without whitespace around the name.
    #[inline(always)]
    fn is_next(&mut self) -> bool {
        match self.names.get(self.member) {
            Some(name) if self.de.reader.compact_name(self.first, name) => {
                self.first = false;
                true
            }
            _ => false,
        }
    }

    /// Passes the seed the index of the member whose name was read.
    #[inline(always)]
    fn index<S: DeserializeSeed<'de>>(&self, seed: S) -> Result<Option<S::Value>> {
        match seed.deserialize((self.member as u64).into_deserializer()) {
            Ok(key) => Ok(Some(key)),
            Err(error) => Err(self.in_member(error)),
        }
    }

    /// Reads any name, or detects the end of the object.
    #[inline(never)]
    fn next_key<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        match tri!(self.next()) {
            Next::Member => self.index(seed),
            Next::Name(name) => match seed.deserialize(MapKey(name)) {
                Ok(key) => Ok(Some(key)),
                Err(error) => Err(self.in_member(error)),
            },
            Next::End => Ok(None),
        }
    }

    #[inline(never)]
    fn next(&mut self) -> Result<Next<'de>> {
        while self.de.reader.more(self.first, b'}')? {
            self.first = false;
            let reader = &mut self.de.reader;
            if let Some(name) = self.names.get(self.member) {
                if reader.name(name)? {
                    return Ok(Next::Member);
                }
            }
            self.name_at = reader.pos();
            let name = reader.key()?;
            if !self.is_derived {
                return Ok(Next::Name(name));
            }
            match self.names.binary_search(&&*name) {
                Ok(member) => {
                    self.member = member;
                    return Ok(Next::Member);
                }
                Err(_) if self.de.ignore_unsupported => self.de.reader.skip()?,
                Err(_) => return Err(Error::surplus(&name)),
            }
        }
        Ok(Next::End)
    }
}

impl<'de> MapAccess<'de> for ObjectAccess<'_, 'de> {
    type Error = Error;

    #[inline]
    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        if self.is_next() {
            self.index(seed)
        } else {
            self.next_key(seed)
        }
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        match seed.deserialize(&mut *self.de) {
            Ok(value) => {
                self.member += 1;
                Ok(value)
            }
            Err(error) => Err(self.in_member(error)),
        }
    }
}
