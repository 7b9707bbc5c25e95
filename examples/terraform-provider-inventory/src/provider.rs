//! The provider: its resources and its configuration.

use std::sync::{Arc, PoisonError, RwLock};

use tfvalue::tfplugin6::DynamicValue;
use tfvalue::{Error, Result};

use crate::managed::Managed;
use crate::network::NetworkResource;
use crate::rack::RackResource;
use crate::server::ServerResource;
use crate::session::Session;

/// The managed resources by name.
pub(crate) const MANAGED: [(&str, &dyn Managed); 3] = [
    ("inventory_network", &NetworkResource),
    ("inventory_rack", &RackResource),
    ("inventory_server", &ServerResource),
];

/// Returns the managed resource with this name.
pub(crate) fn managed(name: &str) -> Result<&'static dyn Managed> {
    let found = MANAGED.iter().find(|(known, _)| *known == name);
    found
        .map(|(_, resource)| *resource)
        .ok_or_else(|| Error::msg(format!("the provider has no resource {name}")))
}

/// The provider `inventory`.
#[derive(Default)]
pub(crate) struct Inventory {
    /// The session of the last configuration: in one process, several Terraform runs may configure it.
    session: RwLock<Option<Arc<Session>>>,
}

impl Inventory {
    /// Sets the configuration for all later calls.
    pub(crate) fn configure(&self, config: &DynamicValue) -> Result<()> {
        let session = Arc::new(Session::open(config.decode()?)?);
        *self.session.write().unwrap_or_else(PoisonError::into_inner) = Some(session);
        Ok(())
    }

    /// Returns the current session.
    pub(crate) fn session(&self) -> Result<Arc<Session>> {
        let session = self.session.read().unwrap_or_else(PoisonError::into_inner);
        session
            .clone()
            .ok_or_else(|| Error::msg("the provider is not configured"))
    }
}
