//! Limits on input, which bound what hostile input can cost.

/// The number of levels that a value may be nested: lists, maps, objects and the like.
pub const MAX_DEPTH: u8 = 128;

/// The size in bytes beyond which Terraform refuses the refinements of an unknown value.
pub(crate) const MAX_PAYLOAD: usize = 1024;

/// The number of elements beyond which an unknown list of known length stays unknown as a whole.
/// Ten bytes can state any length, and must not take much more memory than that.
pub(crate) const MAX_UNKNOWNS: u64 = 16;

/// The number of faults that one error collects.
pub(crate) const MAX_FAULTS: usize = 1_000;
