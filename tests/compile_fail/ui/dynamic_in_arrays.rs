use tfvalue::{Attr, Dynamic, TfSchema};

type Pair<T> = [T; 2];

#[derive(TfSchema)]
struct Any {
    #[tf(optional)]
    value: Attr<Dynamic>,
}

#[derive(TfSchema)]
struct Wrong {
    #[tf(optional)]
    values: Attr<[Attr<Dynamic>; 2]>,
    #[tf(optional)]
    objects: Attr<Pair<Attr<Any>>>,
    #[tf(optional)]
    lists: Attr<Vec<(String, Pair<Vec<Dynamic>>)>>,
}

#[derive(TfSchema)]
#[tf(object)]
struct InObject {
    values: [Dynamic; 1],
}

#[derive(TfSchema)]
struct Allowed {
    #[tf(optional)]
    pair: Attr<(Attr<Dynamic>, Attr<Dynamic>)>,
    #[tf(optional)]
    list: Attr<Vec<Attr<Dynamic>>>,
    #[tf(block(min_items = 2, max_items = 2))]
    block: Pair<Any>,
}

fn main() {}
