//! Converts typed null and unknown values to refinements and back.

use std::borrow::Cow;

use super::Value;
use crate::error::Result;
use crate::refinements::Refinements;

impl Refinements {
    /// Returns the refinements and type of a null or unknown value, for an attribute of type
    /// dynamic.
    pub(crate) fn of(value: &Value) -> Self {
        let known = value.refinements();
        let is_null = known.is_none();
        let refinements = known.map_or_else(Refinements::new, Cow::into_owned);
        refinements.typed(value.ty(), is_null)
    }

    /// Returns the typed null or unknown value, for an attribute of type dynamic.
    pub(crate) fn to_value(&self) -> Option<Result<Value>> {
        let ty = self.ty()?.clone();
        Some(if self.is_null() {
            Ok(Value::null(ty))
        } else {
            Value::refined(ty, self.clone())
        })
    }
}
