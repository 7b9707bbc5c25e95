//! The parts of a provider, without the type of its client, so that their responses are compiled once.

use std::sync::{PoisonError, RwLock};

use super::announce::Announcements;
use super::bug::{Bug, Returned};
use super::check::{Check, Checks};
use super::context::{Call, Client};
use super::later::Later;
use super::managed::Managed;
use super::others::{Callable, Data, Ephemeral, Invocable, Search};
use super::registry::Registry;
use super::stop::Stop;
use super::store_calls::Stored;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::error::Result;
use crate::model::Model;
use crate::rules::Fault;
use crate::schema::Schema;
use crate::tfplugin::messages::DynamicValue;

/// A [`Provider`](super::Provider) without its type.
pub(crate) struct Parts {
    /// The source address, of which the name is the last part.
    address: String,
    pub(super) config: Config,
    pub(super) meta: Option<fn() -> Schema>,
    pub(super) managed: Registry<Box<dyn Managed>>,
    pub(super) data_sources: Registry<Box<dyn Data>>,
    pub(super) ephemeral: Registry<Box<dyn Ephemeral>>,
    pub(super) lists: Registry<Box<dyn Search>>,
    pub(super) actions: Registry<Box<dyn Invocable>>,
    pub(super) functions: Registry<Box<dyn Callable>>,
    pub(super) stores: Registry<Stored>,
    pub(super) announcements: Announcements,
    pub(super) stop: Stop,
    pub(super) checks: Checks,
    client: RwLock<Option<Client>>,
}

/// A function that creates the client from an encoded configuration.
type Configure = for<'a> fn(&'a DynamicValue, &'a mut Call) -> Later<'a, Client>;

/// The configuration of a provider, without its type.
pub(super) struct Config {
    pub(super) schema: fn() -> Schema,
    pub(super) model: Model,
    pub(super) validate: fn(&DynamicValue) -> Diagnostics,
    pub(super) configure: Configure,
}

impl Parts {
    pub(super) fn new(address: String, config: Config) -> Self {
        Parts {
            address,
            config,
            meta: None,
            managed: Registry::new(),
            data_sources: Registry::new(),
            ephemeral: Registry::new(),
            lists: Registry::new(),
            actions: Registry::new(),
            functions: Registry::new(),
            stores: Registry::new(),
            announcements: Announcements::default(),
            stop: Stop::default(),
            checks: Checks::of(cfg!(debug_assertions)),
            client: RwLock::new(None),
        }
    }

    /// Returns the source address as its author wrote it. It may lack the host and the namespace.
    #[cfg(feature = "serve")]
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    pub(crate) fn name(&self) -> &str {
        let name = self.address.rsplit('/').next();
        name.unwrap_or_default()
    }

    pub(crate) fn stop(&self) {
        self.stop.set();
    }

    pub(super) fn type_name(&self, name: &str) -> String {
        match name {
            "" => self.name().to_owned(),
            _ => format!("{}_{name}", self.name()),
        }
    }

    pub(super) fn client(&self) -> Option<Client> {
        let client = self.client.read();
        client.unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn set_client(&self, client: Client) {
        *self.client.write().unwrap_or_else(PoisonError::into_inner) = Some(client);
    }

    /// Starts a call.
    pub(super) fn call(&self) -> Result<Call, Diagnostics> {
        match self.client() {
            Some(client) => Ok(Call::new(client, self.stop.signal())),
            None => Err(Diagnostic::error(
                "The provider is not configured",
                "Terraform must configure the provider before it calls it.",
            )
            .into()),
        }
    }

    /// Takes the bug of a handler that returned no valid state, unless a harness finds it in the state.
    pub(super) fn bug_of(&self, returned: &mut Returned) -> Option<Bug> {
        match self.checks {
            Checks::All | Checks::Known => returned.bug.take(),
            #[cfg(feature = "testing")]
            Checks::Nothing => returned.bug.take_if(|bug| matches!(bug, Bug::Invalid(_))),
        }
    }

    /// Fails if a handler returned no valid state.
    pub(super) fn known(&self, mut returned: Returned) -> Result<Returned, Diagnostics> {
        match self.bug_of(&mut returned) {
            Some(bug) => Err(bug.into()),
            None => Ok(returned),
        }
    }

    /// Runs a check, if responses are checked.
    pub(super) fn check(
        &self,
        check: impl FnOnce(Check) -> Result<Vec<Fault>>,
    ) -> Result<(), Diagnostics> {
        if self.checks == Checks::All {
            Check::report(check(Check))
        } else {
            Ok(())
        }
    }
}
