// Constraints on elements and keys, and headlines, that are written in a wrong way.

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
    #[tf(optional, regex = "a", headline(length = "Too long"))]
    other_constraint: Attr<String>,
    #[tf(optional, length = 1.., headline(length = "Too short", length = "Too long"))]
    same_constraint: Attr<String>,
    #[tf(optional, length = 1.., headline(length = 1))]
    number: Attr<String>,
    #[tf(optional, headline("Too long"))]
    unnamed: Attr<String>,
    #[tf(optional, describe, headline = "Invalid port")]
    nothing: Attr<i64>,
    #[tf(optional, range = 1.., headline = "")]
    blank: Attr<i64>,
    #[tf(optional, range = 1.., headline = invalid)]
    no_text: Attr<i64>,
    #[tf(optional, each(length = 1.., headline = "Invalid name"))]
    inside: Attr<Vec<String>>,
}

#[derive(TfSchema)]
struct Disk {
    #[tf(required)]
    size: Attr<i64>,
}

fn main() {}
