use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
#[tf(paths)]
struct Page<T> {
    items: Vec<T>,
}

#[derive(TfSchema)]
#[tf(paths)]
enum Size {
    Small,
}

#[derive(TfSchema)]
struct Server {
    #[tf(required)]
    name: Attr<String>,
}

fn main() {}
