use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
struct Server {
    #[tf(required, optional)]
    name: Attr<String>,
    #[tf(required, computed)]
    size: Attr<i64>,
}

fn main() {}
