//! The output of `terraform show -json`: captures from the Terraform program, and files from public repositories.

mod changes;
mod fields;
mod files;
mod hostile;
mod merge;
mod opentofu;
mod releases;
mod round_trip;
mod state_file;

// The tests with `arbitrary_precision` use this file without `tfvalue-tests`, which takes long to compile.
#[path = "../../src/corpus.rs"]
pub mod corpus;
#[allow(dead_code)]
#[path = "../../src/hex.rs"]
pub mod hex;
#[path = "../../src/notices.rs"]
pub mod notices;
