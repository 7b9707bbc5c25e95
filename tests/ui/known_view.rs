use std::net::IpAddr;
use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
#[tf(known_view = PageState)]
struct Page<T> {
    items: Vec<T>,
}

#[derive(TfSchema)]
#[tf(known_view = HostState)]
struct Host {
    #[tf(required, display)]
    ip: Attr<IpAddr>,
}

#[derive(TfSchema)]
#[tf(known_view = "Size")]
struct Size {}

fn main() {}
