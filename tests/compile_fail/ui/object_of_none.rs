use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
struct Server {
    #[tf(computed, object)]
    name: Attr<String>,
    #[tf(optional, object)]
    user: Attr<User>,
}

#[derive(TfSchema)]
struct User {
    #[tf(optional, write_only)]
    password: Attr<String>,
}

fn main() {}
