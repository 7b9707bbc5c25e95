// Attributes that have no effect together with what else is written.

use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
#[tf(kind = identity)]
struct Nobody {}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Server {
    #[tf(computed, members = required)]
    members: Attr<Part>,
    #[tf(optional, check = not_odd, describe)]
    described: Attr<i64>,
    #[tf(optional, each(check = not_odd), describe)]
    each: Attr<Vec<Attr<i64>>>,
    #[tf(optional, check = not_odd, range = 1.., describe)]
    right: Attr<i64>,
    #[tf(optional, prefer_write_only = "password_wo", headline = "Stored")]
    password: Attr<String>,
    #[tf(optional, prefer_write_only = "password_wo", required_with = "password_wo")]
    key: Attr<String>,
    #[tf(optional, write_only)]
    password_wo: Attr<String>,
    #[tf(default = 1, computed, refine(at_least = 1))]
    promised: Attr<i64>,
}

fn not_odd(number: &i64) -> Result<(), String> {
    match number % 2 {
        0 => Ok(()),
        _ => Err("an even number is required".to_owned()),
    }
}

#[derive(TfSchema)]
struct Part {
    #[tf(required)]
    name: Attr<String>,
}

fn main() {}
