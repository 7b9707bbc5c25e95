//! Writing.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::object::{Named, Object, OwnSchema};
use crate::schema::{AttributeType, Block, Nesting, Parameter, Schema, StringKind};
use crate::ty::Type;

/// Writes an object.
pub(super) struct Out<'a, T>(pub(super) &'a T);

/// The value of a member.
pub(super) trait Write {
    /// Tells whether Terraform leaves the member of this name out.
    fn is_empty(&self, name: &str) -> bool;

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;
}

/// A value as the entry of a map.
struct Entry<'a, T>(&'a T);

/// Writes a member, unless it is left out.
pub(super) fn member<M: SerializeMap, T: Write>(
    map: &mut M,
    name: &'static str,
    value: &T,
) -> Result<(), M::Error> {
    match value.is_empty(name) {
        true => Ok(()),
        false => map.serialize_entry(name, &Entry(value)),
    }
}

impl<T: Object> Serialize for Out<'_, T> {
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

impl<T: Object> Write for T {
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

impl<T: Named> Write for Vec<T> {
    fn is_empty(&self, _: &str) -> bool {
        self.is_empty()
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter().map(|one| (one.name(), Out(one))))
    }
}

impl<T: Object> Write for BTreeMap<String, T> {
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

/// What may be missing, and is nothing then.
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

/// Scalars, and when they are left out.
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
    StringKind: |_kind| false, match _kind {
        StringKind::Plain => "plain",
        StringKind::Markdown => "markdown",
    };
    Nesting: |_nesting| false, match _nesting {
        Nesting::Single => "single",
        Nesting::Group => "group",
        Nesting::List => "list",
        Nesting::Set => "set",
        Nesting::Map => "map",
    };
}
