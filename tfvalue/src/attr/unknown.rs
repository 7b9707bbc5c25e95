//! Values that may be unknown, and attributes: `Unknown<T>` and `Attr<T>`.

use std::fmt;
use std::ops::Deref;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{Error as _, Serialize, SerializeTuple, Serializer};

use super::Dynamic;
use crate::bridge::absent::{Empty, JustNumber, Null};
use crate::bridge::names;
use crate::bridge::type_hint::{self, Hint, KnownThrough, ReadKnown};
use crate::error::{Error, Result};
use crate::path::Path;
use crate::refinements::{Only, Refinements};
use crate::value::{Value, transit};

/// A value that may be unknown: decided only during apply.
///
/// An unknown value carries what is known of it, its [`Refinements`].
///
/// Unknown is outside null, as on the wire: an attribute that can be both is an
/// [`Attr<T>`](Attr), and `Option<Unknown<T>>` is refused by the derive.
///
/// There is no `Eq`, `Ord` or `Hash`: two unknown values may turn out to be the same or not.
/// `==` compares what is there, for tests: unknown equals unknown with the same refinements.
///
/// Other formats read a known value as what it is, and refuse to write an unknown one.
#[derive(Clone, PartialEq)]
pub enum Unknown<T> {
    /// The value is known.
    Known(T),
    /// The value is unknown, but for its refinements.
    Unknown(Refinements),
}

/// An attribute of a resource's model: known, null or unknown.
///
/// This is what an attribute normally is, because all three arrive: null even for a required
/// attribute (`name = null`, import, older state), unknown for anything that can be configured.
///
/// # Examples
///
/// ```
/// use tfvalue::Attr;
///
/// let mut name: Attr<String> = "web".into();
/// assert_eq!(name.as_deref(), Some("web"));
/// name.set_null();
/// assert!(name.is_null() && !name.is_unknown());
/// name.set_unknown();
/// assert_eq!(name.value(), None);
/// assert_eq!(
///     name.require("name").unwrap_err().to_string(),
///     "name: a known value is required, got an unknown value",
/// );
/// ```
pub type Attr<T> = Unknown<Option<T>>;

impl<T> Unknown<T> {
    /// Makes an unknown value of which nothing is known.
    #[must_use]
    #[allow(clippy::self_named_constructors)] // `Attr::unknown()` is what the field says
    pub fn unknown() -> Self {
        Unknown::Unknown(Refinements::new())
    }

    /// Makes an unknown value of which something is known.
    #[must_use]
    pub fn refined(refinements: Refinements) -> Self {
        Unknown::Unknown(refinements)
    }

    /// Returns `true` if the value is known; null is known.
    #[must_use]
    pub fn is_known(&self) -> bool {
        !self.is_unknown()
    }

    /// Returns `true` if the value is unknown.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        matches!(self, Unknown::Unknown(refinements) if !refinements.is_null())
    }

    /// Returns the value where it is known, except for a
    /// [null with a type](crate::Dynamic#nulls-and-unknowns).
    #[must_use]
    pub fn known(&self) -> Option<&T> {
        match self {
            Unknown::Known(value) => Some(value),
            Unknown::Unknown(_) => None,
        }
    }

    /// Returns a mutable reference to the value where [`known`](Self::known) returns it.
    #[must_use]
    pub fn known_mut(&mut self) -> Option<&mut T> {
        match self {
            Unknown::Known(value) => Some(value),
            Unknown::Unknown(_) => None,
        }
    }

    /// Takes the value out where [`known`](Self::known) returns it.
    #[must_use]
    pub fn into_known(self) -> Option<T> {
        match self {
            Unknown::Known(value) => Some(value),
            Unknown::Unknown(_) => None,
        }
    }

    /// Returns what is known of an unknown value.
    #[must_use]
    pub fn refinements(&self) -> Option<&Refinements> {
        match self {
            Unknown::Unknown(refinements) if !refinements.is_null() => Some(refinements),
            _ => None,
        }
    }

    /// Makes the value unknown.
    pub fn set_unknown(&mut self) {
        *self = Unknown::unknown();
    }

    /// Changes the value where it is known; the refinements of an unknown one are lost, and so is
    /// the type of a null that has one, which stays null.
    #[must_use]
    pub fn map_known<U>(self, change: impl FnOnce(T) -> U) -> Unknown<U> {
        match self {
            Unknown::Known(value) => Unknown::Known(change(value)),
            Unknown::Unknown(refinements) if refinements.is_null() => {
                Unknown::Unknown(refinements.untyped())
            }
            Unknown::Unknown(_) => Unknown::unknown(),
        }
    }

    /// Takes the prior value where this one is unknown, as a computed attribute does that an
    /// update will not change.
    pub fn or_prior(&mut self, prior: &Self)
    where
        T: Clone,
    {
        if self.is_unknown() {
            self.clone_from(prior);
        }
    }
}

