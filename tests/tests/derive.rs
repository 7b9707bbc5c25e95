//! What `#[derive(TfSchema)]` generates.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use tfvalue::msgpack::{Purpose, from_slice, to_vec, to_vec_for};
use tfvalue::schema::{Attribute, AttributeType, Block, Nesting, StringKind, TfType};
use tfvalue::{Attr, Number, ObjectType, Set, TfSchema, Type, Unknown};

/// A virtual server.
///
/// It runs.
#[derive(TfSchema, PartialEq, Clone)]
#[tf(version = 2)]
struct Server {
    /// Unique name
    /// of the server.
    #[tf(required)]
    name: Attr<String>,
    #[tf(optional, computed)]
    memory: Attr<i64>,
    #[tf(computed)]
    id: Attr<String>,
    #[tf(optional, sensitive)]
    token: Attr<String>,
    #[tf(optional, write_only)]
    password: Attr<String>,
    #[tf(optional, deprecated = "use labels")]
    tags: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, lossy)]
    ratio: Attr<f64>,
    size: Size,
    port: Option<Port>,
    /// The disks.
    #[tf(block(min_items = 1))]
    disk: Unknown<Vec<Disk>>,
    #[tf(block(group))]
    backup: Backup,
    #[tf(block)]
    timeouts: Option<Backup>,
    #[tf(optional)]
    network: Attr<Network>,
    #[tf(computed, members = computed)]
    networks: Attr<Vec<Attr<Network>>>,
    #[tf(optional, object)]
    plain: Attr<Vec<Vec<Network>>>,
    #[tf(optional)]
    rule: Attr<Rule>,
    #[tf(optional)]
    r#type: Attr<Set<Attr<Number>>>,
}

#[derive(TfSchema, PartialEq, Clone, Copy, Default)]
#[tf(rename_all = "kebab-case")]
enum Size {
    #[default]
    VerySmall,
    #[tf(rename = "XL")]
    ExtraLarge,
}

#[derive(TfSchema, PartialEq, Clone, Copy)]
struct Port(u16);

/// A disk.
#[derive(TfSchema, PartialEq, Clone)]
struct Disk {
    #[tf(required)]
    size: Attr<i64>,
    #[tf(optional, write_only)]
    key: Attr<String>,
}

#[derive(TfSchema, PartialEq, Clone, Default)]
struct Backup {
    #[tf(optional)]
    hour: Attr<u8>,
    #[tf(block)]
    days: BTreeSet<Day>,
}

#[derive(TfSchema, PartialEq, Clone, PartialOrd, Ord, Eq)]
struct Day {
    name: String,
}

#[derive(TfSchema, PartialEq, Clone)]
struct Network {
    #[tf(optional)]
    ip: Attr<String>,
    #[tf(required)]
    zone: Attr<String>,
}

#[derive(TfSchema, PartialEq, Clone)]
#[tf(object)]
struct Rule {
    from: i64,
    #[tf(rename = "for")]
    to: Option<i64>,
}

fn server() -> Server {
    Server {
        name: "web".into(),
        memory: Attr::unknown(),
        id: Attr::unknown(),
        token: "hush".into(),
        password: "hush".into(),
        tags: BTreeMap::from([("a".to_owned(), Attr::null())]).into(),
        ratio: 0.5.into(),
        size: Size::VerySmall,
        port: Some(Port(80)),
        disk: vec![Disk {
            size: 10.into(),
            key: "hush".into(),
        }]
        .into(),
        backup: Backup::default(),
        timeouts: None,
        network: Attr::null(),
        networks: Attr::unknown(),
        plain: vec![vec![Network {
            ip: Attr::null(),
            zone: "z".into(),
        }]]
        .into(),
        rule: Rule { from: 1, to: None }.into(),
        r#type: Attr::null(),
    }
}

