//! Creates schemas from JSON Schemas, such as the schemas in OpenAPI documents and in definitions of Kubernetes resources.
//!
//! [`JsonSchema`] reads the dialect 2020-12, and the extensions that OpenAPI 3.0, OpenAPI 3.1 and Kubernetes define.
//! The result is a [`Mapping`]. It contains the [`Schema`], the conversion between values and the JSON of the service,
//! and [`Rules`] that a Terraform schema cannot contain, such as defaults. A
//! [`Description`](tfvalue::provider::Description) can be created from the mapping. On its own, [`Plain`] converts
//! values of any type to and from JSON.
//!
//! # Types
//!
//! | JSON Schema | Terraform |
//! |---|---|
//! | `string`, `boolean` | string, bool |
//! | `number`, `integer` | number; the number for an `integer` must be whole |
//! | `array` of one schema | list; with `uniqueItems` or `x-kubernetes-list-type: set`, set |
//! | `array` with `prefixItems` and no more elements | tuple; elements that JSON omits are null |
//! | `object` with `properties` | nested attribute |
//! | `object` with `additionalProperties` or a single entry in `patternProperties` | map |
//! | `object` or `array` without schemas for its parts, a schema without a type, `true` | dynamic |
//! | `type: [x, "null"]`, `nullable`, a choice between a schema and null | as without null |
//! | `x-kubernetes-int-or-string` | string: JSON has a number if the string is a whole number, as in Kubernetes |
//! | `false` | no attribute |
//!
//! `$ref` within the document, `$defs` and `$anchor` are followed. The schemas of an `allOf` apply together. If these
//! schemas contradict each other, reading fails with an error, unless [`map_to_dynamic`](JsonSchema::map_to_dynamic) is
//! set.
//!
//! # Attributes
//!
//! | JSON Schema | Terraform |
//! |---|---|
//! | in `required` | required; optional if null is allowed, and null is then written |
//! | `default`, `const` | optional and computed, with [`Rules::default`]; if there are several defaults, the outermost default applies |
//! | `readOnly` | computed |
//! | `writeOnly` | write-only |
//! | `format: password` | sensitive; lists, maps, tuples and dynamic values that contain such a value are sensitive, too |
//! | `deprecated`, `description`, `title` | the same |
//! | `enum`, `const`, `minimum`, `maxLength`, `pattern` and similar keywords | [`Rules`] |
//! | other `format`s | nothing: the service checks them |
//! | `x-kubernetes-validations` with the rule `self == oldSelf` | [`Rules::replace`] |
//! | `dependentRequired`, `not` with two `required` members, choices of `required` members | [`Rules`] |
//! | `x-kubernetes-list-map-keys` | [`Rules::pair_by`] |
//!
//! # Names
//!
//! Names are converted to lower-case words with underscores: `podIPs` becomes `pod_ips`, and `$ref` becomes `ref`. An
//! underscore is added before a digit at the beginning. An underscore is added at the end of names that Terraform
//! [reserves](SchemaKind::reserved_attributes). If two members would have the same name, the second member's name
//! receives the suffix `_2`. A member that has this name in the document keeps the name. [`Mapping::plain`] converts the
//! names back, and [`Plain::path`] finds the attribute that corresponds to a place in JSON.
//!
//! # Choices
//!
//! `oneOf` and `anyOf` between schemas of different types become a nested attribute, which has an attribute for each
//! schema. Exactly one of these attributes is set ([`Rules::exactly_one_of`]). A `type` that lists several types is
//! converted in the same way. The attributes are named after the values of the `discriminator` if there is one, and
//! otherwise after the `$ref`, `title` or type. The JSON contains only the value of the attribute that is set. If the
//! schema also has `properties`, all members are in one JSON object.
//!
//! When JSON is read, the attribute to set is determined first by the `discriminator`, type, constants and required
//! members of the JSON, and then by the types and constants of its parts, at any depth. If several attributes are
//! possible, the attribute that loses the fewest members is set. If several attributes lose the same number of members,
//! the first of them is set.
//!
//! ```
//! use serde_json::json;
//! use tfvalue::Type;
//! use tfvalue_json_schema::JsonSchema;
//!
//! let document = json!({
//!     "type": "object",
//!     "properties": {
//!         "notify": {
//!             "oneOf": [
//!                 {"title": "mail", "type": "object", "properties": {"address": {"type": "string"}}},
//!                 {"title": "hook", "type": "object", "properties": {"url": {"type": "string"}}},
//!             ],
//!         },
//!     },
//! });
//! let mapping = JsonSchema::new(&document).read()?;
//! assert_eq!(
//!     mapping.schema.implied_type().to_json(),
//!     r#"["object",{"notify":["object",{"hook":["object",{"url":"string"}],"mail":["object",{"address":"string"}]}]}]"#,
//! );
//! let json = json!({"notify": {"url": "https://example.com"}});
//! let value = mapping.plain.read(&json)?;
//! assert_eq!(value.to_string(), r#"{ notify = { hook = { url = "https://example.com" }, mail = null } }"#);
//! assert_eq!(mapping.plain.write(&value)?, json);
//! # Ok::<(), tfvalue::Error>(())
//! ```
//!
//! # What cannot be mapped
//!
//! Terraform has no type for some schemas. These are schemas that contain themselves, objects that have both
//! `properties` and other members of a single type, arrays that continue after `prefixItems`, lists whose elements can
//! have any type, lists of lists with secrets, and a second choice between types. Such schemas are errors, or they
//! become [dynamic attributes](JsonSchema::map_to_dynamic). Schemas that contradict each other are treated in the same
//! way. If only the limits of a schema contradict each other, the attribute keeps its type and has no limits.
//!
//! Some keywords, such as `if` and `not`, restrict values in ways that no rule can express. The mapping contains
//! [notes](Mapping::notes) about these keywords, because only the service can check them. There are also notes for
//! values with parts that would be lost: `additionalProperties: true` next to `properties`, and a `discriminator` whose
//! schemas are not in a `oneOf`. All other JSON that matches the schema can be read, and is written back unchanged.
//! There are two exceptions: an optional null member is omitted, and the elements of a set have no order.
//!
//! # Errors and limits
//!
//! All faults are reported. The path of a fault has a single step, which is the JSON Pointer into the document with a
//! leading `#`, such as `#/properties/size/minimum`. Through references, a small document can describe a large schema.
//! A schema whose size exceeds 64 times the size of the document plus 1 MiB is an error. A schema with more than 64
//! levels is also an error. With [`map_to_dynamic`](JsonSchema::map_to_dynamic), the levels beyond the limit become
//! dynamic attributes.

