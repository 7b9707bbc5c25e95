//! Adapters that read and write fields in place of the serde impls of the field types.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::{self, Display};
use std::hash::{BuildHasher, Hash};
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error as _, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::attr::{Dynamic, Set, Unknown};
use crate::bridge::absent::Empty;

/// Reads and writes a `T` in the adapter's own way.
pub trait Adapter<T> {
    /// Reads the value.
    ///
    /// # Errors
    ///
    /// Fails if the value does not match the type.
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error>;

    /// Writes the value.
    ///
    /// # Errors
    ///
    /// Fails if the format cannot write the value.
    fn write<S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error>;
}

/// Implements `Deserialize` with an adapter.
pub struct Adapted<T, A>(pub T, PhantomData<A>);

impl<'de, T, A: Adapter<T>> Deserialize<'de> for Adapted<T, A> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        A::read(deserializer).map(|value| Adapted(value, PhantomData))
    }
}

/// Implements `Serialize` with an adapter.
pub struct Through<'a, T, A>(&'a T, PhantomData<A>);

impl<'a, T, A> Through<'a, T, A> {
    /// Creates a value that the adapter writes.
    pub fn new(value: &'a T) -> Self {
        Through(value, PhantomData)
    }
}

impl<T, A: Adapter<T>> Serialize for Through<'_, T, A> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        A::write(self.0, serializer)
    }
}

/// A type that is written and read as a string.
#[diagnostic::on_unimplemented(
    message = "`display` requires `{Self}` to implement `Display` and `FromStr`",
    label = "cannot be written and read as text",
    note = "`display` applies to the type inside `tfvalue::Attr`, `tfvalue::Unknown`, `Option`, lists, sets and maps; the error of `FromStr` must implement `Display`, too"
)]
pub trait TextForm: Sized {
    /// Reads the text.
    ///
    /// # Errors
    ///
    /// Fails if the string does not represent a value.
    fn read<E: serde::de::Error>(text: &str) -> Result<Self, E>;

    /// Writes the text.
    ///
    /// # Errors
    ///
    /// Fails if the format cannot write the value.
    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;
}

#[diagnostic::do_not_recommend]
impl<T: Display + FromStr<Err: Display>> TextForm for T {
    fn read<E: serde::de::Error>(text: &str) -> Result<Self, E> {
        text.parse().map_err(E::custom)
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A field with `display`. The trait refers to the type only once, so that a type without the impls causes only one error.
pub trait TextField {
    /// The type that is written as a string.
    type Value: TextForm;
}

/// The adapter for a value that `FromStr` reads and `Display` writes.
pub struct Text<F>(PhantomData<F>);

impl<F: TextField> Adapter<F::Value> for Text<F> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<F::Value, D::Error> {
        struct TextVisitor<T>(PhantomData<T>);

        impl<T: TextForm> Visitor<'_> for TextVisitor<T> {
            type Value = T;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<T, E> {
                T::read(text)
            }
        }

        deserializer.deserialize_str(TextVisitor(PhantomData))
    }

    fn write<S: Serializer>(value: &F::Value, serializer: S) -> Result<S::Ok, S::Error> {
        value.write(serializer)
    }
}

macro_rules! within {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        pub struct $name<A>(PhantomData<A>);
    )*};
}

within! {
    /// The adapter for a value that may be unknown.
    InUnknown;
    /// The adapter for a value that may be null.
    InOption;
    /// The adapter of a list.
    InList;
    /// The adapter of a set.
    InSet;
    /// The adapter of a map.
    InMap;
}

impl<T, A: Adapter<T>> Adapter<Unknown<T>> for InUnknown<A> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Unknown<T>, D::Error> {
        Ok(match Unknown::<Adapted<T, A>>::deserialize(deserializer)? {
            Unknown::Known(value) => Unknown::Known(value.0),
            Unknown::Unknown(refinements) => Unknown::Unknown(refinements),
        })
    }

    fn write<S: Serializer>(value: &Unknown<T>, serializer: S) -> Result<S::Ok, S::Error> {
        match value {
            Unknown::Known(value) => A::write(value, serializer),
            Unknown::Unknown(refinements) => {
                Unknown::<()>::Unknown(refinements.clone()).serialize(serializer)
            }
        }
    }
}

