//! What a visitor sees of the inside of JSON lists and objects.

use std::borrow::Cow;
use std::fmt;

use serde::de::{
    self, DeserializeSeed, Deserializer, IgnoredAny, IntoDeserializer, MapAccess, SeqAccess,
    Visitor,
};

use super::context::Context;
use super::de::Json;
use crate::error::{Error, Result};
use crate::key::Key;
use crate::path::Step;

/// What the type that reads has asked for.
#[derive(Clone, Copy)]
pub(super) enum Shape {
    Any,
    Option,
    /// A nested block, which is empty where it is null.
    Block,
    List,
    Tuple(usize),
    Map,
    /// A struct of serde's own derive.
    Struct,
    /// A derived struct with its names.
    Object(&'static [&'static str]),
}

impl Shape {
    fn words(self) -> Cow<'static, str> {
        match self {
            Shape::Any | Shape::Option | Shape::Block => "a value".into(),
            Shape::List => "a list".into(),
            Shape::Tuple(len) => format!("a tuple of {len} elements").into(),
            Shape::Map => "a map".into(),
            Shape::Struct | Shape::Object(_) => "an object".into(),
        }
    }
}

/// The visitor that serde_json sees: it passes on what was asked for, and names what was not.
pub(super) struct Through<'a, 'de, V> {
    visitor: V,
    context: &'a Context<'de>,
    shape: Shape,
}

