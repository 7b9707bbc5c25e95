use std::collections::BTreeSet;
use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
struct Server {
    #[tf(optional)]
    zones: Attr<BTreeSet<Attr<String>>>,
}

fn main() {}
