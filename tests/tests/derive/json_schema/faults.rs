//! Documents with faults.

use serde_json::{Value as Json, json};
use tfvalue_json_schema::JsonSchema;

use super::{faults, rules};

/// Returns the faults of the schema of one property.
fn of_property(schema: &Json) -> Vec<String> {
    let document =
        json!({"type": "object", "properties": {"p": schema}, "$defs": {"S": {"type": "string"}}});
    let faults = faults(&document);
    faults
        .iter()
        .map(|fault| fault.replace("#/properties/p", "P"))
        .collect()
}

#[test]
fn all_faults_are_reported_at_their_places() {
    let document = json!({
        "type": "object",
        "required": ["a", 1],
        "properties": {
            "a": {"type": "text"},
            "b/c": {"type": "string", "pattern": 5, "minLength": -1},
            "d": {"$ref": "other.json"},
            "e": {"$ref": "#/$defs/E"},
            "f": {"type": "array", "items": {"type": "number", "minimum": "1"}},
            "g": 7,
            "h": {"type": "object", "properties": []},
        },
    });
    assert_eq!(
        faults(&document),
        [
            "#/required: an array of strings is required, got a number",
            "#/properties/a/type: a type of JSON Schema is required, got a string",
            "#/properties/b~1c/minLength: a whole number is required, got -1",
            "#/properties/b~1c/pattern: a string is required, got a number",
            "#/properties/d/$ref: a reference within the document is required, got \"other.json\"",
            "#/properties/e/$ref: the document has no \"#/$defs/E\"",
            "#/properties/f/items/minimum: a number is required, got a string",
            "#/properties/g: an object or a bool is required, got a number",
            "#/properties/h/properties: an object is required, got an array",
        ]
    );
}

