//! A side channel between the types and the formats in this crate.
//!
//! serde's traits cannot carry extra data. Types and formats run on the same thread, so they pass extra data through
//! thread-locals. Other formats never read them.

use std::cell::Cell;

use crate::ty::Type;

thread_local! {
    /// The type of a member, for a format that sorts the member's sets.
    pub(crate) static TYPE: Cell<Option<Type>> = const { Cell::new(None) };
    /// Whether the format to which a sensitive value is written redacts errors.
    pub(crate) static REDACTS: Cell<bool> = const { Cell::new(false) };
}
