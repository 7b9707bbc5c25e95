//! Plans from OpenTofu that contain a variable of type list, map or object could not be read: OpenTofu writes the type
//! as JSON instead of a string.

use tfvalue::{Type, types::ObjectType};
use tfvalue_show::{self as show, Configuration, Plan};

const CONFIGURATION: &str = r#"{"root_module":{"variables":{
    "any": {"default": null},
    "json": {"type": ["list", ["object", {"a": "string", "b": ["map", "bool"]}, ["b"]]]},
    "text": {"type": "list(object({a=string,b=optional(map(bool))}))"},
    "word": {"type": "number"}
}}}"#;

#[test]
fn reads_types_as_json_and_as_text() {
    let json = format!(
        r#"{{"format_version": "1.2", "planned_values": {{"root_module": {{}}}}, "configuration": {CONFIGURATION}}}"#
    );
    let plan: Plan = show::from_slice(json.as_bytes()).unwrap();
    let variables = plan.configuration.unwrap().root_module.unwrap().variables;
    let list =
        Type::from_json(br#"["list",["object",{"a":"string","b":["map","bool"]},["b"]]]"#).unwrap();
    for (name, ty) in [
        ("any", None),
        ("json", Some(list.clone())),
        ("text", Some(list)),
        ("word", Some(Type::Number)),
    ] {
        assert_eq!(variables[name].ty().unwrap(), ty, "{name}");
    }
}

#[test]
fn writes_types_unchanged() {
    let json = CONFIGURATION.replace(['\n', ' '], "");
    let configuration: Configuration = show::from_slice(json.as_bytes()).unwrap();
    assert_eq!(show::to_string(&configuration).unwrap(), json);
}

#[test]
fn reports_invalid_types_only_on_access() {
    for ty in ["7", r#"["list"]"#, r#""list(""#, "{}"] {
        let json = format!(r#"{{"root_module":{{"variables":{{"a":{{"type":{ty}}}}}}}}}"#);
        let configuration: Configuration = show::from_slice(json.as_bytes()).unwrap();
        let variables = configuration.root_module.unwrap().variables;
        assert!(variables["a"].ty().is_err(), "{ty}");
    }
    let empty = Type::Object(ObjectType::default());
    let json = br#"{"root_module":{"variables":{"a":{"type":"object({})"}}}}"#;
    let configuration: Configuration = show::from_slice(json).unwrap();
    let variables = configuration.root_module.unwrap().variables;
    assert_eq!(variables["a"].ty().unwrap(), Some(empty));
}
