//! Conversions to and from the structs of a service's client.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::net::IpAddr;
use std::time::Duration;

use tfvalue::{
    Attr, FromApi, GoDuration, Json, Number, Result, Set, Text, TfSchema, ToApi, Unknown,
};

/// The client.
mod client {
    use super::*;

    #[derive(Debug, PartialEq)]
    pub(super) struct CreateServer {
        pub(super) name: String,
        pub(super) zone: Option<String>,
        pub(super) cpus: Option<u8>,
        pub(super) price: Option<String>,
        pub(super) labels: BTreeSet<String>,
        pub(super) tags: Option<HashMap<String, Option<String>>>,
        pub(super) disks: Vec<Disk>,
        pub(super) owner: Option<Box<Owner>>,
        pub(super) size: Size,
        pub(super) address: Option<String>,
        pub(super) timeout: Option<Duration>,
        pub(super) r#type: Port,
        pub(super) token: Option<u64>,
        pub(super) dry_run: bool,
        pub(super) label: String,
    }

    #[derive(Debug, PartialEq)]
    pub(super) struct Server {
        pub(super) id: u64,
        pub(super) name: String,
        pub(super) zone: String,
        pub(super) cpus: i64,
        pub(super) price: Option<String>,
        pub(super) labels: Option<Vec<String>>,
        pub(super) tags: HashMap<String, String>,
        pub(super) disks: Option<Vec<Disk>>,
        pub(super) owner: Option<Owner>,
        pub(super) size: Size,
        pub(super) address: Option<IpAddr>,
        pub(super) timeout: String,
        pub(super) r#type: Port,
        pub(super) token: Option<u64>,
        pub(super) etag: String,
    }

    #[derive(Clone, Debug, PartialEq)]
    pub(super) struct Disk {
        pub(super) gib: u16,
        pub(super) serial: Option<String>,
    }

    #[derive(Debug, PartialEq)]
    pub(super) struct Owner {
        pub(super) team: Option<String>,
    }

    #[derive(Debug, PartialEq)]
    pub(super) enum Size {
        Small,
        ExtraLarge,
    }

    #[derive(Debug, PartialEq)]
    pub(super) struct Port(pub(super) u16);
}

#[derive(Clone, TfSchema, PartialEq)]
#[tf(
    kind = resource,
    to_api(
        client::CreateServer,
        without = "id",
        set(dry_run = false, label = format!("{}-{}", self.name.require("name")?, "x")),
    ),
    from_api(
        client::Server,
        without = "password",
        ignore = "id, etag",
        set(id = format!("srv-{}", api.id).into()),
    ),
    to_api(Rename, without = "id, zone, cpus, price, labels, tags, disk, owner, size, address, timeout, port, token, password"),
)]
struct Server {
    #[tf(computed)]
    id: Attr<String>,
    #[tf(required)]
    name: Attr<String>,
    #[tf(optional, computed)]
    zone: Attr<String>,
    #[tf(optional, computed)]
    cpus: Attr<i64>,
    #[tf(optional)]
    price: Attr<Number>,
    #[tf(optional)]
    labels: Attr<Set<Unknown<String>>>,
    #[tf(optional)]
    tags: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(block, api_name = "disks")]
    disk: Unknown<Vec<Disk>>,
    #[tf(optional)]
    owner: Attr<Owner>,
    #[tf(required)]
    size: Attr<Size>,
    #[tf(optional, display)]
    address: Attr<IpAddr>,
    #[tf(optional)]
    timeout: Attr<GoDuration>,
    #[tf(required, api_name = "type")]
    port: Attr<Port>,
    #[tf(optional, sensitive)]
    token: Attr<String>,
    #[tf(optional, sensitive, api_name = "label")]
    password: Attr<String>,
}

#[derive(Debug, PartialEq)]
struct Rename {
    name: String,
}

#[derive(Clone, TfSchema, PartialEq)]
#[tf(to_api = client::Disk, from_api = client::Disk)]
struct Disk {
    #[tf(required, api_name = "gib")]
    size: Attr<i64>,
    #[tf(computed)]
    serial: Attr<String>,
}

