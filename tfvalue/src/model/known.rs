//! `TfKnown`: the conversion into values without unknown parts.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{BuildHasher, Hash};
use std::rc::Rc;
use std::sync::Arc;

use crate::attr::Dynamic;
use crate::attr::Set;
use crate::attr::Unknown;
use crate::error::{Error, Result};
use crate::limits::MAX_FAULTS;
use crate::number::Number;
use crate::path::Step;

/// A type whose values can be converted into fully known values.
///
/// The derive implements this trait. With `#[tf(known_view)]`, a struct is converted into another struct. Without this
/// annotation, the struct is converted into itself.
///
/// # Examples
///
/// ```
/// use tfvalue::{Attr, types::TfKnown};
///
/// let zones: Attr<Vec<Attr<String>>> = vec!["a".into(), Attr::unknown()].into();
/// assert_eq!(
///     zones.into_known_view().unwrap_err().to_string(),
///     "[1]: a known value is required, got an unknown value",
/// );
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no fully known view",
    label = "does not implement `TfKnown`",
    note = "implement `tfvalue::types::TfKnown` with `type View = Self`; both methods return the value"
)]
pub trait TfKnown {
    /// The type of the fully known value.
    type View;

    /// Converts into a fully known value.
    ///
    /// # Errors
    ///
    /// Fails if a part of the value is unknown, with one [fault](crate::Error::faults) for each unknown part.
    fn into_known_view(self) -> Result<Self::View>;

    /// Converts a fully known value back.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Attr, types::TfKnown};
    ///
    /// let zones = Attr::<Vec<Attr<String>>>::from_known_view(Some(vec![Some("a".to_owned()), None]));
    /// assert_eq!(zones, vec!["a".into(), Attr::null()]);
    /// ```
    fn from_known_view(view: Self::View) -> Self;
}

impl<T: TfKnown> TfKnown for Unknown<T> {
    type View = T::View;

    fn into_known_view(self) -> Result<T::View> {
        match self {
            Unknown::Known(value) => value.into_known_view(),
            Unknown::Unknown(_) => Err(Error::unknown()),
        }
    }

    fn from_known_view(view: T::View) -> Self {
        Unknown::Known(T::from_known_view(view))
    }
}

impl<T: TfKnown> TfKnown for Option<T> {
    type View = Option<T::View>;

    fn into_known_view(self) -> Result<Self::View> {
        self.map(T::into_known_view).transpose()
    }

    fn from_known_view(view: Self::View) -> Self {
        view.map(T::from_known_view)
    }
}

/// Converts the elements, and collects their faults together with the step to each element.
pub(crate) fn each<T, V, C: FromIterator<(K, V)>, K>(
    elements: impl Iterator<Item = (K, T)>,
    view: impl Fn(T) -> Result<V>,
    step: impl Fn(usize, &K) -> Step,
) -> Result<C> {
    let mut faults = Vec::new();
    let elements = elements.enumerate().filter_map(|(index, (key, element))| {
        let at = step(index, &key);
        let known = view(element);
        match known {
            Ok(known) => Some((key, known)),
            Err(error) => {
                if faults.len() < MAX_FAULTS {
                    faults.push(error.at_step(at));
                }
                None
            }
        }
    });
    let known = elements.collect();
    Error::join(faults)?;
    Ok(known)
}

/// Converts elements without keys, in the same way as [`each`].
pub(crate) fn by_index<T, V, C: FromIterator<V>>(
    elements: impl IntoIterator<Item = T>,
    view: impl Fn(T) -> Result<V>,
) -> Result<C> {
    let elements = elements.into_iter().map(|element| ((), element));
    let known: Vec<_> = each(elements, view, |index, ()| Step::Index(index as u64))?;
    Ok(known.into_iter().map(|((), known)| known).collect())
}

macro_rules! lists {
    ($([$($generics:tt)*] $ty:ty => $view:ty;)*) => {$(
        impl<$($generics)*> TfKnown for $ty {
            type View = $view;

            fn into_known_view(self) -> Result<$view> {
                by_index(self, T::into_known_view)
            }

            fn from_known_view(view: $view) -> Self {
                view.into_iter().map(T::from_known_view).collect()
            }
        }
    )*};
}

lists! {
    [T: TfKnown] Vec<T> => Vec<T::View>;
    [T: TfKnown] Set<T> => Set<T::View>;
    [T: TfKnown<View: Ord> + Ord] BTreeSet<T> => BTreeSet<T::View>;
}

macro_rules! maps {
    ($([$($generics:tt)*] $ty:ident<K, T $(, $hasher:ident)?>;)*) => {$(
        impl<$($generics)*, T: TfKnown> TfKnown for $ty<K, T $(, $hasher)?> {
            type View = $ty<K, T::View $(, $hasher)?>;

            fn into_known_view(self) -> Result<Self::View> {
                each(self.into_iter(), T::into_known_view, |_, key: &K| Step::Key(key.as_ref().into()))
            }

            fn from_known_view(view: Self::View) -> Self {
                view.into_iter().map(|(key, value)| (key, T::from_known_view(value))).collect()
            }
        }
    )*};
}

maps! {
    [K: Ord + AsRef<str>] BTreeMap<K, T>;
    [K: Eq + Hash + AsRef<str>, S: BuildHasher + Default] HashMap<K, T, S>;
}

macro_rules! known {
    ($([$($generics:tt)*] $ty:ty;)*) => {$(
        impl<$($generics)*> TfKnown for $ty {
            type View = Self;

            fn into_known_view(self) -> Result<Self> {
                Ok(self)
            }

            fn from_known_view(view: Self) -> Self {
                view
            }
        }
    )*};
}

known! {
    ['a] &'a str;
    ['a] Cow<'a, str>;
    [] String;
    [] Box<str>;
    [] Rc<str>;
    [] Arc<str>;
    [] char;
    [] bool;
    [] Number;
    [] f32;
    [] f64;
    [] i8;
    [] i16;
    [] i32;
    [] i64;
    [] i128;
    [] isize;
    [] u8;
    [] u16;
    [] u32;
    [] u64;
    [] u128;
    [] usize;
}

/// A null in the view has no type.
impl TfKnown for Dynamic {
    type View = Option<Self>;

    fn into_known_view(self) -> Result<Option<Self>> {
        let mut faults = Vec::new();
        self.walk(|path, part| {
            if part.is_unknown() && faults.len() < MAX_FAULTS {
                faults.push(Error::unknown().at_path(path).in_dynamic());
            }
            true
        });
        Error::join(faults)?;
        Ok(Some(self).filter(|value| !value.is_null()))
    }

    fn from_known_view(view: Option<Self>) -> Self {
        view.unwrap_or_default()
    }
}

/// Collects the faults of a struct's members.
#[derive(Default)]
pub struct Faults(Vec<Error>);

impl Faults {
    /// Returns the value of a member, or records its fault. For a flattened member, no step is added to the path.
    pub fn take<T>(
        &mut self,
        name: Option<&'static str>,
        secret: bool,
        result: Result<T>,
    ) -> Option<T> {
        let error = match result {
            Ok(value) => return Some(value),
            Err(error) => error.redact_if(secret),
        };
        self.0.push(match name {
            Some(name) => error.at_step(Step::Attribute(name.into())),
            None => error,
        });
        None
    }

    /// Joins the faults into a single error.
    ///
    /// # Errors
    ///
    /// Fails if there are faults.
    pub fn end(self) -> Result<()> {
        Error::join(self.0)
    }
}
