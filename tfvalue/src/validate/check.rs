//! Functions of the provider that check values.

use serde::de::DeserializeOwned;

use crate::attr::Unknown;
use crate::error::{Error, Result};
use crate::model::{TfType, typed};
use crate::value::Value;

/// The type of a field, with a `T` within `Option`, `Unknown` and `Attr`.
#[diagnostic::on_unimplemented(
    message = "`check` requires a function over the values of `{Self}`, not of `{T}`",
    label = "a field of this type",
    note = "the function takes a reference to the type within `Attr`, `Option` or `Unknown`, such as `&String` or `&str` for `Attr<String>`"
)]
pub trait Within<T: ?Sized> {
    /// Returns the value, if it is neither null nor unknown.
    fn within(&self) -> Option<&T>;
}

macro_rules! within {
    ($([$($generics:tt)*] $inner:ty, $value:ty, |$this:ident| $within:expr;)*) => {$(
        impl<$($generics)*> Within<$inner> for $value {
            fn within(&self) -> Option<&$inner> {
                let $this = self;
                $within
            }
        }

        impl<$($generics)*> Within<$inner> for Option<$value> {
            fn within(&self) -> Option<&$inner> {
                let $this = self.as_ref()?;
                $within
            }
        }

        impl<$($generics)*> Within<$inner> for Unknown<$value> {
            fn within(&self) -> Option<&$inner> {
                let $this = self.known()?;
                $within
            }
        }

        impl<$($generics)*> Within<$inner> for Unknown<Option<$value>> {
            fn within(&self) -> Option<&$inner> {
                let $this = self.known()?.as_ref()?;
                $within
            }
        }
    )*};
}

within! {
    [T] T, T, |this| Some(this);
    [] str, String, |this| Some(this.as_str());
    [T] [T], Vec<T>, |this| Some(this.as_slice());
}

/// Checks a value of a field of type `F` with a function.
///
/// # Errors
///
/// Fails if the function fails. A value that does not fit `F` is not checked, because that is a fault of
/// its type.
pub fn check_value<F, T, E>(
    value: &Value,
    function: fn(&T) -> std::result::Result<(), E>,
) -> Result<()>
where
    F: TfType + DeserializeOwned + Within<T>,
    T: ?Sized,
    Error: From<E>,
{
    let Ok(read) = typed::read::<F>(value) else {
        return Ok(());
    };
    read.within().map_or(Ok(()), |value| Ok(function(value)?))
}

/// Checks an object of a struct with the function of the struct.
///
/// # Errors
///
/// Fails if the function fails. An object that does not fit `T` is not checked.
pub fn check_struct<T, E>(
    object: &Value,
    function: fn(&T) -> std::result::Result<(), E>,
) -> Result<()>
where
    T: TfType + DeserializeOwned,
    Error: From<E>,
{
    match typed::read(object) {
        Ok(read) => Ok(function(&read)?),
        Err(_) => Ok(()),
    }
}
