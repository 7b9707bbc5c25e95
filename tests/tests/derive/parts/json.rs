//! `Json<T>`: a string in Terraform, a value in Rust.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};
use tfvalue::tfplugin6::DynamicValue;
use tfvalue::{Attr, Diagnostics, Json, TfSchema, json, msgpack, plan};

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
struct Policy {
    name: String,
    #[serde(default)]
    rules: Vec<Rule>,
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Rule {
    Allow { ports: Vec<u16> },
    Deny,
}

#[derive(TfSchema, Clone, Default, PartialEq)]
#[tf(kind = resource)]
struct Server {
    #[tf(optional)]
    policy: Attr<Json<Policy>>,
    #[tf(optional)]
    policies: Attr<BTreeMap<String, Attr<Json<Policy>>>>,
    #[tf(optional, sensitive)]
    secret: Attr<Json<HashMap<String, u8>>>,
    #[tf(computed)]
    revision: Attr<i64>,
}

const TEXT: &str = r#"{ "extra": 1.50, "name": "a",
    "rules": [ {"kind": "allow", "ports": [80]}, {"kind": "deny"} ] }"#;

fn policy(text: &str) -> Attr<Json<Policy>> {
    text.parse::<Json<Policy>>().unwrap().into()
}

#[test]
fn both_formats_keep_the_text() {
    let server = Server {
        policy: policy(TEXT),
        policies: BTreeMap::from([("k".to_owned(), policy(TEXT))]).into(),
        ..Server::default()
    };
    let bytes = msgpack::to_vec(&server).unwrap();
    let read: Server = msgpack::from_slice(&bytes).unwrap();
    assert!(read == server);
    let read_policy = read.policy.value().unwrap();
    assert_eq!(read_policy.as_str(), TEXT);
    assert_eq!(
        read_policy.value().rules,
        [Rule::Allow { ports: vec![80] }, Rule::Deny]
    );
    let text = json::to_string(&server).unwrap();
    assert!(json::from_str::<Server>(&text).unwrap() == server);
    let other = serde_json::to_string(read_policy).unwrap();
    let read_again: Json<Policy> = serde_json::from_str(&other).unwrap();
    assert_eq!((read_again.as_str(), &read_again), (TEXT, read_policy));
}

#[test]
fn changes_write_the_text_again() {
    let mut policy: Json<Policy> = TEXT.parse().unwrap();
    policy.set(policy.value().clone()).unwrap();
    assert_eq!(policy.as_str(), TEXT);
    let rules = vec![Rule::Deny];
    let name = "b".to_owned();
    policy.set(Policy { name, rules }).unwrap();
    assert_eq!(policy.as_str(), r#"{"name":"b","rules":[{"kind":"deny"}]}"#);
    assert_eq!(policy, policy.as_str().parse().unwrap());

    let keys = HashMap::from([((1, 2), 3)]);
    assert!(Json::new(keys).is_err());
}

#[test]
fn the_same_document_is_no_change_to_others() {
    let prior = Server {
        policy: policy(TEXT),
        policies: BTreeMap::from([("k".to_owned(), policy(TEXT))]).into(),
        revision: 1.into(),
        ..Server::default()
    };
    let same =
        r#"{"name":"a","rules":[{"ports":[80],"kind":"allow"},{"kind":"deny"}],"extra":1.5}"#;
    let config = |text: &str| Server {
        policy: policy(text),
        policies: BTreeMap::from([("k".to_owned(), policy(text))]).into(),
        ..Server::default()
    };
    let (planned, _) = plan::typed(&config(same), Some(&prior)).unwrap();
    assert!(planned.revision == 1);
    let expected = Server {
        revision: 1.into(),
        ..config(same)
    };
    assert_eq!(
        json::to_string(&planned).unwrap(),
        json::to_string(&expected).unwrap()
    );

    // Members that the struct does not have are also compared.
    let other = same.replace("1.5", "1.6");
    let (planned, _) = plan::typed(&config(&other), Some(&prior)).unwrap();
    assert!(planned.revision.is_unknown());
    assert_eq!(planned.policy.value().unwrap().as_str(), other);
}

fn faults(config: &serde_json::Value) -> (Vec<String>, Vec<tfvalue::tfplugin6::Diagnostic>) {
    let config = json::value_from_slice(
        config.to_string().as_bytes(),
        &Server::schema().implied_type(),
    );
    let message =
        DynamicValue::encode_value(&config.unwrap(), &Server::schema().implied_type()).unwrap();
    let error = message.decode_config::<Server>().err().unwrap();
    let faults = error.faults().map(ToString::to_string).collect();
    (faults, Vec::from(Diagnostics::from(error)))
}

#[test]
fn errors_have_the_path_inside_the_document() {
    let (texts, diagnostics) = faults(&serde_json::json!({
        "policy": r#"{"name": "a", "rules": [{"kind": "deny"}, {"kind": "allow"}]}"#,
        "policies": {"k": r#"{"name": 1}"#, "l": "{", "m": "null"},
    }));
    assert_eq!(
        texts,
        [
            r#"policies["k"]["name"]: a string is required, got a number"#,
            r#"policies["l"]: invalid JSON: EOF while parsing an object at line 1 column 1"#,
            r#"policies["m"]: struct Policy is required, got null"#,
            // serde reads an enum with a tag before it looks for the fields of the variant.
            r#"policy["rules"]: missing field `ports`"#,
        ]
    );
    // Terraform cannot find a part of a string in the configuration.
    let steps: Vec<_> = diagnostics
        .iter()
        .map(|diagnostic| diagnostic.attribute.as_ref().unwrap().steps.len())
        .collect();
    assert_eq!(steps, [2, 2, 2, 1]);
}

#[test]
fn errors_show_nothing_of_a_secret() {
    for (text, expected) in [
        (
            r#"{"hush": "hush"}"#,
            "a whole number is required, got a string",
        ),
        (
            r#"{"hush": 300}"#,
            "a whole number is required, got a number",
        ),
        (
            "hush",
            "the value is invalid (not shown, because it is sensitive)",
        ),
        (r#"["hush"]"#, "a map is required, got a list"),
    ] {
        let (texts, diagnostics) = faults(&serde_json::json!({"secret": text}));
        assert_eq!(texts, [format!("secret: {expected}")]);
        assert!(!format!("{diagnostics:?}").contains("hush"));
        let bytes = msgpack::to_vec(&BTreeMap::from([("secret", text)])).unwrap();
        let error = msgpack::from_slice::<Server>(&bytes).err().unwrap();
        assert!(!error.to_string().contains("hush"), "{error}");
    }
    let secret = Json::new(HashMap::from([("hush".to_owned(), 1)])).unwrap();
    let server = Server {
        secret: secret.into(),
        ..Server::default()
    };
    assert!(!format!("{server:?}").contains("hush"));
}
