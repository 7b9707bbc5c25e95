//! What the tests of tfvalue share: random types and values, and the comparison with the
//! reference implementation.

pub mod differential;
pub mod random;
