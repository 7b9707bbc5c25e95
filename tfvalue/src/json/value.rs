//! Reads and writes [`Value`]s according to a type constraint.

use std::borrow::Cow;

use super::deserializer::Deserializer;
use super::write::written;
use crate::error::{Error, Result, elements};
use crate::nfc::nfc;
use crate::path::Step;
use crate::text::{self, SmallStr};
use crate::ty::{ObjectType, Type};
use crate::value::{Items, Repr, Shared, Value, sort_entries};

impl Deserializer<'_> {
    /// Reads a value that conforms to a type constraint, and checks that nothing follows the value.
    ///
    /// # Errors
    ///
    /// Fails if the input is not JSON for a value of the type, or if anything follows the value.
    pub fn read_value(&mut self, ty: &Type) -> Result<Value> {
        match self.value(&ty.without_optional()) {
            Ok(value) => self.end().map(|()| value),
            Err(error) => Err(self.reader.locate(error)),
        }
    }
}

/// Reads a value that conforms to a type constraint from `input`, which must contain nothing else.
///
/// # Errors
///
/// Fails if the input is not JSON for a value of the type, or if anything follows the value.
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
    Deserializer::from_slice(input).read_value(ty)
}

/// Reads a value together with its type. The value has its own limit on missing attributes, even if it is part of a
/// document.
pub(crate) fn dynamic_from_str(text: &str) -> Result<Value> {
    let mut deserializer = Deserializer::from_str(text);
    deserializer.missing = text.len();
    deserializer.read_value(&Type::Dynamic)
}

/// Writes a value as JSON according to a type constraint. If the constraint is dynamic or contains dynamic parts, the
/// types of these parts are also written.
///
/// # Errors
///
/// Fails if the type of the value does not match the constraint, if the value contains an unknown value or an infinity,
/// or if Terraform would [crash](crate::msgpack::value_to_vec) when reading the value.
///
/// # Examples
///
/// ```
/// use tfvalue::{Type, Value, json};
///
/// let value = Value::from(5);
/// assert_eq!(json::value_to_string(&value, &Type::Number)?, "5");
/// assert_eq!(json::value_to_string(&value, &Type::Dynamic)?, r#"{"value":5,"type":"number"}"#);
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn value_to_string(value: &Value, ty: &Type) -> Result<String> {
    written(value, ty).and_then(super::ser::text)
}

