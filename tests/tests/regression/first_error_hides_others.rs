//! Decoding a configuration reported only the first error.

use std::collections::BTreeMap;

use tfvalue::tfplugin6::DynamicValue;
use tfvalue::{Attr, Dynamic, Error, Set, TfSchema, Unknown};

#[derive(TfSchema)]
struct Record {
    #[tf(required)]
    name: Attr<String>,
    #[tf(required)]
    priority: Attr<i64>,
    #[tf(required)]
    ttl: Attr<u32>,
}

#[derive(TfSchema)]
struct Server {
    #[tf(required)]
    name: Attr<String>,
    #[tf(optional)]
    size: Attr<Size>,
    #[tf(optional)]
    ports: Attr<Vec<Attr<u16>>>,
    #[tf(optional)]
    ranges: Attr<Vec<Attr<Vec<Attr<u8>>>>>,
    #[tf(optional)]
    weights: Attr<BTreeMap<String, Attr<u8>>>,
    #[tf(optional)]
    zones: Attr<Set<Attr<Size>>>,
    #[tf(optional)]
    pair: Attr<(u8, Size)>,
    #[tf(optional)]
    network: Attr<Network>,
    #[tf(optional)]
    networks: Attr<BTreeMap<String, Attr<Network>>>,
    #[tf(block(min_items = 2))]
    disk: Unknown<Vec<Disk>>,
    #[tf(block)]
    rule: Unknown<Set<Disk>>,
    #[tf(block)]
    mount: Unknown<BTreeMap<String, Disk>>,
    #[tf(block)]
    module: Attr<Module>,
    #[tf(block(group))]
    limits: Disk,
    #[tf(flatten)]
    place: Place,
}

#[derive(TfSchema)]
struct Place {
    #[tf(optional)]
    rack: Attr<u8>,
    #[tf(optional)]
    row: Attr<u8>,
}

#[derive(TfSchema)]
enum Size {
    Small,
}

#[derive(TfSchema)]
struct Network {
    #[tf(required)]
    mtu: Attr<u16>,
    #[tf(optional)]
    vlans: Attr<Vec<Attr<u8>>>,
}

#[derive(TfSchema)]
struct Disk {
    #[tf(required)]
    size: Attr<u16>,
    #[tf(optional)]
    kind: Attr<Size>,
}

#[derive(TfSchema)]
struct Module {
    #[tf(optional)]
    any: Dynamic,
    #[tf(optional)]
    count: Attr<u8>,
}

fn faults<T>(result: tfvalue::Result<T>) -> Vec<String> {
    let error = result.err();
    let faults = error.iter().flat_map(Error::faults);
    faults.map(ToString::to_string).collect()
}

fn config(json: &str) -> DynamicValue {
    DynamicValue {
        msgpack: Vec::new(),
        json: json.as_bytes().to_vec(),
    }
}

#[test]
fn wrong_type_does_not_hide_a_missing_value() {
    let config = config(r#"{"name": null, "priority": null, "ttl": 1.5}"#);
    assert_eq!(
        faults(config.decode_config::<Record>()),
        [
            "name: a value is required, got null",
            "priority: a value is required, got null",
            "ttl: a whole number from 0 to 4294967295 is required, got 1.5",
        ]
    );
}

/// A server that has errors nearly everywhere.
const WRONG: &str = r#"{
    "name": null, "size": "big", "rack": 256, "row": -1,
    "ports": [1, 65536, 2, 3, -1],
    "ranges": [[1, 256, 257], [2], [258, 3]],
    "weights": {"a": 1, "b": 1.5, "c": 256},
    "zones": ["big", "huge", "Small"],
    "pair": [256, "big"],
    "network": {"mtu": -1, "vlans": [256, 0, 257]},
    "networks": {"x": {"mtu": null, "vlans": [256]}, "y": {"mtu": 1, "vlans": null},
                 "z": {"mtu": -2, "vlans": null}},
    "disk": [{"size": -1, "kind": "big"}],
    "rule": [{"size": -1, "kind": "Small"}, {"size": -2, "kind": null}],
    "mount": {"/a": {"size": null, "kind": "big"}, "/b": {"size": -1, "kind": null}},
    "module": {"any": {"type": "string", "value": "a"}, "count": 256},
    "limits": {"size": -1, "kind": null}
}"#;

