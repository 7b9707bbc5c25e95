//! The managed resource `inventory_network`.
//!
//! The service takes and returns networks as JSON documents. A model becomes a request by writing it as
//! JSON, and a document becomes a state by reading it.

use tfvalue::tfplugin6::RawState;
use tfvalue::{Attr, Error, Path, Result, json};

use crate::managed::{Outcome, Resource};
use crate::models::network::{Network, NetworkV0, Subnet};
use crate::names;
use crate::service::Document;
use crate::session::Session;

pub(crate) struct NetworkResource;

impl Resource for NetworkResource {
    type Model = Network;

    fn check(&self, config: &Network) -> Vec<Error> {
        names::check(&config.name)
    }

    fn upgrade(&self, version: i64, state: &RawState) -> Result<Network> {
        match version {
            0 => Ok(from_version_0(state.decode_ignoring_unsupported()?)),
            _ => Err(Error::msg(format!(
                "version {version} of the network's schema does not exist"
            ))),
        }
    }

    fn read(&self, session: &Session, state: &Network) -> Result<Option<Network>> {
        let found = session.service()?.network(state.id.require("id")?)?;
        found
            .map(|document| from_document(&document, Some(state)))
            .transpose()
    }

    fn import(&self, session: &Session, id: &str) -> Result<Network> {
        match session.service()?.network(id)? {
            Some(document) => from_document(&document, None),
            None => Err(Error::msg(format!("network {id} does not exist"))),
        }
    }

    fn plan(&self, _: &Session, prior: Option<&Network>, planned: &mut Network) {
        names::keep(&mut planned.name, prior.map(|prior| &prior.name));
        if let Some(uplink) = planned.uplink.value_mut() {
            uplink.key.set_null();
        }
        for left in computed(planned) {
            if left.is_null() {
                left.set_unknown();
            }
        }
        if prior != Some(planned) {
            planned.revision.set_unknown();
        }
    }

    fn replace_for(&self, prior: &Network, planned: &Network) -> Vec<Path> {
        // An older state may lack the name, which does not count as a change.
        if prior.name.is_null() || prior.name == planned.name {
            Vec::new()
        } else {
            vec!["name".into()]
        }
    }

    fn create(&self, session: &Session, planned: &Network, config: &Network) -> Outcome<Network> {
        change(planned, config, |document| {
            Ok(session.service()?.create_network(document)?)
        })
    }

    fn update(
        &self,
        session: &Session,
        _: &Network,
        planned: &Network,
        config: &Network,
    ) -> Outcome<Network> {
        change(planned, config, |document| {
            Ok(session.service()?.update_network(document)?)
        })
    }

    fn delete(&self, session: &Session, state: &Network) -> Result<()> {
        Ok(session.service()?.delete_network(state.id.require("id")?)?)
    }
}

/// Returns the attributes that the service decides if they are not configured.
fn computed(network: &mut Network) -> Vec<&mut Attr<String>> {
    let mut all = vec![&mut network.id];
    for subnet in network.subnet.known_mut().into_iter().flatten() {
        all.push(&mut subnet.id);
        let pools = subnet.pool.known_mut().into_iter().flatten();
        all.extend(pools.map(|pool| &mut pool.id));
    }
    let filters = network.filter.known_mut().into_iter().flatten();
    all.extend(filters.map(|filter| &mut filter.id));
    let hosts = network.host.known_mut().into_iter().flatten();
    all.extend(hosts.map(|(_, host)| &mut host.address));
    if let Some(uplink) = network.uplink.value_mut() {
        let circuits = uplink.circuit.known_mut().into_iter().flatten();
        all.extend(circuits.map(|(_, circuit)| &mut circuit.id));
    }
    all
}

fn change(
    planned: &Network,
    config: &Network,
    call: impl FnOnce(&Document) -> Result<Document>,
) -> Outcome<Network> {
    to_document(planned, config)
        .and_then(|document| call(&document))
        .and_then(|document| from_document(&document, Some(planned)))
        .into()
}

/// Builds the request for a plan. The service decides unknown values, and write-only values come from
/// the configuration.
fn to_document(planned: &Network, config: &Network) -> Result<Document> {
    let mut request = planned.clone();
    for left in computed(&mut request) {
        if left.is_unknown() {
            left.set_null();
        }
    }
    request.revision.set_null();
    if let (Some(uplink), Some(configured)) = (request.uplink.value_mut(), config.uplink.value()) {
        uplink.key.clone_from(&configured.key);
    }
    serde_json::from_slice(&json::to_vec(&request)?).map_err(Error::msg)
}

/// Converts a document to a state, with the name spelled as in the plan or the previous state.
fn from_document(document: &Document, before: Option<&Network>) -> Result<Network> {
    let text = serde_json::to_vec(document).map_err(Error::msg)?;
    let mut network: Network = json::from_slice(&text)?;
    names::keep(&mut network.name, before.map(|before| &before.name));
    Ok(network)
}

/// Converts a state of version 0 to version 1. Attributes that version 0 did not have are null until
/// the next refresh.
fn from_version_0(old: NetworkV0) -> Network {
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use tfvalue::Set;

    use super::*;
    use crate::models::network::{Circuit, Filter, Host, Pool, Uplink};

    fn network() -> Network {
        let circuit = Circuit {
            speed: 10.into(),
            ..Circuit::default()
        };
        let subnet = Subnet {
            range: "192.0.2.0/24".into(),
            pool: Set::from_iter([Pool::default()]).into(),
            ..Subnet::default()
        };
        Network {
            name: "Lan".into(),
            subnet: vec![subnet].into(),
            filter: Set::from_iter([Filter::default()]).into(),
            host: BTreeMap::from([("a".to_owned(), Host::default())]).into(),
            uplink: Uplink {
                carrier: "c".into(),
                key: "hush".into(),
                circuit: BTreeMap::from([("main".to_owned(), circuit)]).into(),
            }
            .into(),
            ..Network::default()
        }
    }

    fn session() -> Session {
        let config = crate::models::ProviderConfig {
            path: Attr::unknown(),
            ..Default::default()
        };
        Session::open(config).unwrap()
    }

    #[test]
    fn computed_values_are_unknown_at_first() {
        let mut planned = network();
        NetworkResource.plan(&session(), None, &mut planned);
        let left = computed(&mut planned);
        assert_eq!(left.len(), 6);
        assert!(left.iter().all(|left| left.is_unknown()));
        assert!(planned.revision.is_unknown());
        assert!(planned.uplink.value().unwrap().key.is_null());
    }

    #[test]
    fn plan_without_changes_is_empty() {
        let mut prior = network();
        for left in computed(&mut prior) {
            left.set("x");
        }
        prior.revision.set(1);
        let mut proposed = prior.clone();
        proposed.name = "LAN".into();
        prior.uplink.value_mut().unwrap().key.set_null();
        NetworkResource.plan(&session(), Some(&prior), &mut proposed);
        assert!(proposed == prior);
        assert_eq!(NetworkResource.replace_for(&prior, &proposed), []);
    }

    #[test]
    fn requests_contain_known_and_write_only_values() {
        let config = network();
        let mut planned = network();
        NetworkResource.plan(&session(), None, &mut planned);
        let document = to_document(&planned, &config).unwrap();
        assert_eq!(document["uplink"]["key"], "hush");
        assert!(document["id"].is_null() && document["subnet"][0]["id"].is_null());
        let state = from_document(&document, Some(&planned)).unwrap();
        assert_eq!(state.name.as_deref(), Some("Lan"));
        assert!(state == config);
    }
}
