// Relations that contradict those of a flattened struct, which does not know them.

use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
struct Place {
    #[tf(optional, at_least_one_of = "zone")]
    region: Attr<String>,
    #[tf(optional)]
    zone: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct TwoGroups {
    #[tf(flatten)]
    place: Place,
    #[tf(optional, at_least_one_of = "y", conflicts_with = "region, zone")]
    x: Attr<String>,
    #[tf(optional, conflicts_with = "region, zone")]
    y: Attr<String>,
}

#[derive(TfSchema)]
struct Both {
    #[tf(optional, required_with = "zone")]
    region: Attr<String>,
    #[tf(optional)]
    zone: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct NoneIsPossible {
    #[tf(flatten)]
    both: Both,
    #[tf(optional, at_least_one_of = "y", required_with = "region", conflicts_with = "zone")]
    x: Attr<String>,
    #[tf(optional, required_with = "region", conflicts_with = "zone")]
    y: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct NeverSet {
    #[tf(flatten)]
    both: Both,
    #[tf(optional, at_least_one_of = "y", conflicts_with = "region")]
    x: Attr<String>,
    #[tf(optional, conflicts_with = "region")]
    y: Attr<String>,
}

fn main() {}
