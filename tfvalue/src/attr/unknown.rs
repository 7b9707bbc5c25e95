//! `Unknown<T>`, a value that may be unknown, and `Attr<T>`, which may also be null.

use std::fmt;
use std::ops::Deref;

use crate::error::{Error, Result};
use crate::path::Path;
use crate::refinements::Refinements;

/// A value that may be unknown, which means that the value is determined during the apply.
///
/// An unknown value can have [`Refinements`], which restrict its possible values.
///
/// An attribute that can be null or unknown is an [`Attr<T>`](Attr), which is an `Unknown<Option<T>>`. The derive
/// rejects the reverse, `Option<Unknown<T>>`.
///
/// `==` is meant for tests. It treats two unknown values as equal if their refinements are equal. `Eq`, `Ord` and
/// `Hash` are not implemented, because two unknown values may or may not turn out to be equal.
///
/// With serde formats other than Terraform's formats, known values are read and written as a plain `T`, and writing an
/// unknown value is an error.
///
/// # Examples
///
/// ```
/// use tfvalue::{Unknown, types::Refinements};
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
    /// A known value. In an [`Attr`], a known value can be null.
    Known(T),
    /// An unknown value. The refinements are empty if nothing restricts the value.
    Unknown(Refinements),
}

/// An attribute of a resource: a value, null or unknown.
///
/// Use this type for the attributes of resources unless you have a reason not to, because Terraform sends all three
/// kinds of values. It sends null even for a required attribute (`name = null`, an import, an older state), and it
/// sends unknown values for any attribute that can be configured.
///
/// An attribute can be compared with plain values: `name == "web"`, `size == 20`. Null and unknown attributes are not
/// equal to any plain value. Values, arrays, vectors and iterators convert into attributes with `into` and `collect`.
///
/// [`unwrap_or`](Unknown::unwrap_or) and [`unwrap_or_default`](Unknown::unwrap_or_default) replace only null. They
/// return an [`Unknown<T>`](Unknown), which converts back into an attribute with `into`. There is no method that
/// replaces an unknown value with a default, because Terraform rejects a plan that contains such a default. Use
/// [`require`](Unknown::require) where all values must be known, such as during an apply.
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
        matches!(self, Unknown::Unknown(_))
    }

    /// Returns a reference to the value if the value is known.
    #[must_use]
    pub fn known(&self) -> Option<&T> {
        match self {
            Unknown::Known(value) => Some(value),
            Unknown::Unknown(_) => None,
        }
    }

    /// Returns a mutable reference to the value if the value is known.
    #[must_use]
    pub fn known_mut(&mut self) -> Option<&mut T> {
        match self {
            Unknown::Known(value) => Some(value),
            Unknown::Unknown(_) => None,
        }
    }

    /// Returns the value itself if the value is known.
    #[must_use]
    pub fn into_known(self) -> Option<T> {
        match self {
            Unknown::Known(value) => Some(value),
            Unknown::Unknown(_) => None,
        }
    }

    /// Returns the value, or an error with the given path.
    ///
    /// # Errors
    ///
    /// Fails if the value is unknown.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Path, Unknown};
    ///
    /// let ports = [Unknown::Known(80), Unknown::unknown()];
    /// assert_eq!(ports[0].require_known(Path::from("ports").index(0))?, &80);
    /// let error = ports[1].require_known(Path::from("ports").index(1)).unwrap_err();
    /// assert_eq!(error.to_string(), "ports[1]: a known value is required, got an unknown value");
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn require_known(&self, path: impl Into<Path>) -> Result<&T> {
        self.known().ok_or_else(|| Error::unknown().at(path))
    }

    /// Returns the refinements of an unknown value.
    #[must_use]
    pub fn refinements(&self) -> Option<&Refinements> {
        match self {
            Unknown::Unknown(refinements) => Some(refinements),
            Unknown::Known(_) => None,
        }
    }

    /// Sets the value to unknown, without refinements.
    pub fn set_unknown(&mut self) {
        *self = Unknown::unknown();
    }

    /// Applies a function to a known value.
    ///
    /// An unknown value loses its refinements.
    #[must_use]
    fn map_known<U>(self, change: impl FnOnce(T) -> U) -> Unknown<U> {
        match self {
            Unknown::Known(value) => Unknown::Known(change(value)),
            Unknown::Unknown(_) => Unknown::unknown(),
        }
    }

    /// Replaces an unknown value with the prior value.
    ///
    /// Call this method during planning, for computed attributes that the update does not change.
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
        matches!(self, Unknown::Known(None))
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

    /// Returns the value itself, or `None` if the attribute is null or unknown.
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
    /// To turn the result back into an attribute, call `into`.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::Attr;
    ///
    /// assert_eq!(Attr::<i64>::null().unwrap_or(4), 4);
    /// assert!(Attr::<i64>::unknown().unwrap_or(4).is_unknown());
    ///
    /// let mut special: Attr<bool> = Attr::null();
    /// special = special.unwrap_or(true).into();
    /// assert_eq!(special, true);
    /// ```
    #[must_use]
    pub fn unwrap_or(self, default: T) -> Unknown<T> {
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
        self.map_known(Option::unwrap_or_default)
    }

    /// Applies a function to the value. Null stays null, and an unknown attribute stays unknown,
    /// without its refinements.
    #[must_use]
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Attr<U> {
        self.map_known(|value| value.map(change))
    }

    /// Sets the attribute to the given known value.
    pub fn set(&mut self, value: impl Into<T>) {
        *self = Unknown::Known(Some(value.into()));
    }

    /// Sets the attribute to null.
    pub fn set_null(&mut self) {
        *self = Unknown::null();
    }

    /// Returns the value, or an error with the given path.
    ///
    /// # Errors
    ///
    /// Fails if the attribute is null or unknown.
    pub fn require(&self, path: impl Into<Path>) -> Result<&T> {
        match self {
            Unknown::Known(Some(value)) => Ok(value),
            Unknown::Known(None) => Err(Error::null().at(path)),
            Unknown::Unknown(_) => Err(Error::unknown().at(path)),
        }
    }
}

/// Prints a known value as `T` does, and an unknown value as `unknown` with its refinements.
impl<T: fmt::Debug> fmt::Debug for Unknown<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unknown::Known(value) => value.fmt(f),
            Unknown::Unknown(refinements) => write!(f, "unknown{refinements}"),
        }
    }
}
