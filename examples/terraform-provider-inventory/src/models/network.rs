//! The model of a network, which has nested attributes and nested blocks of every kind, each with one of
//! its own kind or another inside.
//!
//! What the provider decides stands in blocks. A member of a nested attribute is configured or absent, so
//! that version 5 of the protocol can tell of all of it.

use std::collections::BTreeMap;

use tfvalue::{Attr, Set, TfSchema, Unknown};

/// A network of the inventory.
#[derive(Clone, Default, PartialEq, TfSchema)]
#[tf(version = 1)]
pub struct Network {
    /// Identifier that the service assigns.
    #[tf(computed)]
    pub id: Attr<String>,
    /// Unique name. The service ignores its case. Another name needs another network.
    #[tf(required)]
    pub name: Attr<String>,
    /// Who answers for the network.
    #[tf(optional)]
    pub contact: Attr<Contact>,
    /// Ways to other networks, of which the first that fits is taken.
    #[tf(optional)]
    pub routes: Attr<Vec<Attr<Route>>>,
    /// Networks that this one exchanges traffic with.
    #[tf(optional)]
    pub peers: Attr<Set<Attr<Peer>>>,
    /// Name servers by their names.
    #[tf(optional)]
    pub resolvers: Attr<BTreeMap<String, Attr<Resolver>>>,
    /// How often the network was changed since it was created.
    #[tf(computed)]
    pub revision: Attr<i64>,
    /// A range of addresses.
    #[tf(block(min_items = 1, max_items = 3))]
    pub subnet: Unknown<Vec<Subnet>>,
    /// Traffic that is let in.
    #[tf(block(max_items = 4))]
    pub filter: Unknown<Set<Filter>>,
    /// A host, labelled with its name.
    #[tf(block)]
    pub host: Unknown<BTreeMap<String, Host>>,
    /// How the network is connected to the world.
    #[tf(block)]
    pub uplink: Attr<Uplink>,
    /// What the network can carry.
    #[tf(block(group))]
    pub limits: Unknown<Limits>,
}

/// Who answers for a network.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Contact {
    /// Name of the team.
    #[tf(required)]
    pub team: Attr<String>,
    /// Who is called.
    #[tf(optional)]
    pub person: Attr<Person>,
}

/// Who is called.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Person {
    /// Name of the person.
    #[tf(required)]
    pub name: Attr<String>,
    /// Number of the telephone.
    #[tf(optional)]
    pub phone: Attr<String>,
}

/// A way to another network.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Route {
    /// Range of addresses that the route leads to.
    #[tf(required)]
    pub to: Attr<String>,
    /// What the traffic passes, in order.
    #[tf(optional)]
    pub hops: Attr<Vec<Attr<Hop>>>,
}

/// A router, as a part of a route or at the edge of a range.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Hop {
    /// Address of the router.
    #[tf(required)]
    pub address: Attr<String>,
    /// Cost of going through it.
    #[tf(optional)]
    pub cost: Attr<i64>,
}

/// A network that traffic is exchanged with.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Peer {
    /// Name of the network.
    #[tf(required)]
    pub name: Attr<String>,
    /// What the traffic goes through.
    #[tf(optional)]
    pub tunnels: Attr<Set<Attr<Tunnel>>>,
}

/// A tunnel to another network.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Tunnel {
    /// Address of the other end.
    #[tf(required)]
    pub address: Attr<String>,
    /// Largest packet in bytes.
    #[tf(optional)]
    pub mtu: Attr<u32>,
}

/// A name server.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Resolver {
    /// Address of the server.
    #[tf(required)]
    pub address: Attr<String>,
    /// What the server knows by itself, by domain.
    #[tf(optional)]
    pub zones: Attr<BTreeMap<String, Attr<Zone>>>,
}

/// What a name server knows of a domain.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Zone {
    /// File that the zone is read from.
    #[tf(required)]
    pub file: Attr<String>,
    /// Number of the file's version.
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
    #[tf(computed)]
    pub id: Attr<String>,
    /// Router of the range.
    #[tf(optional)]
    pub gateway: Attr<Hop>,
    /// Addresses that are given to whoever asks.
    #[tf(block(max_items = 2))]
    pub pool: Unknown<Set<Pool>>,
}

/// Addresses that are given to whoever asks.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Pool {
    /// The first address.
    #[tf(required)]
    pub first: Attr<String>,
    /// The last address.
    #[tf(required)]
    pub last: Attr<String>,
    /// Identifier that the service assigns.
    #[tf(computed)]
    pub id: Attr<String>,
}

/// Traffic that is let in.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Filter {
    /// Port that the traffic comes in by.
    #[tf(required)]
    pub port: Attr<u32>,
    /// Identifier that the service assigns.
    #[tf(computed)]
    pub id: Attr<String>,
    /// Where the traffic may come from.
    #[tf(block(min_items = 1))]
    pub source: Unknown<Vec<Source>>,
}

/// Where traffic may come from.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Source {
    /// Range of addresses.
    #[tf(required)]
    pub range: Attr<String>,
    /// Whether the traffic is written down.
    #[tf(optional)]
    pub log: Attr<bool>,
}

/// A host.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Host {
    /// Address of the host. The service picks one unless told otherwise.
    #[tf(optional, computed)]
    pub address: Attr<String>,
    /// How long the host keeps its address.
    #[tf(block(group))]
    pub lease: Unknown<Lease>,
}

/// How long a host keeps its address.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Lease {
    /// Seconds; for ever, unless told otherwise.
    #[tf(optional)]
    pub seconds: Attr<i64>,
}

/// How a network is connected to the world.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Uplink {
    /// Who connects it.
    #[tf(required)]
    pub carrier: Attr<String>,
    /// Key of the carrier's account, which is never stored. It is sent with every change.
    #[tf(optional, sensitive, write_only)]
    pub key: Attr<String>,
    /// A line, labelled with its name.
    #[tf(block)]
    pub circuit: Unknown<BTreeMap<String, Circuit>>,
}

/// A line to the world.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Circuit {
    /// Megabits in a second.
    #[tf(required)]
    pub speed: Attr<i64>,
    /// Identifier that the service assigns.
    #[tf(computed)]
    pub id: Attr<String>,
}

/// What a network can carry.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Limits {
    /// Megabits in a second.
    #[tf(optional)]
    pub bandwidth: Attr<i64>,
    /// What is borne for a short time.
    #[tf(block)]
    pub burst: Attr<Burst>,
}

/// What a network bears for a short time.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Burst {
    /// How long, in seconds.
    #[tf(required)]
    pub seconds: Attr<i64>,
}

/// A network as version 0 of the schema stored it, which knew of a subnet nothing but its range.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct NetworkV0 {
    /// Identifier that the service assigned.
    #[tf(computed)]
    pub id: Attr<String>,
    /// Unique name.
    #[tf(required)]
    pub name: Attr<String>,
    /// Ranges of addresses.
    #[tf(optional)]
    pub ranges: Attr<Vec<String>>,
}
