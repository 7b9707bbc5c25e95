//! A resource that uses most annotations of the derive macro.

use std::collections::{BTreeMap, BTreeSet};

use tfvalue::msgpack::{from_slice, to_vec};
use tfvalue::{Attr, Number, Set, TfSchema, Unknown};

/// A virtual server.
///
/// It runs.
#[derive(TfSchema, PartialEq, Clone)]
#[tf(version = 2)]
pub(crate) struct Server {
    /// Unique name
    /// of the server.
    #[tf(required)]
    pub(crate) name: Attr<String>,
    #[tf(optional, computed)]
    pub(crate) memory: Attr<i64>,
    #[tf(computed)]
    pub(crate) id: Attr<String>,
    #[tf(optional, sensitive)]
    pub(crate) token: Attr<String>,
    #[tf(optional, write_only)]
    pub(crate) password: Attr<String>,
    #[tf(optional, deprecated = "use labels")]
    pub(crate) tags: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, lossy)]
    pub(crate) ratio: Attr<f64>,
    pub(crate) size: Size,
    pub(crate) port: Option<Port>,
    /// The disks.
    #[tf(block(min_items = 1))]
    pub(crate) disk: Unknown<Vec<Disk>>,
    #[tf(block(group))]
    pub(crate) backup: Backup,
    #[tf(block)]
    pub(crate) timeouts: Option<Backup>,
    #[tf(optional)]
    pub(crate) network: Attr<Network>,
    #[tf(computed, members = computed)]
    pub(crate) networks: Attr<Vec<Attr<Network>>>,
    #[tf(optional, object)]
    pub(crate) plain: Attr<Vec<Vec<Network>>>,
    #[tf(optional)]
    pub(crate) rule: Attr<Rule>,
    #[tf(optional)]
    pub(crate) r#type: Attr<Set<Attr<Number>>>,
}

#[derive(TfSchema, PartialEq, Clone, Copy, Default)]
#[tf(rename_all = "kebab-case")]
pub(crate) enum Size {
    #[default]
    VerySmall,
    #[tf(rename = "XL")]
    ExtraLarge,
}

#[derive(TfSchema, PartialEq, Clone, Copy)]
pub(crate) struct Port(pub(crate) u16);

/// A disk.
#[derive(TfSchema, PartialEq, Clone)]
pub(crate) struct Disk {
    #[tf(required)]
    pub(crate) size: Attr<i64>,
    #[tf(optional, write_only)]
    pub(crate) key: Attr<String>,
}

#[derive(TfSchema, PartialEq, Clone, Default)]
pub(crate) struct Backup {
    #[tf(optional)]
    pub(crate) hour: Attr<u8>,
    #[tf(block)]
    pub(crate) days: BTreeSet<Day>,
}

#[derive(TfSchema, PartialEq, Clone, PartialOrd, Ord, Eq)]
pub(crate) struct Day {
    pub(crate) name: String,
}

#[derive(TfSchema, PartialEq, Clone)]
pub(crate) struct Network {
    #[tf(optional)]
    pub(crate) ip: Attr<String>,
    #[tf(required)]
    pub(crate) zone: Attr<String>,
}

#[derive(TfSchema, PartialEq, Clone)]
#[tf(object)]
pub(crate) struct Rule {
    pub(crate) from: i64,
    #[tf(rename = "for")]
    pub(crate) to: Option<i64>,
}

pub(crate) fn server() -> Server {
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
fn round_trip() {
    let bytes = to_vec(&server()).unwrap();
    let back: Server = from_slice(&bytes).unwrap();
    assert!(back == server(), "{back:?}");
    assert_eq!(to_vec(&back).unwrap(), bytes);
}
