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

#[derive(TfSchema)]
#[tf(known_view(name = DiskState, derive = [Clone, Debug, serde::Serialise, 1]))]
struct Disk {}

#[derive(TfSchema)]
#[tf(known_view(derive = [Clone]))]
struct Volume {}

#[derive(TfSchema)]
#[tf(known_view(name = PortState, derives = [Clone]))]
struct Port {}

#[derive(TfSchema)]
#[tf(known_view(name = NetState, derive = [Clone, Eq, PartialEq]))]
struct Net {
    #[tf(optional, lossy)]
    share: Attr<f64>,
}

fn main() {}
