//! Encodes fields with values other than the default values, as described in a table.

use super::table::{Field, Table};

/// The depth at which nested messages are left empty. Messages can contain themselves, so there must be a limit.
const DEPTH: usize = 5;

/// Encodes a field.
pub(crate) fn field(table: &Table, field: &Field) -> Vec<u8> {
    field_at(table, field, 0)
}

fn field_at(table: &Table, field: &Field, depth: usize) -> Vec<u8> {
    let value = |number| match field.kind.as_str() {
        "bool" | "enum" => varint_field(number, 1),
        "int32" | "int64" => varint_field(number, 300),
        "string" | "bytes" => bytes_field(number, b"x"),
        message => bytes_field(number, &message_at(table, message, depth + 1)),
    };
    if !field.is_map {
        return value(field.number);
    }
    let mut entry = bytes_field(1, b"k");
    entry.extend(value(2));
    bytes_field(field.number, &entry)
}

/// Encodes a message with all fields in the order of their numbers, but with only the first variant of each `oneof`.
pub(crate) fn message(table: &Table, message: &str) -> Vec<u8> {
    message_at(table, message, 0)
}

fn message_at(table: &Table, message: &str, depth: usize) -> Vec<u8> {
    if message == "Timestamp" {
        return [varint_field(1, 300), varint_field(2, 300)].concat();
    }
    let mut bytes = Vec::new();
    if depth < DEPTH {
        let mut has_variant = false;
        let mut fields: Vec<_> = table.messages[message].iter().collect();
        fields.sort_by_key(|field| field.number);
        for field in fields {
            if !(field.is_variant && has_variant) {
                bytes.extend(field_at(table, field, depth));
            }
            has_variant |= field.is_variant;
        }
    }
    bytes
}

pub(crate) fn varint_field(number: u32, value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    varint(u64::from(number) << 3, &mut bytes);
    varint(value, &mut bytes);
    bytes
}

pub(crate) fn bytes_field(number: u32, value: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    varint(u64::from(number) << 3 | 2, &mut bytes);
    varint(value.len() as u64, &mut bytes);
    bytes.extend_from_slice(value);
    bytes
}

fn varint(mut value: u64, out: &mut Vec<u8>) {
    while value > 0x7f {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}