impl<'a, 'de, V: Visitor<'de>> Through<'a, 'de, V> {
    pub(super) fn new(visitor: V, context: &'a Context<'de>, shape: Shape) -> Self {
        Through {
            visitor,
            context,
            shape,
        }
    }

    /// Passes a scalar on where anything may come, and refuses it elsewhere.
    fn scalar<E: de::Error>(
        self,
        got: &'static str,
        visit: impl FnOnce(V) -> Result<V::Value>,
    ) -> std::result::Result<V::Value, E> {
        let result = match self.shape {
            Shape::Any => visit(self.visitor),
            shape => Err(Error::mismatch(shape.words(), got)),
        };
        result.map_err(|error| self.context.put(error))
    }
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Through<'_, 'de, V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shape.words())
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> std::result::Result<V::Value, E> {
        self.scalar("a bool", |visitor| visitor.visit_bool(value))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> std::result::Result<V::Value, E> {
        self.scalar("a number", |visitor| visitor.visit_i64(value))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> std::result::Result<V::Value, E> {
        self.scalar("a number", |visitor| visitor.visit_u64(value))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> std::result::Result<V::Value, E> {
        self.scalar("a number", |visitor| visitor.visit_f64(value))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> std::result::Result<V::Value, E> {
        self.scalar("a string", |visitor| visitor.visit_str(value))
    }

    fn visit_borrowed_str<E: de::Error>(self, value: &'de str) -> std::result::Result<V::Value, E> {
        self.scalar("a string", |visitor| visitor.visit_borrowed_str(value))
    }

    fn visit_unit<E: de::Error>(self) -> std::result::Result<V::Value, E> {
        match self.shape {
            Shape::Option => self.visitor.visit_none(),
            Shape::Any | Shape::Block => self.visitor.visit_unit(),
            shape => Err(Error::mismatch(shape.words(), "null")),
        }
        .map_err(|error| self.context.put(error))
    }

    fn visit_none<E: de::Error>(self) -> std::result::Result<V::Value, E> {
        self.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, inner: D) -> std::result::Result<V::Value, D::Error> {
        let json = Json::new(inner, self.context);
        match self.shape {
            Shape::Block => self.visitor.visit_newtype_struct(json),
            _ => self.visitor.visit_some(json),
        }
        .map_err(|error| self.context.put(error))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, inner: A) -> std::result::Result<V::Value, A::Error> {
        let mut seq = Seq {
            inner,
            context: self.context,
            next: 0,
        };
        match self.shape {
            Shape::Any | Shape::List => self.visitor.visit_seq(&mut seq).and_then(|value| {
                seq.end()?;
                Ok(value)
            }),
            Shape::Tuple(len) => self.visitor.visit_seq(&mut seq).and_then(|value| {
                seq.end()?;
                match seq.next == len as u64 {
                    true => Ok(value),
                    false => Err(Error::mismatch(self.shape.words(), format!("{}", seq.next))),
                }
            }),
            shape => Err(Error::mismatch(shape.words(), "a list")),
        }
        .map_err(|error| self.context.put(error))
    }

    fn visit_map<A: MapAccess<'de>>(self, inner: A) -> std::result::Result<V::Value, A::Error> {
        let context = self.context;
        match self.shape {
            Shape::Any | Shape::Map | Shape::Struct => self.visitor.visit_map(Map {
                inner,
                context,
                members: matches!(self.shape, Shape::Struct),
                key: Cow::Borrowed(""),
            }),
            Shape::Object(names) => self.visitor.visit_map(Object {
                inner,
                context,
                names,
                member: 0,
            }),
            shape => Err(Error::mismatch(shape.words(), "a map")),
        }
        .map_err(|error| context.put(error))
    }
}

/// Reads a part through our deserializer, where serde_json asks for a seed.
struct Part<'a, 'de, S> {
    seed: S,
    context: &'a Context<'de>,
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Part<'_, 'de, S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(
        self,
        inner: D,
    ) -> std::result::Result<S::Value, D::Error> {
        self.seed
            .deserialize(Json::new(inner, self.context))
            .map_err(|error| self.context.put(error))
    }
}

/// The elements of a list, set or tuple.
struct Seq<'a, 'de, A> {
    inner: A,
    context: &'a Context<'de>,
    next: u64,
}

impl<'de, A: SeqAccess<'de>> Seq<'_, 'de, A> {
    /// Makes sure that the visitor took all.
    fn end(&mut self) -> Result<()> {
        let taken = self.next;
        let mut left = 0_u64;
        while self
            .inner
            .next_element::<IgnoredAny>()
            .map_err(|error| self.context.take(error))?
            .is_some()
        {
            left += 1;
        }
        match left {
            0 => Ok(()),
            _ => {
                let expected = format!("a list of {taken} elements");
                Err(Error::mismatch(expected, format!("{}", taken + left)))
            }
        }
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Seq<'_, 'de, A> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let context = self.context;
        let index = self.next;
        match self.inner.next_element_seed(Part { seed, context }) {
            Ok(Some(value)) => {
                self.next += 1;
                Ok(Some(value))
            }
            Ok(None) => Ok(None),
            Err(error) => Err(context.take(error).at(Step::Index(index))),
        }
    }
}

/// The entries of a map, or of an object that is read by names.
struct Map<'a, 'de, A> {
    inner: A,
    context: &'a Context<'de>,
    /// Whether the entries are members of an object.
    members: bool,
    key: Cow<'de, str>,
}

impl<A> Map<'_, '_, A> {
    #[cold]
    fn step(&self) -> Step {
        match self.members {
            true => Step::Attribute(self.key.clone().into_owned().into()),
            false => Step::Key(self.key.as_ref().into()),
        }
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Map<'_, 'de, A> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let Some(key) = next_key(&mut self.inner, self.context)? else {
            return Ok(None);
        };
        self.key = key.clone();
        match seed.deserialize(Key(key)) {
            Ok(key) => Ok(Some(key)),
            Err(error) => Err(error.at(self.step())),
        }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let context = self.context;
        self.inner
            .next_value_seed(Part { seed, context })
            .map_err(|error| context.take(error).at(self.step()))
    }
}

/// The members of a derived struct, by their index.
struct Object<'a, 'de, A> {
    inner: A,
    context: &'a Context<'de>,
    names: &'static [&'static str],
    /// The member that most likely comes next, and then the one whose value does.
    member: usize,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Object<'_, 'de, A> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        while let Some(name) = next_key(&mut self.inner, self.context)? {
            if self.names.get(self.member).is_none_or(|next| *next != name) {
                match self.names.binary_search(&&*name) {
                    Ok(member) => self.member = member,
                    Err(_) if self.context.ignore_unsupported => {
                        let ignored = self.inner.next_value::<IgnoredAny>();
                        ignored.map_err(|error| self.context.take(error))?;
                        continue;
                    }
                    Err(_) => return Err(Error::surplus(&name)),
                }
            }
            let member = self.member as u64;
            return seed.deserialize(member.into_deserializer()).map(Some);
        }
        Ok(None)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let context = self.context;
        let member = self.member;
        self.member += 1;
        self.inner
            .next_value_seed(Part { seed, context })
            .map_err(|error| {
                context
                    .take(error)
                    .at(Step::Attribute(self.names[member].into()))
            })
    }
}

fn next_key<'de, A: MapAccess<'de>>(
    inner: &mut A,
    context: &Context<'de>,
) -> Result<Option<Cow<'de, str>>> {
    match inner.next_key::<crate::direct::Borrowed<Cow<'de, str>>>() {
        Ok(key) => Ok(key.map(|key| key.0)),
        Err(error) => Err(context.take(error)),
    }
}
