//! Headlines of attributes without constraints, whose types accept every value.

use std::collections::BTreeMap;
use std::net::IpAddr;

use tfvalue::{Attr, GoDuration, TfSchema, Unknown};

#[derive(TfSchema)]
struct Server {
    #[tf(optional, headline = "Invalid name")]
    name: Attr<String>,
    #[tf(optional, headline = "Invalid names")]
    names: Attr<BTreeMap<String, Attr<Vec<Attr<bool>>>>>,
    #[tf(block, headline = "Invalid disk")]
    disk: Unknown<Vec<Disk>>,
}

#[derive(TfSchema)]
struct Disk {
    #[tf(optional, headline = "Invalid time")]
    time: Attr<GoDuration>,
    #[tf(optional, headline = "Invalid times")]
    times: Attr<Vec<Attr<GoDuration>>>,
    #[tf(optional, headline = "Invalid port")]
    port: Attr<u16>,
    #[tf(optional, display, headline = "Invalid address")]
    address: Attr<IpAddr>,
}

fn main() {}
