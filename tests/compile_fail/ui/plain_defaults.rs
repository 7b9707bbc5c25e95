use tfvalue::{Attr, TfFunction, TfSchema};

#[derive(TfSchema)]
struct Part {
    #[tf(default = 1)]
    size: Attr<i64>,
}

#[derive(TfSchema)]
struct Wrong {
    #[tf(optional, object)]
    pair: Attr<(Attr<Part>, Attr<Part>)>,
    #[tf(computed, object)]
    lists: Attr<Vec<Attr<Vec<Attr<Part>>>>>,
}

#[derive(TfSchema)]
#[tf(object)]
struct Plain {
    part: Attr<Part>,
}

/// Adds parts.
#[derive(TfFunction)]
#[tf(returns = i64)]
struct Add {
    part: Part,
}

fn main() {}
