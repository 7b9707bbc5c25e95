use tfvalue::{Attr, TfSchema, Unknown};

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Server {
    #[tf(optional)]
    name: Unknown<String>,
    #[tf(optional, known)]
    size: u32,
    #[tf(optional, empty_as_null)]
    right: Unknown<Vec<Attr<String>>>,
    #[tf(required)]
    right_too: Unknown<String>,
    #[tf(optional)]
    nested: Attr<Network>,
}

#[derive(TfSchema)]
struct Network {
    #[tf(optional)]
    name: Unknown<String>,
}

#[derive(TfSchema)]
#[tf(kind = list)]
struct Search {
    #[tf(optional)]
    prefix: String,
}

fn main() {}
