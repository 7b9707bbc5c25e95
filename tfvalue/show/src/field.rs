//! Defines the types of fields, and reads the fields so that errors contain their path.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::Serialize;
use tfvalue::__internal::show::ErrorPath;
use tfvalue::{Result, paths::Step};

/// The type of a field.
pub(super) trait Field: Sized + Serialize {
    /// Whether the field must be present.
    const REQUIRED: bool = true;

    /// Reads the field. Errors from this library are stored in `path`, together with the steps that lead to them.
    fn read<'de, D: Deserializer<'de>>(deserializer: D, path: &ErrorPath)
    -> Result<Self, D::Error>;

    /// Returns the value that null stands for, or `None` if null is equivalent to a missing field.
    fn of_null() -> Option<Self> {
        None
    }

    /// Returns `true` if the value is equivalent to a missing field.
    fn is_empty(&self) -> bool {
        false
    }
}

/// Implements serde's `Deserialize` for fields. The errors of this implementation have no path.
macro_rules! deserialize_as_field {
    ($($ty:ty)*) => {$(
        impl<'de> serde::de::Deserialize<'de> for $ty {
            fn deserialize<D: serde::de::Deserializer<'de>>(
                deserializer: D,
            ) -> tfvalue::Result<Self, D::Error> {
                let path = tfvalue::__internal::show::ErrorPath::default();
                <Self as $crate::field::Field>::read(deserializer, &path)
            }
        }
    )*};
}

pub(super) use deserialize_as_field;

impl<T: Field> Field for Option<T> {
    const REQUIRED: bool = false;

    fn read<'de, D: Deserializer<'de>>(
        deserializer: D,
        path: &ErrorPath,
    ) -> Result<Self, D::Error> {
        T::read(deserializer, path).map(Some)
    }

    fn of_null() -> Option<Self> {
        T::of_null().map(Some)
    }

    fn is_empty(&self) -> bool {
        self.is_none()
    }
}

/// Visits a scalar. Its `expecting` method uses Terraform's terms.
struct Scalar<T>(PhantomData<T>);

macro_rules! scalars {
    ($($ty:ty: $words:literal, $($visit:ident($arg:ty))*;)*) => {$(
        impl Visitor<'_> for Scalar<$ty> {
            type Value = $ty;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str($words)
            }

            $(fn $visit<E: de::Error>(self, value: $arg) -> Result<$ty, E> {
                Ok(value.into())
            })*
        }
    )*};
}

scalars! {
    bool: "a bool", visit_bool(bool);
    u64: "a whole number", visit_u64(u64);
    String: "a string", visit_str(&str) visit_string(String);
}

impl Field for bool {
    const REQUIRED: bool = false;

    fn read<'de, D: Deserializer<'de>>(deserializer: D, _: &ErrorPath) -> Result<Self, D::Error> {
        deserializer.deserialize_bool(Scalar::<bool>(PhantomData))
    }

    fn is_empty(&self) -> bool {
        !self
    }
}

impl Field for u64 {
    fn read<'de, D: Deserializer<'de>>(deserializer: D, _: &ErrorPath) -> Result<Self, D::Error> {
        deserializer.deserialize_u64(Scalar::<u64>(PhantomData))
    }
}

impl Field for String {
    fn read<'de, D: Deserializer<'de>>(deserializer: D, _: &ErrorPath) -> Result<Self, D::Error> {
        deserializer.deserialize_string(Scalar::<String>(PhantomData))
    }
}

impl<T: Field> Field for Vec<T> {
    const REQUIRED: bool = false;

    fn read<'de, D: Deserializer<'de>>(
        deserializer: D,
        path: &ErrorPath,
    ) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Collection::<Self>::new(path))
    }

    fn is_empty(&self) -> bool {
        self.is_empty()
    }
}

impl<T: Field> Field for BTreeMap<String, T> {
    const REQUIRED: bool = false;

    fn read<'de, D: Deserializer<'de>>(
        deserializer: D,
        path: &ErrorPath,
    ) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Collection::<Self>::new(path))
    }

    fn is_empty(&self) -> bool {
        self.is_empty()
    }
}

/// Visits a list or a map.
struct Collection<'a, T> {
    path: &'a ErrorPath,
    collection: PhantomData<T>,
}

impl<'a, T> Collection<'a, T> {
    fn new(path: &'a ErrorPath) -> Self {
        Collection {
            path,
            collection: PhantomData,
        }
    }
}

impl<'de, T: Field> Visitor<'de> for Collection<'_, Vec<T>> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Vec<T>, A::Error> {
        let mut elements = Vec::new();
        loop {
            match seq.next_element_seed(Element::<T>::new(self.path)) {
                Ok(Some(element)) => elements.push(element),
                Ok(None) => return Ok(elements),
                Err(error) => {
                    return Err(self.path.at(Step::Index(elements.len() as u64), error));
                }
            }
        }
    }
}

impl<'de, T: Field> Visitor<'de> for Collection<'_, BTreeMap<String, T>> {
    type Value = BTreeMap<String, T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = BTreeMap::new();
        while let Some(key) = map.next_key::<Cow<'de, str>>()? {
            match map.next_value_seed(Element::<T>::new(self.path)) {
                Ok(value) => entries.insert(key.into_owned(), value),
                Err(error) => return Err(self.path.at(Step::Key(key.into()), error)),
            };
        }
        Ok(entries)
    }
}

/// Reads an element of a collection, in which null is not equivalent to a missing field.
pub(super) struct Element<'a, T> {
    path: &'a ErrorPath,
    element: PhantomData<T>,
}

impl<'a, T> Element<'a, T> {
    pub(super) fn new(path: &'a ErrorPath) -> Self {
        Element {
            path,
            element: PhantomData,
        }
    }
}

impl<'de, T: Field> DeserializeSeed<'de> for Element<'_, T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::read(deserializer, self.path)
    }
}

/// Reads a field of an object. A null in an optional field is `None`.
pub(super) struct Slot<'a, T> {
    path: &'a ErrorPath,
    field: PhantomData<T>,
}

impl<'a, T> Slot<'a, T> {
    pub(super) fn new(path: &'a ErrorPath) -> Self {
        Slot {
            path,
            field: PhantomData,
        }
    }
}

impl<'de, T: Field> DeserializeSeed<'de> for Slot<'_, T> {
    type Value = Option<T>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<T>, D::Error> {
        if T::REQUIRED {
            return T::read(deserializer, self.path).map(Some);
        }
        deserializer.deserialize_option(self)
    }
}

impl<'de, T: Field> Visitor<'de> for Slot<'_, T> {
    type Value = Option<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_none<E: de::Error>(self) -> Result<Option<T>, E> {
        Ok(T::of_null())
    }

    fn visit_unit<E: de::Error>(self) -> Result<Option<T>, E> {
        Ok(T::of_null())
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<T>, D::Error> {
        T::read(deserializer, self.path).map(Some)
    }
}
