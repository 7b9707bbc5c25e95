//! The serde deserializer: serde_json's, with our types recognised on the way.

use std::borrow::Cow;

use serde::de::{self, Deserialize, Visitor};
use serde_json::value::RawValue;

use super::access::{Shape, Through};
use super::context::Context;
use super::scalar::Scalar;
use crate::error::{Error, Result};
use crate::msgpack::Variant;
use crate::number::Number;
use crate::ty::Type;
use crate::{handover, token};

/// Reads Rust values from Terraform's JSON.
///
/// Most callers want [`from_slice`] or [`from_str`].
///
/// # Examples
///
/// ```
/// use tfvalue::{Attr, TfSchema};
///
/// #[derive(TfSchema)]
/// struct Server {
///     #[tf(optional)]
///     name: Attr<String>,
///     #[tf(optional)]
///     memory: Attr<i64>,
/// }
///
/// let old = r#"{"name": "web", "gone": [1, 2]}"#;
/// assert_eq!(
///     tfvalue::json::from_str::<Server>(old).unwrap_err().message(),
///     r#"unsupported attribute "gone""#,
/// );
///
/// let mut deserializer = tfvalue::json::Deserializer::from_slice(old.as_bytes());
/// deserializer.ignore_unsupported_attributes();
/// let server: Server = deserializer.read()?;
/// assert!(server.memory.is_null());
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Deserializer<'de> {
    input: &'de [u8],
    ignore_unsupported: bool,
}

impl<'de> Deserializer<'de> {
    /// Makes a deserializer of the whole of `input`.
    #[must_use]
    pub fn from_slice(input: &'de [u8]) -> Self {
        Deserializer {
            input,
            ignore_unsupported: false,
        }
    }

    /// Skips attributes that derived structs do not have, as a state upgrade must that reads
    /// what an older version of the provider wrote.
    pub fn ignore_unsupported_attributes(&mut self) -> &mut Self {
        self.ignore_unsupported = true;
        self
    }

    /// Reads the value.
    ///
    /// # Errors
    ///
    /// If the input is not the JSON of a value that fits `T`, or goes on after it.
    pub fn read<T: Deserialize<'de>>(&self) -> Result<T> {
        self.with_context(|inner, context| T::deserialize(Json::new(inner, context)))
    }

    /// Runs `read` on serde_json's deserializer, and makes sure that it takes all.
    pub(super) fn with_context<T>(
        &self,
        read: impl FnOnce(&mut Inner<'de>, &Context<'de>) -> Result<T>,
    ) -> Result<T> {
        let context = Context::new(self.input, self.ignore_unsupported);
        let mut inner = serde_json::Deserializer::from_slice(self.input);
        let value = read(&mut inner, &context)?;
        inner.end().map_err(|error| context.take(error))?;
        Ok(value)
    }
}

type Inner<'de> = serde_json::Deserializer<serde_json::de::SliceRead<'de>>;

/// Reads a value that takes up the whole of `input`.
///
/// `&str` fields borrow from the input, where the text has no escapes.
///
/// # Errors
///
/// If the input is not the JSON of a value that fits `T`, or goes on after it.
///
/// # Examples
///
/// ```
/// let list: Vec<u8> = tfvalue::json::from_slice(br#"[1, "2"]"#)?;
/// assert_eq!(list, [1, 2]);
/// let error = tfvalue::json::from_slice::<Vec<u8>>(b"[1, true]").unwrap_err();
/// assert_eq!(error.to_string(), "[1]: a number is required, got a bool at line 1 column 5");
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn from_slice<'de, T: Deserialize<'de>>(input: &'de [u8]) -> Result<T> {
    Deserializer::from_slice(input).read()
}

/// Reads a value that takes up the whole of `input`.
///
/// # Errors
///
/// If the input is not the JSON of a value that fits `T`, or goes on after it.
pub fn from_str<'de, T: Deserialize<'de>>(input: &'de str) -> Result<T> {
    from_slice(input.as_bytes())
}

/// A deserializer of serde_json's, for visitors whose errors are ours.
pub(super) struct Json<'a, 'de, D> {
    inner: D,
    context: &'a Context<'de>,
}

