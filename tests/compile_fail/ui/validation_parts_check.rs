// Functions for elements and keys of another type.

use std::collections::BTreeMap;

use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
struct Server {
    #[tf(optional, each(check = is_name))]
    ports: Attr<Vec<Attr<u16>>>,
    #[tf(optional, each(check = is_name))]
    name: Attr<String>,
    #[tf(optional, keys(check = is_port))]
    names: Attr<BTreeMap<String, u16>>,
}

fn is_name(_: &str) -> Result<(), String> {
    Ok(())
}

fn is_port(_: &u16) -> Result<(), String> {
    Ok(())
}

fn main() {}
