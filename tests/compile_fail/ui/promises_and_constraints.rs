// Promises of `refine` that the constraints of the same attribute contradict, or that have no effect.

use std::collections::BTreeSet;

use tfvalue::{Attr, Number, TfSchema};

const SMALL: i64 = 3;

#[derive(TfSchema)]
#[tf(rename_all = "lowercase")]
enum Size {
    Small,
    Large,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Apart {
    #[tf(optional, computed, range = ..=5, refine(at_least = 10))]
    above: Attr<i64>,
    #[tf(optional, computed, range = 5.., refine(at_most = SMALL))]
    constant: Attr<i64>,
    #[tf(optional, computed, range = 0.5..=1.5, refine(at_least = 2.5))]
    decimal: Attr<Number>,
    #[tf(optional, computed, range = ..5, refine(at_least = 5))]
    excluded: Attr<i64>,
    #[tf(optional, computed, one_of = [1, 2], refine(at_least = 3))]
    listed: Attr<i64>,
    #[tf(optional, computed, one_of = ["a", "b"], refine(prefix = "c"))]
    prefix: Attr<String>,
    #[tf(optional, computed, length = ..=2, refine(prefix = "srv-"))]
    longer: Attr<String>,
    #[tf(optional, computed, length = ..=2, refine(min_length = 3))]
    longer_list: Attr<Vec<Attr<String>>>,
    #[tf(optional, computed, length = 3.., refine(max_length = 2))]
    shorter_list: Attr<Vec<Attr<String>>>,
    #[tf(optional, computed, length = 2..=4, refine(min_length = 4, max_length = 6))]
    right_list: Attr<Vec<Attr<String>>>,
    #[tf(optional, computed, range = ..=5, refine(at_least = 5))]
    right: Attr<i64>,
    #[tf(optional, computed, one_of = ["srv-a", "b"], refine(prefix = "srv-"))]
    right_prefix: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct NoEffect {
    #[tf(computed, refine(at_most = 255))]
    most: Attr<u8>,
    #[tf(computed, refine(at_least = 0))]
    least: Attr<u64>,
    #[tf(computed, refine(at_least = -128, at_most = 127))]
    both: Attr<i8>,
    #[tf(computed, refine(min_length = 2))]
    array: Attr<[Attr<String>; 2]>,
    #[tf(computed, refine(max_length = 0))]
    empty: Attr<BTreeSet<String>>,
    #[tf(computed, refine(max_length = 18446744073709551615))]
    any: Attr<Vec<Attr<String>>>,
    #[tf(computed, refine(prefix = "ab"))]
    letter: Attr<char>,
    #[tf(computed, refine(prefix = "x"))]
    size: Attr<Size>,
    #[tf(computed, refine(at_least = 1))]
    right: Attr<u8>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Revisions {
    #[tf(optional, write_only, fingerprint = "promised")]
    a: Attr<String>,
    #[tf(computed, keep, refine(at_least = 1))]
    promised: Attr<i64>,
    #[tf(optional, write_only, fingerprint = "zero")]
    b: Attr<String>,
    #[tf(computed, keep, empty_as_null)]
    zero: Attr<i64>,
}

fn main() {}
