use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
struct Server {
    #[tf(optional)]
    users: Attr<tfvalue::Set<User>>,
}

#[derive(TfSchema)]
struct User {
    #[tf(optional, write_only)]
    password: Attr<String>,
}

fn main() {}
