// Constraints and promises that exclude nothing, or that exclude everything together.

use tfvalue::{Attr, Number, TfSchema};

const NONE: u64 = 0;

#[derive(TfSchema)]
#[tf(rename_all = "lowercase")]
enum Size {
    Small,
    Large,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Listed {
    #[tf(optional, one_of = [1, 2], range = 3..=4)]
    disjoint_range: Attr<i64>,
    #[tf(optional, one_of = ["a", "b"], length = 2..)]
    disjoint_length: Attr<String>,
    #[tf(optional, one_of = [1, 2], range = 1..=4)]
    wider: Attr<i64>,
    #[tf(optional, one_of = ["a"], regex = "^b$")]
    other: Attr<String>,
    #[tf(optional, each(one_of = ["a"], length = 1..=2))]
    elements: Attr<Vec<Attr<String>>>,
    #[tf(optional, one_of = [1, 0x1, 1.0])]
    twice: Attr<Number>,
    #[tf(optional, one_of = ["a", r"a"])]
    text_twice: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Lengths {
    #[tf(optional, length = 0..)]
    any: Attr<String>,
    #[tf(optional, length = NONE..)]
    constant: Attr<String>,
    #[tf(optional, each(length = 0..))]
    elements: Attr<Vec<Attr<String>>>,
    #[tf(optional, length = ..NONE)]
    none: Attr<String>,
    #[tf(optional, length = 1..=5)]
    variant: Attr<Size>,
    #[tf(optional, each(length = 1..=5))]
    variants: Attr<Vec<Attr<Size>>>,
    #[tf(optional, length = 1..=5)]
    letter: Attr<char>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Texts {
    #[tf(optional, same_as = case_insensitive)]
    variant: Attr<Size>,
    #[tf(optional, same_as(each = case_insensitive))]
    variants: Attr<Vec<Attr<Size>>>,
    #[tf(optional, regex = "^s")]
    matched: Attr<Size>,
    #[tf(optional, one_of = ["small", "large"])]
    all: Attr<Size>,
    #[tf(optional, same_as(each = case_insensitive))]
    numbers: Attr<Vec<Attr<i64>>>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Promises {
    #[tf(computed, refine(prefix = ""))]
    prefix: Attr<String>,
    #[tf(computed, refine(min_length = 0))]
    list: Attr<Vec<Attr<String>>>,
    #[tf(computed, refine(at_least = "1"))]
    text: Attr<i64>,
}

fn main() {}
