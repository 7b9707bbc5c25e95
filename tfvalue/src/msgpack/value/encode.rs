//! Writes values according to a type constraint.

use std::borrow::Cow;
use std::marker::PhantomData;

use super::uniform;
use crate::error::{Error, Result};
use crate::msgpack::write;
use crate::number::Number;
use crate::path::Step;
use crate::text::SmallStr;
use crate::ty::Type;
use crate::value::{Repr, Value};

/// A format in which the parts of values are written.
pub(crate) trait Format {
    fn null(out: &mut Vec<u8>);
    fn bool(out: &mut Vec<u8>, value: bool);
    fn number(out: &mut Vec<u8>, number: &Number) -> Result<()>;
    fn text(out: &mut Vec<u8>, text: &SmallStr) -> Result<()>;
    fn unknown(out: &mut Vec<u8>, payload: &[u8]) -> Result<()>;
    fn begin_list(out: &mut Vec<u8>, len: usize) -> Result<()>;
    fn end_list(out: &mut Vec<u8>, len: usize);
    fn begin_map(out: &mut Vec<u8>, len: usize) -> Result<()>;
    fn key(out: &mut Vec<u8>, key: &SmallStr) -> Result<()>;
    fn end_map(out: &mut Vec<u8>, len: usize);
    /// Begins a value that is written together with its type. The type is given as JSON.
    fn begin_dynamic(out: &mut Vec<u8>, ty: &str) -> Result<()>;
    fn end_dynamic(out: &mut Vec<u8>, ty: &str);
}

/// Returns an output with enough capacity for most values, because each reallocation copies the whole output.
pub(crate) fn room_for(value: &Value) -> Vec<u8> {
    /// The maximum number of bytes that a part of a value may take, including its name.
    const PART: usize = 64;
    Vec::with_capacity((PART * value.parts().len()).clamp(512, 8192))
}

/// Writes a value according to a type constraint.
///
/// # Errors
///
/// Fails if the type of the value does not conform to the constraint, if the elements of a collection whose type
/// contains dynamic have different types, or if the format cannot represent the value.
pub(crate) fn encode<F: Format>(out: &mut Vec<u8>, value: &Value, ty: &Type) -> Result<()> {
    let mut encoder = Encoder::<F> {
        out,
        uniform: !ty.has_dynamic(),
        format: PhantomData,
    };
    encoder.value(value, ty)
}

struct Encoder<'a, F> {
    out: &'a mut Vec<u8>,
    /// Whether the elements of each collection from this point on are known to have the same type.
    uniform: bool,
    format: PhantomData<F>,
}

