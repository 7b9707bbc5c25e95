//! `Unknown<T>`, a value that may be unknown, and `Attr<T>`, which may be null as well.

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

/// A value that may be unknown, which means that it is decided during apply.
///
/// An unknown value can have [`Refinements`], which restrict what it will be.
///
/// Unknown is outside null, as on the wire: an attribute that can be either is an
/// [`Attr<T>`](Attr). The derive rejects `Option<Unknown<T>>`.
///
/// `==` is meant for tests: two unknown values are equal if their refinements are. `Eq`, `Ord` and
/// `Hash` are not implemented, because two unknown values may turn out to be equal or not.
///
/// With serde formats other than Terraform's, known values are read and written as a plain `T`, and
/// writing an unknown value is an error.
///
/// # Examples
///
/// ```
/// use tfvalue::{Refinements, Unknown};
///
/// let known = Unknown::Known(3);
/// assert_eq!(known, 3);
/// let unknown: Unknown<i64> = Unknown::refined(Refinements::new().at_least(1, true)?);
/// assert!(unknown.is_unknown());
/// assert_eq!(unknown.known(), None);
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[derive(Clone, PartialEq)]
pub enum Unknown<T> {
    /// A known value.
    Known(T),
    /// An unknown value. The refinements are empty if nothing restricts it.
    Unknown(Refinements),
}

/// An attribute of a resource: a value, null or unknown.
///
/// Use it for the attributes of resources unless you have a reason not to, because Terraform sends
/// all three: null even for a required attribute (`name = null`, import, older state), and unknown
/// for anything that can be configured.
///
/// An attribute compares with plain values: `name == "web"`, `size == 20`. Null and unknown are
/// equal to no plain value. Values, arrays, vectors and iterators convert into attributes with
/// `into` and `collect`.
///
/// [`unwrap_or`](Unknown::unwrap_or) and [`unwrap_or_default`](Unknown::unwrap_or_default) replace
/// only null, so they return an [`Unknown<T>`](Unknown). There is no method that replaces an unknown
/// value with a default: planning with such a default makes Terraform reject the plan. Use
/// [`require`](Unknown::require) where all values must be known, as in apply.
///
/// # Examples
///
/// ```
/// use tfvalue::Attr;
///
/// let mut name: Attr<String> = "web".into();
/// assert_eq!(name, "web");
/// assert_eq!(name.as_deref(), Some("web"));
/// name.set_null();
/// assert!(name.is_null() && !name.is_unknown());
/// name.set_unknown();
/// assert_eq!(name.value(), None);
/// assert_eq!(
///     name.require("name").unwrap_err().to_string(),
///     "name: a known value is required, got an unknown value",
/// );
///
/// let zones: Attr<Vec<Attr<String>>> = ["a", "b"].into();
/// assert_eq!(zones.value().unwrap()[0], "a");
/// ```
pub type Attr<T> = Unknown<Option<T>>;

impl<T> Unknown<T> {
    /// Creates an unknown value without refinements.
    #[must_use]
    #[allow(clippy::self_named_constructors)] // it reads well as `Attr::unknown()`
    pub fn unknown() -> Self {
        Unknown::Unknown(Refinements::new())
    }

    /// Creates an unknown value with refinements.
    #[must_use]
    pub fn refined(refinements: Refinements) -> Self {
        Unknown::Unknown(refinements)
    }

    /// Returns `true` if the value is known. Null is known.
    #[must_use]
    pub fn is_known(&self) -> bool {
        !self.is_unknown()
    }

