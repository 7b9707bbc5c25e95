//! Typed paths, which are paths whose steps the compiler checks.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::rc::Rc;
use std::sync::Arc;

use crate::attr::Dynamic;
use crate::attr::Set;
use crate::attr::Unknown;
use crate::number::Number;
use crate::path::Path;

/// A type whose values have typed paths to their parts.
///
/// The derive implements this trait. With `#[tf(paths)]`, the paths into a struct have a method for each member.
/// Elements of sets have no path in Terraform, so a path ends at a set.
///
/// # Examples
///
/// ```
/// use tfvalue::{Attr, Path, TfSchema, Unknown};
///
/// #[derive(TfSchema)]
/// #[tf(paths)]
/// struct Server {
///     #[tf(required)]
///     name: Attr<String>,
///     #[tf(block)]
///     disk: Unknown<Vec<Disk>>,
/// }
///
/// #[derive(TfSchema)]
/// #[tf(paths)]
/// struct Disk {
///     #[tf(required)]
///     size: Attr<u32>,
/// }
///
/// assert_eq!(Server::paths().name(), Path::from("name"));
/// assert_eq!(Server::paths().disk().index(0).size().to_string(), "disk[0].size");
/// let disks: Path = Server::paths().disk().into();
/// assert_eq!(disks.to_string(), "disk");
/// ```
#[diagnostic::on_unimplemented(
    message = "`paths` requires `{Self}` to implement `TfPaths`",
    label = "does not implement `TfPaths`",
    note = "implement `tfvalue::paths::TfPaths` with `type Paths = tfvalue::Path`"
)]
pub trait TfPaths {
    /// The type of paths to a value of this type. This type has methods for the paths to the parts of the value.
    type Paths: From<Path> + Into<Path>;
}

/// A typed path to a list or tuple of `T`.
pub struct ListPath<T>(Path, PhantomData<fn() -> T>);

/// A typed path to a map of `T`.
pub struct MapPath<T>(Path, PhantomData<fn() -> T>);

impl<T: TfPaths> ListPath<T> {
    /// Appends a step to the element at the given index.
    #[must_use]
    pub fn index(self, index: u64) -> T::Paths {
        self.0.index(index).into()
    }
}

impl<T: TfPaths> MapPath<T> {
    /// Appends a step to the element with the given key.
    #[must_use]
    pub fn key(self, key: impl Into<String>) -> T::Paths {
        self.0.key(key).into()
    }
}

macro_rules! path_to {
    ($($name:ident)*) => {$(
        impl<T> Clone for $name<T> {
            fn clone(&self) -> Self {
                $name(self.0.clone(), PhantomData)
            }
        }

        impl<T> PartialEq for $name<T> {
            fn eq(&self, other: &Self) -> bool {
                self.0 == other.0
            }
        }

        impl<T> Eq for $name<T> {}

        impl<T> Hash for $name<T> {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.0.hash(state);
            }
        }

        impl<T> fmt::Debug for $name<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&self.0, f)
            }
        }

        /// Prints the path in the syntax of Terraform's language.
        impl<T> fmt::Display for $name<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, f)
            }
        }

        impl<T> From<Path> for $name<T> {
            fn from(path: Path) -> Self {
                $name(path, PhantomData)
            }
        }

        impl<T> From<$name<T>> for Path {
            fn from(path: $name<T>) -> Self {
                path.0
            }
        }
    )*};
}

path_to!(ListPath MapPath);

macro_rules! paths {
    ($([$($generics:tt)*] $ty:ty => $paths:ty;)*) => {$(
        impl<$($generics)*> TfPaths for $ty {
            type Paths = $paths;
        }
    )*};
}

paths! {
    [T: TfPaths] Unknown<T> => T::Paths;
    [T: TfPaths] Option<T> => T::Paths;
    [T: TfPaths] Box<T> => T::Paths;
    [T: TfPaths] Vec<T> => ListPath<T>;
    [T: TfPaths] Box<[T]> => ListPath<T>;
    [T: TfPaths, const N: usize] [T; N] => ListPath<T>;
    [K, T: TfPaths] BTreeMap<K, T> => MapPath<T>;
    [K, T: TfPaths, S] HashMap<K, T, S> => MapPath<T>;
    [T] BTreeSet<T> => Path;
    [T] Set<T> => Path;
    ['a] &'a str => Path;
    ['a] Cow<'a, str> => Path;
}

macro_rules! ends {
    ($($ty:ty)*) => {$(
        impl TfPaths for $ty {
            type Paths = Path;
        }
    )*};
}

ends! {
    String Box<str> Rc<str> Arc<str> char bool Number Dynamic f32 f64
    i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize
}

macro_rules! tuples {
    ($(($($name:ident)+))*) => {$(
        impl<$($name),+> TfPaths for ($($name,)+) {
            type Paths = Path;
        }
    )*};
}

for_tuples!(tuples);