#[derive(Clone, TfSchema, PartialEq)]
#[tf(
    to_api(client::Owner, without = "key"),
    from_api(client::Owner, without = "key")
)]
struct Owner {
    #[tf(optional)]
    team: Attr<String>,
    #[tf(optional, sensitive)]
    key: Attr<String>,
}

#[derive(Clone, TfSchema, PartialEq)]
#[tf(to_api = client::Size, from_api = client::Size, rename_all = "kebab-case")]
enum Size {
    Small,
    #[tf(api_name = "ExtraLarge")]
    Large,
}

#[derive(Clone, TfSchema, PartialEq)]
#[tf(to_api = u16, from_api = u16)]
struct Port(i64);

impl ToApi<client::Port> for Port {
    fn to_api(&self) -> Result<client::Port> {
        self.to_api().map(client::Port)
    }
}

impl FromApi<client::Port> for Port {
    fn from_api(api: client::Port, before: Option<Self>) -> Result<Self> {
        Self::from_api(api.0, before)
    }
}

fn server() -> Server {
    let disk = |size: i64| Disk {
        size: size.into(),
        serial: Attr::unknown(),
    };
    Server {
        id: Attr::unknown(),
        name: "Web".into(),
        zone: Attr::unknown(),
        cpus: 2.into(),
        price: "0.10".parse::<Number>().unwrap().into(),
        labels: Attr::null(),
        tags: BTreeMap::from([("a".to_owned(), Attr::null()), ("b".to_owned(), "1".into())]).into(),
        disk: vec![disk(1), disk(2)].into(),
        owner: Owner {
            team: "t".into(),
            key: "hush".into(),
        }
        .into(),
        size: Size::Large.into(),
        address: "192.0.2.1".parse::<IpAddr>().unwrap().into(),
        timeout: "1h0m".parse::<GoDuration>().unwrap().into(),
        port: Port(443).into(),
        token: "17".into(),
        password: "hush".into(),
    }
}

#[test]
fn a_model_converts_to_requests() {
    let request: client::CreateServer = server().to_api().unwrap();
    let disk = |gib| client::Disk { gib, serial: None };
    let expected = client::CreateServer {
        name: "Web".to_owned(),
        zone: None,
        cpus: Some(2),
        price: Some("0.1".to_owned()),
        labels: BTreeSet::new(),
        tags: Some(HashMap::from([
            ("a".to_owned(), None),
            ("b".to_owned(), Some("1".to_owned())),
        ])),
        disks: vec![disk(1), disk(2)],
        owner: Some(Box::new(client::Owner {
            team: Some("t".to_owned()),
        })),
        size: client::Size::ExtraLarge,
        address: Some("192.0.2.1".to_owned()),
        timeout: Some(Duration::from_secs(3600)),
        r#type: client::Port(443),
        token: Some(17),
        dry_run: false,
        label: "Web-x".to_owned(),
    };
    assert_eq!(request, expected);
    let request: Rename = server().to_api().unwrap();
    assert_eq!(request.name, "Web");
}

#[test]
fn faults_of_requests_name_the_attributes() {
    let words = |server: Server| {
        let result: Result<client::CreateServer> = server.to_api();
        result.unwrap_err().to_string()
    };
    let mut bad = server();
    bad.name.set_null();
    bad.cpus.set(256);
    bad.price.set_unknown();
    bad.disk = vec![
        Disk {
            size: (-1).into(),
            serial: Attr::null(),
        },
        Disk {
            size: 1.into(),
            serial: Attr::null(),
        },
        Disk {
            size: Attr::null(),
            serial: Attr::null(),
        },
    ]
    .into();
    bad.tags = BTreeMap::from([("k".to_owned(), Attr::unknown())]).into();
    bad.port.set(Port(70_000));
    bad.token.set("hush");
    assert_eq!(
        words(bad).split("; ").collect::<Vec<_>>(),
        [
            "cpus: a whole number from 0 to 255 is required, got 256",
            "disk[0].size: a whole number from 0 to 65535 is required, got -1",
            "disk[2].size: a value is required, got null",
            "name: a value is required, got null",
            "port: a whole number from 0 to 65535 is required, got 70000",
            "price: a known value is required, got an unknown value",
            "tags[\"k\"]: a known value is required, got an unknown value",
            "token: the value is invalid (not shown, because it is sensitive)",
            "name: a value is required, got null",
        ],
    );
}

