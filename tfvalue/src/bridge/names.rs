//! The private names by which our types and our (de)serializers recognise each other.
//!
//! serde passes the name of a newtype or struct to the format. A foreign format ignores the
//! name and reads or writes what is inside; ours look for these. They are identifiers, since
//! some formats print them. Those of `serde_json` are here too.

/// A value that may be unknown: the format answers `visit_newtype_struct` for a known value and
/// `visit_bytes` with the refinement payload (empty if there is none) for an unknown one. A `Value`
/// answers `visit_none` for a null whose type it hands over.
pub(crate) const UNKNOWN: &str = "__tfvalue_Unknown";

/// A number kept as it arrived.
pub(crate) const NUMBER: &str = "__tfvalue_Number";

/// A value with its type: the format hands the value over and answers `visit_unit`.
pub(crate) const DYNAMIC: &str = "__tfvalue_Dynamic";

/// Nested blocks that travel in an envelope of type and value, since they contain dynamic.
pub(crate) const ENVELOPE: &str = "__tfvalue_Envelope";

/// A set: written in canonical order and without duplicates.
pub(crate) const SET: &str = "__tfvalue_Set";

/// A member of a derived struct in which there are sets that serde takes for lists.
pub(crate) const SETS: &str = "__tfvalue_Sets";

/// The struct name under which derived structs are read and written: their members come and go
/// in the order of the names.
pub(crate) const OBJECT: &str = "__tfvalue_Object";

/// A nested block, whose nil or absence reads as empty: the format answers `visit_unit` then.
pub(crate) const BLOCK: &str = "__tfvalue_Block";

/// A sensitive value: errors from inside lose what they would show of it. The format answers
/// `visit_some`, so that the visitor knows.
pub(crate) const SENSITIVE: &str = "__tfvalue_Sensitive";

/// The struct as which, and the field in which, `serde_json` hands over the text of a number if
/// its feature `arbitrary_precision` is on.
pub(crate) const SERDE_JSON_NUMBER: &str = "$serde_json::private::Number";

/// The struct as which `serde_json` hands over JSON that it has not read.
pub(crate) const SERDE_JSON_RAW: &str = "$serde_json::private::RawValue";

/// A write-only value: written as null in plans and states.
pub(crate) const WRITE_ONLY: &str = "__tfvalue_WriteOnly";
