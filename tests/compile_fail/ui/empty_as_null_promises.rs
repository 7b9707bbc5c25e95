// `empty_as_null` stores null where `refine` promises a value.

use tfvalue::{Attr, TfSchema, Unknown};

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Server {
    #[tf(computed, empty_as_null, refine(not_null))]
    address: Attr<String>,
    #[tf(optional, computed, empty_as_null, refine(not_null, at_least = 1))]
    size: Attr<i64>,
    #[tf(computed, empty_as_null, refine(min_length = 1))]
    zones: Attr<Vec<Attr<String>>>,
    #[tf(computed, empty_as_null, refine(not_null))]
    names: Unknown<Vec<Attr<String>>>,
    #[tf(computed)]
    disk: Attr<Disk>,
    #[tf(computed, empty_as_null, refine(at_least = 1))]
    right: Attr<i64>,
    #[tf(computed, empty_as_null, refine(max_length = 9))]
    right_too: Attr<Vec<Attr<String>>>,
    #[tf(optional, empty_as_null)]
    login: Attr<Login>,
    #[tf(block, empty_as_null)]
    login_block: Attr<Login>,
}

#[derive(TfSchema)]
struct Disk {
    #[tf(computed, empty_as_null, refine(not_null))]
    kind: Attr<String>,
}

/// Only an attribute of its own is never stored.
#[derive(TfSchema)]
struct Login {
    #[tf(optional)]
    user: Attr<String>,
    #[tf(optional, write_only)]
    password: Attr<String>,
}

fn main() {}
