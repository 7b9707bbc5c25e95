//! Terraform's rules for checking the responses of a provider.

mod addresses;
mod agreement;
mod around;
mod captures;
mod computed_blocks;
mod final_plans;
mod observed;
mod plan;
mod proposed;
mod quoted;
mod random;
mod results;
mod schema;
mod secrets;
mod write_only;
