// Functions whose parameters or result would show a sensitive value.

use tfvalue::{Attr, TfFunction, TfSchema};

#[derive(TfSchema)]
struct Login {
    #[tf(required)]
    name: String,
    #[tf(optional, sensitive)]
    password: Option<String>,
}

#[derive(TfFunction)]
#[tf(returns = Login)]
struct Returns {
    name: String,
}

#[derive(TfFunction)]
#[tf(returns = Vec<Login>)]
struct ReturnsList {
    name: String,
}

#[derive(TfFunction)]
#[tf(returns = String)]
struct Takes {
    login: Login,
    #[tf(variadic)]
    others: Vec<Attr<Login>>,
}

fn main() {}
