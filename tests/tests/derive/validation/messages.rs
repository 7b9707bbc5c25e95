//! Each constraint on a value, with its message.

use std::collections::BTreeMap;

use tfvalue::tfplugin6::{self, DynamicValue};
use tfvalue::{Attr, Diagnostic, Error, Number, Set, TfSchema, Value, msgpack};

use super::faults;

#[derive(TfSchema, Default)]
#[tf(kind = resource)]
struct Server {
    #[tf(optional, one_of = ["small", "large"])]
    size: Attr<String>,
    #[tf(optional, one_of = [1, 2, -4])]
    cores: Attr<i64>,
    #[tf(optional, range = 1..=65535)]
    port: Attr<u16>,
    #[tf(optional, range = 10..)]
    memory: Attr<i64>,
    #[tf(optional, range = ..10)]
    below: Attr<i64>,
    #[tf(optional, range = -0.5..=0.5)]
    share: Attr<Number>,
    #[tf(optional, length = 1..=4)]
    name: Attr<String>,
    #[tf(optional, length = ..3)]
    zones: Attr<Vec<Attr<String>>>,
    #[tf(optional, length = 1)]
    only: Attr<Set<Attr<String>>>,
    #[tf(optional, length = 1.., each(one_of = ["a", "b"]))]
    tags: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, regex = r"^\pL+$")]
    label: Attr<String>,
    #[tf(optional, each(length = 2.., regex = "^[a-z]*$"))]
    hosts: Attr<Set<Attr<String>>>,
    #[tf(optional, each(range = 1..=2 * 5))]
    ports: Attr<Vec<Attr<u16>>>,
    #[tf(optional, check = is_even)]
    even: Attr<i64>,
    #[tf(optional, check = no_dashes)]
    plain: Attr<String>,
    #[tf(optional, check = sorted)]
    sorted: Attr<Vec<Attr<i64>>>,
    #[tf(optional, write_only, sensitive, length = 8.., regex = "^[0-9]*$", check = not_hush)]
    password: Attr<String>,
    #[tf(optional, sensitive, each(one_of = ["x"]))]
    secrets: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(default = "ssd", one_of = ["ssd", "hdd"])]
    disk: Attr<String>,
}

// Functions in `check` take a reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_even(number: &i64) -> Result<(), String> {
    match number % 2 {
        0 => Ok(()),
        _ => Err(format!("an even number is required, got {number}")),
    }
}

fn no_dashes(text: &str) -> Result<(), &'static str> {
    if text.contains('-') {
        return Err("dashes are not allowed");
    }
    Ok(())
}

fn sorted(numbers: &[Attr<i64>]) -> tfvalue::Result<()> {
    let is_wrong = |at: &usize| numbers[*at].value() < numbers[at - 1].value();
    match (1..numbers.len()).find(is_wrong) {
        Some(at) => {
            Err(Error::msg("it is less than the one before")
                .at(tfvalue::Path::root().index(at as u64)))
        }
        None => Ok(()),
    }
}

fn not_hush(password: &str) -> Result<(), String> {
    match password {
        "hush" => Err(format!("{password} is not allowed")),
        _ => Ok(()),
    }
}

/// Returns the faults in a configuration that contains only the given members.
fn with(members: &[(&str, &str)]) -> Vec<String> {
    let schema = Server::schema();
    let names = schema
        .block
        .attributes
        .iter()
        .map(|attribute| &*attribute.name);
    let value = |name: &str| {
        members
            .iter()
            .find(|(other, _)| *other == name)
            .map_or("null", |one| one.1)
    };
    let members: Vec<_> = names
        .map(|name| format!("{name:?}: {}", value(name)))
        .collect();
    faults::<Server>(&format!("{{{}}}", members.join(", ")))
}

