//! A value that is read and written again is unchanged, or the notes report the loss. No secret is lost.

use serde_json::{Value as Json, json};
use tfvalue_json_schema::{JsonSchema, Mapping};
use tfvalue_tests::json_schemas::pairs;

use super::{faults, rules, ty};

fn read(document: &Json) -> Mapping {
    let mapping = JsonSchema::new(document).read();
    let mapping = mapping.unwrap_or_else(|error| panic!("{error}\n{document}"));
    mapping.schema.validate().unwrap();
    mapping
}

/// Reads JSON, writes it again, and returns the value as a string.
#[track_caller]
fn kept(mapping: &Mapping, json: &Json) -> String {
    let plain = mapping.plain.clone().ignore_extra();
    let value = plain.read(json).unwrap();
    assert_eq!(&plain.write(&value).unwrap(), json);
    assert_eq!(mapping.plain.read(json).unwrap(), value);
    value.to_string()
}

fn notes(mapping: &Mapping) -> Vec<String> {
    let notes = mapping.notes.iter();
    notes
        .map(|note| format!("{}: {}", note.pointer, note.message))
        .collect()
}

#[test]
fn random_schemas_keep_their_json() {
    for case in 0..1_000 {
        if let Err(error) = pairs::check(&pairs::pair(42, case)) {
            panic!("case {case}: {error}");
        }
    }
}

/// The keywords for all types are next to each other. Previously, reading the object recursed endlessly.
#[test]
fn a_list_of_types_with_an_object() {
    let schema = json!({"type": ["boolean", "object"], "properties": {"x": {"type": "string"}}});
    let mapping = read(&json!({"type": "object", "properties": {"v": schema}}));
    assert_eq!(
        ty(&mapping, "v"),
        r#"["object",{"bool":"bool","object":["object",{"x":"string"}]}]"#
    );
    assert_eq!(
        rules(&mapping, "v.bool"),
        "Rules { exactly_one_of: object }"
    );
    assert_eq!(
        kept(&mapping, &json!({"v": {"x": "a"}})),
        r#"{ v = { bool = null, object = { x = "a" } } }"#
    );
    assert_eq!(
        kept(&mapping, &json!({"v": true})),
        "{ v = { bool = true, object = null } }"
    );

    let root = read(&schema);
    assert_eq!(
        root.schema.implied_type().to_json(),
        r#"["object",{"bool":"bool","object":["object",{"x":"string"}]}]"#
    );
    for types in [
        json!(["object", "array"]),
        json!(["object", "string", "null"]),
        json!(["array", "object", "integer", "number"]),
    ] {
        let schema = json!({
            "type": types,
            "required": ["x"],
            "properties": {"x": {"type": types, "items": {"type": types, "properties": {"y": {}}}}},
            "items": {"type": types, "properties": {"z": {"type": "string"}}},
        });
        _ = JsonSchema::new(&json!({"properties": {"v": schema}}))
            .map_to_dynamic()
            .read()
            .unwrap();
    }
}

