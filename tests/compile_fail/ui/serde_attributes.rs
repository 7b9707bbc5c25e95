use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
#[serde(rename_all = "camelCase")]
struct Server {
    #[tf(optional)]
    #[serde(default)]
    name: Attr<String>,
}

fn main() {}
