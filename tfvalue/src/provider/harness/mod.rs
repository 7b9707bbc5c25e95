//! The view that a test harness has of a provider: the calls, and the annotations of the resources.

pub(crate) mod annotations;
pub(crate) mod call;
pub(crate) mod observe;
pub(crate) mod provider;
