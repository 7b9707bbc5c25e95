use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
#[tf(kind = function)]
struct NoReturn {
    a: String,
}

#[derive(TfSchema)]
#[tf(kind = function, returns = String, paths)]
struct Wrong {
    #[tf(variadic)]
    a: Vec<String>,
    #[tf(required)]
    b: Attr<String>,
    #[tf(rename = "a b")]
    c: String,
}

#[derive(TfSchema)]
#[tf(returns = String)]
struct NoFunction {
    #[tf(variadic)]
    a: Vec<String>,
}

fn main() {}
