//! A resource with nested attributes and nested blocks of every kind, two levels deep, tested with both protocol versions.

mod attributes;
mod blocks;
mod counts;
mod lifecycle;
mod states;

use serde_json::Value;

/// The address of the network in the tests.
const ADDRESS: &str = "inventory_network.a";

/// A network with only the required parts.
const SMALL: &str = r#"
resource "inventory_network" "a" {
  name = "Lan"
  subnet { range = "192.0.2.0/24" }
}
"#;

/// A network that uses every nested attribute and every nested block.
const EVERYTHING: &str = r#"
resource "inventory_network" "a" {
  name    = "Lan"
  contact = { team = "core", person = { name = "Ann", phone = "1" } }
  routes = [
    { to = "198.51.100.0/24", hops = [{ address = "192.0.2.1", cost = 10 }, { address = "192.0.2.2" }] },
    { to = "0.0.0.0/0" },
  ]
  peers = [
    { name = "dmz", tunnels = [{ address = "203.0.113.1", mtu = 1400 }, { address = "203.0.113.2" }] },
    { name = "lab" },
  ]
  resolvers = {
    main    = { address = "192.0.2.53", zones = { "a.example" = { file = "a", serial = 7 }, b = { file = "b" } } }
    "запас" = { address = "192.0.2.54" }
  }
  subnet {
    range   = "192.0.2.0/25"
    gateway = { address = "192.0.2.1", cost = 3 }
    pool {
      first = "192.0.2.20"
      last  = "192.0.2.29"
    }
    pool {
      first = "192.0.2.30"
      last  = "192.0.2.39"
    }
  }
  subnet { range = "192.0.2.128/25" }
  filter {
    port = 22
    source { range = "192.0.2.0/24" }
    source {
      range = "198.51.100.0/24"
      log   = true
    }
  }
  filter {
    port = 80
    source { range = "0.0.0.0/0" }
  }
  host "web" {
    address = "192.0.2.10"
    lease { seconds = 60 }
  }
  host "mail" {}
  uplink {
    carrier = "c"
    circuit "one" { speed = 100 }
    circuit "two" { speed = 10 }
  }
  limits {
    bandwidth = 100
    burst { seconds = 5 }
  }
}
"#;

/// Removes the identifiers from a value, and sorts its sets. The service sets the identifiers, so they must be present.
#[track_caller]
fn plain(value: &Value) -> Value {
    match value {
        Value::Array(elements) => elements.iter().map(plain).collect(),
        Value::Object(members) => {
            let mut plainer = serde_json::Map::new();
            for (name, member) in members {
                match name.as_str() {
                    "id" => assert!(
                        member.is_string(),
                        "an identifier must be a string: {member}"
                    ),
                    "filter" | "peers" | "pool" | "tunnels" => {
                        plainer.insert(name.clone(), sorted(plain(member)));
                    }
                    _ => {
                        plainer.insert(name.clone(), plain(member));
                    }
                }
            }
            plainer.into()
        }
        leaf => leaf.clone(),
    }
}

fn sorted(mut set: Value) -> Value {
    if let Value::Array(elements) = &mut set {
        elements.sort_by_cached_key(Value::to_string);
    }
    set
}
