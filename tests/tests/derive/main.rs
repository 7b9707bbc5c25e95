//! The behavior of `#[derive(TfSchema)]`.

mod adapters;
mod blocks;
mod enums;
mod flatten;
mod functions;
mod kinds;
mod model;
mod paths;
mod schema;
mod secrets;
mod shapes;
mod spelling;
mod text;
mod views;
