use std::path::PathBuf;

use tfvalue::{Attr, TfFunction, TfSchema};

#[derive(TfSchema)]
#[tf(kind = "resource", plan = "plan_server", identity = "ServerIdentity")]
struct Quotes {
    #[tf(optional, as = "String")]
    path: Attr<PathBuf>,
    #[tf(optional, same_as = "json", check = "check_policy")]
    policy: Attr<String>,
    #[tf(optional, replace(when = "grows"))]
    size: Attr<i64>,
}

#[derive(TfSchema)]
#[tf(kind(resource), import("id"), description = concat!("A ", "server."))]
struct Parentheses {
    #[tf(default(1))]
    count_of: Attr<i64>,
    #[tf(default(Vec::new()))]
    tags: Attr<Vec<Attr<String>>>,
    #[tf(optional, one_of("a", "b"), conflicts_with("id"))]
    size: Attr<String>,
    #[tf(computed)]
    id: Attr<String>,
}

#[derive(TfSchema)]
#[tf(version = 1, upgrade(0 => ServerV0))]
struct Arrow {}

#[derive(TfSchema)]
#[tf(version = 1, upgrade(0 = "ServerV0"))]
struct Text {}

#[derive(TfSchema)]
#[tf(known_view(TextState))]
struct View {}

#[derive(TfSchema)]
#[tf(known_view(name = OtherState, derive(Clone)))]
struct Derive {}

#[derive(TfFunction)]
#[tf(returns = "String")]
struct Function {
    text: String,
}

fn main() {}
