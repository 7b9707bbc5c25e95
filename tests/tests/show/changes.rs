//! Changes to resources, read as structs and as values.

use std::collections::BTreeMap;

use tfvalue::{Attr, Path, Set, TfSchema, Type, Unknown, Value};
use tfvalue_show::{Action, Actions, Change};

fn change(json: &str) -> Change {
    serde_json::from_str(json).unwrap()
}

#[derive(TfSchema)]
struct Server {
    #[tf(computed)]
    id: Attr<String>,
    #[tf(optional)]
    ports: Attr<Vec<Attr<u16>>>,
    #[tf(optional)]
    zones: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    tags: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional)]
    network: Attr<Network>,
    #[tf(block)]
    disk: Unknown<Vec<Disk>>,
}

#[derive(TfSchema)]
struct Network {
    #[tf(optional)]
    name: Attr<String>,
    #[tf(computed)]
    address: Attr<String>,
}

#[derive(TfSchema)]
struct Disk {
    #[tf(optional)]
    size: Attr<u32>,
    #[tf(computed)]
    serial: Attr<String>,
}

const UPDATE: &str = r#"{
    "actions": ["delete", "create"],
    "before": {
        "id": "i-1", "ports": [80], "zones": ["b", "a"], "tags": null,
        "network": {"name": "lan", "address": "192.0.2.7"}, "disk": [{"size": 10, "serial": "S"}]
    },
    "after": {
        "ports": [80, null], "zones": [null, null], "tags": {"a": "b"},
        "network": {"name": "lan"}, "disk": [{"size": 10, "serial": "S"}, {"size": 20}]
    },
    "after_unknown": {
        "id": true, "ports": [false, true], "zones": [true, true], "tags": {"c": true},
        "network": {"address": true}, "disk": [{}, {"serial": true}]
    },
    "before_sensitive": false,
    "after_sensitive": {"tags": {"a": true}, "disk": [{}, {"size": true}]},
    "replace_paths": [["disk", 1, "size"], ["tags", "a"], ["zones", {"a": 1}]]
}"#;

#[test]
fn reads_structs() {
    let change = change(UPDATE);
    let before: Server = change.before().read().unwrap();
    assert_eq!(before.id.as_deref(), Some("i-1"));
    assert!(before.tags.is_null());

    let after: Server = change.after().read().unwrap();
    assert!(after.id.is_unknown());
    let ports = after.ports.value().unwrap();
    assert_eq!(ports[0].value(), Some(&80));
    assert!(ports[1].is_unknown());
    // Unknown elements are never equal.
    let zones = after.zones.value().unwrap();
    assert_eq!(zones.iter().filter(|zone| zone.is_unknown()).count(), 2);
    let tags = after.tags.value().unwrap();
    assert_eq!(tags["a"].as_deref(), Some("b"));
    assert!(tags["c"].is_unknown());
    let network = after.network.value().unwrap();
    assert_eq!(network.name.as_deref(), Some("lan"));
    assert!(network.address.is_unknown());
    let disks = after.disk.known().unwrap();
    assert_eq!(disks[0].serial.as_deref(), Some("S"));
    assert!(disks[1].serial.is_unknown());
}

