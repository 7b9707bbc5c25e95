//! The managed resource `inventory_rack`.

use tfvalue::provider::{Context, Resource};
use tfvalue::{Diagnostics, FromApi as _, ToApi as _};

use crate::models::Rack;
use crate::session::Session;

impl Resource for Rack {
    const NAME: &'static str = "rack";
    type Client = Session;

    async fn create(plan: Self, context: &mut Context<Session>) -> Result<Self, Diagnostics> {
        let created = context.client().service()?.create_rack(&plan.to_api()?)?;
        Ok(plan.with_api(created)?)
    }

    async fn read(
        state: Self,
        context: &mut Context<Session>,
    ) -> Result<Option<Self>, Diagnostics> {
        let Some(service) = context.client().reachable() else {
            return Ok(Some(state));
        };
        let found = service.rack(state.id.require("id")?)?;
        Ok(found.map(|found| state.with_api(found)).transpose()?)
    }

    async fn update(
        _: Self,
        plan: Self,
        context: &mut Context<Session>,
    ) -> Result<Self, Diagnostics> {
        let updated = context.client().service()?.update_rack(&plan.to_api()?)?;
        Ok(plan.with_api(updated)?)
    }

    async fn delete(state: Self, context: &mut Context<Session>) -> Result<(), Diagnostics> {
        let service = context.client().service()?;
        Ok(service.delete_rack(state.id.require("id")?)?)
    }
}
