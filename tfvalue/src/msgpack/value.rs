//! Values of types that are known at run time: reading and writing by a type constraint.

use super::de::MAX_DEPTH;
use super::read::{Num, Reader};
use super::write;
use crate::error::{Error, Result};
use crate::number::Number;
use crate::path::Step;
use crate::refinements::{Refinements, nfc};
use crate::text::SmallStr;
use crate::ty::{ObjectType, Type};
use crate::value::{Items, Repr, Shared, Value};

/// Reads a value of a type constraint that takes up the whole of `input`.
///
/// Optional markings of attributes in the type do not count: values carry every attribute.
///
/// # Errors
///
/// If the input is not the MessagePack of a value that fits the type, or goes on after it.
///
/// # Examples
///
/// ```
/// use tfvalue::{Type, msgpack};
///
/// let ty = Type::list(Type::Dynamic);
/// let value = msgpack::value_from_slice(b"\x91\x92\xc4\x06\"bool\"\xc3", &ty)?;
/// assert_eq!(value.ty(), Type::list(Type::Bool));
/// assert_eq!(value.to_string(), "[true]");
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn value_from_slice(input: &[u8], ty: &Type) -> Result<Value> {
    let mut decoder = Decoder::new(Reader::new(input), MAX_DEPTH);
    let value = match ty.has_optional() {
        true => decoder.value(&ty.without_optional())?,
        false => decoder.value(ty)?,
    };
    decoder.reader.end()?;
    Ok(value)
}

/// Writes a value by a type constraint: in canonical form, with the type in an envelope wherever
/// the constraint is dynamic.
///
/// # Errors
///
/// If the type of the value does not conform to the constraint, or the elements of a collection
/// of dynamic are of several types, at which Terraform itself would crash.
///
/// # Examples
///
/// ```
/// use tfvalue::{Type, Value, msgpack};
///
/// let bytes = msgpack::value_to_vec(&Value::from(true), &Type::Dynamic)?;
/// assert_eq!(bytes, b"\x92\xc4\x06\"bool\"\xc3");
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn value_to_vec(value: &Value, ty: &Type) -> Result<Vec<u8>> {
    let mut out = Vec::with_capacity(512);
    let mut encoder = Encoder {
        out: &mut out,
        dialect: Dialect::Wire,
    };
    encoder.value(value, ty)?;
    Ok(out)
}

pub(super) struct Decoder<'de> {
    pub(super) reader: Reader<'de>,
    depth: u8,
    /// How many parts of containers are announced and not read yet. Each takes a byte at least,
    /// so that no room is made for more than the input can hold.
    owed: usize,
}

impl<'de> Decoder<'de> {
    pub(super) fn new(reader: Reader<'de>, depth: u8) -> Self {
        Decoder {
            reader,
            depth,
            owed: 0,
        }
    }

    #[inline(never)]
    pub(super) fn value(&mut self, ty: &Type) -> Result<Value> {
        if self.reader.at_unknown()? {
            return self.unknown(ty);
        }
        if self.reader.nil()? {
            return Ok(Value::null(ty.clone()));
        }
        match ty {
            Type::Bool => self.reader.bool().map(Value::from),
            Type::Number => {
                let number = self.reader.number()?;
                self.number(number)
            }
            Type::String => self
                .string("a string")
                .map(|text| Value(Repr::String(text))),
            _ if self.depth == 0 => {
                let message = format!("the value is nested more than {MAX_DEPTH} levels deep");
                Err(self.reader.locate(Error::limit(message)))
            }
            _ => {
                self.depth -= 1;
                let value = self.container(ty);
                self.depth += 1;
                value
            }
        }
    }

    fn container(&mut self, ty: &Type) -> Result<Value> {
        match ty {
            Type::List(element) => {
                let parts = self.elements(element, "a list")?;
                match element.is_settled() {
                    true => Ok(Value(Repr::List(Items::end(parts)))),
                    false => Value::list_of_parts(parts, Type::clone(element)),
                }
            }
            Type::Set(element) => {
                let parts = self.elements(element, "a set")?;
                match element.is_settled() {
                    true => Ok(Value::set_of_one_type(parts)),
                    false => Value::set_of_parts(parts, Type::clone(element)),
                }
            }
            Type::Map(element) => self.map(element),
            Type::Tuple(types) => self.tuple(types),
            Type::Object(object) => self.object(object),
            _ => self.dynamic(),
        }
    }

