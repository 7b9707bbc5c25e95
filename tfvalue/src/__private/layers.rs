//! What a field's type is made of, asked of the type itself: a macro sees only how it is spelled,
//! and an alias or a type of the user's own may have any name.
//!
//! A macro cannot choose an impl by whether a type implements a trait, but it can name a constant:
//! Rust prefers the inherent constants of [`Probe`] to those of [`Fallback`], and takes only those
//! whose type or bound fits. The constant then chooses an impl.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::marker::PhantomData;

use super::Fields;
use super::adapt::{InList, InMap, InOption, InSet, InUnknown};
use crate::attr::Set;
use crate::attr::Unknown;
use crate::attr::fast_read::{Cows, Maps, ReadDirectly};

/// Tells by its constants what a `T` is.
pub struct Probe<T>(PhantomData<T>);

/// What applies to all types that [`Probe`] knows nothing of.
pub trait Fallback {
    /// Which [`Layer`] the type is.
    const LAYER: u8 = 0;
    /// The same, if collections are no layers.
    const OUTER: u8 = 0;
    /// Whether it is an `Option`.
    const NULL: bool = false;
    /// Whether its text can be borrowed.
    const COWS: bool = false;
    /// Whether its maps can be built at once.
    const MAPS: bool = false;
    /// Whether it is a struct that can be flattened.
    const FLAT: bool = false;
}

impl<T> Fallback for Probe<T> {}

impl<T> Probe<Option<T>> {
    /// It is.
    pub const NULL: bool = true;
}

impl<T: ReadDirectly<'static, Cows>> Probe<T> {
    /// It can.
    pub const COWS: bool = true;
}

impl<T: ReadDirectly<'static, Maps>> Probe<T> {
    /// They can.
    pub const MAPS: bool = true;
}

impl<T: Fields> Probe<T> {
    /// It is.
    pub const FLAT: bool = true;
}

/// A type around another one.
pub trait Layer<const KIND: u8> {
    /// The other one.
    type Inner;
    /// The same around a `U`.
    type Around<U>;
    /// The adapter for the type, made of that for the other one.
    type Adapter<A>;
}

/// No layer.
impl<T> Layer<0> for T {
    type Inner = T;
    type Around<U> = U;
    type Adapter<A> = A;
}

macro_rules! layers {
    ($($kind:literal [$($generics:tt)*] $ty:ty: $inner:ident, $around:ty, $adapter:ident $($outer:ident)?;)*) => {$(
        impl<$($generics)*> Layer<$kind> for $ty {
            type Inner = $inner;
            type Around<U> = $around;
            type Adapter<A> = $adapter<A>;
        }

        impl<$($generics)*> Probe<$ty> {
            /// The layer.
            pub const LAYER: u8 = $kind;
            $(
                /// The layer.
                pub const $outer: u8 = $kind;
            )?
        }
    )*};
}

layers! {
    1 [T] Unknown<T>: T, Unknown<U>, InUnknown OUTER;
    2 [T] Option<T>: T, Option<U>, InOption OUTER;
    3 [T] Vec<T>: T, Vec<U>, InList;
    4 [T] Set<T>: T, Set<U>, InSet;
    5 [T] BTreeSet<T>: T, BTreeSet<U>, InSet;
    6 [K, T] BTreeMap<K, T>: T, BTreeMap<K, U>, InMap;
    7 [K, T, S] HashMap<K, T, S>: T, HashMap<K, U, S>, InMap;
}

/// Chooses one of two types.
pub struct If<const CONDITION: bool>;

/// The first type if the condition is true, or else the second.
pub trait Choose<Then, Else> {
    /// The type.
    type Chosen;
}

impl<Then, Else> Choose<Then, Else> for If<true> {
    type Chosen = Then;
}

impl<Then, Else> Choose<Then, Else> for If<false> {
    type Chosen = Else;
}

/// What a type is without null: `NULL` is that of its [`Probe`].
pub trait NotNull<const NULL: bool> {
    /// The type without null.
    type Value;

    /// Returns the value, if it is not null.
    fn not_null(self) -> Option<Self::Value>;
}

impl<T> NotNull<false> for T {
    type Value = T;

    fn not_null(self) -> Option<T> {
        Some(self)
    }
}

impl<T> NotNull<true> for Option<T> {
    type Value = T;

    fn not_null(self) -> Option<T> {
        self
    }
}

/// The type of a field in the struct's known view.
pub trait FieldView<const FIELD: usize> {
    /// The type.
    type View;
}
