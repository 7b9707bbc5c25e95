use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
struct Server {
    #[tf(optional)]
    routes: Attr<Vec<Vec<Route>>>,
    pair: (Route, i64),
}

#[derive(TfSchema)]
struct Route {}

fn main() {}
