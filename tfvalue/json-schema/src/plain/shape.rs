//! Describes how JSON differs from the type of its value: names, secrets and alternatives.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value as Json;

use tfvalue::__internal::json_schema::{self as internal, Tree};
use tfvalue::schema::{Attribute, AttributeType, Block, NestedBlock, Nesting};
use tfvalue::{Error, Number};

use super::choose::Form;

/// How the JSON of a value differs from the type of the value.
#[derive(Clone, Debug, Default)]
pub(crate) enum Shape {
    /// The JSON has the form that the type implies.
    #[default]
    Same,
    /// A string in Terraform that is a number in JSON if the string is a whole number.
    NumberOrText,
    /// A whole number. This kind matters only for distinguishing alternatives.
    Integer,
    /// One of the given strings, numbers or bools. This kind matters only for distinguishing alternatives.
    Values(Arc<[Json]>),
    /// The elements of a list, set or map.
    Elements(Arc<Shape>),
    Tuple(Arc<Slots>),
    Object(Arc<Members>),
}

/// The elements of a tuple.
#[derive(Debug)]
pub(crate) struct Slots {
    pub(crate) shapes: Vec<Shape>,
    /// The minimum number of elements in JSON. Omitted elements are null.
    pub(crate) least: usize,
}

/// The members of an object.
#[derive(Debug, Default)]
pub(crate) struct Members {
    /// The members, by their Terraform names.
    pub(crate) members: BTreeMap<Cow<'static, str>, Member>,
    /// Maps JSON names to Terraform names. Members whose name is the same in JSON and Terraform are not included.
    pub(crate) renamed: BTreeMap<Box<str>, Cow<'static, str>>,
    /// The alternative attributes, exactly one of which is set. The JSON of the attribute that is set is merged into
    /// the object's JSON, or replaces it.
    pub(crate) alternatives: Vec<Alternative>,
}

#[derive(Debug)]
pub(crate) struct Member {
    pub(crate) json: Cow<'static, str>,
    pub(crate) shape: Shape,
    pub(crate) is_secret: bool,
    /// Whether only the provider sets the value.
    pub(crate) is_computed: bool,
    /// Whether the JSON always has the member.
    pub(crate) is_required: bool,
    /// Whether null is written even if nulls are omitted elsewhere.
    pub(crate) writes_null: bool,
}

/// An attribute for one of several forms of the same JSON.
#[derive(Debug)]
pub(crate) struct Alternative {
    pub(crate) name: Cow<'static, str>,
    pub(crate) shape: Shape,
    pub(crate) test: Test,
    pub(crate) is_secret: bool,
    /// Whether the alternative can have members with any name.
    pub(crate) is_open: bool,
}

/// The test that distinguishes an alternative from the other alternatives.
#[derive(Clone, Debug, Default)]
pub(crate) struct Test {
    /// The possible kinds of the alternative's JSON. Empty for any.
    pub(crate) kinds: Vec<Kind>,
    pub(crate) required: Vec<Box<str>>,
    /// The members that must have one of a few values.
    pub(crate) constants: Vec<(Box<str>, Vec<Json>)>,
    /// The allowed values for JSON that is not an object. Empty if all are allowed.
    pub(crate) values: Vec<Json>,
}

/// A kind of JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Null,
    Bool,
    Integer,
    Number,
    String,
    Array,
    Object,
}

impl Shape {
    /// Creates the shape of a block, whose names are the same in JSON and Terraform.
    pub(crate) fn of_block(block: &Block) -> Self {
        let attributes = block.attributes.iter().map(Member::of);
        let blocks = block.block_types.iter().map(Member::of_blocks);
        Shape::of_members(attributes.chain(blocks).collect())
    }

    pub(crate) fn of_members(members: BTreeMap<Cow<'static, str>, Member>) -> Self {
        Shape::Object(Arc::new(Members {
            members,
            ..Members::default()
        }))
    }

    /// Returns the shape of a collection of objects.
    pub(crate) fn nested(self, nesting: Nesting) -> Self {
        match nesting {
            Nesting::List | Nesting::Set | Nesting::Map => Shape::Elements(Arc::new(self)),
            _ => self,
        }
    }

    /// Returns the shape of the elements of a list, set or map.
    pub(crate) fn elements(&self) -> &Shape {
        match self {
            Shape::Elements(element) => element,
            _ => &Shape::Same,
        }
    }

    /// Returns the shape of an element of a list, set or tuple.
    pub(crate) fn element(&self, index: usize) -> &Shape {
        match self {
            Shape::Tuple(slots) => slots.shapes.get(index).unwrap_or(&Shape::Same),
            _ => self.elements(),
        }
    }

    /// Returns the Terraform name of a JSON member.
    pub(crate) fn name_of(&self, json: &str) -> Option<&str> {
        let (name, _) = self.members()?.of_json(json)?;
        Some(name)
    }

    pub(crate) fn members(&self) -> Option<&Members> {
        match self {
            Shape::Object(members) => Some(members),
            _ => None,
        }
    }

    /// Returns the minimum number of elements in the JSON of a tuple.
    pub(crate) fn least(&self, len: usize) -> usize {
        match self {
            Shape::Tuple(slots) => slots.least.min(len),
            _ => len,
        }
    }

