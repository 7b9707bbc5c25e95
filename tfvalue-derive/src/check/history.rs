//! Rules about the attributes that concern stored states.

use std::collections::BTreeSet;

use super::{NOT_GENERIC, forbid};
use crate::ast::{Container, Data};
use crate::bound;
use crate::ctxt::Ctxt;
use crate::kind::Kind;

/// Checks the attributes that concern stored states.
pub(super) fn container(cx: &Ctxt, container: &Container<'_>) {
    if !is_resource(container) {
        forbid(
            cx,
            container.attrs.history.written(),
            "is only for resources, whose states are stored: remove it",
        );
        return;
    }
    upgrades_are_older(cx, container);
    if bound::has_parameters(container.generics) {
        forbid(cx, container.attrs.history.written(), NOT_GENERIC);
    }
}

/// Returns `false` for `#[tf(kind = data_source)]`, for plain objects, and for all but structs.
fn is_resource(container: &Container<'_>) -> bool {
    let is_struct = matches!(container.data, Data::Struct(_)) && !container.is_object();
    let kind = container.attrs.kind.get();
    is_struct && kind.is_none_or(|kind| *kind == Kind::Resource)
}

/// `#[tf(version = 1, upgrade(0 = ServerV0, 0 = ServerV0, 1 = ServerV1))]`
fn upgrades_are_older(cx: &Ctxt, container: &Container<'_>) {
    let attrs = &container.attrs;
    let current = attrs.version.get().copied().unwrap_or(0);
    let mut seen = BTreeSet::new();
    for upgrade in attrs.history.upgrade.get().into_iter().flatten() {
        let version = upgrade.version;
        if !seen.insert(version) {
            cx.error(
                &upgrade.number,
                format_args!("duplicate version {version} in `upgrade`: remove one of them"),
            );
        } else if version >= current {
            cx.error(
                &upgrade.number,
                format_args!(
                    "`upgrade` from version {version} has no effect, because the current version is {current}: raise `version`, or remove this upgrade"
                ),
            );
        }
    }
}
