//! What the derive says of mistakes; one file in `ui/` for each kind.
//!
//! The texts are those of one compiler: run with `TRYBUILD=overwrite` after an update, and read
//! the difference.

#[test]
fn ui() {
    trybuild::TestCases::new().compile_fail("ui/*.rs");
}