#[test]
fn unknown_values_are_errors_unless_the_service_may_decide() {
    let words = |server: Server| {
        let result: Result<client::CreateServer> = server.to_api();
        result.err().map(|error| error.to_string())
    };
    let mut unknown = server();
    unknown.cpus.set_unknown();
    assert_eq!(words(unknown.clone()), None);
    unknown.timeout.set_unknown();
    unknown.disk.set_unknown();
    let required = "a known value is required, got an unknown value";
    let expected = format!("disk: {required}; timeout: {required}");
    assert_eq!(words(unknown), Some(expected));
}

fn response() -> client::Server {
    client::Server {
        id: 7,
        name: "web".to_owned(),
        zone: "main".to_owned(),
        cpus: 2,
        price: Some("0.1".to_owned()),
        labels: Some(vec!["a".to_owned()]),
        tags: HashMap::from([("b".to_owned(), "1".to_owned())]),
        disks: Some(vec![client::Disk {
            gib: 1,
            serial: Some("s".to_owned()),
        }]),
        owner: Some(client::Owner {
            team: Some("u".to_owned()),
        }),
        size: client::Size::Small,
        address: None,
        timeout: "60m".to_owned(),
        r#type: client::Port(80),
        token: None,
        etag: "e".to_owned(),
    }
}

#[test]
fn a_response_updates_a_model() {
    let state = server().with_api(response()).unwrap();
    assert_eq!((state.id, state.zone), ("srv-7".into(), "main".into()));
    assert_eq!(state.price, "0.1".parse::<Number>().unwrap());
    assert_eq!(state.tags.value().unwrap()["b"], "1");
    let disk = &state.disk.known().unwrap()[0];
    assert_eq!((&disk.size, &disk.serial), (&1.into(), &"s".into()));
    assert!(state.size == Size::Small && state.port == Port(80));
    assert!(state.address.is_null() && state.token.is_null());
    // The service does not return these members, or spells them differently.
    let owner = state.owner.value().unwrap();
    assert_eq!((&owner.team, &owner.key), (&"u".into(), &"hush".into()));
    assert_eq!(state.password, "hush");
    assert_eq!(state.timeout.value().unwrap().as_str(), "1h0m");
}

#[test]
fn a_response_creates_a_model() {
    let empty = client::Server {
        disks: None,
        owner: None,
        labels: None,
        ..response()
    };
    let state = Server::from_api(empty, None).unwrap();
    assert!(state.password.is_null() && state.owner.is_null() && state.labels.is_null());
    assert!(state.disk.known().unwrap().is_empty());
    let state = Server::from_api(response(), None).unwrap();
    assert!(state.owner.value().unwrap().key.is_null());
}

#[test]
fn faults_of_responses_name_the_attributes() {
    let bad = client::Server {
        timeout: "soon".to_owned(),
        price: Some("much".to_owned()),
        ..response()
    };
    let error = Server::from_api(bad, None).err().unwrap();
    let places: Vec<_> = error
        .faults()
        .map(|fault| fault.path().to_string())
        .collect();
    assert_eq!(places, ["price", "timeout"]);
    assert!(
        error
            .to_string()
            .starts_with("price: a number is required, got \"much\"")
    );
}

