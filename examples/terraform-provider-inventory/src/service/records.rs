//! What the service keeps.
//!
//! In a request, `None` leaves the choice to the service where it has one (zone, processors, addresses,
//! identifiers of members); in an answer, all of those are there.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// A rack.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rack {
    /// Given by the service.
    pub id: String,
    /// Unique, in lower case.
    pub name: String,
    /// Height.
    pub units: Option<u32>,
    /// Counted up from 1 by each change.
    pub revision: i64,
}

/// A server.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Server {
    /// Given by the service.
    pub id: String,
    /// Unique, in lower case.
    pub name: String,
    /// Where the server stands.
    pub zone: Option<String>,
    /// Number of processors.
    pub cpus: Option<i64>,
    /// Counted up from 1 by each change.
    pub revision: i64,
    /// The rack that the server is mounted in.
    pub rack_id: Option<String>,
    /// Price of an hour as decimal text.
    pub price: Option<String>,
    /// Whether it is to be powered.
    pub powered: Option<bool>,
    /// Token for the console.
    pub console_token: Option<String>,
    /// Labels.
    pub labels: Option<BTreeSet<String>>,
    /// The server's own tags.
    pub tags: Option<BTreeMap<String, Option<String>>>,
    /// The server's own tags and inherited ones.
    pub all_tags: BTreeMap<String, Option<String>>,
    /// Who answers for it.
    pub owner: Option<Owner>,
    /// The building.
    pub placement: Option<Placement>,
    /// Network interfaces.
    pub interfaces: Option<Vec<Interface>>,
    /// Volumes, in no order.
    pub volumes: Option<Vec<Volume>>,
    /// Endpoints by name.
    pub endpoints: Option<BTreeMap<String, Endpoint>>,
    /// Disks.
    pub disks: Vec<Disk>,
    /// Rules of the firewall, in no order.
    pub rules: Vec<Rule>,
    /// Mounts by path.
    pub mounts: BTreeMap<String, Mount>,
    /// How it starts.
    pub boot: Option<Boot>,
    /// How it is watched.
    pub monitoring: Monitoring,
    /// New password of the administrator, in requests only.
    #[serde(skip)]
    pub admin_password: Option<String>,
}

/// Who answers for a server.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Owner {
    /// Name of the team.
    pub team: Option<String>,
    /// Address of the team.
    pub contact: Option<String>,
}

/// Where a server stands.
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
    /// Given by the service.
    pub id: Option<String>,
}

/// An endpoint.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Endpoint {
    /// The port.
    pub port: u32,
    /// Made of the names and the port, whatever a request says.
    pub url: Option<String>,
}

/// A disk.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Disk {
    /// Size in GiB.
    pub size: i64,
    /// Kind of the disk.
    pub kind: Option<String>,
    /// Given by the service.
    pub serial: Option<String>,
}

/// A rule of the firewall.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Rule {
    /// The port that it opens.
    pub port: u32,
    /// Where traffic may come from.
    pub from: Option<BTreeSet<String>>,
    /// Given by the service.
    pub id: Option<String>,
}

/// A mount.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Mount {
    /// What is mounted.
    pub source: String,
    /// Whether writing is refused.
    pub read_only: Option<bool>,
}

/// How a server starts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Boot {
    /// The image.
    pub image: String,
    /// Key of the image, in requests only.
    #[serde(skip)]
    pub unlock_key: Option<String>,
}

/// How a server is watched.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Monitoring {
    /// Seconds between two looks.
    pub interval: Option<i64>,
    /// Who is told.
    pub contact: Option<String>,
}
