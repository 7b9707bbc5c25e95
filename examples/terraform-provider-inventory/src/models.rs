//! The models. The annotations on each struct describe the schema. The annotations also describe how Terraform
//! validates configurations, plans changes, upgrades and imports states, and how the models are converted to and from
//! the records of the service.
//!
//! Terraform shows the doc comments of the fields as descriptions, so the comments are written for users of Terraform.

pub mod network;
pub mod old;

use std::collections::{BTreeMap, BTreeSet};

pub use network::Network;
use old::ServerV1;
use tfvalue::{Attr, Number, Set, TfSchema, Unknown};

use crate::service;

/// Configuration of the inventory provider.
#[derive(Clone, Default, PartialEq, TfSchema)]
#[tf(kind = provider)]
pub struct Config {
    /// Path of the SQLite file that contains the inventory. The file is created if it does not exist.
    #[tf(required)]
    pub path: Attr<String>,
    /// Tags that every server has in addition to its own tags.
    #[tf(optional)]
    pub default_tags: Attr<BTreeMap<String, Attr<String>>>,
}

/// A server in the inventory.
#[derive(Clone, Default, PartialEq, TfSchema)]
#[tf(kind = resource, version = 2, upgrade(1 = ServerV1), import = "id")]
#[tf(to_api(
    service::Server,
    without = "admin_password_version",
    set(id = self.id.cloned().unwrap_or_default(), revision = 0)
))]
#[tf(from_api(
    service::Server,
    without = "admin_password, admin_password_version",
    ignore = "admin_password"
))]
pub struct Server {
    /// Identifier that the service assigns.
    #[tf(computed, keep)]
    pub id: Attr<String>,
    /// Unique name. The service ignores its case.
    #[tf(required, length = 1.., same_as(rule = case_insensitive, hide_edits))]
    pub name: Attr<String>,
    /// Zone of the server. Defaults to `main`. Changing the zone creates a new server.
    #[tf(optional, computed, keep(not_null), replace(when = is_stored))]
    pub zone: Attr<String>,
    /// Identifier of the rack in which the server is mounted.
    #[tf(optional)]
    pub rack_id: Attr<String>,
    /// Number of processors. Chosen by the service by default.
    #[tf(optional, computed, keep(not_null))]
    pub cpus: Attr<i64>,
    /// Price per hour, an exact number.
    #[tf(optional)]
    pub price: Attr<Number>,
    /// Whether the server is powered on.
    #[tf(optional)]
    pub powered: Attr<bool>,
    /// Token for the console.
    #[tf(optional, sensitive)]
    pub console_token: Attr<String>,
    /// Password of the administrator, which is never stored. The password is sent when the server is created and when
    /// `admin_password_version` changes.
    #[tf(optional, sensitive, write_only)]
    pub admin_password: Attr<String>,
    /// Version of `admin_password`.
    #[tf(optional)]
    pub admin_password_version: Attr<i64>,
    /// Labels, in no particular order.
    #[tf(optional)]
    pub labels: Attr<Set<Unknown<String>>>,
    /// Tags of this server only.
    #[tf(optional)]
    pub tags: Attr<BTreeMap<String, Attr<String>>>,
    /// All tags: the tags from the provider's configuration, overridden by the tags of this server.
    #[tf(computed)]
    pub all_tags: Attr<BTreeMap<String, Attr<String>>>,
    /// Owner of the server.
    #[tf(optional, object)]
    pub owner: Attr<Owner>,
    /// Location of the server.
    #[tf(optional)]
    pub placement: Attr<Placement>,
    /// Network interfaces, in order.
    #[tf(optional)]
    pub interfaces: Attr<Vec<Unknown<Interface>>>,
    /// Volumes, in no particular order. The service identifies each volume by its content and assigns an identifier.
    #[tf(optional)]
    pub volumes: Attr<Set<Unknown<Volume>>>,
    /// Endpoints by name.
    #[tf(optional)]
    pub endpoints: Attr<BTreeMap<String, Unknown<Endpoint>>>,
    /// Number of changes, including the creation.
    #[tf(computed)]
    pub revision: Attr<i64>,
    /// A disk. The server boots from the first disk.
    #[tf(block(min_items = 1, max_items = 3), api_name = "disks")]
    pub disk: Unknown<Vec<Disk>>,
    /// A firewall rule. The service assigns an identifier to each rule.
    #[tf(block, api_name = "rules")]
    pub rule: Unknown<Set<Rule>>,
    /// A mount, labeled with its path.
    #[tf(block, api_name = "mounts")]
    pub mount: Unknown<BTreeMap<String, Mount>>,
    /// Boot settings.
    #[tf(block)]
    pub boot: Attr<Boot>,
    /// Monitoring settings.
    #[tf(block(group))]
    pub monitoring: Unknown<Monitoring>,
}