/// Elements of a list keep members by index, and elements of a map keep members by key.
#[test]
fn elements_keep_what_the_service_does_not_return() {
    #[derive(TfSchema)]
    #[tf(from_api(Users, ignore = ".."))]
    struct Model {
        #[tf(optional)]
        list: Attr<Vec<Attr<Owner>>>,
        #[tf(optional)]
        map: Attr<BTreeMap<String, Unknown<Owner>>>,
    }
    #[allow(dead_code)]
    struct Users {
        list: Vec<client::Owner>,
        map: BTreeMap<String, client::Owner>,
        count: usize,
    }
    let owner = |team: &str, key: &str| Owner {
        team: team.into(),
        key: key.into(),
    };
    let theirs = |team: &str| client::Owner {
        team: Some(team.to_owned()),
    };
    let state = Model {
        list: vec![owner("a", "1")].into(),
        map: BTreeMap::from([("x".to_owned(), owner("a", "2").into())]).into(),
    };
    let api = Users {
        list: vec![theirs("A"), theirs("B")],
        map: BTreeMap::from([("w".to_owned(), theirs("W")), ("x".to_owned(), theirs("X"))]),
        count: 2,
    };
    let state = state.with_api(api).unwrap();
    let list = state.list.value().unwrap();
    assert!(list[0].value() == Some(&owner("A", "1")));
    assert!(list[1].value().unwrap().key.is_null());
    let map = state.map.value().unwrap();
    assert!(map["x"].known() == Some(&owner("X", "2")));
    assert!(map["w"].known().unwrap().key.is_null());
}

/// A flattened struct is converted to a single member, like a field with serde's `flatten` in the client's struct.
#[test]
fn flattened_structs_are_members() {
    #[derive(TfSchema)]
    #[tf(to_api = Whole, from_api = Whole)]
    struct Model {
        #[tf(required)]
        name: Attr<String>,
        #[tf(flatten)]
        disk: Disk,
    }
    struct Whole {
        name: String,
        disk: client::Disk,
    }
    let disk = client::Disk {
        gib: 3,
        serial: None,
    };
    let model = Model::from_api(
        Whole {
            name: "a".to_owned(),
            disk: disk.clone(),
        },
        None,
    );
    let mut model = model.unwrap();
    assert_eq!(model.to_api().unwrap().disk, disk);
    assert_eq!(model.name, "a");
    model.disk.size.set(-1);
    let error = model.to_api().err().unwrap();
    assert_eq!(error.path().to_string(), "size");
}

#[test]
fn values_convert() {
    let words = |error: tfvalue::Error| error.to_string();
    let number: Number = "0.1".parse().unwrap();
    let double: f64 = number.to_api().unwrap();
    assert_eq!(double, 0.1);
    assert_eq!(Number::from_api(double, None).unwrap(), number);
    let third: Number = "0.33333333333333333333".parse().unwrap();
    let double: Result<f64> = third.to_api();
    assert_eq!(
        words(double.unwrap_err()),
        "a number that fits an `f64` is required, got 0.33333333333333333333"
    );
    let infinite = Number::from_api(f64::INFINITY, None).map_err(words);
    assert!(
        infinite
            .unwrap_err()
            .starts_with("a finite number is required")
    );
    assert!(Number::from_api(f64::NAN, None).is_err());
    assert!(i64::from_api(u64::MAX, None).is_err());
    let wide: u128 = Number::from(u128::MAX).to_api().unwrap();
    assert_eq!(wide, u128::MAX);

    let document = serde_json::json!({ "a": [1] });
    let json: Json<serde_json::Value> = r#"{ "a": [ 1 ] }"#.parse().unwrap();
    let sent: serde_json::Value = json.to_api().unwrap();
    assert_eq!(sent, document);
    let kept = json.clone().with_api(document).unwrap();
    assert_eq!(kept.as_str(), json.as_str());
    let changed = json.with_api("[]".to_owned()).unwrap();
    assert_eq!(changed.as_str(), "[]");

    let duration: GoDuration = "60m".parse().unwrap();
    let kept = duration.with_api("1h0m0s".to_owned()).unwrap();
    assert_eq!(kept.as_str(), "60m");
    let changed = kept.with_api(Duration::from_secs(1)).unwrap();
    assert_eq!(changed.as_str(), "1s");
    let address: Result<IpAddr> = FromApi::from_api("x".to_owned(), None);
    assert_eq!(words(address.unwrap_err()), "invalid IP address syntax");
}

