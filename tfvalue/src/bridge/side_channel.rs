//! A side channel between our types and our formats.
//!
//! serde's traits are between them, and carry no data of ours. Both sides run on the same thread,
//! one call after the other, so what one side must tell the other passes through a thread-local.
//! A foreign format never reads it. The side channel for values is `value::transit`.

use std::cell::Cell;

use crate::ty::Type;

thread_local! {
    /// The type of a member, for a format that writes it in an envelope or orders its sets.
    pub(crate) static TYPE: Cell<Option<Type>> = const { Cell::new(None) };
    /// Whether the format that a sensitive value is written to redacts its errors.
    pub(crate) static REDACTS: Cell<bool> = const { Cell::new(false) };
}
