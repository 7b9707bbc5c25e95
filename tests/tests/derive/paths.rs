//! Typed paths and other functions of generated structs.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::net::IpAddr;

use tfvalue::schema::Nesting;
use tfvalue::{Attr, Path, Set, TfSchema, Type, Unknown};

use crate::schema::flags;

#[derive(TfSchema)]
#[tf(paths, version = 3)]
struct Server<'a> {
    #[tf(required)]
    name: Attr<Cow<'a, str>>,
    #[tf(optional, write_only)]
    password: Attr<String>,
    #[tf(optional, display)]
    ip: Attr<IpAddr>,
    #[tf(block(min_items = 1, max_items = 2))]
    disk: Unknown<Vec<Disk>>,
    #[tf(optional)]
    mounts: Attr<BTreeMap<String, Attr<Disk>>>,
    #[tf(optional)]
    zones: Attr<Set<Attr<String>>>,
    #[tf(computed)]
    r#type: Attr<Vec<Vec<Plain>>>,
    #[tf(flatten)]
    common: Common,
}

#[derive(TfSchema)]
#[tf(paths)]
struct Common {
    #[tf(computed)]
    id: Attr<String>,
}

#[derive(TfSchema)]
#[tf(paths)]
struct Disk {
    #[tf(required, rename = "gib")]
    size: Attr<u32>,
}

#[derive(TfSchema)]
#[tf(object)]
struct Plain {
    a: Letter,
}

#[derive(TfSchema)]
struct Letter(String);

#[test]
fn paths() {
    let at = || Server::paths();
    assert_eq!(at().name(), Path::from("name"));
    assert_eq!(at().disk().index(1).size().to_string(), "disk[1].gib");
    assert_eq!(
        at().mounts().key("a").size().to_string(),
        r#"mounts["a"].gib"#
    );
    let key = &String::from("a");
    assert_eq!(at().mounts().key(key).to_string(), r#"mounts["a"]"#);
    assert_eq!(Path::from("mounts").key(key).to_string(), r#"mounts["a"]"#);
    assert_eq!(at().r#type().index(0).index(1).to_string(), "type[0][1]");
    assert_eq!(at().common().id().to_string(), "id");
    assert_eq!(at().zones(), Path::from("zones"));
    assert_eq!(at().ip(), Path::from("ip"));
    assert_eq!(at().password(), Path::from("password"));
    let disks = at().disk();
    assert_eq!(Path::from(disks.clone()), Path::from("disk"));
    assert_eq!(Path::from(at()), Path::root());
    let disk: DiskPaths = disks.clone().index(0);
    assert_eq!(Path::from(disk.clone()).to_string(), "disk[0]");
    assert_eq!(disk.to_string(), "disk[0]");
    assert_eq!(disk, disks.clone().index(0));
    assert_ne!(disk, disks.clone().index(1));
    assert_eq!(disks.to_string(), "disk");
    assert_eq!(disks, at().disk());
    assert!(format!("{disk:?}").contains("Index(0)"));
    assert!(format!("{disks:?}").contains("disk"));
}

#[test]
fn data_source() {
    let schema = Server::data_source_schema([Server::paths().name()]);
    assert_eq!(schema.version, 0);
    assert_eq!(
        flags(&schema.block),
        [
            "id: c",
            "ip: c",
            "mounts: c",
            "name: r",
            "password: c",
            "type: c",
            "zones: c"
        ]
    );
    let disk = schema.block.block_type("disk").unwrap();
    assert_eq!((disk.min_items, disk.max_items), (0, 0));
    assert_eq!(disk.nesting, Nesting::List);
    assert_eq!(flags(&disk.block), ["gib: c"]);
    assert_eq!(schema.implied_type(), Server::schema().implied_type());
    assert!(matches!(schema.implied_type(), Type::Object(_)));
}

#[test]
#[should_panic(expected = "a key must be an attribute at the root, got `disk[0].gib`")]
fn key_inside_a_block() {
    let _ = Server::data_source_schema([Server::paths().disk().index(0).size()]);
}
