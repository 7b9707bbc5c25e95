//! What a harness for tests sees of a provider: the calls, and the annotations of its resources.

pub(crate) mod annotations;
pub(crate) mod call;
pub(crate) mod observe;
pub(crate) mod provider;
