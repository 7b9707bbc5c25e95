//! All cases.

mod captures;
mod dynamic;
mod json;
mod lists;
mod schemas;
mod sets;
mod typed;

use super::Case;

pub(super) fn all() -> Vec<Case> {
    [
        typed::cases(),
        lists::cases(),
        dynamic::cases(),
        captures::cases(),
        json::cases(),
        sets::cases(),
        schemas::cases(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
