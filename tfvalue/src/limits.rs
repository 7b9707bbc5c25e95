//! Limits on the input, so that hostile input cannot consume unbounded time and memory.

/// The maximum depth to which lists, sets, maps, tuples and objects can be nested.
pub const MAX_DEPTH: u8 = 128;

/// The maximum size in bytes of the refinements of an unknown value, as in Terraform.
pub(crate) const MAX_PAYLOAD: usize = 1024;

/// The maximum length to which an unknown list of known length is expanded into unknown elements.
/// Ten bytes can encode any length, so a limit is needed to bound the memory.
pub(crate) const MAX_UNKNOWNS: u64 = 16;

/// The maximum number of faults in one error. A fault with a long path counts as several, in units of [`FAULT_PATH`].
pub(crate) const MAX_FAULTS: usize = 1_000;

/// The size in bytes of the path of a common fault. A value of a few bytes can have a path of any length.
pub(crate) const FAULT_PATH: usize = 256;

/// The maximum size in bytes of the names on the path to a container whose parts get paths of their own. If the names
/// are longer, a container of many parts counts as one part.
pub(crate) const MAX_PATH: usize = 4096;
