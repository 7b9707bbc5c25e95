use tfvalue::{TfSchema, Unknown};

#[derive(TfSchema)]
struct TwoNulls {
    #[tf(optional, empty_as_null)]
    a: Option<Vec<String>>,
}

#[derive(TfSchema)]
struct WhoSetsIt {
    #[tf(empty_as_null)]
    a: Unknown<Vec<String>>,
}

fn main() {}
