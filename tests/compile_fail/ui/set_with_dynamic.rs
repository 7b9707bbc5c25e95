use tfvalue::{Attr, Dynamic, Set, TfSchema, Unknown};

#[derive(TfSchema)]
struct Server {
    #[tf(block)]
    rule: Unknown<Set<Rule>>,
    #[tf(optional)]
    rules: Attr<Set<Attr<Rule>>>,
}

#[derive(TfSchema)]
struct Rule {
    #[tf(optional)]
    value: Attr<Dynamic>,
}

fn main() {}
