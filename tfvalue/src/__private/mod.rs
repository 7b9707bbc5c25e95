//! What generated code names. Nothing here is for users, and all of it may change.

mod adapt;
mod flatten;
mod layers;
mod part;
mod sets;
mod view;

use std::marker::PhantomData;

use serde::de::value::{BorrowedStrDeserializer, StrDeserializer};
use serde::de::{DeserializeSeed, Visitor};

pub use serde::de::{Error as DeError, MapAccess, SeqAccess};
pub use serde::ser::SerializeStruct;
pub use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use std::clone::Clone;
pub use std::convert::{From, TryFrom};
pub use std::default::Default;
pub use std::iter::IntoIterator;
pub use std::ops::FnOnce;
pub use std::option::Option::{self, None, Some};
pub use std::result::Result::{self, Err, Ok};
pub use std::string::String;
pub use std::sync::{Arc, OnceLock};
pub use std::{fmt, unreachable};

pub use self::adapt::{
    Adapted, Adapter, EmptyAsNull, InList, InMap, InOption, InSet, InUnknown, IsEmpty, NullIf,
    Nullable, Text, TextField, Through, set_default,
};
pub use self::flatten::{
    Flat, Members, Route, check_part, check_root, from_counted, write_members,
};
pub use self::layers::{Choose, Fallback, FieldView, If, Layer, NotNull, Probe};
pub use self::part::{Part, WritePart};
pub use self::sets::with_sets;
pub use self::view::{Itself, Viewed, required};
pub use crate::attr::fast_read::{Cows, Directly, Maps};
use crate::bridge::absent::Null;
use crate::bridge::names;
use crate::bridge::side_channel;
pub use crate::error::Error;
use crate::error::HIDDEN;
pub use crate::model::TfPaths;
pub use crate::model::{
    Argument, Arguments, Existing, Field, Flags, FunctionError, Role, TfFunction, TfIdentity,
    TfSchema, TfType, TypeFacts as Facts, TypeKind as Kind,
};
pub use crate::model::{Faults, TfKnown};
pub use crate::path::Path;
use crate::schema::Nesting;
pub use crate::schema::{Block, Function, Identity};
pub use crate::ty::Type;
use crate::value::{faults, transit};

/// Newtypes that tell a format more of a field than its type does, when it is read.
macro_rules! marks {
    ($($(#[$doc:meta])* $name:ident $token:ident;)*) => {$(
        $(#[$doc])*
        pub struct $name<T>(pub T);

        impl<'de, T: Deserialize<'de>> Deserialize<'de> for $name<T> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_newtype_struct(names::$token, Mark(PhantomData)).map($name)
            }
        }
    )*};
}

marks! {
    /// A nested block that is a group: nil and absent read as empty.
    Group BLOCK;
}

/// A sensitive attribute: errors do not show it.
pub struct Sensitive<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Sensitive<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let visitor = SecretVisitor(PhantomData);
        let value = deserializer.deserialize_newtype_struct(names::SENSITIVE, visitor);
        value.map(Sensitive)
    }
}

struct SecretVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for SecretVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    /// Called by our formats, which keep what an error may show.
    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::deserialize(deserializer)
    }

    /// Called by other formats, whose errors quote the value.
    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::deserialize(deserializer).map_err(|_| D::Error::custom(HIDDEN))
    }
}

/// A nested block that is no group: of lists, sets and maps that cannot be null, nil and absent
/// read as empty.
pub struct NestedBlock<T>(pub T);

impl<'de, T: Deserialize<'de> + TfType> Deserialize<'de> for NestedBlock<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Conditions that are constants by themselves: the compiler then generates one branch.
        if T::NULL_IS_KEPT {
            T::deserialize(deserializer).map(NestedBlock)
        } else if T::IN_ENVELOPE {
            deserializer
                .deserialize_newtype_struct(names::ENVELOPE, Envelope(PhantomData))
                .map(NestedBlock)
        } else {
            Group::deserialize(deserializer).map(|group| NestedBlock(group.0))
        }
    }
}

