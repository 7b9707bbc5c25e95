//! Faults in a provider: invalid values returned by handlers, panics, and responses that violate a rule.

pub(crate) mod bug;
pub(crate) mod check;
pub(crate) mod panic;
