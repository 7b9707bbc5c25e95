//! Infers a type from the bytes.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use tfvalue::{
    Type, Unknown, json, msgpack,
    types::{ObjectType, Refinements},
};

use super::Format;

/// Returns a type that matches the value: maps become objects, and arrays become tuples.
pub(super) fn ty(input: &[u8], format: Format) -> tfvalue::Result<Type> {
    let inferred: Unknown<Inferred> = match format {
        Format::Msgpack => msgpack::from_slice(input)?,
        Format::Json => json::from_slice(input)?,
    };
    Ok(inferred_type(inferred))
}

struct Inferred {
    ty: Type,
    /// Whether the value is a string that is the name of a type, and may therefore be the first half of a dynamic value.
    named: bool,
}

fn inferred_type(inferred: Unknown<Inferred>) -> Type {
    match inferred {
        Unknown::Known(known) => known.ty,
        Unknown::Unknown(refinements) => refined_type(&refinements),
    }
}

/// Returns a type that allows the refinements. "Not null" is allowed for every type except dynamic.
fn refined_type(refinements: &Refinements) -> Type {
    if refinements.is_empty() {
        Type::Dynamic
    } else if refinements.lower().is_some() || refinements.upper().is_some() {
        Type::Number
    } else if refinements.lengths() != (0, None) {
        Type::map(Type::Dynamic)
    } else {
        Type::String
    }
}

impl From<Type> for Inferred {
    fn from(ty: Type) -> Self {
        Inferred { ty, named: false }
    }
}

impl<'de> Deserialize<'de> for Inferred {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Infer)
    }
}

struct Infer;

impl<'de> Visitor<'de> for Infer {
    type Value = Inferred;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Inferred, E> {
        Ok(Type::Dynamic.into())
    }

    fn visit_bool<E>(self, _: bool) -> Result<Inferred, E> {
        Ok(Type::Bool.into())
    }

    fn visit_i64<E>(self, _: i64) -> Result<Inferred, E> {
        Ok(Type::Number.into())
    }

    fn visit_u64<E>(self, _: u64) -> Result<Inferred, E> {
        Ok(Type::Number.into())
    }

    fn visit_f64<E>(self, _: f64) -> Result<Inferred, E> {
        Ok(Type::Number.into())
    }

    fn visit_str<E>(self, text: &str) -> Result<Inferred, E> {
        Ok(Inferred {
            ty: Type::String,
            named: Type::from_json(text.as_bytes()).is_ok(),
        })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Inferred, A::Error> {
        let (mut types, mut named) = (Vec::new(), false);
        while let Some(element) = seq.next_element::<Unknown<Inferred>>()? {
            named |= types.is_empty() && matches!(&element, Unknown::Known(known) if known.named);
            types.push(inferred_type(element));
        }
        Ok(if named && types.len() == 2 {
            Type::Dynamic.into()
        } else {
            Type::tuple(types).into()
        })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Inferred, A::Error> {
        let mut attributes = Vec::new();
        while let Some((name, element)) = map.next_entry::<String, Unknown<Inferred>>()? {
            attributes.push((name, inferred_type(element)));
        }
        Ok(Type::Object(ObjectType::new(attributes)).into())
    }
}