    /// Returns `true` if the value is unknown.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        matches!(self, Unknown::Unknown(refinements) if !refinements.is_null())
    }

    /// Returns the value if it is known.
    ///
    /// A [null with a type](crate::Dynamic#nulls-and-unknowns) gives `None`.
    #[must_use]
    pub fn known(&self) -> Option<&T> {
        match self {
            Unknown::Known(value) => Some(value),
            Unknown::Unknown(_) => None,
        }
    }

    /// Returns a mutable reference to the value if [`known`](Self::known) returns it.
    #[must_use]
    pub fn known_mut(&mut self) -> Option<&mut T> {
        match self {
            Unknown::Known(value) => Some(value),
            Unknown::Unknown(_) => None,
        }
    }

    /// Converts into the value if [`known`](Self::known) returns it.
    #[must_use]
    pub fn into_known(self) -> Option<T> {
        match self {
            Unknown::Known(value) => Some(value),
            Unknown::Unknown(_) => None,
        }
    }

    /// Returns the refinements of an unknown value.
    #[must_use]
    pub fn refinements(&self) -> Option<&Refinements> {
        match self {
            Unknown::Unknown(refinements) if !refinements.is_null() => Some(refinements),
            _ => None,
        }
    }

    /// Creates the value unknown, without refinements.
    pub fn set_unknown(&mut self) {
        *self = Unknown::unknown();
    }

    /// Applies a function to a known value.
    ///
    /// An unknown value loses its refinements. A null that has a type stays null and loses the type.
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

    /// Replaces an unknown value with the prior value.
    ///
    /// Call it while planning, for computed attributes that the update does not change.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::Attr;
    ///
    /// let mut id: Attr<String> = Attr::unknown();
    /// id.or_prior(&"i-1".into());
    /// assert_eq!(id, "i-1");
    /// ```
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
    /// Creates a null attribute.
    #[must_use]
    pub fn null() -> Self {
        Unknown::Known(None)
    }

    /// Returns `true` if the attribute is null.
    #[must_use]
    pub fn is_null(&self) -> bool {
        match self {
            Unknown::Known(value) => value.is_none(),
            Unknown::Unknown(refinements) => refinements.is_null(),
        }
    }

    /// Returns the value, or `None` if the attribute is null or unknown.
    #[must_use]
    pub fn value(&self) -> Option<&T> {
        self.known().and_then(Option::as_ref)
    }

    /// Returns a mutable reference to the value, or `None` if the attribute is null or unknown.
    #[must_use]
    pub fn value_mut(&mut self) -> Option<&mut T> {
        self.known_mut().and_then(Option::as_mut)
    }

    /// Converts into the value, or `None` if the attribute is null or unknown.
    #[must_use]
    pub fn into_value(self) -> Option<T> {
        self.into_known().flatten()
    }

    /// Returns the dereferenced value, such as `&str` for a `String`, or `None` if the attribute is
    /// null or unknown.
    #[must_use]
    pub fn as_deref(&self) -> Option<&T::Target>
    where
        T: Deref,
    {
        self.value().map(Deref::deref)
    }

    /// Returns a copy of the value, or `None` if the attribute is null or unknown.
    #[must_use]
    pub fn copied(&self) -> Option<T>
    where
        T: Copy,
    {
        self.value().copied()
    }

    /// Returns a clone of the value, or `None` if the attribute is null or unknown.
    #[must_use]
    pub fn cloned(&self) -> Option<T>
    where
        T: Clone,
    {
        self.value().cloned()
    }

    /// Replaces null with a value. An unknown attribute stays unknown, without its refinements.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::Attr;
    ///
    /// assert_eq!(Attr::<i64>::null().unwrap_or(4), 4);
    /// assert!(Attr::<i64>::unknown().unwrap_or(4).is_unknown());
    /// ```
    #[must_use]
    pub fn unwrap_or(self, default: T) -> Unknown<T> {
        if self.is_null() {
            return Unknown::Known(default);
        }
        self.map_known(|value| value.unwrap_or(default))
    }

    /// Replaces null with the default value of the type. An unknown attribute stays unknown, without
    /// its refinements.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::Attr;
    ///
    /// let tags: Attr<Vec<String>> = Attr::null();
    /// assert_eq!(tags.unwrap_or_default(), vec![]);
    /// ```
    #[must_use]
    pub fn unwrap_or_default(self) -> Unknown<T>
    where
        T: Default,
    {
        if self.is_null() {
            return Unknown::Known(T::default());
        }
        self.map_known(Option::unwrap_or_default)
    }

    /// Applies a function to the value. Null stays null, and an unknown attribute stays unknown,
    /// without its refinements.
    #[must_use]
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Attr<U> {
        if self.is_null() {
            return Unknown::null();
        }
        self.map_known(|value| value.map(change))
    }

    /// Sets the value.
    pub fn set(&mut self, value: impl Into<T>) {
        *self = Unknown::Known(Some(value.into()));
    }

    /// Creates the attribute null.
    pub fn set_null(&mut self) {
        *self = Unknown::null();
    }

    /// Returns the value. The path is for the error.
    ///
    /// # Errors
    ///
    /// Fails if the attribute is null or unknown.
    pub fn require(&self, path: impl Into<Path>) -> Result<&T> {
        match self {
            Unknown::Known(Some(value)) => Ok(value),
            _ if self.is_null() => Err(Error::null().at(path)),
            _ => Err(Error::unknown().at(path)),
        }
    }
}