#[test]
fn schema() {
    let schema = Server::schema();
    assert_eq!(schema.version, 2);
    let block = &schema.block;
    assert_eq!(block.description, "A virtual server.\n\nIt runs.");
    assert_eq!(block.description_kind, StringKind::Markdown);
    let names: Vec<_> = block
        .attributes
        .iter()
        .map(|attribute| &*attribute.name)
        .collect();
    assert_eq!(
        names,
        [
            "id", "memory", "name", "network", "networks", "password", "plain", "port", "ratio",
            "rule", "size", "tags", "token", "type",
        ]
    );
    let name = block.attribute("name").unwrap();
    assert_eq!(name.description, "Unique name\nof the server.");
    assert_eq!(name.ty, AttributeType::Type(Type::String));
    let tags = block.attribute("tags").unwrap();
    assert!(tags.deprecated);
    assert_eq!(tags.deprecation_message, "use labels");
    assert_eq!(tags.ty, AttributeType::Type(Type::map(Type::String)));
    assert_eq!(
        block.attribute("type").unwrap().ty,
        AttributeType::Type(Type::set(Type::Number))
    );
    assert_eq!(
        flags(block),
        [
            "id: c",
            "memory: oc",
            "name: r",
            "network: o",
            "networks: c",
            "password: ow",
            "plain: o",
            "port: o",
            "ratio: o",
            "rule: o",
            "size: r",
            "tags: o",
            "token: os",
            "type: o",
        ]
    );
}

/// Lists the flags of the attributes by their first letters.
fn flags(block: &Block) -> Vec<String> {
    block.attributes.iter().map(flags_of).collect()
}

fn flags_of(attribute: &Attribute) -> String {
    let flags = [
        ("r", attribute.required),
        ("o", attribute.optional),
        ("c", attribute.computed),
        ("s", attribute.sensitive),
        ("w", attribute.write_only),
    ];
    let set: String = flags
        .iter()
        .filter(|(_, set)| *set)
        .map(|(letter, _)| *letter)
        .collect();
    format!("{}: {set}", attribute.name)
}

#[test]
fn nested_attributes() {
    let block = Server::block();
    let AttributeType::Nested(network) = &block.attribute("network").unwrap().ty else {
        panic!("a nested attribute");
    };
    assert_eq!(network.nesting, Nesting::Single);
    let members: Vec<_> = network.attributes.iter().map(flags_of).collect();
    assert_eq!(members, ["ip: o", "zone: r"]);
    let AttributeType::Nested(networks) = &block.attribute("networks").unwrap().ty else {
        panic!("a nested attribute");
    };
    assert_eq!(networks.nesting, Nesting::List);
    let members: Vec<_> = networks.attributes.iter().map(flags_of).collect();
    assert_eq!(members, ["ip: c", "zone: c"]);
    let network = Type::Object(ObjectType::new([
        ("ip", Type::String),
        ("zone", Type::String),
    ]));
    assert_eq!(
        block.attribute("plain").unwrap().ty,
        AttributeType::Type(Type::list(Type::list(network)))
    );
    assert_eq!(
        block.attribute("rule").unwrap().ty,
        AttributeType::Type(Type::Object(ObjectType::new([
            ("for", Type::Number),
            ("from", Type::Number)
        ])))
    );
}

#[test]
fn nested_blocks() {
    let block = Server::block();
    let blocks: Vec<_> = block
        .block_types
        .iter()
        .map(|block| {
            (
                &*block.type_name,
                block.nesting,
                block.min_items,
                block.max_items,
            )
        })
        .collect();
    assert_eq!(
        blocks,
        [
            ("backup", Nesting::Group, 0, 0),
            ("disk", Nesting::List, 1, 0),
            ("timeouts", Nesting::Single, 0, 0),
        ]
    );
    let disk = block.block_type("disk").unwrap();
    assert_eq!(disk.block.description, "The disks.");
    assert_eq!(Disk::block().description, "A disk.");
    let backup = &block.block_type("backup").unwrap().block;
    assert_eq!(backup.block_type("days").unwrap().nesting, Nesting::Set);
}

#[test]
fn facts() {
    let facts = Server::FACTS;
    assert!(facts.schema && facts.blocks && facts.write_only && !facts.float && !facts.dynamic);
    assert_eq!(facts.nesting, Some(Nesting::Single));
    let facts = Vec::<Disk>::FACTS;
    assert!(!facts.blocks && facts.write_only);
    assert_eq!(facts.nesting, Some(Nesting::List));
    let facts = Rule::FACTS;
    assert!(!facts.schema && facts.nesting.is_none() && Rule::nested().is_none());
    assert_eq!(Size::FACTS, String::FACTS);
    assert_eq!(Port::ty(), Type::Number);
    assert_eq!(Server::ty(), Server::schema().implied_type());
}

