//! Values that Terraform and providers actually sent.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use serde_json::Value as Json;
use tfvalue::{Type, Value, json, msgpack};

use super::report::{Check, Failure, same};
use super::{Vector, type_of};
use crate::hex;

/// The types of the schemas in a capture.
pub(crate) struct Types(HashMap<String, Type>);

impl Types {
    /// Reads the `types.json` file in the same folder as a given file.
    pub(crate) fn next_to(path: &Path) -> Result<Self, String> {
        let path = path.with_file_name("types.json");
        let problem = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = fs::read(&path).map_err(|error| problem(&error))?;
        serde_json::from_slice(&text)
            .map(Types)
            .map_err(|error| problem(&error))
    }

    fn of(&self, vector: &Vector) -> Result<Type, Failure> {
        if let Some(ty) = vector.get("type") {
            return type_of(ty);
        }
        match vector.get("schema").and_then(Json::as_str) {
            None => Ok(Type::Dynamic),
            Some(schema) => {
                let ty = self.0.get(schema).cloned();
                ty.ok_or_else(|| Failure::new("a schema in types.json", schema))
            }
        }
    }
}

/// Checks that a `DynamicValue` keeps its value, and its canonical bytes, when it is read and written.
pub(crate) fn check_value(vector: &Vector, types: &Types) -> Check {
    let ty = types.of(vector)?;
    let bytes = vector.bytes("msgpack");
    let value = from_msgpack(&bytes, &ty)?;
    let again = msgpack::value_to_vec(&value, &ty)
        .map_err(|error| Failure::new("the value, written again", error))?;
    equal("read again", &value, &from_msgpack(&again, &ty)?)?;
    if vector.get("noncanonical").is_none() {
        same("written again", &hex::encode(&bytes), &hex::encode(&again))?;
    }
    Ok(None)
}

/// Checks a state in JSON, which the provider may have returned as MessagePack.
pub(crate) fn check_state(vector: &Vector, types: &Types) -> Check {
    let ty = types.of(vector)?;
    let text = vector.text("json");
    let value = json::value_from_slice(text.as_bytes(), &ty)
        .map_err(|error| Failure::new("the state, read from JSON", error))?;
    let written = json::value_to_string(&value, &ty)
        .map_err(|error| Failure::new("the state's JSON", error))?;
    let again = json::value_from_slice(written.as_bytes(), &ty)
        .map_err(|error| Failure::new("the state's JSON, read again", error))?;
    equal("read again", &value, &again)?;
    if vector.get("upgraded_state").is_some() {
        let upgraded = from_msgpack(&vector.bytes("upgraded_state"), &ty)?;
        equal("upgraded by the provider", &upgraded, &value)?;
    }
    Ok(None)
}

fn from_msgpack(bytes: &[u8], ty: &Type) -> Result<Value, Failure> {
    msgpack::value_from_slice(bytes, ty)
        .map_err(|error| Failure::new("the value, read from MessagePack", error))
}

fn equal(what: &str, expected: &Value, got: &Value) -> Result<(), Failure> {
    let mut difference = None;
    expected.walk(|path, part| {
        let same = got.lookup(path).is_ok_and(|other| other == part);
        if !same {
            difference = Some((path.clone(), part.to_string()));
        }
        !same
    });
    match difference {
        None => Ok(()),
        Some((path, part)) => {
            let other = got
                .lookup(&path)
                .map_or_else(|error| error.to_string(), Value::to_string);
            Err(Failure::new(part, other).of(format!("{what}, {path}")))
        }
    }
}
