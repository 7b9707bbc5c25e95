//! Writing values by a type constraint.

use std::borrow::Cow;

use super::uniform;
use crate::error::{Error, Result};
use crate::msgpack::write;
use crate::number::Number;
use crate::path::Step;
use crate::ty::Type;
use crate::value::{Repr, Value};

/// What the output is for.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Dialect {
    /// Terraform's MessagePack.
    Wire,
    /// The JSON printer: bin stands for what it prints as it is, and what JSON cannot hold is
    /// refused.
    Json,
}

/// Writes a value by a type constraint.
///
/// # Errors
///
/// If the type of the value does not conform to the constraint, the elements of a collection with
/// dynamic inside differ in their types, or the dialect has no form for the value.
pub(crate) fn encode(out: &mut Vec<u8>, dialect: Dialect, value: &Value, ty: &Type) -> Result<()> {
    let mut encoder = Encoder {
        out,
        dialect,
        uniform: !ty.has_dynamic(),
    };
    encoder.value(value, ty)
}

struct Encoder<'a> {
    out: &'a mut Vec<u8>,
    dialect: Dialect,
    /// Whether all collections from here on are known to have elements of one type each.
    uniform: bool,
}

impl Encoder<'_> {
    #[inline(never)]
    fn value(&mut self, value: &Value, ty: &Type) -> Result<()> {
        if matches!(ty, Type::Dynamic) && !value.is_untyped() {
            return self.dynamic(value);
        }
        match (&value.0, ty) {
            // What has no type of its own takes any.
            (Repr::Null(own), ty) if own.agrees_with(ty) => {
                write::nil(self.out);
            }
            (Repr::Unknown(_) | Repr::Refined(_), _) => self.unknown(value, ty)?,
            (Repr::Bool(value), Type::Bool) => write::bool(self.out, *value),
            (Repr::Number(number), Type::Number) => self.number(number)?,
            (Repr::String(text), Type::String) => write::text(self.out, text)?,
            (Repr::List(items), Type::List(element)) | (Repr::Set(items), Type::Set(element)) => {
                let around = self.enter_collection(value, ty)?;
                write::array_len(self.out, items.values().len())?;
                for (at, part) in items.values().iter().enumerate() {
                    self.part(part, element, || Step::Index(at as u64))?;
                }
                self.uniform = around;
            }
            (Repr::Map(items), Type::Map(element)) => {
                let around = self.enter_collection(value, ty)?;
                write::map_len(self.out, items.entries().len())?;
                for entry in items.values().chunks_exact(2) {
                    let step = || Step::Key(entry[0].as_str().unwrap_or_default().into());
                    self.part(&entry[0], &Type::String, step)?;
                    self.part(&entry[1], element, step)?;
                }
                self.uniform = around;
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

    /// Checks the elements of a collection and of all collections inside, unless that was done
    /// around it, and returns whether it was.
    fn enter_collection(&mut self, value: &Value, ty: &Type) -> Result<bool> {
        if !self.uniform && ty.has_dynamic() {
            uniform::check(value, ty)?;
        }
        Ok(std::mem::replace(&mut self.uniform, true))
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
        if !value.ty().agrees_with(ty) {
            return Err(unfit(value, ty));
        }
        let payload = value
            .refinements()
            .map_or_else(|| Ok(Cow::default()), |known| known.to_payload())?;
        write::unknown(self.out, &payload)
    }

    /// Writes the envelope of type and value.
    fn dynamic(&mut self, value: &Value) -> Result<()> {
        let ty = value.ty();
        let json = ty.to_json();
        // The type of a value has dynamic inside only where nothing names a type.
        let around = std::mem::replace(&mut self.uniform, true);
        match self.dialect {
            Dialect::Wire => {
                write::array_len(self.out, 2)?;
                write::bin(self.out, json.as_bytes())?;
                self.value(value, &ty)?;
            }
            Dialect::Json => {
                write::map_len(self.out, 2)?;
                write::str(self.out, "value")?;
                self.value(value, &ty)?;
                write::str(self.out, "type")?;
                write::bin(self.out, json.as_bytes())?;
            }
        }
        self.uniform = around;
        Ok(())
    }
}

#[cold]
fn unfit(value: &Value, ty: &Type) -> Error {
    let own = value.ty();
    // Types that differ only in where they are dynamic.
    own.misfit(ty)
        .unwrap_or_else(|| Error::mismatch(ty.brief(), own.brief()))
}
