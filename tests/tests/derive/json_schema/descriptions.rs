//! Descriptions of resources that are created from JSON Schemas.

use serde_json::{Value as Json, json};
use tfvalue::provider::{Context, Description, DynamicResource, Provider};
use tfvalue::{Diagnostics, Value};
use tfvalue_json_schema::{JsonSchema, Mapping};
use tfvalue_testing::{Harness, Outcome};
use tfvalue_tests::no_config::NoConfig;

use super::{rules, ty};

/// A resource from a document, which returns the values that it receives.
struct Described(Mapping);

impl DynamicResource for Described {
    type Client = ();

    fn describe(&self) -> Description {
        Description::from(&self.0)
    }

    async fn create(&self, plan: Value, _: &mut Context<()>) -> Result<Value, Diagnostics> {
        Ok(plan.unknown_to_null()?)
    }

    async fn read(&self, state: Value, _: &mut Context<()>) -> Result<Option<Value>, Diagnostics> {
        Ok(Some(state))
    }

    async fn update(
        &self,
        _: Value,
        plan: Value,
        _: &mut Context<()>,
    ) -> Result<Value, Diagnostics> {
        Ok(plan.unknown_to_null()?)
    }

    async fn delete(&self, _: Value, _: &mut Context<()>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

fn read(document: &Json) -> Mapping {
    let mapping = JsonSchema::new(document).read();
    mapping.unwrap_or_else(|error| panic!("{error}\n{document}"))
}

#[track_caller]
fn served(mapping: &Mapping) -> Harness<()> {
    let resource = Described(mapping.clone());
    let provider = Provider::new::<NoConfig>("x").dynamic_resource("y", resource);
    if let Err(error) = provider.schemas() {
        panic!("{error}");
    }
    let harness = Harness::new(provider);
    harness.configure("{}").succeeds();
    harness
}

fn apply(harness: &Harness<()>, config: &Json) -> Outcome {
    harness.resource("x_y").apply(config.to_string())
}

/// Previously, the rule of each attribute contained all allowed values, and descriptions with values that do not belong
/// to the attribute were rejected.
#[test]
fn allowed_values_of_several_types() {
    let document = json!({"type": "object", "properties": {
        "several": {"type": ["string", "integer"], "enum": ["a", 1]},
        "number": {"type": ["string", "number"], "enum": [1, 2.5]},
        "any": {"enum": ["a", 1, true]},
        "port": {"x-kubernetes-int-or-string": true, "enum": ["http", 80]},
        "limits": {"type": "array", "items": {"x-kubernetes-int-or-string": true, "enum": [1, "max"]}},
        "forms": {
            "oneOf": [{"enum": ["a"]}, {"enum": ["b"]}],
            "anyOf": [{"title": "text", "type": "string"}, {"title": "flag", "type": "boolean"}],
        },
        "named": {
            "additionalProperties": {"type": "string"},
            "propertyNames": {"enum": ["a", 1]},
        },
    }});
    let mapping = read(&document);
    assert_eq!(ty(&mapping, "number"), r#""number""#);
    assert_eq!(
        rules(&mapping, "several.string"),
        r#"Rules { one_of: "a" }"#
    );
    assert_eq!(
        rules(&mapping, "several.number"),
        "Rules { one_of: 1, exactly_one_of: string, check: a function }"
    );
    assert_eq!(rules(&mapping, "any"), "Rules { check: a function }");
    assert_eq!(
        rules(&mapping, "port"),
        r#"Rules { one_of: "http" or "80" }"#
    );
    assert_eq!(
        rules(&mapping, "limits"),
        r#"Rules { each: { one_of: "1" or "max" } }"#
    );
    assert_eq!(
        rules(&mapping, "named"),
        r#"Rules { keys: { one_of: "a" } }"#
    );
    let notes: Vec<_> = mapping.notes.iter().map(|note| &*note.pointer).collect();
    assert_eq!(notes, ["#/properties/forms/oneOf"]);

    let harness = served(&mapping);
    for config in [
        json!({"several": {"string": "a"}, "number": 2.5, "any": 1, "port": "80", "limits": ["1"]}),
        json!({"several": {"number": 1}, "any": "a", "port": "http", "named": {"a": "x"}}),
        json!({"any": true, "forms": {"text": "a"}}),
    ] {
        apply(&harness, &config).created();
    }
    for (path, config, expected) in [
        (
            "several.string",
            json!({"several": {"string": "b"}}),
            r#""a" is required"#,
        ),
        (
            "several.number",
            json!({"several": {"number": 2}}),
            "1 is required",
        ),
        (
            "number",
            json!({"number": 3}),
            "one of 1 or 2.5 is required",
        ),
        (
            "any",
            json!({"any": 2}),
            r#"one of "a", 1 or true is required, got 2"#,
        ),
        (
            "port",
            json!({"port": "81"}),
            r#"one of "http" or "80" is required"#,
        ),
    ] {
        apply(&harness, &config).fails(path, expected);
    }
}

/// Previously, rules were rejected if they follow from other rules, or if they refer to members that are always or
/// never set.
#[test]
fn relations_without_effect() {
    let string = json!({"type": "string"});
    let members = json!({
        "a": string, "b": string, "c": string, "id": string,
        "set": {"type": "string", "readOnly": true},
    });
    let need = |name: &str| json!({"required": [name]});
    for (schema, config, fault) in [
        (
            json!({"oneOf": [need("a"), need("b")], "not": {"required": ["a", "b"]}}),
            json!({"id": "x", "a": "y"}),
            Some((
                json!({"id": "x", "a": "y", "b": "z"}),
                "a",
                "conflicts with `b`",
            )),
        ),
        (
            json!({"dependentRequired": {"a": ["id", "b", "b", "a", "set"]}}),
            json!({"id": "x", "a": "y", "b": "z"}),
            Some((json!({"id": "x", "a": "y"}), "a", "requires `b`")),
        ),
        (
            json!({"not": {"required": ["a", "id"]}}),
            json!({"id": "x"}),
            Some((json!({"id": "x", "a": "y"}), "a", "conflicts with `id`")),
        ),
        (
            json!({"allOf": [{"not": {"required": ["a", "b"]}}, {"dependentRequired": {"a": ["b"]}}]}),
            json!({"id": "x", "b": "y"}),
            Some((
                json!({"id": "x", "a": "y", "b": "z"}),
                "a",
                "conflicts with `b`",
            )),
        ),
        (
            json!({"anyOf": [need("id"), need("a")]}),
            json!({"id": "x"}),
            None,
        ),
        (
            json!({"oneOf": [need("id"), need("a")]}),
            json!({"id": "x"}),
            Some((json!({"id": "x", "a": "y"}), "id", "exactly one of")),
        ),
    ] {
        let mut document = json!({"type": "object", "required": ["id"], "properties": members});
        document
            .as_object_mut()
            .unwrap()
            .extend(schema.as_object().unwrap().clone());
        let mapping = read(&document);
        assert_eq!(mapping.notes, []);
        let harness = served(&mapping);
        apply(&harness, &config).created();
        if let Some((config, path, expected)) = fault {
            apply(&harness, &config).fails(path, expected);
        }
    }
    for schema in [
        json!({"oneOf": [need("a"), need("set")]}),
        json!({"anyOf": [need("set"), need("a"), need("b")]}),
        json!({"oneOf": [need("a"), need("a")]}),
        json!({"not": {"required": ["a", "a"]}}),
    ] {
        let mut document = json!({"type": "object", "properties": members});
        document
            .as_object_mut()
            .unwrap()
            .extend(schema.as_object().unwrap().clone());
        let mapping = read(&document);
        assert!(mapping.rules.is_empty(), "{schema}");
        assert_eq!(mapping.notes.len(), 1, "{schema}");
        assert_eq!(mapping.notes[0].message, "only the service checks this");
        apply(&served(&mapping), &json!({"id": "x"})).created();
    }
}

/// Previously, if an attribute had several rules of the same kind, only the last rule was applied.
#[test]
fn several_rules_of_one_kind() {
    let string = json!({"type": "string"});
    let need = |name: &str| json!({"required": [name]});
    let group = |names: [&str; 2]| json!({"oneOf": names.map(need)});
    let any = |names: [&str; 2]| json!({"anyOf": names.map(need)});
    let no = |names: [&str; 2]| json!({"not": {"required": names}});
    let document = json!({
        "type": "object",
        "properties": {
            "both": {"type": "string", "allOf": [{"pattern": "^a"}, {"pattern": "z$"}, {"pattern": "b"}]},
            "few": {"allOf": [
                {"oneOf": [{"const": "a"}, {"const": "b"}]},
                {"oneOf": [{"const": "b"}, {"const": "c"}]},
            ]},
            "keyed": {
                "patternProperties": {"^a": string},
                "propertyNames": {"pattern": "z$", "maxLength": 3},
            },
            "pairs": {
                "properties": {"a": string, "b": string, "c": string},
                "allOf": [no(["a", "b"]), no(["a", "c"])],
            },
            "needs": {
                "properties": {"a": string, "b": string, "c": string},
                "allOf": [{"dependentRequired": {"a": ["b"]}}, {"dependentRequired": {"a": ["c"]}}],
            },
            "one": {
                "properties": {"a": string, "b": string, "c": string},
                "allOf": [group(["a", "b"]), group(["a", "c"])],
            },
            "any": {
                "properties": {"a": string, "b": string, "c": string},
                "allOf": [any(["a", "b"]), any(["a", "c"])],
            },
            "long": {"type": "string", "maxLength": u64::MAX},
        },
    });
    let mapping = read(&document);
    let notes: Vec<_> = mapping.notes.iter().map(|note| &*note.pointer).collect();
    assert_eq!(notes, ["#/properties/keyed/patternProperties/^a"]);
    let harness = served(&mapping);
    for config in [
        json!({"both": "abz", "few": "b", "keyed": {"abz": "x"}, "long": "x"}),
        json!({"pairs": {"a": "x"}, "needs": {"a": "x", "b": "x", "c": "x"}}),
        json!({"one": {"a": "x"}, "any": {"b": "x", "c": "x"}}),
        json!({"one": {"b": "x", "c": "x"}, "pairs": {"b": "x", "c": "x"}}),
    ] {
        apply(&harness, &config).created();
    }
    for (path, config, expected) in [
        ("both", json!({"both": "xbz"}), "matches `^a`"),
        ("both", json!({"both": "abx"}), "matches `z$`"),
        ("both", json!({"both": "az"}), "matches `b`"),
        (
            "few",
            json!({"few": "a"}),
            r#"one of "b" or "c" is required, got "a""#,
        ),
        (
            "few",
            json!({"few": "c"}),
            r#"one of "a" or "b" is required"#,
        ),
        (
            r#"keyed["bz"]"#,
            json!({"keyed": {"az": "x", "bz": "x"}}),
            "matches `^a`",
        ),
        (
            r#"keyed["ab"]"#,
            json!({"keyed": {"ab": "x"}}),
            "matches `z$`",
        ),
        (
            "pairs.a",
            json!({"pairs": {"a": "x", "b": "x"}}),
            "conflicts with `b`",
        ),
        (
            "pairs.a",
            json!({"pairs": {"a": "x", "c": "x"}}),
            "conflicts with `c`",
        ),
        (
            "needs.a",
            json!({"needs": {"a": "x", "c": "x"}}),
            "requires `b`",
        ),
        (
            "needs.a",
            json!({"needs": {"a": "x", "b": "x"}}),
            "requires `c`",
        ),
        ("one.a", json!({"one": {"c": "x"}}), "exactly one of"),
        ("one.c", json!({"one": {"b": "x"}}), "exactly one of"),
        ("any.a", json!({"any": {"c": "x"}}), "at least one of"),
        ("any.c", json!({"any": {"b": "x"}}), "at least one of"),
    ] {
        apply(&harness, &config).fails(path, expected);
    }
    // There is no member for the third group.
    let document = json!({
        "properties": {"a": string, "b": string},
        "allOf": [group(["a", "b"]), group(["b", "a"]), group(["a", "b"])],
    });
    let mapping = read(&document);
    assert_eq!(mapping.rules.len(), 2);
    let notes: Vec<_> = mapping.notes.iter().map(|note| &*note.pointer).collect();
    assert_eq!(notes, ["#/allOf/2/oneOf"]);
}

/// Previously, a rule about changes to an element made the description invalid.
#[test]
fn elements_that_cannot_change() {
    let kept = json!([{"rule": "self == oldSelf"}]);
    let document = json!({"properties": {
        "names": {"type": "array", "items": {"type": "string", "maxLength": 3, "x-kubernetes-validations": kept}},
        "ports": {"type": "array", "items": {
            "x-kubernetes-validations": kept,
            "properties": {"number": {"type": "integer", "x-kubernetes-validations": kept}},
        }},
        "matrix": {"type": "array", "items": {
            "type": "array",
            "x-kubernetes-list-type": "map",
            "x-kubernetes-list-map-keys": ["a"],
            "items": {"properties": {"a": {"type": "string"}}},
        }},
        "whole": {"type": "array", "items": {"type": "string"}, "x-kubernetes-validations": kept},
    }});
    let mapping = read(&document);
    let notes: Vec<_> = mapping.notes.iter().map(|note| &*note.pointer).collect();
    assert_eq!(
        notes,
        [
            "#/properties/matrix",
            "#/properties/names",
            "#/properties/ports"
        ]
    );
    assert_eq!(rules(&mapping, "whole"), "Rules { replace: true }");
    let harness = served(&mapping);
    let config = json!({"names": ["abc"], "ports": [{"number": 1}], "matrix": [[{"a": "x"}]]});
    apply(&harness, &config).created();
    let config = json!({"names": ["abcd"]});
    apply(&harness, &config).fails("names[0]", "at most 3 characters");
}

#[test]
fn whole_numbers_and_multiples() {
    let mapping = read(&json!({"properties": {
        "whole": {"type": "integer"},
        "even": {"type": "integer", "multipleOf": 2},
        "step": {"type": "array", "items": {"type": "number", "multipleOf": 0.1}},
    }}));
    let harness = served(&mapping);
    apply(&harness, &json!({"whole": 1, "even": 4, "step": [0.3, -2]})).created();
    for (path, config, expected) in [
        (
            "whole",
            json!({"whole": 1.5}),
            "a whole number is required, got 1.5",
        ),
        (
            "even",
            json!({"even": 3}),
            "a multiple of 2 is required, got 3",
        ),
        (
            "step[1]",
            json!({"step": [1, 0.35]}),
            "a multiple of 0.1 is required, got 0.35",
        ),
    ] {
        apply(&harness, &config).fails(path, expected);
    }
}
