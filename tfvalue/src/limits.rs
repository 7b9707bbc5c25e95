//! Limits on the input. They ensure that malicious input cannot consume unbounded time and memory.

/// The maximum nesting depth of lists, sets, maps, tuples and objects.
pub const MAX_DEPTH: u8 = 128;

/// The maximum size of an unknown value's refinements in bytes, as in Terraform.
pub(crate) const MAX_PAYLOAD: usize = 1024;

/// The maximum known length at which an unknown list is expanded into unknown elements. Ten bytes can encode any
/// length, so a limit is needed to bound the memory consumption.
pub(crate) const MAX_UNKNOWNS: u64 = 16;

/// The maximum number of faults in one error. A fault with a long path counts as several faults, in units of
/// [`FAULT_PATH`].
pub(crate) const MAX_FAULTS: usize = 1_000;

/// The size of a typical fault's path in bytes. A value of a few bytes can have a path of arbitrary length.
pub(crate) const FAULT_PATH: usize = 256;

/// The maximum size in bytes of the names on the path to a container whose parts have their own paths. If the names are
/// longer, a container with many parts counts as one part.
pub(crate) const MAX_PATH: usize = 4096;
