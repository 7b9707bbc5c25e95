//! Reads a provider's response as leniently as Terraform does, and with the same error messages.
//!
//! Source: go-cty's `json.Unmarshal`.

use std::collections::BTreeMap;

use super::deserializer::{may_be_missing, too_many_missing};
use super::read::Reader;
use crate::error::{Error, Result};
use crate::limits::MAX_DEPTH;
use crate::path::Step;
use crate::ty::{ObjectType, Type};
use crate::value::{Items, Shared, Value, response};

/// Reads a value in a provider's response.
///
/// # Errors
///
/// Fails with Terraform's message if Terraform cannot read the value.
pub fn value_from_response(input: &[u8], ty: &Type) -> Result<Value> {
    let text = crate::msgpack::text_of(input);
    let reader = Reader::new(text.as_bytes());
    // After this check, every error concerns the value and not the syntax.
    reader.clone().skip()?;
    let mut decoder = ResponseDecoder {
        reader,
        depth: MAX_DEPTH,
        start: MAX_DEPTH,
        missing: may_be_missing(input),
    };
    decoder.value(&ty.without_optional())
}

struct ResponseDecoder<'de> {
    reader: Reader<'de>,
    depth: u8,
    /// The depth at which the response or the last dynamic value begins.
    start: u8,
    /// The number of attributes that may still be missing.
    missing: usize,
}

impl ResponseDecoder<'_> {
    fn value(&mut self, ty: &Type) -> Result<Value> {
        if self.reader.null()? {
            return Ok(Value::null(ty.clone()));
        }
        match (ty, self.reader.peek()?) {
            (Type::Bool, b't' | b'f') => self.reader.lenient_bool().map(Value::from),
            (Type::Bool, b'"') => match &*self.reader.string()? {
                "true" | "1" => Ok(true.into()),
                "false" | "0" => Ok(false.into()),
                text => Err(Error::data(match &*text.to_lowercase() {
                    word @ ("true" | "false") => format!(
                        "a bool is required; to convert from string, use lowercase {word:?}"
                    ),
                    _ => "a bool is required".to_owned(),
                })),
            },
            (Type::Number, b'-' | b'0'..=b'9') => self.reader.number().map(Value::from),
            (Type::Number, b'"') => {
                let number = self.reader.string()?.parse::<crate::Number>();
                number
                    .map(Value::from)
                    .map_err(|_| Error::data("a number is required"))
            }
            (Type::String, b'"' | b'-' | b'0'..=b'9' | b't' | b'f') => {
                self.reader.lenient_str().map(Value::string)
            }
            (Type::Bool, _) => Err(Error::data("bool is required")),
            (Type::Number, _) => Err(Error::data("number is required")),
            (Type::String, _) => Err(Error::data("string is required")),
            _ if self.depth == 0 => Err(Error::too_deep()),
            _ => {
                self.depth -= 1;
                let value = self.container(ty);
                self.depth += 1;
                value
            }
        }
    }

    fn container(&mut self, ty: &Type) -> Result<Value> {
        let bracket = match ty {
            Type::List(_) | Type::Set(_) | Type::Tuple(_) => b'[',
            _ => b'{',
        };
        if !self.reader.open(bracket)? {
            return Err(Error::data(format!(
                "missing expected {}",
                char::from(bracket)
            )));
        }
        match ty {
            Type::List(element) => response::list(self.elements(element)?, element),
            Type::Set(element) => response::set(self.elements(element)?, element),
            Type::Map(element) => self.map(element),
            Type::Tuple(types) => self.tuple(types),
            Type::Object(object) => self.object(object),
            _ => self.dynamic(),
        }
    }

    fn elements(&mut self, element: &Type) -> Result<Vec<Value>> {
        let mut parts = Items::begin(Shared::Nothing, 0);
        while self.reader.more(parts.len() == 1, b']')? {
            let value = self.value(element);
            let step = Step::Index(parts.len() as u64 - 1);
            parts.push(value.map_err(|error| error.at_step(step))?);
        }
        self.reader.close(b']')?;
        Ok(parts)
    }

    fn tuple(&mut self, types: &[Type]) -> Result<Value> {
        let mut parts = Vec::new();
        let need = types.len();
        while self.reader.more(parts.is_empty(), b']')? {
            let Some(ty) = types.get(parts.len()) else {
                let text = format!("too many tuple elements (need {need})");
                return Err(Error::data(text));
            };
            let value = self.value(ty);
            let step = Step::Index(parts.len() as u64);
            parts.push(value.map_err(|error| error.at_step(step))?);
        }
        self.reader.close(b']')?;
        if parts.len() == need {
            Ok(Value::tuple(parts))
        } else {
            let text = format!("not enough tuple elements (need {need})");
            // Within another value, Terraform prints the path of the tuple.
            Err(if self.depth + 1 == self.start {
                response::crash(&text)
            } else {
                Error::data(text)
            })
        }
    }

    fn map(&mut self, element: &Type) -> Result<Value> {
        let mut entries = BTreeMap::new();
        let mut first = true;
        while self.reader.more(std::mem::take(&mut first), b'}')? {
            let key = self.reader.key()?.into_owned();
            let value = self.value(element);
            let value = value.map_err(|error| error.at_step(Step::Key(key.as_str().into())))?;
            entries.insert(key, value);
        }
        self.reader.close(b'}')?;
        response::map(entries, element)
    }

    fn object(&mut self, object: &ObjectType) -> Result<Value> {
        let mut members: Vec<Option<Value>> = vec![None; object.len()];
        let mut first = true;
        while self.reader.more(std::mem::take(&mut first), b'}')? {
            let name = self.reader.key()?;
            let Some(at) = object.position(&name) else {
                return Err(Error::data(format!("unsupported attribute {name:?}")));
            };
            let attribute = &object[at];
            let value = self.value(&attribute.ty);
            let step = || Step::Attribute(attribute.name.clone());
            members[at] = Some(value.map_err(|error| error.at_step(step()))?);
        }
        self.reader.close(b'}')?;
        let missing = members.iter().filter(|member| member.is_none()).count();
        let left = self.missing.checked_sub(missing);
        self.missing = left.ok_or_else(too_many_missing)?;
        let members = object.iter().zip(members);
        let members =
            members.map(|(one, value)| value.unwrap_or_else(|| Value::null(one.ty.clone())));
        Ok(response::object(members, object))
    }

    /// Reads an object that contains a value and its type, in either order.
    fn dynamic(&mut self) -> Result<Value> {
        let (mut ty, mut value) = (None, None);
        let mut first = true;
        while self.reader.more(std::mem::take(&mut first), b'}')? {
            let key = self.reader.key()?;
            self.reader.peek()?;
            let start = self.reader.pos();
            self.reader.skip()?;
            match &*key {
                "type" => {
                    let json = self.reader.since(start).as_bytes();
                    ty = Some(
                        Type::from_json(json).map_err(|error| Error::syntax(error.message()))?,
                    );
                }
                "value" => value = Some(start),
                _ => {
                    let text = format!("invalid key {key:?} in dynamically-typed value");
                    return Err(Error::data(text));
                }
            }
        }
        self.reader.close(b'}')?;
        let end = self.reader.pos();
        let missing =
            |what: &str| Error::data(format!("missing {what} in dynamically-typed value"));
        let ty = ty.ok_or_else(|| missing("type"))?;
        self.reader.seek(value.ok_or_else(|| missing("value"))?);
        let start = std::mem::replace(&mut self.start, self.depth);
        let value = self.value(&ty)?;
        self.start = start;
        self.reader.seek(end);
        Ok(value)
    }
}
