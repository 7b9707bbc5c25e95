//! The trait of the arguments of [`Value::get`].

use std::borrow::Cow;

use super::Value;
use crate::error::{Error, Result};
use crate::path::{Path, Step};

/// An argument of [`Value::get`] and [`Node::get`](crate::msgpack::Node::get): the name of an attribute, a key, the index of an element, or a
/// [`Path`].
///
/// This trait is sealed.
///
/// # Examples
///
/// ```
/// use tfvalue::value::Index;
/// use tfvalue::{Path, Value};
///
/// fn is_set(value: &Value, part: impl Index) -> bool {
///     value.get(part).is_some_and(|value| !value.is_null())
/// }
///
/// let disk = Value::object([("size", Value::from(20))])?;
/// assert!(is_set(&disk, "size"));
/// assert!(!is_set(&disk, Path::from("label")));
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub trait Index: sealed::Index {}

impl<T: sealed::Index + ?Sized> Index for T {}

mod sealed {
    use super::HasParts;

    pub trait Index {
        fn find<V: HasParts>(&self, value: V) -> Option<V>;
    }
}

/// A value whose parts can be selected.
pub trait HasParts: Copy {
    fn named(self, name: &str) -> Option<Self>;
    fn element(self, index: usize) -> Option<Self>;
}

impl HasParts for &Value {
    #[inline]
    fn named(self, name: &str) -> Option<Self> {
        self.get_named(name)
    }

    #[inline]
    fn element(self, index: usize) -> Option<Self> {
        self.get_element(index)
    }
}

macro_rules! names {
    ($($ty:ty)*) => {$(
        impl sealed::Index for $ty {
            #[inline]
            fn find<V: HasParts>(&self, value: V) -> Option<V> {
                value.named(self)
            }
        }
    )*};
}

names!(str String Box<str> Cow<'_, str>);

impl sealed::Index for usize {
    #[inline]
    fn find<V: HasParts>(&self, value: V) -> Option<V> {
        value.element(*self)
    }
}

impl sealed::Index for Step {
    fn find<V: HasParts>(&self, value: V) -> Option<V> {
        match self {
            Step::Attribute(name) => value.named(name),
            Step::Key(key) => value.named(key),
            Step::Index(index) => value.element(usize::try_from(*index).ok()?),
        }
    }
}

impl sealed::Index for Path {
    fn find<V: HasParts>(&self, value: V) -> Option<V> {
        self.steps()
            .iter()
            .try_fold(value, |here, step| step.find(here))
    }
}

impl<T: sealed::Index + ?Sized> sealed::Index for &T {
    #[inline]
    fn find<V: HasParts>(&self, value: V) -> Option<V> {
        (**self).find(value)
    }
}

/// Returns the part at a path, or an error with the path of the last part that exists.
pub(crate) fn lookup<V: HasParts>(value: V, path: &Path) -> Result<V> {
    let mut here = value;
    for (depth, step) in path.steps().iter().enumerate() {
        let next = sealed::Index::find(step, here);
        here = next.ok_or_else(|| nowhere(&path.steps()[..depth], step))?;
    }
    Ok(here)
}

#[cold]
pub(super) fn nowhere(before: &[Step], step: &Step) -> Error {
    let message = match step {
        Step::Attribute(name) => format!("there is no attribute {name:?}"),
        Step::Key(key) => format!("there is no element {key:?}"),
        Step::Index(index) => format!("there is no element {index}"),
    };
    Error::data(message).at(before.iter().cloned().collect::<Path>())
}