#[test]
fn round_trip() {
    let bytes = to_vec(&server()).unwrap();
    let back: Server = from_slice(&bytes).unwrap();
    assert!(back == server(), "{back:?}");
    assert_eq!(to_vec(&back).unwrap(), bytes);
}

#[test]
fn write_only_is_null_in_plans_and_states() {
    let mut server = server();
    let planned: Server = from_slice(&to_vec_for(&server, Purpose::Plan).unwrap()).unwrap();
    assert!(planned.password.is_null() && planned.memory.is_unknown());
    assert!(planned.disk.known().unwrap()[0].key.is_null());
    assert_eq!(planned.token, "hush".into());
    for unknown in [&mut server.memory] {
        unknown.set(1);
    }
    server.id = "i-1".into();
    server.networks = Attr::null();
    let stored: Server = from_slice(&to_vec_for(&server, Purpose::State).unwrap()).unwrap();
    assert!(stored.password.is_null() && stored.disk.known().unwrap()[0].key.is_null());
}

#[test]
fn state_refuses_unknowns() {
    let mut server = server();
    server.disk = vec![Disk {
        size: Attr::unknown(),
        key: Attr::unknown(),
    }]
    .into();
    let error = to_vec_for(&server, Purpose::State).unwrap_err();
    let paths: Vec<_> = error
        .faults()
        .map(|fault| fault.path().to_string())
        .collect();
    assert_eq!(paths, ["disk[0].size", "id", "memory", "networks"]);
}

#[derive(TfSchema, PartialEq)]
struct Blocks {
    #[tf(block)]
    one: Option<Disk>,
    #[tf(block(min_items = 1, max_items = 1))]
    sure: Day,
    #[tf(block)]
    list: Vec<Disk>,
    #[tf(block)]
    map: BTreeMap<String, Disk>,
    #[tf(block)]
    set: Unknown<Set<Day>>,
    #[tf(block(group))]
    group: Backup,
}

#[test]
fn absent_blocks() {
    let expected = Blocks {
        one: None,
        sure: Day {
            name: "mo".to_owned(),
        },
        list: vec![],
        map: BTreeMap::new(),
        set: Set::new().into(),
        group: Backup::default(),
    };
    // {"group": nil, "list": nil, "map": nil, "one": nil, "set": nil, "sure": {"name": "mo"}}
    let nil =
        b"\x86\xa5group\xc0\xa4list\xc0\xa3map\xc0\xa3one\xc0\xa3set\xc0\xa4sure\x81\xa4name\xa2mo";
    assert!(from_slice::<Blocks>(nil).unwrap() == expected);
    let missing = b"\x82\xa3one\xc0\xa4sure\x81\xa4name\xa2mo";
    assert!(from_slice::<Blocks>(missing).unwrap() == expected);
    let written = b"\x86\xa5group\x82\xa4days\x90\xa4hour\xc0\xa4list\x90\xa3map\x80\xa3one\xc0\xa3set\x90\xa4sure\x81\xa4name\xa2mo";
    assert_eq!(to_vec(&expected).unwrap(), written);
    assert!(serde_json::from_str::<Blocks>(r#"{"sure": {"name": "mo"}}"#).unwrap() == expected);
    let error = from_slice::<Blocks>(b"\x82\xa3one\xc0\xa4sure\xc0").unwrap_err();
    assert_eq!(error.to_string(), "sure: an object is required, got null");
}

#[test]
fn objects_are_complete() {
    let error = |bytes| from_slice::<Day>(bytes).unwrap_err().to_string();
    assert_eq!(error(b"\x80"), "name: the attribute is missing");
    assert_eq!(error(b"\x81\xa1x\x01"), "unsupported attribute \"x\"");
    assert_eq!(
        error(b"\x81\xa4name\xc0"),
        "name: a string is required, got null"
    );
    let network: Network = from_slice(b"\x82\xa4zone\xa1z\xa2ip\xc0").unwrap();
    assert_eq!(network.zone, "z".into());
}

#[derive(TfSchema)]
struct Secrets {
    #[tf(optional, sensitive)]
    pin: Attr<i64>,
    #[tf(required, write_only)]
    size: Attr<Size>,
}

#[test]
fn secrets_are_not_shown() {
    let secrets = Secrets {
        pin: 1234.into(),
        size: Size::ExtraLarge.into(),
    };
    assert_eq!(
        format!("{secrets:?}"),
        "Secrets { pin: (sensitive value), size: (sensitive value) }"
    );
    let error = from_slice::<Secrets>(b"\x82\xa3pin\xc0\xa4size\xa4hush").unwrap_err();
    let text = error.to_string();
    assert!(
        text.starts_with("size: ") && !text.contains("hush"),
        "{text}"
    );
}

#[derive(TfSchema, PartialEq)]
struct Texts<'a> {
    borrowed: &'a str,
    cow: Cow<'a, str>,
    #[tf(optional, sensitive)]
    attr: Attr<Cow<'a, str>>,
    list: Vec<Unknown<Cow<'a, str>>>,
    map: BTreeMap<String, Cow<'a, str>>,
    owned: Cow<'static, str>,
    set: BTreeSet<Cow<'a, str>>,
    kind: Kind<'a>,
    name: Name<'a>,
}

#[derive(TfSchema, PartialEq)]
struct Name<'a>(Cow<'a, str>);

