//! Imported states, and identities.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::{Stored, block};
use crate::error::{Error, Result};
use crate::model::{ImportPart, TfSchema};
use crate::number::Number;
use crate::path::Step;
use crate::schema::{Attribute, Block, Identity};
use crate::ty::Type;
use crate::value::{Items, Shared, Value};

/// Creates the state of an imported resource from its ID.
///
/// The container attribute [`import`](macro@crate::TfSchema#import) names the attributes that the ID
/// consists of. All other attributes are null, and nested blocks are empty. Terraform then calls
/// `ReadResource`, which completes the state.
///
/// # Errors
///
/// Fails if the struct has no `import`, or if the ID does not have the form of `import`, or if a part is
/// empty or not a number.
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
    let (parts, block) = (T::HISTORY.import, block::<T>());
    if parts.is_empty() {
        return Err(Error::data("this resource type cannot be imported by ID"));
    }
    let texts = split(parts, &block, id)?;
    let values = parts.iter().zip(texts).map(|(part, text)| {
        let name = Cow::Borrowed(part.attribute);
        let value = match block.attribute(&name) {
            Some(attribute) => parsed(attribute, text),
            None => Err(Error::surplus(&name)),
        };
        (name, value)
    });
    imported(&block, values)
}

/// Creates the state of an imported resource from its identity.
///
/// The container attribute [`identity`](macro@crate::TfSchema#identity) names the struct of the identity.
/// The attributes with the same names are set, all others are null, and nested blocks are empty.
///
/// # Errors
///
/// Fails if the struct has no `identity`, if the value does not have its type, or if an attribute that
/// an import requires is null.
///
/// # Examples
///
/// ```
/// use tfvalue::{Attr, TfSchema, Value, state};
///
/// #[derive(TfSchema)]
/// #[tf(kind = resource, identity = ServerIdentity)]
/// struct Server {
///     #[tf(computed)]
///     id: Attr<String>,
///     #[tf(required)]
///     name: Attr<String>,
/// }
///
/// #[derive(TfSchema)]
/// #[tf(kind = identity)]
/// struct ServerIdentity {
///     #[tf(required_for_import)]
///     id: String,
/// }
///
/// let identity = Value::object([("id", Value::from("srv-1"))])?;
/// let state = state::import_identity::<Server>(&identity)?;
/// assert_eq!(state.to_string(), r#"{ id = "srv-1", name = null }"#);
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn import_identity<T: TfSchema>(identity: &Value) -> Result<Value> {
    let schema = identity_schema::<T>()?;
    let values = schema.attributes.iter().map(|attribute| {
        let value = match identity.get_named(&attribute.name) {
            Some(value) if !value.is_wholly_known() => Err(Error::unknown()),
            Some(value) if !value.is_null() => Ok(value.clone()),
            _ if attribute.required_for_import => Err(Error::null()),
            _ => Ok(Value::null(attribute.ty.clone())),
        };
        (attribute.name.clone(), value)
    });
    imported(&block::<T>(), values)
}

/// Returns the identity of a resource: the attributes of its state that the identity has, too.
///
/// The container attribute [`identity`](macro@crate::TfSchema#identity) names the struct of the identity.
/// Null has a null identity.
///
/// # Errors
///
/// Fails if the struct has no `identity`, or if the value is not a state of `T`.
///
/// # Examples
///
/// ```
/// use tfvalue::{Attr, TfSchema, state};
///
/// #[derive(TfSchema)]
/// #[tf(kind = resource, identity = ServerIdentity)]
/// struct Server {
///     #[tf(computed)]
///     id: Attr<String>,
///     #[tf(required)]
///     name: Attr<String>,
/// }
///
/// #[derive(TfSchema)]
/// #[tf(kind = identity)]
/// struct ServerIdentity {
///     #[tf(required_for_import)]
///     id: String,
/// }
///
/// let identity = tfvalue::Value::object([("id", "srv-1")])?;
/// let state = state::import_identity::<Server>(&identity)?;
/// assert_eq!(state.to_string(), r#"{ id = "srv-1", name = null }"#);
/// assert_eq!(state::identity::<Server>(&state)?, identity);
/// # let _ = |server: Server, identity: ServerIdentity| (server.id, server.name, identity.id);
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn identity<T: TfSchema>(state: &Value) -> Result<Value> {
    let schema = identity_schema::<T>()?;
    if state.is_null() {
        return Ok(Value::null(schema.implied_type()));
    }
    let members = schema.attributes.iter().map(|attribute| {
        let member = state.get_named(&attribute.name);
        let member = member.ok_or_else(|| Error::missing(attribute.name.clone()))?;
        Ok((attribute.name.clone(), member.clone()))
    });
    Value::object(members.collect::<Result<Vec<_>>>()?)
}

/// Returns the schema of the identity of a resource.
pub(crate) fn identity_schema<T: TfSchema>() -> Result<Identity> {
    match T::HISTORY.identity {
        Some(identity) => Ok((identity.schema)()),
        None => Err(Error::data("this resource type has no identity")),
    }
}

/// Splits an ID at the first occurrence of each separator.
fn split<'a>(parts: &[ImportPart], block: &Block, id: &'a str) -> Result<Vec<&'a str>> {
    let mut rest = id;
    let mut texts = Vec::new();
    for part in parts {
        let found = match part.separator {
            "" => Some((rest, "")),
            separator => rest.split_once(separator),
        };
        match found {
            Some((text, after)) if !text.is_empty() => {
                texts.push(text);
                rest = after;
            }
            _ => return Err(misshapen(parts, block, id)),
        }
    }
    Ok(texts)
}

#[cold]
fn misshapen(parts: &[ImportPart], block: &Block, id: &str) -> Error {
    let names = parts.iter().map(|part| [part.attribute, part.separator]);
    let form: String = names.flatten().collect();
    let is_secret = |part: &ImportPart| {
        let attribute = block.attribute(part.attribute);
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

/// Creates a state with these values, in which all other attributes are null and nested blocks are
/// empty.
fn imported(
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

/// Checks the type of a value. A derived struct ensures it, but a handwritten schema does not.
fn of_type(value: Value, ty: &Type) -> Result<Value> {
    if value.ty() == *ty {
        return Ok(value);
    }
    Err(Error::mismatch(
        format!("a {ty}"),
        format!("a {}", value.ty()),
    ))
}
