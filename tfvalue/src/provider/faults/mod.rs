//! What goes wrong in a provider: values that handlers return, panics, and responses that break a rule.

pub(crate) mod bug;
pub(crate) mod check;
pub(crate) mod panic;
