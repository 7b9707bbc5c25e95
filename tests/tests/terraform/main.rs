//! End-to-end tests of the example provider with the `terraform` or `tofu` program, from `validate` to `destroy`.
//!
//! `TFVALUE_TERRAFORM` selects the program; by default, it is `terraform` or `tofu` on PATH. If neither program is
//! installed, the tests pass and print on stderr that they were skipped.

mod harness;

mod calls;
mod constraints;
mod data_source;
mod ephemerals;
mod errors;
mod failures;
mod fingerprints;
mod forgotten;
mod generated;
mod guide;
mod identities;
mod import;
mod json_schemas;
mod kit;
mod launch;
mod lifecycle;
mod moved;
mod names;
mod networks;
mod newer;
mod nulls;
mod numbers;
mod old_states;
mod plans;
mod protocol_5;
mod provider_config;
mod runtime_types;
mod schema;
mod secrets;
mod sensitive;
mod shared;
mod show;
mod spellings;
mod text;
mod texts;
mod trace;
mod unknowns;
mod waiting;
mod write_only;
