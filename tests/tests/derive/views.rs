//! Known views: structs without null and unknown values.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::net::IpAddr;

use tfvalue::{Attr, Dynamic, Number, Set, TfSchema, Unknown, types::TfKnown};

#[derive(TfSchema)]
#[tf(known_view = ServerState)]
struct Server<'a> {
    #[tf(required)]
    name: Attr<Cow<'a, str>>,
    #[tf(optional, sensitive)]
    tokens: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional)]
    zones: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    size: Attr<Size>,
    #[tf(block)]
    disk: Unknown<BTreeMap<String, Disk>>,
    #[tf(block)]
    boot: Option<Disk>,
    #[tf(flatten)]
    common: Common,
    #[tf(optional)]
    plain: Attr<Plain>,
}

#[derive(TfSchema)]
#[tf(known_view = CommonState)]
struct Common {
    #[tf(computed)]
    id: Unknown<String>,
}

#[derive(TfSchema)]
#[tf(known_view = DiskState)]
struct Disk {
    #[tf(required)]
    size: Attr<u32>,
}

#[derive(TfSchema, PartialEq)]
#[tf(object)]
struct Plain {
    a: u8,
}

#[derive(TfSchema, PartialEq)]
enum Size {
    Small,
}

fn server() -> Server<'static> {
    Server {
        name: Cow::Borrowed("web").into(),
        tokens: BTreeMap::from([("k".to_owned(), "hush".into())]).into(),
        zones: Set::from_iter(["a".into()]).into(),
        size: Size::Small.into(),
        disk: BTreeMap::from([("a".to_owned(), Disk { size: 1.into() })]).into(),
        boot: None,
        common: Common {
            id: "i".to_owned().into(),
        },
        plain: Plain { a: 1 }.into(),
    }
}

