//! Input that is not canonical, and what of it is taken.

use tfvalue::{Type, Value, json, msgpack};

use super::public::{CRASH, refuses};
use super::report::{Check, Failure, same};
use super::{Vector, hex};

/// How many decimal digits the 512 bits hold to which the reference rounds numbers.
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
        .map_err(|error| Failure::new("the value written again", error))?;
    settled(&again, &ty)?;
    let canonical = vector.text("canonical_msgpack").to_owned();
    if canonical.is_empty() || canonical == hex(&again) {
        return Ok(None);
    }
    if value.as_number().is_some_and(is_rounded_by_reference) {
        return Ok(Some(
            "whole doubles from 2^63 on, which the reference rounds in MessagePack",
        ));
    }
    Err(Failure::new(canonical, hex(&again)).of("canonical MessagePack"))
}

/// Makes sure that what was written is canonical: read and written again, it is the same.
pub(crate) fn settled(written: &[u8], ty: &Type) -> Result<(), Failure> {
    let again = msgpack::value_from_slice(written, ty)
        .and_then(|value| msgpack::value_to_vec(&value, ty))
        .map_err(|error| Failure::new("what was written, read again", error))?;
    same("read and written again", &hex(written), &hex(&again))
}

/// Tells whether a number is whole, beyond an `i64`, and a double to the last digit.
fn is_rounded_by_reference(number: &tfvalue::Number) -> bool {
    number.is_integer() && number.as_i64().is_none() && number.as_f64().is_some()
}

pub(crate) fn check_json(vector: &Vector) -> Check {
    let (ty, text) = (vector.ty()?, vector.text("json"));
    let result = json::value_from_slice(text.as_bytes(), &ty);
    match (vector.text("cty_outcome"), result) {
        ("accept", Ok(value)) => check_canonical(vector, &value, &ty, text),
        ("accept", Err(error)) => match reads_only_the_first(vector, &ty, text) {
            true => Ok(Some("text after the value, which is an error")),
            false => Err(Failure::new("a value", error)),
        },
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
            "numbers of more than 512 bits, of which every digit is kept",
        ));
    }
    let bytes = msgpack::value_to_vec(value, ty)
        .map_err(|error| Failure::new("the MessagePack of the value", error))?;
    let canonical = vector.text("canonical_msgpack").to_owned();
    same("canonical MessagePack", &canonical, &hex(&bytes))?;
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
        (Err(error), None) => return Err(Failure::new("the JSON of the value", error)),
    }
    Ok(None)
}

/// Tells whether the canonical form is that of a first part of the text alone.
fn reads_only_the_first(vector: &Vector, ty: &Type, text: &str) -> bool {
    text.char_indices().skip(1).any(|(end, _)| {
        json::value_from_slice(&text.as_bytes()[..end], ty)
            .and_then(|value| json::value_to_string(&value, ty))
            .is_ok_and(|json| json == vector.text("canonical_json"))
    })
}
