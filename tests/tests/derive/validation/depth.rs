//! Tests constraints on elements and keys at any depth, and the headlines of their errors.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;

use tfvalue::tfplugin6::DynamicValue;
use tfvalue::{
    Attr, Diagnostic, Diagnostics, Dynamic, GoDuration, Json, Set, Text, TfSchema, Type, Unknown,
    Value,
};

use super::faults;

type Map<T> = Attr<BTreeMap<String, Attr<T>>>;
type Lists<T> = Box<[Attr<Vec<Attr<T>>>]>;

#[derive(TfSchema, Default)]
#[tf(kind = resource)]
struct Server {
    #[tf(optional, each(length = 1..=2, each(range = 1..10)))]
    matrix: Attr<Vec<Attr<Vec<Attr<i64>>>>>,
    #[tf(optional, length = 1.., keys(regex = "^[a-z]+$"), each(each(one_of = ["a", "b"])))]
    groups: Map<Set<Attr<String>>>,
    #[tf(optional, keys(length = ..=3, check = is_no_dash), each(keys(one_of = ["x", "y"])))]
    nested: Map<BTreeMap<String, Attr<i64>>>,
    #[tf(optional, each(check = is_even))]
    even: Attr<Vec<Attr<i64>>>,
    #[tf(optional, each(each(check = is_sorted)))]
    sorted: Attr<[Attr<Lists<u8>>; 2]>,
    #[tf(optional, each(check = has_network))]
    interfaces: Attr<Vec<Attr<Interface>>>,
    #[tf(optional, keys(check = is_port), each(check = is_no_dash))]
    ports: Attr<HashMap<Port, Attr<String>>>,
    #[tf(optional, sensitive, keys(length = 2..), each(length = 2.., check = is_no_dash))]
    secrets: Map<String>,
    #[tf(block, keys(regex = "^/"))]
    mount: Unknown<BTreeMap<String, Mount>>,
}

#[derive(TfSchema)]
struct Interface {
    #[tf(optional)]
    network: Attr<String>,
}

#[derive(TfSchema)]
struct Mount {
    #[tf(optional, keys(one_of = ["size"]))]
    options: Map<String>,
}

#[derive(TfSchema, PartialEq, Eq, Hash)]
#[tf(rename_all = "lowercase")]
enum Port {
    Http,
    Ssh,
}

// Functions in `check` take a reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_even(number: &i64) -> Result<(), String> {
    match number % 2 {
        0 => Ok(()),
        _ => Err(format!("an even number is required, got {number}")),
    }
}

fn is_no_dash(text: &str) -> Result<(), String> {
    match text {
        "-" => Err(format!("{text:?} is not allowed")),
        _ => Ok(()),
    }
}

fn is_sorted(numbers: &[Attr<u8>]) -> Result<(), &'static str> {
    if numbers.iter().map(Attr::value).is_sorted() {
        return Ok(());
    }
    Err("the numbers must be sorted")
}

fn has_network(interface: &Interface) -> Diagnostics {
    if interface.network.is_null() {
        return Diagnostic::warning("No network", "It has no effect.").into();
    }
    Diagnostics::new()
}

fn is_port(port: &Port) -> Result<(), &'static str> {
    match port {
        Port::Http => Ok(()),
        Port::Ssh => Err("the port is reserved"),
    }
}

/// Returns the faults in a configuration that contains only the given member.
fn with(name: &str, value: &str) -> Vec<String> {
    faults::<Server>(&config(name, value))
}

fn config(name: &str, value: &str) -> String {
    let block = Server::block();
    let attributes = block.attributes.iter().map(|one| (&*one.name, "null"));
    let blocks = block.block_types.iter().map(|one| (&*one.type_name, "{}"));
    let members = attributes.chain(blocks).map(|(other, none)| {
        let value = if other == name { value } else { none };
        format!("{other:?}: {value}")
    });
    format!("{{{}}}", members.collect::<Vec<_>>().join(", "))
}