/// Owner of a server.
#[derive(Clone, Default, PartialEq, TfSchema)]
#[tf(to_api = service::Owner, from_api = service::Owner)]
pub struct Owner {
    /// Name of the team.
    #[tf(required)]
    pub team: Attr<String>,
    /// Address of the team.
    #[tf(required)]
    pub contact: Attr<String>,
}

/// Location of a server.
#[derive(Clone, Default, PartialEq, TfSchema)]
#[tf(to_api = service::Placement, from_api = service::Placement)]
pub struct Placement {
    /// Name of the building.
    #[tf(required)]
    pub building: Attr<String>,
    /// Number of the floor. Defaults to 0.
    #[tf(default = 0)]
    pub floor: Attr<i64>,
}

/// A network interface.
#[derive(Clone, Default, PartialEq, TfSchema)]
#[tf(to_api = service::Interface, from_api = service::Interface)]
pub struct Interface {
    /// Network to which the interface is attached.
    #[tf(required)]
    pub network: Attr<String>,
    /// Address in the network. Chosen by the service by default.
    #[tf(optional, computed, keep)]
    pub address: Attr<String>,
    /// Hardware address that the service assigns.
    #[tf(computed, keep)]
    pub mac: Attr<String>,
}

/// A volume.
#[derive(Clone, Default, PartialEq, TfSchema)]
#[tf(to_api = service::Volume, from_api = service::Volume)]
pub struct Volume {
    /// Name of the volume.
    #[tf(required)]
    pub name: Attr<String>,
    /// Size in GiB.
    #[tf(required)]
    pub size: Attr<i64>,
    /// Identifier that the service assigns.
    #[tf(computed, keep)]
    pub id: Attr<String>,
}

/// An endpoint.
#[derive(Clone, Default, PartialEq, TfSchema)]
#[tf(to_api = service::Endpoint, from_api = service::Endpoint)]
pub struct Endpoint {
    /// Port on which the endpoint listens.
    #[tf(required)]
    pub port: Attr<u32>,
    /// URL of the endpoint, which the service derives from the names and the port.
    #[tf(computed, keep(unless_changed = "port"))]
    pub url: Attr<String>,
}

/// A disk.
#[derive(Clone, Default, PartialEq, TfSchema)]
#[tf(to_api = service::Disk, from_api = service::Disk)]
pub struct Disk {
    /// Size in GiB.
    #[tf(required, range = 1..)]
    pub size: Attr<i64>,
    /// Kind of the disk. Defaults to `ssd`.
    #[tf(default = "ssd")]
    pub kind: Attr<String>,
    /// Serial number that the service assigns.
    #[tf(computed, keep(not_null))]
    pub serial: Attr<String>,
}

/// A firewall rule.
#[derive(Clone, Default, PartialEq, TfSchema)]
#[tf(to_api = service::Rule, from_api = service::Rule)]
pub struct Rule {
    /// Port that the rule opens.
    #[tf(required)]
    pub port: Attr<u32>,
    /// Permitted sources of traffic.
    #[tf(optional)]
    pub from: Attr<Set<Unknown<String>>>,
    /// Identifier that the service assigns.
    #[tf(computed, keep)]
    pub id: Attr<String>,
}

/// A mount.
#[derive(Clone, Default, PartialEq, TfSchema)]
#[tf(to_api = service::Mount, from_api = service::Mount)]
pub struct Mount {
    /// Source of the mount.
    #[tf(required)]
    pub source: Attr<String>,
    /// Whether the mount is read-only.
    #[tf(optional)]
    pub read_only: Attr<bool>,
}

/// Boot settings of a server.
#[derive(Clone, Default, PartialEq, TfSchema)]
#[tf(
    to_api = service::Boot,
    from_api(service::Boot, without = "unlock_key", ignore = "unlock_key")
)]
pub struct Boot {
    /// Image to boot.
    #[tf(required)]
    pub image: Attr<String>,
    /// Key that unlocks the image, which is never stored.
    #[tf(optional, sensitive, write_only)]
    pub unlock_key: Attr<String>,
}