impl<'a, 'de, D: de::Deserializer<'de>> Json<'a, 'de, D> {
    pub(super) fn new(inner: D, context: &'a Context<'de>) -> Self {
        Json { inner, context }
    }

    fn scalar(self) -> Result<Scalar<'a, 'de>> {
        match <&RawValue>::deserialize(self.inner) {
            Ok(raw) => Ok(Scalar::new(raw, self.context)),
            Err(error) => Err(self.context.take(error)),
        }
    }

    fn through<V: Visitor<'de>>(
        self,
        visitor: V,
        shape: Shape,
    ) -> (D, Through<'a, 'de, V>, &'a Context<'de>) {
        (
            self.inner,
            Through::new(visitor, self.context, shape),
            self.context,
        )
    }

    /// Reads a whole number in the range given.
    fn integer<T: TryFrom<Number, Error = crate::NumberError>>(self) -> Result<T> {
        let scalar = self.scalar()?;
        T::try_from(scalar.number()?).map_err(|error| scalar.locate(error.into()))
    }

    fn float(self) -> Result<f64> {
        let scalar = self.scalar()?;
        let number = scalar.number()?;
        let float = number.to_f64();
        if float.is_infinite() && number.is_finite() {
            let expected = "a number that a double can hold";
            return Err(scalar.locate(Error::mismatch_value(expected, "a greater one", number)));
        }
        Ok(float)
    }
}

impl<'de, D: de::Deserializer<'de>> de::Deserializer<'de> for Json<'_, 'de, D> {
    type Error = Error;

    crate::integers::deserialize_integers!(integer);

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let (inner, through, context) = self.through(visitor, Shape::Any);
        inner
            .deserialize_any(through)
            .map_err(|error| context.take(error))
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_bool(self.scalar()?.bool()?)
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let context = self.context;
        let wide = self.float()?;
        let narrow = wide as f32;
        if narrow.is_infinite() && wide.is_finite() {
            let expected = "a number that a 32-bit float can hold";
            let error = Error::mismatch_value(expected, "a greater one", wide);
            return Err(context.take(context.put::<de::value::Error>(error)));
        }
        visitor.visit_f32(narrow)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_f64(self.float()?)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_str(visitor)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let scalar = self.scalar()?;
        match scalar.str()? {
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => visitor.visit_string(text),
        }
        .map_err(|error: Error| scalar.locate(error))
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, _: V) -> Result<V::Value> {
        Err(crate::sink::no_bytes())
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, _: V) -> Result<V::Value> {
        Err(crate::sink::no_bytes())
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let (inner, through, context) = self.through(visitor, Shape::Option);
        inner
            .deserialize_option(through)
            .map_err(|error| context.take(error))
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        <[(); 0]>::deserialize(self)?;
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        match name {
            token::BLOCK => {
                let (inner, through, context) = self.through(visitor, Shape::Block);
                inner
                    .deserialize_option(through)
                    .map_err(|error| context.take(error))
            }
            token::DYNAMIC => {
                let context = self.context;
                let value = context.read_dynamic(self.inner)?;
                if value.is_null() && value.ty() == Type::Dynamic {
                    return Err(Error::mismatch("a value", "null"));
                }
                handover::VALUE.set(Some(value));
                visitor.visit_unit()
            }
            token::ENVELOPE => {
                let value = self.context.read_dynamic(self.inner)?;
                if value.is_null() {
                    return visitor.visit_none();
                }
                handover::VALUE.set(Some(value));
                visitor.visit_unit()
            }
            token::NUMBER => {
                let scalar = self.scalar()?;
                let number = scalar.number()?;
                match number.as_i64() {
                    // Zero may be minus zero.
                    Some(n) if n != 0 => visitor.visit_i64(n),
                    _ => visitor.visit_str(&number.to_string()),
                }
            }
            token::SENSITIVE => visitor.visit_newtype_struct(self).map_err(Error::redact),
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let (inner, through, context) = self.through(visitor, Shape::List);
        inner
            .deserialize_seq(through)
            .map_err(|error| context.take(error))
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value> {
        let (inner, through, context) = self.through(visitor, Shape::Tuple(len));
        inner
            .deserialize_seq(through)
            .map_err(|error| context.take(error))
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_tuple(len, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let (inner, through, context) = self.through(visitor, Shape::Map);
        inner
            .deserialize_map(through)
            .map_err(|error| context.take(error))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let shape = match name {
            token::OBJECT => Shape::Object(fields),
            _ => Shape::Struct,
        };
        let (inner, through, context) = self.through(visitor, shape);
        inner
            .deserialize_map(through)
            .map_err(|error| context.take(error))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let scalar = self.scalar()?;
        visitor
            .visit_enum(Variant(&scalar.str()?))
            .map_err(|error| scalar.locate(error))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match de::IgnoredAny::deserialize(self.inner) {
            Ok(_) => visitor.visit_unit(),
            Err(error) => Err(self.context.take(error)),
        }
    }
}
