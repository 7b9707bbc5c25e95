//! Converts servers to requests of the service.

use std::collections::{BTreeMap, BTreeSet};

use tfvalue::{Attr, Path, Result, Set, Unknown};

use crate::models::{
    Boot, Disk, Endpoint, Interface, Monitoring, Mount, Placement, Rule, Server, Volume,
};
use crate::service;

/// Builds the request for a plan. The service decides unknown values.
pub(super) fn make(planned: &Server, config: &Server) -> Result<service::Server> {
    let unlock_key = config.boot.value().and_then(|boot| given(&boot.unlock_key));
    Ok(service::Server {
        id: given(&planned.id).unwrap_or_default(),
        name: planned.name.require("name")?.clone(),
        zone: given(&planned.zone),
        cpus: given(&planned.cpus),
        revision: 0,
        rack_id: given(&planned.rack_id),
        price: planned.price.value().map(ToString::to_string),
        powered: given(&planned.powered),
        console_token: given(&planned.console_token),
        labels: planned
            .labels
            .value()
            .map(|set| texts(set, &"labels".into()))
            .transpose()?,
        tags: planned.tags.value().map(to_tags),
        all_tags: planned.all_tags.value().map(to_tags).unwrap_or_default(),
        owner: planned.owner.value().map(|owner| service::Owner {
            team: given(&owner.team),
            contact: given(&owner.contact),
        }),
        placement: planned.placement.value().map(to_placement).transpose()?,
        interfaces: members(&planned.interfaces, "interfaces", to_interface)?,
        volumes: members(&planned.volumes, "volumes", to_volume)?,
        endpoints: planned.endpoints.value().map(to_endpoints).transpose()?,
        disks: blocks(&planned.disk, "disk", to_disk)?,
        rules: blocks(&planned.rule, "rule", to_rule)?,
        mounts: to_mounts(&planned.mount)?,
        boot: planned
            .boot
            .value()
            .map(|boot| to_boot(boot, unlock_key))
            .transpose()?,
        monitoring: planned
            .monitoring
            .known()
            .map(to_monitoring)
            .unwrap_or_default(),
        admin_password: given(&config.admin_password),
    })
}

fn given<T: Clone>(attribute: &Attr<T>) -> Option<T> {
    attribute.value().cloned()
}

fn to_tags(tags: &BTreeMap<String, Attr<String>>) -> BTreeMap<String, Option<String>> {
    tags.iter()
        .map(|(key, value)| (key.clone(), given(value)))
        .collect()
}

fn texts(set: &Set<Unknown<String>>, path: &Path) -> Result<BTreeSet<String>> {
    let elements = set.iter().zip(0..);
    elements
        .map(|(text, index)| text.require_known(path.clone().index(index)).cloned())
        .collect()
}

/// Converts the members of a list or set of nested attributes.
fn members<'a, C, T: 'a, R>(
    attribute: &'a Attr<C>,
    name: &'static str,
    convert: impl Fn(&T, &Path) -> Result<R>,
) -> Result<Option<Vec<R>>>
where
    &'a C: IntoIterator<Item = &'a Unknown<T>>,
{
    let Some(elements) = attribute.value() else {
        return Ok(None);
    };
    let place = |index| Path::from(name).index(index);
    let elements = elements.into_iter().zip(0..);
    let converted = elements
        .map(|(element, index)| convert(element.require_known(place(index))?, &place(index)));
    converted.collect::<Result<_>>().map(Some)
}

/// Converts the blocks of a list or set.
fn blocks<'a, C, T: 'a, R>(
    blocks: &'a Unknown<C>,
    name: &'static str,
    convert: impl Fn(&T, &Path) -> Result<R>,
) -> Result<Vec<R>>
where
    &'a C: IntoIterator<Item = &'a T>,
{
    let blocks = blocks.known().into_iter().flatten().zip(0..);
    blocks
        .map(|(block, index)| convert(block, &Path::from(name).index(index)))
        .collect()
}

fn to_placement(placement: &Placement) -> Result<service::Placement> {
    let path = Path::from("placement").attribute("building");
    Ok(service::Placement {
        building: placement.building.require(path)?.clone(),
        floor: given(&placement.floor),
    })
}

fn to_interface(interface: &Interface, path: &Path) -> Result<service::Interface> {
    Ok(service::Interface {
        network: interface
            .network
            .require(path.clone().attribute("network"))?
            .clone(),
        address: given(&interface.address),
        mac: given(&interface.mac),
    })
}

fn to_volume(volume: &Volume, path: &Path) -> Result<service::Volume> {
    Ok(service::Volume {
        name: volume.name.require(path.clone().attribute("name"))?.clone(),
        size: *volume.size.require(path.clone().attribute("size"))?,
        id: given(&volume.id),
    })
}

