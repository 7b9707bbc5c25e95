//! Reads JSON Schemas: either random schemas with JSON values that must be unchanged after a round trip, or the schemas
//! in documents.
//!
//! `json_schemas --cases 100000 --seed 1` generates schemas together with JSON values. `json_schemas FILE...` reads
//! each schema in OpenAPI documents and in Kubernetes definitions, and prints the parts that cannot be mapped.
//! `json_schemas --print 10` prints random schemas with their JSON values, one pair per line, for a validator in
//! another language.

use std::process::ExitCode;
use std::{env, fs};

use serde_json::{Value as Json, json};
use tfvalue_json_schema::JsonSchema;
use tfvalue_tests::arguments;
use tfvalue_tests::json_schemas::pairs::{self, Pair};

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let failed = if arguments
        .first()
        .is_some_and(|first| !first.starts_with("--"))
    {
        arguments.iter().map(|file| documents(file)).sum()
    } else {
        let options = [("--cases", 10_000), ("--seed", 1), ("--print", 0)];
        match arguments::numbers("json_schemas", options, arguments.into_iter()) {
            Ok([cases, seed, print]) => random(cases, seed, print),
            Err(error) => {
                eprintln!("{error}");
                return ExitCode::from(2);
            }
        }
    };
    ExitCode::from(u8::from(failed > 0))
}

/// Checks random pairs, and returns the number of pairs that change without a note.
fn random(cases: u64, seed: u64, print: u64) -> usize {
    for case in 0..print {
        let Pair { document, json } = pairs::pair(seed, case);
        println!("{}", json!([document, json]));
    }
    if print > 0 {
        return 0;
    }
    let (mut failed, mut noted) = (0, 0);
    for case in 0..cases {
        match pairs::check(&pairs::pair(seed, case)) {
            Ok(notes) => noted += usize::from(notes > 0),
            Err(error) => {
                failed += 1;
                if failed <= 20 {
                    println!("case {case}: {error}");
                }
            }
        }
    }
    println!("{cases} cases, {noted} with notes, {failed} failed");
    failed
}

/// Reads all schemas in a document, and returns the number of schemas that cannot be read.
fn documents(file: &str) -> usize {
    let text = fs::read_to_string(file).expect("a file");
    let mut document: Json = serde_json::from_str(&text).expect("a JSON document");
    let mut pointers = Vec::new();
    let names = |json: Option<&Json>| -> Vec<String> {
        json.and_then(Json::as_object)
            .map(|members| members.keys().cloned().collect())
            .unwrap_or_default()
    };
    for place in ["/components/schemas", "/definitions", "/$defs"] {
        for name in names(document.pointer(place)) {
            let name = name.replace('~', "~0").replace('/', "~1");
            pointers.push(format!("{place}/{name}"));
        }
    }
    let versions = document.pointer("/spec/versions").and_then(Json::as_array);
    for at in 0..versions.map_or(0, Vec::len) {
        pointers.push(format!("/spec/versions/{at}/schema/openAPIV3Schema"));
    }
    // A schema that is not an object is read as a member of an object.
    let wrapped = pointers.iter().enumerate().map(|(at, pointer)| {
        let reference = json!({"$ref": format!("#{}", pointer.replace('%', "%25"))});
        (at.to_string(), json!({"properties": {"value": reference}}))
    });
    let wrapped: serde_json::Map<_, _> = wrapped.collect();
    if let Json::Object(members) = &mut document {
        members.insert("x-wrapped".to_owned(), wrapped.into());
    }
    let (mut failed, mut strict, mut notes) = (0, 0, 0);
    for (at, pointer) in pointers.iter().enumerate() {
        let reading = JsonSchema::new(&document).at(&format!("/x-wrapped/{at}"));
        if let Err(error) = reading.read() {
            strict += 1;
            for fault in error.faults().take(3) {
                println!("{pointer} (strict): {fault}");
            }
        }
        match reading.map_to_dynamic().read() {
            Ok(mapping) => notes += mapping.notes.len(),
            Err(error) => {
                failed += 1;
                println!("{pointer}: {error}");
            }
        }
    }
    println!(
        "{file}: {} schemas, {failed} failed, {notes} notes; {strict} need dynamic attributes",
        pointers.len()
    );
    failed
}
