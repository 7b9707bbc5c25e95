//! Reads schemas with visitors for objects, maps and lists, and defines how each type of member is read.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::object::{Context, JsonObject, Next, OwnSchema, Read};
use super::words::Word;
use crate::attr::fast_read::{Borrowed, Directly};
use crate::error::{Error, Result};
use crate::json::error_path;
use crate::path::Step;
use crate::schema::by_name::{self, Named};
use crate::schema::diff::RulesByPath;
use crate::schema::{AttributeType, Block, Nesting, Parameter, Schema, StringKind};
use crate::ty::Type;

pub(super) fn document<T: JsonObject>(json: &[u8], ignore_unsupported: bool) -> Result<T> {
    let deserializer = serde_json::Deserializer::from_slice(json);
    error_path::read_at((1, 1), deserializer, |deserializer, path| {
        let context = Context {
            ignore_unsupported,
            path,
        };
        T::read_object(deserializer, context)
    })
}

/// Reads an object from its members.
struct ObjectVisitor<'a, T>(Context<'a>, PhantomData<T>);

impl<'de, T: JsonObject> Visitor<'de> for ObjectVisitor<'_, T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<T, A::Error> {
        let context = self.0;
        let mut object = T::empty();
        let mut seen = 0_u32;
        while let Some(Directly(key, _)) = map.next_key::<Borrowed<Cow<'de, str>>>()? {
            let Some(at) = T::MEMBERS.iter().position(|name| *name == key) else {
                if !context.ignore_unsupported {
                    return Err(context.path.fail(Error::surplus(&key)));
                }
                map.next_value::<IgnoredAny>()?;
                continue;
            };
            if seen & (1 << at) != 0 {
                return Err(context.path.fail(Error::repeated(&key)));
            }
            seen |= 1 << at;
            let name = T::MEMBERS[at];
            let next = Next {
                map: &mut map,
                name,
                context,
            };
            object
                .read(name, next)
                .map_err(|error| context.path.at(Step::Attribute(name.into()), error))?;
        }
        complete::<T>(seen)
            .and_then(|()| object.finish())
            .map_err(|error| context.path.fail(error))
    }
}

/// Checks that exactly one member of each required group was found.
fn complete<T: JsonObject>(seen: u32) -> Result<()> {
    for group in T::REQUIRED {
        let was_seen = |name: &&&str| {
            let mut members = T::MEMBERS.iter().zip(0..);
            members.any(|(member, at)| member == *name && seen & (1 << at) != 0)
        };
        match group.iter().filter(was_seen).count() {
            1 => {}
            0 => return Err(Error::missing(group[0])),
            _ => {
                return Err(Error::data(format!(
                    "only one of {} is allowed",
                    group.join(" and ")
                )));
            }
        }
    }
    Ok(())
}

/// Reads objects whose names were chosen by the provider, and passes each object to `take`.
struct NamesVisitor<'a, T, F> {
    context: Context<'a>,
    /// Converts a name to a step of a path.
    step: fn(String) -> Step,
    take: F,
    value: PhantomData<T>,
}

impl<'de, T: JsonObject, F: FnMut(String, T) -> Result<()>> Visitor<'de>
    for NamesVisitor<'_, T, F>
{
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        let context = self.context;
        while let Some(name) = map.next_key::<String>()? {
            let value = map
                .next_value_seed(context.seed::<T>(""))
                .map_err(|error| context.path.at((self.step)(name.clone()), error))?;
            (self.take)(name, value).map_err(|error| context.path.fail(error))?;
        }
        Ok(())
    }
}

/// Reads the elements of a list.
struct ListVisitor<'a, T>(Context<'a>, PhantomData<T>);

impl<'de, T: JsonObject> Visitor<'de> for ListVisitor<'_, T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Vec<T>, A::Error> {
        let mut elements = Vec::new();
        loop {
            let step = Step::Index(elements.len() as u64);
            match seq.next_element_seed(self.0.seed("")) {
                Ok(Some(element)) => elements.push(element),
                Ok(None) => {
                    elements.shrink_to_fit();
                    return Ok(elements);
                }
                Err(error) => return Err(self.0.path.at(step, error)),
            }
        }
    }
}

/// Reads an object, regardless of the name of the member.
trait ReadObject: JsonObject {
    fn read_object<'de, D: Deserializer<'de>>(
        deserializer: D,
        context: Context<'_>,
    ) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ObjectVisitor(context, PhantomData))
    }
}

