//! The first error names the struct. Those that follow point at the same field and are short.

use tfvalue::{Attr, TfSchema, Unknown};

#[derive(TfSchema)]
#[tf(kind = resource, version = 1, upgrade(0 = ServerV0))]
struct Server {
    #[tf(block)]
    disk: Unknown<Vec<Disk>>,
}

#[derive(TfSchema)]
#[tf(kind = data_source)]
struct Servers {
    #[tf(optional)]
    filter: Attr<Filter>,
}

struct Disk {}

#[derive(Debug)]
struct Filter {}

struct ServerV0 {}

impl From<ServerV0> for Server {
    fn from(_: ServerV0) -> Self {
        unimplemented!()
    }
}

fn main() {}
