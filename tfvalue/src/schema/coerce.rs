//! Converts values to the type of a block, and reads configurations in JSON.

use super::config::hide_secrets;
use super::convert::{Converter, all};
use super::members::SchemaMembers;
use super::validate::Faults;
use super::{Attribute, AttributeType, Block, NestedBlock, NestedType, Nesting};
use crate::error::{Error, Result};
use crate::json::tree::Tree;
use crate::json::{MISSING, too_many_missing};
use crate::path::Step;
use crate::ty::{ObjectAttribute, Type};
use crate::value::{At, Repr, Value};

/// Where a value comes from.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum From {
    /// A Terraform value. Null blocks stay null, and blocks must be in collections.
    Value,
    /// JSON instead of a configuration file.
    Json,
}

impl Block {
    /// Reads a configuration in Terraform's JSON syntax.
    ///
    /// Attributes and blocks that are not configured can be missing or null. Such attributes become null, and such
    /// blocks become [empty](Block::empty). If there is only one block, its object need not be in a list. Values are
    /// converted to the type of their attribute, as in Terraform's language. For example, the string `"1"` can become a
    /// number. Strings are not templates.
    ///
    /// [`Block::validate_value`] checks the other rules of the schema.
    ///
    /// # Errors
    ///
    /// Fails if the string is not JSON, if a value cannot be converted, if a required attribute is missing, or if there
    /// is an attribute that the schema does not have. The error has a [fault](crate::Error::faults) for each of these
    /// problems, with its path. The error does not contain sensitive values.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::schema::{Attribute, Block, NestedBlock, Nesting};
    /// use tfvalue::Type;
    ///
    /// let disk = Block::new().attributes([Attribute::new("size", Type::Number).required()]);
    /// let block = Block::new()
    ///     .attributes([
    ///         Attribute::new("id", Type::String).computed(),
    ///         Attribute::new("name", Type::String).required(),
    ///     ])
    ///     .block_types([
    ///         NestedBlock::new("disk", Nesting::List, disk.clone()),
    ///         NestedBlock::new("swap", Nesting::Set, disk),
    ///     ]);
    ///
    /// let config = block.config_from_json(r#"{"name": "web", "disk": {"size": "20"}}"#)?;
    /// assert_eq!(config.to_string(), r#"{ disk = [{ size = 20 }], id = null, name = "web", swap = toset([]) }"#);
    ///
    /// let error = block.config_from_json(r#"{"disk": [{"size": "big"}, {}]}"#).unwrap_err();
    /// let faults: Vec<String> = error.faults().map(ToString::to_string).collect();
    /// assert_eq!(faults, [
    ///     "name: the attribute is missing",
    ///     "disk[0].size: a number is required, got a string",
    ///     "disk[1].size: the attribute is missing",
    /// ]);
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn config_from_json(&self, json: &str) -> Result<Value> {
        let value = Tree::of_text(json).and_then(Tree::into_value_of_any_type);
        let value = value.map_err(|error| hide_secrets(self, error))?;
        if missing(SchemaMembers::of_block(self), &value) > json.len().saturating_add(MISSING) {
            return Err(too_many_missing());
        }
        coerce(self, &value, From::Json)
    }
}

/// Returns the number of members, at any depth, that are missing from an object in a configuration. Each missing member
/// takes up memory in the result.
fn missing(members: SchemaMembers<'_>, object: &Value) -> usize {
    let Some(configured) = object.members() else {
        return 0;
    };
    let objects = |nesting: Nesting, inner: SchemaMembers<'_>, value: &Value| match nesting {
        Nesting::List | Nesting::Set if value.elements().is_some() => {
            let elements = value.elements().into_iter().flatten();
            elements.map(|one| missing(inner, one)).sum()
        }
        Nesting::Map => value
            .placed_elements()
            .map(|(_, one)| missing(inner, one))
            .sum(),
        _ => missing(inner, value),
    };
    let inside = members.iter().filter_map(|member| {
        let (nesting, inner) = member.objects()?;
        let value = object.get_named(member.name())?;
        Some(objects(nesting, inner, value))
    });
    let own = (members.attributes.len() + members.blocks.len()).saturating_sub(configured.len());
    own + inside.sum::<usize>()
}

/// Converts a value to the implied type of a block.
pub(crate) fn coerce(block: &Block, value: &Value, from: From) -> Result<Value> {
    let mut coerced = None;
    let found = Faults::collect(|faults| coerced = Coerce { faults, from }.object(block, value));
    found.map_err(|error| hide_secrets(block, error))?;
    coerced.ok_or_else(|| Error::data("the value cannot be converted"))
}

struct Coerce<'f> {
    faults: &'f mut Faults,
    from: From,
}

