//! Values of types that are known at run time: reading and writing by a type constraint.

use std::borrow::Cow;
use std::fmt;

use serde::de::{self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::context::Context;
use super::print::print;
use super::scalar::Scalar;
use crate::error::{Error, Result, elements};
use crate::msgpack::{Dialect, Encoder};
use crate::path::Step;
use crate::ty::{ObjectType, Type};
use crate::value::{Items, Repr, Shared, Value};

impl<'de> super::Deserializer<'de> {
    /// Reads a value of a type constraint.
    ///
    /// # Errors
    ///
    /// If the input is not the JSON of a value that fits the type, or goes on after it.
    pub fn read_value(&self, ty: &Type) -> Result<Value> {
        let ty = &ty.without_optional();
        self.with_context(|inner, context| Typed { ty, context }.read(inner))
    }
}

/// Reads a value of a type constraint that takes up the whole of `input`.
///
/// # Errors
///
/// If the input is not the JSON of a value that fits the type, or goes on after it.
///
/// # Examples
///
/// ```
/// use tfvalue::{Type, json};
///
/// let ty = Type::map(Type::Number);
/// let value = json::value_from_slice(br#"{"a": 0.10, "b": "2"}"#, &ty)?;
/// assert_eq!(value.to_string(), r#"{ "a" = 0.1, "b" = 2 }"#);
/// assert_eq!(json::value_to_string(&value, &Type::Dynamic)?,
///            r#"{"value":{"a":0.1,"b":2},"type":["map","number"]}"#);
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn value_from_slice(input: &[u8], ty: &Type) -> Result<Value> {
    super::Deserializer::from_slice(input).read_value(ty)
}

/// Writes a value by a type constraint, with the type beside it wherever the constraint is
/// dynamic.
///
/// # Errors
///
/// If the type of the value does not conform to the constraint, or the value holds an unknown or
/// an infinity.
pub fn value_to_string(value: &Value, ty: &Type) -> Result<String> {
    let mut canonical = Vec::with_capacity(128);
    let mut encoder = Encoder {
        out: &mut canonical,
        dialect: Dialect::Json,
    };
    encoder.value(value, ty)?;
    print(&canonical).and_then(super::ser::text)
}

impl<'de> Context<'de> {
    /// Reads a value beside its type.
    pub(super) fn read_dynamic<D: Deserializer<'de>>(&self, inner: D) -> Result<Value> {
        let (ty, context) = (&Type::Dynamic, self);
        Typed { ty, context }.read(inner)
    }
}

/// A type constraint as a seed and visitor.
#[derive(Clone, Copy)]
struct Typed<'a, 'de> {
    ty: &'a Type,
    context: &'a Context<'de>,
}

