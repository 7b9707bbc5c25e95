use tfvalue::TfFunction;

#[derive(TfFunction)]
#[tf(returns = String)]
struct NoList {
    #[tf(variadic)]
    a: String,
}

fn main() {}
