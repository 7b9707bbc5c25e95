// Attributes that name other attributes, and can never hold or have no effect.

use tfvalue::{Attr, TfSchema, Unknown};

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Names {
    #[tf(optional, conflicts_with = "b, b")]
    a: Attr<String>,
    #[tf(optional, conflicts_with = "a", required_with = "a")]
    b: Attr<String>,
    #[tf(optional, exactly_one_of = "a, b", required_with = "b")]
    c: Attr<String>,
    #[tf(optional, exactly_one_of = "a", conflicts_with = "a")]
    d: Attr<String>,
    #[tf(optional, exactly_one_of = "a, b", at_least_one_of = "a")]
    e: Attr<String>,
    #[tf(computed, keep(unless_changed = "a, a"))]
    f: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Opposite {
    #[tf(optional, conflicts_with = "b")]
    a: Attr<String>,
    #[tf(optional, required_with = "a")]
    b: Attr<String>,
    #[tf(optional, exactly_one_of = "d")]
    c: Attr<String>,
    #[tf(optional, required_with = "c")]
    d: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = data_source)]
struct AlwaysSet {
    #[tf(optional, conflicts_with = "disk")]
    a: Attr<String>,
    #[tf(optional, required_with = "disk")]
    b: Attr<String>,
    #[tf(block(min_items = 1))]
    disk: Unknown<Vec<Disk>>,
    #[tf(block(min_items = 1, max_items = 1), conflicts_with = "a")]
    boot: Disk,
    #[tf(optional, conflicts_with = "name")]
    c: Attr<String>,
    #[tf(optional, at_least_one_of = "name")]
    d: Attr<String>,
    name: String,
    #[tf(conflicts_with = "c")]
    size: u8,
}

#[derive(TfSchema)]
struct Common {
    #[tf(required)]
    region: Attr<String>,
    #[tf(computed)]
    id: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Flattened {
    #[tf(flatten)]
    common: Common,
    #[tf(optional, conflicts_with = "region")]
    a: Attr<String>,
    #[tf(optional, conflicts_with = "id")]
    b: Attr<String>,
    #[tf(optional, conflicts_with = "regoin")]
    c: Attr<String>,
    #[tf(computed, keep(unless_changed = "regoin"))]
    d: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Itself {
    #[tf(flatten)]
    common: Common,
    #[tf(computed, keep(unless_changed = "e"))]
    e: Attr<String>,
    #[tf(optional, conflicts_with = "f")]
    f: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Third {
    #[tf(optional, exactly_one_of = "h, i")]
    g: Attr<String>,
    #[tf(optional, required_with = "i")]
    h: Attr<String>,
    #[tf(optional)]
    i: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Unchanged {
    #[tf(optional, write_only)]
    password: Attr<String>,
    #[tf(optional, provider_only)]
    limit: Attr<i64>,
    #[tf(computed, keep(unless_changed = "password"))]
    j: Attr<String>,
    #[tf(computed, keep(unless_changed = "limit"))]
    k: Attr<String>,
    #[tf(optional, at_least_one_of = "m", conflicts_with = "m")]
    right: Attr<String>,
    #[tf(optional, at_least_one_of = "limit, password", required_with = "limit")]
    m: Attr<String>,
}

#[derive(TfSchema)]
struct Disk {
    #[tf(optional)]
    size: Attr<u32>,
}

fn main() {}