#[test]
fn elements_and_keys_at_any_depth() {
    let table = [
        (
            "matrix",
            "[[1, 9], [], null, [0, 10]]",
            &[
                "matrix[1]: a list of 1 to 2 elements is required, got 0 elements",
                "matrix[3][0]: a number of at least 1 and less than 10 is required, got 0",
                "matrix[3][1]: a number of at least 1 and less than 10 is required, got 10",
            ][..],
        ),
        (
            "groups",
            r#"{"A b": ["a"], "ok": ["b", "c", null]}"#,
            &[
                r#"groups["A b"]: a key that matches `^[a-z]+$` is required, got "A b""#,
                r#"groups["ok"][value = "c"]: one of "a" or "b" is required, got "c""#,
            ],
        ),
        (
            "groups",
            "{}",
            &["groups: a map of at least 1 element is required, got 0 elements"],
        ),
        (
            "nested",
            r#"{"": {"x": 1, "z": 2}, "-": null, "long": {}}"#,
            &[
                r#"nested[""]["z"]: a key that is one of "x" or "y" is required, got "z""#,
                r#"nested["-"]: "-" is not allowed"#,
                r#"nested["long"]: a key of at most 3 characters is required, got 4 characters"#,
            ],
        ),
        (
            "even",
            "[2, 3, null, 5]",
            &[
                "even[1]: an even number is required, got 3",
                "even[3]: an even number is required, got 5",
            ],
        ),
        (
            "sorted",
            "[[[1, 2], [2, 1]], null]",
            &["sorted[0][1]: the numbers must be sorted"],
        ),
        (
            "ports",
            r#"{"http": "-", "ssh": "a"}"#,
            &[
                r#"ports["http"]: "-" is not allowed"#,
                r#"ports["ssh"]: the port is reserved"#,
            ],
        ),
        (
            "mount",
            r#"{"/a": {"options": {"size": "1"}}, "b": {"options": {"x": "1"}}}"#,
            &[
                r#"mount["b"]: a key that matches `^/` is required, got "b""#,
                r#"mount["b"].options["x"]: a key that is "size" is required, got "x""#,
            ],
        ),
    ];
    for (name, value, expected) in table {
        assert_eq!(with(name, value), expected, "{name}");
    }
}

#[test]
fn keys_and_elements_that_are_secrets_are_hidden() {
    let text = with("secrets", r#"{"k": "v", "key": "-"}"#).join("\n");
    assert_eq!(
        text,
        "secrets: a key of at least 2 characters is required, got one of another length\n\
         secrets: a string of at least 2 characters is required, got one of another length\n\
         secrets: a string of at least 2 characters is required, got one of another length\n\
         secrets: the value is invalid (not shown, because it is sensitive)"
    );
}

#[test]
fn functions_for_elements_return_warnings() {
    let config = DynamicValue {
        json: config("interfaces", r#"[{"network": "a"}, {"network": null}]"#).into(),
        ..DynamicValue::default()
    };
    let diagnostics = config.validate_config::<Server>();
    let texts = diagnostics
        .iter()
        .map(|one| format!("{} | {one}", one.path()));
    assert_eq!(
        texts.collect::<Vec<_>>(),
        ["interfaces[1] | No network: It has no effect."]
    );
}

#[test]
fn unknown_elements_are_not_checked() {
    let server = Server {
        matrix: vec![Attr::unknown(), vec![Attr::unknown()].into()].into(),
        groups: BTreeMap::from([("a".to_owned(), Attr::unknown())]).into(),
        even: vec![Attr::unknown(), Attr::null()].into(),
        ..Server::default()
    };
    let config = DynamicValue::encode(&server).unwrap();
    let diagnostics = config.validate_config::<Server>();
    assert!(diagnostics.is_empty(), "{diagnostics}");
}

#[derive(TfSchema)]
struct Described {
    #[tf(optional, each(length = 1.., each(range = 1..)), describe)]
    matrix: Attr<Vec<Attr<Vec<Attr<i64>>>>>,
    #[tf(optional, keys(length = ..=3), each(keys(regex = "^a"), length = 2), describe)]
    nested: Map<BTreeMap<String, Attr<i64>>>,
}

#[test]
fn descriptions_name_the_depth() {
    let block = Described::block();
    let description = |name: &str| block.attribute(name).unwrap().description.to_string();
    assert_eq!(
        description("matrix"),
        "Each element: At least 1 element. Each element of each element: A number of at least 1."
    );
    assert_eq!(
        description("nested"),
        "Each key: At most 3 characters. Each element: 2 elements. \
         Each key of each element: Matches `^a`."
    );
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Headed {
    #[tf(required, range = 1.., headline = "Invalid port")]
    port: Attr<i64>,
    #[tf(optional, conflicts_with = "user", headline = "Two ways to log in")]
    token: Attr<String>,
    #[tf(optional)]
    user: Attr<String>,
    #[tf(optional, sensitive, length = 8.., check = is_hush, headline = "Weak password")]
    password: Attr<String>,
    #[tf(optional, each(check = is_named), headline = "Bad name")]
    names: Attr<Vec<Attr<String>>>,
    #[tf(block, conflicts_with = "user", headline = "Disk of a user")]
    disk: Unknown<Vec<Disk>>,
}

#[derive(TfSchema)]
struct Disk {
    #[tf(required, range = 10..)]
    size: Attr<i64>,
}

fn is_hush(password: &str) -> Result<(), Diagnostic> {
    Err(Diagnostic::error(format!("It is {password}"), "It is."))
}

fn is_named(name: &str) -> Result<(), Diagnostic> {
    match name {
        "own" => Err(Diagnostic::error("Own headline", "It is kept.")),
        _ => Err(tfvalue::Error::msg("it is no name").into()),
    }
}

#[test]
fn headlines_replace_that_of_an_invalid_value() {
    let config = r#"{"port": 0, "token": "a", "user": "b", "password": "hush", "names": ["own", "a"],
        "disk": [{"size": 1}]}"#;
    let config = DynamicValue {
        json: config.into(),
        ..DynamicValue::default()
    };
    let diagnostics = config.validate_config::<Headed>();
    let mut texts: Vec<_> = diagnostics.iter().map(ToString::to_string).collect();
    texts.sort();
    assert_eq!(
        texts,
        [
            "Bad name: names[1]: it is no name",
            "Disk of a user: disk: conflicts with `user`: only one of them can be set",
            "Invalid port: port: a number of at least 1 is required, got 0",
            "Invalid value: disk[0].size: a number of at least 10 is required, got 1",
            "Own headline: It is kept.",
            "Two ways to log in: token: conflicts with `user`: only one of them can be set",
            "Weak password: password: a string of at least 8 characters is required, got one of another length",
            "Weak password: password: the value is invalid (not shown, because it is sensitive)",
        ]
    );
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct HeadedTypes {
    #[tf(optional, range = 1.., headline = "Invalid port")]
    port: Attr<i64>,
    #[tf(optional, headline = "Invalid time")]
    time: Attr<GoDuration>,
    #[tf(optional, headline = "Invalid policy")]
    policy: Attr<Json<serde_json::Value>>,
    #[tf(optional, headline = "Invalid addresses")]
    addresses: Attr<Vec<Attr<Text<IpAddr>>>>,
    #[tf(optional, sensitive, headline = "Invalid key")]
    key: Attr<Json<serde_json::Value>>,
    #[tf(optional)]
    plain: Attr<GoDuration>,
    #[tf(optional, headline = "Invalid part", check = is_anything)]
    part: Attr<Part>,
}

#[derive(TfSchema)]
struct Part {
    #[tf(optional)]
    plain: Attr<u8>,
    #[tf(optional, display, headline = "Invalid address")]
    address: Attr<IpAddr>,
}

fn is_anything(_: &Part) -> Result<(), String> {
    Ok(())
}

#[test]
fn headlines_are_for_values_that_do_not_fit_their_types() {
    let config = r#"{"port": 1.5, "time": "1 hour", "policy": "{", "addresses": ["::1", "home"], "key": "{",
        "plain": "1 day", "part": {"plain": 300, "address": "home"}}"#;
    let config = DynamicValue {
        json: config.into(),
        ..DynamicValue::default()
    };
    let diagnostics = config.validate_config::<HeadedTypes>();
    let headlines: Vec<_> = diagnostics
        .iter()
        .map(|one| format!("{}: {}", one.path(), one.summary()))
        .collect();
    assert_eq!(
        headlines,
        [
            "addresses[1]: Invalid addresses",
            "key: Invalid key",
            "part.address: Invalid address",
            "part.plain: Invalid value",
            "plain: Invalid value",
            "policy: Invalid policy",
            "port: Invalid port",
            "time: Invalid time",
        ]
    );
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct HeadedConstraints {
    #[tf(
        optional,
        length = ..=3,
        regex = "^[a-z]",
        conflicts_with = "user",
        headline(regex = "Invalid name", length = "Name too long")
    )]
    name: Attr<String>,
    #[tf(optional)]
    user: Attr<String>,
    #[tf(
        optional,
        keys(length = ..=3),
        each(check = is_named),
        headline(keys = "Invalid key", other = "Invalid tag")
    )]
    tags: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, length = 4.., headline(length = "Wrong length", other = "Invalid time"))]
    time: Attr<GoDuration>,
}

