//! `Failure`: the smallest case that fails.

use std::fmt::{self, Write};

use serde_json::Value as Json;

use super::finding::Finding;
use super::property::CaseStep;
use crate::schema::{Attribute, AttributeType, Block, Nesting, Schema};
use crate::value::Value;

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
    let mut text = block_tree(&schema.block, &step.config).to_string();
    // Writing to a string never fails.
    if let Some(name) = &step.unknown {
        let _ = write!(text, ", {name} is unknown in the plan");
    }
    if step.is_fresh {
        text.push_str(", after the object was destroyed");
    }
    text
}

/// Returns the JSON of a configuration: without what is not configured, and without sensitive values.
fn block_tree(block: &Block, value: &Value) -> Json {
    let attributes = members_tree(&block.attributes, value);
    let blocks = block.block_types.iter().filter_map(|nested| {
        let value = value.get_named(&nested.type_name)?;
        let tree = objects_tree(nested.nesting, value, |value| {
            block_tree(&nested.block, value)
        });
        let is_none = match &tree {
            Json::Null => true,
            Json::Array(blocks) => blocks.is_empty(),
            Json::Object(parts) => parts.is_empty() && nested.nesting != Nesting::Single,
            _ => false,
        };
        (!is_none).then(|| (nested.type_name.to_string(), tree))
    });
    Json::Object(attributes.chain(blocks).collect())
}

/// Returns the attributes that are configured. Others can be missing, unless they are required.
fn members_tree<'a>(
    attributes: &'a [Attribute],
    value: &'a Value,
) -> impl Iterator<Item = (String, Json)> + 'a {
    attributes.iter().filter_map(|attribute| {
        let value = value.get_named(&attribute.name)?;
        let tree = match &attribute.ty {
            _ if value.is_null() => Json::Null,
            _ if attribute.is_secret() => "(sensitive)".into(),
            AttributeType::Nested(nested) => objects_tree(nested.nesting, value, |value| {
                Json::Object(members_tree(&nested.attributes, value).collect())
            }),
            AttributeType::Type(_) => tree(value),
        };
        let is_shown = !tree.is_null() || attribute.required;
        is_shown.then(|| (attribute.name.to_string(), tree))
    })
}

/// Returns the JSON of an object, or of a collection of objects.
fn objects_tree(nesting: Nesting, value: &Value, object: impl Fn(&Value) -> Json) -> Json {
    let object = |value: &Value| {
        if value.is_null() {
            Json::Null
        } else {
            object(value)
        }
    };
    match nesting {
        _ if value.is_null() => Json::Null,
        Nesting::Single | Nesting::Group => object(value),
        Nesting::Map => Json::Object(named(value).map(|(key, one)| (key, object(one))).collect()),
        Nesting::List | Nesting::Set => {
            let elements = value.elements().into_iter().flatten();
            elements.map(object).collect()
        }
    }
}

/// Returns the JSON of a value, without its type.
fn tree(value: &Value) -> Json {
    if let Some(is) = value.as_bool() {
        return is.into();
    }
    if let Some(text) = value.as_str() {
        return text.into();
    }
    if let Some(number) = value.as_number() {
        let text = number.to_string();
        let exact = serde_json::from_str(&text).ok();
        let exact = exact.filter(|number: &serde_json::Number| number.to_string() == text);
        return exact.map_or_else(|| text.into(), Json::Number);
    }
    if let Some(elements) = value.elements() {
        return elements.map(tree).collect();
    }
    if value.is_null() {
        return Json::Null;
    }
    Json::Object(named(value).map(|(key, part)| (key, tree(part))).collect())
}

/// Returns the entries of a map or the members of an object.
fn named(value: &Value) -> impl Iterator<Item = (String, &Value)> {
    let entries = value.entries().into_iter().flatten();
    let named = entries.chain(value.members().into_iter().flatten());
    named.map(|(key, part)| (key.to_owned(), part))
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
