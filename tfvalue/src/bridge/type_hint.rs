//! Determines the kind of Terraform value from which a Rust type is read.
//!
//! `Unknown<T>` must check that refinements belong to the type of `T`, which can be any type that implements
//! `Deserialize`. The first method that `T` calls on a deserializer reveals the kind of value.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, Deserialize, Deserializer, Visitor};

use crate::names;
use crate::refinements::Fits;

/// The kind of value that a type requests first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hint {
    Bool,
    Number,
    String,
    /// A list or set.
    List,
    Tuple,
    Map,
    Object,
}

impl Hint {
    /// Returns `true` if the type can have the given refinements.
    pub(crate) fn takes(self, fits: Fits) -> bool {
        match fits {
            Fits::Anything => true,
            Fits::String => self == Hint::String,
            Fits::Number => self == Hint::Number,
            Fits::Collection => matches!(self, Hint::List | Hint::Map),
        }
    }

    /// Returns Terraform's name for the kind.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Hint::Bool => "a bool",
            Hint::Number => "a number",
            Hint::String => "a string",
            Hint::List => "a list or set",
            Hint::Tuple => "a tuple",
            Hint::Map => "a map",
            Hint::Object => "an object",
        }
    }
}

/// Reads the known value in an `Unknown`, either with serde or with `attr::fast_read`.
pub(crate) trait ReadKnown<'de> {
    type Value;
    fn read<D: Deserializer<'de>>(&self, deserializer: D) -> Result<Self::Value, D::Error>;
}

pub(crate) struct KnownThrough<T>(PhantomData<T>);

impl<T> KnownThrough<T> {
    pub(crate) fn new() -> Self {
        KnownThrough(PhantomData)
    }
}

impl<'de, T: Deserialize<'de>> ReadKnown<'de> for KnownThrough<T> {
    type Value = T;

    #[inline]
    fn read<D: Deserializer<'de>>(&self, deserializer: D) -> Result<T, D::Error> {
        T::deserialize(deserializer)
    }
}

/// Returns the kind of value that the type requests, or `None` if the type accepts any value.
#[inline]
pub(crate) fn kind<'de, R: ReadKnown<'de>>(read: &R) -> Option<Hint> {
    read.read(Probe).err().and_then(|Answer(hint)| hint)
}

struct Probe;

/// The answer, which is returned as an error, so the visitor does not have to create a value.
#[derive(Debug)]
struct Answer(Option<Hint>);

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.map_or("anything", Hint::words))
    }
}

impl std::error::Error for Answer {}

impl de::Error for Answer {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Answer(None)
    }
}

macro_rules! answers {
    ($($method:ident($($arg:ident: $ty:ty),*) $answer:expr;)*) => {$(
        fn $method<V: Visitor<'de>>(self, $($arg: $ty,)* _: V) -> Result<V::Value, Answer> {
            $(let _ = $arg;)*
            Err(Answer($answer))
        }
    )*};
}

impl<'de> Deserializer<'de> for Probe {
    type Error = Answer;

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Answer> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Answer> {
        match name {
            names::NUMBER => Err(Answer(Some(Hint::Number))),
            names::DYNAMIC => Err(Answer(None)),
            names::SENSITIVE => visitor.visit_some(self),
            _ => visitor.visit_newtype_struct(self),
        }
    }

    answers! {
        deserialize_any() None;
        deserialize_ignored_any() None;
        deserialize_bytes() None;
        deserialize_byte_buf() None;
        deserialize_unit() None;
        deserialize_unit_struct(name: &'static str) None;
        deserialize_bool() Some(Hint::Bool);
        deserialize_i8() Some(Hint::Number);
        deserialize_i16() Some(Hint::Number);
        deserialize_i32() Some(Hint::Number);
        deserialize_i64() Some(Hint::Number);
        deserialize_i128() Some(Hint::Number);
        deserialize_u8() Some(Hint::Number);
        deserialize_u16() Some(Hint::Number);
        deserialize_u32() Some(Hint::Number);
        deserialize_u64() Some(Hint::Number);
        deserialize_u128() Some(Hint::Number);
        deserialize_f32() Some(Hint::Number);
        deserialize_f64() Some(Hint::Number);
        deserialize_char() Some(Hint::String);
        deserialize_str() Some(Hint::String);
        deserialize_string() Some(Hint::String);
        deserialize_identifier() Some(Hint::String);
        deserialize_enum(name: &'static str, variants: &'static [&'static str]) Some(Hint::String);
        deserialize_seq() Some(Hint::List);
        deserialize_tuple(len: usize) Some(Hint::Tuple);
        deserialize_tuple_struct(name: &'static str, len: usize) Some(Hint::Tuple);
        deserialize_map() Some(Hint::Map);
        deserialize_struct(name: &'static str, fields: &'static [&'static str]) Some(Hint::Object);
    }
}