mod attributes;
mod choices;
mod document;
mod facts;
mod groups;
mod keywords;
mod limits;
mod multiple;
mod names;
mod node;
mod pattern;
mod plain;
mod rules;
mod secrets;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;

use tfvalue::__internal::json_schema::{self as internal, PartFaults};
use tfvalue::provider::Rules;
use tfvalue::schema::{Block, Schema, SchemaKind, StringKind};
use tfvalue::{Error, Path, Result};

use self::choices::SECOND_CHOICE;
use self::document::{Fragment, Pointer};
use self::node::Place;
pub use self::plain::Plain;
use self::rules::Collected;

/// The example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The maximum number of levels of schemas.
const MAX_LEVELS: usize = 64;

/// The memory that a schema can take up in addition to 64 times the size of the document. Faults can take the same
/// amount.
const ROOM: usize = 1 << 19;

/// A JSON Schema to be read, and the options for reading it.
///
/// # Examples
///
/// ```
/// use serde_json::json;
/// use tfvalue_json_schema::JsonSchema;
///
/// let document = json!({
///     "components": {"schemas": {
///         "Meta": {"properties": {"createdAt": {"type": "string", "readOnly": true}}},
///         "Server": {
///             "allOf": [{"$ref": "#/components/schemas/Meta"}],
///             "type": "object",
///             "required": ["hostName"],
///             "properties": {
///                 "hostName": {"type": "string", "description": "Name in the network."},
///                 "diskSize": {"type": "integer", "default": 20},
///             },
///         },
///     }},
/// });
/// let mapping = JsonSchema::new(&document).at("#/components/schemas/Server").read()?;
///
/// let block = &mapping.schema.block;
/// assert!(block.attribute("host_name").unwrap().required);
/// assert!(block.attribute("created_at").unwrap().computed);
/// assert!(mapping.rules.contains_key("disk_size"));
///
/// let response = json!({"hostName": "web", "diskSize": 20, "createdAt": "2020-01-01"});
/// let state = mapping.plain.read(&response)?;
/// assert_eq!(state.get("host_name").unwrap().as_str(), Some("web"));
/// let request = mapping.plain.clone().omit_computed().write(&state)?;
/// assert_eq!(request, json!({"hostName": "web", "diskSize": 20}));
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct JsonSchema<'d> {
    document: &'d Json,
    at: String,
    maps_to_dynamic: bool,
    kind: SchemaKind,
}