#[test]
fn finds_errors_everywhere() {
    let found = faults(config(WRONG).decode_config::<Server>());
    let mut paths: Vec<_> = found
        .iter()
        .map(|fault| fault.split_once(": ").unwrap().0)
        .collect();
    paths.sort_unstable();
    assert_eq!(
        paths,
        [
            "disk",
            "disk[0].kind",
            "disk[0].size",
            "limits.size",
            "module.count",
            "mount[\"/a\"].kind",
            "mount[\"/a\"].size",
            "mount[\"/b\"].size",
            "name",
            "network.mtu",
            "network.vlans[0]",
            "network.vlans[2]",
            "networks[\"x\"].mtu",
            "networks[\"x\"].vlans[0]",
            "networks[\"z\"].mtu",
            "pair[0]",
            "ports[1]",
            "ports[4]",
            "rack",
            "ranges[0][1]",
            "ranges[0][2]",
            "ranges[2][0]",
            "row",
            "rule[size = -1].size",
            "rule[size = -2].size",
            "size",
            "weights[\"b\"]",
            "weights[\"c\"]",
            // Set elements are read in canonical order.
            r#"zones[value = "big"]"#,
            r#"zones[value = "huge"]"#,
        ]
    );
    assert!(found.contains(&"disk: at least 2 blocks are required, got 1".to_owned()));
    let huge = r#"zones[value = "huge"]: "Small" is required, got "huge""#;
    assert!(found.contains(&huge.to_owned()));
}

#[test]
fn reads_valid_configurations() {
    let right = config(r#"{"name": "a", "priority": 1, "ttl": 60}"#);
    let record: Record = right.decode_config().unwrap();
    assert_eq!(record.ttl.value(), Some(&60));
    assert!(right.validate_config::<Record>().is_empty());
    assert_eq!(record.name, "a");
}

#[test]
fn stops_after_a_thousand_errors() {
    #[derive(TfSchema)]
    struct Numbers {
        #[tf(optional)]
        of: Attr<Vec<Attr<u8>>>,
        #[tf(optional)]
        other: Attr<u8>,
    }

    let numbers = vec!["-1"; 20_000].join(",");
    let config = config(&format!(r#"{{"of": [{numbers}], "other": -1}}"#));
    let found = faults(config.decode_config::<Numbers>());
    assert_eq!(found.len(), 1_000);
}

#[test]
fn list_with_invalid_elements_is_not_too_short() {
    /// A list of at least two bytes.
    #[derive(Debug, serde::Deserialize, serde::Serialize)]
    #[serde(try_from = "Vec<u8>")]
    struct Two(Vec<u8>);

    impl TryFrom<Vec<u8>> for Two {
        type Error = &'static str;

        fn try_from(elements: Vec<u8>) -> Result<Self, Self::Error> {
            match elements.len() {
                0 | 1 => Err("at least two are required"),
                _ => Ok(Two(elements)),
            }
        }
    }

    impl tfvalue::types::TfType for Two {
        const FACTS: tfvalue::types::TypeFacts = <Vec<u8> as tfvalue::types::TfType>::FACTS;

        fn ty() -> tfvalue::Type {
            <Vec<u8>>::ty()
        }
    }

    #[derive(TfSchema)]
    struct Pairs {
        #[tf(optional)]
        pairs: Attr<Vec<Attr<Two>>>,
    }

    let found = faults(
        config(r#"{"pairs": [[1, 256], [1, 2], [1], [-1, -1, 2]]}"#).decode_config::<Pairs>(),
    );
    let paths = found.iter().map(|fault| fault.split_once(": ").unwrap().0);
    assert_eq!(
        paths.collect::<Vec<_>>(),
        ["pairs[0][1]", "pairs[2]", "pairs[3][0]", "pairs[3][1]"]
    );
}