#[test]
fn an_alternative_that_is_a_map_or_dynamic_keeps_its_members() {
    let alternatives = json!([
        {"type": "object", "additionalProperties": {"type": "string"}},
        {"type": "string", "enum": [""]},
    ]);
    let mapping =
        read(&json!({"type": "object", "properties": {"metadata": {"anyOf": alternatives}}}));
    assert_eq!(
        kept(&mapping, &json!({"metadata": {"a": "b"}})),
        r#"{ metadata = { object = { "a" = "b" }, string = null } }"#
    );
    assert_eq!(
        kept(&mapping, &json!({"metadata": ""})),
        r#"{ metadata = { object = null, string = "" } }"#
    );

    let dynamic = json!({"anyOf": [{"type": "object"}, {"type": "string"}]});
    let mapping = read(&json!({"properties": {"v": dynamic}}));
    kept(&mapping, &json!({"v": {"a": [1, "b", null]}}));
    kept(&mapping, &json!({"v": {}}));

    // Alternatives next to members of the whole schema, and alternatives within an alternative.
    let schema = json!({
        "properties": {"name": {"type": "string"}},
        "anyOf": [
            {"title": "labels", "type": "object", "additionalProperties": {"type": "string"}},
            {"title": "deep", "type": "object", "oneOf": [
                {"title": "a", "properties": {"a": {"type": "boolean"}}, "required": ["a"]},
                {"title": "b", "type": "object", "additionalProperties": {"type": "number"}},
            ]},
        ],
    });
    let mapping = read(&json!({"properties": {"v": schema}}));
    assert_eq!(
        kept(&mapping, &json!({"v": {"name": "n", "x": "y"}})),
        r#"{ v = { deep = null, labels = { "x" = "y" }, name = "n" } }"#
    );
    kept(&mapping, &json!({"v": {"name": "n", "x": 5}}));
    kept(&mapping, &json!({"v": {"name": "n", "a": true}}));
    kept(&mapping, &json!({"v": {"name": "n"}}));

    // One alternative allows anything.
    let mapping = read(&json!({"properties": {"v": {"anyOf": [{"type": "string"}, true]}}}));
    for json in [json!("a"), json!(5), json!({"x": [1]})] {
        kept(&mapping, &json!({"v": json}));
    }
}

#[test]
fn a_base_in_common_is_no_recursion() {
    let document = json!({"$defs": {
        "Base": {"type": "object", "properties": {"id": {"type": "string", "readOnly": true}}},
        "Owner": {"allOf": [
            {"$ref": "#/$defs/Base"},
            {"type": "object", "properties": {"mail": {"type": "string"}}},
        ]},
        "Disk": {"allOf": [
            {"$ref": "#/$defs/Base"},
            {"type": "object", "properties": {"owner": {"$ref": "#/$defs/Owner"}}},
        ]},
    }});
    let mapping = JsonSchema::new(&document)
        .at("#/$defs/Disk")
        .read()
        .unwrap();
    assert_eq!(
        ty(&mapping, "owner"),
        r#"["object",{"id":"string","mail":"string"}]"#
    );

    let reference = |name: &str| json!({"$ref": format!("#/$defs/{name}")});
    for (what, part) in [
        ("itself", reference("Node")),
        (
            "its base",
            json!({"allOf": [reference("Node"), {"description": "More."}]}),
        ),
        (
            "elements",
            json!({"type": "array", "items": reference("Node")}),
        ),
        (
            "entries",
            json!({"type": "object", "additionalProperties": reference("Node")}),
        ),
        (
            "alternatives",
            json!({"oneOf": [{"type": "string"}, reference("Node")]}),
        ),
        ("heirs", reference("Heir")),
        (
            "tuples",
            json!({"prefixItems": [reference("Node")], "items": false}),
        ),
    ] {
        let document = json!({
            "$defs": {
                "Base": {"properties": {"next": part, "name": {"type": "string"}}},
                "Node": {"allOf": [reference("Base"), {"properties": {"b": {"type": "string"}}}]},
                "Heir": {"allOf": [reference("Node"), {"properties": {"c": {"type": "string"}}}]},
            },
            "properties": {"v": reference("Node")},
        });
        let faults = faults(&document);
        assert_eq!(faults.len(), 1, "{what}: {faults:?}");
        assert!(
            faults[0].ends_with("a schema that contains itself"),
            "{what}: {faults:?}"
        );
        JsonSchema::new(&document).map_to_dynamic().read().unwrap();
    }
}

