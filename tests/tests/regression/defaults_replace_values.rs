//! There was no method that sets only missing defaults: `apply_defaults` replaces values in `self` if
//! the configuration is null.

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

#[test]
fn keeps_a_value() {
    let config = server(Attr::null(), Attr::null(), Attr::null());
    let there = server("large".into(), Attr::null(), 50.into());

    let mut planned = there.clone();
    planned.fill_defaults(&config);
    assert_eq!(planned.size.as_deref(), Some("large"));
    assert_eq!(gib(&planned).value(), Some(&50));

    let mut planned = there;
    planned.apply_defaults(&config);
    assert_eq!(planned.size.as_deref(), Some("small"));
    assert_eq!(gib(&planned).value(), Some(&20));

    let mut planned = config.clone();
    planned.fill_defaults(&config);
    assert_eq!(planned.size.as_deref(), Some("small"));
    assert_eq!(gib(&planned).value(), Some(&20));
}

#[test]
fn keeps_an_unknown_value() {
    let config = server(Attr::null(), Attr::null(), Attr::null());
    let mut planned = server(Attr::unknown(), Attr::null(), Attr::unknown());
    planned.fill_defaults(&config);
    assert!(planned.size.is_unknown() && gib(&planned).is_unknown());
}

#[test]
fn keeps_a_configured_value() {
    let config = server("large".into(), Attr::null(), Attr::unknown());
    for fill in [Server::fill_defaults, Server::apply_defaults] {
        // A null value that is configured is not missing.
        let mut planned = server(Attr::null(), Attr::null(), Attr::null());
        fill(&mut planned, &config);
        assert!(planned.size.is_null() && gib(&planned).is_null());
    }
}

#[test]
fn sets_nothing_below_a_null_or_unknown_parent() {
    let empty: Attr<Network> = Network { mtu: Attr::null() }.into();
    for fill in [Server::fill_defaults, Server::apply_defaults] {
        for (config, there) in [
            (Attr::null(), Attr::null()),
            (Attr::null(), empty.clone()),
            (Attr::unknown(), Attr::unknown()),
            (empty.clone(), Attr::null()),
            (empty.clone(), Attr::unknown()),
        ] {
            let config = server(Attr::null(), config, Attr::null());
            let mut planned = server(Attr::null(), there.clone(), Attr::null());
            fill(&mut planned, &config);
            assert!(planned.network == there);
        }
        let config = server(Attr::null(), empty.clone(), Attr::null());
        let mut planned = config.clone();
        fill(&mut planned, &config);
        assert_eq!(planned.network.value().unwrap().mtu.value(), Some(&1500));
    }
}
