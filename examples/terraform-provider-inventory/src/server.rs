//! The managed resource `inventory_server`.

use std::sync::Arc;

use tfvalue::plan::Change;
use tfvalue::provider::{Context, Plan, Resource};
use tfvalue::{Diagnostics, FromApi as _, Result, ToApi as _};

use crate::models::Server;
use crate::service;
use crate::session::Session;

impl Resource for Server {
    const NAME: &'static str = "server";
    type Client = Session;

    /// Inserts a server and then starts it. A server exists even if it fails to start.
    async fn create(plan: Self, context: &mut Context<Session>) -> Result<Self, Diagnostics> {
        let session = Arc::clone(context.client());
        let request = request(&plan, context.config()?)?;
        let record = session.service()?.insert_server(&request)?;
        let state = plan.with_api(record.clone())?;
        context.save(&state)?;
        session.service()?.start_server(&record)?;
        Ok(state)
    }

    async fn read(
        state: Self,
        context: &mut Context<Session>,
    ) -> Result<Option<Self>, Diagnostics> {
        let Some(service) = context.client().reachable() else {
            return Ok(Some(state));
        };
        let found = service.server(state.id.require("id")?)?;
        Ok(found.map(|record| state.with_api(record)).transpose()?)
    }

    async fn update(
        prior: Self,
        plan: Self,
        context: &mut Context<Session>,
    ) -> Result<Self, Diagnostics> {
        let mut request = request(&plan, context.config()?)?;
        // The password is only sent if its version has changed.
        if prior.admin_password_version == plan.admin_password_version {
            request.admin_password = None;
        }
        let session = Arc::clone(context.client());
        match session.service()?.update_server(&request) {
            Ok(record) => Ok(plan.with_api(record)?),
            Err(error) => {
                // A failed update may be incomplete, and only the service knows the result.
                if let Some(state) = Self::read(prior, context).await? {
                    context.save(&state)?;
                }
                Err(error.into())
            }
        }
    }

    async fn delete(state: Self, context: &mut Context<Session>) -> Result<(), Diagnostics> {
        let service = context.client().service()?;
        Ok(service.delete_server(state.id.require("id")?)?)
    }

    /// Plans the values that depend on the provider's configuration or on other attributes.
    async fn plan(
        plan: &mut Plan<'_, Self>,
        context: &mut Context<Session>,
    ) -> Result<(), Diagnostics> {
        let Change { prior, planned, .. } = plan.change()?;
        planned.all_tags = context.client().all_tags(&planned.tags);
        // The URLs contain the name of the server.
        if prior.is_some_and(|prior| prior.name != planned.name) {
            for endpoint in planned
                .endpoints
                .value_mut()
                .into_iter()
                .flat_map(|all| all.values_mut())
            {
                if let Some(endpoint) = endpoint.known_mut() {
                    endpoint.url.set_unknown();
                }
            }
        }
        Ok(())
    }
}

/// Builds the request for a plan. The service chooses unknown values, and write-only values are only in the configuration.
fn request(plan: &Server, config: Server) -> Result<service::Server> {
    let mut request: service::Server = plan.to_api()?;
    request.admin_password = config.admin_password.into_value();
    if let (Some(boot), Some(config)) = (&mut request.boot, config.boot.into_value()) {
        boot.unlock_key = config.unlock_key.into_value();
    }
    Ok(request)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use tfvalue::{Attr, Number, Set, Unknown};

    use super::*;
    use crate::models::{Disk, Endpoint, Interface, Monitoring, Owner, Rule, Volume};

    /// Returns a planned server with a part of every kind.
    fn furnished() -> Server {
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
    fn records_restore_the_plan() {
        let planned = furnished();
        let config = Server {
            admin_password: "secret".into(),
            ..Server::default()
        };
        let record = request(&planned, config).unwrap();
        assert_eq!(record.admin_password.as_deref(), Some("secret"));
        assert_eq!(record.tags, Some([("k".to_owned(), None)].into()));
        let mut state = planned.clone().with_api(record).unwrap();
        // The service sets these values, but has not set them in this test.
        state.id = Attr::null();
        state.volumes.clone_from(&planned.volumes);
        state.endpoints.clone_from(&planned.endpoints);
        state.rule.clone_from(&planned.rule);
        state.revision.clone_from(&planned.revision);
        assert!(state == planned);
    }

    #[test]
    fn errors_name_missing_values() {
        let words = |planned: Server| {
            let error = request(&planned, Server::default()).unwrap_err();
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
