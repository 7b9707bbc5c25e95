//! The managed resource `inventory_server`.

mod request;
mod state;

use std::sync::Arc;

use tfvalue::Diagnostics;
use tfvalue::plan::Change;
use tfvalue::provider::{Context, Plan, Resource};

use crate::models::Server;
use crate::session::Session;

pub(crate) use state::{interface, price};

impl Resource for Server {
    const NAME: &'static str = "server";
    type Client = Session;

    /// Inserts a server, then starts it. A server that does not start exists nevertheless.
    async fn create(plan: Self, context: &mut Context<Session>) -> Result<Self, Diagnostics> {
        let session = Arc::clone(context.client());
        let request = request::make(&plan, &context.config()?)?;
        let record = session.service()?.insert_server(&request)?;
        let state = state::make(record.clone(), &plan)?;
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
        Ok(found
            .map(|record| state::make(record, &state))
            .transpose()?)
    }

    async fn update(
        prior: Self,
        plan: Self,
        context: &mut Context<Session>,
    ) -> Result<Self, Diagnostics> {
        let mut request = request::make(&plan, &context.config()?)?;
        // The password is only sent if its version has changed.
        if prior.admin_password_version == plan.admin_password_version {
            request.admin_password = None;
        }
        let session = Arc::clone(context.client());
        match session.service()?.update_server(&request) {
            Ok(record) => Ok(state::make(record, &plan)?),
            Err(error) => {
                // A failed update may be incomplete; only the service has the result.
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

    /// Plans what depends on the configuration of the provider, or on attributes around an attribute.
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