impl<T: JsonObject> ReadObject for T {}

/// Reads an enum from its JSON string.
fn read_word<'de, T: Word, D: Deserializer<'de>>(
    deserializer: D,
    context: Context<'_>,
) -> Result<T, D::Error> {
    let Directly(word, _) = Borrowed::<Cow<'de, str>>::deserialize(deserializer)?;
    T::from_word(&word).ok_or_else(|| {
        let error = serde::de::Error::unknown_variant(&word, T::WORDS);
        context.path.fail(error)
    })
}

/// Implements [`Read`] for each type of member.
macro_rules! read {
    ($([$($generics:tt)*] $ty:ty: |$deserializer:ident, $name:ident, $context:ident| $read:expr;)*) => {$(
        impl<$($generics)*> Read for $ty {
            fn read<'de, D: Deserializer<'de>>(
                $deserializer: D,
                $name: &'static str,
                $context: Context<'_>,
            ) -> Result<Self, D::Error> {
                $read
            }
        }
    )*};
}

read! {
    [T: JsonObject] T: |deserializer, _name, context| T::read_object(deserializer, context);
    [] bool: |deserializer, _name, _context| bool::deserialize(deserializer);
    [] u64: |deserializer, _name, _context| u64::deserialize(deserializer);
    [] i64: |deserializer, _name, _context| i64::deserialize(deserializer);
    [] String: |deserializer, _name, _context| String::deserialize(deserializer);
    [] Cow<'static, str>: |deserializer, _name, _context| {
        String::deserialize(deserializer).map(Cow::Owned)
    };
    [] Type: |deserializer, _name, _context| Type::deserialize(deserializer);
    [] StringKind: |deserializer, _name, context| read_word(deserializer, context);
    [] Nesting: |deserializer, _name, context| read_word(deserializer, context);
    [] Arc<Block>: |deserializer, _name, context| {
        Block::read_object(deserializer, context).map(Arc::new)
    };
    [] Option<Block>: |deserializer, _name, context| {
        Block::read_object(deserializer, context).map(Some)
    };
    [] Option<RulesByPath>: |deserializer, name, context| {
        Read::read(deserializer, name, context).map(Some)
    };
    [] Option<Parameter>: |deserializer, _name, context| {
        Parameter::read_object(deserializer, context).map(Some)
    };
    [] Vec<Parameter>: |deserializer, _name, context| {
        deserializer.deserialize_seq(ListVisitor(context, PhantomData))
    };
    [] Option<Schema>: |deserializer, _name, context| {
        let own = OwnSchema::read_object(deserializer, context)?;
        match own.block {
            Some(block) => Ok(Some(Schema { version: own.version, block })),
            None if own.version == 0 => Ok(None),
            None => Err(context.path.fail(Error::missing("block"))),
        }
    };
    [] AttributeType: |deserializer, name, context| match name {
        "type" => Type::deserialize(deserializer).map(AttributeType::Type),
        _ => ReadObject::read_object(deserializer, context).map(AttributeType::Nested),
    };
    [T: JsonObject + Named] Vec<T>: |deserializer, _name, context| {
        let mut all = Vec::new();
        deserializer.deserialize_map(NamesVisitor {
            context,
            step: |name| Step::Attribute(name.into()),
            take: |name, mut one: T| {
                one.set_name(name);
                all.push(one);
                Ok(())
            },
            value: PhantomData,
        })?;
        all.shrink_to_fit();
        sort(&mut all).map_err(|error| context.path.fail(error))?;
        Ok(all)
    };
    [T: JsonObject] BTreeMap<String, T>: |deserializer, _name, context| {
        let mut all = BTreeMap::new();
        deserializer.deserialize_map(NamesVisitor {
            context,
            step: |name| Step::Key(name.into()),
            take: |name: String, one: T| match all.entry(name) {
                Entry::Vacant(entry) => {
                    entry.insert(one);
                    Ok(())
                }
                Entry::Occupied(entry) => Err(Error::repeated(entry.key())),
            },
            value: PhantomData,
        })?;
        Ok(all)
    };
}

/// Sorts by name.
fn sort<T: Named>(all: &mut [T]) -> Result<()> {
    by_name::sort(all);
    match all.windows(2).find(|pair| pair[0].name() == pair[1].name()) {
        Some(pair) => Err(Error::repeated(pair[0].name())),
        None => Ok(()),
    }
}
