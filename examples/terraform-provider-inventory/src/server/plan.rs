//! Planning a server.
//!
//! Terraform proposes the configuration, with values of the prior state for attributes that the provider
//! decides. The plan keeps the spelling of unchanged names, decides what can be decided now, and marks
//! what the service will decide as unknown.

use tfvalue::Attr;

use crate::models::{Endpoint, Server};
use crate::names;
use crate::session::Session;

const DEFAULT_KIND: &str = "ssd";
const DEFAULT_FLOOR: i64 = 0;

/// Completes the proposed state of a server.
pub(super) fn complete(session: &Session, prior: Option<&Server>, planned: &mut Server) {
    names::keep(&mut planned.name, prior.map(|prior| &prior.name));
    forget_secrets(planned);
    for left in [&mut planned.id, &mut planned.zone] {
        leave(left);
    }
    leave(&mut planned.cpus);
    planned.all_tags = session.all_tags(&planned.tags);
    decide_defaults(planned);
    leave_parts(planned);
    leave_urls(prior, planned);
    if prior != Some(planned) {
        planned.revision.set_unknown();
    }
}

/// Marks an attribute as unknown if it is null.
fn leave<T>(attribute: &mut Attr<T>) {
    if attribute.is_null() {
        attribute.set_unknown();
    }
}

/// Removes write-only values, which are in the proposed state, but not in the prior one.
fn forget_secrets(planned: &mut Server) {
    planned.admin_password.set_null();
    if let Some(boot) = planned.boot.value_mut() {
        boot.unlock_key.set_null();
    }
}

/// Sets defaults that do not depend on the service, so that the plan shows them.
fn decide_defaults(planned: &mut Server) {
    if let Some(placement) = planned.placement.value_mut()
        && placement.floor.is_null()
    {
        placement.floor.set(DEFAULT_FLOOR);
    }
    for disk in planned.disk.known_mut().into_iter().flatten() {
        if disk.kind.is_null() {
            disk.kind.set(DEFAULT_KIND);
        }
    }
}

/// Marks addresses and identifiers of new parts as unknown. Terraform has matched the other parts with
/// their prior ones: by position in a list, by the configured attributes in a set.
fn leave_parts(planned: &mut Server) {
    let interfaces = planned.interfaces.value_mut().into_iter().flatten();
    for interface in interfaces.filter_map(Attr::value_mut) {
        leave(&mut interface.address);
        leave(&mut interface.mac);
    }
    let volumes = planned.volumes.value_mut().into_iter().flatten();
    for volume in volumes.filter_map(Attr::value_mut) {
        leave(&mut volume.id);
    }
    for disk in planned.disk.known_mut().into_iter().flatten() {
        leave(&mut disk.serial);
    }
    for rule in planned.rule.known_mut().into_iter().flatten() {
        leave(&mut rule.id);
    }
}

