//! To check `unless_changed`, the compiler followed each path through the members that refer to one another, which took
//! hours for 14 members.

#![deny(long_running_const_eval)]

use tfvalue::{Attr, TfSchema};

/// Only the lists of the first two members end with an attribute that the configuration can set.
#[rustfmt::skip]
#[derive(TfSchema)]
#[tf(kind = resource)]
#[allow(dead_code)]
struct Mutual {
    #[tf(optional)]
    zone: Attr<String>,
    #[tf(computed, keep(unless_changed = "m01, m02, m03, m04, m05, m06, m07, m08, m09, m10, m11, m12, m13, zone"))]
    m00: Attr<String>,
    #[tf(computed, keep(unless_changed = "m00, m02, m03, m04, m05, m06, m07, m08, m09, m10, m11, m12, m13, zone"))]
    m01: Attr<String>,
    #[tf(computed, keep(unless_changed = "m00, m01, m03, m04, m05, m06, m07, m08, m09, m10, m11, m12, m13"))]
    m02: Attr<String>,
    #[tf(computed, keep(unless_changed = "m00, m01, m02, m04, m05, m06, m07, m08, m09, m10, m11, m12, m13"))]
    m03: Attr<String>,
    #[tf(computed, keep(unless_changed = "m00, m01, m02, m03, m05, m06, m07, m08, m09, m10, m11, m12, m13"))]
    m04: Attr<String>,
    #[tf(computed, keep(unless_changed = "m00, m01, m02, m03, m04, m06, m07, m08, m09, m10, m11, m12, m13"))]
    m05: Attr<String>,
    #[tf(computed, keep(unless_changed = "m00, m01, m02, m03, m04, m05, m07, m08, m09, m10, m11, m12, m13"))]
    m06: Attr<String>,
    #[tf(computed, keep(unless_changed = "m00, m01, m02, m03, m04, m05, m06, m08, m09, m10, m11, m12, m13"))]
    m07: Attr<String>,
    #[tf(computed, keep(unless_changed = "m00, m01, m02, m03, m04, m05, m06, m07, m09, m10, m11, m12, m13"))]
    m08: Attr<String>,
    #[tf(computed, keep(unless_changed = "m00, m01, m02, m03, m04, m05, m06, m07, m08, m10, m11, m12, m13"))]
    m09: Attr<String>,
    #[tf(computed, keep(unless_changed = "m00, m01, m02, m03, m04, m05, m06, m07, m08, m09, m11, m12, m13"))]
    m10: Attr<String>,
    #[tf(computed, keep(unless_changed = "m00, m01, m02, m03, m04, m05, m06, m07, m08, m09, m10, m12, m13"))]
    m11: Attr<String>,
    #[tf(computed, keep(unless_changed = "m00, m01, m02, m03, m04, m05, m06, m07, m08, m09, m10, m11, m13"))]
    m12: Attr<String>,
    #[tf(computed, keep(unless_changed = "m00, m01, m02, m03, m04, m05, m06, m07, m08, m09, m10, m11, m12"))]
    m13: Attr<String>,
}

#[test]
fn members_that_name_one_another_are_checked_once() {
    assert_eq!(Mutual::schema().block.attributes.len(), 15);
}
