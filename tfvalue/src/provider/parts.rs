//! The parts of a provider, with the type of its client erased, so that the code for their responses is compiled only
//! once.

use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use bytes::Bytes;

use super::context::stop::Stop;
use super::context::{Call, Client};
use super::erased::Part;
use super::erased::managed::ErasedResource;
use super::erased::others::{
    ErasedAction, ErasedConfig, ErasedDataSource, ErasedEphemeralResource, ErasedFunction,
    ErasedListResource,
};
use super::faults::bug::{Bug, Returned};
use super::faults::check::{Check, Checks, Results};
use super::harness::observe::Observe;
use super::registry::{Registry, unknown};
use super::secrets::Secrets;
use super::stores::ProviderStore;
use super::upstream::Upstream;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::error::Result;
use crate::rules::Fault;
use crate::schema::Schema;
use crate::tfplugin::calls::deferred::Reason;
use crate::tfplugin::calls::{self, Deferred};
use crate::tfplugin::client::ClientCapabilities;
use crate::tfplugin::method::PartKind;

/// A [`Provider`](super::Provider) with its type erased.
pub(crate) struct Parts {
    /// The source address. The last part of the address is the name.
    address: String,
    pub(crate) config: Box<dyn ErasedConfig>,
    pub(crate) meta: Option<fn() -> Schema>,
    pub(crate) managed: Registry<Box<dyn ErasedResource>>,
    pub(crate) data_sources: Registry<Box<dyn ErasedDataSource>>,
    pub(crate) ephemeral: Registry<Box<dyn ErasedEphemeralResource>>,
    pub(crate) lists: Registry<Box<dyn ErasedListResource>>,
    pub(crate) actions: Registry<Box<dyn ErasedAction>>,
    pub(crate) functions: Registry<Box<dyn ErasedFunction>>,
    pub(crate) results: Results,
    pub(crate) stores: Registry<Box<ProviderStore>>,
    pub(crate) announcements: Announcements,
    pub(crate) stop: Stop,
    pub(crate) checks: Checks,
    /// A harness that makes the calls.
    pub(crate) observer: Option<Arc<dyn Observe>>,
    /// The provider that responds to calls for parts that this provider does not have.
    pub(crate) upstream: Option<Box<dyn Upstream>>,
    configured: RwLock<Configured>,
}

/// The encoded responses to `GetProviderSchema`, which are the same for each call.
#[derive(Default)]
pub(crate) struct Announcements {
    pub(crate) version_5: OnceLock<Bytes>,
    pub(crate) version_6: OnceLock<Bytes>,
}

/// The outcome of configuring the provider.
#[derive(Clone, Default)]
pub(crate) struct Configured {
    pub(crate) client: Option<Client>,
    /// The reason why all changes are deferred.
    pub(crate) deferred: Option<Reason>,
    /// The capabilities of the client.
    pub(crate) client_capabilities: ClientCapabilities,
    pub(crate) secrets: Option<Secrets>,
}

impl Parts {
    pub(crate) fn new(address: String, config: Box<dyn ErasedConfig>) -> Self {
        Parts {
            address,
            config,
            meta: None,
            managed: Registry::new(PartKind::Resource),
            data_sources: Registry::new(PartKind::DataSource),
            ephemeral: Registry::new(PartKind::EphemeralResource),
            lists: Registry::new(PartKind::ListResource),
            actions: Registry::new(PartKind::Action),
            functions: Registry::new(PartKind::Function),
            results: Results::default(),
            stores: Registry::new(PartKind::StateStore),
            announcements: Announcements::default(),
            stop: Stop::default(),
            checks: Checks::of(cfg!(debug_assertions)),
            observer: None,
            upstream: None,
            configured: RwLock::default(),
        }
    }

