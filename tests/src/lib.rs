//! Code that is shared by the tests and the test programs of tfvalue.

pub mod accounts;
pub mod agreement;
pub mod announced;
pub mod arguments;
pub mod binary;
pub mod conformance;
pub mod corpus;
pub mod differential;
pub mod dynamic_elements;
pub mod go_program;
pub mod hex;
pub mod json_schemas;
pub mod models;
pub mod no_config;
pub mod notices;
pub mod objects;
pub mod peak;
pub mod plan_stream;
pub mod precision;
pub mod random;
pub mod vault;
