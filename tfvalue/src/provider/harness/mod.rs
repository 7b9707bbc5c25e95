//! What a test harness sees of a provider: the calls, and the annotations of the resources.

pub(crate) mod annotations;
pub(crate) mod call;
pub(crate) mod observe;
pub(crate) mod provider;