    fn unknown(&mut self, ty: &Type) -> Result<Value> {
        let at = self.reader.pos();
        let payload = self.reader.unknown()?;
        // What is not known to be of a type cannot be known to be more.
        if payload.is_empty() || *ty == Type::Dynamic {
            return Ok(Value::unknown(ty.clone()));
        }
        let value = match Refinements::from_payload(payload) {
            Ok(Some(refinements)) => Value::refined(ty.clone(), refinements),
            Ok(None) => Ok(Value::null(ty.clone())),
            Err(error) => Err(error),
        };
        value.map_err(|error| error.relocate(at))
    }

    #[inline]
    fn string(&mut self, expected: &'static str) -> Result<SmallStr> {
        match self.reader.small_str() {
            Some(text) => Ok(text),
            None => match self.reader.short_ascii() {
                Some(text) => Ok(text.into()),
                None => self.reader.str(expected).map(|text| nfc(text).into()),
            },
        }
    }

    /// Begins a container of so many parts, if there can be that many.
    fn begin(&mut self, shared: Shared, parts: usize) -> Result<Vec<Value>> {
        self.owed = self.owed.saturating_add(parts);
        match self.owed <= self.reader.remaining() {
            true => Ok(Items::begin(shared, parts)),
            false => Err(self.reader.eof()),
        }
    }

    /// Reads a part that [`Decoder::begin`] has announced.
    ///
    /// What nearly always stands there is made where it belongs: to move it there takes longer
    /// than to read it.
    #[inline(always)]
    fn part(&mut self, ty: &Type, parts: &mut Vec<Value>) -> Result<()> {
        self.owed -= 1;
        match (ty, self.reader.peek()?) {
            (Type::String, _) => {
                if let Some(text) = self.reader.small_str() {
                    parts.push(Value(Repr::String(text)));
                    return Ok(());
                }
            }
            (Type::Number, 0x00..=0x7f | 0xa0..=0xbf | 0xca..=0xd3 | 0xe0..=0xff) => {
                match self.reader.number()? {
                    Num::Int(int) => parts.push(Value::from(int)),
                    number => parts.push(self.number(number)?),
                }
                return Ok(());
            }
            (Type::Bool, 0xc2 | 0xc3) => {
                parts.push(Value(Repr::Bool(self.reader.bool()?)));
                return Ok(());
            }
            (_, 0xc0) => {
                self.reader.nil()?;
                parts.push(Value(Repr::Null(ty.clone())));
                return Ok(());
            }
            _ => {}
        }
        parts.push(self.value(ty)?);
        Ok(())
    }

    #[inline(always)]
    fn number(&self, number: Num<'_>) -> Result<Value> {
        match number.into_number() {
            Ok(number) => Ok(Value::from(number)),
            Err(error) => Err(self.reader.locate(error)),
        }
    }

    fn elements(&mut self, element: &Type, expected: &'static str) -> Result<Vec<Value>> {
        let len = self.reader.array_len(expected)?;
        let mut parts = self.begin(Shared::Element(element.clone()), len)?;
        for index in 0..len {
            self.part(element, &mut parts)
                .map_err(|error| error.at(Step::Index(index as u64)))?;
        }
        Ok(parts)
    }

    fn map(&mut self, element: &Type) -> Result<Value> {
        let len = self.reader.map_len("a map")?;
        let shared = Shared::Element(element.clone());
        let mut parts = self.begin(shared, len.saturating_mul(2))?;
        let mut ascending = true;
        for at in 0..len {
            self.owed -= 1;
            let key = self.string("a string as the key")?;
            ascending &= at == 0 || parts[2 * at - 1].as_str() < Some(&key);
            parts.push(Value(Repr::String(key)));
            self.part(element, &mut parts).map_err(|error| {
                let key = parts.last().and_then(Value::as_str);
                error.at(Step::Key(key.unwrap_or_default().into()))
            })?;
        }
        if ascending && element.is_settled() {
            return Ok(Value(Repr::Map(Items::end(parts))));
        }
        Value::map_of_parts(parts, element.clone()).map_err(|error| self.reader.locate(error))
    }

    fn tuple(&mut self, types: &[Type]) -> Result<Value> {
        let at = self.reader.pos();
        let len = self.reader.array_len("a tuple")?;
        if len != types.len() {
            let expected = format!("a tuple of {}", crate::error::elements(types.len()));
            return Err(Error::mismatch(expected, len.to_string()).relocate(at));
        }
        let mut parts = self.begin(Shared::Nothing, len)?;
        for (index, ty) in types.iter().enumerate() {
            self.part(ty, &mut parts)
                .map_err(|error| error.at(Step::Index(index as u64)))?;
        }
        Ok(Value(Repr::Tuple(Items::end(parts))))
    }