/// A schema that was read from a JSON Schema.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Mapping {
    /// The schema, whose attributes are sorted by name.
    pub schema: Schema,
    /// The conversion between values and the JSON that the document describes. It omits null.
    pub plain: Plain,
    /// The rules for the values of attributes, by the paths that
    /// [`Description::rules`](tfvalue::provider::Description::rules) takes. A rule for an attribute of elements applies
    /// to every element.
    ///
    /// Patterns that the `regex` crate cannot read, or that would need a lot of memory, are left to the service to check.
    pub rules: BTreeMap<String, Rules>,
    /// The parts of the document that are neither in the schema nor in the rules, with the reasons.
    pub notes: Vec<Note>,
}

/// A part of a document that is neither in the schema nor in the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Note {
    /// The JSON Pointer to the part, with a leading `#`.
    pub pointer: String,
    /// The reason why the part is not in the schema.
    pub message: String,
}

impl<'d> JsonSchema<'d> {
    /// Creates the options for reading a document. The root of the document is the schema of a managed resource.
    pub fn new(document: &'d Json) -> Self {
        JsonSchema {
            document,
            at: String::new(),
            maps_to_dynamic: false,
            kind: SchemaKind::Resource,
        }
    }

    /// Sets the JSON Pointer to the schema in the document, such as `#/components/schemas/Pet` in an OpenAPI document
    /// or `/spec/versions/0/schema/openAPIV3Schema` in a Kubernetes definition.
    pub fn at(mut self, pointer: &str) -> Self {
        pointer
            .strip_prefix('#')
            .unwrap_or(pointer)
            .clone_into(&mut self.at);
        self
    }

    /// Maps schemas for which Terraform has no type, and schemas that contradict each other, to dynamic attributes.
    /// Adds a [note](Mapping::notes) for each of these schemas. Otherwise they are errors. If only the limits of a schema
    /// contradict each other, the attribute keeps its type and has no limits.
    ///
    /// # Examples
    ///
    /// ```
    /// use serde_json::json;
    /// use tfvalue::Type;
    /// use tfvalue_json_schema::JsonSchema;
    ///
    /// let document = json!({
    ///     "type": "object",
    ///     "properties": {"tree": {"$ref": "#/$defs/Tree"}},
    ///     "$defs": {"Tree": {"type": "object", "properties": {"left": {"$ref": "#/$defs/Tree"}}}},
    /// });
    /// let error = JsonSchema::new(&document).read().unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "#/$defs/Tree/properties/left: Terraform has no type for a schema that contains itself",
    /// );
    /// let mapping = JsonSchema::new(&document).map_to_dynamic().read()?;
    /// let tree = mapping.schema.block.attribute("tree").unwrap();
    /// assert_eq!(tree.implied_type().to_json(), r#"["object",{"left":"dynamic"}]"#);
    /// assert_eq!(mapping.notes.len(), 1);
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn map_to_dynamic(mut self) -> Self {
        self.maps_to_dynamic = true;
        self
    }

    /// Sets the kind of the schema, which determines the reserved names.
    pub fn kind(mut self, kind: SchemaKind) -> Self {
        self.kind = kind;
        self
    }

    /// Reads the document.
    ///
    /// # Errors
    ///
    /// Fails if the document is not valid, contradicts itself, expands to a schema that is too large, or has parts for
    /// which Terraform has no type.
    pub fn read(&self) -> Result<Mapping> {
        let room = document::size(self.document)
            .saturating_mul(64)
            .saturating_add(ROOM);
        let mut levels = MAX_LEVELS;
        loop {
            let (result, is_too_large) = self.read_levels(levels, room);
            if !self.maps_to_dynamic || !is_too_large || levels == 1 {
                return result;
            }
            // If schemas refer to each other in many ways, only a few levels are within the limit.
            levels /= 2;
        }
    }

    /// Reads the document up to the given number of levels, and returns whether reading took more memory than `room`.
    fn read_levels(&self, levels: usize, room: usize) -> (Result<Mapping>, bool) {
        let mut reading = Reading {
            document: self.document,
            anchors: None,
            room: Some(room),
            maps_to_dynamic: self.maps_to_dynamic,
            levels,
            within: Vec::new(),
            secrets: None,
            faults: PartFaults::default(),
            rules: Vec::new(),
            notes: Vec::new(),
        };
        let root = Pointer::of(&self.at);
        let mapped = match self.document.pointer(&self.at) {
            Some(json) => reading.root(Fragment::new(json, root), self.kind),
            None => {
                reading.fault(&root, "the document has no such part");
                None
            }
        };
        let is_too_large = reading.room.is_none();
        let (block, plain) = match reading.faults.end().map(|()| mapped) {
            Ok(Some(mapped)) => mapped,
            Ok(None) => return (Err(internal::data("the value is invalid")), is_too_large),
            Err(error) => return (Err(error), is_too_large),
        };
        let schema = Schema::new(block);
        if let Err(error) = schema.validate_as(self.kind) {
            return (Err(error), false);
        }
        // The memory that remains after reading the schema, plus the memory that faults would have taken.
        let mut room = reading.room.unwrap_or_default() + ROOM;
        let rules = reading.rules.into_iter();
        let mapping = Mapping {
            schema,
            plain,
            rules: rules
                .map(|(path, own)| (path, own.end(&mut room)))
                .collect(),
            notes: reading.notes,
        };
        (Ok(mapping), false)
    }
}