/// How nested blocks of a type are on the wire.
trait BlockForm: TfType {
    /// A single block may be null, so that its absence is not the same as an empty one; so may a
    /// list, set or map whose type has a null.
    const NULL_IS_KEPT: bool = matches!(Self::FACTS.nesting, Some(Nesting::Single))
        || Self::FACTS.null && !Self::IN_ENVELOPE;

    /// Lists and maps of blocks that contain dynamic carry their type.
    const IN_ENVELOPE: bool =
        Self::FACTS.dynamic && matches!(Self::FACTS.nesting, Some(Nesting::List | Nesting::Map));
}

impl<T: TfType> BlockForm for T {}

/// Reads blocks that contain dynamic: our formats hand over a tuple or an object, with its type.
struct Envelope<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de> + TfType> Visitor<'de> for Envelope<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("nested blocks")
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<T, E> {
        let Some(value) = transit::VALUE.take() else {
            return self.visit_none();
        };
        T::deserialize(value.with_dynamics(&T::ty())).map_err(Error::through_serde)
    }

    /// Like `visit_unit`, by what looks for all faults.
    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        match transit::VALUE.take() {
            Some(blocks) => {
                faults::read(&blocks.with_dynamics(&T::ty())).map_err(Error::through_serde)
            }
            None => T::deserialize(deserializer),
        }
    }

    fn visit_none<E: serde::de::Error>(self) -> Result<T, E> {
        match T::FACTS.null {
            true => T::deserialize(Null::new()),
            false => T::deserialize(crate::bridge::absent::Empty::new()),
        }
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::deserialize(deserializer)
    }
}

/// Writes a nested block, in an envelope where it must be.
///
/// # Errors
///
/// If the format cannot write it.
pub fn nested_block<S: SerializeStruct, T: Serialize + TfType>(
    object: &mut S,
    name: &'static str,
    value: &T,
) -> Result<(), S::Error> {
    if T::IN_ENVELOPE {
        object.serialize_field(name, &Enveloped(value))
    } else {
        sets::member(object, name, value)
    }
}

struct Enveloped<'a, T>(&'a T);

impl<T: Serialize + TfType> Serialize for Enveloped<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        side_channel::TYPE.set(Some(T::ty()));
        let result = serializer.serialize_newtype_struct(names::ENVELOPE, self.0);
        side_channel::TYPE.take();
        result
    }
}

struct Mark<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Mark<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::deserialize(deserializer)
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<T, E> {
        T::deserialize(crate::bridge::absent::Empty::new())
    }
}

/// Returns the block of a struct, which is made once.
#[must_use]
pub fn shared(block: &OnceLock<Arc<Block>>, make: fn() -> Block) -> Option<Arc<Block>> {
    let block = block.get_or_init(|| Arc::new(make()));
    Some(Arc::clone(block))
}

/// A list that takes all further arguments of a function.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot hold the remaining arguments of a function",
    label = "not a list",
    note = "`variadic` requires `Vec<T>`, with the type of one argument as `T`"
)]
pub trait Variadic {
    /// What each argument is.
    type Element: TfType;
}

impl<T: TfType> Variadic for Vec<T> {
    type Element = T;
}

/// A derived struct, as the schema is made of it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be flattened",
    label = "not a struct with named fields that derives `TfSchema`",
    note = "remove `Option`, `Unknown`, `Attr` or `Box` around the struct, or remove `flatten`"
)]
pub trait Fields {
    /// The fields of the struct itself, in the order of their names.
    ///
    /// rustc shows this name, and no text of ours, if a struct contains itself through others.
    const MEMBERS_ARE_NOT_RECURSIVE: &'static [Field];

    /// The fields, also those of flattened structs, in the order of their names.
    const FIELDS: &'static [Field] = Self::MEMBERS_ARE_NOT_RECURSIVE;
}

