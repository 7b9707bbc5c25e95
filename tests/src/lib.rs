//! What the tests of tfvalue share.

pub mod conformance;
pub mod peak;
pub mod plan_stream;