    fn object(&mut self, object: &ObjectType) -> Result<Value> {
        let len = self.reader.map_len("an object")?;
        let mut parts = self.begin(Shared::Object(object.clone()), len)?;
        for attribute in object.iter().take(len) {
            if !self.reader.name(&attribute.name) {
                return self.object_in_disorder(object, len, parts);
            }
            self.part(&attribute.ty, &mut parts)
                .map_err(|error| error.at(Step::Attribute(attribute.name.clone())))?;
        }
        match len == object.len() {
            true if object.is_settled() => Ok(Value(Repr::Object(Items::end(parts)))),
            true => Ok(Value::object_of_parts(parts, object)),
            false => self.object_in_disorder(object, len, parts),
        }
    }

    /// Reads the members of an object in whatever order they come, after the first of them came
    /// in order, and says which are missing, surplus or repeated.
    #[cold]
    fn object_in_disorder(
        &mut self,
        object: &ObjectType,
        len: usize,
        mut parts: Vec<Value>,
    ) -> Result<Value> {
        let mut rest: Vec<Option<Value>> = vec![None; object.len() + 1 - parts.len()];
        for _ in parts.len() - 1..len {
            let place = self.reader.pos();
            let name = self.reader.str("a string as the name of an attribute")?;
            let Some(at) = object.position(name) else {
                return Err(Error::surplus(name).relocate(place));
            };
            let member = match (at + 1).checked_sub(parts.len()) {
                Some(at) if rest[at].is_none() => &mut rest[at],
                _ => return Err(Error::repeated(name).relocate(place)),
            };
            self.owed -= 1;
            let value = self.value(&object[at].ty);
            *member =
                Some(value.map_err(|error| error.at(Step::Attribute(name.to_owned().into())))?);
        }
        for value in rest {
            match value {
                Some(value) => parts.push(value),
                None => {
                    let name = object[parts.len() - 1].name.clone();
                    return Err(self.reader.locate(Error::missing(name)));
                }
            }
        }
        Ok(Value::object_of_parts(parts, object))
    }

    /// Reads the envelope of type and value that stands where the constraint is dynamic.
    fn dynamic(&mut self) -> Result<Value> {
        let at = self.reader.pos();
        if self.reader.array_len("a type and a value")? != 2 {
            return Err(
                Error::syntax("a dynamic value is a list of its type and the value").relocate(at),
            );
        }
        let at = self.reader.pos();
        let json = self.reader.str_bytes("a type constraint as JSON")?;
        let ty = Type::from_json(json).map_err(|error| error.relocate(at))?;
        let bare = self.reader.at_unknown()? || self.reader.peek()? == 0xc0;
        match bare {
            // As in the reference, optional markings stay where nothing else tells of the type.
            true => self.value(&ty),
            false => self.value(&ty.without_optional()),
        }
    }
}

/// What the output is for.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Dialect {
    /// Terraform's MessagePack.
    Wire,
    /// The JSON printer: bin stands for what it prints as it is, and what JSON cannot hold is
    /// refused.
    Json,
}

/// Writes values by type constraints.
pub(crate) struct Encoder<'a> {
    pub(crate) out: &'a mut Vec<u8>,
    pub(crate) dialect: Dialect,
}

