//! The models: each struct is a schema, a decoder and an encoder at once.
//!
//! Doc comments on the fields are the descriptions that Terraform shows, so they speak to its users.

pub mod network;

use std::collections::{BTreeMap, BTreeSet};

pub use network::Network;
use tfvalue::{Attr, Number, Set, TfSchema, Unknown};

/// Configuration of the inventory provider.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct ProviderConfig {
    /// Path of the SQLite file that holds the inventory. It is created where it is missing.
    #[tf(required)]
    pub path: Attr<String>,
    /// Tags that every server gets beside its own.
    #[tf(optional)]
    pub default_tags: Attr<BTreeMap<String, Attr<String>>>,
}

/// A server of the inventory.
#[derive(Clone, Default, PartialEq, TfSchema)]
#[tf(version = 2)]
pub struct Server {
    /// Identifier that the service assigns.
    #[tf(computed)]
    pub id: Attr<String>,
    /// Unique name. The service ignores its case.
    #[tf(required)]
    pub name: Attr<String>,
    /// Zone that the server stands in, `main` unless told otherwise. Another zone needs another server.
    #[tf(optional, computed)]
    pub zone: Attr<String>,
    /// Identifier of the rack that the server is mounted in.
    #[tf(optional)]
    pub rack_id: Attr<String>,
    /// Number of processors. The service gives 2 unless told otherwise.
    #[tf(optional, computed)]
    pub cpus: Attr<i64>,
    /// Price of an hour, to the last digit.
    #[tf(optional)]
    pub price: Attr<Number>,
    /// Whether the server is to be powered.
    #[tf(optional)]
    pub powered: Attr<bool>,
    /// Token that opens the console.
    #[tf(optional, sensitive)]
    pub console_token: Attr<String>,
    /// Password of the administrator, which is never stored. It is sent when the server is created
    /// and when `admin_password_version` changes.
    #[tf(optional, sensitive, write_only)]
    pub admin_password: Attr<String>,
    /// Version of `admin_password`.
    #[tf(optional)]
    pub admin_password_version: Attr<i64>,
    /// Labels, in no order.
    #[tf(optional)]
    pub labels: Attr<Set<Attr<String>>>,
    /// Tags of this server alone.
    #[tf(optional)]
    pub tags: Attr<BTreeMap<String, Attr<String>>>,
    /// All tags: those of the provider's configuration, overridden by those of this server.
    #[tf(computed)]
    pub all_tags: Attr<BTreeMap<String, Attr<String>>>,
    /// Who answers for the server.
    #[tf(optional, object)]
    pub owner: Attr<Owner>,
    /// Where the server stands.
    #[tf(optional)]
    pub placement: Attr<Placement>,
    /// Network interfaces, in order.
    #[tf(optional)]
    pub interfaces: Attr<Vec<Attr<Interface>>>,
    /// Volumes, in no order. The service knows each by its content and gives it an identifier.
    #[tf(optional)]
    pub volumes: Attr<Set<Attr<Volume>>>,
    /// Endpoints by name.
    #[tf(optional)]
    pub endpoints: Attr<BTreeMap<String, Attr<Endpoint>>>,
    /// How often the server was changed since it was created.
    #[tf(computed)]
    pub revision: Attr<i64>,
    /// A disk. The first is booted from.
    #[tf(block(min_items = 1, max_items = 3))]
    pub disk: Unknown<Vec<Disk>>,
    /// A rule of the firewall. The service gives each an identifier.
    #[tf(block)]
    pub rule: Unknown<Set<Rule>>,
    /// A mount, labelled with its path.
    #[tf(block)]
    pub mount: Unknown<BTreeMap<String, Mount>>,
    /// How the server is started.
    #[tf(block)]
    pub boot: Attr<Boot>,
    /// How the server is watched.
    #[tf(block(group))]
    pub monitoring: Unknown<Monitoring>,
}

/// Who answers for a server.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Owner {
    /// Name of the team.
    #[tf(required)]
    pub team: Attr<String>,
    /// Address of the team.
    #[tf(required)]
    pub contact: Attr<String>,
}

/// Where a server stands.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Placement {
    /// Name of the building.
    #[tf(required)]
    pub building: Attr<String>,
    /// Number of the floor, 0 unless told otherwise.
    #[tf(optional, computed)]
    pub floor: Attr<i64>,
}

/// A network interface.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Interface {
    /// Network that the interface is attached to.
    #[tf(required)]
    pub network: Attr<String>,
    /// Address in the network. The service picks one unless told otherwise.
    #[tf(optional, computed)]
    pub address: Attr<String>,
    /// Hardware address that the service assigns.
    #[tf(computed)]
    pub mac: Attr<String>,
}

