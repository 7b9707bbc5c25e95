//! Hostile and malformed MessagePack.

use serde_json::Value as Json;
use tfvalue::msgpack;

use super::Vector;
use super::public::{CRASH, refuses};
use super::report::{Check, Failure};
use crate::hex;
use crate::peak::measure;

/// The memory that a value may use: `TIMES` the size of the input, plus `MORE` bytes.
const TIMES: usize = 64;
const MORE: usize = 1 << 20;

pub(crate) fn check(vector: &Vector) -> Check {
    let ty = vector.ty()?;
    let input = match vector.get("msgpack_parts").and_then(Json::as_array) {
        Some(parts) => parts.iter().flat_map(part).collect(),
        None => vector.bytes("msgpack"),
    };
    let (result, peak) = measure(|| msgpack::value_from_slice(&input, &ty));
    within("reading", peak, &input)?;
    let accepted = result.as_ref().map(|value| format!("{value:?}"));
    match (vector.text("expect"), &result) {
        ("reject", Ok(_)) => {
            return Err(Failure::new("an error", accepted.unwrap_or_default()));
        }
        ("accept", Err(error)) => return Err(Failure::new("a value", error)),
        ("reject" | "accept" | "either" | "limit", _) => {}
        (other, _) => return Err(Failure::new("accept or reject", other)),
    }
    if let Ok(value) = result {
        let (again, peak) = measure(|| msgpack::value_to_vec(&value, &ty));
        within("writing", peak, &input)?;
        if vector.text("cty_outcome") == "panic" && refuses(&value, &ty) {
            return Ok(Some(CRASH));
        }
        let again = again.map_err(|error| Failure::new("the value, written again", error))?;
        super::lenient::check_stable(&again, &ty)?;
    }
    Ok(None)
}

fn part(part: &Json) -> Vec<u8> {
    let times = part["times"]
        .as_u64()
        .and_then(|times| times.try_into().ok());
    hex::decode(part["hex"].as_str().unwrap_or_default()).repeat(times.unwrap_or(1))
}

fn within(what: &str, peak: usize, input: &[u8]) -> Result<(), Failure> {
    match peak {
        _ if peak <= TIMES * input.len() + MORE => Ok(()),
        _ => {
            let got = format!(
                "{peak} bytes while {what} {} ({})",
                input.len(),
                hex::encode(input)
            );
            Err(Failure::new("less memory", got))
        }
    }
}