impl<F: Format> Encoder<'_, F> {
    /// Writes a value. The most common kinds do not require a function call.
    #[inline(always)]
    fn value(&mut self, value: &Value, ty: &Type) -> Result<()> {
        match (&value.0, ty) {
            (Repr::String(text), Type::String) => F::text(self.out, text),
            (Repr::Number(number), Type::Number) => F::number(self.out, number),
            (Repr::Bool(value), Type::Bool) => {
                F::bool(self.out, *value);
                Ok(())
            }
            (Repr::Null(own), ty) if own.is_at_once(ty) => {
                F::null(self.out);
                Ok(())
            }
            (Repr::Unknown(own), ty) if own.is_at_once(ty) => F::unknown(self.out, &[]),
            _ => self.any_value(value, ty),
        }
    }

    #[inline(never)]
    fn any_value(&mut self, value: &Value, ty: &Type) -> Result<()> {
        if matches!(ty, Type::Dynamic) && !value.is_untyped() {
            return self.dynamic(value);
        }
        match (&value.0, ty) {
            // A value without its own type matches any type.
            (Repr::Null(own), ty) if own.agrees_with(ty) => F::null(self.out),
            (Repr::Unknown(_) | Repr::Refined(_), _) => self.unknown(value, ty)?,
            (Repr::List(items), Type::List(element)) | (Repr::Set(items), Type::Set(element)) => {
                let around = self.enter_collection(value, ty)?;
                let parts = items.values();
                F::begin_list(self.out, parts.len())?;
                for (at, part) in parts.iter().enumerate() {
                    self.part(part, element, || Step::Index(at as u64))?;
                }
                F::end_list(self.out, parts.len());
                self.uniform = around;
            }
            (Repr::Map(items), Type::Map(element)) => {
                let around = self.enter_collection(value, ty)?;
                let len = items.entries().len();
                F::begin_map(self.out, len)?;
                for (key, part) in items.kept_entries() {
                    F::key(self.out, key)?;
                    self.part(part, element, || Step::Key((**key).into()))?;
                }
                F::end_map(self.out, len);
                self.uniform = around;
            }
            (Repr::Tuple(items), Type::Tuple(types)) if items.values().len() == types.len() => {
                F::begin_list(self.out, types.len())?;
                for (at, (part, ty)) in items.values().iter().zip(types.iter()).enumerate() {
                    self.part(part, ty, || Step::Index(at as u64))?;
                }
                F::end_list(self.out, types.len());
            }
            (Repr::Object(items), Type::Object(object))
                if items.object_type().has_names_of(object) =>
            {
                F::begin_map(self.out, object.len())?;
                let names = object.iter().zip(object.written_names());
                for ((attribute, name), part) in names.zip(items.values()) {
                    F::key(self.out, name)?;
                    self.part(part, &attribute.ty, || {
                        Step::Attribute(attribute.name.clone())
                    })?;
                }
                F::end_map(self.out, object.len());
            }
            _ => return Err(unfit(value, ty)),
        }
        Ok(())
    }

    #[inline(always)]
    fn part(&mut self, value: &Value, ty: &Type, step: impl FnOnce() -> Step) -> Result<()> {
        match self.value(value, ty) {
            Ok(()) => Ok(()),
            Err(error) => Err(error.at_step(step())),
        }
    }

    /// Checks the elements of a collection and of all collections inside it, unless the check of an outer collection
    /// already included them. Returns whether this call performed the check.
    fn enter_collection(&mut self, value: &Value, ty: &Type) -> Result<bool> {
        if !self.uniform && ty.has_dynamic() {
            uniform::check(value, ty)?;
        }
        Ok(std::mem::replace(&mut self.uniform, true))
    }

    fn unknown(&mut self, value: &Value, ty: &Type) -> Result<()> {
        if !value.ty().agrees_with(ty) {
            return Err(unfit(value, ty));
        }
        let payload = value
            .refinements()
            .map_or_else(|| Ok(Cow::default()), |known| known.to_payload())?;
        F::unknown(self.out, &payload)
    }

    /// Writes a value together with its type.
    fn dynamic(&mut self, value: &Value) -> Result<()> {
        let ty = value.ty();
        let json = ty.to_json();
        // The type of a value contains dynamic only where no type is specified.
        let around = std::mem::replace(&mut self.uniform, true);
        F::begin_dynamic(self.out, &json)?;
        self.value(value, &ty)?;
        F::end_dynamic(self.out, &json);
        self.uniform = around;
        Ok(())
    }
}

/// Terraform's MessagePack, in which containers have a header but no end marker.
pub(crate) struct MessagePack;

impl Format for MessagePack {
    fn null(out: &mut Vec<u8>) {
        write::nil(out);
    }

    fn bool(out: &mut Vec<u8>, value: bool) {
        write::bool(out, value);
    }

    #[inline(always)]
    fn number(out: &mut Vec<u8>, number: &Number) -> Result<()> {
        write::number(out, number);
        Ok(())
    }

    #[inline(always)]
    fn text(out: &mut Vec<u8>, text: &SmallStr) -> Result<()> {
        if text.push_short(out) {
            Ok(())
        } else {
            write::text(out, text)
        }
    }

    fn unknown(out: &mut Vec<u8>, payload: &[u8]) -> Result<()> {
        write::unknown(out, payload)
    }

    fn begin_list(out: &mut Vec<u8>, len: usize) -> Result<()> {
        write::array_len(out, len)
    }

    fn end_list(_: &mut Vec<u8>, _: usize) {}

    fn begin_map(out: &mut Vec<u8>, len: usize) -> Result<()> {
        write::map_len(out, len)
    }

    #[inline(always)]
    fn key(out: &mut Vec<u8>, key: &SmallStr) -> Result<()> {
        Self::text(out, key)
    }

    fn end_map(_: &mut Vec<u8>, _: usize) {}

    fn begin_dynamic(out: &mut Vec<u8>, ty: &str) -> Result<()> {
        write::array_len(out, 2)?;
        write::bin(out, ty.as_bytes())
    }

    fn end_dynamic(_: &mut Vec<u8>, _: &str) {}
}

#[cold]
fn unfit(value: &Value, ty: &Type) -> Error {
    let own = value.ty();
    // Types that differ only in the places where they are dynamic.
    own.misfit(ty)
        .unwrap_or_else(|| Error::mismatch(ty.brief(), own.brief()))
}
