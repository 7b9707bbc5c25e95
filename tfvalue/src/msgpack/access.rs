//! The access types through which visitors read a list, a map or an object.
//!
//! The fast paths assume the order in which Terraform sends names and keys: ascending and without duplicates. Any other
//! order is also accepted, but requires a scan of the container. Keys and names are compared as bytes, because
//! Terraform sorts them by bytes.

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde::de::{DeserializeSeed, MapAccess, SeqAccess};

use super::deserializer::Deserializer;
use super::read::Reader;
use crate::bridge::absent::Missing;
use crate::bridge::map_key::MapKey;
use crate::error::{Error, Result};
use crate::nfc::nfc;
use crate::path::Step;
use crate::text;

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

    /// Returns to the level above.
    ///
    /// # Errors
    ///
    /// Fails if the visitor did not read all elements.
    #[inline]
    pub(super) fn end(&mut self) -> Result<()> {
        // After an error, the depth may be wrong. The position is inside a value, so nothing more can be read.
        self.de.leave();
        // Otherwise, the next value would be read from the remaining elements.
        if self.next == self.len {
            Ok(())
        } else {
            Err(surplus_elements(self.next, self.len))
        }
    }
}

#[cold]
fn surplus_elements(taken: usize, len: usize) -> Error {
    Error::mismatch(format!("a list of {taken} elements"), format!("{len}"))
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
            Err(error) => Err(error.in_element(index)),
        }
    }

    #[inline]
    fn size_hint(&self) -> Option<usize> {
        // Each element takes at least one byte, regardless of the length in the header.
        Some((self.len - self.next).min(self.de.reader.remaining()))
    }
}

/// The entries of a map, or of an object whose members are read by name.
pub(super) struct Map<'a, 'de> {
    de: &'a mut Deserializer<'de>,
    left: usize,
    /// The key of the entry whose value is read next. The key becomes a step only if there is an error.
    key: Option<&'de str>,
    /// The position of the first entry, for the scan that compares all keys.
    start: usize,
    len: usize,
    /// Whether all keys of the map have been compared. Until then, the keys are in ascending order and in NFC, so they
    /// cannot repeat.
    compared: bool,
    /// Creates the path step to a member. Members of objects are attributes.
    step: fn(&str) -> Step,
}

impl<'a, 'de> Map<'a, 'de> {
    pub(super) fn new(de: &'a mut Deserializer<'de>, len: usize, step: fn(&str) -> Step) -> Self {
        let start = de.reader.pos();
        Map {
            de,
            left: len,
            key: None,
            start,
            len,
            compared: false,
            step,
        }
    }

    /// Fails if the visitor left entries unread, and goes back to the level above.
    #[inline]
    pub(super) fn end(&mut self) -> Result<()> {
        self.de.leave();
        match self.left {
            0 => Ok(()),
            left => Err(surplus_entries(left)),
        }
    }

    #[cold]
    #[inline(never)]
    fn in_entry(&self, error: Error) -> Error {
        error.at_step((self.step)(self.key.unwrap_or_default()))
    }

    /// Reads the next key. As long as the keys ascend, no key can repeat. The first key that does not ascend causes a
    /// check for repeated keys.
    #[inline(always)]
    fn read_key(&mut self) -> Result<&'de str> {
        let last = self.key;
        match self.de.reader.short_ascii() {
            // ASCII is in NFC, and a key that is greater than the previous key is greater than all earlier keys.
            Some(key) if last.is_none_or(|last| text::less(last.as_bytes(), key.as_bytes())) => {
                self.key = Some(key);
                Ok(key)
            }
            read => self.read_any_key(read),
        }
    }

    #[inline(never)]
    fn read_any_key(&mut self, read: Option<&'de str>) -> Result<&'de str> {
        let key = match read {
            Some(key) => key,
            None => self.de.reader.str("a string as the key")?,
        };
        if !self.compared {
            // A key that NFC changes can become equal to any other key, even if the bytes are ascending.
            let ascending = self.key.is_none_or(|last| last < key);
            if !ascending || matches!(nfc(key), Cow::Owned(_)) {
                compare_keys(&self.de.reader, self.start, self.len)?;
                self.compared = true;
            }
        }
        self.key = Some(key);
        Ok(key)
    }
}

#[cold]
fn surplus_entries(left: usize) -> Error {
    Error::mismatch("the end of the map", format!("{left} more elements"))
}

