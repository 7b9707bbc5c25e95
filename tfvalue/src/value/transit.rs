//! A side channel for values between the types and the formats of this crate; see
//! `bridge::side_channel`.

use std::cell::Cell;
use std::fmt::Display;

use serde::de;

use super::Value;

thread_local! {
    /// A value that a format passes to `Dynamic` or to blocks in an envelope.
    pub(crate) static VALUE: Cell<Option<Value>> = const { Cell::new(None) };
    /// A typed null or unknown value that `Dynamic` passes to `Unknown`.
    static TYPED: Cell<Option<Value>> = const { Cell::new(None) };
}

/// The text of the error that [`typed`] returns, seen if no `Unknown` catches it.
const TYPED_TEXT: &str = "a known value is required, got a dynamic value that is null or unknown";

/// Passes a typed null or unknown value from a `Dynamic` to the `Unknown` that contains it. Code
/// between them sees an error.
#[cold]
pub(crate) fn typed<E: de::Error>(value: Value) -> E {
    TYPED.set(Some(value));
    E::custom(TYPED_TEXT)
}

/// Takes the value if the error is the one that [`typed`] returned.
#[cold]
#[inline(never)]
pub(crate) fn take_typed(error: &dyn Display) -> Option<Value> {
    let value = TYPED.take()?;
    error.to_string().contains(TYPED_TEXT).then_some(value)
}
