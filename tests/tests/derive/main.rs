//! What `#[derive(TfSchema)]` generates.

mod blocks;
mod model;
mod schema;
mod secrets;
mod shapes;
mod text;
