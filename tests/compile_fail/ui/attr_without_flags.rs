use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
struct Server {
    name: Attr<String>,
}

fn main() {}
