//! The private names through which the types and the formats of this crate recognize each other.
//!
//! serde passes the name of a newtype or struct to the format. Other formats ignore the name and read or write the
//! content, whereas the formats of this crate look for these names. The names are valid identifiers, because some
//! formats print the names. The names that `serde_json` uses are also defined here.

/// A value that may be unknown. For a known value, the format calls `visit_newtype_struct`. For an unknown value, it
/// calls `visit_bytes` with the refinements, which may be empty.
pub(crate) const UNKNOWN: &str = "__tfvalue_Unknown";

/// A `Number`. It keeps all its digits.
pub(crate) const NUMBER: &str = "__tfvalue_Number";

/// A value with its type. The format calls `visit_str` with the JSON of the type and the value, or `visit_bytes` with
/// their MessagePack encoding, even if the value is null or unknown.
pub(crate) const DYNAMIC: &str = "__tfvalue_Dynamic";

/// A set, which is written in Terraform's order and without duplicates.
pub(crate) const SET: &str = "__tfvalue_Set";

/// A derived struct's member with sets that serde writes as lists.
pub(crate) const SETS: &str = "__tfvalue_Sets";

/// The struct name that all derived structs have. The members of these structs are read and written in name order.
pub(crate) const OBJECT: &str = "__tfvalue_Object";

/// A nested block. A null or missing value is empty, and the format calls `visit_unit`.
pub(crate) const BLOCK: &str = "__tfvalue_Block";

/// A sensitive value. The format redacts errors from inside the value, and calls `visit_some` to inform the visitor of
/// the redaction.
pub(crate) const SENSITIVE: &str = "__tfvalue_Sensitive";

/// The name of the struct, and of its field, through which `serde_json` passes the text of a number if the
/// `arbitrary_precision` feature is enabled.
pub(crate) const SERDE_JSON_NUMBER: &str = "$serde_json::private::Number";

/// The name of the struct in which `serde_json` passes unparsed JSON.
pub(crate) const SERDE_JSON_RAW: &str = "$serde_json::private::RawValue";

/// A write-only value, which is written as null in plans and states.
pub(crate) const WRITE_ONLY: &str = "__tfvalue_WriteOnly";
