#![no_main]
//! Reads the JSON Schemas in a document. Then reads with each schema what follows the document, the document itself, and
//! what is written of a random value.

use libfuzzer_sys::fuzz_target;
use serde_json::{Deserializer, Value as Json};
use tfvalue_json_schema::{JsonSchema, Mapping, Plain};
use tfvalue_tests::random::{self, Rng};

/// The most schemas that are read in a document.
const MOST: usize = 8;

/// The most characters of a type, as JSON, that random values have.
const LONGEST: usize = 4096;

/// Adds the JSON Pointers to the objects in a document that look like schemas.
fn find(json: &Json, pointer: &str, found: &mut Vec<String>) {
    let parts: Vec<(String, &Json)> = match json {
        Json::Array(elements) => (0..)
            .map(|at: usize| at.to_string())
            .zip(elements)
            .collect(),
        Json::Object(members) => {
            let is_schema = |name| members.contains_key(name);
            if ["properties", "oneOf", "anyOf", "allOf"]
                .into_iter()
                .any(is_schema)
            {
                found.push(pointer.to_owned());
            }
            let escape = |name: &str| name.replace('~', "~0").replace('/', "~1");
            members
                .iter()
                .map(|(name, member)| (escape(name), member))
                .collect()
        }
        _ => return,
    };
    for (part, json) in parts {
        if found.len() == MOST {
            return;
        }
        find(json, &format!("{pointer}/{part}"), found);
    }
}

fn use_plain(mapping: Mapping, values: &[Json], seed: u64) {
    let ty = mapping.schema.implied_type();
    let plain: Plain = mapping.plain.ignore_extra();
    let read = |json: &Json| {
        let value = plain.read(json).ok()?;
        assert!(value.ty().conforms_to(&ty));
        Some(value)
    };
    for value in values.iter().filter_map(read) {
        let json = plain.write(&value).unwrap();
        read(&json);
    }
    if ty.to_json().len() > LONGEST {
        return;
    }
    let random = random::value(&mut Rng::new(seed, 0), &ty);
    if let Ok(json) = plain.write(&random.unwrap()) {
        read(&json);
    }
}

fuzz_target!(|bytes: &[u8]| {
    let values: Result<Vec<Json>, _> = Deserializer::from_slice(bytes).into_iter().collect();
    let Ok(values) = values else {
        return;
    };
    let Some(document) = values.first() else {
        return;
    };
    let mut pointers = vec![String::new()];
    find(document, "", &mut pointers);
    for pointer in pointers {
        let reading = JsonSchema::new(document).at(&pointer);
        for reading in [reading.clone(), reading.map_to_dynamic()] {
            if let Ok(mapping) = reading.read() {
                mapping.schema.validate().unwrap();
                use_plain(mapping, &values, bytes.len() as u64);
            }
        }
    }
});