#[test]
fn the_alternative_that_fits_is_set() {
    let data = |ty: Json| json!({"type": "object", "properties": {"data": ty}});
    let string = json!({"type": "string"});
    let number = json!({"type": "number"});
    let list = |ty: &Json| json!({"type": "array", "items": ty});
    let map = |ty: &Json| json!({"type": "object", "additionalProperties": ty});
    for (first, second, json) in [
        (
            data(string.clone()),
            data(number.clone()),
            json!({"data": 5}),
        ),
        (
            data(list(&string)),
            data(list(&number)),
            json!({"data": [5]}),
        ),
        (
            data(map(&string)),
            data(map(&number)),
            json!({"data": {"k": 5}}),
        ),
        (list(&string), list(&number), json!([5])),
        (map(&string), map(&number), json!({"k": 5})),
        (
            data(data(json!({"const": "a"}))),
            data(data(json!({"const": "b"}))),
            json!({"data": {"data": "b"}}),
        ),
        (
            data(json!({"type": "integer"})),
            data(number.clone()),
            json!({"data": 0.5}),
        ),
        (
            data(data(string.clone())),
            data(json!({"type": "object", "properties": {"x": string}})),
            json!({"data": {"x": "a"}}),
        ),
        (
            data(json!({"prefixItems": [string, number], "items": false})),
            data(json!({"prefixItems": [number, string], "items": false})),
            json!({"data": [1, "a"]}),
        ),
        (
            json!({"type": "array", "items": string, "uniqueItems": true}),
            list(&string),
            json!(["a", "a"]),
        ),
        (
            json!({"properties": {"a": {"type": "boolean"}}, "required": ["a"]}),
            json!({"properties": {"a": {"type": ["string", "null"]}}, "required": ["a"]}),
            json!({"a": null}),
        ),
    ] {
        let alternatives = json!([
            {"title": "first", "allOf": [first]},
            {"title": "second", "allOf": [second]},
        ]);
        let document = json!({"type": "object", "properties": {"v": {"oneOf": alternatives}}});
        let mapping = read(&document);
        let text = kept(&mapping, &json!({"v": json}));
        assert!(
            text.starts_with("{ v = { first = null, second = "),
            "{document}: {text}"
        );
    }
}

#[test]
fn a_default_is_an_annotation() {
    let sized = |size: Json| json!({"$defs": {"Size": {"type": "integer", "default": 3}}, "properties": {"size": size}});
    let reference = json!({"$ref": "#/$defs/Size"});
    for (schema, default, note) in [
        (
            json!({"$ref": "#/$defs/Size", "default": 5}),
            Some(5),
            "#/$defs/Size/default: another default overrides this one",
        ),
        (
            json!({"allOf": [reference, {"default": 6}]}),
            Some(6),
            "#/$defs/Size/default: another default overrides this one",
        ),
        (
            json!({"allOf": [{"default": 6}, reference]}),
            Some(3),
            "#/properties/size/allOf/0/default: another default overrides this one",
        ),
        (
            json!({"type": "integer", "default": "x"}),
            None,
            "#/properties/size/default: the default does not fit: a number is required, got a string",
        ),
        (
            json!({"type": "integer", "enum": [1], "default": 2}),
            None,
            "#/properties/size/default: the default is not one of the allowed values",
        ),
    ] {
        let mapping = read(&sized(schema));
        let size = mapping.schema.block.attribute("size").unwrap();
        let rules = rules(&mapping, "size");
        match default {
            Some(default) => assert!(rules.contains(&format!("default: {default},")), "{rules}"),
            None => assert!(!rules.contains("default"), "{rules}"),
        }
        assert_eq!(size.computed, default.is_some());
        assert_eq!(notes(&mapping), [note]);
    }
}

