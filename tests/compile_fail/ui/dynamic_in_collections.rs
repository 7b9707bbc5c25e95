// Dynamic values in lists, sets, maps and arrays, of attributes and of blocks.

use std::collections::BTreeMap;

use tfvalue::{Attr, Dynamic, Set, TfFunction, TfSchema, Unknown};

type Bag<T> = Set<T>;
type Pair<T> = [T; 2];

#[derive(TfSchema)]
#[tf(object)]
struct Any {
    value: Dynamic,
}

#[derive(TfSchema)]
struct Part {
    #[tf(optional)]
    value: Dynamic,
}

#[derive(TfSchema)]
struct Wrong {
    #[tf(optional)]
    list: Attr<Vec<Dynamic>>,
    #[tf(optional)]
    attrs: Attr<Vec<Attr<Dynamic>>>,
    #[tf(optional)]
    set: Attr<Bag<Attr<Any>>>,
    #[tf(optional)]
    map: Attr<BTreeMap<String, Attr<Part>>>,
    #[tf(optional)]
    array: Attr<Pair<Attr<Part>>>,
    #[tf(optional)]
    tuple: Attr<(Attr<String>, Attr<Bag<Dynamic>>)>,
    #[tf(block)]
    list_block: Unknown<Vec<Part>>,
    #[tf(block)]
    set_block: Unknown<Set<Part>>,
    #[tf(block)]
    map_block: Unknown<BTreeMap<String, Part>>,
    #[tf(block(min_items = 2, max_items = 2))]
    array_block: Pair<Part>,
}

#[derive(TfSchema)]
#[tf(object)]
struct InObject {
    values: Set<Dynamic>,
}

#[derive(TfFunction)]
#[tf(returns = Set<Dynamic>)]
struct InFunction {
    values: Bag<Dynamic>,
    #[tf(variadic)]
    lists: Vec<Vec<Dynamic>>,
}

#[derive(TfSchema)]
struct Allowed {
    #[tf(optional)]
    value: Dynamic,
    #[tf(optional)]
    object: Attr<Any>,
    #[tf(optional)]
    nested: Attr<Part>,
    #[tf(optional)]
    pair: Attr<(Dynamic, Dynamic)>,
    #[tf(block)]
    single: Attr<Part>,
    #[tf(block(group))]
    group: Part,
}

#[derive(TfFunction)]
#[tf(returns = Dynamic)]
struct AllowedInFunction {
    value: Dynamic,
    object: Any,
    #[tf(variadic)]
    rest: Vec<Dynamic>,
}

fn main() {}
