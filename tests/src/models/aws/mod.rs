//! Resources from the AWS provider, both handwritten and generated.

// The lines are as long as the lines of the generated descriptions.
#[rustfmt::skip]
#[allow(clippy::doc_markdown)]
pub mod generated;
pub mod instance;
pub mod security_group;
pub mod ssm_parameter;
