//! The keys of instances and of steps in paths.

use serde::de::Deserializer;
use serde::ser::{Serialize, Serializer};
use tfvalue::__internal::show::ErrorPath;
use tfvalue::{Path, Result, Type, paths::Step};

use super::field::{Field, deserialize_as_field};
use super::raw::Raw;
use super::tree::{named_step, part_at, part_named};

/// The key of a resource instance, or a step into a value. A key is a number or a string.
///
/// # Examples
///
/// ```
/// use tfvalue_show::Key;
///
/// let keys: Vec<Key> = serde_json::from_str(r#"[0, "a"]"#).unwrap();
/// assert!(matches!(&keys[0], Key::Number(0)));
/// assert!(matches!(&keys[1], Key::String(key) if key == "a"));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Key {
    /// The index of an instance from `count`, or the index of a list element.
    Number(u64),
    /// The key of an instance from `for_each`, the name of an attribute, or the key of a map
    /// element.
    String(String),
    /// Any other JSON. For example, an element of a set is its own key.
    Other(Raw),
}

impl Field for Key {
    fn read<'de, D: Deserializer<'de>>(
        deserializer: D,
        path: &ErrorPath,
    ) -> Result<Self, D::Error> {
        let raw = Raw::read(deserializer, path)?;
        Ok(match serde_json::from_str(raw.get()) {
            Ok(text) => Key::String(text),
            Err(_) => match raw.get().parse() {
                Ok(number) => Key::Number(number),
                Err(_) => Key::Other(raw),
            },
        })
    }
}

deserialize_as_field! { Key }

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Key::Number(number) => serializer.serialize_u64(*number),
            Key::String(text) => serializer.serialize_str(text),
            Key::Other(raw) => raw.serialize(serializer),
        }
    }
}

/// Converts keys to a path into a value that has a type constraint. The type constraint distinguishes map keys from
/// attributes. The path ends at the first set, because set elements have no path.
pub(super) fn path(keys: &[Key], mut ty: &Type) -> Path {
    let mut path = Vec::new();
    for key in keys {
        match key {
            Key::Number(number) => {
                path.push(Step::Index(*number));
                ty = part_at(ty, usize::try_from(*number).unwrap_or(usize::MAX));
            }
            Key::String(name) => {
                path.push(named_step(ty, name));
                ty = part_named(ty, name);
            }
            Key::Other(_) => break,
        }
    }
    path.into()
}