impl Deserializer<'_> {
    /// Reads a value of a type without optional attributes.
    pub(super) fn value(&mut self, ty: &Type) -> Result<Value> {
        if self.reader.null()? {
            return Ok(Value::null(ty.clone()));
        }
        match ty {
            Type::Bool => self.reader.lenient_bool().map(Value::from),
            Type::Number => self.reader.lenient_number().map(Value::from),
            Type::String => {
                let text = self.reader.lenient_str()?;
                Ok(Value(Repr::String(small(&text))))
            }
            Type::List(element) => {
                let parts = self.nested(b'[', || words(ty), |json| json.list(element))?;
                if element.is_settled() {
                    Ok(Value(Repr::List(Items::end(parts))))
                } else {
                    Value::list_of_parts(parts, Type::clone(element))
                }
            }
            Type::Set(element) => {
                let parts = self.nested(b'[', || words(ty), |json| json.list(element))?;
                if element.is_settled() {
                    Ok(Value::set_of_one_type(parts))
                } else {
                    Value::set_of_parts(parts, Type::clone(element))
                }
            }
            Type::Tuple(types) => self.nested(b'[', || words(ty), |json| json.tuple(ty, types)),
            Type::Map(element) => self.nested(b'{', || words(ty), |json| json.map(element)),
            Type::Object(object) => self.nested(b'{', || words(ty), |json| json.object(object)),
            Type::Dynamic => self.nested(b'{', || words(ty), Self::dynamic),
        }
    }

    fn list(&mut self, element: &Type) -> Result<Vec<Value>> {
        let mut parts = Items::begin(Shared::Element(element.clone()), 0);
        while self.reader.more(parts.len() == 1, b']')? {
            match self.value(element) {
                Ok(value) => parts.push(value),
                Err(error) => return Err(error.at_step(Step::Index(parts.len() as u64 - 1))),
            }
        }
        self.reader.close(b']')?;
        Ok(parts)
    }

    fn tuple(&mut self, ty: &Type, types: &[Type]) -> Result<Value> {
        let mut parts = Items::begin(Shared::Nothing, types.len());
        while self.reader.more(parts.len() == 1, b']')? {
            let at = parts.len() - 1;
            let Some(element) = types.get(at) else {
                return Err(Error::mismatch(words(ty), "more"));
            };
            match self.value(element) {
                Ok(value) => parts.push(value),
                Err(error) => return Err(error.at_step(Step::Index(at as u64))),
            }
        }
        self.reader.close(b']')?;
        match parts.len() - 1 {
            len if len == types.len() => Ok(Value(Repr::Tuple(Items::end(parts)))),
            len => Err(Error::mismatch(words(ty), len.to_string())),
        }
    }

    /// Reads a map. If a key occurs more than once, the last value is used.
    fn map(&mut self, element: &Type) -> Result<Value> {
        let mut parts = Items::begin(Shared::Element(element.clone()), 0);
        let mut ascending = true;
        while self.reader.more(parts.len() == 1, b'}')? {
            let key = small(&self.reader.key()?);
            if let [_, .., last, _] = &*parts {
                ascending &= last.as_str() < Some(&*key);
            }
            match self.value(element) {
                Ok(value) => parts.extend([Value(Repr::String(key)), value]),
                Err(error) => return Err(error.at_step(Step::Key((*key).into()))),
            }
        }
        self.reader.close(b'}')?;
        if !ascending {
            sort_entries(&mut parts);
        }
        if element.is_settled() {
            Ok(Value(Repr::Map(Items::end(parts))))
        } else {
            Value::map_of_parts(parts, element.clone())
        }
    }

    /// Reads an object. A missing member is null. If a member occurs more than once, the last value is used.
    fn object(&mut self, object: &ObjectType) -> Result<Value> {
        self.expect_missing(object.len())?;
        let mut filled = 0;
        let mut parts = Items::begin(Shared::Object(object.clone()), object.len());
        let mut first = true;
        while self.reader.more(first, b'}')? {
            first = false;
            let next = parts.len() - 1;
            let at = match object.iter().as_slice().get(next) {
                Some(attribute) if self.reader.name(&attribute.name)? => next,
                _ => {
                    let name = self.reader.key()?;
                    match object.position(&name) {
                        Some(at) => at,
                        None if self.ignore_unsupported => {
                            self.reader.skip()?;
                            continue;
                        }
                        None => return Err(Error::surplus(&name)),
                    }
                }
            };
            let attribute = &object[at];
            let value = self
                .value(&attribute.ty)
                .map_err(|error| error.at_step(Step::Attribute(attribute.name.clone())))?;
            filled += fill(&mut parts, object, at);
            match parts.get_mut(1 + at) {
                Some(part) => *part = value,
                None => parts.push(value),
            }
        }
        self.reader.close(b'}')?;
        filled += fill(&mut parts, object, object.len());
        self.found(object.len() - filled);
        if object.is_settled() {
            Ok(Value(Repr::Object(Items::end(parts))))
        } else {
            Ok(self.recent.object(parts, object))
        }
    }

    /// Reads an object that contains a value and its type, in either order.
    fn dynamic(&mut self) -> Result<Value> {
        let (mut ty, mut value) = (None, None);
        while self.reader.more(ty.is_none() && value.is_none(), b'}')? {
            let key = self.reader.key()?;
            self.reader.peek()?;
            let start = self.reader.pos();
            self.reader.skip()?;
            match &*key {
                "type" => ty = Some(self.recent.ty(self.reader.since(start).as_bytes())?),
                "value" => value = Some(start),
                other => return Err(Error::surplus(other)),
            }
        }
        self.reader.close(b'}')?;
        let ty = ty.ok_or_else(|| Error::missing("type"))?;
        let start = value.ok_or_else(|| Error::missing("value"))?;
        let end = self.reader.pos();
        self.reader.seek(start);
        let value = if self.reader.null()? {
            // As in go-cty, a null keeps the optional attributes of its type.
            Value::null(ty)
        } else {
            self.value(&ty.without_optional())?
        };
        self.reader.seek(end);
        Ok(value)
    }
}

/// Adds nulls for the missing members before the member at `at`, and returns the number of added nulls.
fn fill(parts: &mut Vec<Value>, object: &ObjectType, at: usize) -> usize {
    let before = parts.len();
    while parts.len() <= at {
        parts.push(Value::null(object[parts.len() - 1].ty.clone()));
    }
    parts.len() - before
}

/// Converts text to NFC. Most text is already in NFC.
#[inline]
fn small(text: &str) -> SmallStr {
    if text::is_ascii(text) {
        text.into()
    } else {
        nfc(text).into()
    }
}

/// Describes the JSON of a container type, for errors.
fn words(ty: &Type) -> Cow<'static, str> {
    match ty {
        Type::List(_) => "a list".into(),
        Type::Set(_) => "a set".into(),
        Type::Map(_) => "a map".into(),
        Type::Tuple(types) => format!("a tuple of {}", elements(types.len())).into(),
        Type::Object(_) => "an object".into(),
        _ => "an object with a type and a value".into(),
    }
}
