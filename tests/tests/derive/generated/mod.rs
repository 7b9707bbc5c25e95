//! Structs that the command `schema generate --structs` writes have the schemas that they were generated from.
//!
//! Run this test with `GENERATE=1` to regenerate the files.

// The lines are as long as the lines of the generated descriptions.
#[rustfmt::skip]
#[allow(clippy::doc_markdown, unreachable_pub)]
mod odd;
#[rustfmt::skip]
#[allow(clippy::doc_markdown, dead_code, unreachable_pub)] // a provider reads the arguments of functions
mod probe;

use std::fs;

use tfvalue::schema::{ProviderSchema, ProviderSchemas, json};
use tfvalue_cli::schema::generate::{Selection, models, select};
use tfvalue_cli::{Status, Streams};
use tfvalue_tests::{announced::announced, dynamic_elements};

const ODD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/generate/odd.json");
const PROBE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/data/captures/providers_schema.json"
);

/// Runs the command. Fails with the command's error.
fn run(arguments: &[&str]) -> Result<String, String> {
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let streams = Streams {
        input: &mut std::io::empty(),
        output: &mut output,
        errors: &mut errors,
    };
    let all = ["tfvalue", "schema", "generate", "--structs"];
    let all = all.iter().chain(arguments);
    match tfvalue_cli::run(all.map(Into::into), streams) {
        Status::Fine => Ok(String::from_utf8(output).unwrap()),
        _ => Err(String::from_utf8(errors).unwrap()),
    }
}

/// Reads the schemas of a file, without the parts that structs do not represent.
fn provider(path: &str) -> ProviderSchema {
    let schemas: ProviderSchemas = json::from_slice(&fs::read(path).unwrap()).unwrap();
    let (_, provider) = select(schemas, &Selection::default()).unwrap();
    announced(dynamic_elements::removed(provider))
}

/// Writes the file without lists, sets and maps of dynamic values, and returns the path.
fn without_dynamic_elements(path: &str) -> String {
    let mut schemas: ProviderSchemas = json::from_slice(&fs::read(path).unwrap()).unwrap();
    let providers = std::mem::take(&mut schemas.provider_schemas).into_iter();
    schemas.provider_schemas = providers
        .map(|(name, provider)| (name, dynamic_elements::removed(provider)))
        .collect();
    let path = concat!(
        env!("CARGO_TARGET_TMPDIR"),
        "/probe_without_dynamic_elements.json"
    );
    fs::write(path, json::to_string(&schemas).unwrap()).unwrap();
    path.to_owned()
}

#[test]
fn files_are_up_to_date() {
    let traits = ["--derive=Clone", "--derive=Default", "--derive=PartialEq"];
    for (schema, traits, file, text) in [
        (
            ODD.to_owned(),
            &traits[..],
            "odd.rs",
            include_str!("odd.rs"),
        ),
        (
            without_dynamic_elements(PROBE),
            &[],
            "probe.rs",
            include_str!("probe.rs"),
        ),
    ] {
        let arguments: Vec<_> = [&*schema].iter().chain(traits).copied().collect();
        let written = run(&arguments).unwrap();
        if std::env::var_os("GENERATE").is_some() {
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/derive/generated");
            fs::write(format!("{folder}/{file}"), written).unwrap();
        } else {
            assert!(
                written == text,
                "{file} is out of date: run this test with GENERATE=1"
            );
        }
    }
}

#[test]
fn structs_have_the_same_schemas() {
    assert_eq!(announced(odd::schemas()), provider(ODD));
    let captured = provider(PROBE);
    assert!(captured.resource_schemas.contains_key("probe_thing"));
    assert_eq!(announced(probe::schemas()), captured);
}

#[test]
fn writes_selected_schemas() {
    let run = |rest: &[&str]| run(&[&[ODD], rest].concat());
    let data = run(&["--data", "set", "--provider=odd"]).unwrap();
    assert!(data.contains("pub struct SetData {"));
    assert!(!data.contains("Resource `set`"));
    for (arguments, expected) in [
        (&["--data=x"][..], r#"the provider has no data source "x""#),
        (
            &["--provider", "dd"],
            r#"unknown provider; the file has ["example.com/odd/odd"]"#,
        ),
        (&["--derive=Eq"], "[possible values: "),
    ] {
        let error = run(arguments).unwrap_err();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn rejects_invalid_schemas() {
    let fault = |block: &str| {
        let text = format!(r#"{{"resource_schemas":{{"r":{{"block":{block}}}}}}}"#);
        models("p", &json::from_slice(text.as_bytes()).unwrap(), &[]).unwrap_err()
    };
    assert_eq!(
        fault(r#"{"attributes":{"a":{"type":"bool"}}}"#),
        "Resource `r`: a: one of required, optional and computed is required"
    );
    assert_eq!(
        fault(r#"{"block_types":{"b":{"nesting_mode":"single","min_items":1,"block":{}}}}"#),
        "Resource `r`: b: 1 to 0 blocks are not possible with this nesting mode"
    );
    let dynamic = r#"{"attributes":{"d":{"type":"dynamic","optional":true}}}"#;
    for (block, name) in [
        (
            r#"{"attributes":{"a":{"type":["list","dynamic"],"optional":true}}}"#.to_owned(),
            "a",
        ),
        (
            format!(r#"{{"block_types":{{"b":{{"nesting_mode":"list","block":{dynamic}}}}}}}"#),
            "b",
        ),
        (
            r#"{"attributes":{"n":{"nested_type":{"nesting_mode":"map","attributes":{"d":{"type":"dynamic","optional":true}}},"optional":true}}}"#.to_owned(),
            "n",
        ),
    ] {
        let expected = "a list, set or map of dynamic values is not supported";
        assert_eq!(fault(&block), format!("Resource `r`: {name}: {expected}"));
    }
    let single =
        format!(r#"{{"block_types":{{"b":{{"nesting_mode":"single","block":{dynamic}}}}}}}"#);
    let text = format!(r#"{{"resource_schemas":{{"r":{{"block":{single}}}}}}}"#);
    let structs = models("p", &json::from_slice(text.as_bytes()).unwrap(), &[]).unwrap();
    assert!(structs.contains("pub d: Dynamic,"), "{structs}");
}