/// A derived struct, as it is put together from its members.
pub trait Object<'de>: Sized {
    /// The names of the members, sorted.
    const NAMES: &'static [&'static str];

    /// Reads the members in the order of their names.
    ///
    /// # Errors
    ///
    /// If one of them does not fit or is missing.
    fn from_seq<A: SeqAccess<'de>>(seq: A) -> Result<Self, A::Error>;

    /// The members that were read so far: a tuple with an `Option` for each.
    type Slots;

    /// Returns empty slots.
    fn slots() -> Self::Slots;

    /// Reads the next value of the map into the slot of the member with this index.
    ///
    /// # Errors
    ///
    /// Fails if the value does not fit, or the member was read before.
    fn keep<A: MapAccess<'de>>(
        slots: &mut Self::Slots,
        member: usize,
        map: &mut A,
    ) -> Result<(), A::Error>;

    /// Builds the struct.
    ///
    /// # Errors
    ///
    /// Fails if a member is missing that does not admit null.
    fn finish<E: DeError>(slots: Self::Slots) -> Result<Self, E>;
}

/// Reads the members of a struct in the order in which they come.
///
/// # Errors
///
/// If one of them does not fit, is missing, or is there twice.
pub fn from_map<'de, T: Object<'de>, A: MapAccess<'de>>(mut map: A) -> Result<T, A::Error> {
    let mut slots = T::slots();
    while let Some(member) = tri!(next_member(&mut map, T::NAMES)) {
        tri!(T::keep(&mut slots, member, &mut map));
    }
    T::finish(slots)
}

/// Reads a derived struct.
///
/// # Errors
///
/// If what comes does not fit.
#[inline]
pub fn object<'de, T: Object<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_struct(names::OBJECT, T::NAMES, ObjectVisitor(PhantomData))
}

/// Begins to write a derived struct, whose members follow in the order of their names.
///
/// # Errors
///
/// If the format cannot write it.
#[inline]
pub fn write_object<S: Serializer>(
    serializer: S,
    members: usize,
) -> Result<S::SerializeStruct, S::Error> {
    serializer.serialize_struct(names::OBJECT, members)
}

struct ObjectVisitor<T>(PhantomData<T>);

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
        from_map(map)
    }

    /// Called by what looks for all faults.
    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_map(EachMember(PhantomData))
    }
}

/// Reads all members, even if one does not fit: the faults come where the members end.
struct EachMember<T>(PhantomData<T>);

impl<'de, T: Object<'de>> Visitor<'de> for EachMember<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<T, A::Error> {
        let mut slots = T::slots();
        while let Some(member) = next_member(&mut map, T::NAMES)? {
            let _ = T::keep(&mut slots, member, &mut map);
        }
        T::finish(slots)
    }
}

/// Reads the next member of a struct that is read in the order of its names.
///
/// # Errors
///
/// If it does not fit, or there is none.
#[inline]
pub fn element<'de, T: Deserialize<'de>, A: SeqAccess<'de>>(
    seq: &mut A,
    name: &'static str,
) -> Result<T, A::Error> {
    match tri!(seq.next_element()) {
        Some(value) => Ok(value),
        None => Err(A::Error::missing_field(name)),
    }
}

/// Reads a member from null if it was not read. Keeps the first error, which is that the member is
/// missing, if it does not admit null.
///
/// The error is not returned, so that no code is generated for each member to leave early.
#[inline]
pub fn fill<'de, T: Deserialize<'de>, E: DeError>(
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

/// Keeps what comes next as the value of a member.
///
/// # Errors
///
/// If the value does not fit, or the member was there before.
pub fn store<'de, T: Deserialize<'de>, A: MapAccess<'de>>(
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

/// Reads which member comes next: our formats give its index, others its name.
///
/// # Errors
///
/// If there is no such member.
fn next_member<'de, A: MapAccess<'de>>(
    map: &mut A,
    names: &'static [&'static str],
) -> Result<Option<usize>, A::Error> {
    map.next_key_seed(Member(names))
}

struct Member(&'static [&'static str]);

impl<'de> DeserializeSeed<'de> for Member {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Member {
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

/// A sensitive value that is written.
pub struct Secret<'a, T>(pub &'a T);

impl<T: Serialize> Serialize for Secret<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(names::SENSITIVE, &Unshown(self.0))
    }
}

/// What is inside: if the format does not redact errors, those of the value itself are hidden.
struct Unshown<'a, T>(&'a T);

impl<T: Serialize> Serialize for Unshown<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let redacts = side_channel::REDACTS.take();
        let result = self.0.serialize(serializer);
        match result {
            // The words are those of the value, and not of the format, if no format can write it.
            Err(_) if !redacts && crate::json::to_vec(self.0).is_err() => {
                Err(serde::ser::Error::custom(HIDDEN))
            }
            // Formats such as TOML ask by errors what they have before them.
            other => other,
        }
    }
}