#[test]
fn converts_known_values() {
    let state = ServerState::try_from(server()).unwrap();
    assert!(!format!("{state:?}").contains("hush"));
    let (name, id): (Cow<'_, str>, String) = (state.name, state.common.id);
    assert_eq!((&*name, id.as_str()), ("web", "i"));
    assert_eq!(state.tokens.unwrap()["k"].as_deref(), Some("hush"));
    assert_eq!(state.zones.unwrap().into_vec(), [Some("a".to_owned())]);
    assert!(state.size == Some(Size::Small) && state.boot.is_none());
    assert_eq!(state.disk["a"].size, 1);
    assert!(state.plain == Some(Plain { a: 1 }));
}

#[test]
fn reports_all_errors() {
    let mut server = server();
    server.name.set_null();
    server.tokens = BTreeMap::from([("secret".to_owned(), Attr::unknown())]).into();
    server.zones = Set::from_iter([Attr::unknown(), "b".into(), Attr::unknown()]).into();
    server.common.id.set_unknown();
    server.boot = Some(Disk {
        size: Attr::unknown(),
    });
    let error = ServerState::try_from(server).unwrap_err();
    let paths: Vec<_> = error
        .faults()
        .map(|fault| fault.path().to_string())
        .collect();
    assert_eq!(
        paths,
        ["name", "tokens", "zones[0]", "zones[2]", "boot.size", "id"]
    );
}

#[derive(TfSchema, Clone, PartialEq)]
#[tf(known_view(name = RecordState, derive = [Clone, PartialEq, serde::Serialize, serde::Deserialize]))]
struct Record {
    #[tf(required, rename = "hostName")]
    name: Attr<String>,
    #[tf(default = 300)]
    ttl: Attr<u32>,
    #[tf(default = "main")]
    zone: Attr<String>,
    #[tf(default = IpAddr::from([127, 0, 0, 1]), display)]
    address: Attr<IpAddr>,
    #[tf(optional, sensitive)]
    token: Attr<String>,
    #[tf(optional, display)]
    others: Attr<BTreeMap<String, Attr<Vec<IpAddr>>>>,
    #[tf(optional)]
    weight: Attr<Number>,
    #[tf(optional)]
    kinds: Attr<BTreeSet<String>>,
    #[tf(optional)]
    labels: Attr<HashMap<String, Attr<String>>>,
    #[tf(optional, lossy)]
    share: Attr<f64>,
    #[tf(optional)]
    any: Dynamic,
    #[tf(block)]
    target: Unknown<Vec<Target>>,
    #[tf(flatten)]
    meta: Meta,
}

#[derive(TfSchema, Clone, PartialEq)]
#[tf(known_view(name = TargetState, derive = [Clone, PartialEq, serde::Serialize, serde::Deserialize]))]
struct Target {
    #[tf(required)]
    port: Attr<u16>,
    #[tf(default = 1)]
    weight: Attr<u16>,
}

#[derive(TfSchema, Clone, PartialEq)]
#[tf(known_view(name = MetaState, derive = [Clone, PartialEq, serde::Serialize, serde::Deserialize]))]
struct Meta {
    #[tf(computed)]
    id: Attr<String>,
}

fn record() -> Record {
    Record {
        name: "web".into(),
        ttl: 60.into(),
        zone: "north".into(),
        address: IpAddr::from([10, 0, 0, 1]).into(),
        token: "hush".into(),
        others: BTreeMap::from([("a".to_owned(), vec![IpAddr::from([1, 2, 3, 4])].into())]).into(),
        weight: Number::from(2).into(),
        kinds: BTreeSet::from(["k".to_owned()]).into(),
        labels: HashMap::from([("l".to_owned(), Attr::null())]).into(),
        share: 0.5.into(),
        any: Dynamic::null(),
        target: vec![Target {
            port: 80.into(),
            weight: 2.into(),
        }]
        .into(),
        meta: Meta { id: "r-1".into() },
    }
}

#[test]
fn views_convert_back() {
    let view = record().into_known_view().unwrap();
    assert!(view.clone() == view);
    assert!(Record::from(view) == record());
    let server = ServerState::try_from(server()).unwrap();
    let server = Server::from(server);
    assert_eq!(server.name.as_deref(), Some("web"));
    assert!(server.boot.is_none() && server.size == Size::Small);
    assert_eq!(server.disk.known().unwrap()["a"].size, 1);
    let any = Dynamic::from(1);
    let view = any.clone().into_known_view().unwrap();
    assert!(Dynamic::from_known_view(view) == any);
}

#[test]
fn members_with_a_default_are_never_null() {
    let view = RecordState::try_from(record()).unwrap();
    let (ttl, zone, address): (u32, String, IpAddr) = (view.ttl, view.zone, view.address);
    assert_eq!(
        (ttl, zone.as_str(), address),
        (60, "north", [10, 0, 0, 1].into())
    );

    // The members are null, as in a state that was stored before the attributes existed.
    let mut old = record();
    old.ttl.set_null();
    old.zone.set_null();
    old.address.set_null();
    let view = RecordState::try_from(old).unwrap();
    assert_eq!((view.ttl, view.zone.as_str()), (300, "main"));
    assert_eq!(view.address, IpAddr::from([127, 0, 0, 1]));

    let mut unknown = record();
    unknown.ttl.set_unknown();
    unknown.target = vec![Target {
        port: Attr::null(),
        weight: Attr::unknown(),
    }]
    .into();
    let faults = RecordState::try_from(unknown).unwrap_err();
    let faults: Vec<_> = faults.faults().map(ToString::to_string).collect();
    assert_eq!(
        faults,
        [
            "ttl: a known value is required, got an unknown value",
            "target[0].port: a known value is required, got null",
            "target[0].weight: a known value is required, got an unknown value",
        ]
    );
}

#[test]
fn serde_uses_the_names_in_terraform() {
    let view = RecordState::try_from(record()).unwrap();
    let json = serde_json::to_value(&view).unwrap();
    let expected = serde_json::json!({
        "hostName": "web",
        "ttl": 60,
        "zone": "north",
        "address": "10.0.0.1",
        "token": "hush",
        "others": {"a": ["1.2.3.4"]},
        "weight": 2,
        "kinds": ["k"],
        "labels": {"l": null},
        "share": 0.5,
        "any": null,
        "target": [{"port": 80, "weight": 2}],
        "id": "r-1",
    });
    assert_eq!(json, expected);
    assert!(serde_json::from_value::<RecordState>(json).unwrap() == view);
}

#[test]
fn faults_are_limited() {
    let list = vec![Attr::<u8>::unknown(); 5_000];
    let error = list.into_known_view().unwrap_err();
    assert_eq!(error.faults().count(), 1_000);
}
