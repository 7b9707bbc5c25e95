//! The trait for the arguments of [`Value::get`].

use std::borrow::Cow;

use super::Value;
use crate::error::{Error, Result};
use crate::path::{Path, Step};

/// An argument of [`Value::get`]: the name of an attribute, a key, the index of an element, or a [`Path`].
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
    use super::Value;

    pub trait Index {
        fn find<'v>(&self, value: &'v Value) -> Option<&'v Value>;
    }
}

macro_rules! names {
    ($($ty:ty)*) => {$(
        impl sealed::Index for $ty {
            #[inline]
            fn find<'v>(&self, value: &'v Value) -> Option<&'v Value> {
                value.get_named(self)
            }
        }
    )*};
}

names!(str String Box<str> Cow<'_, str>);

impl sealed::Index for usize {
    #[inline]
    fn find<'v>(&self, value: &'v Value) -> Option<&'v Value> {
        value.get_element(*self)
    }
}

impl sealed::Index for Step {
    fn find<'v>(&self, value: &'v Value) -> Option<&'v Value> {
        match self {
            Step::Attribute(name) => value.get_named(name),
            Step::Key(key) => value.get_named(key),
            Step::Index(index) => value.get_element(usize::try_from(*index).ok()?),
        }
    }
}

impl sealed::Index for Path {
    fn find<'v>(&self, value: &'v Value) -> Option<&'v Value> {
        self.steps()
            .iter()
            .try_fold(value, |here, step| step.find(here))
    }
}

impl<T: sealed::Index + ?Sized> sealed::Index for &T {
    #[inline]
    fn find<'v>(&self, value: &'v Value) -> Option<&'v Value> {
        (**self).find(value)
    }
}

/// Returns the part at a path, or an error with the path of the last part that exists.
pub(super) fn lookup<'v>(value: &'v Value, path: &Path) -> Result<&'v Value> {
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
