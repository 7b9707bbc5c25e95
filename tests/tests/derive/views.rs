//! Known views: structs without null and unknown values.

use std::borrow::Cow;
use std::collections::BTreeMap;

use tfvalue::{Attr, Set, TfSchema, Unknown};

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
