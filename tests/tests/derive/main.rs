//! The behavior of `#[derive(TfSchema)]`, the generated schemas, and the ready-made types.

mod adapters;
mod api;
mod blocks;
mod corpus_schema;
mod enums;
mod flatten;
mod functions;
mod generated;
mod history;
mod json_schema;
mod kinds;
mod macros;
mod model;
mod parts;
mod paths;
mod schema;
mod schema_drift;
mod schema_json;
mod schema_validate;
mod secrets;
mod shapes;
mod spelling;
mod text;
mod validation;
mod views;

use tfvalue_tests::peak::Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;