impl<T, A: Adapter<T>> Adapter<Option<T>> for InOption<A> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
        let value = Option::<Adapted<T, A>>::deserialize(deserializer)?;
        Ok(value.map(|value| value.0))
    }

    fn write<S: Serializer>(value: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => serializer.serialize_some(&Through::<T, A>::new(value)),
            None => serializer.serialize_none(),
        }
    }
}

impl<T, A: Adapter<T>> Adapter<Vec<T>> for InList<A> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
        let elements = Vec::<Adapted<T, A>>::deserialize(deserializer)?;
        Ok(elements.into_iter().map(|element| element.0).collect())
    }

    fn write<S: Serializer>(value: &Vec<T>, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(value.iter().map(Through::<T, A>::new))
    }
}

impl<T, A: Adapter<T>> Adapter<Set<T>> for InSet<A> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Set<T>, D::Error> {
        elements::<T, A, _, _>(deserializer)
    }

    fn write<S: Serializer>(value: &Set<T>, serializer: S) -> Result<S::Ok, S::Error> {
        let elements = value.iter().map(Through::<T, A>::new);
        Set::from_iter(elements).serialize(serializer)
    }
}

impl<T: Ord, A: Adapter<T>> Adapter<BTreeSet<T>> for InSet<A> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeSet<T>, D::Error> {
        elements::<T, A, _, _>(deserializer)
    }

    fn write<S: Serializer>(value: &BTreeSet<T>, serializer: S) -> Result<S::Ok, S::Error> {
        let elements = value.iter().map(Through::<T, A>::new);
        Set::from_iter(elements).serialize(serializer)
    }
}

fn elements<'de, T, A: Adapter<T>, C: FromIterator<T>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<C, D::Error> {
    let elements = Set::<Adapted<T, A>>::deserialize(deserializer)?.into_vec();
    Ok(elements.into_iter().map(|element| element.0).collect())
}

macro_rules! maps {
    ($([$($generics:tt)*] $ty:ident<K, T $(, $hasher:ident)?>;)*) => {$(
        impl<$($generics)*, T, A: Adapter<T>> Adapter<$ty<K, T $(, $hasher)?>> for InMap<A>
        where
            K: Serialize + for<'k> Deserialize<'k>,
        {
            fn read<'de, D: Deserializer<'de>>(
                deserializer: D,
            ) -> Result<$ty<K, T $(, $hasher)?>, D::Error> {
                let entries = $ty::<K, Adapted<T, A> $(, $hasher)?>::deserialize(deserializer)?;
                Ok(entries.into_iter().map(|(key, value)| (key, value.0)).collect())
            }

            fn write<S: Serializer>(
                value: &$ty<K, T $(, $hasher)?>,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                let entries = value.iter();
                serializer.collect_map(entries.map(|(key, value)| (key, Through::<T, A>::new(value))))
            }
        }
    )*};
}

maps! {
    [K: Ord] BTreeMap<K, T>;
    [K: Eq + Hash, H: BuildHasher + Default] HashMap<K, T, H>;
}

/// Reads null as an empty collection or string, unless the type can represent null.
pub struct EmptyAsNull<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for EmptyAsNull<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Option::deserialize(deserializer)? {
            Some(value) => Ok(EmptyAsNull(value)),
            None => T::deserialize(Empty::or_null())
                .map(EmptyAsNull)
                .map_err(|error: D::Error| D::Error::custom(error)),
        }
    }
}

/// Writes null instead of the value if the condition is `true`.
pub struct NullIf<'a, T>(pub bool, pub &'a T);

