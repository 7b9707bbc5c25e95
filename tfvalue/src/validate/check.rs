//! Functions in the provider that check values.

use serde::de::DeserializeOwned;

use crate::attr::{Dynamic, Unknown};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::error::Error;
use crate::model::{TfType, typed};
use crate::value::Value;

/// The type of a field that contains a `T`, possibly inside `Option`, `Unknown` and `Attr`.
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
    [] Value, Dynamic, |this| this.value();
}

/// The result of a function in `check`.
#[diagnostic::on_unimplemented(
    message = "a function in `check` cannot return `{Self}`",
    label = "returned by the function in `check`",
    note = "return `Result<(), E>`, where `E` is a string, an `Error`, a `Diagnostic` or `Diagnostics`, or return `Diagnostics`, which can contain warnings"
)]
pub trait Checked {
    /// Returns the errors and warnings.
    fn diagnostics(self) -> Diagnostics;
}

impl Checked for Diagnostics {
    fn diagnostics(self) -> Diagnostics {
        self
    }
}

impl<E> Checked for Result<(), E>
where
    Error: From<E>,
{
    fn diagnostics(self) -> Diagnostics {
        match self {
            Ok(()) => Diagnostics::new(),
            Err(error) => Diagnostic::from(Error::from(error)).into(),
        }
    }
}

impl Checked for Result<(), Diagnostics> {
    fn diagnostics(self) -> Diagnostics {
        self.err().unwrap_or_default()
    }
}

/// Checks a value of a field of type `F`, using a function. A value that does not fit `F` is not checked, because
/// the wrong type is reported elsewhere.
pub fn check_value<F, T, R>(value: &Value, function: fn(&T) -> R) -> Diagnostics
where
    F: TfType + DeserializeOwned + Within<T>,
    T: ?Sized,
    R: Checked,
{
    match typed::read::<F>(value) {
        Ok(read) => read
            .within()
            .map(function)
            .map(R::diagnostics)
            .unwrap_or_default(),
        Err(_) => Diagnostics::new(),
    }
}

/// Reads an object into the struct `T`, and checks the struct with a function. An object that does not fit `T` is not
/// checked.
pub fn check_struct<T, R>(object: &Value, function: fn(&T) -> R) -> Diagnostics
where
    T: TfType + DeserializeOwned,
    R: Checked,
{
    match typed::read(object) {
        Ok(read) => function(&read).diagnostics(),
        Err(_) => Diagnostics::new(),
    }
}
