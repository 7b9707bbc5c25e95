use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
struct User {
    #[tf(optional, computed, write_only)]
    password: Attr<String>,
}

fn main() {}
