//! The managed resource `inventory_rack`.

use tfvalue::provider::{Context, Resource};
use tfvalue::{Diagnostics, Result};

use crate::models::Rack;
use crate::service;
use crate::session::Session;

impl Resource for Rack {
    const NAME: &'static str = "rack";
    type Client = Session;

    async fn create(plan: Self, context: &mut Context<Session>) -> Result<Self, Diagnostics> {
        let created = context.client().service()?.create_rack(&request(&plan)?)?;
        Ok(created.into())
    }

    async fn read(
        state: Self,
        context: &mut Context<Session>,
    ) -> Result<Option<Self>, Diagnostics> {
        let Some(service) = context.client().reachable() else {
            return Ok(Some(state));
        };
        Ok(service.rack(state.id.require("id")?)?.map(Self::from))
    }

    async fn update(
        _: Self,
        plan: Self,
        context: &mut Context<Session>,
    ) -> Result<Self, Diagnostics> {
        let updated = context.client().service()?.update_rack(&request(&plan)?)?;
        Ok(updated.into())
    }

    async fn delete(state: Self, context: &mut Context<Session>) -> Result<(), Diagnostics> {
        let service = context.client().service()?;
        Ok(service.delete_rack(state.id.require("id")?)?)
    }
}

fn request(plan: &Rack) -> Result<service::Rack> {
    Ok(service::Rack {
        id: plan.id.value().cloned().unwrap_or_default(),
        name: plan.name.require("name")?.clone(),
        units: plan.units.value().copied(),
        revision: 0,
    })
}

impl From<service::Rack> for Rack {
    fn from(record: service::Rack) -> Self {
        Rack {
            id: record.id.into(),
            name: record.name.into(),
            units: record.units.into(),
            revision: record.revision.into(),
        }
    }
}
