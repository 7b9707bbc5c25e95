//! Determines the layers of a field's type, and the traits of the type, at compile time.
//!
//! A macro sees only the name of a type. The name may be an alias, or may belong to a different type with the same
//! name. However, generated code can use a constant of [`Probe`]: Rust uses the inherent constant if the type satisfies
//! the bounds of this constant, and otherwise the constant of [`Fallback`]. The constant then selects an impl.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::marker::PhantomData;

use super::Fields;
use super::adapt::{InList, InMap, InOption, InSet, InUnknown};
use crate::attr::Set;
use crate::attr::Unknown;
use crate::attr::fast_read::{Cows, Maps, ReadDirectly};
use crate::model::TfType;

/// Describes a `T` through constants.
pub struct Probe<T>(PhantomData<T>);

/// The constants for types that have no inherent constants.
pub trait Fallback {
    /// The number of the type, for use as a [`Layer`].
    const LAYER: u8 = 0;
    /// The number of the type, for use as a [`Layer`] if collections are not layers.
    const OUTER: u8 = 0;
    /// Whether the type is an `Option`.
    const NULL: bool = false;
    /// Whether strings in the type can be borrowed.
    const COWS: bool = false;
    /// Whether maps in the type can be built in one step.
    const MAPS: bool = false;
    /// Whether the type is a struct that can be flattened.
    const FLAT: bool = false;
    /// Whether the type is a Terraform type.
    const TYPE: bool = false;
}

impl<T> Fallback for Probe<T> {}

impl<T: TfType> Probe<T> {
    /// The type is a Terraform type.
    pub const TYPE: bool = true;
}

impl<T> Probe<Option<T>> {
    /// An `Option` can represent null.
    pub const NULL: bool = true;
}

impl<T: ReadDirectly<'static, Cows>> Probe<T> {
    /// The type can borrow strings from the input.
    pub const COWS: bool = true;
}

impl<T: ReadDirectly<'static, Maps>> Probe<T> {
    /// The maps in the type can be built in one step when a value is read.
    pub const MAPS: bool = true;
}

impl<T: Fields> Probe<T> {
    /// The type is a derived struct.
    pub const FLAT: bool = true;
}

/// A type that contains another type.
pub trait Layer<const KIND: u8> {
    /// The contained type.
    type Inner;
    /// This layer with a `U` inside.
    type Around<U>;
    /// The adapter for this layer, which contains the adapter for the inner type.
    type Adapter<A>;
}

/// A type that is not a layer.
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
            /// The number of the layer.
            pub const LAYER: u8 = $kind;
            $(
                /// The number of the layer.
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

/// A condition that [chooses](Choose) between two types.
pub struct If<const CONDITION: bool>;

/// The first type if the condition is `true`, or the second type otherwise.
pub trait Choose<Then, Else> {
    /// The chosen type.
    type Chosen;
}

impl<Then, Else> Choose<Then, Else> for If<true> {
    type Chosen = Then;
}

impl<Then, Else> Choose<Then, Else> for If<false> {
    type Chosen = Else;
}

/// A type that can represent null if the `NULL` of the type's [`Probe`] is `true`.
pub trait NotNull<const NULL: bool> {
    /// The type of the values that are not null.
    type Value;

    /// Returns the value if it is not null.
    fn not_null(self) -> Option<Self::Value>;

    /// Wraps a value that is not null.
    fn of(value: Self::Value) -> Self;
}

impl<T> NotNull<false> for T {
    type Value = T;

    fn not_null(self) -> Option<T> {
        Some(self)
    }

    fn of(value: T) -> T {
        value
    }
}

impl<T> NotNull<true> for Option<T> {
    type Value = T;

    fn not_null(self) -> Option<T> {
        self
    }

    fn of(value: T) -> Self {
        Some(value)
    }
}

/// The type of a field in the struct's known view.
///
/// `T` is the field's type. If `T` is private, the impl is also private, so it can refer to the view of `T`.
pub trait FieldView<T, const FIELD: usize> {
    /// The type of the view.
    type View;
}
