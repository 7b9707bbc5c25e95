//! Elements of sets are identified by names in error messages, because users do not know the order of the elements.

use std::collections::BTreeMap;

use tfvalue::{Attr, Dynamic, Error, Path, Set, TfSchema, Type, Unknown, Value, json, msgpack};

use super::faults;

#[derive(TfSchema)]
struct Zone {
    #[tf(block)]
    record: Unknown<Set<Record>>,
    #[tf(optional, sensitive)]
    hidden: Attr<Set<Attr<Address>>>,
    #[tf(optional, pair_by = "zone, host")]
    hosts: Attr<Set<Attr<Host>>>,
    #[tf(optional, each(length = 2..))]
    tags: Attr<Set<Attr<String>>>,
    #[tf(optional, object)]
    plain: Attr<Set<Plain>>,
    #[tf(optional)]
    any: Dynamic,
}

#[derive(TfSchema)]
struct Record {
    #[tf(optional)]
    comment: Attr<String>,
    #[tf(optional, sensitive)]
    another_token: Attr<String>,
    #[tf(optional)]
    address: Attr<Address>,
    #[tf(required)]
    name: Attr<String>,
    #[tf(required, range = 1..)]
    weight: Attr<i64>,
    #[tf(block)]
    target: Unknown<Set<Target>>,
}

#[derive(TfSchema)]
struct Address {
    #[tf(optional, sensitive)]
    ip: Attr<String>,
    #[tf(optional, range = 1..)]
    port: Attr<i64>,
}

#[derive(TfSchema)]
struct Target {
    #[tf(optional, sensitive)]
    key: Attr<String>,
    #[tf(optional, range = 1..)]
    port: Attr<i64>,
}

#[derive(TfSchema)]
struct Host {
    #[tf(required)]
    address: Attr<String>,
    #[tf(optional)]
    host: Attr<String>,
    #[tf(optional)]
    zone: Attr<String>,
    #[tf(optional, range = 1..)]
    weight: Attr<i64>,
}

#[derive(TfSchema)]
struct Plain {
    b: u8,
    a: Vec<String>,
}

const RANGE: &str = "a number of at least 1 is required, got 0";

/// Returns the places of the faults in a configuration that contains the given members.
fn places(members: &str) -> Vec<String> {
    let mut all: BTreeMap<_, serde_json::Value> = ["hidden", "hosts", "tags", "plain", "any"]
        .map(|name| (name, serde_json::Value::Null))
        .into();
    all.insert("record", serde_json::json!([]));
    let mut config = serde_json::to_value(all).unwrap();
    let members: serde_json::Map<_, _> = serde_json::from_str(members).unwrap();
    config.as_object_mut().unwrap().extend(members);
    let texts = faults::<Zone>(&config.to_string());
    let places = texts.iter().map(|text| {
        let place = text.strip_suffix(&format!(": {RANGE}"));
        place.unwrap_or(text).to_owned()
    });
    places.collect()
}

/// Returns a record in JSON.
fn record(members: &str) -> String {
    let mut record: serde_json::Value = serde_json::from_str(
        r#"{"comment": null, "another_token": null, "address": null, "name": null, "weight": 0, "target": []}"#,
    )
    .unwrap();
    let members: serde_json::Map<_, _> = serde_json::from_str(&format!("{{{members}}}")).unwrap();
    record.as_object_mut().unwrap().extend(members);
    record.to_string()
}

