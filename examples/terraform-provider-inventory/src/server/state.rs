//! Converts records of the service to servers.

use std::collections::{BTreeMap, BTreeSet};

use tfvalue::{Attr, Error, Number, Result, Set, Unknown};

use crate::models::{
    Boot, Disk, Endpoint, Interface, Monitoring, Mount, Owner, Placement, Rule, Server, Volume,
};
use crate::service;

/// Converts a record to a state. Values that the service does not return come from the plan or the
/// previous state.
pub(super) fn make(record: service::Server, before: &Server) -> Result<Server> {
    Ok(Server {
        id: record.id.into(),
        name: record.name.into(),
        zone: record.zone.into(),
        rack_id: record.rack_id.into(),
        cpus: record.cpus.into(),
        price: price(record.price.as_deref())?,
        powered: record.powered.into(),
        console_token: record.console_token.into(),
        admin_password: Attr::null(),
        admin_password_version: before.admin_password_version.clone(),
        labels: record.labels.map(from_texts).into(),
        tags: record.tags.map(from_tags).into(),
        all_tags: from_tags(record.all_tags).into(),
        owner: record.owner.map(from_owner).into(),
        placement: record.placement.map(from_placement).into(),
        interfaces: record.interfaces.map(|all| each(all, interface)).into(),
        volumes: record.volumes.map(|all| each(all, from_volume)).into(),
        endpoints: record.endpoints.map(from_endpoints).into(),
        revision: record.revision.into(),
        disk: record
            .disks
            .into_iter()
            .map(from_disk)
            .collect::<Vec<_>>()
            .into(),
        rule: record
            .rules
            .into_iter()
            .map(from_rule)
            .collect::<Set<_>>()
            .into(),
        mount: record
            .mounts
            .into_iter()
            .map(from_mount)
            .collect::<BTreeMap<_, _>>()
            .into(),
        boot: record.boot.map(from_boot).into(),
        monitoring: from_monitoring(record.monitoring).into(),
    })
}

/// Reads a price, which the service stores as text.
pub(crate) fn price(text: Option<&str>) -> Result<Attr<Number>> {
    let number = |text: &str| text.parse().map_err(|error| Error::msg(error).at("price"));
    Ok(text.map(number).transpose()?.into())
}

fn from_texts(texts: BTreeSet<String>) -> Set<Unknown<String>> {
    texts.into_iter().map(Unknown::from).collect()
}

fn from_tags(tags: BTreeMap<String, Option<String>>) -> BTreeMap<String, Attr<String>> {
    tags.into_iter()
        .map(|(key, value)| (key, value.into()))
        .collect()
}

/// Converts the members of a list or set of nested attributes.
fn each<T, R, C: FromIterator<Unknown<R>>>(members: Vec<T>, convert: impl Fn(T) -> R) -> C {
    members
        .into_iter()
        .map(|member| Unknown::from(convert(member)))
        .collect()
}

fn from_owner(owner: service::Owner) -> Owner {
    Owner {
        team: owner.team.into(),
        contact: owner.contact.into(),
    }
}

fn from_placement(placement: service::Placement) -> Placement {
    Placement {
        building: placement.building.into(),
        floor: placement.floor.into(),
    }
}

/// Converts the record of an interface.
pub(crate) fn interface(interface: service::Interface) -> Interface {
    Interface {
        network: interface.network.into(),
        address: interface.address.into(),
        mac: interface.mac.into(),
    }
}

fn from_volume(volume: service::Volume) -> Volume {
    Volume {
        name: volume.name.into(),
        size: volume.size.into(),
        id: volume.id.into(),
    }
}

fn from_endpoints(
    endpoints: BTreeMap<String, service::Endpoint>,
) -> BTreeMap<String, Unknown<Endpoint>> {
    let endpoint = |(name, endpoint): (String, service::Endpoint)| {
        (
            name,
            Endpoint {
                port: endpoint.port.into(),
                url: endpoint.url.into(),
            }
            .into(),
        )
    };
    endpoints.into_iter().map(endpoint).collect()
}

fn from_disk(disk: service::Disk) -> Disk {
    Disk {
        size: disk.size.into(),
        kind: disk.kind.into(),
        serial: disk.serial.into(),
    }
}

fn from_rule(rule: service::Rule) -> Rule {
    Rule {
        port: rule.port.into(),
        from: rule.from.map(from_texts).into(),
        id: rule.id.into(),
    }
}

fn from_mount((label, mount): (String, service::Mount)) -> (String, Mount) {
    (
        label,
        Mount {
            source: mount.source.into(),
            read_only: mount.read_only.into(),
        },
    )
}

fn from_boot(boot: service::Boot) -> Boot {
    Boot {
        image: boot.image.into(),
        unlock_key: Attr::null(),
    }
}

fn from_monitoring(monitoring: service::Monitoring) -> Monitoring {
    Monitoring {
        interval: monitoring.interval.into(),
        contact: monitoring.contact.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::request;
    use super::super::request::tests::furnished;
    use super::*;

    #[test]
    fn restores_the_plan() {
        let planned = furnished();
        let config = Server {
            admin_password: "secret".into(),
            ..Server::default()
        };
        let record = request::make(&planned, &config).unwrap();
        assert_eq!(record.admin_password.as_deref(), Some("secret"));
        assert_eq!(record.tags, Some([("k".to_owned(), None)].into()));
        let mut state = make(record, &planned).unwrap();
        // The service sets these values, but has not done so in this test.
        state.id = Attr::null();
        state.volumes.clone_from(&planned.volumes);
        state.endpoints.clone_from(&planned.endpoints);
        state.rule.clone_from(&planned.rule);
        state.revision.clone_from(&planned.revision);
        assert!(state == planned);
    }
}
