//! The types of elements and keys, for functions that check elements and keys.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::attr::{Set, Unknown};

/// The type of a list, set or map.
#[diagnostic::on_unimplemented(
    message = "`each(check = …)` requires a list, set or map, not `{Self}`",
    label = "not a list, set or map of the standard library, and not a `tfvalue::Set`",
    note = "for the elements of a type of your own, write the function in `check` of the field"
)]
pub trait Elements {
    /// The type of an element.
    type Element;
}

/// The type of a map.
#[diagnostic::on_unimplemented(
    message = "`keys(check = …)` requires a map, not `{Self}`",
    label = "neither a `BTreeMap` nor a `HashMap`",
    note = "for the keys of a type of your own, write the function in `check` of the field"
)]
pub trait Keys {
    /// The type of a key.
    type Key;
}

macro_rules! layers {
    ($($ty:ty)*) => {$(
        impl<T: Elements> Elements for $ty {
            type Element = T::Element;
        }

        impl<T: Keys> Keys for $ty {
            type Key = T::Key;
        }
    )*};
}

layers!(Option<T> Unknown<T> Box<T>);

macro_rules! elements {
    ($([$($generics:tt)*] $ty:ty;)*) => {$(
        impl<$($generics)*> Elements for $ty {
            type Element = T;
        }
    )*};
}

elements! {
    [T] Vec<T>;
    [T] Box<[T]>;
    [T, const N: usize] [T; N];
    [T] BTreeSet<T>;
    [T] Set<T>;
    [K, T] BTreeMap<K, T>;
    [K, T, S] HashMap<K, T, S>;
}

impl<K, T> Keys for BTreeMap<K, T> {
    type Key = K;
}

impl<K, T, S> Keys for HashMap<K, T, S> {
    type Key = K;
}
