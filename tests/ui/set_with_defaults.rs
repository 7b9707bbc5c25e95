use tfvalue::{Set, TfSchema, Attr, Unknown};

#[derive(TfSchema)]
struct Server {
    #[tf(block)]
    disk: Unknown<Set<Disk>>,
}

#[derive(TfSchema)]
struct Disk {
    #[tf(default = 1)]
    size: Attr<u8>,
}

fn main() {}
