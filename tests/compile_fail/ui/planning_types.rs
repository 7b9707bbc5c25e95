use std::collections::BTreeMap;

use tfvalue::{Attr, Set, TfSchema, Unknown};

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Server {
    #[tf(optional, pair_by = "name")]
    plain: Attr<Vec<Attr<String>>>,
    #[tf(optional, pair_by = "name")]
    by_key: Attr<BTreeMap<String, Attr<Disk>>>,
    #[tf(block, pair_by = "nmae")]
    typo: Unknown<Set<Disk>>,
    #[tf(block, pair_by = "id")]
    computed: Unknown<Vec<Disk>>,
    #[tf(optional, same_as = case_insensitive)]
    names: Attr<Vec<Attr<String>>>,
    #[tf(optional, same_as = any_order)]
    name: Attr<String>,
    #[tf(optional, same_as(each = json))]
    document: Attr<String>,
    #[tf(block, pair_by = "name, key")]
    write_only: Unknown<Vec<Login>>,
}

#[derive(TfSchema)]
struct Login {
    #[tf(required)]
    name: Attr<String>,
    #[tf(optional, write_only)]
    key: Attr<String>,
}

#[derive(TfSchema)]
struct Disk {
    #[tf(required)]
    name: Attr<String>,
    #[tf(computed)]
    id: Attr<String>,
}

fn main() {}