impl<T> Unknown<Option<T>> {
    /// Makes a null attribute.
    #[must_use]
    pub fn null() -> Self {
        Unknown::Known(None)
    }

    /// Returns `true` if the attribute is known to be null.
    #[must_use]
    pub fn is_null(&self) -> bool {
        match self {
            Unknown::Known(value) => value.is_none(),
            Unknown::Unknown(refinements) => refinements.is_null(),
        }
    }

    /// Returns the value where it is neither null nor unknown.
    #[must_use]
    pub fn value(&self) -> Option<&T> {
        self.known().and_then(Option::as_ref)
    }

    /// Returns the value for change where it is neither null nor unknown.
    #[must_use]
    pub fn value_mut(&mut self) -> Option<&mut T> {
        self.known_mut().and_then(Option::as_mut)
    }

    /// Takes the value out where it is neither null nor unknown.
    #[must_use]
    pub fn into_value(self) -> Option<T> {
        self.into_known().flatten()
    }

    /// Returns what the value derefs to, such as `&str`, where it is neither null nor unknown.
    #[must_use]
    pub fn as_deref(&self) -> Option<&T::Target>
    where
        T: Deref,
    {
        self.value().map(Deref::deref)
    }

    /// Changes the value where there is one; null stays null and unknown unknown, without its
    /// refinements.
    #[must_use]
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Attr<U> {
        match self.is_null() {
            true => Unknown::null(),
            false => self.map_known(|value| value.map(change)),
        }
    }

    /// Sets the value.
    pub fn set(&mut self, value: impl Into<T>) {
        *self = Unknown::Known(Some(value.into()));
    }

    /// Makes the attribute null.
    pub fn set_null(&mut self) {
        *self = Unknown::null();
    }

    /// Returns the value, which must be neither null nor unknown.
    ///
    /// # Errors
    ///
    /// If it is; the error names `path`.
    pub fn require(&self, path: impl Into<Path>) -> Result<&T> {
        match self {
            Unknown::Known(Some(value)) => Ok(value),
            _ if self.is_null() => Err(Error::mismatch("a value", "null").at(path)),
            _ => Err(Error::mismatch("a known value", "an unknown value").at(path)),
        }
    }
}

/// A known value prints as what it is, an unknown one as what is known of it.
impl<T: fmt::Debug> fmt::Debug for Unknown<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unknown::Known(value) => value.fmt(f),
            Unknown::Unknown(refinements) => {
                let word = match refinements.is_null() {
                    true => "null",
                    false => "unknown",
                };
                write!(f, "{word}{refinements}")
            }
        }
    }
}

/// The default is the default of the known value: null for an attribute.
impl<T: Default> Default for Unknown<T> {
    fn default() -> Self {
        Unknown::Known(T::default())
    }
}

impl<T> From<T> for Unknown<T> {
    fn from(value: T) -> Self {
        Unknown::Known(value)
    }
}

impl<T> From<T> for Unknown<Option<T>> {
    fn from(value: T) -> Self {
        Unknown::Known(Some(value))
    }
}

impl From<&str> for Unknown<Option<String>> {
    fn from(value: &str) -> Self {
        Unknown::Known(Some(value.to_owned()))
    }
}

impl<T: Serialize> Serialize for Unknown<T> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        match self {
            Unknown::Known(value) => value.serialize(serializer),
            Unknown::Unknown(refinements) => placeholder(refinements, serializer),
        }
    }
}

#[cold]
fn placeholder<S: Serializer>(
    refinements: &Refinements,
    serializer: S,
) -> std::result::Result<S::Ok, S::Error> {
    if let Some(value) = refinements.to_value() {
        let value = Dynamic::of(value.map_err(S::Error::custom)?);
        return Some(value).serialize(serializer);
    }
    if refinements.is_null() {
        return serializer.serialize_none();
    }
    let payload = refinements.to_payload().map_err(S::Error::custom)?;
    serializer.serialize_newtype_struct(names::UNKNOWN, &Placeholder(&payload))
}

