use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
struct Place {
    #[tf(optional)]
    zone: Attr<String>,
}

#[derive(TfSchema)]
struct Optional {
    #[tf(flatten)]
    place: Option<Place>,
}

fn main() {}
