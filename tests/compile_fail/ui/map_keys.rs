use std::collections::{BTreeMap, HashMap};

use tfvalue::{Attr, TfSchema};

type Key = bool;

#[derive(TfSchema, Hash, PartialEq, Eq, PartialOrd, Ord)]
enum Zone {
    North,
}

#[derive(TfSchema)]
struct Wrong {
    #[tf(optional)]
    bools: Attr<BTreeMap<Key, String>>,
    #[tf(optional)]
    tuples: Attr<HashMap<(String, u8), String>>,
    #[tf(optional)]
    bytes: Attr<Vec<BTreeMap<Vec<u8>, String>>>,
    #[tf(optional)]
    nulls: Attr<BTreeMap<Option<String>, String>>,
    #[tf(optional)]
    numbers: Attr<BTreeMap<u8, BTreeMap<Zone, BTreeMap<Box<str>, String>>>>,
}

fn main() {}