/// Each constraint has its own headline, the headline for all other constraints, or the default headline.
#[test]
fn constraints_have_headlines_of_their_own() {
    let config = r#"{"name": "Abcd", "user": "a", "tags": {"long": "a"}, "time": "a"}"#;
    let config = DynamicValue {
        json: config.into(),
        ..DynamicValue::default()
    };
    let diagnostics = config.validate_config::<HeadedConstraints>();
    let mut headlines: Vec<_> = diagnostics
        .iter()
        .map(|one| format!("{}: {}", one.path(), one.summary()))
        .collect();
    headlines.sort();
    assert_eq!(
        headlines,
        [
            "name: Invalid name",
            "name: Invalid value",
            "name: Name too long",
            r#"tags["long"]: Invalid key"#,
            r#"tags["long"]: Invalid tag"#,
            "time: Invalid time",
        ]
    );
}

/// The function receives the value, if there is one.
#[test]
fn dynamic_values() {
    #[derive(TfSchema)]
    struct Document {
        #[tf(optional, check = is_object)]
        body: Dynamic,
    }

    fn is_object(body: &Value) -> Result<(), &'static str> {
        let is_object = body.members().is_some();
        is_object.then_some(()).ok_or("an object is required")
    }

    let check = |body: Value| {
        let config = Value::object([("body", body)]).unwrap();
        Document::from_config(&config).map(|document| document.body)
    };
    let object = Value::object([("a", Value::from(1))]).unwrap();
    for body in [
        object,
        Value::null(Type::String),
        Value::unknown(Type::Dynamic),
    ] {
        assert_eq!(check(body.clone()).unwrap(), body);
    }
    let error = check("a".into()).unwrap_err();
    assert_eq!(error.to_string(), "body: an object is required");
}
