//! Errors from the reader for `terraform providers schema -json`, with their positions.

use tfvalue::schema::Schema;
use tfvalue::schema::{ProviderSchema, ProviderSchemas, json};

fn fault<T: json::Document>(text: &str) -> String {
    match json::from_slice::<T>(text.as_bytes()) {
        Ok(_) => panic!("{text} is accepted"),
        Err(error) => {
            assert!(error.position().is_some(), "{error} has no position");
            let text = error.to_string();
            text.split(" at line ").next().unwrap().to_owned()
        }
    }
}

#[test]
fn errors_have_a_path_and_a_position() {
    let block = |inside: &str| format!(r#"{{"version":0,"block":{{{inside}}}}}"#);
    for (inside, expected) in [
        (
            r#""attributes":{"a":{"type":"text"}}"#,
            r#"block.attributes.a.type: unknown type "text""#,
        ),
        (
            r#""attributes":{"a":{"optional":true}}"#,
            "block.attributes.a.type: the attribute is missing",
        ),
        (
            r#""attributes":{"a":{"type":"bool","nested_type":{"nesting_mode":"single"}}}"#,
            "block.attributes.a: only one of type and nested_type is allowed",
        ),
        (
            r#""attributes":{"a":{"type":"bool","type":"bool"}}"#,
            r#"block.attributes.a: duplicate key "type""#,
        ),
        (
            r#""attributes":{"a":{"type":"bool"},"a":{"type":"bool"}}"#,
            r#"block.attributes: duplicate key "a""#,
        ),
        (
            r#""block_types":{"b":{"nesting_mode":"heap","block":{}}}"#,
            r#"block.block_types.b.nesting_mode: one of "single", "group", "list", "set", "map" is required, got "heap""#,
        ),
        (
            r#""deprecated":1"#,
            "block.deprecated: a bool is required, got a number",
        ),
    ] {
        assert_eq!(fault::<Schema>(&block(inside)), expected);
    }
    assert_eq!(
        fault::<Schema>(r#"{"version":0}"#),
        "block: the attribute is missing"
    );
    assert_eq!(
        fault::<ProviderSchemas>(r#"{"format_version":"2.0"}"#),
        r#"format_version: a format version from 0.1 to 1.x is required, got "2.0""#
    );
    assert_eq!(
        fault::<ProviderSchemas>(
            r#"{"format_version":"1.0","provider_schemas":{"a/b":{"functions":{"f":{}}}}}"#
        ),
        r#"provider_schemas["a/b"].functions["f"].return_type: the attribute is missing"#
    );
    assert!(fault::<Schema>(r#"{"block":{}} 1"#).starts_with("trailing characters"));
    assert!(fault::<Schema>(r#"{"block":"#).starts_with("block: the input ends within the value"));
}

#[test]
fn writes_all_members() {
    let text = r#"{"provider":{"version":0},
        "action_schemas":{"a":{"block":{"description_kind":"plain"}}},
        "state_store_schemas":{"s":{"version":0,"block":{"description_kind":"plain"}}},
        "list_resource_schemas":{"l":{"version":0,"block":{"description_kind":"plain",
            "deprecated":true,"deprecation_message":"gone",
            "block_types":{"b":{"nesting_mode":"list","min_items":1,"max_items":2,
                "block":{"description_kind":"markdown"}}}}}},
        "functions":{"f":{"return_type":["list","string"],"deprecation_message":"old",
            "parameters":[{"name":"p","is_nullable":true,"type":"dynamic"}],
            "variadic_parameter":{"name":"v","description":"d","type":"number"}}},
        "resource_identity_schemas":{"r":{"version":1,"attributes":{
            "a":{"type":"string","required_for_import":true},
            "b":{"type":["list","bool"],"description":"d","optional_for_import":true}}}}}"#;
    let provider: ProviderSchema = json::from_slice(text.as_bytes()).unwrap();
    assert_eq!(provider.provider, None);
    let written = json::to_vec(&provider).unwrap();
    let same = |json: &[u8]| serde_json::from_slice::<serde_json::Value>(json).unwrap();
    assert_eq!(same(&written), same(text.as_bytes()));
    let pretty = json::to_string_pretty(&provider).unwrap();
    assert_eq!(
        json::from_reader::<_, ProviderSchema>(pretty.as_bytes()).unwrap(),
        provider
    );
    let mut buffer = Vec::new();
    json::to_writer(&mut buffer, &provider).unwrap();
    assert_eq!(buffer, written);
}
