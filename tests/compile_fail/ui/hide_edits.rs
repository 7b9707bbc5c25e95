// `hide_edits` where it has no effect.

use tfvalue::{Attr, Set, TfSchema, Unknown};

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Server {
    #[tf(optional)]
    set: Attr<Set<Attr<Policy>>>,
    #[tf(block)]
    blocks: Unknown<Set<Policy>>,
    #[tf(optional)]
    outer: Attr<Set<Attr<Outer>>>,
    #[tf(optional)]
    right: Attr<Vec<Attr<Policy>>>,
    #[tf(computed, same_as(rule = json, hide_edits))]
    computed: Attr<String>,
}

#[derive(TfSchema)]
struct Policy {
    #[tf(required, same_as(rule = json, hide_edits))]
    document: Attr<String>,
}

#[derive(TfSchema)]
struct Outer {
    #[tf(optional)]
    inner: Attr<Policy>,
}

fn main() {}
