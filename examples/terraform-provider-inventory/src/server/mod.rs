//! The managed resource `inventory_server`.

mod check;
mod plan;
mod request;
mod state;
mod upgrade;

use tfvalue::tfplugin6::RawState;
use tfvalue::{Error, Path, Result};

use crate::managed::{Outcome, Resource};
use crate::models::Server;
use crate::service;
use crate::session::Session;

pub(crate) use state::{interface, price};

pub(crate) struct ServerResource;

impl Resource for ServerResource {
    type Model = Server;

    fn check(&self, config: &Server) -> Vec<Error> {
        check::faults(config)
    }

    fn upgrade(&self, version: i64, state: &RawState) -> Result<Server> {
        match version {
            1 => upgrade::from_version_1(state.decode_ignoring_unsupported()?),
            _ => Err(Error::msg(format!(
                "version {version} of the server's schema does not exist"
            ))),
        }
    }

    fn read(&self, session: &Session, state: &Server) -> Result<Option<Server>> {
        let found = session.service()?.server(state.id.require("id")?)?;
        found
            .map(|record| state::make(record, Some(state)))
            .transpose()
    }

    fn import(&self, session: &Session, id: &str) -> Result<Server> {
        match session.service()?.server(id)? {
            Some(record) => state::make(record, None),
            None => Err(Error::msg(format!("server {id} does not exist"))),
        }
    }

    fn plan(&self, session: &Session, prior: Option<&Server>, planned: &mut Server) {
        plan::complete(session, prior, planned);
    }

    fn replace_for(&self, prior: &Server, planned: &Server) -> Vec<Path> {
        // An older state may lack the zone, which does not count as a change.
        if prior.zone.is_null() || prior.zone == planned.zone {
            Vec::new()
        } else {
            vec!["zone".into()]
        }
    }

    /// Inserts a server, then starts it. A server that does not start exists nevertheless.
    fn create(&self, session: &Session, planned: &Server, config: &Server) -> Outcome<Server> {
        let inserted = request::make(planned, config)
            .and_then(|request| Ok(session.service()?.insert_server(&request)?));
        let record = match inserted {
            Ok(record) => record,
            Err(error) => return Err(error).into(),
        };
        let started = session
            .service()
            .and_then(|service| Ok(service.start_server(&record)?));
        let made = state::make(record, Some(planned));
        match started {
            Ok(()) => made.into(),
            Err(error) => Outcome::stuck(made.ok(), error),
        }
    }

    /// A failed update may be incomplete; only the service has the result.
    fn update(
        &self,
        session: &Session,
        prior: &Server,
        planned: &Server,
        config: &Server,
    ) -> Outcome<Server> {
        let updated = request_update(session, prior, planned, config);
        match updated {
            Ok(record) => state::make(record, Some(planned)).into(),
            Err(error) => Outcome::stuck(self.read(session, prior).ok().flatten(), error),
        }
    }

    fn delete(&self, session: &Session, state: &Server) -> Result<()> {
        Ok(session.service()?.delete_server(state.id.require("id")?)?)
    }
}

fn request_update(
    session: &Session,
    prior: &Server,
    planned: &Server,
    config: &Server,
) -> Result<service::Server> {
    let mut request = request::make(planned, config)?;
    // The password is only sent if its version has changed.
    if prior.admin_password_version == planned.admin_password_version {
        request.admin_password = None;
    }
    Ok(session.service()?.update_server(&request)?)
}
