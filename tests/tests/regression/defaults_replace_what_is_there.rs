//! `apply_defaults` replaces what `self` holds wherever the configuration is null, and there was no
//! call that fills in only what is missing.

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
fn a_value_that_is_there_is_kept() {
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
fn an_unknown_value_that_is_there_is_kept() {
    let config = server(Attr::null(), Attr::null(), Attr::null());
    let mut planned = server(Attr::unknown(), Attr::null(), Attr::unknown());
    planned.fill_defaults(&config);
    assert!(planned.size.is_unknown() && gib(&planned).is_unknown());
}

#[test]
fn what_the_configuration_sets_is_kept() {
    let config = server("large".into(), Attr::null(), Attr::unknown());
    for fill in [Server::fill_defaults, Server::apply_defaults] {
        // A value that is null although it is configured is not missing.
        let mut planned = server(Attr::null(), Attr::null(), Attr::null());
        fill(&mut planned, &config);
        assert!(planned.size.is_null() && gib(&planned).is_null());
    }
}

#[test]
fn below_a_parent_that_is_null_or_unknown_nothing_is_set() {
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
