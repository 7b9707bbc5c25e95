use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
#[tf(paths)]
struct Server {
    #[tf(required)]
    name: Attr<String>,
}

fn main() {
    Server::paths().nmae();
}
