//! The data to read and write. The data is never freed, so that values can borrow from it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Mutex;

use serde::Serialize;
use tfvalue::{Type, json, msgpack};

use super::captures::Message;

/// Returns the MessagePack of a payload.
pub(super) fn bytes(name: &str) -> &'static [u8] {
    read(&format!("{name}.msgpack"))
}

/// Returns the MessagePack of a payload, with null instead of unknown values, which other libraries cannot read.
pub(super) fn known(name: &str) -> &'static [u8] {
    keep(format!("{name}, known"), || {
        let ty = ty(name);
        let value = json::value_from_slice(text(name), &ty).expect("a payload");
        msgpack::value_to_vec(&value, &ty).expect("a payload")
    })
}

/// Returns the JSON of a payload.
pub(super) fn text(name: &str) -> &'static [u8] {
    read(&format!("{name}.json"))
}

/// Returns the type constraint of a payload.
pub(super) fn ty(name: &str) -> Type {
    Type::from_json(read(&format!("{name}.type.json"))).expect("a type constraint")
}

/// Returns the MessagePack of a payload, with its type.
pub(super) fn message(name: &str) -> Message {
    Message {
        ty: ty(name),
        bytes: bytes(name).to_vec(),
    }
}

/// Returns the JSON of a payload, with its type.
pub(super) fn text_message(name: &str) -> Message {
    Message {
        ty: ty(name),
        bytes: text(name).to_vec(),
    }
}

/// Returns 100,000 integers: the integers in the payload `numbers`, repeated twice.
pub(super) fn integers() -> Vec<i64> {
    let numbers: Vec<serde_json::Number> = serde_json::from_slice(text("numbers")).expect("JSON");
    let integers: Vec<i64> = numbers
        .iter()
        .filter_map(serde_json::Number::as_i64)
        .collect();
    integers.repeat(2)
}

/// Returns the MessagePack of a value for all contenders to read.
pub(super) fn written<T: Serialize>(value: &T) -> &'static [u8] {
    msgpack::to_vec(value).expect("a value").leak()
}

fn read(file: &str) -> &'static [u8] {
    keep(file.to_owned(), || data("payloads", file))
}

/// Returns the data that was stored under a name, or creates the data.
fn keep(name: String, make: impl FnOnce() -> Vec<u8>) -> &'static [u8] {
    static KEPT: Mutex<BTreeMap<String, &[u8]>> = Mutex::new(BTreeMap::new());
    let found = KEPT.lock().expect("no panic").get(&name).copied();
    found.unwrap_or_else(|| {
        let made = &*make().leak();
        KEPT.lock().expect("no panic").insert(name, made);
        made
    })
}

/// Reads a file from the test data.
pub(super) fn data(folder: &str, file: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../data")
        .join(folder)
        .join(file);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
