//! Converts values to trees for the page.

use std::fmt;

use serde::Serialize;
use serde_json::{Map, json};
use tfvalue::schema::Block;
use tfvalue::{Type, Value, paths::Step};

use crate::inspect::{self, Shape};

/// The maximum number of parts of a value that the page shows. For all other parts, the page shows only their number.
const MAX_PARTS: usize = 20_000;

/// The maximum length of a string on the page.
const MAX_TEXT: usize = 100_000;

/// A value for the page, without its sensitive parts.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Node(serde_json::Value);

/// The sensitive parts of a value.
#[derive(Clone, Debug)]
pub struct Secrets<'a>(Source<'a>);

/// Whether a part is inside another part that is sensitive as a whole.
type Whole = bool;

#[derive(Clone, Debug)]
enum Source<'a> {
    Schema(Shape<'a>),
    /// Values with `true` at the sensitive parts.
    Masks(Vec<&'a Value>, Whole),
}

impl<'a> Secrets<'a> {
    /// The parts that a schema marks as sensitive.
    #[must_use]
    pub fn of_block(block: &'a Block) -> Self {
        Secrets(Source::Schema(Shape::root(block, true)))
    }

    /// The parts that are `true` in one of the given masks.
    #[must_use]
    pub fn masked(masks: Vec<&'a Value>) -> Self {
        Secrets(Source::Masks(masks, false))
    }

    /// Nothing.
    #[must_use]
    pub fn nothing() -> Self {
        Secrets(Source::Schema(Shape::plain()))
    }

    pub(crate) fn step(&self, step: &Step) -> Self {
        Secrets(match &self.0 {
            Source::Schema(shape) => Source::Schema(shape.step(step)),
            Source::Masks(masks, is_whole) => {
                let parts = masks.iter().filter_map(|mask| mask.get(step.clone()));
                // A mask whose shape differs from the shape of the value.
                let is_other = |mask: &&&Value| match step {
                    Step::Index(_) => mask.elements().is_none(),
                    _ => mask.members().is_none(),
                };
                let hides = masks.iter().filter(is_other).any(|mask| marks(mask));
                Source::Masks(parts.collect(), *is_whole || hides)
            }
        })
    }

    /// Returns `true` if the whole part is sensitive, regardless of its value.
    pub(super) fn is_hidden(&self) -> bool {
        match &self.0 {
            Source::Schema(shape) => shape.is_hidden(),
            Source::Masks(masks, is_whole) => {
                *is_whole || masks.iter().any(|mask| mask.as_bool() == Some(true))
            }
        }
    }

    /// Returns `true` if a value at this place must be hidden. A value whose shape does not match the sensitive parts
    /// is also hidden.
    pub(crate) fn hides(&self, value: &Value) -> bool {
        match &self.0 {
            Source::Schema(shape) => shape.hides(value),
            Source::Masks(masks, _) => {
                let hides = |mask: &&Value| {
                    let fits = (value.members().is_some() && mask.members().is_some())
                        || (value.elements().is_some() && mask.elements().is_some());
                    !fits && marks(mask)
                };
                self.is_hidden() || masks.iter().any(hides)
            }
        }
    }

    /// Returns `true` if a name is not in the schema and may therefore be a misplaced secret.
    pub(crate) fn hides_name(&self, step: &Step) -> bool {
        match &self.0 {
            Source::Schema(shape) => shape.hides_name(step),
            Source::Masks(..) => false,
        }
    }
}

/// Returns `true` if a mask has a part that is `true`.
pub(crate) fn marks(mask: &Value) -> bool {
    let mut elements = mask.elements().into_iter().flatten();
    let mut members = mask.members().into_iter().flatten();
    mask.as_bool() == Some(true) || elements.any(marks) || members.any(|(_, part)| marks(part))
}

impl Node {
    /// Converts a value.
    #[must_use]
    pub fn new(value: &Value, secrets: &Secrets<'_>) -> Self {
        Node(Builder(MAX_PARTS).node(value, secrets))
    }

    /// Stands for a missing part of a value.
    #[must_use]
    pub fn absent() -> Self {
        Node(json!({ "k": "absent" }))
    }

    /// A string that is not a value.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Node(json!({ "k": "text", "v": text.into() }))
    }
}

