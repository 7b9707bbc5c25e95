//! Attributes that convert to and from API structs: what the derive finds.

use tfvalue::{Attr, TfFunction, TfSchema};

#[derive(TfSchema)]
#[tf(to_api = "Disk", from_api(7), from_api, to_api(Disk, skip = "size", ignore = "a"))]
struct Syntax {
    #[tf(optional)]
    size: Attr<i64>,
}

#[derive(TfSchema)]
#[tf(from_api(Disk, ignore = "a-b", without = "sise, serial", set(sizee = 1, serial = 2, serial = 3)))]
struct Names {
    #[tf(optional)]
    size: Attr<i64>,
    #[tf(optional)]
    serial: Attr<i64>,
}

#[derive(TfSchema)]
struct NoEffect {
    #[tf(optional, api_name = "gib")]
    size: Attr<i64>,
}

#[derive(TfSchema)]
#[tf(to_api(u16, without = "a"))]
struct Port(u16);

#[derive(TfSchema)]
#[tf(to_api = u16)]
struct Page<T> {
    #[tf(optional)]
    size: Attr<T>,
}

#[derive(TfSchema)]
#[tf(to_api = Kind)]
enum Size {
    Small,
    #[tf(other)]
    Other(String),
}

#[derive(TfFunction)]
#[tf(returns = String, to_api = Kind)]
struct Join {
    text: String,
}

fn main() {}
