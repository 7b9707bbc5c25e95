//! Objects of the output: structs whose fields are named as in the JSON, and which keep what
//! they have no field for.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};

use super::error_path;
use super::field::{Field, Slot};
use super::raw::Raw;
use crate::error::Error;
use crate::path::Step;

/// What an object holds beside the fields of its struct, by name: fields of newer minor versions
/// of the format, and fields that were there with nothing in them (`null`, `[]`, `{}`, `false`).
pub type Other = BTreeMap<String, Raw>;

/// A struct that stands for an object; made by `object!`.
pub(super) trait Object: Default {
    /// The names of the fields in JSON.
    const NAMES: &'static [&'static str];
    /// Which of the fields must be there.
    const REQUIRED: &'static [bool];

    fn other(&mut self) -> &mut Other;

    /// Checks the object as a whole once all of its fields are read. Only documents have such checks.
    fn check(&self) -> crate::error::Result<()>;

    /// Reads the field at a position of [`Object::NAMES`].
    fn read_at<'de, A: MapAccess<'de>>(&mut self, at: usize, map: &mut A) -> Result<(), A::Error>;

    fn write<S: SerializeMap>(&self, map: &mut S) -> Result<(), S::Error>;
}

/// Defines structs that stand for objects. Those that are documents name a check of their own.
macro_rules! object {
    ($($(#[$meta:meta])* pub struct $Name:ident $(, checked by $check:path)? {
        $($(#[$field_meta:meta])* pub $field:ident: $ty:ty,)*
    })*) => {$(
        $(#[$meta])*
        #[derive(Clone, Debug, Default)]
        #[non_exhaustive]
        pub struct $Name {
            $($(#[$field_meta])* pub $field: $ty,)*
            /// What there is beside.
            pub other: Other,
        }

        impl object::Object for $Name {
            const NAMES: &'static [&'static str] = &[$(object::json_name(stringify!($field))),*];
            const REQUIRED: &'static [bool] = &[$(<$ty as field::Field>::REQUIRED),*];

            fn other(&mut self) -> &mut Other {
                &mut self.other
            }

            fn check(&self) -> crate::error::Result<()> {
                $($check(self)?;)?
                Ok(())
            }

            fn read_at<'de, A: serde::de::MapAccess<'de>>(
                &mut self,
                at: usize,
                map: &mut A,
            ) -> std::result::Result<(), A::Error> {
                #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
                enum At { $($field),* }
                $(if at == At::$field as usize {
                    if let Some(value) = object::read_field(map, Self::NAMES[at], &mut self.other)? {
                        self.$field = value;
                    }
                    return Ok(());
                })*
                Ok(())
            }

            fn write<S: serde::ser::SerializeMap>(&self, map: &mut S) -> std::result::Result<(), S::Error> {
                let mut written = Vec::with_capacity(Self::NAMES.len());
                $(if !field::Field::is_nothing(&self.$field) {
                    let name = object::json_name(stringify!($field));
                    map.serialize_entry(name, &self.$field)?;
                    written.push(name);
                })*
                let mut left = self.other.iter().filter(|(name, _)| !written.contains(&name.as_str()));
                left.try_for_each(|(name, value)| map.serialize_entry(name, value))
            }
        }

        impl field::Field for $Name {
            fn read<'de, D: serde::de::Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
                object::read(deserializer)
            }
        }

        impl<'de> serde::de::Deserialize<'de> for $Name {
            fn deserialize<D: serde::de::Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
                object::read(deserializer)
            }
        }

        impl serde::ser::Serialize for $Name {
            fn serialize<S: serde::ser::Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
                object::write(self, serializer)
            }
        }
    )*};
}

pub(super) use object;

/// The name in JSON of a field whose name may be a keyword of Rust's.
pub(super) const fn json_name(field: &'static str) -> &'static str {
    match field.as_bytes() {
        [b'r', b'#', rest @ ..] => match std::str::from_utf8(rest) {
            Ok(name) => name,
            Err(_) => field,
        },
        _ => field,
    }
}

/// Reads the value of a field; what has nothing in it is noted among the rest.
pub(super) fn read_field<'de, T: Field, A: MapAccess<'de>>(
    map: &mut A,
    name: &'static str,
    other: &mut Other,
) -> Result<Option<T>, A::Error> {
    let value = match map.next_value_seed(Slot::<T>::new()) {
        Ok(value) => value,
        Err(error) => {
            error_path::step(Step::Attribute(name.into()));
            return Err(error);
        }
    };
    match &value {
        None => {
            other.insert(name.to_owned(), Raw::null());
        }
        Some(nothing) if nothing.is_nothing() => {
            let empty = Raw::of(nothing).map_err(de::Error::custom)?;
            other.insert(name.to_owned(), empty);
        }
        Some(_) => {}
    }
    Ok(value)
}

pub(super) fn read<'de, T: Object, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_map(ObjectVisitor(PhantomData))
}

pub(super) fn write<T: Object, S: Serializer>(
    object: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    object.write(&mut map)?;
    map.end()
}

struct ObjectVisitor<T>(PhantomData<T>);

impl<'de, T: Object> Visitor<'de> for ObjectVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<T, A::Error> {
        let mut object = T::default();
        let mut seen = 0_u64;
        while let Some(name) = map.next_key_seed(Names(T::NAMES))? {
            let repeated = match name {
                Name::Known(at) if seen & (1 << at) != 0 => T::NAMES[at].to_owned(),
                Name::Known(at) => {
                    seen |= 1 << at;
                    object.read_at(at, &mut map)?;
                    continue;
                }
                Name::Other(name) if object.other().contains_key(&name) => name,
                Name::Other(name) => {
                    let value = map.next_value::<Raw>();
                    let value = value.inspect_err(|_| {
                        error_path::step(Step::Attribute(name.clone().into()));
                    })?;
                    object.other().insert(name, value);
                    continue;
                }
            };
            return Err(error_path::fail(Error::repeated(&repeated)));
        }
        object.check().map_err(error_path::fail_as_a_whole)?;
        let mut required = T::NAMES.iter().zip(T::REQUIRED).enumerate();
        match required.find(|(at, (_, required))| **required && seen & (1 << at) == 0) {
            Some((_, (name, _))) => Err(error_path::fail(Error::missing(*name))),
            None => Ok(object),
        }
    }
}

/// The name of a field, or another.
enum Name {
    Known(usize),
    Other(String),
}

/// Reads the name of a field.
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
        Ok(match self.0.iter().position(|known| *known == name) {
            Some(at) => Name::Known(at),
            None => Name::Other(name.to_owned()),
        })
    }
}
