// Misspelled rules of `same_as`.

use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Server {
    #[tf(optional, same_as = case_insensitve)]
    name: Attr<String>,
    #[tf(optional, same_as(each = ip_networks))]
    networks: Attr<Vec<Attr<String>>>,
    #[tf(optional, same_as = lower_case)]
    own: Attr<String>,
}

fn lower_case(text: &str) -> Option<String> {
    Some(text.to_lowercase())
}

fn main() {}
