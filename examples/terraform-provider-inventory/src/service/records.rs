//! The records of the service.
//!
//! In a request, `None` lets the service choose the value of a field if the service can choose one (zone, processors,
//! addresses, identifiers of members). In a response, these values are always present.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// A rack.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rack {
    /// Identifier assigned by the service.
    pub id: String,
    /// Unique, in lower case.
    pub name: String,
    /// Height in units.
    pub units: Option<u32>,
    /// Starts at 1 and increases with each change.
    pub revision: i64,
}

/// A server.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Server {
    /// Identifier assigned by the service.
    pub id: String,
    /// Unique, in lower case.
    pub name: String,
    /// Zone of the server.
    pub zone: Option<String>,
    /// Number of processors.
    pub cpus: Option<i64>,
    /// Starts at 1 and increases with each change.
    pub revision: i64,
    /// The rack in which the server is mounted.
    pub rack_id: Option<String>,
    /// Price per hour as a decimal string.
    pub price: Option<String>,
    /// Whether the server is powered on.
    pub powered: Option<bool>,
    /// Token for the console.
    pub console_token: Option<String>,
    /// Labels.
    pub labels: Option<BTreeSet<String>>,
    /// The server's own tags.
    pub tags: Option<BTreeMap<String, Option<String>>>,
    /// The server's own tags and the inherited tags.
    pub all_tags: BTreeMap<String, Option<String>>,
    /// Owner of the server.
    pub owner: Option<Owner>,
    /// Location of the server.
    pub placement: Option<Placement>,
    /// Network interfaces.
    pub interfaces: Option<Vec<Interface>>,
    /// Volumes, in no particular order.
    pub volumes: Option<Vec<Volume>>,
    /// Endpoints by name.
    pub endpoints: Option<BTreeMap<String, Endpoint>>,
    /// Disks.
    pub disks: Vec<Disk>,
    /// Firewall rules, in no particular order.
    pub rules: Vec<Rule>,
    /// Mounts by path.
    pub mounts: BTreeMap<String, Mount>,
    /// Boot settings.
    pub boot: Option<Boot>,
    /// Monitoring settings.
    pub monitoring: Monitoring,
    /// New password of the administrator, only in requests.
    #[serde(skip)]
    pub admin_password: Option<String>,
}

/// Owner of a server.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Owner {
    /// Name of the team.
    pub team: Option<String>,
    /// Address of the team.
    pub contact: Option<String>,
}

/// Location of a server.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Placement {
    /// Name of the building.
    pub building: String,
    /// Number of the floor.
    pub floor: Option<i64>,
}

/// A network interface.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Interface {
    /// The network.
    pub network: String,
    /// Address in the network.
    pub address: Option<String>,
    /// Hardware address.
    pub mac: Option<String>,
}

/// A volume.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Volume {
    /// Name of the volume.
    pub name: String,
    /// Size in GiB.
    pub size: i64,
    /// Identifier assigned by the service.
    pub id: Option<String>,
}

/// An endpoint.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Endpoint {
    /// The port.
    pub port: u32,
    /// Derived from the names and the port; ignored in requests.
    pub url: Option<String>,
}

/// A disk.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Disk {
    /// Size in GiB.
    pub size: i64,
    /// Kind of the disk.
    pub kind: Option<String>,
    /// Serial number assigned by the service.
    pub serial: Option<String>,
}

/// A firewall rule.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Rule {
    /// The port to open.
    pub port: u32,
    /// Permitted sources of traffic.
    pub from: Option<BTreeSet<String>>,
    /// Identifier assigned by the service.
    pub id: Option<String>,
}

/// A mount.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Mount {
    /// Source of the mount.
    pub source: String,
    /// Whether the mount is read-only.
    pub read_only: Option<bool>,
}

/// Boot settings of a server.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Boot {
    /// The image.
    pub image: String,
    /// Key of the image, only in requests.
    #[serde(skip)]
    pub unlock_key: Option<String>,
}

/// Monitoring settings of a server.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Monitoring {
    /// Interval between checks in seconds.
    pub interval: Option<i64>,
    /// Recipient of alerts.
    pub contact: Option<String>,
}
