// Paths where only the names of attributes of the struct are allowed.

use tfvalue::{Attr, TfSchema};

mod client {
    pub struct Server {
        pub name: String,
    }
}

#[derive(TfSchema)]
#[tf(kind = resource, from_api(client::Server, without = "network.address"))]
struct Read {
    #[tf(required)]
    name: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Kept {
    #[tf(optional, conflicts_with = "disks[0]")]
    name: Attr<String>,
    #[tf(computed, keep(unless_changed = "network.address"))]
    id: Attr<String>,
}

fn main() {}
