//! Configurations that Terraform generates for imported objects: they are valid, and change nothing.

use std::fs;

use tfvalue::provider::{Context, Provider, Resource};
use tfvalue::{Attr, Diagnostics, TfSchema};
use tfvalue_tests::no_config::NoConfig;

use crate::harness::{Bench, Protocol};

/// Imports objects with generated configurations, plans, and applies. Returns the configurations.
fn import(bench: &Bench, configure: impl Fn(&str), objects: &[(&str, &str)]) -> String {
    let imports = |provider: &str| {
        let block = |(to, id): &(&str, &str)| {
            format!("import {{\n  {provider}\n  to = {to}\n  id = {id:?}\n}}\n")
        };
        objects.iter().map(block).collect::<String>()
    };
    // Terraform allows the argument only if no configuration exists yet.
    configure(&imports("provider = inventory"));
    bench.plan_with(&["-generate-config-out=generated.tf"]);
    configure(&imports(""));
    let calls = bench.calls();
    let is_generated = |call: &String| call.ends_with("/GenerateResourceConfig");
    assert!(calls.iter().any(is_generated), "{calls:?}");
    let plan = bench.plan();
    for (address, id) in objects {
        assert_eq!(plan.actions(address), "no-op", "{address}");
        assert_eq!(plan.change(address)["importing"]["id"], *id);
    }
    bench.apply();
    bench.plan().assert_empty();
    fs::read_to_string(bench.path("generated.tf")).unwrap()
}

const ALL: &str = r#"
resource "inventory_rack" "a" {
  name = "r1"
}
resource "inventory_server" "a" {
  name       = "a"
  labels     = ["x", "y"]
  tags       = { stage = "test" }
  interfaces = [{ network = "lan" }]
  disk { size = 10 }
  rule { port = 22 }
  mount "/srv" { source = "data" }
  boot { image = "linux" }
  monitoring { interval = 30 }
}
resource "inventory_network" "a" {
  name   = "Lan"
  routes = [{ to = "0.0.0.0/0", hops = [{ address = "192.0.2.1", cost = 10 }] }]
  peers  = [{ name = "dmz", tunnels = [{ address = "203.0.113.1", mtu = 1400 }] }]
  subnet {
    range = "192.0.2.0/25"
    pool {
      first = "192.0.2.20"
      last  = "192.0.2.29"
    }
  }
}
"#;

#[test]
fn the_resources_of_the_example() {
    let Some(bench) = Bench::since((1, 14)) else {
        return;
    };
    let state = bench.converge(ALL);
    let addresses = [
        "inventory_rack.a",
        "inventory_server.a",
        "inventory_network.a",
    ];
    let ids = addresses.map(|address| state.values(address)["id"].as_str().unwrap().to_owned());
    for address in addresses {
        bench.run(&["state", "rm", address]).exits(0);
    }
    let objects: Vec<_> = addresses
        .into_iter()
        .zip(ids.iter().map(String::as_str))
        .collect();
    let generated = import(&bench, |body| bench.configure(body), &objects);
    // The default is left out.
    assert!(!generated.contains("42"), "{generated}");
}

#[derive(TfSchema)]
#[tf(kind = resource, import = "name")]
struct Volume {
    #[tf(required)]
    name: Attr<String>,
    #[tf(optional, exactly_one_of = "snapshot")]
    image: Attr<String>,
    #[tf(optional, computed, keep)]
    snapshot: Attr<String>,
    #[tf(default = "ssd")]
    kind: Attr<String>,
    #[tf(optional, computed, keep, conflicts_with = "size_gb")]
    size: Attr<i64>,
    #[tf(optional, computed, keep)]
    size_gb: Attr<i64>,
    #[tf(optional, computed, keep, length = 1..)]
    note: Attr<String>,
}

impl Resource for Volume {
    const NAME: &'static str = "volume";
    type Client = ();

    async fn create(plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        Ok(plan)
    }

    async fn read(state: Self, _: &mut Context<()>) -> Result<Option<Self>, Diagnostics> {
        Ok(Some(Volume {
            image: "linux".into(),
            snapshot: "s-1".into(),
            kind: "ssd".into(),
            size: 1024.into(),
            size_gb: 1.into(),
            note: "".into(),
            ..state
        }))
    }

    async fn delete(_: Self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

#[test]
fn attributes_that_exclude_each_other() {
    for protocol in [Protocol::V5, Protocol::V6] {
        let provider = Provider::new::<NoConfig>("inventory").resource::<Volume>();
        let bench = Bench::serving(protocol, provider);
        let Some(bench) = bench.filter(|bench| bench.is_since((1, 14))) else {
            return;
        };
        let configure = |body: &str| bench.configure_with("", body);
        let generated = import(&bench, configure, &[("inventory_volume.a", "v")]);
        // Some versions write attributes that are null.
        let set = generated.lines().filter_map(|line| {
            let (name, value) = line.split_once(" = ")?;
            (value != "null").then(|| format!("{} = {value}", name.trim()))
        });
        let set: Vec<_> = set.collect();
        assert_eq!(set, ["image = \"linux\"", "name = \"v\"", "size = 1024"]);
    }
}