impl<T: Serialize> Serialize for NullIf<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 {
            serializer.serialize_none()
        } else {
            self.1.serialize(serializer)
        }
    }
}

/// A value that can be empty.
#[diagnostic::on_unimplemented(
    message = "`empty_as_null` requires a string, a list, a set, a map or a type with a null, got `{Self}`",
    label = "is never empty",
    note = "use `tfvalue::Attr`, or remove `empty_as_null`: types without a null must have an empty value for it"
)]
pub trait IsEmpty {
    /// Returns `true` if the value is known and empty.
    fn is_empty(&self) -> bool;
}

macro_rules! can_be_empty {
    ($([$($generics:tt)*] $ty:ty;)*) => {$(
        impl<$($generics)*> IsEmpty for $ty {
            fn is_empty(&self) -> bool {
                <$ty>::is_empty(self)
            }
        }
    )*};
}

can_be_empty! {
    [] String;
    [T] Vec<T>;
    [T] Set<T>;
    [T] BTreeSet<T>;
    [K, T] BTreeMap<K, T>;
    [K, T, H] HashMap<K, T, H>;
}

impl<T: IsEmpty> IsEmpty for Unknown<T> {
    fn is_empty(&self) -> bool {
        self.known().is_some_and(T::is_empty)
    }
}

/// A type that can represent null is written as it is, so its value never counts as empty.
impl<T> IsEmpty for Option<T> {
    fn is_empty(&self) -> bool {
        false
    }
}

/// `Dynamic` can represent null, too.
impl IsEmpty for Dynamic {
    fn is_empty(&self) -> bool {
        false
    }
}

impl IsEmpty for &str {
    fn is_empty(&self) -> bool {
        str::is_empty(self)
    }
}

impl IsEmpty for std::borrow::Cow<'_, str> {
    fn is_empty(&self) -> bool {
        str::is_empty(self)
    }
}

/// A type that can represent null and therefore has a default.
#[diagnostic::on_unimplemented(
    message = "`default` requires a type with a null, got `{Self}`",
    label = "is never null",
    note = "use `tfvalue::Attr<T>` or `Option<T>`"
)]
pub trait Nullable {
    /// The type of the non-null value.
    type Value;

    /// Returns `true` if the value is null.
    fn is_null(&self) -> bool;

    /// Creates a field that holds the value.
    fn of(value: Self::Value) -> Self;
}

impl<T> Nullable for Option<T> {
    type Value = T;

    fn is_null(&self) -> bool {
        self.is_none()
    }

    fn of(value: T) -> Self {
        Some(value)
    }
}

impl<T> Nullable for Unknown<Option<T>> {
    type Value = T;

    fn is_null(&self) -> bool {
        Unknown::is_null(self)
    }

    fn of(value: T) -> Self {
        Unknown::Known(Some(value))
    }
}

impl Nullable for Dynamic {
    type Value = Dynamic;

    fn is_null(&self) -> bool {
        (**self).is_null()
    }

    fn of(value: Dynamic) -> Self {
        value
    }
}

/// A type to which a string literal in `default` can be converted.
#[diagnostic::on_unimplemented(
    message = "a string cannot be the `default` of `{Self}`",
    label = "not a value of `{Self}`",
    note = "write an expression of this type, such as `default = Size::Small` or `default = 1`"
)]
pub trait DefaultText {
    /// Converts the literal.
    fn of(text: &'static str) -> Self;
}

#[diagnostic::do_not_recommend]
impl<T: From<&'static str>> DefaultText for T {
    fn of(text: &'static str) -> Self {
        T::from(text)
    }
}

/// Converts a string literal in `default`.
#[must_use]
pub fn default_text<T: DefaultText>(text: &'static str) -> T {
    T::of(text)
}

/// Creates a field from its default value.
pub fn nullable<T: Nullable>(default: impl FnOnce() -> T::Value) -> T {
    T::of(default())
}