    /// Returns `true` if an alternative can have members with any name.
    pub(crate) fn is_open(&self) -> bool {
        self.alternatives().iter().any(|one| one.is_open)
    }

    pub(crate) fn alternatives(&self) -> &[Alternative] {
        self.members().map_or(&[], |members| &members.alternatives)
    }

    pub(crate) fn has_alternatives(&self) -> bool {
        !self.alternatives().is_empty()
    }
}

/// Returns `true` if the values of an attribute must not appear in any message.
pub(crate) fn is_secret(attribute: &Attribute) -> bool {
    attribute.sensitive || attribute.write_only
}

impl Member {
    fn of(attribute: &Attribute) -> (Cow<'static, str>, Self) {
        let shape = match &attribute.ty {
            AttributeType::Nested(nested) => {
                let members = nested.attributes.iter().map(Member::of);
                Shape::of_members(members.collect()).nested(nested.nesting)
            }
            _ => Shape::Same,
        };
        let member = Member {
            json: attribute.name.clone(),
            shape,
            is_secret: is_secret(attribute),
            is_computed: attribute.computed && !attribute.optional,
            is_required: false,
            writes_null: false,
        };
        (attribute.name.clone(), member)
    }

    fn of_blocks(nested: &NestedBlock) -> (Cow<'static, str>, Self) {
        let member = Member {
            json: nested.type_name.clone(),
            shape: Shape::of_block(&nested.block).nested(nested.nesting),
            is_secret: false,
            is_computed: false,
            is_required: false,
            writes_null: false,
        };
        (nested.type_name.clone(), member)
    }
}

impl Members {
    /// Returns the Terraform name of a JSON member.
    pub(crate) fn of_json<'a>(&'a self, json: &str) -> Option<(&'a str, &'a Member)> {
        if let Some(name) = self.renamed.get(json) {
            return Some((name, self.members.get(name)?));
        }
        let (name, member) = self.members.get_key_value(json)?;
        (member.json == *json).then_some((name, member))
    }

    /// Returns `true` if the object or an alternative keeps a JSON member with this name.
    pub(crate) fn have(&self, json: &str) -> bool {
        let mut within = self.alternatives.iter();
        self.of_json(json).is_some() || within.any(|one| one.has(json))
    }

    #[cold]
    pub(crate) fn no_alternative(&self, got: &'static str) -> Error {
        let names = self.alternatives.iter().map(|one| &*one.name);
        let names = names.collect::<Vec<_>>().join(", ");
        let got = format!("{got} that fits none of them");
        internal::mismatch(format!("one of the alternatives {names}"), got)
    }
}

impl Alternative {
    /// Returns `true` if the alternative declares a member.
    pub(crate) fn has(&self, json: &str) -> bool {
        self.shape
            .members()
            .is_some_and(|members| members.have(json))
    }
}

impl Test {
    /// Returns the approximate amount of memory that the test uses.
    pub(crate) fn size(&self) -> usize {
        let json = |one: &Json| 48 + one.as_str().map_or(0, str::len);
        let names = self.required.iter().map(|name| 32 + name.len());
        let constants = self
            .constants
            .iter()
            .map(|(name, values)| 96 + name.len() + values.iter().map(json).sum::<usize>());
        let values = self.values.iter().map(json);
        names.chain(constants).chain(values).sum()
    }

    pub(crate) fn fits(&self, form: Form<'_>) -> bool {
        let members = match form {
            Form::Other(tree) => {
                let mut kinds = self.kinds.iter();
                let is_kind = self.kinds.is_empty() || kinds.any(|kind| kind.fits(tree));
                let is_value = |one| is_same(one, tree);
                return is_kind && (self.values.is_empty() || self.values.iter().any(is_value));
            }
            Form::Object(members) => members,
        };
        (self.kinds.is_empty() || self.kinds.contains(&Kind::Object))
            && self.values.is_empty()
            && (self.required.iter()).all(|name| members.contains_key(&**name))
            && self.constants.iter().all(|(name, values)| {
                members.get(&**name).is_none_or(|member| {
                    *member == Tree::Null || values.iter().any(|one| is_same(one, member))
                })
            })
    }
}

impl Kind {
    pub(crate) fn fits(self, tree: &Tree<'_>) -> bool {
        match (self, tree) {
            (Kind::Null, Tree::Null)
            | (Kind::Bool, Tree::Bool(_))
            | (Kind::Number, Tree::Number(_))
            | (Kind::String, Tree::String(_))
            | (Kind::Array, Tree::List(_))
            | (Kind::Object, Tree::Object(_)) => true,
            (Kind::Integer, Tree::Number(text)) => text
                .parse::<Number>()
                .is_ok_and(|number| number.is_integer()),
            _ => false,
        }
    }
}

/// Returns `true` if two scalars are the same.
pub(crate) fn is_same(json: &Json, tree: &Tree<'_>) -> bool {
    match (json, tree) {
        (Json::Null, Tree::Null) => true,
        (Json::Bool(a), Tree::Bool(b)) => a == b,
        (Json::String(a), Tree::String(b)) => a == b,
        (Json::Number(a), Tree::Number(b)) => {
            let (a, b) = (a.to_string().parse::<Number>(), b.parse::<Number>());
            matches!((a, b), (Ok(a), Ok(b)) if a == b)
        }
        _ => false,
    }
}
