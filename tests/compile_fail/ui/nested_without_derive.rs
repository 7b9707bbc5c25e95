//! Structs without the derive in fields cause one error for each field, in each place.

use std::collections::{BTreeMap, HashMap};

use tfvalue::{Attr, Set, TfSchema, Unknown};

#[derive(TfSchema)]
#[tf(kind = resource, paths)]
struct Server {
    #[tf(optional)]
    attribute: Attr<Disk>,
    #[tf(optional, sensitive)]
    secrets: Attr<Vec<Disk>>,
    #[tf(optional, write_only)]
    map: Attr<BTreeMap<String, Disk>>,
    #[tf(block)]
    blocks: Vec<Disk>,
    #[tf(block)]
    set: Unknown<Set<Disk>>,
    #[tf(block(group))]
    group: Disk,
    #[tf(block)]
    other_map: Unknown<HashMap<String, disks::Disk>>,
    /// Types with the derive are not affected by the probe.
    #[tf(block)]
    right: Unknown<Vec<Right>>,
}

#[derive(TfSchema)]
#[tf(object)]
struct Object {
    disk: Attr<Disk>,
}

#[derive(TfSchema)]
struct Right {
    #[tf(optional)]
    size: Attr<i64>,
}

struct Disk {
    size: Attr<i64>,
}

mod disks {
    pub struct Disk;
}

fn main() {}
