// Relations that no configuration can fulfil together, and those that others express already.

use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Chain {
    #[tf(optional, required_with = "b")]
    a: Attr<String>,
    #[tf(optional, required_with = "c")]
    b: Attr<String>,
    #[tf(optional, conflicts_with = "a")]
    c: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct TwoRequired {
    #[tf(optional, required_with = "b, c")]
    a: Attr<String>,
    #[tf(optional, conflicts_with = "c")]
    b: Attr<String>,
    #[tf(optional)]
    c: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Groups {
    #[tf(optional, exactly_one_of = "b")]
    a: Attr<String>,
    #[tf(optional, conflicts_with = "c")]
    b: Attr<String>,
    /// It excludes both.
    #[tf(optional, conflicts_with = "a")]
    c: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Within {
    #[tf(optional, exactly_one_of = "b, c")]
    a: Attr<String>,
    #[tf(optional, exactly_one_of = "a")]
    b: Attr<String>,
    #[tf(optional)]
    c: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Never {
    #[tf(optional, exactly_one_of = "b", required_with = "c")]
    a: Attr<String>,
    #[tf(optional, required_with = "c")]
    b: Attr<String>,
    #[tf(optional, conflicts_with = "d")]
    c: Attr<String>,
    #[tf(optional, at_least_one_of = "e")]
    d: Attr<String>,
    #[tf(optional, conflicts_with = "c")]
    e: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct BothSides {
    #[tf(optional, exactly_one_of = "b")]
    a: Attr<String>,
    #[tf(optional, exactly_one_of = "a")]
    b: Attr<String>,
    #[tf(optional, at_least_one_of = "d")]
    c: Attr<String>,
    #[tf(optional, at_least_one_of = "c")]
    d: Attr<String>,
    #[tf(optional, at_least_one_of = "a, b")]
    e: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Follows {
    #[tf(optional, exactly_one_of = "b")]
    a: Attr<String>,
    #[tf(optional, conflicts_with = "a")]
    b: Attr<String>,
    #[tf(optional, at_least_one_of = "a, b")]
    c: Attr<String>,
}

#[derive(TfSchema)]
struct Common {
    #[tf(optional, required_with = "zone")]
    region: Attr<String>,
    #[tf(optional)]
    zone: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = data_source)]
struct Flattened {
    #[tf(flatten)]
    common: Common,
    #[tf(optional, required_with = "region", conflicts_with = "zone")]
    a: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Right {
    #[tf(optional, required_with = "b")]
    a: Attr<String>,
    #[tf(optional, required_with = "a")]
    b: Attr<String>,
    #[tf(optional, exactly_one_of = "d, a", conflicts_with = "b")]
    c: Attr<String>,
    #[tf(optional, conflicts_with = "b, e")]
    d: Attr<String>,
    #[tf(optional, conflicts_with = "d")]
    e: Attr<String>,
}

fn main() {}
