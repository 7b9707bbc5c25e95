use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
struct Server {
    #[tf(block)]
    disks: Attr<Vec<Disk>>,
    #[tf(block)]
    boot: Disk,
}

#[derive(TfSchema)]
struct Disk {}

fn main() {}