#[derive(TfSchema, PartialEq)]
#[tf(rename_all = "UPPERCASE")]
enum Kind<'a> {
    Plain,
    #[tf(other)]
    Other(Cow<'a, str>),
}

#[test]
fn text_is_borrowed() {
    let texts = Texts {
        borrowed: "a",
        cow: "b".into(),
        attr: Cow::from("c").into(),
        list: vec![Cow::from("d").into(), Unknown::unknown()],
        map: BTreeMap::from([("k".to_owned(), "e".into())]),
        owned: "f".into(),
        set: BTreeSet::from(["g".into()]),
        kind: Kind::Other("h".into()),
        name: Name("i".into()),
    };
    let bytes = to_vec(&texts).unwrap();
    let back: Texts<'_> = from_slice(&bytes).unwrap();
    assert!(back == texts, "{back:?}");
    let borrowed = [
        &back.cow,
        back.attr.value().unwrap(),
        back.list[0].known().unwrap(),
        &back.map["k"],
        &back.name.0,
    ];
    assert!(borrowed.iter().all(|text| matches!(text, Cow::Borrowed(_))));
    assert!(matches!(back.kind, Kind::Other(Cow::Borrowed("h"))));
    assert!(matches!(back.owned, Cow::Owned(_)));
}

#[test]
fn enums() {
    assert_eq!(to_vec(&Size::VerySmall).unwrap(), b"\xaavery-small");
    assert!(from_slice::<Size>(b"\xa2XL").unwrap() == Size::ExtraLarge);
    assert_eq!(
        from_slice::<Size>(b"\xa1x").unwrap_err().to_string(),
        "one of \"very-small\", \"XL\" is required, got \"x\""
    );
    assert_eq!(
        from_slice::<Size>(b"\x01").unwrap_err().to_string(),
        "a string is required, got a number"
    );
    assert!(from_slice::<Kind<'_>>(b"\xa5PLAIN").unwrap() == Kind::Plain);
    assert_eq!(to_vec(&Kind::Other("new".into())).unwrap(), b"\xa3new");
    assert_eq!(format!("{:?}", Kind::Other("new".into())), "Other(\"new\")");
    let sizes: BTreeMap<String, Size> = serde_json::from_str(r#"{"a": "\u0058L"}"#).unwrap();
    assert!(sizes["a"] == Size::ExtraLarge);
}

#[derive(TfSchema, PartialEq)]
struct Page<T, const N: usize = 1> {
    items: Vec<T>,
    #[tf(optional)]
    next: Attr<T>,
    pair: [T; 2],
    #[tf(block)]
    disks: Vec<Disk>,
}

trait Family {
    type Member;
}

#[derive(PartialEq)]
struct Ports;

impl Family for Ports {
    type Member = Port;
}

#[derive(TfSchema, PartialEq)]
struct OfFamily<F: Family> {
    member: F::Member,
    more: Vec<F::Member>,
}

#[test]
fn generics() {
    let page: Page<Port> = Page {
        items: vec![Port(1)],
        next: Attr::unknown(),
        pair: [Port(2), Port(3)],
        disks: vec![],
    };
    let bytes = to_vec(&page).unwrap();
    assert!(from_slice::<Page<Port, 1>>(&bytes).unwrap() == page);
    assert_eq!(
        Page::<String, 2>::block().attribute("pair").unwrap().ty,
        AttributeType::Type(Type::list(Type::String))
    );
    let family = OfFamily::<Ports> {
        member: Port(1),
        more: vec![],
    };
    assert!(from_slice::<OfFamily<Ports>>(&to_vec(&family).unwrap()).unwrap() == family);
}

#[derive(TfSchema, PartialEq)]
struct Empty {}

#[test]
fn empty_object() {
    assert_eq!(to_vec(&Empty {}).unwrap(), b"\x80");
    assert!(from_slice::<Empty>(b"\x80").unwrap() == Empty {});
    assert!(serde_json::from_str::<Empty>("{}").unwrap() == Empty {});
    assert_eq!(
        from_slice::<Empty>(b"\x81\xa1x\x01")
            .unwrap_err()
            .to_string(),
        "unsupported attribute \"x\""
    );
}

#[derive(TfSchema, PartialEq)]
#[tf(rename_all = "camelCase")]
struct Json {
    first_name: String,
    #[tf(optional)]
    last_name: Attr<String>,
    #[tf(rename = "n")]
    number: Unknown<u8>,
}

#[test]
fn other_formats() {
    let json = Json {
        first_name: "a".to_owned(),
        last_name: Attr::null(),
        number: 1.into(),
    };
    let text = serde_json::to_string(&json).unwrap();
    assert_eq!(text, r#"{"firstName":"a","lastName":null,"n":1}"#);
    assert!(serde_json::from_str::<Json>(&text).unwrap() == json);
    assert!(serde_json::from_str::<Json>(r#"{"n": 1, "firstName": "a"}"#).unwrap() == json);
    let error = |text| serde_json::from_str::<Json>(text).unwrap_err().to_string();
    assert!(error(r#"{"n": 1}"#).starts_with("missing field `firstName`"));
    assert!(error(r#"{"n": 1, "n": 1}"#).starts_with("duplicate field `n`"));
    assert!(error(r#"{"m": 1}"#).starts_with("unknown field `m`"));
    let unknown = Json {
        number: Unknown::unknown(),
        ..json
    };
    assert!(serde_json::to_string(&unknown).is_err());
}

mod renamed {
    use tfvalue as other;

    #[derive(other::TfSchema, Default)]
    #[tf(crate = "other", deprecated)]
    pub(super) struct Renamed {
        #[tf(optional)]
        pub(super) name: other::Attr<String>,
    }
}

#[test]
fn renamed_crate() {
    assert!(renamed::Renamed::block().deprecated);
    assert!(renamed::Renamed::default().name.is_null());
}

#[derive(TfSchema, serde::Serialize, serde::Deserialize, Debug, PartialEq)]
#[tf(schema_only)]
struct SchemaOnly {
    #[serde(default)]
    name: Option<String>,
    #[tf(rename = "n")]
    #[serde(rename = "n")]
    number: u8,
}

#[test]
fn schema_only() {
    assert_eq!(flags(&SchemaOnly::block()), ["n: r", "name: o"]);
    let value = SchemaOnly {
        name: None,
        number: 1,
    };
    assert_eq!(
        from_slice::<SchemaOnly>(&to_vec(&value).unwrap()).unwrap(),
        value
    );
}

/// Names that generated code must not mix up with its own, nor with Rust's.
#[allow(dead_code, non_camel_case_types)]
mod hygiene {
    struct Option;
    struct Result;
    struct Some;
    struct Ok;
    struct Err;
    struct Vec;
    struct serde;
    struct std;
    struct core;

    #[derive(tfvalue::TfSchema)]
    struct Odd {
        f: u8,
        facts: u8,
        __map: u8,
        __0: u8,
        r#fn: u8,
        names: u8,
        serializer: u8,
    }
}
