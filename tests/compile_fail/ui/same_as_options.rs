// Options of `same_as` that do not exist, have no effect or do not fit the type.

use tfvalue::{Attr, Set, TfSchema, Unknown};

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Syntax {
    #[tf(optional, same_as())]
    empty: Attr<String>,
    #[tf(optional, same_as(rule = json, hide_edit))]
    typo: Attr<String>,
    #[tf(optional, same_as(json, hide_edits))]
    without_name: Attr<String>,
    #[tf(optional, same_as(rule = json, hide_edits = true))]
    value: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Server {
    #[tf(optional, same_as(hide_edits))]
    nothing: Attr<String>,
    #[tf(optional, same_as(rule = any_order, hide_edits))]
    list: Attr<Vec<Attr<String>>>,
    #[tf(optional, same_as(each = json, hide_edits))]
    elements: Attr<Vec<Attr<String>>>,
    #[tf(optional, same_as(rule = any_order, each = any_order))]
    flat: Attr<Vec<Attr<String>>>,
    #[tf(optional, same_as = any_order)]
    set: Attr<Set<Attr<Part>>>,
    #[tf(block, same_as = any_order)]
    block: Attr<Part>,
    #[tf(block, same_as = json)]
    blocks: Unknown<Vec<Part>>,
    #[tf(block, same_as = any_order, pair_by = "key")]
    right: Unknown<Vec<Part>>,
}

#[derive(TfSchema)]
struct Part {
    #[tf(required)]
    key: Attr<String>,
}

fn main() {}
