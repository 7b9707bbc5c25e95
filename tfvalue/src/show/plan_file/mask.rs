//! The known, unknown and sensitive parts of values, in the form of `terraform show -json`.
//!
//! Source: `omitUnknowns`, `unknownAsBool` and `SensitiveAsBool` of Terraform.

use std::collections::BTreeMap;

use super::proto;
use crate::error::{Error, Result};
use crate::json;
use crate::msgpack;
use crate::schema::{Attribute, AttributeType, Block, NestedBlock, NestedType};
use crate::show::raw::Raw;
use crate::ty::Type;
use crate::value::Value;

/// Returns the JSON of the known parts of a value; `None` if nothing is known.
pub(super) fn known(value: &Value) -> Result<Option<Raw>> {
    let mut json = String::new();
    if !write_known(value, &mut json)? {
        return Ok(None);
    }
    Raw::from_json(&json).map(Some)
}

/// Appends the known parts. Returns `false` if there are none.
fn write_known(value: &Value, out: &mut String) -> Result<bool> {
    if value.is_unknown() {
        return Ok(false);
    }
    if let Some(elements) = value.elements() {
        out.push('[');
        for (at, element) in elements.enumerate() {
            if at > 0 {
                out.push(',');
            }
            if !write_known(element, out)? {
                out.push_str("null"); // the mask of unknown parts has the same elements
            }
        }
        out.push(']');
    } else if let Some(members) = parts(value) {
        out.push('{');
        let mut is_first = true;
        for (name, member) in members.filter(|(_, member)| !member.is_unknown()) {
            if !std::mem::take(&mut is_first) {
                out.push(',');
            }
            out.push_str(&json::value_to_string(&Value::from(name), &Type::String)?);
            out.push(':');
            write_known(member, out)?;
        }
        out.push('}');
    } else {
        out.push_str(&json::value_to_string(value, &value.ty())?);
    }
    Ok(true)
}

/// Returns the elements of a map or the members of an object.
fn parts(value: &Value) -> Option<Box<dyn Iterator<Item = (&str, &Value)> + '_>> {
    match (value.entries(), value.members()) {
        (Some(entries), _) => Some(Box::new(entries)),
        (None, Some(members)) => Some(Box::new(members)),
        (None, None) => None,
    }
}

/// Marks for the parts of a value.
#[derive(PartialEq)]
pub(super) enum Mask {
    No,
    Yes,
    List(Vec<Mask>),
    Object(Vec<(String, Mask)>),
}

impl Mask {
    /// Marks the unknown parts.
    pub(super) fn of_unknown(value: &Value) -> Self {
        if value.is_unknown() {
            Mask::Yes
        } else if let Some(elements) = value.elements() {
            Mask::List(elements.map(Mask::of_unknown).collect())
        } else if let Some(members) = parts(value) {
            Mask::object(members.map(|(name, member)| (name, Mask::of_unknown(member))))
        } else {
            Mask::No
        }
    }

    fn object<'v>(members: impl Iterator<Item = (&'v str, Mask)>) -> Self {
        let marked = members.filter(|(_, mask)| *mask != Mask::No);
        Mask::Object(marked.map(|(name, mask)| (name.to_owned(), mask)).collect())
    }

    /// Returns `true` if any part is marked.
    fn marks_anything(&self) -> bool {
        match self {
            Mask::No => false,
            Mask::Yes => true,
            Mask::List(elements) => elements.iter().any(Mask::marks_anything),
            Mask::Object(members) => members.iter().any(|(_, mask)| mask.marks_anything()),
        }
    }

    pub(super) fn to_raw(&self) -> Result<Raw> {
        let mut json = String::new();
        self.write(&mut json)?;
        Raw::from_json(&json)
    }

    fn write(&self, out: &mut String) -> Result<()> {
        match self {
            Mask::No => out.push_str("false"),
            Mask::Yes => out.push_str("true"),
            Mask::List(elements) => {
                for (at, element) in elements.iter().enumerate() {
                    out.push(if at == 0 { '[' } else { ',' });
                    element.write(out)?;
                }
                out.push_str(if elements.is_empty() { "[]" } else { "]" });
            }
            Mask::Object(members) => {
                for (at, (name, mask)) in members.iter().enumerate() {
                    out.push(if at == 0 { '{' } else { ',' });
                    out.push_str(&json::value_to_string(
                        &Value::from(name.as_str()),
                        &Type::String,
                    )?);
                    out.push(':');
                    mask.write(out)?;
                }
                out.push_str(if members.is_empty() { "{}" } else { "}" });
            }
        }
        Ok(())
    }
}

/// The sensitive paths of one value.
#[derive(Default)]
pub(super) struct Paths {
    is_marked: bool,
    attributes: BTreeMap<String, Paths>,
    /// By the encoded key.
    elements: BTreeMap<Vec<u8>, Paths>,
}

impl Paths {
    pub(super) fn of_plan(paths: &[proto::Path]) -> Self {
        let mut all = Paths::default();
        for path in paths {
            let mut at = &mut all;
            for step in &path.steps {
                at = match (&step.attribute_name, &step.element_key) {
                    (Some(name), _) => at.attributes.entry(name.clone()).or_default(),
                    (None, Some(key)) => at.elements.entry(key.msgpack.clone()).or_default(),
                    (None, None) => break,
                };
            }
            at.is_marked = true;
        }
        all
    }

