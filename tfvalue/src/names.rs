//! The private names by which the types and the formats of this crate recognize each other.
//!
//! serde passes the name of a newtype or struct to the format. Other formats ignore the name and read or write the
//! contents, while the formats of this crate look for these names. The names are valid identifiers, because some
//! formats print them. The names that `serde_json` uses are here, too.

/// A value that may be unknown. The format calls `visit_newtype_struct` for a known value, and
/// `visit_bytes` with the refinements (or nothing) for an unknown one.
pub(crate) const UNKNOWN: &str = "__tfvalue_Unknown";

/// A `Number`, which keeps all its digits.
pub(crate) const NUMBER: &str = "__tfvalue_Number";

/// A value with its type. The format calls `visit_str` with the JSON of the type and the value, or `visit_bytes` with
/// their MessagePack, even if the value is null or unknown.
pub(crate) const DYNAMIC: &str = "__tfvalue_Dynamic";

/// A set, which is written in Terraform's order and without duplicates.
pub(crate) const SET: &str = "__tfvalue_Set";

/// A member of a derived struct that contains sets that serde writes as lists.
pub(crate) const SETS: &str = "__tfvalue_Sets";

/// The struct name of all derived structs. Their members are read and written in the order of their
/// names.
pub(crate) const OBJECT: &str = "__tfvalue_Object";

/// A nested block. If it is null or missing, it is empty, and the format calls `visit_unit`.
pub(crate) const BLOCK: &str = "__tfvalue_Block";

/// A sensitive value. The format redacts the errors from inside it, and calls `visit_some` to
/// inform the visitor.
pub(crate) const SENSITIVE: &str = "__tfvalue_Sensitive";

/// The name of the struct, and of its field, in which `serde_json` passes the text of a number if its
/// feature `arbitrary_precision` is on.
pub(crate) const SERDE_JSON_NUMBER: &str = "$serde_json::private::Number";

/// The name of the struct in which `serde_json` passes unparsed JSON.
pub(crate) const SERDE_JSON_RAW: &str = "$serde_json::private::RawValue";

/// A write-only value, which is written as null in plans and states.
pub(crate) const WRITE_ONLY: &str = "__tfvalue_WriteOnly";
