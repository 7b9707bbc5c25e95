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
