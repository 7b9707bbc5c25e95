use tfvalue::{Attr, TfFunction, TfSchema, Unknown};

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Server {
    #[tf(optional, conflicts_with = "nmae, required, id, conflicts")]
    conflicts: Attr<String>,
    #[tf(required, at_least_one_of = "conflicts")]
    required: Attr<String>,
    #[tf(computed)]
    id: Attr<String>,
    #[tf(computed, one_of = ["a", "b"], describe)]
    computed: Attr<String>,
    #[tf(optional, range = 10..=1)]
    range: Attr<i64>,
    #[tf(optional, range = 1..1)]
    half_open: Attr<i64>,
    #[tf(optional, range = ..)]
    open: Attr<i64>,
    #[tf(optional, length = ..0)]
    length: Attr<String>,
    #[tf(optional, one_of = [])]
    none: Attr<String>,
    #[tf(optional, one_of = ["a", "b", "a"])]
    twice: Attr<String>,
    #[tf(optional, one_of = "a")]
    one: Attr<String>,
    #[tf(optional, regex = "[a-z")]
    regex: Attr<String>,
    #[tf(optional, each)]
    each: Attr<Vec<String>>,
    #[tf(optional, each(rnage = 1..))]
    typo: Attr<Vec<i64>>,
    #[tf(optional, describe)]
    describe: Attr<String>,
    #[tf(default = "huge", one_of = ["small", "large"])]
    size: Attr<String>,
    #[tf(default = 0, range = 1..)]
    count_of: Attr<i64>,
    #[tf(default = "", length = 1..)]
    text: Attr<String>,
    #[tf(block, length = 1.., describe, at_least_one_of = "conflicts")]
    disk: Unknown<Vec<Disk>>,
}

#[derive(TfSchema)]
struct Disk {
    #[tf(required)]
    size: Attr<i64>,
}

#[derive(TfSchema)]
#[tf(object)]
struct Point {
    #[tf(range = 1..)]
    x: i64,
}

#[derive(TfSchema)]
#[tf(kind = identity, check = check_id)]
struct Id {
    #[tf(required, length = 1..)]
    id: String,
}

#[derive(TfFunction)]
#[tf(returns = String)]
struct Join {
    #[tf(one_of = ["a"])]
    text: String,
}

#[derive(TfSchema)]
struct Flat {
    #[tf(flatten, conflicts_with = "x")]
    disk: Disk,
}

fn main() {}
