//! The models for older versions, and their conversions to the current models. Attributes that an older
//! version did not have are null until the next refresh.

use std::collections::BTreeMap;

use tfvalue::{Attr, Error, Path, Result, TfSchema};

use super::network::{Network, Subnet};
use super::{Disk, Server};

/// A server as stored by schema version 1.
///
/// Version 2 renamed `cpu` to `cpus` and changed its type to a number, changed `tags` from lines such as `stage=prod`
/// to a map, and added attributes to disks, which previously had only a size.
#[derive(Default, TfSchema)]
#[tf(version = 1)]
pub struct ServerV1 {
    /// Identifier that the service assigned.
    #[tf(computed)]
    pub id: Attr<String>,
    /// Unique name.
    #[tf(required)]
    pub name: Attr<String>,
    /// Zone of the server.
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

impl TryFrom<ServerV1> for Server {
    type Error = Error;

    fn try_from(old: ServerV1) -> Result<Self> {
        let disk = |size: i64| Disk {
            size: size.into(),
            ..Disk::default()
        };
        let sizes = old.disk_sizes.into_value().unwrap_or_default();
        Ok(Server {
            id: old.id,
            name: old.name,
            zone: old.zone,
            cpus: old.cpu.value().map(|text| number(text)).transpose()?.into(),
            tags: old
                .tags
                .value()
                .map(|lines| tags(lines))
                .transpose()?
                .into(),
            disk: sizes.into_iter().map(disk).collect::<Vec<_>>().into(),
            ..Server::default()
        })
    }
}

fn number(text: &str) -> Result<i64> {
    text.parse()
        .map_err(|_| Error::msg(format!("a number is required, got {text:?}")).at("cpu"))
}

fn tags(lines: &[String]) -> Result<BTreeMap<String, Attr<String>>> {
    let tag = |(index, line): (usize, &String)| match line.split_once('=') {
        Some((key, value)) => Ok((key.to_owned(), value.into())),
        None => {
            let path = Path::from("tags").index(index as u64);
            Err(Error::msg(format!("a key and a value are required, got {line:?}")).at(path))
        }
    };
    lines.iter().enumerate().map(tag).collect()
}

/// A network as stored by schema version 0, in which a subnet had only a range.
#[derive(TfSchema)]
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

impl From<NetworkV0> for Network {
    fn from(old: NetworkV0) -> Self {
        let subnet = |range: String| Subnet {
            range: range.into(),
            ..Subnet::default()
        };
        let ranges = old.ranges.into_value().unwrap_or_default();
        Network {
            id: old.id,
            name: old.name,
            subnet: ranges.into_iter().map(subnet).collect::<Vec<_>>().into(),
            ..Network::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn converts_renamed_and_retyped_attributes() {
        let old = ServerV1 {
            id: "srv-1".into(),
            name: "a".into(),
            cpu: "4".into(),
            tags: vec!["stage=prod".to_owned(), "odd==".to_owned()].into(),
            disk_sizes: vec![10, 20].into(),
            ..ServerV1::default()
        };
        let new = Server::try_from(old).unwrap();
        assert_eq!(new.cpus.value(), Some(&4));
        let tags = new.tags.value().unwrap();
        assert_eq!(tags["stage"].as_deref(), Some("prod"));
        assert_eq!(tags["odd"].as_deref(), Some("="));
        let disks = new.disk.known().unwrap();
        let sizes: Vec<_> = disks.iter().map(|disk| disk.size.value()).collect();
        assert_eq!(sizes, [Some(&10), Some(&20)]);
        assert!(new.zone.is_null());
    }

    #[test]
    fn errors_name_invalid_values() {
        let words = |old: ServerV1| Server::try_from(old).err().map(|error| error.to_string());
        let cpu = ServerV1 {
            cpu: "four".into(),
            ..ServerV1::default()
        };
        assert_eq!(
            words(cpu).as_deref(),
            Some("cpu: a number is required, got \"four\"")
        );
        let tags = ServerV1 {
            tags: vec!["x".to_owned()].into(),
            ..ServerV1::default()
        };
        let expected = "tags[0]: a key and a value are required, got \"x\"";
        assert_eq!(words(tags).as_deref(), Some(expected));
    }
}
