//! Values along with the MessagePack and the JSON that go-cty writes for them.

use serde_json::Value as Json;
use tfvalue::{Error, Type, Value, json, msgpack};

use super::Vector;
use super::build::build;
use super::report::{Check, Failure, same};
use super::tree::{self, Types};
use crate::hex;

pub(crate) fn check(vector: &Vector) -> Check {
    let ty = vector.ty()?;
    let value = check_decoded(vector, &ty)?;
    if vector.get("decode_panic").is_some() && refuses(&value, &ty) {
        let built = build(&vector.0["value"]).map_err(|error| Failure::new("a value", error))?;
        return if refuses(&built, &ty) {
            Ok(Some(CRASH))
        } else {
            Err(Failure::new("an error for the built value, too", built))
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
            Ok(text) => Err(Failure::new(
                "an error, because JSON cannot represent it",
                text,
            )),
        },
    }
}

/// The reason why a value is read but not written: Terraform would crash.
pub(crate) const CRASH: &str = "elements of different types are read but not written: go-cty writes them, and panics when it \
     reads them";

/// Returns `true` if neither format can write a value because its elements have different types.
pub(crate) fn refuses(value: &Value, ty: &Type) -> bool {
    let differ = |error: &Error| error.message().starts_with("the same type as in the other");
    msgpack::value_to_vec(value, ty).is_err_and(|error| differ(&error))
        && json::value_to_string(value, ty).is_err()
}

fn check_decoded(vector: &Vector, ty: &Type) -> Result<Value, Failure> {
    let value = msgpack::value_from_slice(&vector.bytes("msgpack"), ty)
        .map_err(|error| Failure::new("the value, read from MessagePack", error))?;
    compare(vector, &value, "decoded", "decode_panic").map_err(|f| f.of("MessagePack"))?;
    Ok(value)
}

/// Encodes the decoded value.
fn check_msgpack(vector: &Vector, value: &Value, ty: &Type) -> Result<(), Failure> {
    let again = msgpack::value_to_vec(value, ty)
        .map_err(|error| Failure::new("the value as MessagePack", error))?;
    let expected = vector.text("msgpack").to_owned();
    same("MessagePack written again", &expected, &hex::encode(&again))
}

/// Encodes the value from which the vector was generated.
fn check_built(vector: &Vector, ty: &Type) -> Result<(), Failure> {
    let value = build(&vector.0["value"]).map_err(|error| Failure::new("a value", error))?;
    let bytes = msgpack::value_to_vec(&value, ty)
        .map_err(|error| Failure::new("the built value as MessagePack", error))?;
    let expected = vector.text("msgpack").to_owned();
    same(
        "the built value as MessagePack",
        &expected,
        &hex::encode(&bytes),
    )
}

/// Decodes the JSON and encodes the value again.
fn check_json(vector: &Vector, ty: &Type, text: &str) -> Result<(), Failure> {
    let value = json::value_from_slice(text.as_bytes(), ty)
        .map_err(|error| Failure::new(format!("a value from {text}"), error))?;
    compare(vector, &value, "json_decoded", "json_decode_panic").map_err(|f| f.of("JSON"))?;
    let again = json::value_to_string(&value, ty)
        .map_err(|error| Failure::new("the value as JSON", error))?;
    same("JSON written again", &text.to_owned(), &again)
}

/// Writes, as JSON, a value that was read from MessagePack.
fn check_across(value: &Value, ty: &Type, text: &str, tree: &Json) -> Check {
    let json = json::value_to_string(value, ty)
        .map_err(|error| Failure::new("the value from MessagePack, as JSON", error))?;
    if json == text {
        return Ok(None);
    }
    let mut reasons = Reasons::default();
    reasons.collect(tree);
    match reasons {
        Reasons {
            subnormal: true, ..
        } => Ok(Some(
            "subnormal doubles: go-cty does not find the shortest text",
        )),
        Reasons { rounded: true, .. } => Ok(Some("whole doubles: go-cty rounds their JSON text")),
        Reasons {
            minus_zero: true, ..
        } => Ok(Some("minus zero: 0 in MessagePack")),
        _ => Err(Failure::new(text, json).of("the value from MessagePack, as JSON")),
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

/// The reasons why the JSON representation of a number may differ from go-cty's.
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
