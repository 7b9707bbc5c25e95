//! `oneOf`, `anyOf` and several types.

use serde_json::{Value as Json, json};
use tfvalue_json_schema::{JsonSchema, Mapping};
use tfvalue_tests::json_schemas;

use super::{read, rules, ty};

fn enclosure() -> Mapping {
    let mut all = json_schemas::open_api().into_iter();
    read(&all.find(|document| document.name == "enclosure").unwrap())
}

#[track_caller]
fn assert_same(mapping: &Mapping, json: &Json, value: &str) {
    let read = mapping.plain.read(json).unwrap();
    let shown = mapping.plain.clone().omit_computed().write(&read).unwrap();
    assert_eq!(&shown, json);
    let text = read.to_string();
    assert!(text.contains(value), "{text}");
}

#[test]
fn schemas_of_all_of_apply_together() {
    let mapping = enclosure();
    let block = &mapping.schema.block;
    let names: Vec<_> = block.attributes.iter().map(|one| &*one.name).collect();
    assert_eq!(
        names,
        [
            "address",
            "climate",
            "code",
            "created_at",
            "feeding",
            "id",
            "keepers",
            "level",
            "name",
            "resident",
            "tags"
        ]
    );
    assert!(block.attribute("name").unwrap().required);
    assert!(block.attribute("resident").unwrap().required);
    assert_eq!(
        ty(&mapping, "feeding"),
        r#"["object",{"every_hours":"number"}]"#
    );
    assert_eq!(
        rules(&mapping, "feeding.every_hours"),
        "Rules { default: 12, check: a function }"
    );
    assert_eq!(
        rules(&mapping, "level"),
        r#"Rules { one_of: "low" or "high" }"#
    );
    assert_eq!(ty(&mapping, "address"), r#""string""#);
}

#[test]
fn a_choice_is_a_nested_attribute_of_which_one_is_set() {
    let mapping = enclosure();
    assert_eq!(
        ty(&mapping, "climate"),
        r#"["object",{"custom":["object",{"max":"number","min":"number"}],"preset":"string"}]"#
    );
    assert_eq!(
        rules(&mapping, "climate.preset"),
        r#"Rules { one_of: "desert" or "rain forest", exactly_one_of: custom }"#
    );
    assert_eq!(
        ty(&mapping, "resident"),
        r#"["object",{"age":"number","big_cat":["object",{"fur_color":"string"}],"bird":["object",{"wing_span":"number"}],"kind":"string"}]"#
    );
    assert_eq!(
        ty(&mapping, "code"),
        r#"["object",{"number":"number","string":"string"}]"#
    );
    assert_eq!(
        rules(&mapping, "code.number"),
        "Rules { exactly_one_of: string, check: a function }"
    );

    for (member, json, value) in [
        (
            "climate",
            json!("desert"),
            r#"climate = { custom = null, preset = "desert" }"#,
        ),
        (
            "climate",
            json!({"min": 5}),
            "climate = { custom = { max = null, min = 5 }, preset = null }",
        ),
        ("code", json!(7), "code = { number = 7, string = null }"),
        (
            "code",
            json!("7"),
            r#"code = { number = null, string = "7" }"#,
        ),
        (
            "resident",
            json!({"kind": "bigCat", "furColor": "red"}),
            r#"big_cat = { fur_color = "red" }, bird = null, kind = "bigCat""#,
        ),
        (
            "resident",
            json!({"kind": "Bird", "age": 3, "wingSpan": 0.5}),
            r#"age = 3, big_cat = null, bird = { wing_span = 0.5 }, kind = "Bird""#,
        ),
        (
            "keepers",
            json!([{"taxId": "1", "phone": "2"}, {"email": "e", "phone": "3"}]),
            r#"[{ company = { phone = "2", tax_id = "1" }, person = null }, { company = null, person = { email = "e", phone = "3" } }]"#,
        ),
    ] {
        let json = json!({member: json});
        assert_same(&mapping, &json, value);
    }
    let path = mapping.plain.path("/resident/wingSpan");
    assert_eq!(path.to_string(), "resident.bird.wing_span");
}

#[test]
fn json_and_values_that_fit_no_choice_are_errors() {
    let mapping = enclosure();
    for (json, expected) in [
        (
            json!({"climate": "sea"}),
            "climate: one of the alternatives preset, custom is required, got a string that fits none of them",
        ),
        (
            json!({"climate": {"max": 1}}),
            "climate: one of the alternatives preset, custom is required, got an object that fits none of them",
        ),
        (
            json!({"resident": {"kind": "Dog"}}),
            "resident: one of the alternatives big_cat, bird is required, got an object that fits none of them",
        ),
        (
            json!({"resident": {"kind": "Bird", "wingSpan": "1"}}),
            "resident.bird.wing_span: a number is required, got a string",
        ),
        (
            json!({"resident": {"kind": "Bird", "wingSpan": 1, "furColor": "red"}}),
            r#"resident: unsupported attribute "furColor""#,
        ),
    ] {
        assert_eq!(mapping.plain.read(&json).unwrap_err().to_string(), expected);
    }
    let both = json!({"code": 1});
    let value = mapping.plain.read(&both).unwrap();
    let value = value.transform(|_, part| {
        let is_string = part.is_null() && part.ty() == tfvalue::Type::String;
        Ok(if is_string { "x".into() } else { part })
    });
    let error = mapping.plain.write(&value.unwrap()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "code: one alternative is required, got number and string"
    );
}

#[test]
fn choices_at_the_root_and_without_names() {
    let document = json!({
        "properties": {"name": {"type": "string"}},
        "anyOf": [
            {"properties": {"a": {"type": "string"}}, "required": ["a"]},
            {"properties": {"b": {"type": "array", "items": {"type": "integer"}}}},
        ],
    });
    let mapping = JsonSchema::new(&document).read().unwrap();
    assert_eq!(
        mapping.schema.implied_type().to_json(),
        r#"["object",{"name":"string","object":["object",{"a":"string"}],"object_2":["object",{"b":["list","number"]}]}]"#
    );
    assert_eq!(
        rules(&mapping, "object"),
        "Rules { exactly_one_of: object_2 }"
    );
    for json in [json!({"name": "x", "a": "y"}), json!({"b": [1]})] {
        let value = mapping.plain.read(&json).unwrap();
        assert_eq!(mapping.plain.write(&value).unwrap(), json);
    }
}
