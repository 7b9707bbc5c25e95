//! Reads values according to a type constraint.

use crate::error::{Error, Result};
use crate::msgpack::number::{Fixed, Num};
use crate::msgpack::read::Reader;
use crate::nfc::nfc;
use crate::number::Number;
use crate::path::Step;
use crate::refinements::Refinements;
use crate::text::SmallStr;
use crate::ty::{ObjectType, Type};
use crate::value::{Items, Recent, Repr, Shared, Value};

/// Reads values from the front of MessagePack.
pub(in crate::msgpack) struct Decoder<'de> {
    pub(in crate::msgpack) reader: Reader<'de>,
    depth: u8,
    /// The number of container parts that have been announced but not read yet. Each part takes at least one byte, so
    /// the reserved memory is limited by the length of the input.
    owed: usize,
    recent: Recent<'de>,
}

impl<'de> Decoder<'de> {
    pub(in crate::msgpack) fn new(reader: Reader<'de>, depth: u8) -> Self {
        Decoder {
            reader,
            depth,
            owed: 0,
            recent: Recent::default(),
        }
    }

    #[inline(never)]
    pub(in crate::msgpack) fn value(&mut self, ty: &Type) -> Result<Value> {
        if self.reader.at_unknown()? {
            return self.unknown(ty);
        }
        if self.reader.nil()? {
            return Ok(Value::null(ty.clone()));
        }
        match ty {
            Type::Bool => self.reader.bool().map(Value::from),
            Type::Number => self.reader.parsed_number().map(Value::from),
            Type::String => self
                .string("a string")
                .map(|text| Value(Repr::String(text))),
            _ if self.depth == 0 => Err(self.reader.locate(Error::too_deep())),
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
                if element.is_settled() {
                    Ok(Value(Repr::List(Items::end(parts))))
                } else {
                    Value::list_of_parts(parts, Type::clone(element))
                }
            }
            Type::Set(element) => {
                let parts = self.elements(element, "a set")?;
                if element.is_settled() {
                    Ok(Value::set_of_one_type(parts))
                } else {
                    Value::set_of_parts(parts, Type::clone(element))
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
        // An unknown value without a known type has no refinements.
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

    /// Begins a container with the given number of parts, if the input is long enough for them.
    fn begin(&mut self, shared: Shared, parts: usize) -> Result<Vec<Value>> {
        self.owed = self.owed.saturating_add(parts);
        if self.owed <= self.reader.remaining() {
            Ok(Items::begin(shared, parts))
        } else {
            Err(self.reader.eof())
        }
    }

    /// Reads a part that [`Decoder::begin`] has announced.
    ///
    /// The most common values are created in place, because moving such a value takes longer than reading it.
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
                match self.reader.fixed_number() {
                    Some(Fixed::Int(int)) => parts.push(Value::from(int)),
                    Some(Fixed::Float(float)) => parts.push(Value::from(Number::try_from(float)?)),
                    None => {
                        let at = self.reader.pos();
                        let number = self.reader.any_number()?;
                        parts.push(number_at(at, number)?);
                    }
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

    fn elements(&mut self, element: &Type, expected: &'static str) -> Result<Vec<Value>> {
        let len = self.reader.array_len(expected)?;
        let mut parts = self.begin(Shared::Element(element.clone()), len)?;
        for index in 0..len {
            self.part(element, &mut parts)
                .map_err(|error| error.at_step(Step::Index(index as u64)))?;
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
                error.at_step(Step::Key(key.unwrap_or_default().into()))
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
                .map_err(|error| error.at_step(Step::Index(index as u64)))?;
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
                .map_err(|error| error.at_step(Step::Attribute(attribute.name.clone())))?;
        }
        if len != object.len() {
            self.object_in_disorder(object, len, parts)
        } else if object.is_settled() {
            Ok(Value(Repr::Object(Items::end(parts))))
        } else {
            Ok(self.recent.object(parts, object))
        }
    }

    /// Reads the remaining members of an object that is out of order. The first members were in order. Reports missing,
    /// unsupported and duplicate members.
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
            *member = Some(
                value.map_err(|error| error.at_step(Step::Attribute(name.to_owned().into())))?,
            );
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
        Ok(self.recent.object(parts, object))
    }

    /// Reads the envelope of a value whose constraint is dynamic. The envelope contains the type and the value.
    fn dynamic(&mut self) -> Result<Value> {
        let at = self.reader.pos();
        if self.reader.array_len("a type and a value")? != 2 {
            return Err(
                Error::syntax("a dynamic value is a list of its type and the value").relocate(at),
            );
        }
        let at = self.reader.pos();
        let json = self.reader.str_bytes("a type constraint as JSON")?;
        let ty = self.recent.ty(json).map_err(|error| error.relocate(at))?;
        let bare = self.reader.at_unknown()? || self.reader.peek()? == 0xc0;
        if bare {
            // As in the reference implementation, optional markings are kept if nothing else determines the type.
            self.value(&ty)
        } else {
            self.value(&ty.without_optional())
        }
    }
}

/// Creates a value from the number that begins at offset `at`.
#[inline(always)]
fn number_at(at: usize, number: Num<'_>) -> Result<Value> {
    match number.into_number() {
        Ok(number) => Ok(Value::from(number)),
        Err(error) => Err(error.relocate(at)),
    }
}