#[test]
fn computed_members_are_redacted_like_their_fields() {
    #[derive(TfSchema)]
    #[tf(to_api(Login, set(token = self.token.require("token")?.parse().map_err(tfvalue::Error::msg)?)))]
    struct Model {
        #[tf(required, sensitive)]
        token: Attr<String>,
    }
    #[derive(Debug)]
    struct Login {
        token: char,
    }
    let model = Model {
        token: "hush".into(),
    };
    let error = model.to_api().unwrap_err().to_string();
    assert_eq!(
        error,
        "the value is invalid (not shown, because it is sensitive)"
    );
    assert_eq!(Model { token: "h".into() }.to_api().unwrap().token, 'h');
}

#[test]
fn an_enum_with_strings_converts_to_a_string() {
    #[derive(TfSchema, PartialEq)]
    #[tf(as_str, rename_all = "lowercase")]
    enum Tier {
        Low,
        High,
    }

    #[derive(TfSchema, PartialEq)]
    #[tf(as_str, rename_all = "UPPERCASE")]
    enum Protocol {
        Tcp,
        #[tf(other)]
        Other(String),
    }

    struct ApiRule {
        tier: Option<String>,
        protocols: Vec<String>,
    }

    #[derive(TfSchema)]
    #[tf(to_api = ApiRule, from_api = ApiRule)]
    struct Rule {
        #[tf(optional)]
        tier: Attr<Tier>,
        #[tf(required)]
        protocols: Attr<Vec<Attr<Protocol>>>,
    }

    let protocols = [Protocol::Tcp, Protocol::Other("SCTP".to_owned())];
    let rule = Rule {
        tier: Tier::Low.into(),
        protocols: protocols.into(),
    };
    let mut api: ApiRule = rule.to_api().unwrap();
    assert_eq!(api.tier.as_deref(), Some("low"));
    assert_eq!(api.protocols, ["TCP", "SCTP"]);

    api.tier = Some("high".to_owned());
    let rule = rule.with_api(api).unwrap();
    assert!(rule.tier == Tier::High);
    let protocols = rule.protocols.value().unwrap();
    assert!(protocols[1] == Protocol::Other("SCTP".to_owned()));

    let api = ApiRule {
        tier: Some("urgent".to_owned()),
        protocols: Vec::new(),
    };
    assert_eq!(
        rule.with_api(api).err().unwrap().to_string(),
        r#"tier: one of "low", "high" is required, got "urgent""#,
    );
}

#[test]
fn text_converts_to_strings_and_to_the_type_inside() {
    struct Api {
        start: String,
        end: jiff::Timestamp,
    }

    #[derive(TfSchema)]
    #[tf(kind = resource, to_api = Api, from_api = Api)]
    struct Booking {
        #[tf(required)]
        start: Attr<Text<jiff::Timestamp>>,
        #[tf(required)]
        end: Attr<Text<jiff::Timestamp>>,
    }

    let read = |text: &str| Attr::from(text.parse::<Text<_>>().unwrap());
    let booking = Booking {
        start: read("2026-11-23T10:00:00+01:00"),
        end: read("2026-11-23T11:00:00+01:00"),
    };
    let api = booking.to_api().unwrap();
    assert_eq!(api.start, "2026-11-23T10:00:00+01:00");
    assert_eq!(api.end.to_string(), "2026-11-23T10:00:00Z");

    // The service uses its own spelling, and changes the end.
    let start = "2026-11-23T09:00:00Z".to_owned();
    let end = "2026-11-23T12:00:00Z".parse().unwrap();
    let booking = booking.with_api(Api { start, end }).unwrap();
    let start = booking.start.value().unwrap();
    assert_eq!(start.as_str(), "2026-11-23T10:00:00+01:00");
    assert_eq!(
        booking.end.value().unwrap().as_str(),
        "2026-11-23T12:00:00Z"
    );

    let start = "soon".to_owned();
    let error = Booking::from_api(Api { start, end }, None).err().unwrap();
    assert_eq!(
        error.to_string(),
        r#"start: an RFC 3339 time such as "2026-11-21T10:00:00Z" is required, got "soon""#
    );
}