#[test]
fn each_constraint() {
    let table = [
        (
            "size",
            r#""huge""#,
            r#"size: one of "small" or "large" is required, got "huge""#,
        ),
        ("cores", "3", "cores: one of 1, 2 or -4 is required, got 3"),
        (
            "port",
            "0",
            "port: a number from 1 to 65535 is required, got 0",
        ),
        (
            "port",
            "65536",
            "port: a whole number from 1 to 65535 is required, got 65536",
        ),
        (
            "memory",
            "9",
            "memory: a number of at least 10 is required, got 9",
        ),
        (
            "below",
            "10",
            "below: a number less than 10 is required, got 10",
        ),
        (
            "share",
            "0.75",
            "share: a number from -0.5 to 0.5 is required, got 0.75",
        ),
        (
            "name",
            r#""""#,
            "name: a string of 1 to 4 characters is required, got 0 characters",
        ),
        (
            "name",
            r#""ĀĀĀĀĀ""#,
            "name: a string of 1 to 4 characters is required, got 5 characters",
        ),
        (
            "zones",
            r#"["a", "b", "c"]"#,
            "zones: a list of at most 2 elements is required, got 3 elements",
        ),
        (
            "only",
            "[]",
            "only: a set of 1 element is required, got 0 elements",
        ),
        (
            "tags",
            "{}",
            "tags: a map of at least 1 element is required, got 0 elements",
        ),
        (
            "tags",
            r#"{"k": "c"}"#,
            r#"tags["k"]: one of "a" or "b" is required, got "c""#,
        ),
        (
            "label",
            r#""a1""#,
            r#"label: a string that matches `^\pL+$` is required, got "a1""#,
        ),
        (
            "ports",
            "[1, 11]",
            "ports[1]: a number from 1 to 10 is required, got 11",
        ),
        ("even", "3", "even: an even number is required, got 3"),
        ("plain", r#""a-b""#, "plain: dashes are not allowed"),
        (
            "sorted",
            "[1, 3, 2]",
            "sorted[2]: it is less than the one before",
        ),
        (
            "disk",
            r#""tape""#,
            r#"disk: one of "ssd" or "hdd" is required, got "tape""#,
        ),
    ];
    for (name, value, fault) in table {
        assert_eq!(with(&[(name, value)]), [fault]);
    }
}

#[test]
fn values_at_the_bounds() {
    let table = [
        ("size", r#""large""#),
        ("cores", "-4"),
        ("port", "1"),
        ("port", "65535"),
        ("memory", "10"),
        ("below", "9"),
        ("share", "-0.5"),
        ("share", "0.50"),
        ("name", r#""ĀĀĀĀ""#),
        ("zones", "[]"),
        ("only", r#"["a"]"#),
        ("tags", r#"{"k": null}"#),
        ("label", r#""Ā""#),
        ("hosts", r#"["ab", null]"#),
        ("ports", "[10, null]"),
        ("even", "0"),
        ("sorted", "[1, 1]"),
    ];
    for (name, value) in table {
        assert!(with(&[(name, value)]).is_empty(), "{name} = {value}");
    }
}

#[test]
fn null_is_not_checked() {
    assert!(with(&[]).is_empty());
}

#[test]
fn all_faults_are_reported() {
    let found = with(&[
        ("size", r#""huge""#),
        ("port", "0"),
        ("hosts", r#"["a", "B"]"#),
    ]);
    assert_eq!(
        found,
        [
            r#"hosts[value = "B"]: a string of at least 2 characters is required, got 1 character"#,
            r#"hosts[value = "B"]: a string that matches `^[a-z]*$` is required, got "B""#,
            r#"hosts[value = "a"]: a string of at least 2 characters is required, got 1 character"#,
            "port: a number from 1 to 65535 is required, got 0",
            r#"size: one of "small" or "large" is required, got "huge""#,
        ]
    );
}

#[test]
fn sensitive_values_are_not_shown() {
    let found = with(&[
        ("password", r#""hush""#),
        ("secrets", r#"{"hush": "hush"}"#),
    ]);
    assert_eq!(
        found,
        [
            "password: a string of at least 8 characters is required, got one of another length",
            "password: a string that matches `^[0-9]*$` is required, got another string",
            "password: the value is invalid (not shown, because it is sensitive)",
            r#"secrets: "x" is required, got another string"#,
        ]
    );
}

/// Returns the faults in a configuration in which some members are unknown.
fn unknown(server: &Server) -> Vec<String> {
    let config = DynamicValue::encode(server).unwrap();
    match config.decode_config::<Server>() {
        Ok(_) => Vec::new(),
        Err(error) => error.faults().map(ToString::to_string).collect(),
    }
}

#[test]
fn unknown_is_not_checked() {
    let server = Server {
        size: Attr::unknown(),
        port: Attr::unknown(),
        name: Attr::unknown(),
        tags: Attr::unknown(),
        label: Attr::unknown(),
        even: Attr::unknown(),
        ports: vec![Attr::unknown()].into(),
        zones: vec![Attr::unknown(), "a".into()].into(),
        ..Server::default()
    };
    assert!(unknown(&server).is_empty());
    let zones = vec![Attr::unknown(), Attr::unknown(), Attr::unknown()].into();
    let server = Server {
        zones,
        ..Server::default()
    };
    assert_eq!(
        unknown(&server),
        ["zones: a list of at most 2 elements is required, got 3 elements"]
    );
}

#[test]
fn unknown_elements_of_a_set_may_be_equal() {
    let only = Set::from_iter(["a".into(), Attr::unknown()]).into();
    assert!(
        unknown(&Server {
            only,
            ..Server::default()
        })
        .is_empty()
    );
    let only = Set::from_iter(["a".into(), Attr::from("b")]).into();
    assert_eq!(
        unknown(&Server {
            only,
            ..Server::default()
        }),
        ["only: a set of 1 element is required, got 2 elements"]
    );
}

#[test]
fn states_are_not_checked() {
    let state = Server {
        size: "huge".into(),
        port: 0.into(),
        ..Server::default()
    };
    let bytes = msgpack::to_vec(&state).unwrap();
    let read: Server = msgpack::from_slice(&bytes).unwrap();
    assert_eq!(read.size.as_deref(), Some("huge"));
    let value = DynamicValue::encode_state(&read).unwrap();
    assert_eq!(value.decode::<Server>().unwrap().port.value(), Some(&0));
}

#[test]
fn diagnostics_have_paths() {
    let server = Server {
        ports: vec![Attr::from(0_u16)].into(),
        ..Server::default()
    };
    let config = DynamicValue::encode(&server).unwrap();
    let diagnostics = config.validate_config::<Server>();
    let details: Vec<_> = diagnostics.iter().map(Diagnostic::detail).collect();
    assert_eq!(
        details,
        ["ports[0]: a number from 1 to 10 is required, got 0",]
    );
    let path = tfvalue::Path::from("ports").index(0);
    let messages: Vec<tfplugin6::Diagnostic> = diagnostics.into();
    assert_eq!(messages[0].attribute, Some(path.into()));
}

#[test]
fn the_number_of_faults_is_limited() {
    let ports = vec![Attr::from(0_u16); 5_000].into();
    let found = unknown(&Server {
        ports,
        ..Server::default()
    });
    assert_eq!(found.len(), 1_000);
}

#[test]
fn values_of_other_types_are_faults_of_the_schema() {
    let error = Server::from_config(&Value::from("text")).err().unwrap();
    assert_eq!(error.to_string(), "an object is required, got a string");
}

/// A colour.
#[derive(TfSchema)]
#[tf(rename_all = "snake_case")]
enum Colour {
    Red,
    Green,
    Blue,
}

#[derive(TfSchema)]
struct Described {
    /// The name.
    #[tf(optional, length = 1..=64, regex = "^[a-z]+$", describe)]
    name: Attr<String>,
    #[tf(optional, one_of = ["a", "b"], conflicts_with = "name", describe)]
    choice: Attr<String>,
    #[tf(optional, one_of = ["red"], describe)]
    enumeration: Attr<Colour>,
    #[tf(optional, length = 1.., each(range = 1..), exactly_one_of = "name, port", describe)]
    list: Attr<Vec<Attr<i64>>>,
    #[tf(optional, each(one_of = [1, 2]), describe)]
    listed: Attr<Vec<Attr<i64>>>,
    #[tf(optional, range = 1..=65535, describe)]
    port: Attr<i64>,
    #[tf(optional, range = 1..=65535)]
    silent: Attr<i64>,
}

#[test]
fn descriptions_mention_constraints_on_request() {
    let block = Described::block();
    let table = [
        ("choice", "One of `a`, `b`. Conflicts with `name`."),
        ("enumeration", "One of `red`."),
        (
            "list",
            "At least 1 element. Each element: A number of at least 1. \
             Exactly one of this, `name` and `port` is required.",
        ),
        ("listed", "Each element: One of `1`, `2`."),
        (
            "name",
            "The name.\n\n1 to 64 characters. Matches `^[a-z]+$`.",
        ),
        ("port", "A number from 1 to 65535."),
        ("silent", ""),
    ];
    for (name, description) in table {
        assert_eq!(block.attribute(name).unwrap().description, description);
    }
}
