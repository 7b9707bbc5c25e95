use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Server {
    #[tf(optional, conflicts_with = "zone, nmae")]
    typo: Attr<String>,
    #[tf(computed, keep(unless_changed = "zoen"))]
    url: Attr<String>,
    #[tf(optional, required_with = "zone")]
    right: Attr<String>,
    #[tf(flatten)]
    place: Place,
}

#[derive(TfSchema)]
struct Place {
    #[tf(optional)]
    zone: Attr<String>,
}

fn main() {}
