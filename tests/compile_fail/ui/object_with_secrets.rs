use std::collections::BTreeMap;

use tfvalue::{Attr, TfSchema, Unknown};

#[derive(TfSchema)]
struct Login {
    #[tf(optional)]
    user: Attr<String>,
    #[tf(optional, sensitive)]
    password: Attr<String>,
}

#[derive(TfSchema)]
#[tf(object)]
struct Plain {
    login: Attr<Login>,
}

#[derive(TfSchema)]
struct Wrong {
    #[tf(optional, object)]
    login: Attr<Login>,
    #[tf(optional, object)]
    logins: Attr<BTreeMap<String, Attr<Vec<Login>>>>,
    #[tf(optional)]
    plain: Attr<Plain>,
}

#[derive(TfSchema)]
struct Allowed {
    #[tf(optional)]
    login: Attr<Login>,
    #[tf(block)]
    logins: Unknown<Vec<Login>>,
    #[tf(optional, object, sensitive)]
    object: Attr<Login>,
    #[tf(optional, sensitive)]
    plain: Attr<Plain>,
}

fn main() {}
