use tfvalue::{Attr, TfSchema};

#[derive(Debug)]
struct Bytes(Vec<u8>);

#[derive(TfSchema)]
#[tf(known_view = HostState)]
struct Host {
    #[tf(required, display)]
    key: Attr<Bytes>,
}

fn main() {}
