use tfvalue::{Attr, Dynamic, TfSchema};

type Anything = Dynamic;

#[derive(TfSchema)]
struct Wrong {
    #[tf(optional, as = Dynamic)]
    value: serde_json::Value,
    #[tf(optional, as = (Anything, String))]
    values: Attr<Vec<serde_json::Value>>,
}

fn main() {}
