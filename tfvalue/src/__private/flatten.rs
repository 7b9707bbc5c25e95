//! Structs with flattened members.

use super::object::Names;
use super::writer::{Writer, has_plain_sets};
use super::{Fields, Object};
use crate::model::{Field, Role, fail, set};
use crate::names;

use serde::de::{DeserializeSeed, Error as _, IntoDeserializer, MapAccess, SeqAccess};
use serde::ser::{SerializeStruct, Serializer};

/// The indices of a part and of a member. Part 0 is the struct itself.
pub type Route = (u16, u16);

/// The members of a struct and its parts, sorted by name.
pub struct Flat<const N: usize> {
    /// The descriptions of the members.
    pub fields: [Field; N],
    /// The names of the members.
    pub names: [&'static str; N],
    /// The routes to the members.
    pub routes: [Route; N],
}

impl<const N: usize> Flat<N> {
    /// Joins the fields of the parts. The fields of each part are sorted by name.
    ///
    /// # Panics
    ///
    /// Panics if `N` is not the number of fields.
    #[must_use]
    pub const fn of(parts: &[&'static [Field]]) -> Self {
        let mut flat = Flat {
            fields: [const { Field::NONE }; N],
            names: [""; N],
            routes: [(0, 0); N],
        };
        let mut len = 0;
        let mut part = 0;
        while part < parts.len() {
            len = flat.merge(len, parts[part], part as u16);
            part += 1;
        }
        assert!(len == N, "the fields were counted");
        flat
    }

    /// Merges a part into the first `len` members. Returns the new number of members. Merging starts with the last
    /// member, so each member is moved at most once.
    const fn merge(&mut self, len: usize, part: &'static [Field], number: u16) -> usize {
        let (mut at, mut left, mut index) = (len + part.len(), len, part.len());
        while index > 0 {
            at -= 1;
            let field = &part[index - 1];
            if left > 0 && less(field.name(), self.names[left - 1]) {
                left -= 1;
                self.fields.swap(at, left);
                self.names[at] = self.names[left];
                self.routes[at] = self.routes[left];
            } else {
                index -= 1;
                set(&mut self.fields[at], field.copied());
                self.names[at] = field.name();
                self.routes[at] = (number, index as u16);
            }
        }
        len + part.len()
    }
}

/// Rejects a part with a name that already occurs in a previous part, and a part that is a different kind of struct.
///
/// # Panics
///
/// Panics if the part violates a rule.
#[track_caller]
pub const fn check_part(
    before: &[&'static [Field]],
    part: &'static [Field],
    schema: bool,
    part_schema: bool,
) {
    if schema != part_schema {
        panic!(
            "a plain object can only flatten a plain object, and a struct with a schema only a struct with a schema: add `#[tf(object)]` to both or to neither"
        );
    }
    let mut at = 0;
    while at < before.len() {
        // Both are sorted by name.
        let (mut index, mut other) = (0, 0);
        while index < before[at].len() && other < part.len() {
            let name = before[at][index].name();
            if less(name, part[other].name()) {
                index += 1;
            } else if less(part[other].name(), name) {
                other += 1;
            } else {
                fail(&[
                    "duplicate name \"",
                    name,
                    "\": rename the member here or in the flattened struct",
                ]);
            }
        }
        at += 1;
    }
}

/// Rejects a part of a root if a member or a name in the part is not allowed there.
///
/// # Panics
///
/// Panics if the part violates a rule.
#[track_caller]
pub const fn check_root(part: &'static [Field], role: Role, allow_reserved: bool) {
    let mut index = 0;
    while index < part.len() {
        part[index].check(role);
        if !allow_reserved && part[index].is_reserved(role) {
            fail(&[
                "Terraform reserves the name \"",
                part[index].name(),
                "\" here: rename the member, or add `#[tf(allow_reserved)]`",
            ]);
        }
        index += 1;
    }
}

/// Compares names bytewise, which is the order in which names are sorted.
const fn less(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() {
        if a[at] != b[at] {
            return a[at] < b[at];
        }
        at += 1;
    }
    a.len() < b.len()
}

/// A derived struct whose members can be written individually.
pub trait Members: Fields + Sized {
    /// Writes the members of the struct itself in name order.
    ///
    /// # Errors
    ///
    /// Fails if the format cannot write the value.
    fn write<S: SerializeStruct, const ALL: bool, const SETS: bool>(
        &self,
        out: Writer<'_, S, ALL, SETS>,
    ) -> Result<(), S::Error>;

    /// Writes the member with the given index, which belongs to the struct itself or to a part.
    ///
    /// # Errors
    ///
    /// Fails if the format cannot write the value.
    fn write_one<S: SerializeStruct>(&self, index: usize, object: &mut S) -> Result<(), S::Error> {
        write_own(self, index, object)
    }
}

/// Writes the member with the given index among the members of the struct itself.
///
/// # Errors
///
/// Fails if the format cannot write the value.
#[inline]
pub fn write_own<T: Members, S: SerializeStruct>(
    value: &T,
    index: usize,
    object: &mut S,
) -> Result<(), S::Error> {
    write::<T, S, false>(value, index, object)
}

#[inline]
fn write<T: Members, S: SerializeStruct, const ALL: bool>(
    value: &T,
    index: usize,
    object: &mut S,
) -> Result<(), S::Error> {
    let fields = T::MEMBERS_ARE_NOT_RECURSIVE;
    // The condition is a constant, so the compiler generates only one branch.
    if const { has_plain_sets(T::MEMBERS_ARE_NOT_RECURSIVE) } {
        value.write(Writer::<S, ALL, true>::new(object, fields, index))
    } else {
        value.write(Writer::<S, ALL, false>::new(object, fields, index))
    }
}

/// Writes a struct without parts.
///
/// # Errors
///
/// Fails if the format cannot write one of the members.
#[inline]
pub fn write_members<T: Members, S: Serializer>(
    value: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut object = tri!(begin(serializer, T::FIELDS.len()));
    tri!(write::<T, _, true>(value, 0, &mut object));
    object.end()
}

/// Writes a struct with parts. The members of the parts and of the struct itself are sorted together.
///
/// # Errors
///
/// Fails if the format cannot write one of the members.
pub fn write_with_parts<T: Members, S: Serializer>(
    value: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut object = tri!(begin(serializer, T::FIELDS.len()));
    for index in 0..T::FIELDS.len() {
        tri!(value.write_one(index, &mut object));
    }
    object.end()
}

#[inline]
fn begin<S: Serializer>(serializer: S, len: usize) -> Result<S::SerializeStruct, S::Error> {
    serializer.serialize_struct(names::OBJECT, len)
}

/// Reads the members of a struct with parts, in name order.
///
/// # Errors
///
/// Fails if one of the members does not match its type or is missing.
pub fn from_counted<'de, T: Object<'de>, A: SeqAccess<'de>>(
    seq: A,
    names: Names,
) -> Result<T, A::Error> {
    let next = 0;
    super::from_map(Counted { seq, names, next }, names)
}

/// Members in name order, as the entries of a map whose keys are the indices of the members.
struct Counted<A> {
    seq: A,
    names: Names,
    next: usize,
}

impl<'de, A: SeqAccess<'de>> MapAccess<'de> for Counted<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        if self.next == self.names.len() {
            return Ok(None);
        }
        let key = (self.next as u64).into_deserializer();
        self.next += 1;
        seed.deserialize(key).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        match self.seq.next_element_seed(seed)? {
            Some(value) => Ok(value),
            None => Err(A::Error::missing_field(self.names[self.next - 1])),
        }
    }
}