fn records(all: &[&str]) -> Vec<String> {
    let all: Vec<_> = all.iter().map(|members| record(members)).collect();
    places(&format!(r#"{{"record": [{}]}}"#, all.join(", ")))
}

#[test]
fn a_required_attribute_names_the_element() {
    assert_eq!(
        records(&[r#""name": "www""#, r#""name": "ftp", "weight": 1"#]),
        [r#"record[name = "www"].weight"#]
    );
    assert_eq!(
        records(&[r#""name": "www""#]),
        [r#"record[name = "www"].weight"#]
    );
}

#[test]
fn other_attributes_are_added_as_far_as_they_distinguish() {
    let all = [
        r#""name": "www", "comment": "a""#,
        r#""name": "www", "comment": null"#,
        r#""name": "ftp", "comment": "a""#,
    ];
    let mut found = records(&all);
    found.sort();
    assert_eq!(
        found,
        [
            r#"record[name = "ftp", comment = "a"].weight"#,
            r#"record[name = "www", comment = "a"].weight"#,
            r#"record[name = "www", comment = null].weight"#,
        ]
    );
}

#[test]
fn the_path_keeps_the_index() {
    let text = format!(
        r#"{{"record": [{}], "hidden": null, "hosts": null, "tags": null, "plain": null, "any": null}}"#,
        record(r#""name": "www""#)
    );
    let config = json::value_from_slice(text.as_bytes(), &Zone::schema().implied_type()).unwrap();
    let error = Zone::from_config(&config).err().unwrap();
    assert_eq!(
        error.path(),
        Path::from("record").index(0).attribute("weight")
    );
    assert_eq!(
        error.to_string(),
        format!(r#"record[name = "www"].weight: {RANGE}"#)
    );
}

#[test]
fn secrets_are_not_shown() {
    // The records differ only in secrets.
    let all = [
        r#""name": "www", "another_token": "hush-1", "address": {"ip": "hush-2", "port": 1}"#,
        r#""name": "www", "another_token": "hush-3", "address": {"ip": "hush-4", "port": 1}"#,
    ];
    assert_eq!(records(&all), [r#"record[name = "www"].weight"#; 2]);
    // Everything inside a sensitive attribute is sensitive.
    let hidden = r#"{"hidden": [{"ip": "hush-1", "port": 0}, {"ip": "hush-2", "port": 1}]}"#;
    let [fault] = &places(hidden)[..] else {
        panic!("one fault is required")
    };
    assert_eq!(
        fault,
        "hidden[...].port: a number of at least 1 is required, got another number"
    );
    let target = r#""name": "a", "weight": 1, "target": [{"key": "hush-5", "port": 0}]"#;
    assert_eq!(
        records(&[target]),
        [r#"record[name = "a"].target[port = 0].port"#]
    );
}

#[test]
fn only_secrets_leave_no_name() {
    let elements = [("hush-1", 1), ("hush-2", 2)].map(|(key, port)| {
        let object = [("key", Value::from(key)), ("port", Value::from(port))];
        Value::object(object).unwrap()
    });
    let set = Value::set(Type::Dynamic, elements).unwrap();
    let value = Value::object([("target", set)]).unwrap();
    let mut block = Zone::block()
        .block_type("record")
        .unwrap()
        .block
        .as_ref()
        .clone();
    let target = std::sync::Arc::make_mut(&mut block.block_types[0].block);
    for attribute in &mut target.attributes {
        attribute.sensitive = true;
    }
    let path = Path::from("target").index(1).attribute("port");
    let error = Error::msg("it is taken")
        .at(path)
        .name_elements(&block, &value);
    assert_eq!(error.to_string(), "target[...].port: it is taken");
}

#[test]
fn pair_by_names_the_element() {
    let hosts = r#"{"hosts": [
        {"address": "1", "host": "a", "zone": "z", "weight": 0},
        {"address": "2", "host": "b", "zone": "z", "weight": 1},
        {"address": "3", "host": "c", "zone": "y", "weight": 1}
    ]}"#;
    assert_eq!(places(hosts), [r#"hosts[zone = "z", host = "a"].weight"#]);
}

#[test]
fn elements_that_are_not_objects_are_their_values() {
    let tags = r#"{"tags": ["a", "bc"]}"#;
    assert_eq!(
        places(tags),
        [r#"tags[value = "a"]: a string of at least 2 characters is required, got 1 character"#]
    );
    let plain = r#"{"plain": [{"b": 1, "a": ["x"]}, {"b": 300, "a": ["x", "y"]}]}"#;
    assert_eq!(
        places(plain),
        [r#"plain[a = ["x", "y"]].b: a whole number from 0 to 255 is required, got 300"#]
    );
}

#[test]
fn long_values_are_shortened() {
    let text = format!("\u{e9}{}", "\u{e9}".repeat(100));
    let all = [
        format!(r#""name": "{text}""#),
        format!(r#""name": "{text}2", "comment": "b""#),
    ];
    let mut found = records(&all.each_ref().map(String::as_str));
    found.sort();
    let short = "\u{e9}".repeat(19);
    assert_eq!(
        found,
        // Both names look the same.
        ["\"b\"", "null"].map(|comment| format!("record[comment = {comment}].weight"))
    );
    let [only] = &records(&[&all[0]])[..] else {
        panic!("one fault is required")
    };
    assert_eq!(only, &format!("record[name = \"{short}\u{2026}\"].weight"));
    // A value may contain the character that ends a shortened text.
    assert_eq!(
        records(&[r#""name": "\u2026 \"a\"\n""#]),
        ["record[name = \"\u{2026} \\\"a\\\"\\n\"].weight"]
    );
}

#[test]
fn unknown_and_null_values_are_named_if_they_distinguish() {
    let record = |name: Attr<String>, weight: i64| Record {
        comment: Attr::null(),
        another_token: Attr::null(),
        address: Attr::null(),
        name,
        weight: weight.into(),
        target: Set::new().into(),
    };
    let config = Zone {
        record: Set::from_iter([
            record(Attr::unknown(), 0),
            record("www".into(), 1),
            record("ftp".into(), 0),
        ])
        .into(),
        hidden: Attr::null(),
        hosts: Attr::null(),
        tags: Attr::null(),
        plain: Attr::null(),
        any: Dynamic::null(),
    };
    let bytes = msgpack::to_vec(&config).unwrap();
    let config = msgpack::value_from_slice(&bytes, &Zone::schema().implied_type()).unwrap();
    let error = Zone::from_config(&config).err().unwrap();
    let texts: Vec<_> = error.faults().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        [
            format!("record[name = (known after apply)].weight: {RANGE}"),
            format!("record[name = \"ftp\"].weight: {RANGE}"),
        ]
    );
}

/// A small value can contain any number of sets, so not all elements have names.
#[test]
fn deep_sets_have_a_limited_number_of_names() {
    let mut value = Value::from(1);
    let mut path = Path::from("any");
    for _ in 0..6 {
        value = Value::set(Type::Dynamic, [value]).unwrap();
        path = path.index(0);
    }
    let value = Value::object([("any", value)]).unwrap();
    let error = Error::msg("no")
        .at(path)
        .name_elements(&Zone::block(), &value);
    let text = error.to_string();
    assert_eq!(text.matches("value = ").count(), 4, "{text}");
    assert!(text.ends_with("[...][...]: no"), "{text}");
    assert!(text.len() < 300, "{text}");
}

/// A path that an author writes might not exist in the value.
#[test]
fn other_paths_keep_the_index() {
    let value = Value::object([(
        "record",
        Value::set(Type::Dynamic, [Value::from(1)]).unwrap(),
    )]);
    let path = Path::from("record").index(1).attribute("weight");
    let error = Error::msg("no").at(path);
    let error = error.name_elements(&Zone::block(), &value.unwrap());
    assert_eq!(error.to_string(), "record[1].weight: no");
}
