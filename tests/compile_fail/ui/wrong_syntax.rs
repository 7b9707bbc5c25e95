use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
#[tf(crate = "not a path")]
struct Server {
    #[tf(version 2)]
    name: Attr<String>,
    #[tf]
    size: Attr<i64>,
}

fn main() {}