/// Rejects duplicate keys. The keys are compared after NFC normalization.
///
/// This function compares all keys of the map at once, including keys that have not been read yet, so it runs once for
/// each map. Terraform's own reader keeps the last of several duplicate keys, and an arbitrary one of several keys that
/// NFC makes equal.
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

    #[inline(always)] // a call moves the key through memory
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let key = tri!(self.read_key());
        match seed.deserialize(MapKey(key.into())) {
            Ok(key) => Ok(Some(key)),
            Err(error) => Err(error.at_step((self.step)(key))),
        }
    }

    #[inline]
    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value> {
        match seed.deserialize(&mut *self.de) {
            Ok(value) => Ok(value),
            Err(error) => Err(self.in_entry(error)),
        }
    }

    #[inline]
    fn size_hint(&self) -> Option<usize> {
        // A key and a value each take at least one byte.
        Some(self.left.min(self.de.reader.remaining() / 2))
    }
}

/// The members of a derived struct, in name order.
///
/// Terraform sends the names in sorted order, and the derive keeps the names in this order, so each key is compared
/// with the expected next name. At the first name that differs, the whole object is scanned once. Its members are then
/// read from the positions that the scan found.
///
/// The visitor receives a sequence without keys, so generated code does not need a table of names.
pub(super) struct ObjectAccess<'a, 'de> {
    de: &'a mut Deserializer<'de>,
    names: &'static [&'static str],
    /// The names of the members that follow.
    left: std::slice::Iter<'static, &'static str>,
    /// The number of entries on the wire.
    len: usize,
    start: usize,
    /// Whether all members so far have been in order.
    ordered: bool,
    places: Option<Places>,
}

/// The positions of the members of an object that is out of order.
pub(super) struct Places {
    /// The position of each value. If the value is missing, its position is 0, which is the position of the header.
    values: Vec<usize>,
    end: usize,
}

impl<'a, 'de> ObjectAccess<'a, 'de> {
    pub(super) fn new(
        de: &'a mut Deserializer<'de>,
        len: usize,
        names: &'static [&'static str],
    ) -> Self {
        let start = de.reader.pos();
        ObjectAccess {
            de,
            names,
            left: names.iter(),
            len,
            start,
            // If the number of entries differs from the number of members, an entry is missing or superfluous, and the
            // scan finds it. If the numbers are equal, names that are in order do not have to be checked at the end.
            ordered: len == names.len(),
            places: None,
        }
    }

    /// Skips to the end of the object, and goes back to the level above.
    #[inline]
    pub(super) fn end(self) {
        self.de.leave();
        // The member that was read last is not necessarily the last member on the wire.
        if let Some(places) = self.places {
            self.de.reader.seek(places.end);
        }
    }

    /// Finds the value of a member that is out of order. Returns `false` if the member is missing.
    #[cold]
    #[inline(never)]
    fn look_up(&mut self) -> Result<bool> {
        // After a jump, the name at the current position is not the expected name, so all further members are looked up.
        self.ordered = false;
        // The name is already excluded from `left`.
        let member = self.names.len() - self.left.len() - 1;
        let at = self.places()?.values[member];
        // For a missing member, nothing is read before the next jump.
        self.de.reader.seek(at);
        Ok(at != 0)
    }

    /// Fails if the object has members that are not among the names.
    pub(super) fn places(&mut self) -> Result<&Places> {
        let places = match self.places.take() {
            Some(places) => places,
            None => self.find_places()?,
        };
        Ok(self.places.insert(places))
    }

    /// Scans the whole object for the positions of its members.
    ///
    /// A single scan finds all members, because a separate search for each member would take quadratic time. A value is
    /// skipped once for each enclosing object that is out of order, and the depth limit bounds the number of such
    /// objects.
    fn find_places(&self) -> Result<Places> {
        let mut reader = self.de.reader.clone();
        reader.seek(self.start);
        let mut values = vec![0; self.names.len()];
        for _ in 0..self.len {
            let place = reader.pos();
            let name = reader.str("a string as the name of an attribute")?;
            // The derive has sorted the names.
            let Ok(member) = self.names.binary_search(&name) else {
                return Err(Error::surplus(name).relocate(place));
            };
            if values[member] != 0 {
                return Err(Error::repeated(name).relocate(place));
            }
            values[member] = reader.pos();
            reader
                .skip()
                .map_err(|error| error.at_step(attribute(self.names[member])))?;
        }
        let end = reader.pos();
        Ok(Places { values, end })
    }
}

fn attribute(name: &'static str) -> Step {
    Step::Attribute(name.into())
}

impl<'de> SeqAccess<'de> for ObjectAccess<'_, 'de> {
    type Error = Error;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let Some(&name) = self.left.next() else {
            return Ok(None);
        };
        let is_next = self.ordered && self.de.reader.name(name);
        if !is_next && !tri!(self.look_up()) {
            // Only nested blocks may be missing. A missing value of any other type is an error.
            return seed.deserialize(Missing(name)).map(Some);
        }
        match seed.deserialize(&mut *self.de) {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(error.in_member(name)),
        }
    }
}
