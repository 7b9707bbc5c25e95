// Constraints that allow only the empty value, or more elements than there are.

use std::collections::BTreeMap;

use tfvalue::{Attr, Set, TfSchema};

const NONE: u64 = 0;
const ONE: &str = "a";
const TWO: &str = "a";

#[derive(TfSchema)]
enum Size {
    Small,
    Large,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Lengths {
    #[tf(optional, length = ..=0)]
    text: Attr<String>,
    #[tf(optional, length = 0)]
    exactly: Attr<Vec<Attr<String>>>,
    #[tf(optional, length = ..1)]
    below: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, length = NONE..=NONE)]
    constant: Attr<String>,
    #[tf(optional, each(length = ..=0))]
    elements: Attr<Vec<Attr<String>>>,
    #[tf(optional, keys(length = ..=0))]
    keys: Attr<BTreeMap<String, Attr<String>>>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Distinct {
    #[tf(optional, length = 4.., each(one_of = ["a", "b"]))]
    set: Attr<Set<Attr<String>>>,
    #[tf(optional, length = 4..)]
    variants: Attr<Set<Attr<Size>>>,
    #[tf(optional, length = 3.., keys(one_of = ["a", "b"]))]
    map: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, length = 4.., each(one_of = ["a", "b"]))]
    list: Attr<Vec<Attr<String>>>,
    #[tf(optional, length = 2.., each(one_of = ["a", "b"]))]
    right: Attr<Set<Attr<String>>>,
    #[tf(optional, one_of = [ONE, TWO])]
    twice: Attr<String>,
}

fn main() {}
