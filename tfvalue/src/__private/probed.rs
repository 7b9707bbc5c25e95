//! Fields whose type may be a struct that lacks the derive.
//!
//! Such a type lacks several traits. To cause only the error about [`TfType`], the other traits are not required.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Error as _, Serialize, Serializer};

use crate::model::{TfPaths, TfType, TypeFacts, TypeKind};
use crate::path::Path;
use crate::ty::Type;

/// The types of all fields are Terraform types.
pub struct Fit;

/// One of the field types is not a Terraform type.
pub struct Unfit;

/// A field that is read. `F` is [`Fit`] or [`Unfit`].
pub struct Probed<T, F>(pub T, PhantomData<F>);

/// A field that is written or printed.
pub struct ProbedRef<'a, T, F>(&'a T, PhantomData<F>);

const UNFIT: &str = "the type of the field is not a Terraform type";

impl<'a, T, F> ProbedRef<'a, T, F> {
    /// Wraps a field.
    #[inline]
    pub fn new(field: &'a T) -> Self {
        ProbedRef(field, PhantomData)
    }
}

#[diagnostic::do_not_recommend]
impl<'de, T: Deserialize<'de>> Deserialize<'de> for Probed<T, Fit> {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(|value| Probed(value, PhantomData))
    }
}

impl<'de, T> Deserialize<'de> for Probed<T, Unfit> {
    fn deserialize<D: Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        Err(D::Error::custom(UNFIT))
    }
}

impl<T: TfPaths> TfPaths for Probed<T, Fit> {
    type Paths = T::Paths;
}

impl<T> TfPaths for Probed<T, Unfit> {
    type Paths = Path;
}

#[diagnostic::do_not_recommend]
impl<T: Serialize> Serialize for ProbedRef<'_, T, Fit> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<T> Serialize for ProbedRef<'_, T, Unfit> {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(S::Error::custom(UNFIT))
    }
}

impl<T: TfType> TfType for ProbedRef<'_, T, Fit> {
    const FACTS: TypeFacts = T::FACTS;

    fn ty() -> Type {
        T::ty()
    }
}

impl<T> TfType for ProbedRef<'_, T, Unfit> {
    const FACTS: TypeFacts = TypeFacts::of(TypeKind::Dynamic);
}

#[diagnostic::do_not_recommend]
impl<T: fmt::Debug> fmt::Debug for ProbedRef<'_, T, Fit> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T> fmt::Debug for ProbedRef<'_, T, Unfit> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(UNFIT)
    }
}
