use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
struct Common {
    #[tf(computed)]
    id: Attr<String>,
    #[tf(optional)]
    zone: Attr<String>,
}

#[derive(TfSchema)]
struct Place {
    #[tf(optional)]
    zone: Attr<String>,
}

#[derive(TfSchema)]
struct SameNames {
    #[tf(flatten)]
    common: Common,
    #[tf(optional)]
    name: Attr<String>,
    #[tf(flatten)]
    place: Place,
}

#[derive(TfSchema)]
struct SameNameAsOwn {
    #[tf(optional, rename = "id")]
    key: Attr<String>,
    #[tf(flatten)]
    common: Common,
}

#[derive(TfSchema)]
#[tf(object)]
struct Object {
    #[tf(flatten)]
    place: Place,
}

fn main() {}
