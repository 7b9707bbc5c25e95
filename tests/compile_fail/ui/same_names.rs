use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
struct Server {
    #[tf(optional)]
    name: Attr<String>,
    #[tf(optional, rename = "name")]
    title: Attr<String>,
}

#[derive(TfSchema)]
#[tf(rename_all = "lowercase")]
enum Size {
    XL,
    Xl,
}

fn main() {}
