//! Schemas from JSON Schemas.

mod choices;
mod definitions;
mod descriptions;
mod faults;
mod hostile;
mod losses;

use serde_json::Value as Json;
use tfvalue::{Error, Path};
use tfvalue_json_schema::{JsonSchema, Mapping};
use tfvalue_tests::json_schemas::{self, Document};

fn read(document: &Document) -> Mapping {
    let read = JsonSchema::new(&document.json).at(&document.pointer).read();
    read.unwrap_or_else(|error| panic!("{}: {error}", document.name))
}

fn faults(json: &Json) -> Vec<String> {
    let error = JsonSchema::new(json).read().unwrap_err();
    error.faults().map(Error::to_string).collect()
}

/// Returns the type of an attribute, as JSON.
fn ty(mapping: &Mapping, path: &'static str) -> String {
    let mut ty = mapping.schema.implied_type();
    for step in Path::from(path).steps() {
        let tfvalue::paths::Step::Attribute(name) = step else {
            panic!("{path}: a path of attributes is required");
        };
        while let tfvalue::Type::List(element)
        | tfvalue::Type::Set(element)
        | tfvalue::Type::Map(element) = ty
        {
            ty = (*element).clone();
        }
        let tfvalue::Type::Object(object) = ty else {
            panic!("{path}: no object");
        };
        ty = object
            .get(name)
            .unwrap_or_else(|| panic!("{path}: missing"))
            .ty
            .clone();
    }
    ty.to_json()
}

/// Returns the rules for an attribute, in their debug format.
fn rules(mapping: &Mapping, path: &str) -> String {
    let rules = mapping.rules.get(path);
    rules.map_or_else(String::new, |rules| format!("{rules:?}"))
}

#[test]
fn every_open_api_document_is_read() {
    let mut attributes = 0;
    for document in json_schemas::open_api() {
        let mapping = read(&document);
        mapping.schema.validate().unwrap();
        attributes += mapping.schema.block.attributes.len();
        assert_eq!(
            mapping.notes.len(),
            usize::from(document.name == "enclosure")
        );
    }
    assert!(attributes > 40, "{attributes}");
}

/// Each generated document produces a schema that Terraform accepts, or errors that point to a place in the document.
#[test]
fn generated_schemas_are_valid_or_errors_with_a_place() {
    let (mut valid, mut dynamic) = (0, 0);
    for seed in 0..200 {
        let document = json_schemas::generated(seed);
        let reading = JsonSchema::new(&document.json);
        for (reading, count) in [
            (reading.clone(), &mut valid),
            (reading.map_to_dynamic(), &mut dynamic),
        ] {
            match reading.read() {
                Ok(mapping) => {
                    mapping.schema.validate().unwrap();
                    *count += 1;
                }
                Err(error) => {
                    for fault in error.faults() {
                        let pointer = fault.path().to_string();
                        let pointer = pointer.strip_prefix('#').expect("a pointer");
                        assert!(document.json.pointer(pointer).is_some(), "{seed}: {fault}");
                        assert!(!fault.message().is_empty());
                    }
                }
            }
        }
    }
    // Both kinds of results occur.
    assert!(
        valid > 30 && valid < dynamic && dynamic < 200,
        "{valid} {dynamic}"
    );
}