#[test]
fn other_members_are_allowed_or_noted() {
    for others in [json!(true), json!({}), json!({"description": "Any."})] {
        let map = json!({"type": "object", "additionalProperties": others});
        let mapping = read(&json!({"properties": {"v": map}}));
        assert_eq!(ty(&mapping, "v"), r#""dynamic""#);
        assert!(mapping.notes.is_empty());
        let object =
            json!({"properties": {"a": {"type": "string"}}, "additionalProperties": others});
        let mapping = read(&json!({"properties": {"v": object}}));
        assert_eq!(ty(&mapping, "v"), r#"["object",{"a":"string"}]"#);
        assert_eq!(
            notes(&mapping),
            [
                "#/properties/v/additionalProperties: members that the schema does not name are not in the schema"
            ]
        );
    }
    let pet = json!({
        "type": "object",
        "properties": {"kind": {"type": "string"}},
        "discriminator": {"propertyName": "kind", "mapping": {"cat": "#/$defs/Cat"}},
    });
    let cat =
        json!({"allOf": [{"$ref": "#/$defs/Pet"}, {"properties": {"lives": {"type": "integer"}}}]});
    let reference = |name: &str| json!({"$ref": format!("#/$defs/{name}")});
    let document = json!({
        "$defs": {"Pet": pet, "Cat": cat},
        "properties": {"pet": reference("Pet"), "cat": reference("Cat")},
    });
    assert_eq!(
        notes(&read(&document)),
        [
            "#/$defs/Pet/discriminator: the members of the schemas that inherit from this one are not in the schema"
        ]
    );
    // The property of a discriminator that no schema contains.
    let document = json!({
        "$defs": {"Cat": {"properties": {"lives": {"type": "integer"}}}, "Dog": {"properties": {"name": {"type": "string"}}}},
        "properties": {"v": {
            "oneOf": [reference("Cat"), reference("Dog")],
            "discriminator": {"propertyName": "kind", "mapping": {"dog": "#/$defs/Dog", "hound": "#/$defs/Dog"}},
        }},
    });
    let mapping = read(&document);
    for kind in ["dog", "hound", "Dog"] {
        kept(&mapping, &json!({"v": {"kind": kind, "name": "x"}}));
    }
    // A second choice between members.
    let forms = |a: &str, b: &str| {
        json!({"oneOf": [
            {"properties": {a: {"type": "string"}}, "required": [a]},
            {"properties": {b: {"type": "string"}}, "required": [b]},
        ]})
    };
    let document = json!({"properties": {"v": {"allOf": [forms("a", "b"), forms("c", "d")]}}});
    assert!(
        faults(&document)[0].ends_with("Terraform has no type for a second choice between types")
    );
    let mapping = JsonSchema::new(&document).map_to_dynamic().read().unwrap();
    kept(&mapping, &json!({"v": {"a": "x", "d": "y"}}));
}

#[test]
fn null_of_a_required_member_is_kept() {
    for nullable in [
        json!({"type": ["string", "null"]}),
        json!({"type": "string", "nullable": true}),
        json!({"oneOf": [{"type": "string"}, {"type": "null"}]}),
        json!({"enum": ["a", null]}),
    ] {
        let mapping =
            read(&json!({"properties": {"v": nullable, "w": nullable}, "required": ["v"]}));
        let v = mapping.schema.block.attribute("v").unwrap();
        assert!(v.optional && !v.required, "{nullable}");
        kept(&mapping, &json!({"v": null}));
    }
}

/// Previously, an alternative of null made a value nullable, even if the schemas next to the alternative did not allow
/// null.
#[test]
fn null_that_other_schemas_do_not_allow() {
    let object = json!({"type": "object", "properties": {"x": {"type": "string"}}});
    let form = |name: &str| json!({"properties": {name: {"type": "string"}}, "required": [name]});
    let choices = json!([form("a"), form("b"), {"type": "null"}]);
    for (schema, is_nullable) in [
        (json!({"allOf": [object], "oneOf": choices}), false),
        (json!({"$ref": "#/$defs/S", "anyOf": choices}), false),
        (
            json!({"allOf": [object], "oneOf": [form("a"), {"type": "null"}]}),
            false,
        ),
        (
            json!({"oneOf": [{"allOf": [object]}, {"type": "null"}]}),
            true,
        ),
        (
            json!({"oneOf": [{"$ref": "#/$defs/S"}, {"type": "null"}], "description": "An x."}),
            true,
        ),
        (json!({"oneOf": [object]}), false),
        (json!({"oneOf": choices}), true),
        // A schema that is an alternative to null also applies on its own, either directly or as part of another schema.
        (
            json!({"allOf": [{"oneOf": [{"$ref": "#/$defs/S"}, {"type": "null"}]}, {"$ref": "#/$defs/S"}]}),
            false,
        ),
        (
            json!({"allOf": [{"$ref": "#/$defs/S"}, {"oneOf": [{"$ref": "#/$defs/S"}, {"type": "null"}]}]}),
            false,
        ),
        (
            json!({"allOf": [{"oneOf": [{"$ref": "#/$defs/R"}, {"type": "null"}]}, {"$ref": "#/$defs/R"}]}),
            false,
        ),
        (
            json!({"allOf": [{"oneOf": [{"$ref": "#/$defs/R"}, {"type": "null"}]}, {"title": "A part."}]}),
            true,
        ),
    ] {
        let document = json!({
            "properties": {"v": schema},
            "required": ["v"],
            "$defs": {"S": object, "R": {"allOf": [{"$ref": "#/$defs/S"}]}},
        });
        let mapping = read(&document);
        let v = mapping.schema.block.attribute("v").unwrap();
        assert_eq!(v.required, !is_nullable, "{schema}");
    }
}

#[test]
fn secrets_stay_secrets() {
    let secret = json!({"type": "string", "format": "password"});
    let object = json!({"type": "object", "properties": {"p": secret}, "additionalProperties": {"type": "string"}});
    for (what, schema, path) in [
        ("elements", json!({"type": "array", "items": secret}), "v"),
        (
            "elements of elements",
            json!({"type": "array", "items": {"type": "array", "items": secret}}),
            "v",
        ),
        (
            "values of a map",
            json!({"type": "object", "additionalProperties": secret}),
            "v",
        ),
        (
            "values by pattern",
            json!({"type": "object", "patternProperties": {"^x": secret}}),
            "v",
        ),
        (
            "keys of a map",
            json!({"type": "object", "additionalProperties": {"type": "string"}, "propertyNames": {"format": "password"}}),
            "v",
        ),
        (
            "tuples",
            json!({"prefixItems": [{"type": "number"}, secret], "items": false}),
            "v",
        ),
        (
            "forms of one type",
            json!({"oneOf": [{"type": "string", "maxLength": 3}, secret]}),
            "v",
        ),
        (
            "forms that restrict",
            json!({"type": "string", "oneOf": [{"maxLength": 3}, {"format": "password"}]}),
            "v",
        ),
        (
            "alternatives",
            json!({"oneOf": [{"type": "number"}, secret]}),
            "v.string",
        ),
        ("dynamic values", object, "v"),
        (
            "a second choice",
            json!({"allOf": [
                {"oneOf": [{"type": "object", "properties": {"a": secret}}, {"type": "object", "properties": {"b": secret}}]},
                {"oneOf": [{"type": "object", "properties": {"c": secret}}, {"type": "object", "properties": {"d": secret}}]},
            ]}),
            "v",
        ),
        (
            "forms that restrict members by pattern",
            json!({
                "type": "object",
                "additionalProperties": {"type": "string"},
                "anyOf": [{"patternProperties": {"^x": secret}}, {"required": ["q"]}],
            }),
            "v",
        ),
        (
            "members that a form restricts",
            json!({
                "type": "object",
                "properties": {"p": {"type": "string"}, "q": {"type": "string"}},
                "anyOf": [{"properties": {"p": secret}}, {"required": ["q"]}],
            }),
            "v.p",
        ),
    ] {
        let document = json!({"properties": {"v": schema}});
        let mapping = JsonSchema::new(&document).map_to_dynamic().read().unwrap();
        let block = &mapping.schema.block;
        let (name, within) = path.split_once('.').unwrap_or((path, ""));
        let attribute = block.attribute(name).unwrap();
        let attribute = match &attribute.ty {
            tfvalue::schema::AttributeType::Nested(nested) if !within.is_empty() => nested
                .attributes
                .iter()
                .find(|one| one.name == within)
                .unwrap(),
            _ => attribute,
        };
        assert!(attribute.sensitive, "{what}");
    }
    for schema in [
        json!({"type": "array", "items": {"type": "string", "writeOnly": true}}),
        json!({"type": "object", "additionalProperties": {"type": "string", "writeOnly": true}}),
    ] {
        let mapping = read(&json!({"properties": {"v": schema}}));
        assert!(mapping.schema.block.attribute("v").unwrap().write_only);
    }
    // In errors, too.
    let mapping = read(&json!({"properties": {"v": {"oneOf": [
        {"type": "array", "items": {"type": "string", "format": "password", "enum": ["a"]}},
        {"type": "boolean"},
    ]}}}));
    let error = mapping.plain.read(&json!({"v": [1234567]})).unwrap_err();
    assert!(!error.to_string().contains("1234567"), "{error}");
}

/// Previously, notes reported keywords for the first schema that applies, even if that schema did not have these
/// keywords.
#[test]
fn notes_are_about_places_in_the_document() {
    let secret = json!({"properties": {"k": {"type": "string", "writeOnly": true}}});
    let document = json!({
        "properties": {
            "unique": {"allOf": [{"type": "array", "items": secret}, {"uniqueItems": true}]},
            "set": {"$ref": "#/$defs/set"},
            "named": {"$ref": "#/$defs/named"},
            "form": {"oneOf": [{"type": "string"}, {"allOf": [{"type": "number", "readOnly": true}]}]},
        },
        "$defs": {
            "set": {"items": secret, "x-kubernetes-list-type": "set"},
            "named": {"patternProperties": {"^x/": {"type": "string"}}},
        },
    });
    let notes = notes(&read(&document));
    assert_eq!(
        notes,
        [
            "#/properties/form/oneOf/1/allOf/0/readOnly: only the service checks this",
            "#/$defs/named/patternProperties/^x~1: members with other names are not in the schema",
            "#/$defs/set/x-kubernetes-list-type: only the service checks this",
            "#/properties/unique/allOf/1/uniqueItems: only the service checks this",
        ]
    );
    for note in notes {
        let (pointer, _) = note.split_once(": ").unwrap();
        assert!(document.pointer(&pointer[1..]).is_some(), "{pointer}");
    }
}

#[test]
fn steps_are_positive() {
    for (step, expected) in [(json!(-1), "-1"), (json!(0), "0"), (json!(-0.5), "-0.5")] {
        let document = json!({"properties": {"v": {"type": "number", "multipleOf": step}}});
        assert_eq!(
            faults(&document),
            [format!(
                "#/properties/v/multipleOf: a number greater than 0 is required, got {expected}"
            )]
        );
    }
}

/// Previously, the search for an unused number started at 2 for each name.
#[test]
fn many_names_that_become_one() {
    let members: serde_json::Map<_, _> = (1..=20_000)
        .map(|at| {
            (
                "-".repeat(at % 100 + 1) + "a" + &"-".repeat(at / 100),
                json!({"type": "string"}),
            )
        })
        .collect();
    let count = members.len();
    let mapping = read(&json!({"properties": members}));
    assert_eq!(mapping.schema.block.attributes.len(), count);
}

/// Before 2020-12, `items` could be an array.
#[test]
fn tuples_can_be_short() {
    for schema in [
        json!({"type": "array", "prefixItems": [{"type": "string"}, {"type": "number"}], "items": false, "minItems": 1}),
        json!({"type": "array", "items": [{"type": "string"}, {"type": "number"}], "additionalItems": false, "minItems": 1}),
    ] {
        let mapping = read(&json!({"properties": {"v": schema}}));
        assert_eq!(ty(&mapping, "v"), r#"["tuple",["string","number"]]"#);
        assert_eq!(
            kept(&mapping, &json!({"v": ["a"]})),
            r#"{ v = ["a", null] }"#
        );
        kept(&mapping, &json!({"v": ["a", 1]}));
        let error = mapping.plain.read(&json!({"v": []})).unwrap_err();
        assert_eq!(
            error.to_string(),
            "v: a tuple of 2 elements is required, got 0"
        );
    }
}
