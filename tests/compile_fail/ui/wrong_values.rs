use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
#[tf(version = -1, rename_all = "Snake", description)]
struct Server {
    #[tf(optional = true, rename)]
    name: Attr<String>,
    #[tf(block = 1)]
    disk: Vec<Disk>,
    #[tf(optional, members)]
    nested: Attr<Disk>,
}

#[derive(TfSchema)]
struct Disk {}

fn main() {}
