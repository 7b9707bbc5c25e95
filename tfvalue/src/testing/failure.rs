//! `Failure`: the smallest case that fails.

use std::fmt::{self, Write};

use super::edit;
use super::finding::Finding;
use super::property::CaseStep;
use crate::json;
use crate::path::Path;
use crate::schema::{Block, Nesting, Schema};

/// A case that failed, as small as possible.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Failure {
    /// The number of the case.
    pub case: u64,
    /// The seed.
    pub seed: u64,
    /// The findings of the smallest case.
    pub findings: Vec<Finding>,
    /// The configurations of the smallest case in JSON, without sensitive values and null.
    pub configs: Vec<String>,
}

/// Returns the text of a step.
pub(super) fn shown(schema: &Schema, step: &CaseStep) -> String {
    let text = json::value_to_string(&step.config, &schema.block.implied_type());
    let tree = text.ok().and_then(|text| serde_json::from_str(&text).ok());
    let mut tree: serde_json::Value = tree.unwrap_or_default();
    hide(&schema.block, &mut tree);
    let mut text = tree.to_string();
    // Writing to a string never fails.
    if let Some(name) = &step.unknown {
        let _ = write!(text, ", {name} is unknown in the plan");
    }
    if step.is_fresh {
        text.push_str(", after the object was destroyed");
    }
    text
}

/// Removes null and sensitive values from a configuration.
fn hide(block: &Block, tree: &mut serde_json::Value) {
    let serde_json::Value::Object(members) = tree else {
        return;
    };
    let is_empty = |value: &serde_json::Value| value.as_array().is_some_and(Vec::is_empty);
    members.retain(|name, value| {
        let is_left_out = is_empty(value) && block.block_type(name).is_some();
        !value.is_null() && !is_left_out
    });
    for (name, value) in members {
        let path = Path::root().attribute(name.clone());
        match edit::place(block, &path) {
            edit::Place::Attribute(_) if edit::has_secret(block, &path) => {
                *value = "(sensitive)".into();
            }
            edit::Place::Attribute(_) => {}
            edit::Place::Block(nested) => match value {
                serde_json::Value::Array(all) => {
                    all.iter_mut().for_each(|one| hide(nested, one));
                }
                // A block, or blocks by key.
                serde_json::Value::Object(_) if is_map(block, name) => {
                    let all = value.as_object_mut().into_iter().flatten();
                    all.for_each(|(_, one)| hide(nested, one));
                }
                _ => hide(nested, value),
            },
        }
    }
}

fn is_map(block: &Block, name: &str) -> bool {
    let nested = block.block_type(name);
    nested.is_some_and(|nested| nested.nesting == Nesting::Map)
}

impl fmt::Display for Failure {
    /// Prints how to run the case again, the configurations, and the findings.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Failure { case, seed, .. } = self;
        write!(
            f,
            "case {case} of seed {seed} fails; run it again with `.seed({seed}).case({case})`"
        )?;
        for (index, config) in self.configs.iter().enumerate() {
            write!(f, "\n  configuration {}: {config}", index + 1)?;
        }
        for finding in &self.findings {
            write!(f, "\n  {finding}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Failure {}
