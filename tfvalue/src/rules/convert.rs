//! Conversion of values, as Terraform's language converts them.

use crate::error::{Error, Result};
use crate::number::Number;
use crate::path::Step;
use crate::ty::{ObjectType, Type};
use crate::value::{At, Value};

/// Converts a value to a type. Optional attributes of the type may be missing, and attributes that the
/// type does not have are dropped.
pub(super) fn convert(value: &Value, ty: &Type) -> Result<Value> {
    let plain = || ty.without_optional();
    match ty {
        Type::Dynamic => return Ok(value.clone()),
        _ if value.is_null() => return Ok(Value::null(plain())),
        _ if value.is_unknown() => return unknown(value, plain()),
        _ => {}
    }
    let converted = match ty {
        Type::Dynamic => None,
        Type::String => text(value).map(Value::string),
        Type::Number => number(value).map(Value::from),
        Type::Bool => truth(value).map(Value::from),
        Type::List(element) => match indexed(value, element)? {
            Some(elements) => Some(Value::list(element.without_optional(), elements)?),
            None => None,
        },
        Type::Set(element) => match indexed(value, element)? {
            Some(elements) => Some(Value::set(element.without_optional(), elements)?),
            None => None,
        },
        Type::Map(element) => match named(value, element)? {
            Some(entries) => Some(Value::map(element.without_optional(), entries)?),
            None => None,
        },
        Type::Tuple(types) => tuple(value, types)?,
        Type::Object(object) => self::object(value, object)?,
    };
    converted.ok_or_else(|| Error::mismatch(ty.with_article(), value.ty().with_article()))
}

fn unknown(value: &Value, ty: Type) -> Result<Value> {
    let own = value.ty();
    if own.conforms_to(&ty) {
        return Ok(value.clone());
    }
    let is_primitive = |ty: &Type| matches!(ty, Type::String | Type::Number | Type::Bool);
    if own == Type::Dynamic || is_primitive(&ty) == is_primitive(&own) {
        return Ok(Value::unknown(ty));
    }
    Err(Error::mismatch(ty.with_article(), own.with_article()))
}

fn text(value: &Value) -> Option<String> {
    let number = || value.as_number().map(ToString::to_string);
    let truth = || value.as_bool().map(|value| value.to_string());
    value
        .as_str()
        .map(str::to_owned)
        .or_else(number)
        .or_else(truth)
}

fn number(value: &Value) -> Option<Number> {
    let parsed = || value.as_str().and_then(|text| text.parse().ok());
    value.as_number().cloned().or_else(parsed)
}

fn truth(value: &Value) -> Option<bool> {
    value.as_bool().or(match value.as_str() {
        Some("true" | "1") => Some(true),
        Some("false" | "0") => Some(false),
        _ => None,
    })
}

fn indexed(value: &Value, element: &Type) -> Result<Option<Vec<Value>>> {
    let Some(elements) = value.elements() else {
        return Ok(None);
    };
    let convert = |(at, value): (usize, &Value)| {
        convert(value, element).map_err(|error| error.at_step(Step::Index(at as u64)))
    };
    elements
        .enumerate()
        .map(convert)
        .collect::<Result<_>>()
        .map(Some)
}

fn named<'a>(value: &'a Value, element: &Type) -> Result<Option<Vec<(&'a str, Value)>>> {
    if value.elements().is_some() || value.entries().is_none() && value.members().is_none() {
        return Ok(None);
    }
    let entries = value.placed_elements().filter_map(|(at, value)| match at {
        At::Key(key) => Some((key, value)),
        At::Index(_) => None,
    });
    let convert = |(key, value): (&'a str, &Value)| {
        let value = convert(value, element);
        Ok((
            key,
            value.map_err(|error| error.at_step(Step::Key(key.into())))?,
        ))
    };
    entries.map(convert).collect::<Result<_>>().map(Some)
}

fn tuple(value: &Value, types: &[Type]) -> Result<Option<Value>> {
    let Some(elements) = value
        .elements()
        .filter(|elements| elements.len() == types.len())
    else {
        return Ok(None);
    };
    let elements = elements.zip(types).enumerate().map(|(at, (value, ty))| {
        convert(value, ty).map_err(|error| error.at_step(Step::Index(at as u64)))
    });
    Ok(Some(Value::tuple(elements.collect::<Result<Vec<_>>>()?)))
}

fn object(value: &Value, ty: &ObjectType) -> Result<Option<Value>> {
    if value.elements().is_some() || value.entries().is_none() && value.members().is_none() {
        return Ok(None);
    }
    let members = ty.iter().map(|attribute| {
        let name = &attribute.name;
        let member = match value.get_named(name) {
            Some(member) => convert(member, &attribute.ty),
            None if attribute.optional => Ok(Value::null(attribute.ty.without_optional())),
            None => return Err(Error::missing(name.clone())),
        };
        let member = member.map_err(|error| error.at_step(Step::Attribute(name.clone())))?;
        Ok((name, member))
    });
    Ok(Some(Value::object(members.collect::<Result<Vec<_>>>()?)?))
}
