//! `RawState::upgrade`.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use tfvalue::tfplugin6::{DynamicValue, RawState};
use tfvalue::{Attr, Error, Number, Result, Set, TfSchema, Unknown};

#[derive(TfSchema)]
#[tf(kind = resource, version = 3, upgrade(0 = ServerV0, 1 = ServerV1, 2 = Server))]
struct Server {
    #[tf(required)]
    name: Attr<String>,
    #[tf(optional)]
    cpus: Attr<Number>,
    #[tf(optional, sensitive)]
    pin: Attr<i64>,
    #[tf(optional)]
    tags: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(block)]
    disk: Unknown<Vec<Disk>>,
}

#[derive(TfSchema, PartialEq)]
struct Disk {
    #[tf(required)]
    size: Attr<i64>,
}

/// A flat list of sizes, and the number of processors as a string.
#[derive(TfSchema)]
struct ServerV0 {
    #[tf(required)]
    name: Attr<String>,
    #[tf(optional)]
    cpus: Attr<String>,
    #[tf(optional, sensitive)]
    pin: Attr<i64>,
    #[tf(optional)]
    sizes: Attr<Vec<i64>>,
    #[tf(optional)]
    tags: Attr<BTreeMap<String, Attr<String>>>,
}

/// A set of disks that have a size in MiB.
#[derive(TfSchema)]
#[tf(version = 1)]
struct ServerV1 {
    #[tf(required)]
    name: Attr<String>,
    #[tf(optional, sensitive)]
    pin: Attr<i64>,
    #[tf(block)]
    disk: Unknown<Set<DiskV1>>,
}

#[derive(TfSchema, PartialEq)]
struct DiskV1 {
    #[tf(required)]
    mib: Attr<i64>,
    #[tf(optional)]
    labels: Attr<Vec<Attr<bool>>>,
}

impl TryFrom<ServerV0> for Server {
    type Error = Error;

    fn try_from(old: ServerV0) -> Result<Self> {
        let cpus = old.cpus.value().map(|text| text.parse()).transpose();
        let cpus = cpus.map_err(|_| Error::msg("a number is required").at("cpus"))?;
        let sizes = old.sizes.value().into_iter().flatten();
        let disk: Vec<_> = sizes
            .map(|size| Disk {
                size: (*size).into(),
            })
            .collect();
        Ok(Server {
            name: old.name,
            cpus: Attr::from(cpus),
            pin: old.pin,
            tags: old.tags,
            disk: disk.into(),
        })
    }
}

impl From<ServerV1> for Server {
    fn from(old: ServerV1) -> Self {
        let disks = old.disk.known().into_iter().flatten();
        let gib = |disk: &DiskV1| disk.mib.value().map(|mib| mib / 1024);
        let disk: Vec<_> = disks
            .map(|disk| Disk {
                size: gib(disk).into(),
            })
            .collect();
        Server {
            name: old.name,
            cpus: Attr::null(),
            pin: old.pin,
            tags: Attr::null(),
            disk: disk.into(),
        }
    }
}

fn json(text: impl Into<Vec<u8>>) -> RawState {
    RawState {
        json: text.into(),
        ..RawState::default()
    }
}

fn flatmap<const N: usize>(entries: [(&str, &str); N]) -> RawState {
    let entries = entries.map(|(key, text)| (key.to_owned(), text.to_owned()));
    RawState {
        flatmap: HashMap::from(entries),
        ..RawState::default()
    }
}

fn server(version: i64, state: &RawState) -> Server {
    state.upgrade::<Server>(version).unwrap().decode().unwrap()
}

fn faults(version: i64, state: &RawState) -> Vec<String> {
    let error = state.upgrade::<Server>(version).unwrap_err();
    error.faults().map(ToString::to_string).collect()
}

fn sizes(server: &Server) -> Vec<i64> {
    let disks = server.disk.known().unwrap().iter();
    disks.map(|disk| *disk.size.value().unwrap()).collect()
}