impl<'a, 'de> Typed<'a, 'de> {
    fn of<'b>(self, ty: &'b Type) -> Typed<'b, 'de>
    where
        'a: 'b,
    {
        Typed {
            ty,
            context: self.context,
        }
    }

    fn read<D: Deserializer<'de>>(self, inner: D) -> Result<Value> {
        let result = match self.ty {
            Type::String | Type::Number | Type::Bool => match de::Deserialize::deserialize(inner) {
                Ok(raw) => return self.scalar(raw),
                Err(error) => Err(error),
            },
            _ => inner.deserialize_option(self),
        };
        result.map_err(|error| self.context.take(error))
    }

    fn scalar(self, raw: &'de RawValue) -> Result<Value> {
        let scalar = Scalar::new(raw, self.context);
        if raw.get() == "null" {
            return Ok(Value::null(self.ty.clone()));
        }
        match self.ty {
            Type::Bool => scalar.bool().map(Value::from),
            Type::Number => scalar.number().map(Value::from),
            _ => scalar.str().map(Value::string),
        }
    }

    fn words(self) -> Cow<'static, str> {
        match self.ty {
            Type::List(_) => "a list".into(),
            Type::Set(_) => "a set".into(),
            Type::Map(_) => "a map".into(),
            Type::Tuple(types) => format!("a tuple of {}", elements(types.len())).into(),
            Type::Object(_) => "an object".into(),
            _ => "an object of type and value".into(),
        }
    }

    fn list<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value> {
        let mut parts = Items::begin(Shared::Nothing, 0);
        loop {
            let at = parts.len() - 1;
            let ty = match self.ty {
                Type::List(element) | Type::Set(element) => element,
                Type::Tuple(types) => types.get(at).unwrap_or(&Type::Dynamic),
                _ => return Err(Error::mismatch(self.words(), "a list")),
            };
            if matches!(self.ty, Type::Tuple(types) if types.len() == at) {
                match seq.next_element::<IgnoredAny>() {
                    Ok(None) => break,
                    Ok(Some(_)) => return Err(Error::mismatch(self.words(), "more")),
                    Err(error) => return Err(self.context.take(error)),
                }
            }
            match seq.next_element_seed(self.of(ty)) {
                Ok(Some(value)) => parts.push(value),
                Ok(None) => break,
                Err(error) => {
                    return Err(self.context.take(error).at(Step::Index(at as u64)));
                }
            }
        }
        let len = parts.len() - 1;
        match self.ty {
            Type::List(element) => Value::list_of_parts(parts, Type::clone(element)),
            Type::Set(element) => Value::set_of_parts(parts, Type::clone(element)),
            Type::Tuple(types) if types.len() == len => Ok(Value(Repr::Tuple(Items::end(parts)))),
            _ => Err(Error::mismatch(self.words(), len.to_string())),
        }
    }

    /// Reads a map. Of repeated keys, the last counts.
    fn map<A: MapAccess<'de>>(self, element: &Type, mut map: A) -> Result<Value> {
        let mut entries = std::collections::BTreeMap::new();
        while let Some(key) = self.key(&mut map)? {
            let value = map
                .next_value_seed(self.of(element))
                .map_err(|error| self.context.take(error).at(Step::Key(key.as_ref().into())))?;
            entries.insert(crate::refinements::nfc(&key).into_owned(), value);
        }
        let mut parts = Items::begin(Shared::Nothing, 2 * entries.len());
        for (key, value) in entries {
            parts.extend([Value(Repr::String((*key).into())), value]);
        }
        Value::map_of_parts(parts, element.clone())
    }

    /// Reads an object. A member that is missing is null; of repeated ones, the last counts.
    fn object<A: MapAccess<'de>>(self, object: &ObjectType, mut map: A) -> Result<Value> {
        let mut members: Vec<Option<Value>> = vec![None; object.len()];
        while let Some(name) = self.key(&mut map)? {
            let Some(at) = object.position(&name) else {
                if !self.context.ignore_unsupported {
                    return Err(Error::surplus(&name));
                }
                map.next_value::<IgnoredAny>()
                    .map_err(|error| self.context.take(error))?;
                continue;
            };
            let value = map.next_value_seed(self.of(&object[at].ty));
            members[at] = Some(value.map_err(|error| {
                self.context
                    .take(error)
                    .at(Step::Attribute(object[at].name.clone()))
            })?);
        }
        let mut parts = Items::begin(Shared::Nothing, object.len());
        for (attribute, value) in object.iter().zip(members) {
            parts.push(value.unwrap_or_else(|| Value::null(attribute.ty.clone())));
        }
        Ok(Value::object_of_parts(parts, object))
    }

    /// Reads the value beside its type, in either order.
    fn dynamic<A: MapAccess<'de>>(self, mut map: A) -> Result<Value> {
        let (mut ty, mut raw): (Option<Type>, Option<&'de RawValue>) = (None, None);
        let foreign = |error: A::Error| self.context.take(error);
        while let Some(key) = self.key(&mut map)? {
            match &*key {
                "type" => {
                    let json: &RawValue = map.next_value().map_err(foreign)?;
                    ty = Some(Type::from_json(json.get().as_bytes())?);
                }
                "value" => raw = Some(map.next_value().map_err(foreign)?),
                other => return Err(Error::surplus(other)),
            }
        }
        let ty = ty.ok_or_else(|| Error::missing("type"))?;
        let raw = raw.ok_or_else(|| Error::missing("value"))?;
        match raw.get() {
            // As in the reference, optional markings stay where nothing else tells of the type.
            "null" => Ok(Value::null(ty)),
            text => self
                .of(&ty.without_optional())
                .read(&mut serde_json::Deserializer::from_str(text)),
        }
    }

    fn key<A: MapAccess<'de>>(self, map: &mut A) -> Result<Option<Cow<'de, str>>> {
        match map.next_key::<&RawValue>() {
            Ok(None) => Ok(None),
            Ok(Some(raw)) => Scalar::new(raw, self.context).str().map(Some),
            Err(error) => Err(self.context.take(error)),
        }
    }
}

impl<'de> DeserializeSeed<'de> for Typed<'_, 'de> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, inner: D) -> std::result::Result<Value, D::Error> {
        self.read(inner).map_err(|error| self.context.put(error))
    }
}

impl<'de> Visitor<'de> for Typed<'_, 'de> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words())
    }

    fn visit_none<E: de::Error>(self) -> std::result::Result<Value, E> {
        Ok(Value::null(self.ty.clone()))
    }

    fn visit_unit<E: de::Error>(self) -> std::result::Result<Value, E> {
        self.visit_none()
    }

    fn visit_some<D: Deserializer<'de>>(self, inner: D) -> std::result::Result<Value, D::Error> {
        self.context.deeper(|| match self.ty {
            Type::List(_) | Type::Set(_) | Type::Tuple(_) => inner.deserialize_seq(self),
            _ => inner.deserialize_map(self),
        })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> std::result::Result<Value, A::Error> {
        self.list(seq).map_err(|error| self.context.put(error))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> std::result::Result<Value, A::Error> {
        match self.ty {
            Type::Map(element) => self.map(element, map),
            Type::Object(object) => self.object(object, map),
            _ => self.dynamic(map),
        }
        .map_err(|error| self.context.put(error))
    }
}
