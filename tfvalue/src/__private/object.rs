//! Reading and writing derived structs.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error as DeError, MapAccess, SeqAccess, Visitor,
};

use crate::bridge::absent::Null;
use crate::names;

/// The sorted names of a struct's members.
pub(super) type Names = &'static [&'static str];

/// A derived struct that can be read.
pub trait Object<'de>: Sized {
    /// Reads the members in name order.
    ///
    /// # Errors
    ///
    /// Fails if one of the members does not match its type or is missing.
    fn from_seq<A: SeqAccess<'de>>(seq: A) -> Result<Self, A::Error>;

    /// The members that have been read so far, as an `Option` for each member.
    type Slots;

    /// Returns empty slots.
    fn slots() -> Self::Slots;

    /// Reads the next value of the map into the slot of the member with this index.
    ///
    /// # Errors
    ///
    /// Fails if the value does not match the type, or if the member was read before.
    fn keep<A: MapAccess<'de>>(
        slots: &mut Self::Slots,
        member: usize,
        map: &mut A,
    ) -> Result<(), A::Error>;

    /// Builds the struct.
    ///
    /// # Errors
    ///
    /// Fails if a member is missing and its type cannot represent null.
    fn finish<E: DeError>(slots: Self::Slots) -> Result<Self, E>;
}

/// Reads the members of a struct in any order.
///
/// # Errors
///
/// Fails if one of the members does not match its type, is missing, or is a duplicate.
pub fn from_map<'de, T: Object<'de>, A: MapAccess<'de>>(
    mut map: A,
    names: Names,
) -> Result<T, A::Error> {
    let mut slots = T::slots();
    while let Some(member) = tri!(next_member(&mut map, names)) {
        tri!(T::keep(&mut slots, member, &mut map));
    }
    T::finish(slots)
}

/// Reads a derived struct.
///
/// # Errors
///
/// Fails if the value does not match the type.
#[inline]
pub fn object<'de, T: Object<'de>, D: Deserializer<'de>>(
    deserializer: D,
    names: Names,
) -> Result<T, D::Error> {
    deserializer.deserialize_struct(names::OBJECT, names, ObjectVisitor(names, PhantomData))
}

struct ObjectVisitor<T>(Names, PhantomData<T>);

impl<'de, T: Object<'de>> Visitor<'de> for ObjectVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    #[inline]
    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<T, A::Error> {
        T::from_seq(seq)
    }

    #[inline]
    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        from_map(map, self.0)
    }

    /// Called if all errors are to be collected.
    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_map(EachMember(self.0, PhantomData))
    }
}

/// Reads all members, even if one member does not match its type. The map returns the errors when it ends.
struct EachMember<T>(Names, PhantomData<T>);

impl<'de, T: Object<'de>> Visitor<'de> for EachMember<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<T, A::Error> {
        let mut slots = T::slots();
        while let Some(member) = next_member(&mut map, self.0)? {
            let _ = T::keep(&mut slots, member, &mut map);
        }
        T::finish(slots)
    }
}

/// A type that can be read. A compiler error about this trait is shorter than an error about `Deserialize`, which would
/// suggest deriving serde's trait and list other types.
#[diagnostic::on_unimplemented(
    message = "the type of this field cannot be read",
    label = "requires serde's `Deserialize`, and `TfType` in a nested block",
    note = "`#[derive(TfSchema)]` implements both for your own structs and enums"
)]
pub trait Readable<'de>: Deserialize<'de> {}

#[diagnostic::do_not_recommend]
impl<'de, T: Deserialize<'de>> Readable<'de> for T {}

/// Reads the next member of a struct whose members are in name order.
///
/// # Errors
///
/// Fails if the value does not match its type or is missing.
#[inline]
pub fn element<'de, T: Readable<'de>, A: SeqAccess<'de>>(
    seq: &mut A,
    name: &'static str,
) -> Result<T, A::Error> {
    match tri!(seq.next_element()) {
        Some(value) => Ok(value),
        None => Err(A::Error::missing_field(name)),
    }
}

/// Reads a missing member as null. If the type of the member cannot represent null, stores the error that the member is
/// missing, unless there already is an error.
///
/// This function does not return the error, so that no early return is generated for each member.
#[inline]
pub fn fill<'de, T: Readable<'de>, E: DeError>(
    slot: &mut Option<T>,
    name: &'static str,
    error: &mut Option<E>,
) {
    if slot.is_none() {
        match T::deserialize(Null::<E>::new()) {
            Ok(value) => *slot = Some(value),
            Err(_) if error.is_some() => {}
            Err(_) => *error = Some(E::missing_field(name)),
        }
    }
}

/// Returns the value of a slot that was [filled](fill) without an error.
///
/// # Panics
///
/// Panics if the slot is empty.
#[inline]
pub fn filled<T>(slot: Option<T>) -> T {
    slot.expect("the slot was filled without an error")
}

/// Reads the next value of the map into the slot of a member.
///
/// # Errors
///
/// Fails if the value does not match the type, or if the member is a duplicate.
pub fn store<'de, T: Readable<'de>, A: MapAccess<'de>>(
    slot: &mut Option<T>,
    map: &mut A,
    name: &'static str,
) -> Result<(), A::Error> {
    if slot.is_some() {
        return Err(A::Error::duplicate_field(name));
    }
    *slot = Some(tri!(map.next_value()));
    Ok(())
}

/// Reads the index of the next member. The formats in this crate provide the index, and other formats provide the name.
///
/// # Errors
///
/// Fails if the struct has no such member.
fn next_member<'de, A: MapAccess<'de>>(
    map: &mut A,
    names: Names,
) -> Result<Option<usize>, A::Error> {
    map.next_key_seed(MemberSeed(names))
}

struct MemberSeed(Names);

impl<'de> DeserializeSeed<'de> for MemberSeed {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for MemberSeed {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of an attribute")
    }

    fn visit_u64<E: serde::de::Error>(self, index: u64) -> Result<usize, E> {
        match usize::try_from(index) {
            Ok(index) if index < self.0.len() => Ok(index),
            _ => Err(E::invalid_value(
                serde::de::Unexpected::Unsigned(index),
                &self,
            )),
        }
    }

    fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<usize, E> {
        self.0
            .binary_search(&name)
            .map_err(|_| E::unknown_field(name, self.0))
    }
}
