//! The input for planning and for the rules.

use crate::value::Value;

/// The values of a `PlanResourceChange` request. The proposed new state is not included, because it follows from the
/// other values.
///
/// Both states have the [implied type](crate::schema::Block::implied_type) of the schema.
#[derive(Clone, Copy)]
pub struct PlanRequest<'a> {
    /// The configuration; null to destroy the object.
    pub config: &'a Value,
    /// The prior state; null for a new object and for the second plan of a replacement.
    pub prior: &'a Value,
}
