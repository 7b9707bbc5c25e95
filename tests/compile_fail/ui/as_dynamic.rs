use tfvalue::{Attr, Dynamic, TfSchema};

type Anything = Dynamic;

#[derive(TfSchema)]
struct Wrong {
    #[tf(optional, as = Dynamic)]
    value: Attr<serde_json::Value>,
    #[tf(optional, as = Vec<Anything>)]
    values: Attr<Vec<serde_json::Value>>,
}

fn main() {}
