//! Builds the value that a vector describes, in the same way as a provider would.

use serde_json::Value as Json;
use tfvalue::{Number, Result, Type, Value, types::Refinements};

/// Builds the value that a tree describes.
///
/// # Errors
///
/// Fails if the tree does not describe a value.
pub(crate) fn build(tree: &Json) -> Result<Value> {
    let field = &tree["v"];
    let parts = || field.as_array().into_iter().flatten().map(build);
    let entries = || {
        let entries = field.as_object().into_iter().flatten();
        entries.map(|(name, tree)| Ok((name.as_str(), build(tree)?)))
    };
    match tree["k"].as_str().unwrap_or_default() {
        "string" => Ok(Value::string(field.as_str().unwrap_or_default())),
        "bool" => Ok(Value::from(*field == true)),
        "number" => number(tree).map(Value::from),
        "null" => ty(&tree["t"]).map(Value::null),
        "unknown" => Value::refined(ty(&tree["t"])?, refinements(tree)?),
        "list" => Value::list(ty(&tree["et"])?, parts().collect::<Result<Vec<_>>>()?),
        "set" => Value::set(ty(&tree["et"])?, parts().collect::<Result<Vec<_>>>()?),
        "map" => Value::map(ty(&tree["et"])?, entries().collect::<Result<Vec<_>>>()?),
        "tuple" => Ok(Value::tuple(parts().collect::<Result<Vec<_>>>()?)),
        _ => Value::object(entries().collect::<Result<Vec<_>>>()?),
    }
}

fn ty(json: &Json) -> Result<Type> {
    Type::from_json(json.to_string().as_bytes())
}

/// Builds a number as it was built for go-cty: from a double, from an integer or an expression of integers, or from a
/// string. For a whole double outside `i64`, go-cty writes a rounded string; this function uses the same string.
fn number(tree: &Json) -> Result<Number> {
    let text = tree["v"].as_str().unwrap_or_default();
    if tree["prec"] == 53 {
        let number = Number::try_from(text.parse().unwrap_or(f64::NAN))?;
        if !number.is_integer() || number.as_i64().is_some() {
            return Ok(number);
        }
    }
    let exact = tree["exact"].as_str().filter(|_| tree["prec"] == 64);
    Ok(exact.unwrap_or(text).parse()?)
}

fn refinements(tree: &Json) -> Result<Refinements> {
    let mut known = Refinements::new();
    if tree["notnull"] == true {
        known = known.not_null();
    }
    if let Some(prefix) = tree["prefix"].as_str() {
        known = known.full_prefix(prefix)?;
    }
    if tree["min"].is_object() {
        known = known.at_least(number(&tree["min"])?, tree["min"]["inc"] == true)?;
    }
    if tree["max"].is_object() {
        known = known.at_most(number(&tree["max"])?, tree["max"]["inc"] == true)?;
    }
    if let Some(min) = tree["lenmin"].as_u64() {
        known = known.min_length(min)?;
    }
    if let Some(max) = tree["lenmax"].as_u64() {
        known = known.max_length(max)?;
    }
    Ok(known)
}
