//! Values with the bytes and the JSON that go-cty writes.

use serde_json::Value as Json;
use tfvalue::{Error, Type, Value, json, msgpack};

use super::build::build;
use super::report::{Check, Failure, same};
use super::tree::{self, Types};
use super::{Vector, hex};

pub(crate) fn check(vector: &Vector) -> Check {
    let ty = vector.ty()?;
    let value = check_decoded(vector, &ty)?;
    if vector.get("decode_panic").is_some() && refuses(&value, &ty) {
        let built = build(&vector.0["value"]).map_err(|error| Failure::new("a value", error))?;
        return match refuses(&built, &ty) {
            true => Ok(Some(CRASH)),
            false => Err(Failure::new("an error for the built value as well", built)),
        };
    }
    check_msgpack(vector, &value, &ty)?;
    check_built(vector, &ty)?;
    match vector.get("json").and_then(Json::as_str) {
        Some(text) => {
            check_json(vector, &ty, text)?;
            check_across(&value, &ty, text, &vector.0["value"])
        }
        None => match json::value_to_string(&value, &ty) {
            Err(_) => Ok(None),
            Ok(text) => Err(Failure::new("an error, as JSON cannot hold it", text)),
        },
    }
}

/// Why a value is read and not written: Terraform would crash.
pub(crate) const CRASH: &str = "elements of different types, which go-cty writes but panics on when it reads them: read here, and \
     not written";

/// Tells whether neither format writes a value, as its elements differ in their types.
pub(crate) fn refuses(value: &Value, ty: &Type) -> bool {
    let differ = |error: &Error| error.message().starts_with("the same type as in the other");
    msgpack::value_to_vec(value, ty).is_err_and(|error| differ(&error))
        && json::value_to_string(value, ty).is_err()
}

fn check_decoded(vector: &Vector, ty: &Type) -> Result<Value, Failure> {
    let value = msgpack::value_from_slice(&vector.bytes("msgpack"), ty)
        .map_err(|error| Failure::new("a value from MessagePack", error))?;
    compare(vector, &value, "decoded", "decode_panic").map_err(|f| f.of("MessagePack"))?;
    Ok(value)
}

/// Encodes the value that was decoded.
fn check_msgpack(vector: &Vector, value: &Value, ty: &Type) -> Result<(), Failure> {
    let again = msgpack::value_to_vec(value, ty)
        .map_err(|error| Failure::new("the MessagePack of the value", error))?;
    let expected = vector.text("msgpack").to_owned();
    same("MessagePack written again", &expected, &hex(&again))
}

/// Encodes the value that was encoded for the vector.
fn check_built(vector: &Vector, ty: &Type) -> Result<(), Failure> {
    let value = build(&vector.0["value"]).map_err(|error| Failure::new("a value", error))?;
    let bytes = msgpack::value_to_vec(&value, ty)
        .map_err(|error| Failure::new("the MessagePack of the built value", error))?;
    let expected = vector.text("msgpack").to_owned();
    same("MessagePack of the built value", &expected, &hex(&bytes))
}

/// Decodes the JSON and encodes the value again.
fn check_json(vector: &Vector, ty: &Type, text: &str) -> Result<(), Failure> {
    let value = json::value_from_slice(text.as_bytes(), ty)
        .map_err(|error| Failure::new(format!("a value from the JSON {text}"), error))?;
    compare(vector, &value, "json_decoded", "json_decode_panic").map_err(|f| f.of("JSON"))?;
    let again = json::value_to_string(&value, ty)
        .map_err(|error| Failure::new("the JSON of the value", error))?;
    same("JSON written again", &text.to_owned(), &again)
}

/// Writes what came as MessagePack as JSON.
fn check_across(value: &Value, ty: &Type, text: &str, tree: &Json) -> Check {
    let json = json::value_to_string(value, ty)
        .map_err(|error| Failure::new("the JSON of what came as MessagePack", error))?;
    if json == text {
        return Ok(None);
    }
    let mut reasons = Reasons::default();
    reasons.collect(tree);
    match reasons {
        Reasons {
            subnormal: true, ..
        } => Ok(Some(
            "subnormal doubles, whose shortest text the reference does not find",
        )),
        Reasons { rounded: true, .. } => Ok(Some(
            "whole doubles, of which the reference rounds the text in JSON",
        )),
        Reasons {
            minus_zero: true, ..
        } => Ok(Some("minus zero, which is 0 in MessagePack")),
        _ => Err(Failure::new(text, json).of("JSON of what came as MessagePack")),
    }
}

fn compare(vector: &Vector, value: &Value, decoded: &str, panic: &str) -> Result<(), Failure> {
    let tree = vector.get(decoded).unwrap_or(&vector.0["value"]);
    let types = match vector.get(panic) {
        Some(_) => Types::OfConstraint,
        None => Types::Exact,
    };
    tree::compare(value, tree, types)
}

/// Why a number may have another text in JSON than the reference gives it.
#[derive(Default)]
struct Reasons {
    subnormal: bool,
    rounded: bool,
    minus_zero: bool,
}

impl Reasons {
    fn collect(&mut self, tree: &Json) {
        match &tree["v"] {
            Json::Array(parts) => parts.iter().for_each(|part| self.collect(part)),
            Json::Object(parts) => parts.values().for_each(|part| self.collect(part)),
            Json::String(text) if tree["k"] == "number" => self.number(tree, text),
            _ => {}
        }
    }

    fn number(&mut self, tree: &Json, text: &str) {
        let double = tree["prec"] == 53;
        self.minus_zero |= tree["negzero"] == true;
        self.rounded |= double && !text.contains('.') && tree["exact"].is_string();
        self.subnormal |= double && text.parse::<f64>().is_ok_and(f64::is_subnormal);
    }
}
