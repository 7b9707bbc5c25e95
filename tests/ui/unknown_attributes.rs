use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
#[tf(versoin = 1)]
struct Server {
    #[tf(require)]
    name: Attr<String>,
    #[tf(block(min = 1))]
    disk: Vec<Disk>,
    #[tf(optional, members(sensitive))]
    nested: Attr<Disk>,
}

#[derive(TfSchema)]
struct Disk {}

fn main() {}
