use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
struct Server {
    #[tf(optional)]
    disk: Attr<Disk>,
}

#[derive(TfSchema)]
struct Disk {
    #[tf(block)]
    part: Vec<Part>,
}

#[derive(TfSchema)]
struct Part {}

fn main() {}
