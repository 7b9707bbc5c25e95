//! What a visitor sees of the inside of a list, a map and an object.

use std::collections::BTreeSet;

use serde::de::{DeserializeSeed, MapAccess, SeqAccess};

use super::de::Deserializer;
use super::read::Reader;
use crate::absent::Missing;
use crate::error::{Error, Result};
use crate::key::Key;
use crate::path::Step;
use crate::refinements::nfc;

/// The elements of a list, set or tuple.
pub(super) struct Seq<'a, 'de> {
    de: &'a mut Deserializer<'de>,
    len: usize,
    next: usize,
}

impl<'a, 'de> Seq<'a, 'de> {
    pub(super) fn new(de: &'a mut Deserializer<'de>, len: usize) -> Self {
        Seq { de, len, next: 0 }
    }

    /// Makes sure that the visitor took all.
    pub(super) fn end(&self) -> Result<()> {
        if self.next == self.len {
            return Ok(());
        }
        let (taken, len) = (self.next, self.len);
        Err(Error::mismatch(
            format!("a list of {taken} elements"),
            format!("{len}"),
        ))
    }
}

impl<'de> SeqAccess<'de> for Seq<'_, 'de> {
    type Error = Error;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        if self.next == self.len {
            return Ok(None);
        }
        let index = self.next;
        self.next += 1;
        match seed.deserialize(&mut *self.de) {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(error.at(Step::Index(index as u64))),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        // Each element takes a byte at least, whatever the header says.
        Some((self.len - self.next).min(self.de.reader.remaining()))
    }
}

/// The entries of a map, or of an object that is read by names.
pub(super) struct Map<'a, 'de> {
    de: &'a mut Deserializer<'de>,
    left: usize,
    /// The key of the entry whose value is read next.
    key: &'de str,
    start: usize,
    len: usize,
    order: Order,
    /// Makes the step to a member: an object's members are attributes.
    step: fn(&str) -> Step,
}

/// What is known of the keys so far.
#[derive(PartialEq)]
enum Order {
    /// No key yet.
    Fresh,
    /// Ascending and NFC, so that none is there twice.
    Ascending,
    /// All keys of the map were compared.
    Compared,
}

impl<'a, 'de> Map<'a, 'de> {
    pub(super) fn new(de: &'a mut Deserializer<'de>, len: usize, step: fn(&str) -> Step) -> Self {
        let start = de.reader.pos();
        Map {
            de,
            left: len,
            key: "",
            start,
            len,
            order: Order::Fresh,
            step,
        }
    }

    pub(super) fn end(&self) -> Result<()> {
        match self.left {
            0 => Ok(()),
            n => Err(Error::mismatch(
                "the end of the map",
                format!("{n} more elements"),
            )),
        }
    }

    /// Notes the next key, and looks for repeated ones as soon as the order does not rule
    /// them out.
    #[inline]
    fn note(&mut self, key: &'de str) -> Result<()> {
        if self.order != Order::Compared {
            let ascending = self.order == Order::Fresh || key > self.key;
            if ascending && (key.is_ascii() || matches!(nfc(key), std::borrow::Cow::Borrowed(_))) {
                self.order = Order::Ascending;
            } else {
                compare_keys(&self.de.reader, self.start, self.len)?;
                self.order = Order::Compared;
            }
        }
        self.key = key;
        Ok(())
    }
}

/// Makes sure that no key is there twice, also by NFC.
#[cold]
fn compare_keys(reader: &Reader<'_>, start: usize, len: usize) -> Result<()> {
    let mut reader = reader.clone();
    reader.seek(start);
    let mut keys = BTreeSet::new();
    for _ in 0..len {
        let key = reader.str("a string as the key")?;
        if !keys.insert(nfc(key)) {
            return Err(reader.locate(Error::repeated(key)));
        }
        reader.skip()?;
    }
    Ok(())
}

