use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
#[tf(version = 1, version = 2)]
#[tf(deprecated, deprecated = "use a bucket")]
struct Server {
    #[tf(optional)]
    #[tf(optional)]
    name: Attr<String>,
}

fn main() {}
