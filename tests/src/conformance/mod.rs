//! Runs conformance vectors and captures against the library.
//!
//! The kind of a file is determined from the fields of its lines. The vectors were generated with
//! go-cty; the captures were recorded from Terraform.

mod build;
mod captures;
mod lenient;
mod public;
mod reject;
mod report;
mod tree;
mod types;

use std::fs;
use std::path::Path;

use serde_json::{Map, Value as Json};

pub use self::report::Report;
use self::report::{Check, Failure};
use crate::hex;

/// A line of a file.
pub(crate) struct Vector(Map<String, Json>);

/// Runs the vectors of a file and adds the results to the report.
///
/// # Errors
///
/// Fails if the file cannot be read, or if its kind is unknown.
pub fn run(path: &Path, report: &mut Report) -> Result<(), String> {
    let unreadable = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let text = fs::read_to_string(path).map_err(|error| unreadable(&error))?;
    let mut vectors = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        vectors.push(Vector(
            serde_json::from_str(line).map_err(|error| unreadable(&error))?,
        ));
    }
    let first = vectors.first().ok_or_else(|| unreadable(&"no vectors"))?;
    let has = |key: &str| first.0.contains_key(key);
    let check: Box<dyn Fn(&Vector) -> Check> = if has("json_unmarshal_outcome") {
        Box::new(types::check)
    } else if has("expect") {
        Box::new(reject::check)
    } else if has("spec") {
        Box::new(lenient::check_msgpack)
    } else if has("cty_outcome") {
        Box::new(lenient::check_json)
    } else if has("value") {
        Box::new(public::check)
    } else if has("schema") {
        let types = captures::Types::next_to(path)?;
        if has("msgpack") {
            Box::new(move |vector| captures::check_value(vector, &types))
        } else {
            Box::new(move |vector| captures::check_state(vector, &types))
        }
    } else {
        return Err(unreadable(&"neither vectors nor captures"));
    };
    report.begin(path);
    for vector in &vectors {
        report.run(vector.group(), vector.text("id"), || check(vector));
    }
    Ok(())
}

impl Vector {
    pub(crate) fn get(&self, key: &str) -> Option<&Json> {
        self.0.get(key).filter(|value| !value.is_null())
    }

    /// Returns a string field, or an empty string if the field is missing.
    pub(crate) fn text(&self, key: &str) -> &str {
        self.get(key).and_then(Json::as_str).unwrap_or_default()
    }

    pub(crate) fn bytes(&self, key: &str) -> Vec<u8> {
        hex::decode(self.text(key))
    }

    pub(crate) fn ty(&self) -> Result<tfvalue::Type, Failure> {
        type_of(&self.0["type"])
    }

    /// Returns the group: the field `group`, or the first part of the ID.
    fn group(&self) -> &str {
        match self.get("group").and_then(Json::as_str) {
            Some(group) => group,
            None => self.text("id").split('/').next().unwrap_or_default(),
        }
    }
}

pub(crate) fn type_of(json: &Json) -> Result<tfvalue::Type, Failure> {
    tfvalue::Type::from_json(json.to_string().as_bytes())
        .map_err(|error| Failure::new(format!("the type {json}"), error))
}
