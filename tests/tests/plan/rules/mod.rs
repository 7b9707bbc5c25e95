//! The rules by which Terraform checks a provider's responses.

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
