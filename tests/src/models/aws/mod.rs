//! Resources of the AWS provider, written by hand and generated.

// The lines are as long as the generated descriptions.
#[rustfmt::skip]
#[allow(clippy::doc_markdown)]
pub mod generated;
pub mod instance;
pub mod security_group;
pub mod ssm_parameter;
