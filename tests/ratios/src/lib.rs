//! Measures how fast values are read and written, in comparison with other libraries on the same data.

mod captures;
mod case;
mod cases;
mod clock;
mod go;
mod limit;
mod payloads;
mod table;

pub use self::case::{Bound, Case, Contender};
pub use self::clock::{Timed, counted, race};
pub use self::go::Go;
pub use self::table::{print_case, print_head};

/// Returns all cases in the order in which they are printed.
#[must_use]
pub fn cases() -> Vec<Case> {
    cases::all()
}
