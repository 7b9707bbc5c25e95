//! The data source `inventory_servers`.

use tfvalue::tfplugin6::DynamicValue;
use tfvalue::{Attr, Result};

use crate::models::{FoundServer, Servers};
use crate::report::Report;
use crate::server::{interface, price};
use crate::service;
use crate::session::Session;

pub(crate) const NAME: &str = "inventory_servers";

/// Returns the errors in a configuration.
pub(crate) fn validate(config: &DynamicValue) -> Report {
    config.validate_config::<Servers>().into()
}

/// Searches for servers. Terraform only calls this when the whole configuration is known.
pub(crate) fn read(session: &Session, config: &DynamicValue) -> Result<DynamicValue> {
    let mut search: Servers = config.decode()?;
    let found = session
        .service()?
        .find_servers(search.zone.as_deref(), search.label.as_deref())?;
    let servers = found.into_iter().map(from_record);
    search.servers = servers.collect::<Result<Vec<_>>>()?.into();
    DynamicValue::encode_state(&search)
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