/// An unknown value on its way into a format: our own take the payload out of the first element
/// and stop; any other comes to the second, which is an error.
struct Placeholder<'a>(&'a [u8]);

impl Serialize for Placeholder<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let mut tuple = serializer.serialize_tuple(2)?;
        tuple.serialize_element(&Payload(self.0))?;
        tuple.serialize_element(&NotHere)?;
        tuple.end()
    }
}

struct Payload<'a>(&'a [u8]);

impl Serialize for Payload<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0)
    }
}

struct NotHere;

impl Serialize for NotHere {
    fn serialize<S: Serializer>(&self, _: S) -> std::result::Result<S::Ok, S::Error> {
        Err(S::Error::custom(
            "an unknown value can only be written as Terraform's MessagePack",
        ))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Unknown<T> {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        deserializer
            .deserialize_newtype_struct(names::UNKNOWN, UnknownVisitor(KnownThrough::<T>::new()))
    }
}

pub(crate) struct UnknownVisitor<R>(pub(crate) R);

impl<'de, R: ReadKnown<'de>> Visitor<'de> for UnknownVisitor<R> {
    type Value = Unknown<R::Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a known or unknown value")
    }

    #[inline]
    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> std::result::Result<Self::Value, D::Error> {
        match self.0.read(deserializer) {
            Ok(value) => Ok(Unknown::Known(value)),
            Err(error) => self.typed(error),
        }
    }

    /// Takes a null that has a type, which is handed over.
    fn visit_none<E: de::Error>(self) -> std::result::Result<Self::Value, E> {
        let null = self.0.read(Null::new())?;
        let typed = transit::VALUE
            .take()
            .filter(|_| type_hint::is_dynamic(&self.0));
        Ok(match typed {
            Some(value) => Unknown::Unknown(Refinements::of(&value)),
            None => Unknown::Known(null),
        })
    }

    fn visit_bytes<E: de::Error>(self, payload: &[u8]) -> std::result::Result<Self::Value, E> {
        if type_hint::is_dynamic(&self.0) {
            // A value without a type has no refinements, in the reference either.
            let typed = transit::VALUE.take().filter(Value::is_unknown);
            return Ok(typed.map_or_else(Unknown::unknown, |value| {
                Unknown::Unknown(Refinements::of(&value))
            }));
        }
        let kind = || type_hint::kind(&self.0);
        let Some(refinements) = read_refinements(payload, &kind).map_err(Error::through_serde)?
        else {
            return self.0.read(Null::new()).map(Unknown::Known);
        };
        match refinements.only_value() {
            None => Ok(Unknown::Unknown(refinements)),
            Some(Only::Empty) => self.0.read(Empty::new()).map(Unknown::Known),
            Some(Only::Number(number)) => self.0.read(JustNumber::new(number)).map(Unknown::Known),
        }
    }
}

/// Reads refinements, unless they say that the value is null. Fails if they do not fit the type
/// that `kind` returns.
fn read_refinements(
    payload: &[u8],
    kind: &dyn Fn() -> Option<Hint>,
) -> Result<Option<Refinements>> {
    let Some(refinements) = Refinements::from_payload(payload)? else {
        return Ok(None);
    };
    if refinements.is_empty() {
        return Ok(Some(refinements));
    }
    match kind() {
        Some(kind) if !kind.takes(refinements.fits()) => Err(Error::msg(format_args!(
            "the refinements of the unknown value are not those of {}",
            kind.words(),
        ))),
        _ => Ok(Some(refinements)),
    }
}

impl<'de, R: ReadKnown<'de>> UnknownVisitor<R> {
    /// Turns an error back into the null or unknown that it stands for, if that has a type.
    #[cold]
    fn typed<E: de::Error>(&self, error: E) -> std::result::Result<Unknown<R::Value>, E> {
        match transit::take_typed(&error) {
            Some(value) if value.is_unknown() || self.0.read(Null::<E>::new()).is_ok() => {
                Ok(Unknown::Unknown(Refinements::of(&value)))
            }
            Some(_) => Err(Error::through_serde(Error::mismatch("a value", "null"))),
            None => Err(error),
        }
    }
}
