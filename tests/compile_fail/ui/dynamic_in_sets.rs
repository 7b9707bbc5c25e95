use std::collections::BTreeMap;

use tfvalue::{Attr, Dynamic, Set, TfFunction, TfSchema};

type Bag<T> = Set<T>;

#[derive(TfSchema)]
#[tf(object)]
struct Any {
    value: Attr<Dynamic>,
}

#[derive(TfSchema)]
struct Wrong {
    #[tf(optional)]
    values: Attr<Set<Attr<Dynamic>>>,
    #[tf(optional)]
    objects: Attr<Bag<Any>>,
    #[tf(optional)]
    lists: Attr<BTreeMap<String, Set<Vec<Dynamic>>>>,
    #[tf(optional)]
    tuple: Attr<(String, Bag<Dynamic>)>,
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
}

#[derive(TfSchema)]
struct Allowed {
    #[tf(optional)]
    values: Attr<Vec<Attr<Dynamic>>>,
    #[tf(optional)]
    objects: Attr<BTreeMap<String, Attr<Any>>>,
}

fn main() {}
