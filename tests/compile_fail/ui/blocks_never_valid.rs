// Nested blocks that no configuration can contain, or whose absence cannot be read.

use tfvalue::{Attr, TfSchema, Unknown};

#[derive(TfSchema)]
struct Disk {
    #[tf(optional)]
    size: Attr<u32>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Arrays {
    #[tf(block)]
    none: [Disk; 0],
    #[tf(optional)]
    attribute: Attr<[Attr<String>; 0]>,
}

#[derive(TfSchema)]
#[tf(kind = data_source)]
struct Groups {
    #[tf(block(group))]
    boot: Boot,
    #[tf(block(group))]
    outer: Outer,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct GroupOfResource {
    #[tf(block(group))]
    boot: UnknownBoot,
}

#[derive(TfSchema)]
struct Boot {
    name: String,
}

#[derive(TfSchema)]
struct Outer {
    #[tf(block(group))]
    inner: Boot,
}

#[derive(TfSchema)]
struct UnknownBoot {
    #[tf(required)]
    name: Unknown<String>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Names {
    #[tf(block)]
    dynamic: Option<Disk>,
}

#[derive(TfSchema)]
struct Nested {
    #[tf(block, rename = "dynamic")]
    inner: Option<Disk>,
}

fn main() {}
