//! Reading.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use serde::de::{Deserialize, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::object::{Context, Named, Next, Object, OwnSchema, Read};
use crate::attr::fast_read::{Borrowed, Directly};
use crate::error::{Error, Result};
use crate::path::Step;
use crate::schema::{AttributeType, Block, Nesting, Parameter, Schema, StringKind};
use crate::ty::Type;

pub(super) fn document<T: Object>(json: &[u8], ignore_unsupported: bool) -> Result<T> {
    let context = Context {
        ignore_unsupported,
        error: RefCell::default(),
        steps: RefCell::default(),
    };
    let mut deserializer = serde_json::Deserializer::from_slice(json);
    let read = T::read_object(&mut deserializer, &context);
    let read = read.and_then(|document| deserializer.end().map(|()| document));
    read.map_err(|foreign| {
        let position = crate::json::error(foreign);
        let error = match context.error.take() {
            Some(error) => match position.position() {
                Some(position) => error.or_position(position),
                None => error,
            },
            None => position,
        };
        context.steps.take().into_iter().fold(error, Error::at)
    })
}

/// Reads an object from its members.
struct ObjectVisitor<'a, T>(&'a Context, PhantomData<T>);

impl<'de, T: Object> Visitor<'de> for ObjectVisitor<'_, T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> std::result::Result<T, A::Error> {
        let context = self.0;
        let mut object = T::empty();
        let mut seen = 0_u32;
        while let Some(Directly(key, _)) = map.next_key::<Borrowed<Cow<'de, str>>>()? {
            let Some(at) = T::MEMBERS.iter().position(|name| *name == key) else {
                if !context.ignore_unsupported {
                    return Err(context.put(Error::surplus(&key)));
                }
                map.next_value::<IgnoredAny>()?;
                continue;
            };
            if seen & (1 << at) != 0 {
                return Err(context.put(Error::repeated(&key)));
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
                .map_err(|error| context.at(Step::Attribute(name.into()), error))?;
        }
        complete::<T>(seen)
            .and_then(|()| object.finish())
            .map_err(|error| context.put(error))
    }
}

/// Checks that what is required is there.
fn complete<T: Object>(seen: u32) -> Result<()> {
    for group in T::REQUIRED {
        let is_there = |name: &&&str| {
            let mut members = T::MEMBERS.iter().zip(0..);
            members.any(|(member, at)| member == *name && seen & (1 << at) != 0)
        };
        match group.iter().filter(is_there).count() {
            1 => {}
            0 => return Err(Error::missing(group[0])),
            _ => {
                return Err(Error::data(format!(
                    "only one of {} goes",
                    group.join(" and ")
                )));
            }
        }
    }
    Ok(())
}

/// Reads values that stand under names of the provider's choice.
struct NamesVisitor<'a, T, F> {
    context: &'a Context,
    /// Makes the step to a name.
    step: fn(String) -> Step,
    take: F,
    value: PhantomData<T>,
}

impl<'de, T: Object, F: FnMut(String, T) -> Result<()>> Visitor<'de> for NamesVisitor<'_, T, F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> std::result::Result<(), A::Error> {
        let context = self.context;
        while let Some(name) = map.next_key::<String>()? {
            let value = map
                .next_value_seed(context.seed::<T>(""))
                .map_err(|error| context.at((self.step)(name.clone()), error))?;
            (self.take)(name, value).map_err(|error| context.put(error))?;
        }
        Ok(())
    }
}

/// Reads the elements of a list.
struct ListVisitor<'a, T>(&'a Context, PhantomData<T>);

impl<'de, T: Object> Visitor<'de> for ListVisitor<'_, T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> std::result::Result<Vec<T>, A::Error> {
        let mut elements = Vec::new();
        loop {
            let step = Step::Index(elements.len() as u64);
            match seq.next_element_seed(self.0.seed("")) {
                Ok(Some(element)) => elements.push(element),
                Ok(None) => {
                    elements.shrink_to_fit();
                    return Ok(elements);
                }
                Err(error) => return Err(self.0.at(step, error)),
            }
        }
    }
}

/// Reading of what is an object, whatever the member's name.
trait ReadObject: Object {
    fn read_object<'de, D: Deserializer<'de>>(
        deserializer: D,
        context: &Context,
    ) -> std::result::Result<Self, D::Error> {
        deserializer.deserialize_map(ObjectVisitor(context, PhantomData))
    }
}

impl<T: Object> ReadObject for T {}

/// How each type of member is read.
macro_rules! read {
    ($([$($generics:tt)*] $ty:ty: |$deserializer:ident, $name:ident, $context:ident| $read:expr;)*) => {$(
        impl<$($generics)*> Read for $ty {
            fn read<'de, D: Deserializer<'de>>(
                $deserializer: D,
                $name: &'static str,
                $context: &Context,
            ) -> std::result::Result<Self, D::Error> {
                $read
            }
        }
    )*};
}

read! {
    [T: Object] T: |deserializer, _name, context| T::read_object(deserializer, context);
    [] bool: |deserializer, _name, _context| bool::deserialize(deserializer);
    [] u64: |deserializer, _name, _context| u64::deserialize(deserializer);
    [] i64: |deserializer, _name, _context| i64::deserialize(deserializer);
    [] String: |deserializer, _name, _context| String::deserialize(deserializer);
    [] Cow<'static, str>: |deserializer, _name, _context| {
        String::deserialize(deserializer).map(Cow::Owned)
    };
    [] Type: |deserializer, _name, _context| Type::deserialize(deserializer);
    [] Arc<Block>: |deserializer, _name, context| {
        Block::read_object(deserializer, context).map(Arc::new)
    };
    [] Option<Block>: |deserializer, _name, context| {
        Block::read_object(deserializer, context).map(Some)
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
            None => Err(context.put(Error::missing("block"))),
        }
    };
    [] AttributeType: |deserializer, name, context| match name {
        "type" => Type::deserialize(deserializer).map(AttributeType::Type),
        _ => ReadObject::read_object(deserializer, context).map(AttributeType::Nested),
    };
    [] StringKind: |deserializer, _name, context| {
        Ok(match &*Borrowed::<Cow<'de, str>>::deserialize(deserializer)?.0 {
            "plain" => StringKind::Plain,
            "markdown" => StringKind::Markdown,
            other => {
                let kinds = &["plain", "markdown"];
                return Err(context.put(Error::unknown_variant(other, kinds)));
            }
        })
    };
    [] Nesting: |deserializer, _name, context| {
        Ok(match &*Borrowed::<Cow<'de, str>>::deserialize(deserializer)?.0 {
            "single" => Nesting::Single,
            "group" => Nesting::Group,
            "list" => Nesting::List,
            "set" => Nesting::Set,
            "map" => Nesting::Map,
            other => {
                let modes = &["single", "group", "list", "set", "map"];
                return Err(context.put(Error::unknown_variant(other, modes)));
            }
        })
    };
    [T: Named] Vec<T>: |deserializer, _name, context| {
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
        sort(&mut all).map_err(|error| context.put(error))?;
        Ok(all)
    };
    [T: Object] BTreeMap<String, T>: |deserializer, _name, context| {
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

/// Sorts by name; Terraform's JSON is sorted already.
fn sort<T: Named>(all: &mut [T]) -> Result<()> {
    if !all.is_sorted_by(|a, b| a.name() < b.name()) {
        all.sort_by(|a, b| a.name().cmp(b.name()));
    }
    match all.windows(2).find(|pair| pair[0].name() == pair[1].name()) {
        Some(pair) => Err(Error::repeated(pair[0].name())),
        None => Ok(()),
    }
}