impl Encoder<'_> {
    #[inline(never)]
    pub(crate) fn value(&mut self, value: &Value, ty: &Type) -> Result<()> {
        if matches!(ty, Type::Dynamic) && !value.is_untyped() {
            return self.dynamic(value);
        }
        match (&value.0, ty) {
            // What has no type of its own takes any.
            (Repr::Null(own), ty) if matches!(own, Type::Dynamic) || own.conforms_to(ty) => {
                write::nil(self.out);
            }
            (Repr::Unknown(_) | Repr::Refined(_), _) => self.unknown(value, ty)?,
            (Repr::Bool(value), Type::Bool) => write::bool(self.out, *value),
            (Repr::Number(number), Type::Number) => self.number(number)?,
            (Repr::String(text), Type::String) => write::text(self.out, text)?,
            (Repr::List(items), Type::List(element)) | (Repr::Set(items), Type::Set(element)) => {
                one_envelope(items.values().iter(), element)?;
                write::array_len(self.out, items.values().len())?;
                for (at, part) in items.values().iter().enumerate() {
                    self.part(part, element, || Step::Index(at as u64))?;
                }
            }
            (Repr::Map(items), Type::Map(element)) => {
                one_envelope(items.entries().map(|(_, part)| part), element)?;
                write::map_len(self.out, items.entries().len())?;
                for (key, part) in items.entries() {
                    write::text(self.out, key)?;
                    self.part(part, element, || Step::Key(key.into()))?;
                }
            }
            (Repr::Tuple(items), Type::Tuple(types)) if items.values().len() == types.len() => {
                write::array_len(self.out, types.len())?;
                for (at, (part, ty)) in items.values().iter().zip(types.iter()).enumerate() {
                    self.part(part, ty, || Step::Index(at as u64))?;
                }
            }
            (Repr::Object(items), Type::Object(object))
                if items.object_type().has_names_of(object) =>
            {
                write::map_len(self.out, object.len())?;
                let names = object.iter().zip(object.written_names());
                for ((attribute, name), part) in names.zip(items.values()) {
                    if !name.push_short(self.out) {
                        write::text(self.out, name)?;
                    }
                    self.part(part, &attribute.ty, || {
                        Step::Attribute(attribute.name.clone())
                    })?;
                }
            }
            _ => return Err(unfit(value, ty)),
        }
        Ok(())
    }

    #[inline(always)]
    fn part(&mut self, value: &Value, ty: &Type, step: impl FnOnce() -> Step) -> Result<()> {
        // What stands there nearly always, without a call.
        let result = match (&value.0, ty) {
            (Repr::String(text), Type::String) if text.push_short(self.out) => Ok(()),
            (Repr::Number(number), Type::Number) if self.dialect == Dialect::Wire => {
                write::number(self.out, number).map(drop)
            }
            (Repr::Bool(value), Type::Bool) => {
                write::bool(self.out, *value);
                Ok(())
            }
            (Repr::Null(own), ty) if own.is_at_once(ty) => {
                write::nil(self.out);
                Ok(())
            }
            (Repr::Unknown(own), ty) if self.dialect == Dialect::Wire && own.is_at_once(ty) => {
                write::unknown(self.out, &[])
            }
            _ => self.value(value, ty),
        };
        match result {
            Ok(()) => Ok(()),
            Err(error) => Err(error.at(step())),
        }
    }

    fn number(&mut self, number: &Number) -> Result<()> {
        match self.dialect {
            Dialect::Wire => write::number(self.out, number).map(drop),
            Dialect::Json if !number.is_finite() => Err(Error::infinity()),
            Dialect::Json => write::number_text(self.out, number),
        }
    }

    fn unknown(&mut self, value: &Value, ty: &Type) -> Result<()> {
        if self.dialect == Dialect::Json {
            return Err(Error::mismatch("a known value", "an unknown value"));
        }
        let own = value.ty();
        if own != Type::Dynamic && !own.conforms_to(ty) {
            return Err(unfit(value, ty));
        }
        let payload = value
            .refinements()
            .map_or_else(|| Ok(Vec::new()), |known| known.to_payload())?;
        write::unknown(self.out, &payload)
    }

    /// Writes the envelope of type and value.
    fn dynamic(&mut self, value: &Value) -> Result<()> {
        let ty = value.ty();
        let json = ty.json();
        match self.dialect {
            Dialect::Wire => {
                write::array_len(self.out, 2)?;
                write::bin(self.out, json.as_bytes())?;
                self.value(value, &ty)
            }
            Dialect::Json => {
                write::map_len(self.out, 2)?;
                write::str(self.out, "value")?;
                self.value(value, &ty)?;
                write::str(self.out, "type")?;
                write::bin(self.out, json.as_bytes())
            }
        }
    }
}

/// Makes sure that the envelopes of a collection's elements name the same type: Terraform crashes
/// where they do not.
fn one_envelope<'a>(mut elements: impl Iterator<Item = &'a Value>, element: &Type) -> Result<()> {
    if *element != Type::Dynamic {
        return Ok(());
    }
    let Some(first) = elements.next().map(Value::ty) else {
        return Ok(());
    };
    match elements.map(Value::ty).find(|ty| *ty != first) {
        None => Ok(()),
        Some(other) => Err(Error::data(format!(
            "the elements of a collection of dynamic are of one type, and here are {} and {}",
            first.to_json(),
            other.to_json(),
        ))),
    }
}

#[cold]
fn unfit(value: &Value, ty: &Type) -> Error {
    let article = |ty: &Type| match ty {
        Type::Object(_) => format!("an {ty}"),
        _ => format!("a {ty}"),
    };
    let (expected, got) = (article(ty), article(&value.ty()));
    match expected == got {
        // Types that differ within.
        true => Error::mismatch(ty.to_json(), value.ty().to_json()),
        false => Error::mismatch(expected, got),
    }
}
