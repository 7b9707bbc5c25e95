//! Writes schemas, and defines how each type of member is written.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::object::{JsonObject, OwnSchema};
use super::words::Word;
use crate::schema::by_name::Named;
use crate::schema::diff::RulesByPath;
use crate::schema::{AttributeType, Block, Nesting, Parameter, Schema, StringKind};
use crate::ty::Type;

/// Writes an object.
pub(super) struct Out<'a, T>(pub(super) &'a T);

/// The type of a member's value.
pub(super) trait Write {
    /// Returns `true` if Terraform omits the member with the given name.
    fn is_empty(&self, name: &str) -> bool;

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;
}

/// Writes the value of a member.
struct Entry<'a, T>(&'a T);

/// Writes a member, unless Terraform omits it.
pub(super) fn member<M: SerializeMap, T: Write>(
    map: &mut M,
    name: &'static str,
    value: &T,
) -> Result<(), M::Error> {
    if value.is_empty(name) {
        return Ok(());
    }
    map.serialize_entry(name, &Entry(value))
}

impl<T: JsonObject> Serialize for Out<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.0.write(&mut map)?;
        map.end()
    }
}

impl<T: Write> Serialize for Entry<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.write(serializer)
    }
}

impl<T: JsonObject> Write for T {
    fn is_empty(&self, _: &str) -> bool {
        false
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Out(self).serialize(serializer)
    }
}

impl Write for Arc<Block> {
    fn is_empty(&self, _: &str) -> bool {
        false
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Out(&**self).serialize(serializer)
    }
}

impl<T: JsonObject + Named> Write for Vec<T> {
    fn is_empty(&self, _: &str) -> bool {
        self.is_empty()
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter().map(|one| (one.name(), Out(one))))
    }
}

impl<T: JsonObject> Write for BTreeMap<String, T> {
    fn is_empty(&self, _: &str) -> bool {
        self.is_empty()
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter().map(|(name, one)| (name, Out(one))))
    }
}

impl Write for Vec<Parameter> {
    fn is_empty(&self, _: &str) -> bool {
        self.is_empty()
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(Out))
    }
}

/// Implements [`Write`] for optional members.
macro_rules! options {
    ($($ty:ty)*) => {$(
        impl Write for Option<$ty> {
            fn is_empty(&self, _: &str) -> bool {
                self.is_none()
            }

            fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.as_ref().map(Out).serialize(serializer)
            }
        }
    )*};
}

options!(Parameter Block);

impl Write for Option<Schema> {
    fn is_empty(&self, _: &str) -> bool {
        false
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Some(schema) => Out(schema).serialize(serializer),
            None => Out(&OwnSchema::default()).serialize(serializer),
        }
    }
}

impl Write for Option<RulesByPath> {
    fn is_empty(&self, _: &str) -> bool {
        self.is_none()
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rules = self.iter().flatten();
        serializer.collect_map(rules.map(|(path, rules)| (path, Out(rules))))
    }
}

impl Write for AttributeType {
    fn is_empty(&self, name: &str) -> bool {
        match self {
            AttributeType::Type(_) => name != "type",
            AttributeType::Nested(_) => name != "nested_type",
        }
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            AttributeType::Type(ty) => ty.serialize(serializer),
            AttributeType::Nested(object) => Out(object).serialize(serializer),
        }
    }
}

/// Implements [`Write`] for scalars, and defines when each scalar is omitted and how it is written.
macro_rules! scalars {
    ($($ty:ty: |$value:ident| $empty:expr, $form:expr;)*) => {$(
        impl Write for $ty {
            fn is_empty(&self, _: &str) -> bool {
                let $value = self;
                $empty
            }

            fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let $value = self;
                $form.serialize(serializer)
            }
        }
    )*};
}

scalars! {
    bool: |value| !*value, value;
    u64: |value| *value == 0, value;
    i64: |_value| false, _value;
    String: |_value| false, _value;
    Cow<'static, str>: |text| str::is_empty(text), text;
    Type: |_ty| false, _ty;
    StringKind: |_kind| false, _kind.word();
    Nesting: |_nesting| false, _nesting.word();
}
