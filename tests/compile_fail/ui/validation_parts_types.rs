// Constraints on elements and keys that the type does not have.

use std::collections::{BTreeMap, BTreeSet};

use tfvalue::{Attr, TfSchema, Unknown};

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Server {
    #[tf(optional, each(each(range = 1..)))]
    texts: Attr<Vec<Attr<Vec<Attr<String>>>>>,
    #[tf(optional, each(each(length = 1..)))]
    flat: Attr<Vec<Attr<String>>>,
    #[tf(optional, keys(length = 1..))]
    list: Attr<Vec<Attr<String>>>,
    #[tf(optional, known, each(keys(length = 1..)))]
    sets: Attr<Vec<BTreeSet<String>>>,
    #[tf(optional, known, keys(range = 1..))]
    range: Attr<BTreeMap<String, String>>,
    #[tf(optional, known, keys(each(length = 1..)))]
    elements: Attr<BTreeMap<String, String>>,
    #[tf(optional, known, keys(length = 1..))]
    numbers: Attr<BTreeMap<u16, String>>,
    #[tf(optional, known, keys(one_of = ["huge"]))]
    variants: Attr<BTreeMap<Size, String>>,
    #[tf(optional, known, each(length = 2))]
    letters: Attr<Vec<char>>,
    #[tf(optional, known, each(each(range = 1..=300)))]
    bytes: Attr<Vec<Vec<u8>>>,
    #[tf(block, keys(length = 1..))]
    disk: Unknown<Vec<Disk>>,
}

#[derive(TfSchema, PartialEq, Eq, PartialOrd, Ord)]
#[tf(rename_all = "lowercase")]
enum Size {
    Small,
    Large,
}

#[derive(TfSchema)]
struct Disk {
    #[tf(required)]
    size: Attr<i64>,
}

fn main() {}
