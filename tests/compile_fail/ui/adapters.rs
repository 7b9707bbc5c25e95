use std::net::IpAddr;
use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
struct Wrong {
    #[tf(optional, with = "text")]
    a: Attr<IpAddr>,
    #[tf(optional, with = "text", display, as = String)]
    b: Attr<IpAddr>,
    #[tf(block, display)]
    c: Option<IpAddr>,
    #[tf(optional, as)]
    d: Attr<IpAddr>,
    #[tf(optional, display = "yes")]
    e: Attr<IpAddr>,
}

fn main() {}
