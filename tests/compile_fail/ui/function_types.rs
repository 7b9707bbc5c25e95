use tfvalue::TfSchema;

#[derive(TfSchema)]
#[tf(kind = function, returns = String)]
struct NoList {
    #[tf(variadic)]
    a: String,
}

fn main() {}