    /// Reads the paths of a state file.
    pub(super) fn of_state(raw: Option<&Raw>) -> Result<Self> {
        let invalid =
            || Error::mismatch("a list of paths", "other JSON").at("sensitive_attributes");
        let mut all = Paths::default();
        let raw = raw.map_or("null", Raw::get);
        let paths: Option<Vec<Vec<BTreeMap<String, Raw>>>> =
            serde_json::from_str(raw).map_err(|_| invalid())?;
        for steps in paths.into_iter().flatten() {
            let mut at = &mut all;
            for step in steps {
                let (Some(kind), Some(key)) = (step.get("type"), step.get("value")) else {
                    return Err(invalid());
                };
                at = if kind.get() == "\"get_attr\"" {
                    let name = serde_json::from_str(key.get()).map_err(|_| invalid())?;
                    at.attributes.entry(name).or_default()
                } else {
                    let key = json::value_from_slice(key.get().as_bytes(), &Type::Dynamic);
                    let key = key.map_err(|_| invalid())?;
                    at.elements
                        .entry(msgpack::value_to_vec(&key, &key.ty())?)
                        .or_default()
                };
            }
            at.is_marked = true;
        }
        Ok(all)
    }

    fn attribute(&self, name: &str) -> Option<&Paths> {
        self.attributes.get(name)
    }

    fn element(&self, key: &Value) -> Option<&Paths> {
        if self.elements.is_empty() {
            return None;
        }
        let key = msgpack::value_to_vec(key, &key.ty()).ok()?;
        self.elements.get(&key)
    }
}

/// What a schema says about a part of a value.
#[derive(Clone, Copy)]
pub(super) enum Part<'a> {
    Any,
    Block(&'a Block),
    Blocks(&'a NestedBlock),
    Nested(&'a NestedType),
    Attributes(&'a [Attribute]),
}

impl<'a> Part<'a> {
    /// Returns the part for each element of a collection.
    fn element(self) -> Self {
        match self {
            Part::Blocks(nested) => Part::Block(&nested.block),
            Part::Nested(nested) => Part::Attributes(&nested.attributes),
            _ => Part::Any,
        }
    }

    /// Returns the part for a member of an object, and whether all of it is sensitive.
    fn member(self, name: &str) -> (Self, bool) {
        let attributes: &'a [Attribute] = match self {
            Part::Any => &[],
            Part::Block(block) => {
                if let Some(nested) = block
                    .block_types
                    .iter()
                    .find(|nested| nested.type_name == name)
                {
                    return (Part::Blocks(nested), false);
                }
                &block.attributes
            }
            Part::Blocks(nested) => return Part::Block(&nested.block).member(name),
            Part::Nested(nested) => &nested.attributes,
            Part::Attributes(attributes) => attributes,
        };
        match attributes.iter().find(|attribute| attribute.name == name) {
            Some(attribute) => match &attribute.ty {
                AttributeType::Nested(nested) => (Part::Nested(nested), attribute.sensitive),
                _ => (Part::Any, attribute.sensitive),
            },
            None => (Part::Any, false),
        }
    }
}

/// Marks the sensitive parts.
pub(super) struct Sensitive {
    /// Whether a set with a sensitive part is sensitive as a whole, as in Terraform. OpenTofu marks the elements.
    pub(super) marks_whole_sets: bool,
}

impl Sensitive {
    pub(super) fn mask(&self, value: &Value, paths: Option<&Paths>, part: Part<'_>) -> Mask {
        if paths.is_some_and(|paths| paths.is_marked) {
            return Mask::Yes;
        }
        if value.is_null() {
            return Mask::No;
        }
        if value.is_unknown() {
            return match value.ty() {
                Type::List(_) | Type::Set(_) | Type::Tuple(_) => Mask::List(Vec::new()),
                Type::Map(_) | Type::Object(_) => Mask::Object(Vec::new()),
                _ => Mask::No,
            };
        }
        if let Some(elements) = value.elements() {
            let is_set = matches!(value.ty(), Type::Set(_));
            let masks = elements.enumerate().map(|(at, element)| match is_set {
                // An unknown part can be equal to anything, so no path leads to the element.
                true if !element.is_wholly_known() => self.mask(element, None, Part::Any),
                true => {
                    let paths = paths.and_then(|paths| paths.element(element));
                    self.mask(element, paths, part.element())
                }
                false => {
                    let paths = paths.and_then(|paths| paths.element(&Value::from(at as u64)));
                    self.mask(element, paths, part.element())
                }
            });
            let masks = Mask::List(masks.collect());
            if is_set && self.marks_whole_sets && masks.marks_anything() {
                return Mask::Yes;
            }
            return masks;
        }
        if let Some(entries) = value.entries() {
            return Mask::object(entries.map(|(key, value)| {
                let paths = paths.and_then(|paths| paths.element(&Value::from(key)));
                (key, self.mask(value, paths, part.element()))
            }));
        }
        let Some(members) = value.members() else {
            return Mask::No;
        };
        Mask::object(members.map(|(name, member)| {
            let paths = paths.and_then(|paths| paths.attribute(name));
            // A map of blocks or nested objects with different types is an object.
            match part.member(name) {
                (_, true) => (name, Mask::Yes),
                (part, false) => (name, self.mask(member, paths, part)),
            }
        }))
    }
}