#[test]
fn json_of_each_version() {
    let old =
        r#"{"name": "web", "cpus": "1.50", "sizes": [10, "20"], "gone": {"a": [null]}, "pin": 7}"#;
    let new = server(0, &json(old));
    assert_eq!(new.name, "web");
    assert_eq!(new.cpus.value().unwrap().to_string(), "1.5");
    assert_eq!(new.pin, 7);
    assert!(new.tags.is_null());
    assert_eq!(sizes(&new), [10, 20]);

    let old =
        r#"{"name": "web", "disk": [{"mib": 2048, "gone": 1}, {"mib": 1024, "labels": [true]}]}"#;
    let mut sizes = sizes(&server(1, &json(old)));
    sizes.sort_unstable();
    assert_eq!(sizes, [1, 2]);
}

#[test]
fn the_current_struct_reads_older_states() {
    let new = server(
        2,
        &json(r#"{"name": "web", "gone": true, "disk": [{"size": 5}]}"#),
    );
    assert_eq!(new.name, "web");
    assert_eq!(sizes(&new), [5]);
}

#[test]
fn flatmaps_of_each_version() {
    let old = [
        ("name", "web"),
        ("cpus", "4"),
        ("sizes.#", "2"),
        ("sizes.0", "10"),
        ("sizes.1", "20"),
        ("tags.%", "1"),
        ("tags.a.b", "c"),
        ("gone.#", "1"),
        ("gone.0", "x"),
    ];
    let new = server(0, &flatmap(old));
    assert_eq!(new.cpus.value().unwrap().to_string(), "4");
    assert_eq!(new.tags.value().unwrap()["a.b"], "c");
    assert_eq!(sizes(&new), [10, 20]);

    let old = [("name", "web"), ("disk.#", "1"), ("disk.123.mib", "3072")];
    assert_eq!(sizes(&server(1, &flatmap(old))), [3]);

    // For the current version, there is no JSON to pass through.
    let current = flatmap([("name", "web"), ("cpus", "0.1")])
        .upgrade::<Server>(3)
        .unwrap();
    let expected = r#"{"cpus":0.1,"disk":[],"name":"web","pin":null,"tags":null}"#;
    assert_eq!(String::from_utf8(current.json).unwrap(), expected);
}

#[test]
fn missing_blocks_of_an_older_state_are_empty() {
    assert!(sizes(&server(1, &json(r#"{"name": "web"}"#))).is_empty());
    assert!(sizes(&server(1, &json(r#"{"name": "web", "disk": null}"#))).is_empty());
    assert!(sizes(&server(1, &flatmap([("name", "web")]))).is_empty());
}

#[test]
fn the_result_is_messagepack() {
    let new = json(r#"{"name": "web"}"#).upgrade::<Server>(0).unwrap();
    assert!(new.json.is_empty());
    let expected = b"\x85\xa4cpus\xc0\xa4disk\x90\xa4name\xa3web\xa3pin\xc0\xa4tags\xc0";
    assert_eq!(new.msgpack, expected);
}

#[test]
fn the_current_version_passes_through_byte_for_byte() {
    let text = " {\n\"name\": \"w\\u0065b\", \"cpus\": 1.0e+2,\t\"pin\": 1234567890123456789012345678901234567890,\
         \"disk\": [{\"size\": 1.50}], \"unsupported\": {\"a\": [1]}, \"tags\": null} ";
    let DynamicValue { msgpack, json } = json(text).upgrade::<Server>(3).unwrap();
    assert!(msgpack.is_empty());
    assert_eq!(String::from_utf8(json).unwrap(), text);
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Blocks {
    #[tf(block)]
    list: Unknown<Vec<Outer>>,
    #[tf(block)]
    set: Unknown<Set<Inner>>,
    #[tf(block)]
    map: Unknown<BTreeMap<String, Outer>>,
    #[tf(block)]
    single: Option<Outer>,
    #[tf(block(group))]
    group: Outer,
}

#[derive(TfSchema)]
struct Outer {
    #[tf(optional)]
    a: Attr<i64>,
    #[tf(block)]
    inner: Unknown<Vec<Inner>>,
    #[tf(block)]
    one: Option<Inner>,
}

#[derive(TfSchema, PartialEq)]
struct Inner {
    #[tf(optional)]
    b: Attr<String>,
}

fn completed(text: &str) -> String {
    let state = json(text).upgrade::<Blocks>(0).unwrap();
    let _: Blocks = state.decode().unwrap();
    String::from_utf8(state.json).unwrap()
}

const EMPTY_GROUP: &str = r#"{"a":null,"inner":[],"one":null}"#;

#[test]
fn null_blocks_of_the_current_version_become_empty() {
    let all = format!(r#"{{"group":{EMPTY_GROUP},"list":[],"map":{{}},"set":[]}}"#);
    assert_eq!(completed("{}"), all);
    let nulls = r#"{ "set": null , "group" :null, "list":null, "map":null, "single":null }"#;
    let expected = format!(
        r#"{{ "set": [] , "group" :{EMPTY_GROUP}, "list":[], "map":{{}}, "single":null }}"#
    );
    assert_eq!(completed(nulls), expected);
}

#[test]
fn null_blocks_inside_blocks_become_empty() {
    let rest = r#""set":[]"#;
    let state = format!(
        r#"{{{rest},"list":[{{"a":1.0}},{{"inner":null}},{{"inner":[{{"b":null}}]}}],"map":{{"k":{{}}}},"single":{{"a": 2}},"group":{{"one":{{"b":"x"}}}}}}"#
    );
    let expected = format!(
        r#"{{{rest},"list":[{{"a":1.0,"inner":[]}},{{"inner":[]}},{{"inner":[{{"b":null}}]}}],"map":{{"k":{{"inner":[]}}}},"single":{{"a": 2,"inner":[]}},"group":{{"one":{{"b":"x"}},"inner":[]}}}}"#
    );
    assert_eq!(completed(&state), expected);
    assert_eq!(completed(&expected), expected);
}

#[test]
fn other_versions_are_errors() {
    let state = json("{}");
    assert_eq!(
        faults(4, &state),
        [
            "a newer version of the provider wrote the state: it has schema version 4, but this \
          provider only reads versions up to 3"
        ]
    );
    assert_eq!(
        faults(-1, &state),
        [
            "a state with schema version -1 cannot be upgraded to version 3; only versions 0, 1 and 2 can"
        ]
    );

    #[derive(TfSchema)]
    #[tf(kind = resource, version = 2)]
    struct NoUpgrades {}
    let error = state.upgrade::<NoUpgrades>(1).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a state with schema version 1 cannot be upgraded to version 2; there is no upgrade from any version"
    );

    #[derive(TfSchema)]
    #[tf(kind = resource, version = 2, upgrade(1 = OneUpgrade))]
    struct OneUpgrade {}
    let error = state.upgrade::<OneUpgrade>(0).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a state with schema version 0 cannot be upgraded to version 2; only version 1 can"
    );
}

#[test]
fn all_faults_are_reported_with_their_paths() {
    let state = r#"{
        "name": ["x"],
        "cpus": {},
        "sizes": [1, "x", 2, {}, 1.5],
        "tags": {"a": "b", "c": []}
    }"#;
    assert_eq!(
        faults(0, &json(state)),
        [
            "name: a string is required, got a list at line 2 column 17",
            "cpus: a string is required, got a map at line 3 column 17",
            r#"sizes[1]: a number is required, got "x" at line 4 column 22"#,
            "sizes[3]: a number is required, got a map at line 4 column 30",
            r#"tags["c"]: a string is required, got a list at line 5 column 33"#,
        ]
    );
    // The types of the fields are narrower than the types in the schema.
    assert_eq!(
        faults(0, &json(r#"{"name": "web", "sizes": [1.5, 2, 1e30]}"#)),
        [
            "sizes[0]: a whole number from -9223372036854775808 to 9223372036854775807 is required, got 1.5",
            "sizes[2]: a whole number from -9223372036854775808 to 9223372036854775807 is required, got 1000000000000000000000000000000",
        ]
    );
    let state =
        r#"{"disk": [{"mib": 1, "labels": [3]}, {"mib": true, "labels": [[]]}], "name": null}"#;
    let found = faults(1, &json(state));
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found[0].starts_with("disk[0].labels[0]: "), "{found:?}");
    assert!(found[1].starts_with("disk[1].mib: "), "{found:?}");
    assert!(found[2].starts_with("disk[1].labels[0]: "), "{found:?}");
    // The error from the conversion has its own path.
    assert_eq!(
        faults(0, &json(r#"{"cpus": "many"}"#)),
        ["cpus: a number is required"]
    );
}

#[test]
fn sensitive_values_are_never_shown() {
    let states = [
        (0, json(r#"{"pin": "hush"}"#)),
        (0, json(r#"{"pin": 0.1234567}"#)),
        (0, json(r#"{"pin": {"hush": 1}}"#)),
        (0, flatmap([("pin", "hush")])),
        (1, json(r#"{"pin": ["hush"], "disk": 1}"#)),
        (2, json(r#"{"pin": "hush"}"#)),
        (3, flatmap([("pin", "hush")])),
    ];
    for (version, state) in states {
        let error = state.upgrade::<Server>(version).unwrap_err();
        let text = format!("{error} {error:?} {:?}", error.faults().collect::<Vec<_>>());
        assert!(
            !text.contains("hush") && !text.contains("1234567"),
            "{text}"
        );
        assert!(text.contains("pin"), "{text}");
    }
}

#[test]
fn malformed_states_are_errors() {
    for version in 0..=3 {
        for text in [
            " ",
            "{",
            r#"{"name": "a""#,
            r#"{"name": "a"} x"#,
            "[]",
            "null",
            "\"x\"",
            "{\"a\":}",
            "{\"\u{1}\": 1}",
        ] {
            let error = json(text).upgrade::<Server>(version).unwrap_err();
            assert_eq!(error.faults().count(), 1, "{text:?}: {error}");
            assert!(!error.to_string().is_empty());
        }
        assert!(
            json(b"{\"name\": \"\xff\"}")
                .upgrade::<Server>(version)
                .is_err()
        );
        let deep = format!(
            "{{\"gone\": {}{}}}",
            "[".repeat(100_000),
            "]".repeat(100_000)
        );
        assert!(json(deep).upgrade::<Server>(version).is_ok());
        let deep = format!("{{\"sizes\": {}", "[".repeat(100_000));
        assert!(json(deep).upgrade::<Server>(version).is_err());
    }
    let unknown = flatmap([("name", "74D93920-ED26-11E3-AC10-0800200C9A66")]);
    let error = unknown.upgrade::<Server>(3).unwrap_err();
    assert_eq!(
        error.to_string(),
        "name: a known value is required, got an unknown value"
    );
}

/// Each element of a list adds as many names as the schema has blocks.
#[test]
fn missing_blocks_take_no_unlimited_memory() {
    let mut state = r#"{"list": ["#.to_owned();
    for at in 0..100_000 {
        write!(state, "{}{{}}", if at == 0 { "" } else { "," }).unwrap();
    }
    state.push_str("]}");
    let completed = json(state.clone()).upgrade::<Blocks>(0).unwrap();
    assert!(completed.json.len() < 8 * state.len());
}

#[test]
fn a_result_with_unknown_values_is_an_error() {
    #[derive(TfSchema)]
    #[tf(kind = resource, version = 1, upgrade(0 = Old))]
    struct New {
        #[tf(computed)]
        id: Attr<String>,
        #[tf(optional, write_only)]
        secret: Attr<String>,
    }
    #[derive(TfSchema)]
    struct Old {}
    impl From<Old> for New {
        fn from(_: Old) -> Self {
            New {
                id: Attr::unknown(),
                secret: "hush".into(),
            }
        }
    }
    let error = json("{}").upgrade::<New>(0).unwrap_err();
    assert_eq!(
        error.to_string(),
        "id: a known value is required, got an unknown value"
    );
}

mod older {
    use tfvalue::{Attr, TfSchema};

    #[derive(TfSchema)]
    pub(super) struct V0 {
        #[tf(required)]
        pub(super) name: Attr<String>,
    }
}

/// Paths, `Self`, aliases and lifetimes in the annotation.
#[test]
fn types_can_be_written_in_any_way() {
    type Alias = older::V0;

    #[derive(TfSchema)]
    #[tf(kind = resource, version = 3, upgrade(0 = older::V0, 2 = Self))]
    struct Owned {
        #[tf(required)]
        name: Attr<String>,
    }
    impl From<older::V0> for Owned {
        fn from(old: older::V0) -> Self {
            Owned { name: old.name }
        }
    }
    #[derive(TfSchema)]
    #[tf(kind = resource, version = 1, upgrade(0 = Alias))]
    struct Borrowed<'a> {
        #[tf(required)]
        name: Attr<std::borrow::Cow<'a, str>>,
    }
    impl From<older::V0> for Borrowed<'_> {
        fn from(old: older::V0) -> Self {
            Borrowed {
                name: old.name.map(Into::into),
            }
        }
    }
    let state = json(r#"{"name": "web"}"#);
    for version in [0, 2] {
        let owned: Owned = state.upgrade::<Owned>(version).unwrap().decode().unwrap();
        assert_eq!(owned.name, "web");
    }
    let upgraded = state.upgrade::<Borrowed<'_>>(0).unwrap();
    let borrowed: Borrowed<'_> = upgraded.decode().unwrap();
    assert_eq!(borrowed.name.as_deref(), Some("web"));
}

#[test]
fn identities_can_be_upgraded() {
    #[derive(TfSchema)]
    #[tf(kind = identity, version = 1, upgrade(0 = IdentityV0))]
    struct Identity {
        #[tf(required)]
        id: i64,
    }
    #[derive(TfSchema)]
    #[tf(kind = identity)]
    struct IdentityV0 {
        #[tf(required)]
        id: String,
    }
    impl TryFrom<IdentityV0> for Identity {
        type Error = Error;

        fn try_from(old: IdentityV0) -> Result<Self> {
            let id = old.id.parse().map_err(|error| Error::msg(error).at("id"))?;
            Ok(Identity { id })
        }
    }
    let old = json(r#"{"id": "7", "gone": 1}"#)
        .upgrade_identity::<Identity>(0)
        .unwrap();
    assert_eq!(old.decode::<Identity>().unwrap().id, 7);
    let current = json(r#"{ "id": 7.0 }"#)
        .upgrade_identity::<Identity>(1)
        .unwrap();
    assert_eq!(current.json, br#"{ "id": 7.0 }"#);
    let error = json(r#"{"id": "x"}"#)
        .upgrade_identity::<Identity>(0)
        .unwrap_err();
    assert_eq!(error.path().to_string(), "id");
    // The object has no identity, because it was stored before identities existed.
    let none = json(r#"{"id": null}"#)
        .upgrade_identity::<Identity>(0)
        .unwrap();
    assert_eq!(none.json, b"null");
    assert!(json("{}").upgrade_identity::<Identity>(2).is_err());
}

/// For any input, the response is either a state that can be read as the schema's type, or an error.
#[test]
fn damaged_states_never_panic() {
    let state = r#"{"list": [{"a": 1, "inner": null}, {"inner": [{"b": "x\n"}]}], "set": null, "map": {"k": {}}, "group": {"one": {}}}"#;
    let check = |bytes: Vec<u8>| match json(bytes.clone()).upgrade::<Blocks>(0) {
        Ok(state) => assert!(serde_json::from_slice::<serde_json::Value>(&state.json).is_ok()),
        Err(error) => assert!(!error.to_string().is_empty()),
    };
    for at in 0..state.len() {
        check(state.as_bytes()[..at].to_vec());
        for byte in *b"\"{}[],:n1 \\\xff\0" {
            let mut damaged = state.as_bytes().to_vec();
            damaged[at] = byte;
            check(damaged);
        }
    }
}
