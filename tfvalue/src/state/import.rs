//! Imported states.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::{Stored, block};
use crate::error::{Error, Result, Topic};
use crate::model::{ImportPart, TfSchema};
use crate::number::Number;
use crate::path::Step;
use crate::schema::{Attribute, Block};
use crate::ty::Type;
use crate::value::{Items, Shared, Value};

/// Creates the state of an imported resource from its ID.
///
/// The container annotation [`import`](macro@crate::TfSchema#import) lists the attributes that make up the ID. All
/// other attributes are null, and nested blocks are empty. Terraform then calls `ReadResource`, which completes the
/// state.
///
/// # Errors
///
/// Fails if the struct has no `import`, if the ID does not have the form in `import`, if a part of the ID is empty, or
/// if a part that must be a number is not a number.
///
/// # Examples
///
/// ```
/// use tfvalue::{Attr, TfSchema, state};
///
/// #[derive(TfSchema)]
/// #[tf(kind = resource, import = "region/port")]
/// struct Listener {
///     #[tf(required)]
///     region: Attr<String>,
///     #[tf(required)]
///     port: Attr<u16>,
///     #[tf(optional)]
///     name: Attr<String>,
/// }
///
/// let state = state::import::<Listener>("eu/443")?;
/// assert_eq!(state.to_string(), r#"{ name = null, port = 443, region = "eu" }"#);
/// let error = state::import::<Listener>("eu").unwrap_err();
/// assert_eq!(error.to_string(), r#"an ID of the form "region/port" is required, got "eu""#);
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn import<T: TfSchema>(id: &str) -> Result<Value> {
    import_of(T::HISTORY.import.as_slice(), &block::<T>(), id)
}

/// The headline for a resource type that does not support import.
pub(crate) const NO_IMPORT: &str = "Import is not supported";

/// Creates the state of an imported resource from the parts of its ID.
pub(crate) fn import_of(parts: &[ImportPart], block: &Block, id: &str) -> Result<Value> {
    if parts.is_empty() {
        let error = Error::data("this resource type cannot be imported by ID");
        return Err(error.with_headline(NO_IMPORT.to_owned(), Topic::Any));
    }
    import_by(parts, block, id).map_err(|error| error.or_headline("Invalid import ID"))
}

fn import_by(parts: &[ImportPart], block: &Block, id: &str) -> Result<Value> {
    let strings = split(parts, block, id)?;
    let values = parts.iter().zip(strings).map(|(part, text)| {
        let name = part.attribute.to_cow();
        let value = match block.attribute(&name) {
            Some(attribute) => parsed(attribute, text),
            None => Err(Error::surplus(&name)),
        };
        (name, value)
    });
    imported(block, values)
}

/// Splits an ID at the first occurrence of each separator.
fn split<'a>(parts: &[ImportPart], block: &Block, id: &'a str) -> Result<Vec<&'a str>> {
    let mut rest = id;
    let mut strings = Vec::new();
    for part in parts {
        let found = match part.separator.as_str() {
            "" => Some((rest, "")),
            separator => rest.split_once(separator),
        };
        match found {
            Some((text, after)) if !text.is_empty() => {
                strings.push(text);
                rest = after;
            }
            _ => return Err(misshapen(parts, block, id)),
        }
    }
    Ok(strings)
}

#[cold]
fn misshapen(parts: &[ImportPart], block: &Block, id: &str) -> Error {
    let names = parts
        .iter()
        .map(|part| [part.attribute.as_str(), part.separator.as_str()]);
    let form: String = names.flatten().collect();
    let is_secret = |part: &ImportPart| {
        let attribute = block.attribute(part.attribute.as_str());
        attribute.is_some_and(Attribute::is_secret)
    };
    let expected = format!("an ID of the form {form:?}");
    let error = Error::mismatch_value(expected, "another ID", format_args!("{id:?}"));
    error.redact_if(parts.iter().any(is_secret))
}

fn parsed(attribute: &Attribute, text: &str) -> Result<Value> {
    match attribute.implied_type() {
        Type::Number => match text.parse::<Number>() {
            Ok(number) => Ok(number.into()),
            Err(_) => {
                let value = format!("{text:?}");
                let error = Error::mismatch_value("a number", "another value", value);
                Err(error.redact_if(attribute.is_secret()))
            }
        },
        _ => Ok(Value::string(text)),
    }
}

/// Creates a state with the given values, in which all other attributes are null and nested blocks are empty.
pub(super) fn imported(
    block: &Block,
    values: impl Iterator<Item = (Cow<'static, str>, Result<Value>)>,
) -> Result<Value> {
    let (mut known, mut faults) = (BTreeMap::new(), Vec::new());
    for (name, value) in values {
        match value {
            Ok(value) => drop(known.insert(name, value)),
            Err(error) => faults.push(error.at_step(Step::Attribute(name))),
        }
    }
    Error::join(faults)?;
    let (ty, empty) = (block.implied_type(), Stored::json(b"{}").value(block)?);
    let Type::Object(object) = &ty else {
        return Ok(empty);
    };
    let mut parts = Items::begin(Shared::Nothing, object.len());
    for (attribute, empty) in object.iter().zip(empty.parts()) {
        parts.push(match known.remove(&attribute.name) {
            Some(value) if !value.is_null() => of_type(value, &attribute.ty)
                .map_err(|error| error.at_step(Step::Attribute(attribute.name.clone())))?,
            _ => empty.clone(),
        });
    }
    Ok(Value::object_of_parts(parts, object))
}

/// Checks the type of a value. Derived structs always pass this check, but a handwritten schema might not.
fn of_type(value: Value, ty: &Type) -> Result<Value> {
    if value.ty() == *ty {
        return Ok(value);
    }
    Err(Error::mismatch(
        format!("a {ty}"),
        format!("a {}", value.ty()),
    ))
}
