#![no_main]
//! Reads a JSON Schema from a document, and then reads the same document as a value according to the schema.

use libfuzzer_sys::fuzz_target;
use tfvalue_json_schema::{JsonSchema, Plain};

fuzz_target!(|bytes: &[u8]| {
    let Ok(document) = serde_json::from_slice(bytes) else {
        return;
    };
    let reading = JsonSchema::new(&document);
    for reading in [reading.clone(), reading.map_to_dynamic()] {
        let Ok(mapping) = reading.read() else {
            continue;
        };
        mapping.schema.validate().unwrap();
        let plain: Plain = mapping.plain.ignore_extra();
        if let Ok(value) = plain.read(&document) {
            assert!(value.ty().conforms_to(&mapping.schema.implied_type()));
            let json = plain.write(&value).unwrap();
            _ = plain.read(&json);
        }
    }
});
