use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Kinds {
    #[tf(computed, refine(prefix = "a"))]
    number: Attr<i64>,
    #[tf(computed, refine(min_length = 1))]
    text: Attr<String>,
    #[tf(computed, refine(at_most = 9))]
    list: Attr<Vec<Attr<i64>>>,
    #[tf(computed, refine(not_null, max_length = 9))]
    right: Attr<Vec<Attr<i64>>>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Contradictions {
    #[tf(computed, refine(prefix = "a", max_length = 1))]
    both: Attr<String>,
    #[tf(computed, refine(at_least = 9, at_most = 1))]
    number: Attr<i64>,
    #[tf(computed, refine(min_length = 9, max_length = 1))]
    list: Attr<Vec<Attr<i64>>>,
}

fn main() {}
