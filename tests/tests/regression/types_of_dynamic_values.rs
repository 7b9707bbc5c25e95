//! A service that uses JSON returns dynamic values without their types. Each plan then contained a change for which
//! Terraform showed no attribute, for example from null to a null of type string.

use tfvalue::{Attr, Dynamic, TfSchema, Value, json, plan, types::TfType};

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Document {
    #[tf(optional)]
    body: Dynamic,
    #[tf(optional)]
    part: Attr<Part>,
}

#[derive(TfSchema)]
struct Part {
    #[tf(optional)]
    body: Dynamic,
}

fn state(ty: &str, value: &str) -> Value {
    let body = format!(r#"{{"type": {ty}, "value": {value}}}"#);
    let json = format!(r#"{{"body": {body}, "part": {{"body": {body}}}}}"#);
    json::value_from_slice(json.as_bytes(), &Document::ty()).unwrap()
}

const OBJECT: &str = r#"["object", {"a": "number", "b": "number"}]"#;
const NESTED: &str = r#"["object", {"a": ["tuple", ["dynamic"]]}]"#;

#[test]
fn the_same_json_keeps_the_prior_types() {
    for (old, new, value) in [
        (r#""string""#, r#""dynamic""#, "null"),
        (r#"["map", "number"]"#, OBJECT, r#"{"a": 1, "b": 2}"#),
        (
            r#"["list", "string"]"#,
            r#"["tuple", ["string", "string"]]"#,
            r#"["x", "y"]"#,
        ),
        (
            r#"["set", "string"]"#,
            r#"["tuple", ["string", "string"]]"#,
            r#"["x", "y"]"#,
        ),
        (r#"["map", ["list", "string"]]"#, NESTED, r#"{"a": [null]}"#),
    ] {
        let (old, new) = (state(old, value), state(new, value));
        assert!(old != new);
        assert!(
            plan::semantic_equality::<Document>(&old, new.clone()).unwrap() == old,
            "{old}"
        );
    }
}

#[test]
fn another_value_has_its_own_type() {
    for (old, new) in [
        ((r#""string""#, "null"), (r#""string""#, r#""""#)),
        ((r#""string""#, r#""1""#), (r#""number""#, "1")),
        (
            (r#"["list", "string"]"#, r#"["x"]"#),
            (r#"["tuple", ["string", "string"]]"#, r#"["x", "y"]"#),
        ),
        ((r#"["list", "string"]"#, "[]"), (r#"["object", {}]"#, "{}")),
        (
            (r#"["map", "number"]"#, r#"{"a": 1}"#),
            (OBJECT, r#"{"a": 1, "b": 2}"#),
        ),
        (
            (r#"["map", "number"]"#, r#"{"a": 1, "c": 2}"#),
            (OBJECT, r#"{"a": 1, "b": 2}"#),
        ),
    ] {
        let (old, new) = (state(old.0, old.1), state(new.0, new.1));
        assert!(
            plan::semantic_equality::<Document>(&old, new.clone()).unwrap() == new,
            "{old}"
        );
    }
}