impl Coerce<'_> {
    fn end(&mut self, result: Result<Value>) -> Option<Value> {
        result.map_err(|error| self.faults.add(error)).ok()
    }

    fn within(
        &mut self,
        step: Step,
        run: impl FnOnce(&mut Coerce<'_>) -> Option<Value>,
    ) -> Option<Value> {
        let (from, mut result) = (self.from, None);
        self.faults
            .within(step, |faults| result = run(&mut Coerce { faults, from }));
        result
    }

    fn object(&mut self, block: &Block, value: &Value) -> Option<Value> {
        if value.is_null() {
            return Some(Value::null(block.implied_type()));
        }
        if value.is_unknown() {
            return Some(Value::unknown(block.implied_type()));
        }
        let Some(members) = value.members() else {
            let error = Error::mismatch("an object", value.ty().with_article());
            return self.end(Err(error));
        };
        for (name, _) in members {
            if block.attribute(name).is_none() && block.block_type(name).is_none() {
                self.faults.add(Error::surplus(name));
            }
        }
        let attributes = all(block.attributes.iter().map(|one| {
            let coerced = self.attribute(one, value.get_named(&one.name))?;
            Some((&one.name, coerced))
        }));
        let nested = block.block_types.iter();
        let nested = nested.filter(|nested| block.attribute(&nested.type_name).is_none());
        let nested = all(nested.map(|nested| {
            let name = &nested.type_name;
            let value = value.get_named(name);
            let coerced = self.within(Step::Attribute(name.clone()), |coerce| match coerce.from {
                From::Value => coerce.blocks(nested, value),
                From::Json => coerce.configured(nested, value),
            });
            Some((name, coerced?))
        }));
        self.end(Value::object(attributes?.into_iter().chain(nested?)))
    }

    fn attribute(&mut self, attribute: &Attribute, value: Option<&Value>) -> Option<Value> {
        let ty = config_type(attribute);
        let empty = match &attribute.ty {
            AttributeType::Nested(nested) if nested.nesting == Nesting::Group => {
                Some(Value::empty_object())
            }
            _ => None,
        };
        let value = match value {
            None if attribute.optional || attribute.computed => {
                return Some(Value::null(ty.without_optional()));
            }
            None => return self.end(Err(Error::missing(attribute.name.clone()))),
            Some(value) if value.is_null() => empty.as_ref().unwrap_or(value),
            Some(value) => value,
        };
        self.within(Step::Attribute(attribute.name.clone()), |coerce| {
            let is_strict = coerce.from == From::Json;
            let mut convert = Converter {
                faults: &mut *coerce.faults,
                is_strict,
            };
            convert.value(value, &ty)
        })
    }

    /// Converts blocks in a JSON configuration.
    fn configured(&mut self, nested: &NestedBlock, value: Option<&Value>) -> Option<Value> {
        let value = match value {
            Some(value) if !value.is_null() => value,
            _ => return Some(nested.empty()),
        };
        let is_map = nested.nesting == Nesting::Map;
        match (&value.0, is_map) {
            (Repr::Object(_), false) => {
                let block = self.object(&nested.block, value)?;
                self.end(nested.collect([block]))
            }
            (Repr::Tuple(_), false) | (Repr::Object(_), true) => {
                let blocks = all(value.placed_elements().map(|(at, one)| {
                    let label = if let At::Key(label) = at { label } else { "" };
                    Some((
                        label,
                        self.within(at.step(), |coerce| coerce.block(nested, one))?,
                    ))
                }))?;
                let collected = if is_map {
                    nested.collect_labeled(blocks)
                } else {
                    nested.collect(blocks.into_iter().map(|(_, block)| block))
                };
                self.end(collected)
            }
            _ => {
                let words = if is_map { "a map of blocks" } else { "a block" };
                self.end(Err(Error::mismatch(words, value.ty().with_article())))
            }
        }
    }

    fn block(&mut self, nested: &NestedBlock, value: &Value) -> Option<Value> {
        if value.is_null() {
            return self.end(Err(Error::mismatch("a block", "null")));
        }
        self.object(&nested.block, value)
    }

    /// Converts a collection of blocks, as Terraform does.
    fn blocks(&mut self, nested: &NestedBlock, value: Option<&Value>) -> Option<Value> {
        let block = &*nested.block;
        if let Nesting::Single | Nesting::Group = nested.nesting {
            return match value {
                None => Some(nested.empty()),
                Some(value) => self.object(block, value),
            };
        }
        let ty = block.implied_type();
        let collection = nested.nesting.of(ty.clone());
        let Some(value) = value else {
            return Some(Value::empty(&collection));
        };
        let must_be = match nested.nesting {
            _ if value.is_null() => return Some(Value::null(collection)),
            _ if value.is_unknown() => return Some(Value::unknown(collection)),
            Nesting::List if value.elements().is_none() => Some("a list"),
            Nesting::Set if value.elements().is_none() => Some("a set"),
            Nesting::Map if value.entries().is_none() && value.members().is_none() => Some("a map"),
            _ => None,
        };
        if let Some(words) = must_be {
            return self.end(Err(Error::mismatch(words, value.ty().with_article())));
        }
        if value.parts().is_empty() {
            return Some(Value::empty(&collection));
        }
        let elements = all(value.placed_elements().map(|(at, element)| {
            let element = self.within(at.step(), |coerce| coerce.object(block, element))?;
            Some((if let At::Key(key) = at { key } else { "" }, element))
        }))?;
        let is_object = matches!(value.0, Repr::Object(_)) || ty.has_dynamic();
        let values = |elements: Vec<(_, Value)>| elements.into_iter().map(|(_, element)| element);
        self.end(match nested.nesting {
            Nesting::List => Value::list(ty, values(elements)),
            Nesting::Set => Value::set(ty, values(elements)),
            _ if is_object => Value::object(elements),
            _ => Value::map(ty, elements),
        })
    }
}

/// Returns the type of an attribute in a configuration. Members of nested attributes may be missing if they are
/// optional or computed.
fn config_type(attribute: &Attribute) -> Type {
    match &attribute.ty {
        AttributeType::Type(ty) => ty.clone(),
        AttributeType::Nested(NestedType {
            attributes,
            nesting,
        }) => {
            let members = attributes.iter().map(|one| {
                let member = ObjectAttribute::new(one.name.clone(), config_type(one));
                if one.optional || one.computed {
                    member.optional()
                } else {
                    member
                }
            });
            nesting.of(Type::Object(members.collect()))
        }
    }
}
