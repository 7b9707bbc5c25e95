//! The data source `inventory_servers`.

use tfvalue::provider::{Context, DataSource};
use tfvalue::{Diagnostics, FromApi as _, Result};

use crate::models::{FoundServer, Servers};
use crate::session::Session;

impl DataSource for Servers {
    const NAME: &'static str = "servers";
    type Client = Session;

    async fn read(mut config: Self, context: &mut Context<Session>) -> Result<Self, Diagnostics> {
        let service = context.client().service()?;
        let found = service.find_servers(config.zone.as_deref(), config.label.as_deref())?;
        let servers = found
            .into_iter()
            .map(|found| FoundServer::from_api(found, None));
        config.servers = servers.collect::<Result<Vec<_>>>()?.into();
        Ok(config)
    }
}