#[test]
fn reads_values_of_a_schema() {
    let change = change(UPDATE);
    let ty = Server::schema().implied_type();
    let after = change.after().value(&ty).unwrap();
    assert_eq!(after.ty(), ty);
    assert_eq!(
        after.get("ports").unwrap(),
        &Value::list(
            Type::Number,
            [Value::from(80), Value::unknown(Type::Number)]
        )
        .unwrap()
    );
    assert_eq!(after.get("zones").unwrap().elements().unwrap().len(), 2);
    assert_eq!(after.get("tags").unwrap().ty(), Type::map(Type::String));

    let shown = |paths: Vec<Path>| paths.iter().map(Path::to_string).collect::<Vec<_>>();
    assert_eq!(
        shown(change.after().sensitive_paths(&ty).unwrap()),
        ["disk[1].size", r#"tags["a"]"#]
    );
    assert!(change.before().sensitive_paths(&ty).unwrap().is_empty());
    assert_eq!(
        shown(change.after().unknown_paths(&ty).unwrap()),
        [
            "disk[1].serial",
            "id",
            "network.address",
            "ports[1]",
            r#"tags["c"]"#,
            "zones[0]",
            "zones[1]"
        ]
    );
    assert_eq!(
        shown(change.replace_paths(&ty)),
        ["disk[1].size", r#"tags["a"]"#, "zones"]
    );
    assert_eq!(
        change.replace_paths(&Type::Dynamic)[1],
        Path::from("tags").attribute("a")
    );
}

#[test]
fn reads_structs_with_serdes_derive() {
    #[derive(serde::Deserialize)]
    struct Named {
        disk: Vec<BTreeMap<String, Attr<serde_json::Value>>>,
        id: Attr<String>,
    }
    let named: Named = change(UPDATE).after().read().unwrap();
    assert!(named.id.is_unknown());
    assert!(named.disk[1]["serial"].is_unknown());
}

#[test]
fn rejects_structs_with_other_attributes() {
    let json = r#"{"actions": ["create"], "after": {"id": "x", "size": 1}}"#;
    let view: Disk = change(json).after().read_ignoring_unsupported().unwrap();
    assert!(view.size.value() == Some(&1) && view.serial.is_null());
    let error = change(json).after().read::<Disk>().unwrap_err();
    assert_eq!(error.to_string(), r#"unsupported attribute "id""#);
    let json = json.replace(r#""id": "x", "#, "");
    let error = change(&json).after().read::<Disk>().unwrap_err();
    assert_eq!(error.to_string(), "serial: the attribute is missing");
}

#[test]
fn reads_values_without_a_schema() {
    let unknown = change(r#"{"actions": ["create"], "before": null, "after_unknown": true}"#);
    assert!(!unknown.after().is_null());
    assert!(unknown.before().is_null());
    assert_eq!(
        unknown.after().value(&Type::Number).unwrap(),
        Value::unknown(Type::Number)
    );
    let gone = change(
        r#"{"actions": ["delete"], "before": "x", "after": null, "after_unknown": false,
            "before_sensitive": true, "after_sensitive": false}"#,
    );
    assert!(gone.after().is_null());
    assert_eq!(gone.after().read::<Option<String>>().unwrap(), None);
    let sensitive = gone.before().sensitive_paths(&Type::Dynamic).unwrap();
    assert_eq!(sensitive, [Path::root()]);
}

#[test]
fn numbers_keep_their_digits() {
    let digits = "0.333333333333333333333333333333333333333333";
    let change = change(&format!(
        r#"{{"actions": ["create"], "after": {{"n": {digits}}}}}"#
    ));
    let number = change.after().value(&Type::Dynamic).unwrap();
    assert_eq!(number.get("n").unwrap().to_string(), digits);
}

#[test]
fn errors_have_paths_and_hide_sensitive_values() {
    let json = r#"{"actions": ["create"], "after": {"ports": [70000]},
        "after_sensitive": {"ports": [false]}}"#;
    let error = change(json)
        .after()
        .read_ignoring_unsupported::<Server>()
        .unwrap_err();
    assert_eq!(error.path().to_string(), "ports[0]");
    assert!(error.to_string().contains("70000"), "{error}");

    let hidden = json.replace("[false]", "[true]");
    let error = change(&hidden)
        .after()
        .read_ignoring_unsupported::<Server>()
        .unwrap_err();
    assert_eq!(error.path().to_string(), "ports[0]");
    assert!(!error.to_string().contains("70000"), "{error}");

    let ty = Server::schema().implied_type();
    let json = r#"{"actions": ["create"], "after": {"tags": {"a": 1}}}"#;
    let error = change(json).after().value(&ty).unwrap_err();
    assert_eq!(
        error.to_string(),
        r#"tags["a"]: a string is required, got a number"#
    );

    // The path ends at the sensitive part.
    for (mask, place) in [("true", "tags"), (r#"{"a": true}"#, r#"tags["a"]"#)] {
        let json = format!(
            r#"{{"actions": ["create"], "after": {{"tags": {{"a": 1}}}},
                "after_sensitive": {{"tags": {mask}}}}}"#
        );
        let error = change(&json).after().value(&ty).unwrap_err();
        let text = format!("{place}: a string is required, got a number");
        assert_eq!(error.to_string(), text);
    }
}

#[test]
fn actions() {
    let all = [
        (r#"["no-op"]"#, "no-op"),
        (r#"["create"]"#, "create"),
        (r#"["read"]"#, "read"),
        (r#"["update"]"#, "update"),
        (r#"["delete"]"#, "delete"),
        (r#"["forget"]"#, "forget"),
        (r#"["delete", "create"]"#, "create delete replace"),
        (r#"["create", "delete"]"#, "create delete replace first"),
        (r#"["create", "forget"]"#, "create forget replace first"),
        (r#"["levitate"]"#, ""),
        ("[]", ""),
    ];
    for (json, expected) in all {
        let actions: Actions = serde_json::from_str(json).unwrap();
        let told = [
            (actions.is_no_op(), "no-op"),
            (actions.creates(), "create"),
            (actions.reads(), "read"),
            (actions.updates(), "update"),
            (actions.deletes(), "delete"),
            (actions.forgets(), "forget"),
            (actions.is_replace(), "replace"),
            (actions.creates_before_delete(), "first"),
        ];
        let told: Vec<&str> = told
            .iter()
            .filter_map(|(true_, word)| true_.then_some(*word))
            .collect();
        assert_eq!(told.join(" "), expected, "{json}");
        assert_eq!(
            serde_json::to_string(&actions).unwrap(),
            json.replace(' ', "")
        );
    }
    let unfamiliar: Actions = serde_json::from_str(r#"["levitate"]"#).unwrap();
    assert_eq!(unfamiliar.as_slice(), [Action::Other("levitate".into())]);
}
