//! Defaults replaced values that were not missing.

use tfvalue::{Attr, TfSchema, Unknown};

#[derive(TfSchema, Clone)]
struct Server {
    #[tf(default = "small")]
    size: Attr<String>,
    #[tf(optional, computed)]
    network: Attr<Network>,
    #[tf(block)]
    disk: Unknown<Vec<Disk>>,
}

#[derive(TfSchema, Clone, PartialEq)]
struct Network {
    #[tf(default = 1500)]
    mtu: Attr<u16>,
}

#[derive(TfSchema, Clone)]
struct Disk {
    #[tf(default = 20)]
    gib: Attr<u32>,
}

fn server(size: Attr<String>, network: Attr<Network>, gib: Attr<u32>) -> Server {
    let disk = vec![Disk { gib }].into();
    Server {
        size,
        network,
        disk,
    }
}

fn gib(server: &Server) -> &Attr<u32> {
    &server.disk.known().unwrap()[0].gib
}

fn plan(config: &Server, prior: Option<&Server>) -> Server {
    tfvalue::plan::typed(config, prior).unwrap().0
}

#[test]
fn keeps_a_configured_value() {
    let config = server("large".into(), Attr::null(), Attr::unknown());
    let planned = plan(
        &config,
        Some(&server("small".into(), Attr::null(), 5.into())),
    );
    assert_eq!(planned.size.as_deref(), Some("large"));
    assert!(gib(&planned).is_unknown());
}

#[test]
fn replaces_a_prior_value_that_is_no_longer_configured() {
    let config = server(Attr::null(), Attr::null(), Attr::null());
    let planned = plan(
        &config,
        Some(&server("large".into(), Attr::null(), 50.into())),
    );
    assert_eq!(planned.size.as_deref(), Some("small"));
    assert_eq!(gib(&planned).value(), Some(&20));
}

#[test]
fn sets_nothing_below_a_null_or_unknown_parent() {
    let plan = |network| plan(&server(Attr::null(), network, Attr::null()), None).network;
    assert!(
        plan(Attr::null()).is_unknown(),
        "the provider computes the network"
    );
    assert!(plan(Attr::unknown()).is_unknown());
    let planned = plan(Network { mtu: Attr::null() }.into());
    assert_eq!(planned.value().unwrap().mtu.value(), Some(&1500));
}
