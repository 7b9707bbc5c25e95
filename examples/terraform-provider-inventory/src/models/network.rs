//! The model of a network, with nested attributes and nested blocks of every kind at two levels.
//!
//! All values that the provider sets are in blocks. Members of nested attributes are set only by the configuration,
//! so that version 5 of the protocol can represent them.

use std::collections::BTreeMap;

use tfvalue::{Attr, Set, TfSchema, Unknown};

use super::old::NetworkV0;

/// A network of the inventory.
#[derive(Clone, Default, PartialEq, TfSchema)]
#[tf(kind = resource, version = 1, upgrade(0 = NetworkV0), import = "id")]
pub struct Network {
    /// Identifier that the service assigns.
    #[tf(computed, keep)]
    pub id: Attr<String>,
    /// Unique name. The service ignores its case. Changing the name creates a new network.
    #[tf(required, replace, length = 1.., same_as = case_insensitive)]
    pub name: Attr<String>,
    /// Contact for the network.
    #[tf(optional)]
    pub contact: Attr<Contact>,
    /// Routes to other networks, in order of precedence.
    #[tf(optional)]
    pub routes: Attr<Vec<Attr<Route>>>,
    /// Networks with which this network exchanges traffic.
    #[tf(optional)]
    pub peers: Attr<Set<Attr<Peer>>>,
    /// Name servers by name.
    #[tf(optional)]
    pub resolvers: Attr<BTreeMap<String, Attr<Resolver>>>,
    /// Number of changes, including the creation.
    #[tf(computed)]
    pub revision: Attr<i64>,
    /// A range of addresses.
    #[tf(block(min_items = 1, max_items = 3))]
    pub subnet: Unknown<Vec<Subnet>>,
    /// Traffic to accept.
    #[tf(block(max_items = 4))]
    pub filter: Unknown<Set<Filter>>,
    /// A host, labeled with its name.
    #[tf(block)]
    pub host: Unknown<BTreeMap<String, Host>>,
    /// Connection to the internet.
    #[tf(block)]
    pub uplink: Attr<Uplink>,
    /// Limits of the network.
    #[tf(block(group))]
    pub limits: Unknown<Limits>,
}

/// Contact for a network.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Contact {
    /// Name of the team.
    #[tf(required)]
    pub team: Attr<String>,
    /// Person to call.
    #[tf(optional)]
    pub person: Attr<Person>,
}

/// Person to call.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Person {
    /// Name of the person.
    #[tf(required)]
    pub name: Attr<String>,
    /// Telephone number.
    #[tf(optional)]
    pub phone: Attr<String>,
}

/// A route to another network.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Route {
    /// Destination range of the route.
    #[tf(required)]
    pub to: Attr<String>,
    /// Routers on the way, in order.
    #[tf(optional)]
    pub hops: Attr<Vec<Attr<Hop>>>,
}

/// A router, as part of a route or as the gateway of a range.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Hop {
    /// Address of the router.
    #[tf(required)]
    pub address: Attr<String>,
    /// Cost of using the router.
    #[tf(optional)]
    pub cost: Attr<i64>,
}

/// A network with which to exchange traffic.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Peer {
    /// Name of the network.
    #[tf(required)]
    pub name: Attr<String>,
    /// Tunnels to the network.
    #[tf(optional)]
    pub tunnels: Attr<Set<Attr<Tunnel>>>,
}

/// A tunnel to another network.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Tunnel {
    /// Address of the other end.
    #[tf(required)]
    pub address: Attr<String>,
    /// Maximum packet size in bytes.
    #[tf(optional)]
    pub mtu: Attr<u32>,
}

/// A name server.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Resolver {
    /// Address of the server.
    #[tf(required)]
    pub address: Attr<String>,
    /// Zones for which the server is authoritative, by domain.
    #[tf(optional)]
    pub zones: Attr<BTreeMap<String, Attr<Zone>>>,
}

/// A zone of a name server.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Zone {
    /// File that contains the zone.
    #[tf(required)]
    pub file: Attr<String>,
    /// Serial number of the zone.
    #[tf(optional)]
    pub serial: Attr<i64>,
}

/// A range of addresses.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Subnet {
    /// The range.
    #[tf(required)]
    pub range: Attr<String>,
    /// Identifier that the service assigns.
    #[tf(computed, keep(not_null))]
    pub id: Attr<String>,
    /// Gateway of the range.
    #[tf(optional)]
    pub gateway: Attr<Hop>,
    /// Addresses to assign dynamically.
    #[tf(block(max_items = 2))]
    pub pool: Unknown<Set<Pool>>,
}

/// Addresses to assign dynamically.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Pool {
    /// The first address.
    #[tf(required)]
    pub first: Attr<String>,
    /// The last address.
    #[tf(required)]
    pub last: Attr<String>,
    /// Identifier that the service assigns.
    #[tf(computed, keep)]
    pub id: Attr<String>,
}

/// Traffic to accept.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Filter {
    /// Destination port of the traffic.
    #[tf(required)]
    pub port: Attr<u32>,
    /// Identifier that the service assigns.
    #[tf(computed, keep)]
    pub id: Attr<String>,
    /// Permitted sources of the traffic.
    #[tf(block(min_items = 1))]
    pub source: Unknown<Vec<Source>>,
}

/// A permitted source of traffic.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Source {
    /// Range of addresses.
    #[tf(required)]
    pub range: Attr<String>,
    /// Whether to log the traffic.
    #[tf(optional)]
    pub log: Attr<bool>,
}

/// A host.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Host {
    /// Address of the host. Chosen by the service by default.
    #[tf(optional, computed, keep)]
    pub address: Attr<String>,
    /// Lease of the address.
    #[tf(block(group))]
    pub lease: Unknown<Lease>,
}

/// Lease of an address.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Lease {
    /// Duration in seconds. Unlimited by default.
    #[tf(optional)]
    pub seconds: Attr<i64>,
}

/// Connection to the internet.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Uplink {
    /// Name of the carrier.
    #[tf(required)]
    pub carrier: Attr<String>,
    /// Key of the carrier's account, which is never stored. The key is sent to the service with every change.
    #[tf(optional, sensitive, write_only)]
    pub key: Attr<String>,
    /// A circuit, labeled with its name.
    #[tf(block)]
    pub circuit: Unknown<BTreeMap<String, Circuit>>,
}

/// A circuit to the internet.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Circuit {
    /// Speed in megabits per second.
    #[tf(required)]
    pub speed: Attr<i64>,
    /// Identifier that the service assigns.
    #[tf(computed, keep)]
    pub id: Attr<String>,
}

/// Limits of a network.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Limits {
    /// Bandwidth in megabits per second.
    #[tf(optional)]
    pub bandwidth: Attr<i64>,
    /// Limits for bursts, which last only a short time.
    #[tf(block)]
    pub burst: Attr<Burst>,
}

/// Limits for bursts, which last only a short time.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Burst {
    /// Duration in seconds.
    #[tf(required)]
    pub seconds: Attr<i64>,
}
