//! Compiler errors of the derive: each file in `ui/` contains one kind of mistake.
//!
//! The expected output is that of one compiler version. After an update, run this test with
//! `TRYBUILD=overwrite` and review the changes.

#[test]
fn ui() {
    trybuild::TestCases::new().compile_fail("ui/*.rs");
}
