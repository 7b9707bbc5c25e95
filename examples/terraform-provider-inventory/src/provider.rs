//! The provider: which resources there are, and what is configured.

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

/// Finds a managed resource.
pub(crate) fn managed(name: &str) -> Result<&'static dyn Managed> {
    let found = MANAGED.iter().find(|(known, _)| *known == name);
    found
        .map(|(_, resource)| *resource)
        .ok_or_else(|| Error::msg(format!("the provider has no resource {name}")))
}

/// The provider `inventory`.
#[derive(Default)]
pub(crate) struct Inventory {
    /// What the last configuration has opened: one process serves many runs where Terraform reattaches.
    session: RwLock<Option<Arc<Session>>>,
}

impl Inventory {
    /// Puts a configuration to use in all calls that follow.
    pub(crate) fn configure(&self, config: &DynamicValue) -> Result<()> {
        let session = Arc::new(Session::open(config.decode()?)?);
        *self.session.write().unwrap_or_else(PoisonError::into_inner) = Some(session);
        Ok(())
    }

    /// Returns what is configured.
    pub(crate) fn session(&self) -> Result<Arc<Session>> {
        let session = self.session.read().unwrap_or_else(PoisonError::into_inner);
        session
            .clone()
            .ok_or_else(|| Error::msg("the provider is not configured"))
    }
}
