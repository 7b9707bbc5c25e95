use std::collections::BTreeMap;

use tfvalue::plan::Change;
use tfvalue::{Attr, Error, Set, TfSchema, Unknown};

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Server {
    #[tf(optional, keep)]
    kept: Attr<String>,
    #[tf(default = 1, keep)]
    decided: Attr<i64>,
    #[tf(computed, replace)]
    assigned: Attr<String>,
    #[tf(optional, write_only, replace, same_as = json)]
    secret: Attr<String>,
    #[tf(optional, replace(if_configured, when = grows))]
    twice: Attr<i64>,
    #[tf(required, refine(not_null))]
    promised: Attr<String>,
    #[tf(computed, refine)]
    empty: Attr<String>,
    #[tf(computed, keep(unless_changed = "kpet, url, kept"))]
    url: Attr<String>,
    #[tf(computed, keep(unless_change = "kept"))]
    typo: Attr<String>,
    #[tf(optional, pair_by = "kept,")]
    list: Attr<Vec<String>>,
    #[tf(block, keep)]
    disk: Unknown<Vec<Disk>>,
    #[tf(optional, pair_by = "size, name, size")]
    disks: Attr<Vec<Attr<Disk>>>,
    #[tf(computed, keep(unless_changed = "kept,kept"))]
    repeated: Attr<String>,
}

fn grows(prior: &Attr<i64>, planned: &Attr<i64>) -> bool {
    prior.value() < planned.value()
}

#[derive(TfSchema)]
struct Disk {
    #[tf(required)]
    size: Attr<i64>,
    #[tf(required)]
    name: Attr<String>,
    // Where the provider decides about the disk, the default does not apply.
    #[tf(default = 1, keep)]
    copies: Attr<i64>,
}

#[derive(TfSchema)]
#[tf(kind = data_source, plan = plan_servers)]
struct Servers {
    #[tf(optional, replace)]
    zone: Attr<String>,
    #[tf(computed, keep)]
    found: Attr<BTreeMap<String, Attr<Set<String>>>>,
}

fn plan_servers(_: &mut Change<'_, Servers>) -> Result<(), Error> {
    Ok(())
}

fn main() {}