/// A write-only attribute: null in plans and states.
pub struct WriteOnly<'a, T>(pub &'a T);

impl<T: Serialize> Serialize for WriteOnly<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(names::WRITE_ONLY, &Secret(self.0))
    }
}

/// Reads which of an enum's strings comes, or whatever the enum keeps of another one.
///
/// # Errors
///
/// If it is not a string, or `O` does not take it.
pub fn variant<'de, O: Other<'de>, D: Deserializer<'de>>(
    deserializer: D,
    names: &'static [&'static str],
) -> Result<Result<usize, O>, D::Error> {
    deserializer.deserialize_str(Variant(names, PhantomData))
}

/// What an enum makes of a string that is not one of its own.
pub trait Other<'de>: Sized {
    /// Reads the string.
    ///
    /// # Errors
    ///
    /// If the enum has no place for it.
    fn other<E: serde::de::Error>(
        name: Name<'_, 'de>,
        names: &'static [&'static str],
    ) -> Result<Self, E>;
}

/// A string that may be a part of the input.
pub enum Name<'a, 'de> {
    /// It is.
    Borrowed(&'de str),
    /// It is not.
    Passing(&'a str),
}

/// Returns the facts of an enum that keeps other strings as a `T`.
///
/// # Panics
///
/// If a `T` is not always a string.
#[must_use]
#[track_caller]
pub const fn facts_with_other<T: TfType>() -> Facts {
    let facts = T::FACTS;
    assert!(
        matches!(facts.kind, Kind::String) && !facts.null && !facts.unknown,
        "`other` requires a variant that holds a string: write `Other(String)`"
    );
    Facts::of(Kind::String)
}

/// There is no place for other strings.
pub enum NoOther {}

impl Other<'_> for NoOther {
    fn other<E: serde::de::Error>(
        name: Name<'_, '_>,
        names: &'static [&'static str],
    ) -> Result<Self, E> {
        let (Name::Borrowed(name) | Name::Passing(name)) = name;
        Err(E::unknown_variant(name, names))
    }
}

/// Keeps another string as a `T`.
pub struct Kept<T>(pub T);

impl<'de, T: Deserialize<'de>> Other<'de> for Kept<T> {
    fn other<E: serde::de::Error>(
        name: Name<'_, 'de>,
        _: &'static [&'static str],
    ) -> Result<Self, E> {
        let value = match name {
            Name::Borrowed(name) => T::deserialize(BorrowedStrDeserializer::new(name)),
            Name::Passing(name) => T::deserialize(StrDeserializer::new(name)),
        };
        value.map(Kept)
    }
}

struct Variant<O>(&'static [&'static str], PhantomData<O>);

impl<O> Variant<O> {
    fn find<'de, E: serde::de::Error>(&self, name: Name<'_, 'de>) -> Result<Result<usize, O>, E>
    where
        O: Other<'de>,
    {
        let (Name::Borrowed(text) | Name::Passing(text)) = name;
        match self.0.iter().position(|known| *known == text) {
            Some(index) => Ok(Ok(index)),
            None => O::other(name, self.0).map(Err),
        }
    }
}

impl<'de, O: Other<'de>> Visitor<'de> for Variant<O> {
    type Value = Result<usize, O>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_borrowed_str<E: serde::de::Error>(self, name: &'de str) -> Result<Self::Value, E> {
        self.find(Name::Borrowed(name))
    }

    fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<Self::Value, E> {
        self.find(Name::Passing(name))
    }
}

/// Shows a derived struct.
///
/// # Errors
///
/// If the formatter takes no more.
pub fn debug(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    members: &[(&str, &dyn fmt::Debug)],
) -> fmt::Result {
    let mut shown = f.debug_struct(name);
    for (name, member) in members {
        shown.field(name, member);
    }
    shown.finish()
}

/// Stands for a value in the `Debug` of a derived struct, where it is sensitive.
pub struct Hidden;

impl fmt::Debug for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(sensitive value)")
    }
}