/// Prints a known value as `T` does, and an unknown one as `unknown` with its refinements.
impl<T: fmt::Debug> fmt::Debug for Unknown<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unknown::Known(value) => value.fmt(f),
            Unknown::Unknown(refinements) => {
                let word = if refinements.is_null() {
                    "null"
                } else {
                    "unknown"
                };
                write!(f, "{word}{refinements}")
            }
        }
    }
}

impl<T: Serialize> Serialize for Unknown<T> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Unknown::Known(value) => value.serialize(serializer),
            Unknown::Unknown(refinements) => placeholder(refinements, serializer),
        }
    }
}

#[cold]
fn placeholder<S: Serializer>(refinements: &Refinements, serializer: S) -> Result<S::Ok, S::Error> {
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

/// An unknown value on its way into a format. Our formats read the payload from the first element
/// and stop; other formats reach the second element, which is an error.
struct Placeholder<'a>(&'a [u8]);

impl Serialize for Placeholder<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut tuple = serializer.serialize_tuple(2)?;
        tuple.serialize_element(&Payload(self.0))?;
        tuple.serialize_element(&Unsupported)?;
        tuple.end()
    }
}

struct Payload<'a>(&'a [u8]);

impl Serialize for Payload<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0)
    }
}

struct Unsupported;

impl Serialize for Unsupported {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(S::Error::custom(
            "an unknown value can only be written as Terraform's MessagePack",
        ))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Unknown<T> {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
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
    ) -> Result<Self::Value, D::Error> {
        match self.0.read(deserializer) {
            Ok(value) => Ok(Unknown::Known(value)),
            Err(error) => self.typed(error),
        }
    }

    /// Accepts null. If it has a type, the format passes it through `transit`.
    fn visit_none<E: de::Error>(self) -> Result<Self::Value, E> {
        let null = self.0.read(Null::new())?;
        let typed = transit::VALUE
            .take()
            .filter(|_| type_hint::is_dynamic(&self.0));
        Ok(match typed {
            Some(value) => Unknown::Unknown(Refinements::of(&value)),
            None => Unknown::Known(null),
        })
    }

    fn visit_bytes<E: de::Error>(self, payload: &[u8]) -> Result<Self::Value, E> {
        if type_hint::is_dynamic(&self.0) {
            // A value without a type has no refinements. go-cty drops them, too.
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

/// Reads refinements, or returns `None` if they say that the value is null. Fails if they do not
/// belong to the type that `kind` returns.
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
            "refinements of {} are required, got others",
            kind.words(),
        ))),
        _ => Ok(Some(refinements)),
    }
}

impl<'de, R: ReadKnown<'de>> UnknownVisitor<R> {
    /// Converts an error that carries a typed null or unknown back into that value.
    #[cold]
    fn typed<E: de::Error>(&self, error: E) -> Result<Unknown<R::Value>, E> {
        match transit::take_typed(&error) {
            Some(value) if value.is_unknown() || self.0.read(Null::<E>::new()).is_ok() => {
                Ok(Unknown::Unknown(Refinements::of(&value)))
            }
            Some(_) => Err(Error::null().through_serde()),
            None => Err(error),
        }
    }
}
