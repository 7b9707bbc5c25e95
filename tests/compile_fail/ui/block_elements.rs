use std::collections::BTreeMap;

use tfvalue::{Attr, Set, TfSchema, Unknown};

type Disks<T> = Unknown<Vec<T>>;

#[derive(TfSchema)]
struct Disk {}

#[derive(TfSchema)]
struct Wrong {
    #[tf(block)]
    list: Disks<Attr<Disk>>,
    #[tf(block)]
    set: Set<Option<Disk>>,
    #[tf(block)]
    map: BTreeMap<String, Unknown<Disk>>,
    #[tf(block(min_items = 1, max_items = 2))]
    array: [Disk; 3],
    #[tf(block)]
    any_number: Unknown<[Disk; 3]>,
    #[tf(block(min_items = 3, max_items = 3))]
    right: [Disk; 3],
}

fn main() {}