fn to_endpoints(
    endpoints: &BTreeMap<String, Unknown<Endpoint>>,
) -> Result<BTreeMap<String, service::Endpoint>> {
    let endpoint = |(name, endpoint): (&String, &Unknown<Endpoint>)| {
        let path = Path::from("endpoints").key(name.as_str());
        let port = &endpoint.require_known(path.clone())?.port;
        let port = *port.require(path.attribute("port"))?;
        Ok((name.clone(), service::Endpoint { port, url: None }))
    };
    endpoints.iter().map(endpoint).collect()
}

fn to_disk(disk: &Disk, path: &Path) -> Result<service::Disk> {
    Ok(service::Disk {
        size: *disk.size.require(path.clone().attribute("size"))?,
        kind: given(&disk.kind),
        serial: given(&disk.serial),
    })
}

fn to_rule(rule: &Rule, path: &Path) -> Result<service::Rule> {
    let from = path.clone().attribute("from");
    Ok(service::Rule {
        port: *rule.port.require(path.clone().attribute("port"))?,
        from: rule.from.value().map(|set| texts(set, &from)).transpose()?,
        id: given(&rule.id),
    })
}

fn to_mounts(
    mounts: &Unknown<BTreeMap<String, Mount>>,
) -> Result<BTreeMap<String, service::Mount>> {
    let mount = |(label, mount): (&String, &Mount)| {
        let path = Path::from("mount").key(label.as_str()).attribute("source");
        let source = mount.source.require(path)?.clone();
        Ok((
            label.clone(),
            service::Mount {
                source,
                read_only: given(&mount.read_only),
            },
        ))
    };
    mounts.known().into_iter().flatten().map(mount).collect()
}

fn to_boot(boot: &Boot, unlock_key: Option<String>) -> Result<service::Boot> {
    let path = Path::from("boot").attribute("image");
    Ok(service::Boot {
        image: boot.image.require(path)?.clone(),
        unlock_key,
    })
}

fn to_monitoring(monitoring: &Monitoring) -> service::Monitoring {
    service::Monitoring {
        interval: given(&monitoring.interval),
        contact: given(&monitoring.contact),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use tfvalue::Number;

    use super::*;
    use crate::models::Owner;

    /// Returns a planned server with a part of every kind.
    pub(in super::super) fn furnished() -> Server {
        let interface = Interface {
            network: "lan".into(),
            ..Interface::default()
        };
        let volume = Volume {
            name: "data".into(),
            size: 1.into(),
            id: Attr::unknown(),
        };
        let endpoint = Endpoint {
            port: 80.into(),
            url: Attr::unknown(),
        };
        let from = ["192.0.2.0/24".to_owned()].into();
        Server {
            name: "Web".into(),
            price: "0.1".parse::<Number>().unwrap().into(),
            labels: ["a".to_owned()].into(),
            tags: BTreeMap::from([("k".to_owned(), Attr::null())]).into(),
            all_tags: BTreeMap::from([("k".to_owned(), Attr::null())]).into(),
            owner: Owner {
                team: "t".into(),
                contact: Attr::null(),
            }
            .into(),
            interfaces: [interface].into(),
            volumes: [volume].into(),
            endpoints: BTreeMap::from([("http".to_owned(), endpoint.into())]).into(),
            disk: vec![Disk {
                size: 1.into(),
                ..Disk::default()
            }]
            .into(),
            rule: Set::from_iter([Rule {
                port: 22.into(),
                from,
                id: Attr::unknown(),
            }])
            .into(),
            monitoring: Monitoring {
                interval: 5.into(),
                ..Monitoring::default()
            }
            .into(),
            admin_password_version: 3.into(),
            ..Server::default()
        }
    }

    #[test]
    fn errors_name_missing_values() {
        let words = |planned: Server| {
            let error = make(&planned, &Server::default()).unwrap_err();
            error.to_string()
        };
        let null = "a value is required, got null";
        let planned = Server {
            name: Attr::null(),
            ..furnished()
        };
        assert_eq!(words(planned), format!("name: {null}"));
        let planned = Server {
            interfaces: [Interface::default()].into(),
            ..furnished()
        };
        assert_eq!(words(planned), format!("interfaces[0].network: {null}"));
        let unknown = "a known value is required, got an unknown value";
        let rule = Rule {
            from: [Unknown::unknown()].into(),
            port: 1.into(),
            ..Rule::default()
        };
        let planned = Server {
            rule: Set::from_iter([rule]).into(),
            ..furnished()
        };
        assert_eq!(words(planned), format!("rule[0].from[0]: {unknown}"));
    }
}
