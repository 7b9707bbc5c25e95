//! Nested blocks, and missing blocks and members.

use std::collections::BTreeMap;

use tfvalue::msgpack::{from_slice, to_vec};
use tfvalue::{Set, TfSchema, Unknown};

use crate::model::{Backup, Day, Disk, Network};

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
    let written = b"\x86\xa5group\x82\xa4days\x90\xa4hour\xc0\
                    \xa4list\x90\xa3map\x80\xa3one\xc0\xa3set\x90\xa4sure\x81\xa4name\xa2mo";
    assert_eq!(to_vec(&expected).unwrap(), written);
    assert!(serde_json::from_str::<Blocks>(r#"{"sure": {"name": "mo"}}"#).unwrap() == expected);
    let error = from_slice::<Blocks>(b"\x82\xa3one\xc0\xa4sure\xc0").unwrap_err();
    assert_eq!(error.to_string(), "sure: an object is required, got null");
}

#[test]
fn objects_must_be_complete() {
    let error = |bytes| from_slice::<Day>(bytes).unwrap_err().to_string();
    assert_eq!(error(b"\x80"), "name: the attribute is missing");
    assert_eq!(error(b"\x81\xa1x\x01"), "unsupported attribute \"x\"");
    assert_eq!(
        error(b"\x81\xa4name\xc0"),
        "name: a string is required, got null"
    );
    let network: Network = from_slice(b"\x82\xa4zone\xa1z\xa2ip\xc0").unwrap();
    assert_eq!(network.zone, "z");
}