/// Marks the URLs of endpoints as unknown if the port or the server's name, on which they depend, has
/// changed.
fn leave_urls(prior: Option<&Server>, planned: &mut Server) {
    let renamed = prior.is_none_or(|prior| !names::same(&prior.name, &planned.name));
    let known = prior.and_then(|prior| prior.endpoints.value());
    for (name, endpoint) in planned.endpoints.value_mut().into_iter().flatten() {
        let prior = known
            .and_then(|known| known.get(name))
            .and_then(Attr::value);
        if let Some(endpoint) = endpoint.value_mut()
            && (renamed
                || endpoint.url.is_null()
                || prior.is_none_or(|prior: &Endpoint| prior.port != endpoint.port))
        {
            endpoint.url.set_unknown();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use tfvalue::Set;

    use super::*;
    use crate::models::{Boot, Disk, ProviderConfig, Volume};

    fn session() -> Session {
        let config = ProviderConfig {
            path: Attr::unknown(),
            ..ProviderConfig::default()
        };
        Session::open(config).unwrap()
    }

    fn plan(prior: Option<&Server>, mut planned: Server) -> Server {
        complete(&session(), prior, &mut planned);
        planned
    }

    /// Returns a configured server as Terraform proposes it for creation.
    fn configured() -> Server {
        Server {
            name: "Web".into(),
            volumes: Set::from_iter([volume("data", None).into()]).into(),
            endpoints: BTreeMap::from([("http".to_owned(), endpoint(80, None).into())]).into(),
            disk: vec![Disk {
                size: 10.into(),
                ..Disk::default()
            }]
            .into(),
            ..Server::default()
        }
    }

    /// Returns the same server as it is stored after creation.
    fn stored() -> Server {
        let disk = Disk {
            size: 10.into(),
            kind: "ssd".into(),
            serial: "sn-1".into(),
        };
        let url = Some("https://web.example:80/http");
        Server {
            id: "srv-1".into(),
            zone: "main".into(),
            cpus: 2.into(),
            all_tags: BTreeMap::new().into(),
            volumes: Set::from_iter([volume("data", Some("vol-1")).into()]).into(),
            endpoints: BTreeMap::from([("http".to_owned(), endpoint(80, url).into())]).into(),
            disk: vec![disk].into(),
            revision: 1.into(),
            ..configured()
        }
    }

    fn volume(name: &str, id: Option<&str>) -> Volume {
        Volume {
            name: name.into(),
            size: 1.into(),
            id: id.map(str::to_owned).into(),
        }
    }

    fn endpoint(port: u32, url: Option<&str>) -> Endpoint {
        Endpoint {
            port: port.into(),
            url: url.map(str::to_owned).into(),
        }
    }

    #[test]
    fn computed_values_are_unknown_at_first() {
        let planned = plan(None, configured());
        assert!(planned.id.is_unknown() && planned.zone.is_unknown() && planned.cpus.is_unknown());
        assert!(planned.revision.is_unknown());
        let disk = &planned.disk.known().unwrap()[0];
        assert_eq!(disk.kind.as_deref(), Some("ssd"));
        assert!(disk.serial.is_unknown());
        let http = &planned.endpoints.value().unwrap()["http"];
        assert!(http.value().unwrap().url.is_unknown());
        let volumes = planned.volumes.value().unwrap();
        assert!(
            volumes
                .iter()
                .all(|volume| volume.value().unwrap().id.is_unknown())
        );
        assert!(planned.tags.is_null());
    }

    #[test]
    fn plan_without_changes_is_empty() {
        let mut proposed = stored();
        proposed.name = "WEB".into();
        proposed.admin_password = "secret".into();
        assert!(plan(Some(&stored()), proposed) == stored());

        let boot = |unlock_key| Server {
            boot: Boot {
                image: "i".into(),
                unlock_key,
            }
            .into(),
            ..stored()
        };
        assert!(plan(Some(&boot(Attr::null())), boot("key".into())) == boot(Attr::null()));
    }

    #[test]
    fn dependent_values_become_unknown() {
        let mut proposed = stored();
        proposed.cpus = 8.into();
        let planned = plan(Some(&stored()), proposed);
        assert!(planned.revision.is_unknown());
        assert_eq!(planned.id.as_deref(), Some("srv-1"));
        assert!(planned.endpoints == stored().endpoints);

        for (name, port) in [("mail", 80), ("web", 81)] {
            let url = Some("https://web.example:80/http");
            let http = Attr::from(endpoint(port, url));
            let mut proposed = stored();
            proposed.name = name.into();
            proposed.endpoints = BTreeMap::from([("http".to_owned(), http)]).into();
            let planned = plan(Some(&stored()), proposed);
            let http = &planned.endpoints.value().unwrap()["http"];
            assert!(http.value().unwrap().url.is_unknown());
        }
    }

    #[test]
    fn set_members_keep_their_identifiers() {
        let mut proposed = stored();
        let members = [
            volume("data", Some("vol-1")).into(),
            volume("logs", None).into(),
        ];
        proposed.volumes = Set::from_iter(members).into();
        let planned = plan(Some(&stored()), proposed);
        let volumes = planned.volumes.value().unwrap();
        let ids: Vec<_> = volumes
            .iter()
            .map(|volume| volume.value().unwrap().id.known())
            .collect();
        assert_eq!(ids, [Some(&Some("vol-1".to_owned())), None]);
    }
}
