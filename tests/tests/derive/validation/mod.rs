//! Validation of configurations according to annotations.

mod constants;
mod depth;
mod diagnostics;
mod elements;
mod messages;
mod nesting;
mod nulls;
mod related;

use serde::de::DeserializeOwned;
use tfvalue::{TfSchema, json};

/// Returns the faults in a JSON configuration.
fn faults<T: TfSchema + DeserializeOwned>(config: &str) -> Vec<String> {
    let ty = T::schema().implied_type();
    let config = json::value_from_slice(config.as_bytes(), &ty).unwrap();
    match T::from_config(&config) {
        Ok(_) => Vec::new(),
        Err(error) => error.faults().map(ToString::to_string).collect(),
    }
}
