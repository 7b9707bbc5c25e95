//! A side channel between our types and our formats.
//!
//! serde's traits cannot carry extra data. Both sides run on the same thread, so they pass it
//! through thread-locals. Other formats never read them.

use std::cell::Cell;

use crate::ty::Type;

thread_local! {
    /// The type of a member, for a format that sorts its sets.
    pub(crate) static TYPE: Cell<Option<Type>> = const { Cell::new(None) };
    /// Whether the format that a sensitive value is written to redacts errors.
    pub(crate) static REDACTS: Cell<bool> = const { Cell::new(false) };
}
