// Planning attributes that never make a difference.

use tfvalue::{Attr, Set, TfSchema, Unknown};

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Replaced {
    #[tf(required, replace(if_configured))]
    required: Attr<String>,
    #[tf(block, replace(if_configured))]
    blocks: Unknown<Vec<Disk>>,
    #[tf(block(group), replace(if_configured))]
    group: Boot,
    #[tf(block(min_items = 1, max_items = 1), replace(if_configured))]
    single: Disk,
    #[tf(block, replace(if_configured))]
    right: Option<Disk>,
    #[tf(default = 1, replace(if_configured))]
    right_default: Attr<i64>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Kept {
    #[tf(required, replace)]
    name: Attr<String>,
    #[tf(optional)]
    port: Attr<i64>,
    #[tf(computed, keep)]
    id: Attr<String>,
    #[tf(computed)]
    revision: Attr<i64>,
    #[tf(computed, keep(unless_changed = "name"))]
    replaced: Attr<String>,
    #[tf(computed, keep(unless_changed = "port, name"))]
    partly: Attr<String>,
    #[tf(computed, keep(unless_changed = "id"))]
    of_kept: Attr<String>,
    #[tf(computed, keep(unless_changed = "revision"))]
    of_unknown: Attr<String>,
    #[tf(computed, keep(unless_changed = "two"))]
    one: Attr<String>,
    #[tf(computed, keep(unless_changed = "three"))]
    two: Attr<String>,
    #[tf(computed, keep(unless_changed = "one"))]
    three: Attr<String>,
    #[tf(computed, keep(unless_changed = "four"))]
    five: Attr<String>,
    #[tf(computed, keep(unless_changed = "port"))]
    four: Attr<String>,
    #[tf(optional, computed, replace)]
    zone: Attr<String>,
    #[tf(computed, keep(unless_changed = "zone"))]
    right: Attr<String>,
    #[tf(optional, write_only, fingerprint = "count_of")]
    password: Attr<String>,
    #[tf(computed, keep)]
    count_of: Attr<i64>,
    #[tf(computed, keep(unless_changed = "count_of"))]
    right_count: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Paired {
    #[tf(optional, pair_by = "name")]
    list: Attr<Vec<Attr<Disk>>>,
    #[tf(block, pair_by = "name")]
    blocks: Unknown<Vec<Disk>>,
    #[tf(optional, pair_by = "note")]
    provider_only: Attr<Vec<Attr<Noted>>>,
    #[tf(block(max_items = 1), same_as = any_order)]
    one: Unknown<Vec<Disk>>,
    #[tf(optional, same_as = any_order)]
    array: Attr<[Attr<String>; 1]>,
    /// Messages name the elements.
    #[tf(optional, pair_by = "name")]
    right_set: Attr<Set<Attr<Disk>>>,
    #[tf(optional, same_as = any_order, pair_by = "name")]
    right_order: Attr<Vec<Attr<Disk>>>,
    #[tf(optional, pair_by = "name")]
    right: Attr<Vec<Attr<Noted>>>,
}

#[derive(TfSchema)]
struct Disk {
    #[tf(required)]
    name: Attr<String>,
}

#[derive(TfSchema)]
struct Boot {
    #[tf(optional)]
    name: Attr<String>,
}

#[derive(TfSchema)]
struct Noted {
    #[tf(required)]
    name: Attr<String>,
    #[tf(optional, provider_only)]
    note: Attr<String>,
    #[tf(computed, keep)]
    id: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = data_source)]
struct Known {
    #[tf(optional, known)]
    names: Attr<Vec<String>>,
}

fn main() {}
