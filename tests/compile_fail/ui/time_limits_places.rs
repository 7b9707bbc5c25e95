// Time limits where no operation has them.

use std::collections::BTreeMap;

use tfvalue::{Attr, TfSchema, Unknown};

tfvalue::timeouts! {
    struct All {
        create: "5m",
        read: "5m",
    }
}

tfvalue::timeouts! {
    struct Read {
        read: "5m",
    }
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Server {
    #[tf(block)]
    list: Unknown<Vec<Read>>,
    #[tf(optional)]
    map: Attr<BTreeMap<String, Attr<Read>>>,
    #[tf(block)]
    deep: Option<Deep>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Twice {
    #[tf(block)]
    first: Option<All>,
    #[tf(optional)]
    second: Attr<Read>,
}

#[derive(TfSchema)]
struct Deep {
    #[tf(optional)]
    timeouts: Attr<Read>,
}

#[derive(TfSchema)]
#[tf(kind = data_source)]
struct Servers {
    #[tf(block)]
    wrong: Option<All>,
}

#[derive(TfSchema)]
#[tf(kind = data_source)]
struct Right {
    #[tf(block)]
    right: Option<Read>,
}

#[derive(TfSchema)]
#[tf(kind(resource, data_source))]
struct Both {
    #[tf(block)]
    right: Option<All>,
}

#[derive(TfSchema)]
#[tf(kind = ephemeral)]
struct Session {
    #[tf(optional)]
    timeouts: Attr<Read>,
}

fn main() {}
