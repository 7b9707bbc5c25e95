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
    #[tf(optional, version = 1)]
    elsewhere: Attr<String>,
    #[tf(optional, validate)]
    nothing_near: Attr<String>,
    #[tf(block, max_items = 1)]
    counted: Vec<Disk>,
}

#[derive(TfSchema)]
struct Disk {}

#[derive(TfSchema)]
enum Size {
    #[tf(alias = "S")]
    Small,
}

fn main() {}
