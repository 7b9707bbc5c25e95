//! Mistakes that once gave errors of the compiler without a way out.

use tfvalue::{Attr, TfSchema};

mod client {
    pub struct Disk {
        pub size: i64,
        pub etag: String,
    }

}

/// `ignore` names a member that the model has.
#[derive(TfSchema)]
#[tf(from_api(client::Disk, ignore = "etag, size"))]
struct Ignored {
    #[tf(required)]
    size: Attr<i64>,
}

#[derive(TfSchema)]
#[tf(to_api(client::Disk, set(etag = String::new())), to_api(client::Disk, set(etag = String::new())))]
struct Twice {
    #[tf(required)]
    size: Attr<i64>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Related {
    #[tf(optional, conflicts_with = "network.address")]
    address: Attr<String>,
    #[tf(optional)]
    network: Attr<Network>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Server {
    #[tf(optional, same_as = ip_network)]
    number: Attr<i64>,
    #[tf(optional, same_as(each = json))]
    numbers: Attr<Vec<Attr<i64>>>,
}

#[derive(TfSchema)]
struct Network {
    #[tf(optional, required_with = "..address")]
    address: Attr<String>,
}

fn main() {}
