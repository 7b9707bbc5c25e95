//! Known views for fields with adapters.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{BuildHasher, Hash};

use super::adapt::{InList, InMap, InOption, InSet, InUnknown};
use super::layers::NotNull;
use crate::attr::Set;
use crate::attr::Unknown;
use crate::error::{Error, Result};
use crate::model::TfKnown;
use crate::model::known::{by_index, each};
use crate::path::Step;

/// Converts a `T` to a fully known view. Adapters implement this.
pub trait Viewed<T> {
    /// The type of the view.
    type View;

    /// Converts the value to its view.
    ///
    /// # Errors
    ///
    /// Fails if a nested value is unknown. The error lists all unknown values.
    fn view(value: T) -> Result<Self::View>;

    /// Converts a view back to the value.
    fn back(view: Self::View) -> T;
}

/// A type whose view is created by an adapter, so that the derive generates no functions for it.
pub trait ViewedBy: Sized {
    /// The adapter.
    type Adapter: Viewed<Self>;
}

#[diagnostic::do_not_recommend]
impl<T: ViewedBy> TfKnown for T {
    type View = <T::Adapter as Viewed<T>>::View;

    fn into_known_view(self) -> Result<Self::View> {
        T::Adapter::view(self)
    }

    fn from_known_view(view: Self::View) -> Self {
        T::Adapter::back(view)
    }
}

/// The adapter of a box. The `TfKnown` impl for this type is the impl above, because rustc assumes that other crates
/// can implement `ViewedBy` for boxes.
pub struct InBox;

impl<T: TfKnown> ViewedBy for Box<T> {
    type Adapter = InBox;
}

impl<T: TfKnown> Viewed<Box<T>> for InBox {
    type View = Box<T::View>;

    fn view(value: Box<T>) -> Result<Self::View> {
        (*value).into_known_view().map(Box::new)
    }

    fn back(view: Self::View) -> Box<T> {
        Box::new(T::from_known_view(*view))
    }
}

/// The adapter for the innermost value, whose view is the value itself.
pub struct Itself;

impl<T> Viewed<T> for Itself {
    type View = T;

    fn view(value: T) -> Result<T> {
        Ok(value)
    }

    fn back(view: T) -> T {
        view
    }
}

impl<T, A: Viewed<T>> Viewed<Unknown<T>> for InUnknown<A> {
    type View = A::View;

    fn view(value: Unknown<T>) -> Result<A::View> {
        match value {
            Unknown::Known(value) => A::view(value),
            Unknown::Unknown(_) => Err(Error::unknown()),
        }
    }

    fn back(view: A::View) -> Unknown<T> {
        Unknown::Known(A::back(view))
    }
}

impl<T, A: Viewed<T>> Viewed<Option<T>> for InOption<A> {
    type View = Option<A::View>;

    fn view(value: Option<T>) -> Result<Self::View> {
        value.map(A::view).transpose()
    }

    fn back(view: Self::View) -> Option<T> {
        view.map(A::back)
    }
}

macro_rules! lists {
    ($($adapter:ident [$($bound:tt)*] $ty:ident;)*) => {$(
        impl<T: $($bound)*, A: Viewed<T, View: $($bound)*>> Viewed<$ty<T>> for $adapter<A> {
            type View = $ty<A::View>;

            fn view(value: $ty<T>) -> Result<Self::View> {
                by_index(value, A::view)
            }

            fn back(view: Self::View) -> $ty<T> {
                view.into_iter().map(A::back).collect()
            }
        }
    )*};
}

lists! {
    InList [Sized] Vec;
    InSet [Sized] Set;
    InSet [Ord] BTreeSet;
}

macro_rules! maps {
    ($([$($generics:tt)*] $ty:ident<K, T $(, $hasher:ident)?>;)*) => {$(
        impl<$($generics)*, T, A: Viewed<T>> Viewed<$ty<K, T $(, $hasher)?>> for InMap<A> {
            type View = $ty<K, A::View $(, $hasher)?>;

            fn view(value: $ty<K, T $(, $hasher)?>) -> Result<Self::View> {
                each(value.into_iter(), A::view, |_, key: &K| Step::Key(key.as_ref().into()))
            }

            fn back(view: Self::View) -> $ty<K, T $(, $hasher)?> {
                view.into_iter().map(|(key, value)| (key, A::back(value))).collect()
            }
        }
    )*};
}

maps! {
    [K: Ord + AsRef<str>] BTreeMap<K, T>;
    [K: Eq + Hash + AsRef<str>, S: BuildHasher + Default] HashMap<K, T, S>;
}

/// Checks that a required value is not null.
///
/// # Errors
///
/// Fails if it is null.
pub fn required<const NULL: bool, T: NotNull<NULL>>(value: Result<T>) -> Result<T::Value> {
    let value = value?.not_null();
    value.ok_or_else(|| Error::mismatch("a known value", "null"))
}

/// Replaces null with the view of the default.
///
/// # Errors
///
/// Fails if the value is unknown.
pub fn or_default<const NULL: bool, T: NotNull<NULL>>(
    value: Result<T>,
    default: impl FnOnce() -> Result<T>,
) -> Result<T::Value> {
    match value?.not_null() {
        Some(value) => Ok(value),
        None => required(default()),
    }
}
