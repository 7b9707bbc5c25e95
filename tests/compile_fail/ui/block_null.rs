use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Server {
    #[tf(block)]
    disks: Attr<Vec<Disk>>,
    #[tf(block)]
    boot: Disk,
    #[tf(block)]
    swap: Option<Swap>,
}

#[derive(TfSchema)]
struct Disk {}

#[derive(TfSchema)]
struct Swap {
    #[tf(block)]
    disks: Attr<Vec<Disk>>,
}

fn main() {}
