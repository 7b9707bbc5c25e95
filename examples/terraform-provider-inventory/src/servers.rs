//! The data source `inventory_servers`.

use tfvalue::provider::{Context, DataSource};
use tfvalue::{Attr, Diagnostics, Result};

use crate::models::{FoundServer, Servers};
use crate::server::{interface, price};
use crate::service;
use crate::session::Session;

impl DataSource for Servers {
    const NAME: &'static str = "servers";
    type Client = Session;

    async fn read(mut config: Self, context: &mut Context<Session>) -> Result<Self, Diagnostics> {
        let service = context.client().service()?;
        let found = service.find_servers(config.zone.as_deref(), config.label.as_deref())?;
        let servers = found.into_iter().map(from_record);
        config.servers = servers.collect::<Result<Vec<_>>>()?.into();
        Ok(config)
    }
}

fn from_record(record: service::Server) -> Result<FoundServer> {
    let interfaces = record
        .interfaces
        .unwrap_or_default()
        .into_iter()
        .map(interface);
    Ok(FoundServer {
        id: record.id.into(),
        name: record.name.into(),
        price: price(record.price.as_deref())?,
        labels: record.labels.unwrap_or_default().into(),
        interfaces: interfaces.map(Attr::from).collect::<Vec<_>>().into(),
    })
}
