//! Elements whose types cannot represent null: validation rejects null elements, with their paths, before the elements
//! fail during apply.

use std::collections::BTreeMap;

use tfvalue::{Attr, Number, Set, TfSchema, Unknown};

use super::faults;

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Server {
    #[tf(optional)]
    list: Attr<Vec<Unknown<String>>>,
    #[tf(optional)]
    lists: Attr<Vec<Unknown<Vec<Unknown<Number>>>>>,
    #[tf(optional, known)]
    map: Attr<BTreeMap<String, bool>>,
    #[tf(optional)]
    object_map: Attr<BTreeMap<String, Unknown<Part>>>,
    #[tf(optional)]
    objects: Attr<Vec<Unknown<Part>>>,
    #[tf(optional)]
    plain: Attr<Vec<Unknown<Plain>>>,
    #[tf(optional)]
    set: Attr<Set<Unknown<String>>>,
    #[tf(block)]
    block: Unknown<Vec<Part>>,
}

#[derive(TfSchema)]
struct Part {
    #[tf(optional)]
    names: Attr<Vec<Unknown<String>>>,
}

#[derive(TfSchema)]
#[tf(object)]
struct Plain {
    names: Attr<Vec<Unknown<String>>>,
}

fn of(member: &str) -> Vec<String> {
    let mut config = serde_json::json!({
        "list": null, "lists": null, "map": null, "object_map": null, "objects": null, "plain": null, "set": null,
        "block": [],
    });
    let member: serde_json::Value = serde_json::from_str(member).unwrap();
    for (name, value) in member.as_object().unwrap() {
        config[name] = value.clone();
    }
    faults::<Server>(&config.to_string())
}

#[test]
fn null_elements_are_refused() {
    for (config, expected) in [
        (
            r#"{"list": [null, "a", null]}"#,
            &[
                "list[0]: a string is required, got null",
                "list[2]: a string is required, got null",
            ][..],
        ),
        (
            r#"{"lists": [[1, null], null]}"#,
            &[
                "lists[0][1]: a number is required, got null",
                "lists[1]: a list is required, got null",
            ],
        ),
        (
            r#"{"map": {"a": true, "b": null}}"#,
            &[r#"map["b"]: a bool is required, got null"#],
        ),
        (
            r#"{"object_map": {"a": null, "b": {"names": [null]}}}"#,
            &[
                r#"object_map["a"]: an object is required, got null"#,
                r#"object_map["b"].names[0]: a string is required, got null"#,
            ],
        ),
        (
            r#"{"objects": [{"names": ["a", null]}, null]}"#,
            &[
                "objects[0].names[1]: a string is required, got null",
                "objects[1]: an object is required, got null",
            ],
        ),
        (
            r#"{"plain": [{"names": [null]}, null]}"#,
            &[
                "plain[0].names[0]: a string is required, got null",
                "plain[1]: an object is required, got null",
            ],
        ),
        (
            r#"{"block": [{"names": null}, {"names": [null]}]}"#,
            &["block[1].names[0]: a string is required, got null"],
        ),
    ] {
        assert_eq!(of(config), expected, "{config}");
    }
    let [fault] = &of(r#"{"set": ["a", null]}"#)[..] else {
        panic!("one fault is expected");
    };
    assert!(
        fault.starts_with("set[") && fault.ends_with("]: a string is required, got null"),
        "{fault}"
    );
}