    /// Returns the source address as the author of the provider wrote it. The address may lack the host and the namespace.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    pub(crate) fn name(&self) -> &str {
        let name = self.address.rsplit('/').next();
        name.unwrap_or_default()
    }

    /// Returns the part with the given kind and name. Functions have no schema, so this method does not find them.
    pub(crate) fn part(&self, kind: PartKind, name: &str) -> Option<&Part> {
        match kind {
            PartKind::Resource => self.managed.part(name),
            PartKind::DataSource => self.data_sources.part(name),
            PartKind::EphemeralResource => self.ephemeral.part(name),
            PartKind::ListResource => self.lists.part(name),
            PartKind::Action => self.actions.part(name),
            PartKind::StateStore => self.stores.part(name),
            PartKind::Function => None,
        }
    }

    /// Returns the part with the given kind and name. Fails if the provider does not have the part.
    pub(crate) fn find(&self, kind: PartKind, name: &str) -> Result<&Part, Diagnostics> {
        let found = self.part(kind, name);
        found.ok_or_else(|| unknown(kind.noun(), name))
    }

    pub(crate) fn has(&self, kind: PartKind, name: &str) -> bool {
        match kind {
            PartKind::Function => self.functions.get(name).is_some(),
            _ => self.part(kind, name).is_some(),
        }
    }

    /// Returns all parts with a schema.
    pub(crate) fn all(&self) -> impl Iterator<Item = (PartKind, &str, &Part)> {
        self.managed
            .all()
            .chain(self.data_sources.all())
            .chain(self.ephemeral.all())
            .chain(self.lists.all())
            .chain(self.actions.all())
            .chain(self.stores.all())
    }

    pub(crate) fn stop(&self) {
        self.stop.set();
        if let Some(upstream) = &self.upstream {
            upstream.stop();
        }
    }

    /// Ends the process of the other provider.
    pub(crate) fn end(&self) {
        if let Some(upstream) = &self.upstream {
            upstream.end();
        }
    }

    pub(crate) fn type_name(&self, name: &str) -> String {
        match name {
            "" => self.name().to_owned(),
            _ => format!("{}_{name}", self.name()),
        }
    }

    fn configured(&self) -> Configured {
        let configured = self.configured.read();
        configured.unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn client(&self) -> Option<Client> {
        self.configured().client
    }

    pub(crate) fn set_configured(&self, configured: Configured) {
        let slot = self.configured.write();
        *slot.unwrap_or_else(PoisonError::into_inner) = configured;
    }

    /// Returns the reason why a call is deferred, if the whole provider is deferred.
    pub(crate) fn deferred(&self, client: Option<&calls::ClientCapabilities>) -> Option<Deferred> {
        let may_defer = client.is_some_and(|client| client.deferral_allowed);
        let reason = may_defer.then(|| self.configured().deferred)?;
        reason.map(Into::into)
    }

    /// Starts a call with the given client.
    pub(crate) fn new_call(&self, client: Option<Client>) -> Call {
        Call::new(client, self.stop.signal(), self.observer.clone())
    }

    /// Starts a call with the client of the provider.
    pub(crate) fn call(&self) -> Result<Call, Diagnostics> {
        let configured = self.configured();
        let reason = match (configured.client, configured.deferred) {
            (Some(client), _) => {
                let mut call = self.new_call(Some(client));
                call.client_capabilities = configured.client_capabilities;
                call.shared_secrets.extend(configured.secrets);
                return Ok(call);
            }
            (None, Some(_)) => "The provider defers everything to a later run of Terraform.",
            (None, None) => "Terraform must configure the provider before it calls it.",
        };
        Err(Diagnostic::error("The provider is not configured", reason).into())
    }

    /// Removes and returns the bug from the result of a handler that returned no valid state, unless a harness detects
    /// the bug in the state.
    pub(crate) fn bug_of(&self, returned: &mut Returned) -> Option<Bug> {
        match self.checks {
            Checks::All | Checks::Known => returned.bug.take(),
            Checks::Nothing => returned.bug.take_if(|bug| matches!(bug, Bug::Invalid(_))),
        }
    }

    /// Fails if a handler returned no valid state.
    pub(crate) fn known(&self, mut returned: Returned) -> Result<Returned, Diagnostics> {
        match self.bug_of(&mut returned) {
            Some(bug) => Err(bug.into()),
            None => Ok(returned),
        }
    }

    /// Runs a check if responses are checked.
    pub(crate) fn check(
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