/// Previously, the parts of a schema with a discriminator were collected twice.
#[test]
fn faults_next_to_a_discriminator_are_reported_once() {
    let schema = json!({
        "discriminator": {"propertyName": "kind"},
        "properties": {"kind": {"type": "string"}},
        "allOf": [{"$ref": "#/$defs/Missing"}],
    });
    assert_eq!(
        of_property(&schema),
        [r##"P/allOf/0/$ref: the document has no "#/$defs/Missing""##]
    );
}

#[test]
fn contradictions_are_errors() {
    for (schema, expected) in [
        (
            json!({"allOf": [{"type": "string"}, {"type": "integer"}]}),
            "P: the types of the schemas exclude each other",
        ),
        (
            json!({"allOf": [{"enum": ["a"]}, {"enum": ["b", null]}]}),
            "P: the type and the allowed values of the schemas exclude each other",
        ),
        (
            json!({"type": "string", "enum": [1, 2]}),
            "P: the type and the allowed values of the schemas exclude each other",
        ),
        (
            json!({"allOf": [{"type": "integer", "minimum": 5}, {"maximum": 5, "exclusiveMaximum": true}]}),
            "P: the minimum is greater than the maximum",
        ),
        (
            json!({"type": "string", "minLength": 3, "maxLength": 2}),
            "P: the minimum length is greater than the maximum length",
        ),
        (
            json!({"type": "string", "readOnly": true, "writeOnly": true}),
            "P: readOnly and writeOnly exclude each other",
        ),
    ] {
        assert_eq!(of_property(&schema), [expected]);
    }
}

#[test]
fn what_terraform_has_no_type_for_is_named() {
    let named = |what: &str| format!("P: Terraform has no type for {what}");
    let string = json!({"type": "string"});
    for (schema, what) in [
        (
            json!({"type": "object", "properties": {"a": string}, "additionalProperties": string}),
            "members of any name next to properties",
        ),
        (
            json!({"type": "object", "patternProperties": {"a": string, "b": string}}),
            "members of several patterns of names",
        ),
        (
            json!({"type": "array", "prefixItems": [string], "items": string}),
            "an array that continues after prefixItems",
        ),
        (
            json!({"type": "array", "items": {}}),
            "elements that can be of any type",
        ),
        (
            json!({"type": "array", "items": {"type": "array", "items": {"properties": {"a": {"type": "string", "writeOnly": true}}}}}),
            "lists of lists with secrets",
        ),
    ] {
        assert_eq!(of_property(&schema), [named(what)]);
        let document = json!({"properties": {"p": schema}});
        let mapping = JsonSchema::new(&document).map_to_dynamic().read().unwrap();
        assert_eq!(
            mapping.schema.implied_type().to_json(),
            r#"["object",{"p":"dynamic"}]"#
        );
        assert_eq!(mapping.notes.len(), 1);
        assert!(mapping.notes[0].message.ends_with(what));
        assert!(mapping.rules.is_empty());
    }
}

#[test]
fn types_of_elements_and_rules_for_them() {
    let document = json!({
        "properties": {
            "matrix": {"type": "array", "items": {"type": "array", "items": {"properties": {"x": {"type": "integer"}}}}},
            "pair": {"prefixItems": [{"type": "string"}, {"type": "boolean"}], "items": false},
            "byKey": {
                "additionalProperties": {"type": "array", "items": {"type": "string", "minLength": 2}, "maxItems": 3},
                "propertyNames": {"pattern": "^[a-z]"},
            },
            "byPattern": {"patternProperties": {"^x-": {"type": "number"}}, "additionalProperties": false},
            "secrets": {"type": "array", "uniqueItems": true, "items": {"properties": {"k": {"type": "string", "writeOnly": true}}}},
            "other": {"type": "boolean", "minLength": 1, "pattern": "x", "minimum": 2, "maxItems": 3},
            "fixed": {
                "type": "object",
                "properties": {"zone": {"type": "string"}},
                "x-kubernetes-validations": [{"rule": "self == oldSelf"}],
            },
            "never": false,
            "any": true,
            "empty": {"type": "object", "additionalProperties": false},
            "when": {"type": "string", "if": {"minLength": 3}, "then": {"pattern": "x"}},
            "card": {"properties": {"number": {"type": "string"}, "code": {"type": "string"}}, "dependentRequired": {"number": ["code"]}},
            "anchored": {"$ref": "#name"},
            "encoded": {"$ref": "#/%24defs/a~1b"},
        },
        "$defs": {"N": {"$anchor": "name", "type": "string", "const": "c"}, "a/b": {"type": "boolean"}},
    });
    let mapping = JsonSchema::new(&document).read().unwrap();
    let ty = |name: &str| {
        mapping
            .schema
            .block
            .attribute(name)
            .unwrap()
            .implied_type()
            .to_json()
    };
    assert_eq!(
        ty("matrix"),
        r#"["list",["list",["object",{"x":"number"}]]]"#
    );
    assert_eq!(ty("pair"), r#"["tuple",["string","bool"]]"#);
    assert_eq!(ty("by_key"), r#"["map",["list","string"]]"#);
    assert_eq!(ty("by_pattern"), r#"["map","number"]"#);
    assert_eq!(ty("secrets"), r#"["list",["object",{"k":"string"}]]"#);
    assert_eq!(ty("any"), r#""dynamic""#);
    assert_eq!(ty("empty"), r#"["object",{}]"#);
    assert_eq!(ty("encoded"), r#""bool""#);
    assert!(mapping.schema.block.attribute("never").is_none());
    assert_eq!(
        rules(&mapping, "by_key"),
        "Rules { each: { length: at most 3 parts, each: { length: at least 2 parts } }, keys: { regex: ^[a-z] } }"
    );
    assert_eq!(rules(&mapping, "other"), "");
    assert_eq!(rules(&mapping, "fixed"), "Rules { replace: true }");
    assert_eq!(
        rules(&mapping, "by_pattern"),
        "Rules { keys: { regex: ^x- } }"
    );
    assert_eq!(
        rules(&mapping, "card.number"),
        "Rules { required_with: code }"
    );
    assert_eq!(
        rules(&mapping, "anchored"),
        r#"Rules { default: "c", one_of: "c" }"#
    );
    let notes: Vec<_> = mapping.notes.iter().map(|note| &*note.pointer).collect();
    assert_eq!(
        notes,
        [
            "#/properties/matrix",
            "#/properties/secrets/uniqueItems",
            "#/properties/when/if"
        ]
    );
    for json in [
        json!({"byKey": {"a": ["bc"]}, "pair": ["x", true], "any": [1, "a"]}),
        json!({"matrix": [[{"x": 1}], []]}),
    ] {
        let value = mapping.plain.read(&json).unwrap();
        assert_eq!(mapping.plain.write(&value).unwrap(), json);
    }
}
