//! A method that does not exist is reported as missing, although the traits behind `to_api` have functions with similar
//! names.

use tfvalue::Unknown;

struct Plan;

fn main() {
    let tag: Unknown<String> = Unknown::unknown();
    let _ = tag.value();
    let _ = Plan.into_value();
}
