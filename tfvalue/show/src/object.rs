//! Structs that represent JSON objects: the fields have the names of the JSON members, and unknown members are kept.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use tfvalue::__internal::show::ErrorPath;
use tfvalue::{Result, paths::Step};

use super::field::{Element, Field, Slot};
use super::raw::Raw;
use crate::error;

/// The members of an object that are not in the fields of its struct, by name. These are members that newer minor
/// versions of the format add, and members that are present but empty (`null`, `[]`, `{}` or `false`).
pub type Other = BTreeMap<String, Raw>;

/// A struct that represents a JSON object. [`object!`] implements it.
pub(super) trait Object: Default {
    /// The names of the fields in JSON.
    const NAMES: &'static [&'static str];
    /// Whether each of the fields is required.
    const REQUIRED: &'static [bool];

    /// Returns the members without a field.
    fn other(&mut self) -> &mut Other;

    /// Checks the whole object. Only documents have such checks.
    fn check(&self) -> Result<()>;

    /// Reads the field at an index of [`Object::NAMES`].
    fn read_at<'de, A: MapAccess<'de>>(
        &mut self,
        at: usize,
        map: &mut A,
        path: &ErrorPath,
    ) -> Result<(), A::Error>;

    /// Writes the members.
    fn write<S: SerializeMap>(&self, map: &mut S) -> Result<(), S::Error>;
}

/// Defines structs for JSON objects. A document specifies a function that checks the whole object.
macro_rules! object {
    ($($(#[$meta:meta])* pub struct $Name:ident $(, checked by $check:path)? {
        $($(#[$field_meta:meta])* pub $field:ident: $ty:ty,)*
    })*) => {$(
        $(#[$meta])*
        #[derive(Clone, Debug, Default)]
        #[non_exhaustive]
        pub struct $Name {
            $($(#[$field_meta])* pub $field: $ty,)*
            /// All other members.
            pub other: Other,
        }

        impl object::Object for $Name {
            const NAMES: &'static [&'static str] = &[$(object::json_name(stringify!($field))),*];
            const REQUIRED: &'static [bool] = &[$(<$ty as field::Field>::REQUIRED),*];

            fn other(&mut self) -> &mut Other {
                &mut self.other
            }

            fn check(&self) -> tfvalue::Result<()> {
                $($check(self)?;)?
                Ok(())
            }

            fn read_at<'de, A: serde::de::MapAccess<'de>>(
                &mut self,
                at: usize,
                map: &mut A,
                path: &tfvalue::__internal::show::ErrorPath,
            ) -> tfvalue::Result<(), A::Error> {
                #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
                enum At { $($field),* }
                $(if at == At::$field as usize {
                    let name = Self::NAMES[at];
                    if let Some(value) = object::read_field(map, name, &mut self.other, path)? {
                        self.$field = value;
                    }
                    return Ok(());
                })*
                Ok(())
            }

            fn write<S: serde::ser::SerializeMap>(&self, map: &mut S) -> tfvalue::Result<(), S::Error> {
                let mut written = Vec::with_capacity(Self::NAMES.len());
                $(if !field::Field::is_empty(&self.$field) {
                    let name = object::json_name(stringify!($field));
                    map.serialize_entry(name, &self.$field)?;
                    written.push(name);
                })*
                let mut left = self.other.iter().filter(|(name, _)| !written.contains(&name.as_str()));
                left.try_for_each(|(name, value)| map.serialize_entry(name, value))
            }
        }

        impl field::Field for $Name {
            fn read<'de, D: serde::de::Deserializer<'de>>(
                deserializer: D,
                path: &tfvalue::__internal::show::ErrorPath,
            ) -> tfvalue::Result<Self, D::Error> {
                object::read(deserializer, path)
            }
        }

        field::deserialize_as_field! { $Name }

        impl serde::ser::Serialize for $Name {
            fn serialize<S: serde::ser::Serializer>(&self, serializer: S) -> tfvalue::Result<S::Ok, S::Error> {
                object::write(self, serializer)
            }
        }
    )*};
}

pub(super) use object;

/// Returns the JSON name of a field, whose Rust name may be a raw identifier.
pub(super) const fn json_name(field: &'static str) -> &'static str {
    match field.as_bytes() {
        [b'r', b'#', rest @ ..] => match std::str::from_utf8(rest) {
            Ok(name) => name,
            Err(_) => field,
        },
        _ => field,
    }
}

/// Reads the value of a field. An empty value is also stored in `other`, so that it can be written back.
pub(super) fn read_field<'de, T: Field, A: MapAccess<'de>>(
    map: &mut A,
    name: &'static str,
    other: &mut Other,
    path: &ErrorPath,
) -> Result<Option<T>, A::Error> {
    let value = match map.next_value_seed(Slot::<T>::new(path)) {
        Ok(value) => value,
        Err(error) => return Err(path.at(Step::Attribute(name.into()), error)),
    };
    match &value {
        None => {
            other.insert(name.to_owned(), Raw::null());
        }
        Some(empty) if empty.is_empty() => {
            let empty = Raw::of(empty).map_err(de::Error::custom)?;
            other.insert(name.to_owned(), empty);
        }
        Some(_) => {}
    }
    Ok(value)
}

pub(super) fn read<'de, T: Object, D: Deserializer<'de>>(
    deserializer: D,
    path: &ErrorPath,
) -> Result<T, D::Error> {
    deserializer.deserialize_map(ObjectVisitor {
        path,
        object: PhantomData,
    })
}

pub(super) fn write<T: Object, S: Serializer>(
    object: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    object.write(&mut map)?;
    map.end()
}

/// Reads an object from its members.
struct ObjectVisitor<'a, T> {
    path: &'a ErrorPath,
    object: PhantomData<T>,
}

impl<'de, T: Object> Visitor<'de> for ObjectVisitor<'_, T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<T, A::Error> {
        let path = self.path;
        let mut object = T::default();
        let mut seen = 0_u64;
        while let Some(name) = map.next_key_seed(Names(T::NAMES))? {
            let duplicate = match name {
                Name::Field(at) if seen & (1 << at) != 0 => T::NAMES[at].to_owned(),
                Name::Field(at) => {
                    seen |= 1 << at;
                    object.read_at(at, &mut map, path)?;
                    continue;
                }
                Name::Other(name) if object.other().contains_key(&name) => name,
                Name::Other(name) => {
                    let value = map.next_value_seed(Element::<Raw>::new(path));
                    let value = value
                        .map_err(|error| path.at(Step::Attribute(name.clone().into()), error))?;
                    object.other().insert(name, value);
                    continue;
                }
            };
            return Err(path.fail(error::repeated(&duplicate)));
        }
        object.check().map_err(|error| path.fail_document(error))?;
        let mut required = T::NAMES.iter().zip(T::REQUIRED).enumerate();
        match required.find(|(at, (_, required))| **required && seen & (1 << at) == 0) {
            Some((_, (name, _))) => Err(path.fail(error::missing(name))),
            None => Ok(object),
        }
    }
}

/// The name of a member.
enum Name {
    /// The index of a field in [`Object::NAMES`].
    Field(usize),
    Other(String),
}

/// Reads the name of a member.
struct Names(&'static [&'static str]);

impl<'de> DeserializeSeed<'de> for Names {
    type Value = Name;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Name, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Names {
    type Value = Name;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<Name, E> {
        Ok(match self.0.iter().position(|field| *field == name) {
            Some(at) => Name::Field(at),
            None => Name::Other(name.to_owned()),
        })
    }
}
