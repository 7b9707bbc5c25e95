// Constraints on elements and keys that are written in a wrong way.

use std::collections::BTreeMap;

use tfvalue::{Attr, TfSchema, Unknown};

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Server {
    #[tf(optional, each(each))]
    empty: Attr<Vec<Vec<String>>>,
    #[tf(optional, keys)]
    word: Attr<BTreeMap<String, String>>,
    #[tf(optional, keys = "a")]
    text: Attr<BTreeMap<String, String>>,
    #[tf(optional, each(keys(lenght = 1..)))]
    typo: Attr<Vec<BTreeMap<String, String>>>,
    #[tf(optional, each(describe))]
    describe: Attr<Vec<String>>,
    #[tf(optional, each(check = "is_even"))]
    quotes: Attr<Vec<i64>>,
    #[tf(optional, each(each(range = 2..=1)))]
    range: Attr<Vec<Vec<i64>>>,
    #[tf(optional, keys(one_of = ["a", "a"]))]
    twice: Attr<BTreeMap<String, String>>,
    #[tf(optional, each(length = 1..), each(regex = "a"))]
    duplicate: Attr<Vec<String>>,
    #[tf(computed, keys(length = 1..))]
    computed: Attr<BTreeMap<String, String>>,
    #[tf(block, each(length = 1..))]
    disk: Unknown<Vec<Disk>>,
    #[tf(optional, describe)]
    nothing: Attr<i64>,
    #[tf(optional, each(length = 1.., describe))]
    inside: Attr<Vec<String>>,
}

#[derive(TfSchema)]
struct Disk {
    #[tf(required)]
    size: Attr<i64>,
}

fn main() {}
