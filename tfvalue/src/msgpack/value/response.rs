//! Reads a provider's response as leniently as Terraform does, and with the same error messages.
//!
//! Source: go-cty's `msgpack.Unmarshal`.

use std::collections::BTreeMap;

use crate::error::{Category, Error, Result};
use crate::limits::MAX_DEPTH;
use crate::msgpack::number::Num;
use crate::msgpack::read::Reader;
use crate::msgpack::utf8::text_of;
use crate::path::Step;
use crate::refinements::Refinements;
use crate::ty::{ObjectType, Type};
use crate::value::{Items, Shared, Value, response};

/// Reads a value in a provider's response.
///
/// # Errors
///
/// Fails with Terraform's message if Terraform cannot read the value.
pub fn value_from_response(input: &[u8], ty: &Type) -> Result<Value> {
    let mut decoder = ResponseDecoder {
        reader: Reader::new(input),
        depth: MAX_DEPTH,
        owed: 1,
    };
    decoder.value(&ty.without_optional())
}

struct ResponseDecoder<'de> {
    reader: Reader<'de>,
    depth: u8,
    /// The number of container parts that have been announced but not read yet.
    owed: usize,
}

impl ResponseDecoder<'_> {
    fn value(&mut self, ty: &Type) -> Result<Value> {
        self.owed = self.owed.saturating_sub(1);
        let first = self.reader.peek().map_err(|_| Error::data("EOF"))?;
        if self.reader.at_unknown()? {
            return self.unknown(ty);
        }
        if first == 0xc0 {
            self.reader.nil()?;
            return Ok(Value::null(ty.clone()));
        }
        match ty {
            Type::Bool => {
                let value = self.reader.bool();
                value
                    .map(Value::from)
                    .map_err(|_| Error::data("bool is required"))
            }
            Type::Number => self.number(),
            Type::String => {
                let text = self.reader.str_bytes("a string");
                let text = text.map_err(|_| Error::data("string is required"))?;
                Ok(Value::string(text_of(text)))
            }
            _ if self.depth == 0 => Err(Error::too_deep()),
            _ => {
                self.depth -= 1;
                let value = self.container(ty);
                self.depth += 1;
                value
            }
        }
    }

    fn number(&mut self) -> Result<Value> {
        let required = |error: Error| match error.category() {
            Category::Limit => error,
            _ => Error::data("number is required"),
        };
        let number = self.reader.any_number().map_err(required)?;
        if matches!(number, Num::Float(float) if float.is_nan()) {
            return Err(response::crash("the number is NaN"));
        }
        number.into_number().map(Value::from).map_err(required)
    }

    fn container(&mut self, ty: &Type) -> Result<Value> {
        match ty {
            Type::List(element) => response::list(self.elements(element, "a list")?, element),
            Type::Set(element) => response::set(self.elements(element, "a set")?, element),
            Type::Map(element) => self.map(element),
            Type::Tuple(types) => self.tuple(types),
            Type::Object(object) => self.object(object),
            _ => self.dynamic(),
        }
    }

    /// Reads the number of elements.
    fn array_len(&mut self, words: &'static str) -> Result<usize> {
        let len = self.reader.array_len(words);
        len.map_err(|_| Error::data(format!("{words} is required")))
    }

    /// Reads the number of entries.
    fn map_len(&mut self, words: &'static str) -> Result<usize> {
        let len = self.reader.map_len(words);
        len.map_err(|_| Error::data(format!("{words} is required")))
    }

    /// Begins a container with the given number of parts. Reserves space for the parts if the input is long enough.
    fn begin(&mut self, len: usize) -> Vec<Value> {
        self.owed = self.owed.saturating_add(len);
        let fits = self.owed <= self.reader.remaining();
        Items::begin(Shared::Nothing, if fits { len } else { 0 })
    }

    fn elements(&mut self, element: &Type, words: &'static str) -> Result<Vec<Value>> {
        let len = self.array_len(words)?;
        let mut parts = self.begin(len);
        for index in 0..len as u64 {
            let value = self.value(element);
            parts.push(value.map_err(|error| error.at_step(Step::Index(index)))?);
        }
        Ok(parts)
    }

    /// Reads a map. If a key is not a string, the first byte of the key is read as an empty key.
    fn map(&mut self, element: &Type) -> Result<Value> {
        let mut entries = BTreeMap::new();
        for _ in 0..self.map_len("a map")? {
            let key = match self.key() {
                Ok(key) => key,
                Err(error) if error.category() == Category::Eof => return Err(error),
                Err(_) => {
                    self.reader.byte()?;
                    String::new()
                }
            };
            let value = self.value(element);
            let value = value.map_err(|error| error.at_step(Step::Key(key.as_str().into())))?;
            entries.insert(key, value);
        }
        response::map(entries, element)
    }

    /// Reads a key. Nil is read as an empty string.
    fn key(&mut self) -> Result<String> {
        if self.reader.nil()? {
            return Ok(String::new());
        }
        self.reader.str_bytes("a string").map(text_of)
    }

    fn tuple(&mut self, types: &[Type]) -> Result<Value> {
        let len = self.array_len("a tuple")?;
        if len != 0 && len != types.len() {
            let text = format!("a tuple of length {} is required", types.len());
            return Err(Error::data(text));
        }
        let parts = types.iter().take(len).zip(0..).map(|(ty, index)| {
            let value = self.value(ty);
            value.map_err(|error| error.at_step(Step::Index(index)))
        });
        Ok(Value::tuple(parts.collect::<Result<Vec<_>>>()?))
    }

    fn object(&mut self, object: &ObjectType) -> Result<Value> {
        let (len, expected) = (self.map_len("an object")?, object.len());
        if len != 0 && len != expected {
            let text = format!("an object with {expected} attributes is required ({len} given)");
            return Err(Error::data(text));
        }
        let mut members: Vec<Option<Value>> = vec![None; len];
        for _ in 0..len {
            let name = self.key();
            let name = name.map_err(|_| Error::data("all keys must be strings"))?;
            let value = match object.position(&name) {
                Some(at) => self
                    .value(&object[at].ty)
                    .map(|value| members[at] = Some(value)),
                None => Err(Error::data("unsupported attribute")),
            };
            value.map_err(|error| error.at_step(Step::Attribute(name.into())))?;
        }
        if members.len() == expected && members.iter().all(Option::is_some) {
            return Ok(response::object(members.into_iter().flatten(), object));
        }
        let members = object.iter().zip(members);
        let members = members.filter_map(|(attribute, value)| Some((&attribute.name, value?)));
        Value::object(members)
    }

    fn dynamic(&mut self) -> Result<Value> {
        let code = self.reader.peek().ok();
        let len = self.reader.array_len("a type and a value");
        let is_array = |code| matches!(code, 0x90..=0x9f | 0xdc | 0xdd);
        if len.map_err(|error| unfit(error, code, "array", is_array))? != 2 {
            return Err(Error::data(
                "dynamic value array must have exactly two elements",
            ));
        }
        let code = self.reader.peek().ok();
        let json = self.reader.str_bytes("a type");
        let is_string = |code| matches!(code, 0xa0..=0xbf | 0xd9..=0xdb | 0xc4..=0xc6);
        let json = json.map_err(|error| unfit(error, code, "string/bytes", is_string))?;
        let ty = Type::from_json(json).map_err(|error| Error::syntax(error.message()))?;
        self.value(&ty)
    }

    fn unknown(&mut self, ty: &Type) -> Result<Value> {
        let (code, payload) = self.reader.ext()?;
        match (code, payload.len()) {
            (_, 0 | 1) => return Ok(Value::unknown(ty.clone())),
            (12, 2..=1024) => {}
            (12, _) => return Err(Error::data("oversize unknown value refinement")),
            (_, len) => {
                let (sign, code) = (if code < 0 { "-" } else { "" }, code.unsigned_abs());
                let digits = if sign.is_empty() { 2 } else { 1 };
                let text =
                    format!("unsupported extension type 0x{sign}{code:0digits$x} with len {len}");
                return Err(Error::data(text));
            }
        }
        let payload = without_header(payload);
        let mut reader = Reader::new(payload);
        if !reader.nil()? && reader.map_len("a map of refinements").is_err() {
            let text = "failed to decode msgpack extension body: not a map";
            return Err(Error::data(text));
        }
        if *ty == Type::Dynamic {
            return Ok(Value::unknown(Type::Dynamic));
        }
        let refined = Refinements::from_payload(payload).and_then(|known| match known {
            Some(refinements) => Value::refined(ty.clone(), refinements),
            None => Ok(Value::null(ty.clone())),
        });
        refined.map_err(|error| {
            let text = error.message();
            if text.starts_with("conflicting refinements") {
                return response::crash(&text);
            }
            Error::syntax(format!("failed to decode msgpack extension body: {text}"))
        })
    }
}

/// Returns the error for a code that cannot begin this part of a dynamic value, or for a truncated part.
#[cold]
fn unfit(error: Error, code: Option<u8>, part: &str, is_part: impl Fn(u8) -> bool) -> Error {
    match code {
        // Terraform reads a nil as empty JSON.
        Some(0xc0) | None => Error::data("EOF"),
        Some(code) if is_part(code) => error,
        Some(code) => Error::data(format!(
            "msgpack: invalid code={code:x} decoding {part} length"
        )),
    }
}

/// Returns the refinements without the preceding extension header, which Terraform skips.
fn without_header(payload: &[u8]) -> &[u8] {
    let len = match payload.first() {
        Some(0xd4..=0xd8) => 2,
        Some(0xc7) => 3,
        Some(0xc8) => 4,
        Some(0xc9) => 6,
        _ => 0,
    };
    payload.get(len..).unwrap_or_default()
}
