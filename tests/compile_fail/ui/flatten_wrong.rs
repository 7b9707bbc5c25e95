use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
struct Place {
    #[tf(optional)]
    zone: Attr<String>,
}

#[derive(TfSchema)]
struct WithFlags {
    #[tf(flatten, optional, rename = "x")]
    place: Place,
}

#[derive(TfSchema)]
struct Generic<T> {
    #[tf(flatten)]
    place: Place,
    more: T,
}

fn main() {}
