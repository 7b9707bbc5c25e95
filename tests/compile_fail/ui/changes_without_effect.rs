// Planning attributes and flags on attributes where they contradict others, or have no effect.

use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Server {
    #[tf(optional, provider_only, replace)]
    both: Attr<String>,
    #[tf(computed, provider_only)]
    computed: Attr<String>,
    #[tf(computed, lossy)]
    float: Attr<f64>,
    #[tf(computed, known)]
    known: Attr<Vec<String>>,
    #[tf(computed, keep, refine(not_null))]
    right: Attr<String>,
    #[tf(computed, same_as = case_insensitive)]
    spelling: Attr<String>,
    #[tf(optional, write_only, provider_only)]
    write_only: Attr<String>,
    #[tf(computed, pair_by = "name")]
    disks: Attr<Vec<Attr<Disk>>>,
    #[tf(optional, members = computed, pair_by = "name")]
    members: Attr<Vec<Attr<Disk>>>,
    #[tf(computed, lossy, members(optional, computed))]
    nested: Attr<Sizes>,
}

#[derive(TfSchema)]
struct Disk {
    #[tf(required)]
    name: Attr<String>,
}

#[derive(TfSchema)]
struct Sizes {
    #[tf(computed)]
    size: Attr<f64>,
}

fn main() {}