/// A volume.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Volume {
    /// Name of the volume.
    #[tf(required)]
    pub name: Attr<String>,
    /// Size in GiB.
    #[tf(required)]
    pub size: Attr<i64>,
    /// Identifier that the service assigns.
    #[tf(computed)]
    pub id: Attr<String>,
}

/// An endpoint.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Endpoint {
    /// Port that the endpoint listens on.
    #[tf(required)]
    pub port: Attr<u32>,
    /// Address of the endpoint, which the service makes up from the names and the port.
    #[tf(computed)]
    pub url: Attr<String>,
}

/// A disk.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Disk {
    /// Size in GiB.
    #[tf(required)]
    pub size: Attr<i64>,
    /// Kind of the disk, `ssd` unless told otherwise.
    #[tf(optional, computed)]
    pub kind: Attr<String>,
    /// Serial number that the service assigns.
    #[tf(computed)]
    pub serial: Attr<String>,
}

/// A rule of the firewall.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Rule {
    /// Port that the rule opens.
    #[tf(required)]
    pub port: Attr<u32>,
    /// Where the traffic may come from.
    #[tf(optional)]
    pub from: Attr<Set<Attr<String>>>,
    /// Identifier that the service assigns.
    #[tf(computed)]
    pub id: Attr<String>,
}

/// A mount.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Mount {
    /// What is mounted.
    #[tf(required)]
    pub source: Attr<String>,
    /// Whether writing is refused.
    #[tf(optional)]
    pub read_only: Attr<bool>,
}

/// How a server is started.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Boot {
    /// Image that the server starts from.
    #[tf(required)]
    pub image: Attr<String>,
    /// Key that unlocks the image, which is never stored.
    #[tf(optional, sensitive, write_only)]
    pub unlock_key: Attr<String>,
}

/// How a server is watched.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Monitoring {
    /// Seconds between two looks at the server.
    #[tf(optional)]
    pub interval: Attr<i64>,
    /// Who is told.
    #[tf(optional)]
    pub contact: Attr<String>,
}

/// A rack, which servers are mounted in.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Rack {
    /// Identifier that the service assigns.
    #[tf(computed)]
    pub id: Attr<String>,
    /// Unique name. Another name needs another rack.
    #[tf(required)]
    pub name: Attr<String>,
    /// Height in units, 42 unless told otherwise.
    #[tf(optional, computed)]
    pub units: Attr<u32>,
    /// How often the rack was changed since it was created.
    #[tf(computed)]
    pub revision: Attr<i64>,
}

/// The servers of the inventory, by zone and label.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Servers {
    /// Zone to search; all zones unless told otherwise.
    #[tf(optional)]
    pub zone: Attr<String>,
    /// Label that the servers must have.
    #[tf(optional)]
    pub label: Attr<String>,
    /// The servers that were found, in the order of their names.
    #[tf(computed)]
    pub servers: Attr<Vec<Attr<FoundServer>>>,
}

/// A server that was found.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct FoundServer {
    /// Identifier of the server.
    #[tf(computed)]
    pub id: Attr<String>,
    /// Name of the server, as the service spells it.
    #[tf(computed)]
    pub name: Attr<String>,
    /// Price of an hour.
    #[tf(computed)]
    pub price: Attr<Number>,
    /// Labels of the server.
    #[tf(computed)]
    pub labels: Attr<BTreeSet<String>>,
    /// Network interfaces.
    #[tf(computed, members = computed)]
    pub interfaces: Attr<Vec<Attr<Interface>>>,
}

/// A password that is issued for one run and withdrawn when the run ends.
#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Password {
    /// Number of characters, 20 unless told otherwise.
    #[tf(optional, computed)]
    pub length: Attr<u32>,
    /// Whom the password is issued to.
    #[tf(required)]
    pub holder: Attr<String>,
    /// The password.
    #[tf(computed, sensitive)]
    pub value: Attr<String>,
}

/// A server as version 1 of the schema stored it.
///
/// Version 2 renamed `cpu` to `cpus` and made a number of it, made a map of `tags`, which held lines
/// such as `stage=prod`, and gave each disk more than its size.
#[derive(Clone, Default, PartialEq, TfSchema)]
#[tf(version = 1)]
pub struct ServerV1 {
    /// Identifier that the service assigned.
    #[tf(computed)]
    pub id: Attr<String>,
    /// Unique name.
    #[tf(required)]
    pub name: Attr<String>,
    /// Zone that the server stands in.
    #[tf(optional, computed)]
    pub zone: Attr<String>,
    /// Number of processors, as text.
    #[tf(optional)]
    pub cpu: Attr<String>,
    /// Tags, each `key=value`.
    #[tf(optional)]
    pub tags: Attr<Vec<String>>,
    /// Sizes of the disks in GiB.
    #[tf(optional)]
    pub disk_sizes: Attr<Vec<i64>>,
}
