//! In tests, counts how many values are compared, hashed or checked.

use std::cell::Cell;

thread_local! {
    static VISITS: Cell<u64> = const { Cell::new(0) };
}

pub(crate) fn add() {
    VISITS.set(VISITS.get() + 1);
}

/// Returns the number of visits during a run.
pub(crate) fn of(run: impl FnOnce()) -> u64 {
    let before = VISITS.get();
    run();
    VISITS.get() - before
}
