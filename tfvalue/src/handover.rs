//! What passes through serde unseen.
//!
//! Between our types and our formats stand serde's traits, whose errors are generic and whose
//! calls carry no data of ours. Both sides run on the same thread, one right after the other, so
//! what must arrive whole is put down here and taken up again. A foreign format never takes it
//! up; what it sees is an error's text.

use std::cell::Cell;
use std::fmt::Display;

use serde::de;

use crate::error::Error;
use crate::ty::Type;
use crate::value::Value;

thread_local! {
    /// An error on its way from our types to our formats.
    pub(crate) static ERROR: Slot<Error> = const { Cell::new(None) };
    /// A value on its way from our formats to `Dynamic` and to blocks in an envelope.
    pub(crate) static VALUE: Slot<Value> = const { Cell::new(None) };
    /// A null or unknown that has a type, on its way from `Dynamic` to `Unknown`.
    static TYPED: Slot<Value> = const { Cell::new(None) };
    /// The type of a member on its way to a format that puts it into an envelope, or its sets into
    /// order.
    pub(crate) static TYPE: Slot<Type> = const { Cell::new(None) };
    /// Whether the format to which a sensitive value goes redacts its errors.
    pub(crate) static REDACTS: Cell<bool> = const { Cell::new(false) };
}

type Slot<T> = Cell<Option<T>>;

/// Turns our error into that of any format: in our own it stays what it is, path, category and
/// all.
#[cold]
pub(crate) fn error<E: de::Error>(error: Error) -> E {
    let text = error.to_string();
    error_or(error, text)
}

/// Like [`error`], with another text for the formats that are not ours.
#[cold]
pub(crate) fn error_or<E: de::Error>(error: Error, text: impl Display) -> E {
    ERROR.set(Some(error));
    let error = E::custom(text);
    ERROR.take();
    error
}

/// How the error reads that [`typed`] returns, should it not get to an `Unknown`.
const TYPED_TEXT: &str = "a known value is required, got a dynamic value that is null or unknown";

/// Hands over a null or unknown that has a type. It is an error for all that stands between a
/// `Dynamic` and the `Unknown` directly around it, which takes the value back.
#[cold]
pub(crate) fn typed<E: de::Error>(value: Value) -> E {
    TYPED.set(Some(value));
    E::custom(TYPED_TEXT)
}

/// Takes the value back if the error is the one that [`typed`] returned.
#[cold]
#[inline(never)]
pub(crate) fn take_typed(error: &dyn Display) -> Option<Value> {
    let value = TYPED.take()?;
    error.to_string().contains(TYPED_TEXT).then_some(value)
}
