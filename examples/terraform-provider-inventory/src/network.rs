//! The managed resource `inventory_network`.
//!
//! The service accepts and returns networks as JSON documents. A request is a model written as JSON, and a state is a
//! model read from JSON.

use tfvalue::provider::{Context, Resource};
use tfvalue::{Diagnostics, Value, json, types::TfType as _};

use crate::models::Network;
use crate::service::Document;
use crate::session::Session;

impl Resource for Network {
    const NAME: &'static str = "network";
    type Client = Session;

    async fn create(plan: Self, context: &mut Context<Session>) -> Result<Self, Diagnostics> {
        let request = to_document(plan, context.config()?)?;
        from_document(&context.client().service()?.create_network(&request)?)
    }

    async fn read(
        state: Self,
        context: &mut Context<Session>,
    ) -> Result<Option<Self>, Diagnostics> {
        let Some(service) = context.client().reachable() else {
            return Ok(Some(state));
        };
        let found = service.network(state.id.require("id")?)?;
        found.as_ref().map(from_document).transpose()
    }

    async fn update(
        _: Self,
        plan: Self,
        context: &mut Context<Session>,
    ) -> Result<Self, Diagnostics> {
        let request = to_document(plan, context.config()?)?;
        from_document(&context.client().service()?.update_network(&request)?)
    }

    async fn delete(state: Self, context: &mut Context<Session>) -> Result<(), Diagnostics> {
        let service = context.client().service()?;
        Ok(service.delete_network(state.id.require("id")?)?)
    }
}

/// Builds the request for a plan. The service chooses unknown values, and write-only values come from the configuration.
fn to_document(mut plan: Network, config: Network) -> Result<Document, Diagnostics> {
    if let (Some(uplink), Some(configured)) = (plan.uplink.value_mut(), config.uplink.into_value())
    {
        uplink.key = configured.key;
    }
    let ty = Network::ty();
    let request = Value::of(&plan, &ty)?.unknown_to_null()?;
    Ok(serde_json::from_str(&json::value_to_string(
        &request, &ty,
    )?)?)
}

fn from_document(document: &Document) -> Result<Network, Diagnostics> {
    Ok(json::from_slice(&serde_json::to_vec(document)?)?)
}

#[cfg(test)]
mod tests {
    use tfvalue::Attr;

    use super::*;
    use crate::models::network::{Subnet, Uplink};

    fn network(key: Attr<String>) -> Network {
        let subnet = Subnet {
            range: "192.0.2.0/24".into(),
            id: Attr::unknown(),
            ..Subnet::default()
        };
        Network {
            name: "Lan".into(),
            id: Attr::unknown(),
            revision: Attr::unknown(),
            subnet: vec![subnet].into(),
            uplink: Uplink {
                carrier: "c".into(),
                key,
                ..Uplink::default()
            }
            .into(),
            ..Network::default()
        }
    }

    #[test]
    fn requests_contain_known_and_write_only_values() {
        let document = to_document(network(Attr::null()), network("hush".into())).unwrap();
        assert_eq!(document["uplink"]["key"], "hush");
        assert!(document["id"].is_null() && document["subnet"][0]["id"].is_null());
        let state = from_document(&document).unwrap();
        assert_eq!(state.name.as_deref(), Some("Lan"));
        assert!(state.id.is_null() && state.revision.is_null());
        assert!(state.subnet.known().unwrap()[0].range == "192.0.2.0/24");
    }
}
