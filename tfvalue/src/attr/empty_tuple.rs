//! `EmptyTuple`, the tuple without elements.

use std::fmt;

use serde::de::{Deserialize, Deserializer, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeTuple, Serializer};

use crate::model::TfKnown;
use crate::model::TfPaths;
use crate::model::{TfType, TypeFacts, TypeKind};
use crate::path::Path;
use crate::ty::Type;

/// A tuple without elements, which has the Terraform type `tuple([])`.
///
/// Rust's `()` is null in serde and in the formats of this crate. It has no Terraform type.
///
/// # Examples
///
/// ```
/// use tfvalue::{msgpack, types::EmptyTuple};
///
/// assert_eq!(msgpack::to_vec(&EmptyTuple)?, b"\x90");
/// assert_eq!(msgpack::from_slice::<EmptyTuple>(b"\x90")?, EmptyTuple);
/// assert_eq!(msgpack::to_vec(&())?, b"\xc0");
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EmptyTuple;

impl TfType for EmptyTuple {
    const FACTS: TypeFacts = TypeFacts::of(TypeKind::Tuple);

    fn ty() -> Type {
        Type::tuple([])
    }
}

impl TfKnown for EmptyTuple {
    type View = Self;

    fn into_known_view(self) -> crate::error::Result<Self> {
        Ok(self)
    }

    fn from_known_view(view: Self) -> Self {
        view
    }
}

impl TfPaths for EmptyTuple {
    type Paths = Path;
}

impl Serialize for EmptyTuple {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_tuple(0)?.end()
    }
}

impl<'de> Deserialize<'de> for EmptyTuple {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_tuple(0, EmptyVisitor)
    }
}

struct EmptyVisitor;

impl<'de> Visitor<'de> for EmptyVisitor {
    type Value = EmptyTuple;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a tuple of 0 elements")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, _: A) -> Result<EmptyTuple, A::Error> {
        Ok(EmptyTuple)
    }
}
