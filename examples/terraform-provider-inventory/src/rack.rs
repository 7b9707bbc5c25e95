//! The managed resource `inventory_rack`.

use tfvalue::tfplugin6::RawState;
use tfvalue::{Error, Path, Result};

use crate::managed::{Outcome, Resource};
use crate::models::Rack;
use crate::names;
use crate::service;
use crate::session::Session;

/// The default height of a rack. The provider sets it when planning, so that the plan shows it.
const DEFAULT_UNITS: u32 = 42;

pub(crate) struct RackResource;

impl Resource for RackResource {
    type Model = Rack;

    fn check(&self, config: &Rack) -> Vec<Error> {
        names::check(&config.name)
    }

    fn upgrade(&self, version: i64, _: &RawState) -> Result<Rack> {
        Err(Error::msg(format!(
            "version {version} of the rack's schema does not exist"
        )))
    }

    fn read(&self, session: &Session, state: &Rack) -> Result<Option<Rack>> {
        let found = session.service()?.rack(state.id.require("id")?)?;
        Ok(found.map(|rack| from_record(rack, Some(state))))
    }

    fn import(&self, session: &Session, id: &str) -> Result<Rack> {
        match session.service()?.rack(id)? {
            Some(rack) => Ok(from_record(rack, None)),
            None => Err(Error::msg(format!("rack {id} does not exist"))),
        }
    }

    fn plan(&self, _: &Session, prior: Option<&Rack>, planned: &mut Rack) {
        names::keep(&mut planned.name, prior.map(|prior| &prior.name));
        if planned.units.is_null() {
            planned.units.set(DEFAULT_UNITS);
        }
        if prior != Some(planned) {
            planned.revision.set_unknown();
        }
        if prior.is_none() {
            planned.id.set_unknown();
        }
    }

    fn replace_for(&self, prior: &Rack, planned: &Rack) -> Vec<Path> {
        // An older state may lack the name, which does not count as a change.
        if prior.name.is_null() || prior.name == planned.name {
            Vec::new()
        } else {
            vec!["name".into()]
        }
    }

    fn create(&self, session: &Session, planned: &Rack, _: &Rack) -> Outcome<Rack> {
        change(planned, |request| {
            Ok(session.service()?.create_rack(request)?)
        })
    }

    fn update(&self, session: &Session, _: &Rack, planned: &Rack, _: &Rack) -> Outcome<Rack> {
        change(planned, |request| {
            Ok(session.service()?.update_rack(request)?)
        })
    }

    fn delete(&self, session: &Session, state: &Rack) -> Result<()> {
        Ok(session.service()?.delete_rack(state.id.require("id")?)?)
    }
}

fn change(
    planned: &Rack,
    call: impl FnOnce(&service::Rack) -> Result<service::Rack>,
) -> Outcome<Rack> {
    to_record(planned)
        .and_then(|request| call(&request))
        .map(|rack| from_record(rack, Some(planned)))
        .into()
}

fn to_record(planned: &Rack) -> Result<service::Rack> {
    Ok(service::Rack {
        id: planned.id.value().cloned().unwrap_or_default(),
        name: planned.name.require("name")?.clone(),
        units: planned.units.value().copied(),
        revision: 0,
    })
}

/// Converts a record to a state, with the name spelled as in the plan or the previous state.
fn from_record(record: service::Rack, before: Option<&Rack>) -> Rack {
    let mut rack = Rack {
        id: record.id.into(),
        name: record.name.into(),
        units: record.units.into(),
        revision: record.revision.into(),
    };
    names::keep(&mut rack.name, before.map(|before| &before.name));
    rack
}
