//! Values that Terraform and the AWS provider exchanged.

use std::collections::BTreeMap;

use tfvalue::Type;

use super::payloads::data;

/// A value as sent on the wire, with its type constraint.
pub(super) struct Message {
    pub(super) ty: Type,
    pub(super) bytes: Vec<u8>,
}

#[derive(serde::Deserialize)]
struct Line {
    schema: String,
    msgpack: String,
}

/// Returns all captured values.
pub(super) fn messages() -> Vec<Message> {
    let types: BTreeMap<String, Type> = serde_json::from_slice(&read("types.json")).expect("types");
    let message = |line: Line| Message {
        ty: types[&line.schema].clone(),
        bytes: bytes(&line.msgpack),
    };
    lines("dynamic_values.jsonl").map(message).collect()
}

/// Returns the captured values of a schema.
pub(super) fn of_schema(schema: &str) -> Vec<&'static [u8]> {
    lines("typed_values.jsonl")
        .filter(|line| line.schema == schema)
        .map(|line| &*bytes(&line.msgpack).leak())
        .collect()
}

fn lines(file: &str) -> impl Iterator<Item = Line> {
    let lines: Vec<_> = serde_json::Deserializer::from_slice(&read(file))
        .into_iter()
        .map(|line| line.expect("a line of a capture"))
        .collect();
    lines.into_iter()
}

fn read(file: &str) -> Vec<u8> {
    data("captures/aws", file)
}

fn bytes(hex: &str) -> Vec<u8> {
    let pairs = (0..hex.len()).step_by(2);
    pairs
        .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).expect("hex"))
        .collect()
}
