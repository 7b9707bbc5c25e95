//! Tests a configuration of the provider with values that are not known yet.

use tfvalue::__internal::testing as internal;
use tfvalue::schema::Block;
use tfvalue::{Path, Value};

use super::World;
use crate::config::Config;
use crate::current::READ;
use crate::finding::Finding;
use crate::harness;
use crate::lint::Lint;
use crate::outcome::Outcome;
use crate::run::Run;

impl<C: Send + Sync + 'static> World<'_, '_, C> {
    /// Refreshes and plans while the configuration of the provider is unknown.
    pub(super) fn configure_with_unknown(&mut self, config: &Value) {
        let Some(known) = self.harness.core.configured.borrow().clone() else {
            return;
        };
        let Ok(unknown) = with_unknown_members(&known) else {
            return;
        };
        // The client is kept, so that its connections do not end.
        let client = self
            .harness
            .provider
            .as_ref()
            .map(|provider| internal::client(provider));
        let stored = self.object.stored.clone();
        let outcome = self.configure(unknown);
        let is_configured = outcome.failed.is_none();
        self.tolerate(outcome);
        let mut is_lost = false;
        if is_configured {
            let outcome = self.object.refresh();
            is_lost = outcome.failed.is_none() && self.object.stored.is_none();
            self.tolerate(outcome);
            self.object.stored.clone_from(&stored);
            let outcome = self.object.plan(Config::from(config.clone()));
            self.tolerate(outcome);
        }
        let outcome = self.configure(known);
        self.tolerate(outcome);
        if is_lost && stored.is_some() {
            self.object.stored = stored;
            let _ = self.object.refresh();
            // If the object is not found now, the service has lost it.
            if self.object.stored.is_some() {
                self.add(Finding::lint(READ, Lint::LostWhileUnknown, Path::root()));
            }
        }
        drop(client);
    }

    fn configure(&self, config: Value) -> Outcome {
        let schema = self.harness.schema().provider.as_ref();
        let none = Block::new();
        let block = schema.map_or(&none, |schema| &schema.block);
        let mut run = Run::new(&self.harness.core, "configure", "the provider", block);
        // The outcome contains any error.
        let _ = harness::configure(&mut run, &Config::from(config));
        run.outcome
    }
}

/// Returns an object whose members are unknown if they were set before.
fn with_unknown_members(known: &Value) -> tfvalue::Result<Value> {
    let members = known.members().into_iter().flatten();
    Value::object(members.map(|(name, value)| {
        let is_attribute =
            !value.is_null() && value.elements().is_none() && value.members().is_none();
        let unknown = is_attribute.then(|| Value::unknown(value.ty()));
        (name, unknown.unwrap_or_else(|| value.clone()))
    }))
}