/// Monitoring settings of a server.
#[derive(Clone, Default, PartialEq, TfSchema)]
#[tf(to_api = service::Monitoring, from_api = service::Monitoring)]
pub struct Monitoring {
    /// Interval between checks in seconds.
    #[tf(optional)]
    pub interval: Attr<i64>,
    /// Recipient of alerts.
    #[tf(optional)]
    pub contact: Attr<String>,
}

/// A rack in which servers are mounted.
#[derive(Clone, Default, PartialEq, TfSchema)]
#[tf(kind = resource, import = "id", from_api = service::Rack)]
#[tf(to_api(service::Rack, set(id = self.id.cloned().unwrap_or_default(), revision = 0)))]
pub struct Rack {
    /// Identifier that the service assigns.
    #[tf(computed, keep)]
    pub id: Attr<String>,
    /// Unique name. The service ignores its case. Changing the name creates a new rack.
    #[tf(required, replace, length = 1.., same_as = case_insensitive)]
    pub name: Attr<String>,
    /// Height in units. Defaults to 42.
    #[tf(default = 42)]
    pub units: Attr<u32>,
    /// Number of changes, including the creation.
    #[tf(computed)]
    pub revision: Attr<i64>,
}

/// The servers in the inventory, by zone and label.
#[derive(Clone, Default, PartialEq, TfSchema)]
#[tf(kind = data_source)]
pub struct Servers {
    /// Zone to search. Defaults to all zones.
    #[tf(optional)]
    pub zone: Attr<String>,
    /// Label that the servers must have. Defaults to any.
    #[tf(optional)]
    pub label: Attr<String>,
    /// The servers that were found, sorted by name.
    #[tf(computed)]
    pub servers: Attr<Vec<Attr<FoundServer>>>,
}

/// A server that was found.
#[derive(Clone, Default, PartialEq, TfSchema)]
#[tf(from_api(service::Server, ignore = ".."))]
pub struct FoundServer {
    /// Identifier of the server.
    #[tf(computed)]
    pub id: Attr<String>,
    /// Name of the server, as the service spells it.
    #[tf(computed)]
    pub name: Attr<String>,
    /// Price per hour.
    #[tf(computed)]
    pub price: Attr<Number>,
    /// Labels of the server.
    #[tf(computed)]
    pub labels: Attr<BTreeSet<String>>,
    /// Network interfaces.
    #[tf(computed, members = computed)]
    pub interfaces: Attr<Vec<Attr<Interface>>>,
}

/// A password that is issued for one run and revoked at the end of the run.
#[derive(Clone, Default, PartialEq, TfSchema)]
#[tf(kind = ephemeral)]
pub struct Password {
    /// Number of characters. Defaults to 20.
    #[tf(default = 20, range = 8..=128)]
    pub length: Attr<u32>,
    /// Holder of the password.
    #[tf(required)]
    pub holder: Attr<String>,
    /// The password.
    #[tf(computed, sensitive)]
    pub value: Attr<String>,
}

/// Returns `true` if the state contains the attribute `zone`. A state with version 1 may lack the attribute.
fn is_stored(zone: &Attr<String>, _: &Attr<String>) -> bool {
    !zone.is_null()
}

#[cfg(test)]
mod tests {
    use tfvalue::{Path, plan};

    use super::*;

    fn server() -> Server {
        Server {
            name: "a".into(),
            zone: "south".into(),
            ..Server::default()
        }
    }

    #[test]
    fn other_zone_requires_a_new_server() {
        let in_zone = |zone: Attr<String>| Server { zone, ..server() };
        let replaced = |prior: Attr<String>| {
            let (_, paths) = plan::typed(&server(), Some(&in_zone(prior))).unwrap();
            paths
        };
        assert_eq!(replaced("north".into()), [Path::from("zone")]);
        assert_eq!(replaced("south".into()), []);
        assert_eq!(
            replaced(Attr::null()),
            [],
            "a state of version 1 may lack the zone"
        );
    }

    #[test]
    fn values_that_an_old_state_lacks_are_filled_in_by_the_next_change() {
        let config = Server {
            disk: vec![Disk {
                size: 10.into(),
                ..Disk::default()
            }]
            .into(),
            zone: Attr::null(),
            ..server()
        };
        let prior = Server {
            id: "srv-1".into(),
            ..config.clone()
        };
        let changed = Server {
            powered: true.into(),
            ..config
        };
        let (planned, _) = plan::typed(&changed, Some(&prior)).unwrap();
        assert_eq!(planned.id.as_deref(), Some("srv-1"));
        assert!(planned.zone.is_unknown() && planned.cpus.is_unknown());
        assert!(planned.disk.known().unwrap()[0].serial.is_unknown());
    }
}
