use tfvalue::{Attr, TfFunction, TfSchema};

#[derive(TfFunction)]
struct NoReturn {
    a: String,
}

#[derive(TfFunction)]
#[tf(returns = String, paths)]
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

#[derive(TfSchema)]
#[tf(kind = function, returns = String)]
struct OldForm {
    a: String,
}

#[derive(TfFunction)]
#[tf(kind = resource, returns = String)]
struct Kind {
    a: String,
}

#[derive(TfFunction)]
enum Shape {
    A,
}

fn main() {}