/// The state that is kept while a document is read.
struct Reading<'d> {
    document: &'d Json,
    /// The schemas with anchors. The anchors are collected when a reference uses an anchor for the first time.
    anchors: Option<BTreeMap<&'d str, Fragment<'d>>>,
    /// The amount of memory that the result can still take. `None` when the memory is used up.
    room: Option<usize>,
    maps_to_dynamic: bool,
    /// The maximum number of levels.
    levels: usize,
    /// The schemas of the values that contain the current value.
    within: Vec<BTreeSet<usize>>,
    /// The parts of the document that contain a secret. These parts are determined only when they are needed.
    secrets: Option<BTreeSet<usize>>,
    faults: PartFaults,
    rules: Vec<(String, Collected)>,
    notes: Vec<Note>,
}

impl<'d> Reading<'d> {
    fn root(&mut self, start: Fragment<'d>, kind: SchemaKind) -> Option<(Block, Plain)> {
        let pointer = start.pointer.clone();
        let schemas = self.collect(vec![start], &BTreeSet::new());
        let facts = self.facts(&schemas);
        let choices = self.choices(&schemas, &facts);
        if facts.properties.is_empty() && choices.is_empty() {
            self.fault(
                &pointer,
                "the schema of a resource must be an object with properties",
            );
            return None;
        }
        if let Some((at, what)) = self.others(&schemas, &facts, &choices) {
            self.note(&at, format!("Terraform has no type for {what}"));
        }
        if let Some(second) = &choices.second {
            self.unmapped(second, SECOND_CHOICE)?;
        }
        self.note_others(&facts);
        let place = Place {
            path: Path::root(),
            level: 0,
            is_computed: facts.read_only.is_some(),
            reserved: kind.reserved_attributes(),
        };
        self.within.push(schemas.with_parts());
        let (attributes, shape) = self.attributes(&schemas, &facts, &choices, None, &place)?;
        let mut block = Block::new().attributes(attributes);
        block.description = facts
            .description
            .or(facts.title)
            .unwrap_or_default()
            .to_owned()
            .into();
        block.description_kind = StringKind::Markdown;
        let plain = Plain::of_shape(block.implied_type(), shape).omit_null();
        Some((block, plain))
    }

    /// Subtracts `size` from the memory that the result can still take. Returns `false` if too little memory remains.
    fn charge(&mut self, size: usize, pointer: &Pointer<'d>) -> bool {
        let Some(room) = self.room else {
            return false;
        };
        self.room = room.checked_sub(size);
        if self.room.is_none() {
            let words =
                "the references expand to a schema that is too large for the size of the document";
            self.faults
                .add(internal::limit(words).at(Path::root().attribute(pointer.to_string())));
        }
        self.room.is_some()
    }

    fn is_exhausted(&self) -> bool {
        self.room.is_none() || self.faults.is_full()
    }

    fn fault(&mut self, pointer: &Pointer<'d>, error: impl Into<Error>) {
        if !self.is_exhausted() {
            self.faults
                .add(error.into().at(Path::root().attribute(pointer.to_string())));
        }
    }

    fn wrong(&mut self, pointer: &Pointer<'d>, expected: &'static str, got: &Json) {
        let got = match got {
            Json::Null => "null",
            Json::Bool(_) => "a bool",
            Json::Number(_) => "a number",
            Json::String(_) => "a string",
            Json::Array(_) => "an array",
            Json::Object(_) => "an object",
        };
        self.fault(pointer, internal::mismatch(expected, got));
    }

    fn note(&mut self, pointer: &Pointer<'d>, message: String) {
        let pointer_text = pointer.to_string();
        if self.charge(128 + 2 * (pointer_text.len() + message.len()), pointer) {
            self.notes.push(Note {
                pointer: pointer_text,
                message,
            });
        }
    }

    /// Adds a note about a keyword that no rule checks.
    fn unchecked(&mut self, pointer: &Pointer<'d>) {
        self.note(pointer, "only the service checks this".to_owned());
    }
}
