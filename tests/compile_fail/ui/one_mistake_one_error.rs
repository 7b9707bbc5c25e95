use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
struct Disk {
    #[tf(optionnal)]
    size: Attr<i64>,
}

#[derive(TfSchema)]
struct Server {
    #[tf(block)]
    disk: Vec<Disk>,
}

fn check(bytes: &[u8]) -> tfvalue::Result<Server> {
    println!("{:?}", Server::block());
    tfvalue::msgpack::from_slice(bytes)
}

fn main() {}
