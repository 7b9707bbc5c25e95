//! Keys of instances, and steps of paths.

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};

use super::field::Field;
use super::raw::Raw;
use super::tree::{named_step, part_at, part_named};
use crate::path::{Path, Step};
use crate::ty::Type;

/// What selects an instance of a resource, or a part of a value: a number or a string.
///
/// # Examples
///
/// ```
/// use tfvalue::show::Key;
///
/// let keys: Vec<Key> = serde_json::from_str(r#"[0, "a"]"#).unwrap();
/// assert!(matches!(&keys[0], Key::Number(0)));
/// assert!(matches!(&keys[1], Key::String(key) if key == "a"));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Key {
    /// The number of an instance made by `count`, or of an element of a list.
    Number(u64),
    /// The key of an instance made by `for_each`, the name of an attribute, or the key of an
    /// element of a map.
    String(String),
    /// Anything else, such as the element of a set itself.
    Other(Raw),
}

impl Field for Key {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Raw::read(deserializer)?;
        Ok(match serde_json::from_str(raw.get()) {
            Ok(text) => Key::String(text),
            Err(_) => match raw.get().parse() {
                Ok(number) => Key::Number(number),
                Err(_) => Key::Other(raw),
            },
        })
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::read(deserializer)
    }
}

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Key::Number(number) => serializer.serialize_u64(*number),
            Key::String(text) => serializer.serialize_str(text),
            Key::Other(raw) => raw.serialize(serializer),
        }
    }
}

/// Makes a path of steps into a value of a type constraint, which tells keys of maps from
/// attributes. It ends before the first step that a path cannot take, which is that to the
/// element of a set.
pub(super) fn path(keys: &[Key], mut ty: &Type) -> Path {
    let mut path = Path::root();
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
    path
}
