//! Converts a value to the type of a block.

use crate::error::Result;
use crate::schema::Block;
use crate::schema::coerce::{self, From};
use crate::value::Value;

/// Converts an object to the implied type of a schema. Terraform converts the configurations of providers, and mocked
/// values in `terraform test`, in the same way.
///
/// Missing attributes and blocks become null or empty, and values are converted as in Terraform's language. For
/// example, the string `"1"` can become a number. Terraform does not convert planned and new states.
///
/// # Errors
///
/// Fails if a value cannot be converted, if a required attribute is missing, or if the object has an attribute that the
/// schema does not have. The error has a [fault](crate::Error::faults) for each of these problems. The error does not
/// contain sensitive values.
///
/// # Examples
///
/// ```
/// use tfvalue::rules::coerce;
/// use tfvalue::{Attr, TfSchema, Value};
///
/// #[derive(TfSchema)]
/// struct Disk {
///     #[tf(optional)]
///     label: Attr<String>,
///     #[tf(required)]
///     size: Attr<i64>,
/// }
///
/// let value = Value::object([("size", "20")])?;
/// assert_eq!(coerce(&Disk::block(), &value)?.to_string(), "{ label = null, size = 20 }");
///
/// let error = coerce(&Disk::block(), &Value::object([("size", "big")])?).unwrap_err();
/// assert_eq!(error.to_string(), "size: a number is required, got a string");
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn coerce(block: &Block, value: &Value) -> Result<Value> {
    coerce::coerce(block, value, From::Value)
}