impl<'de> MapAccess<'de> for Map<'_, 'de> {
    type Error = Error;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let key = self.de.reader.str("a string as the key")?;
        self.note(key)?;
        match seed.deserialize(Key(key.into())) {
            Ok(key) => Ok(Some(key)),
            Err(error) => Err(error.at((self.step)(key))),
        }
    }

    #[inline]
    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value> {
        match seed.deserialize(&mut *self.de) {
            Ok(value) => Ok(value),
            Err(error) => Err(error.at((self.step)(self.key))),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left.min(self.de.reader.remaining() / 2))
    }
}

/// The members of a derived struct, in the order of its names.
///
/// Terraform sends the names sorted, as the derive keeps them, so each key is compared with the
/// one that must come next. At the first that differs, the whole object is looked through once
/// and its members are taken from where they stand.
pub(super) struct Object<'a, 'de> {
    de: &'a mut Deserializer<'de>,
    names: &'static [&'static str],
    next: usize,
    /// The number of entries on the wire.
    len: usize,
    start: usize,
    places: Option<Places>,
}

/// Where the members of an object that is out of order stand.
struct Places {
    /// The position of each value; 0, which is always the header's, where it is missing.
    values: Vec<usize>,
    end: usize,
}

impl<'a, 'de> Object<'a, 'de> {
    pub(super) fn new(
        de: &'a mut Deserializer<'de>,
        len: usize,
        names: &'static [&'static str],
    ) -> Self {
        let start = de.reader.pos();
        Object {
            de,
            names,
            next: 0,
            len,
            start,
            places: None,
        }
    }

    /// Makes sure that nothing is there beside the names, and goes to the end of the object.
    pub(super) fn end(&mut self) -> Result<()> {
        if self.places.is_none() && self.len != self.names.len() {
            self.find_places()?;
        }
        if let Some(places) = &self.places {
            self.de.reader.seek(places.end);
        }
        Ok(())
    }

    /// Goes to the value of the member, or tells that it is missing.
    #[inline]
    fn go_to(&mut self, member: usize) -> Result<bool> {
        if self.places.is_none() {
            if member < self.len {
                let at = self.de.reader.pos();
                let key = self
                    .de
                    .reader
                    .str_bytes("a string as the name of an attribute")?;
                if key == self.names[member].as_bytes() {
                    return Ok(true);
                }
                self.de.reader.seek(at);
            }
            self.find_places()?;
        }
        let at = self
            .places
            .as_ref()
            .map_or(0, |places| places.values[member]);
        self.de.reader.seek(at);
        Ok(at != 0)
    }

    /// Looks through the whole object for the places of its members.
    #[cold]
    fn find_places(&mut self) -> Result<()> {
        let mut reader = self.de.reader.clone();
        reader.seek(self.start);
        let mut values = vec![0; self.names.len()];
        for _ in 0..self.len {
            let place = reader.pos();
            let name = reader.str("a string as the name of an attribute")?;
            let Ok(member) = self.names.binary_search(&name) else {
                return Err(Error::surplus(name).relocate(place));
            };
            if values[member] != 0 {
                return Err(Error::repeated(name).relocate(place));
            }
            values[member] = reader.pos();
            reader
                .skip()
                .map_err(|error| error.at(attribute(self.names[member])))?;
        }
        let end = reader.pos();
        self.places = Some(Places { values, end });
        Ok(())
    }
}

fn attribute(name: &'static str) -> Step {
    Step::Attribute(name.into())
}

impl<'de> SeqAccess<'de> for Object<'_, 'de> {
    type Error = Error;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let member = self.next;
        if member == self.names.len() {
            return Ok(None);
        }
        self.next += 1;
        let result = match self.go_to(member)? {
            true => seed.deserialize(&mut *self.de),
            false => return seed.deserialize(Missing(self.names[member])).map(Some),
        };
        match result {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(error.at(attribute(self.names[member]))),
        }
    }
}
