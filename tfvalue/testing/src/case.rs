//! A case of a [`Property`](super::Property), with its steps and the representation of the steps in a report.

use std::fmt::Write;

use serde_json::Value as Json;
use tfvalue::schema::{Attribute, AttributeType, Block, Nesting, Schema};
use tfvalue::{Path, Value};

use super::config::Config;
use super::hcl;
use super::part::PartKind;

/// The events that happen to the objects of a test.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Case {
    pub(super) steps: Vec<CaseStep>,
    /// A second object, which exists during the whole case. The step of the second object contains nothing but the
    /// configuration.
    pub(super) other: Option<CaseStep>,
    /// Whether the whole case runs twice, with two providers.
    pub(super) is_repeated: bool,
    /// Whether the configuration of the provider becomes unknown at the end.
    pub(super) has_unknown_provider: bool,
    /// Whether the object is deleted twice at the end.
    pub(super) deletes_twice: bool,
}

/// One configuration of a case.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CaseStep {
    pub(super) config: Value,
    /// The part that is unknown in the plan.
    pub(super) unknown: Option<Path>,
    /// Whether the object is destroyed beforehand.
    pub(super) is_fresh: bool,
    /// An accident that happens while the configuration is applied. Afterwards, the configuration is applied once more.
    pub(super) accident: Option<Accident>,
}

impl CaseStep {
    /// Creates a step that only applies the configuration.
    pub(super) fn of(config: Value) -> Self {
        CaseStep {
            config,
            unknown: None,
            is_fresh: false,
            accident: None,
        }
    }

    /// Returns the configuration of the step.
    pub(super) fn given(&self) -> Config {
        let config = Config::from(self.config.clone());
        match &self.unknown {
            Some(path) => config.unknown(path.clone()),
            None => config,
        }
    }
}

/// An accident that happens while a configuration is applied.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Accident {
    /// The object is deleted outside Terraform after the given number of calls to the provider.
    Deleted(u32),
    /// The client call with the given number fails, counting from 1.
    Fails(u32),
    /// The wait with the given number in the handlers is cancelled, counting from 1.
    Cancelled(u32),
    /// Nothing happens. The same configuration is applied twice, including its unknown part.
    Again,
}

impl Accident {
    /// Returns variants of the accident that happen earlier, earliest first.
    pub(super) fn earlier(self) -> Vec<Self> {
        let (first, number, accident): (_, _, fn(u32) -> Self) = match self {
            Accident::Deleted(number) => (0, number, Accident::Deleted),
            Accident::Fails(number) => (1, number, Accident::Fails),
            Accident::Cancelled(number) => (1, number, Accident::Cancelled),
            Accident::Again => return Vec::new(),
        };
        (first..number).map(accident).collect()
    }
}

/// Describes the steps and the other events.
pub(super) fn shown(schema: &Schema, case: &Case) -> (Vec<String>, Vec<String>) {
    let configs = case
        .steps
        .iter()
        .map(|step| step_text(schema, step))
        .collect();
    let mut events = Vec::new();
    if let Some(other) = &case.other {
        let text = step_text(schema, other);
        events.push(format!("a second object has the configuration {text}"));
    }
    let flags = [
        (
            case.is_repeated,
            "all of this happens twice, with two providers",
        ),
        (
            case.has_unknown_provider,
            "the configuration of the provider is unknown in the last plan",
        ),
        (case.deletes_twice, "the object is deleted twice at the end"),
    ];
    let flags = flags.into_iter().filter(|(is_set, _)| *is_set);
    events.extend(flags.map(|(_, text)| text.to_owned()));
    (configs, events)
}

/// Returns the configurations in Terraform's language.
pub(super) fn hcl(
    part: (PartKind, &str),
    provider: &str,
    schema: &Schema,
    case: &Case,
) -> Vec<String> {
    let steps = case.steps.iter().enumerate();
    let text = |(index, step): (usize, &CaseStep)| {
        let was_unknown = case.steps[..index].iter().any(|one| one.unknown.is_some());
        let unknown = step.unknown.as_ref().map(|path| hcl::Unknown {
            path,
            // Without a new revision, the value of the other resource would be known from the previous configuration.
            revision: was_unknown.then_some(index),
        });
        let text = hcl::part(part, provider, &schema.block, &step.config, unknown);
        format!("{}{text}", events_text(step))
    };
    steps.map(text).collect()
}

/// Returns the other events of a step, as comments in Terraform's language.
fn events_text(step: &CaseStep) -> String {
    let mut text = String::new();
    if step.is_fresh {
        text.push_str("# after the object was destroyed\n");
    }
    if let Some(accident) = step.accident {
        text.push_str(&format!("# {}\n", accident_text(accident)));
    }
    text
}

fn accident_text(accident: Accident) -> String {
    match accident {
        Accident::Deleted(0) => "after somebody else has deleted the object".to_owned(),
        Accident::Deleted(count) => format!(
            "while somebody else deletes the object (before call {} of the provider); then once more",
            count + 1
        ),
        Accident::Fails(number) => {
            format!("while call {number} of the client fails; then once more")
        }
        Accident::Cancelled(number) => {
            format!("while wait {number} of the handlers is cancelled; then once more")
        }
        Accident::Again => "twice".to_owned(),
    }
}

/// Returns the description of a step.
fn step_text(schema: &Schema, step: &CaseStep) -> String {
    let mut text = block_tree(&schema.block, &step.config).to_string();
    // Writing to a string never fails.
    if let Some(path) = &step.unknown {
        let _ = write!(text, ", {path} is unknown in the plan");
    }
    if step.is_fresh {
        text.push_str(", after the object was destroyed");
    }
    if let Some(accident) = step.accident {
        let _ = write!(text, ", {}", accident_text(accident));
    }
    text
}

/// Returns a configuration as JSON, without unset attributes and sensitive values.
fn block_tree(block: &Block, value: &Value) -> Json {
    let attributes = members_tree(&block.attributes, value);
    let blocks = block.block_types.iter().filter_map(|nested| {
        let value = value.get(&nested.type_name)?;
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

/// Returns the configured attributes. Other attributes can be missing, unless they are required.
fn members_tree<'a>(
    attributes: &'a [Attribute],
    value: &'a Value,
) -> impl Iterator<Item = (String, Json)> + 'a {
    attributes.iter().filter_map(|attribute| {
        let value = value.get(&attribute.name)?;
        let tree = match &attribute.ty {
            _ if value.is_null() => Json::Null,
            _ if attribute.is_secret() => "(sensitive)".into(),
            AttributeType::Nested(nested) => objects_tree(nested.nesting, value, |value| {
                Json::Object(members_tree(&nested.attributes, value).collect())
            }),
            _ => tree(value),
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
        _ => {
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