/// Writes the value on one line, without the parts of a container.
impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0["v"].as_str().unwrap_or_default();
        let count = self.0["c"].as_array().map_or(0, Vec::len);
        match self.0["k"].as_str().unwrap_or_default() {
            "absent" => f.write_str("(no value)"),
            "unknown" => f.write_str("(known after apply)"),
            "sensitive" => f.write_str("(sensitive value)"),
            "string" => write!(f, "{}", Value::string(text)),
            "null" => f.write_str("null"),
            "object" | "map" if count == 0 => f.write_str("{}"),
            "object" | "map" => write!(f, "{{…}} with {count}"),
            "list" | "set" | "tuple" if count == 0 => f.write_str("[]"),
            "list" | "set" | "tuple" => write!(f, "[…] with {count}"),
            _ => f.write_str(text),
        }
    }
}

/// Converts values, up to a maximum number of parts.
struct Builder(usize);

impl Builder {
    fn node(&mut self, value: &Value, secrets: &Secrets<'_>) -> serde_json::Value {
        let hidden = secrets.hides(value);
        let mut node = Map::new();
        let mut set = |name: &str, part: serde_json::Value| _ = node.insert(name.to_owned(), part);
        let is_nothing = value.is_null() || value.is_unknown();
        if is_nothing {
            let kind = if value.is_null() { "null" } else { "unknown" };
            set("k", kind.into());
            if hidden {
                set("s", true.into());
                return node.into();
            }
            let refinements = value.refinements();
            if let Some(refinements) = refinements.filter(|one| !one.is_empty()) {
                set("n", refinements.to_string().into());
            }
            return node.into();
        }
        if hidden {
            set("k", "sensitive".into());
            return node.into();
        }
        if let Some(text) = value.as_str() {
            set("k", "string".into());
            set("v", cut(text).into());
        } else if let Some(number) = value.as_number() {
            set("k", "number".into());
            // A JavaScript number would lose precision.
            set("v", number.to_string().into());
        } else if let Some(flag) = value.as_bool() {
            set("k", "bool".into());
            set("v", flag.to_string().into());
        } else {
            set("k", kind(&value.ty()).into());
            set("c", self.parts(value, secrets).into());
        }
        node.into()
    }

    fn parts(&mut self, value: &Value, secrets: &Secrets<'_>) -> Vec<serde_json::Value> {
        let mut parts = Vec::new();
        for (step, part) in inspect::parts(value) {
            let name = match &step {
                Step::Index(at) => (*at).into(),
                Step::Attribute(name) => (&**name).into(),
                Step::Key(key) => (&**key).into(),
            };
            self.part(&mut parts, name, part, &step, secrets);
        }
        parts
    }

    fn part(
        &mut self,
        parts: &mut Vec<serde_json::Value>,
        name: serde_json::Value,
        part: &Value,
        step: &Step,
        secrets: &Secrets<'_>,
    ) {
        match self.0.checked_sub(1) {
            Some(left) => self.0 = left,
            None if parts.last().is_some_and(|last| last[1]["k"] == "text") => return,
            None => {
                let node = json!({ "k": "text", "v": "more parts, which are not on this page" });
                parts.push(json!(["…", node]));
                return;
            }
        }
        let name = if secrets.hides_name(step) {
            "(unsupported attribute)".into()
        } else {
            name
        };
        let node = self.node(part, &secrets.step(step));
        parts.push(json!([name, node]));
    }
}

fn kind(ty: &Type) -> &'static str {
    match ty {
        Type::Object(_) => "object",
        Type::Map(_) => "map",
        Type::Set(_) => "set",
        Type::Tuple(_) => "tuple",
        _ => "list",
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(MAX_TEXT) {
        Some((end, _)) => format!("{}… ({} bytes)", &text[..end], text.len()),
        None => text.to_owned(),
    }
}
