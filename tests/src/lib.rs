//! What the tests of tfvalue share.

pub mod conformance;
pub mod differential;
pub mod peak;
pub mod random;
