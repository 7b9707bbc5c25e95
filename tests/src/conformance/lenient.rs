//! Checks which non-canonical input is accepted, and how the values that were read are written.

use tfvalue::{Type, Value, json, msgpack};

use super::Vector;
use super::public::{CRASH, refuses};
use super::report::{Check, Failure, same};
use crate::hex;

/// The number of decimal digits in the 512 bits to which go-cty rounds numbers.
const DIGITS_OF_512_BITS: usize = 154;

pub(crate) fn check_msgpack(vector: &Vector) -> Check {
    let ty = vector.ty()?;
    let result = msgpack::value_from_slice(&vector.bytes("msgpack"), &ty);
    let value = match (vector.text("spec"), result) {
        ("reject", Ok(value)) => return Err(Failure::new("an error", format!("{value:?}"))),
        ("reject" | "either", Err(_)) => return Ok(None),
        (_, Ok(value)) => value,
        (_, Err(error)) => return Err(Failure::new("a value", error)),
    };
    let again = msgpack::value_to_vec(&value, &ty)
        .map_err(|error| Failure::new("the value, written again", error))?;
    check_stable(&again, &ty)?;
    let canonical = vector.text("canonical_msgpack").to_owned();
    if canonical.is_empty() || canonical == hex::encode(&again) {
        return Ok(None);
    }
    if value.as_number().is_some_and(is_rounded_by_go_cty) {
        return Ok(Some(
            "whole doubles of 2^63 and more, which go-cty rounds in MessagePack",
        ));
    }
    Err(Failure::new(canonical, hex::encode(&again)).of("canonical MessagePack"))
}

/// Checks that the output is canonical: reading and writing the output again does not change it.
pub(crate) fn check_stable(written: &[u8], ty: &Type) -> Result<(), Failure> {
    let again = msgpack::value_from_slice(written, ty)
        .and_then(|value| msgpack::value_to_vec(&value, ty))
        .map_err(|error| Failure::new("the output, read again", error))?;
    same(
        "read and written again",
        &hex::encode(written),
        &hex::encode(&again),
    )
}

/// Returns `true` if a number is whole, outside `i64`, and exactly representable as a double.
fn is_rounded_by_go_cty(number: &tfvalue::Number) -> bool {
    number.is_integer() && number.as_i64().is_none() && number.as_f64().is_some()
}

pub(crate) fn check_json(vector: &Vector) -> Check {
    let (ty, text) = (vector.ty()?, vector.text("json"));
    let result = json::value_from_slice(text.as_bytes(), &ty);
    match (vector.text("cty_outcome"), result) {
        ("accept", Ok(value)) => check_canonical(vector, &value, &ty, text),
        ("accept", Err(error)) => {
            if go_cty_ignores_the_rest(vector, &ty, text) {
                Ok(Some(
                    "text after the value is an error, and go-cty ignores it",
                ))
            } else {
                Err(Failure::new("a value", error))
            }
        }
        ("panic", Ok(value)) if refuses(&value, &ty) => Ok(Some(CRASH)),
        (_, Ok(value)) => Err(Failure::new("an error", format!("{value:?}"))),
        (_, Err(_)) => Ok(None),
    }
}

fn check_canonical(vector: &Vector, value: &Value, ty: &Type, text: &str) -> Check {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let kept = value
        .as_number()
        .is_some_and(|number| number.to_string() == text);
    if digits > DIGITS_OF_512_BITS && kept {
        return Ok(Some(
            "numbers of more than 512 bits keep all digits, and go-cty rounds them",
        ));
    }
    let bytes = msgpack::value_to_vec(value, ty)
        .map_err(|error| Failure::new("the value as MessagePack", error))?;
    let canonical = vector.text("canonical_msgpack").to_owned();
    same("canonical MessagePack", &canonical, &hex::encode(&bytes))?;
    match (
        json::value_to_string(value, ty),
        vector.get("canonical_json_error"),
    ) {
        (Ok(json), None) => same(
            "canonical JSON",
            &vector.text("canonical_json").to_owned(),
            &json,
        )?,
        (Err(_), Some(_)) => {}
        (Ok(json), Some(_)) => return Err(Failure::new("no JSON", json)),
        (Err(error), None) => return Err(Failure::new("the value as JSON", error)),
    }
    Ok(None)
}

/// Returns `true` if the canonical form in the vector is the canonical form of a prefix of the string.
fn go_cty_ignores_the_rest(vector: &Vector, ty: &Type, text: &str) -> bool {
    text.char_indices().skip(1).any(|(end, _)| {
        json::value_from_slice(&text.as_bytes()[..end], ty)
            .and_then(|value| json::value_to_string(&value, ty))
            .is_ok_and(|json| json == vector.text("canonical_json"))
    })
}
