//! The conversion of a value to the type of a block.

use super::convert::convert;
use super::empty::empty_value;
use super::part;
use crate::error::{Error, Result};
use crate::path::Step;
use crate::schema::config::hide_secrets;
use crate::schema::{Attribute, AttributeType, Block, NestedBlock, NestedType, Nesting};
use crate::ty::{ObjectAttribute, Type};
use crate::value::{At, Repr, Value};

/// Converts an object to the implied type of a schema, as Terraform does with configurations of
/// providers and with mocked values in its tests.
///
/// Missing attributes and blocks become null or empty, and values are converted as in Terraform's
/// language: the string `"1"` to a number, for example. Terraform does not do this to planned and new
/// states.
///
/// # Errors
///
/// Fails at the first value that cannot be converted, at a missing required attribute, or at an attribute
/// that the schema does not have. Sensitive values are not in the error.
///
/// # Examples
///
/// ```
/// use tfvalue::rules::coerce;
/// use tfvalue::{Attr, TfSchema, Value};
///
/// #[derive(TfSchema)]
/// struct Disk {
///     #[tf(optional)]
///     label: Attr<String>,
///     #[tf(required)]
///     size: Attr<i64>,
/// }
///
/// let value = Value::object([("size", "20")])?;
/// assert_eq!(coerce(&Disk::block(), &value)?.to_string(), "{ label = null, size = 20 }");
///
/// let error = coerce(&Disk::block(), &Value::object([("size", "big")])?).unwrap_err();
/// assert_eq!(error.to_string(), "size: a number is required, got a string");
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn coerce(block: &Block, value: &Value) -> Result<Value> {
    object(block, value).map_err(|error| hide_secrets(block, error))
}

fn object(block: &Block, value: &Value) -> Result<Value> {
    if value.is_null() {
        return Ok(Value::null(block.implied_type()));
    }
    if value.is_unknown() {
        return Ok(Value::unknown(block.implied_type()));
    }
    let Some(mut members) = value.members() else {
        return Err(Error::mismatch("an object", value.ty().with_article()));
    };
    let is_surplus =
        |name: &str| block.attribute(name).is_none() && block.block_type(name).is_none();
    if let Some((name, _)) = members.find(|(name, _)| is_surplus(name)) {
        return Err(Error::surplus(name));
    }
    let at = |name: &std::borrow::Cow<'static, str>| Step::Attribute(name.clone());
    let attributes = block.attributes.iter().map(|one| {
        let coerced = attribute(one, value.get_named(&one.name))?;
        Ok((&one.name, coerced))
    });
    let attributes = attributes.collect::<Result<Vec<_>>>()?;
    let nested = block.block_types.iter();
    let nested = nested.filter(|nested| block.attribute(&nested.type_name).is_none());
    let nested = nested.map(|nested| {
        let name = &nested.type_name;
        let coerced = blocks(nested, value.get_named(name));
        Ok((name, coerced.map_err(|error| error.at_step(at(name)))?))
    });
    let nested = nested.collect::<Result<Vec<_>>>()?;
    Value::object(attributes.into_iter().chain(nested))
}

fn attribute(attribute: &Attribute, value: Option<&Value>) -> Result<Value> {
    let ty = config_type(attribute);
    let empty = match &attribute.ty {
        AttributeType::Nested(nested) if nested.nesting == Nesting::Group => {
            Some(Value::object::<&str, Value>([])?)
        }
        _ => None,
    };
    let value = match value {
        None if attribute.optional || attribute.computed => {
            return Ok(Value::null(ty.without_optional()));
        }
        None => return Err(Error::missing(attribute.name.clone())),
        Some(value) if value.is_null() => empty.as_ref().unwrap_or(value),
        Some(value) => value,
    };
    convert(value, &ty).map_err(|error| error.at_step(Step::Attribute(attribute.name.clone())))
}

/// Returns the type of an attribute in a configuration: members of nested attributes may be missing if
/// they are optional or computed.
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

fn blocks(nested: &NestedBlock, value: Option<&Value>) -> Result<Value> {
    let block = &*nested.block;
    if let Nesting::Single | Nesting::Group = nested.nesting {
        return match value {
            None if nested.nesting == Nesting::Group => Ok(empty_value(block)),
            None => Ok(Value::null(block.implied_type())),
            Some(value) => coerce(block, value),
        };
    }
    let ty = block.implied_type();
    let collection = nested.nesting.of(ty.clone());
    let Some(value) = value else {
        return Ok(Value::empty(&collection));
    };
    let must_be = |what: &'static str| Error::mismatch(what, value.ty().with_article());
    match nested.nesting {
        _ if value.is_null() => return Ok(Value::null(collection)),
        _ if value.is_unknown() => return Ok(Value::unknown(collection)),
        Nesting::List if value.elements().is_none() => return Err(must_be("a list")),
        Nesting::Set if value.elements().is_none() => return Err(must_be("a set")),
        Nesting::Map if value.entries().is_none() && value.members().is_none() => {
            return Err(must_be("a map"));
        }
        _ if part::count(value) == 0 => return Ok(Value::empty(&collection)),
        _ => {}
    }
    let elements = value.placed_elements().map(|(at, element)| {
        let element = coerce(block, element).map_err(|error| error.at_step(at.step()))?;
        Ok((if let At::Key(key) = at { key } else { "" }, element))
    });
    let elements = elements.collect::<Result<Vec<_>>>()?;
    let is_object = matches!(value.0, Repr::Object(_)) || ty.has_dynamic();
    let values = |elements: Vec<(_, Value)>| elements.into_iter().map(|(_, element)| element);
    match nested.nesting {
        Nesting::List => Value::list(ty, values(elements)),
        Nesting::Set => Value::set(ty, values(elements)),
        _ if is_object => Value::object(elements),
        _ => Value::map(ty, elements),
    }
}
