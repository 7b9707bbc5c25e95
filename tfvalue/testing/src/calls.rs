//! Calls of the provider, and the state of a harness.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use prost::Message;
use prost::bytes::Bytes;

use super::checks::Seen;
use super::edit;
use super::finding::{Finding, FindingKind};
use super::interrupt::Interruption;
use super::lint::Lint;
use super::secret::Secrets;
use super::unused::Uses;
use crate::model::Model;
use crate::path::{Path, Step};
use crate::provider::{Method, Provider};
use crate::rules;
use crate::schema::{ProviderSchema, Schema};
use crate::tfplugin::call_error::CallError;
use crate::tfplugin::calls::ClientCapabilities;
use crate::tfplugin::messages::{Diagnostic, diagnostic::Severity};
use crate::tfplugin::noticed::{self, Noticed};
use crate::tfplugin::provider::get_resource_identity_schemas as identities;
use crate::tfplugin::provider_convert;
use crate::value::Value;

/// The capabilities that the harness announces as the client: those of Terraform 1.16.
const CLIENT: ClientCapabilities = ClientCapabilities {
    deferral_allowed: false,
    write_only_attributes_allowed: true,
    store_planned_private: true,
    computed_blocks_allowed: true,
};

/// A function that responds to a call of a method.
pub(super) type Respond = Rc<dyn Fn(&'static Method, &[u8]) -> Result<Bytes, CallError>>;

/// What is known about the process of a provider, if it is another one.
#[derive(Clone, Default)]
pub(super) struct Process {
    /// Whether it has ended during the last call.
    pub(super) has_ended: Rc<Cell<bool>>,
    /// How often it has ended.
    pub(super) ends: Rc<Cell<u64>>,
}

/// The annotations of resource types, as far as they are known.
pub(super) trait Annotated {
    /// Returns the annotations of a resource type.
    fn model(&self, type_name: &str) -> Option<Model<'_>>;

    /// Returns `true` if the identity of a resource type may change.
    fn has_mutable_identity(&self, type_name: &str) -> bool;

    /// Returns `true` if the objects of a resource type exist only in the state.
    fn is_state_only(&self, type_name: &str) -> bool;
}

impl<C: Send + Sync + 'static> Annotated for Provider<C> {
    fn model(&self, type_name: &str) -> Option<Model<'_>> {
        Provider::model(self, type_name)
    }

    fn has_mutable_identity(&self, type_name: &str) -> bool {
        Provider::has_mutable_identity(self, type_name)
    }

    fn is_state_only(&self, type_name: &str) -> bool {
        Provider::is_state_only(self, type_name)
    }
}

/// Terraform's part: the calls, and what is remembered between them.
pub(super) struct Core {
    pub(super) respond: Respond,
    /// `None` for a provider whose annotations are not known.
    pub(super) annotated: Option<Arc<dyn Annotated>>,
    pub(super) version: u32,
    /// The process of a provider in any language.
    pub(super) process: Option<Process>,
    pub(super) client: ClientCapabilities,
    pub(super) schemas: Rc<OnceCell<Announced>>,
    /// Whether the state is read before each plan.
    pub(super) refreshes: bool,
    /// Whether a response had the flag of the legacy type system.
    pub(super) is_legacy: Cell<bool>,
    /// The number of calls.
    pub(super) calls: Rc<Cell<u64>>,
    pub(super) allowed: Vec<(Lint, Path)>,
    /// The findings that were left out because they are allowed, each once, without the indexes and keys of its path.
    pub(super) left_out: RefCell<Vec<(Lint, Path)>>,
    pub(super) seen: RefCell<BTreeMap<String, Seen>>,
    pub(super) steps: Cell<usize>,
    pub(super) secrets: RefCell<Secrets>,
    /// The last configuration of the provider.
    pub(super) configured: RefCell<Option<Value>>,
    /// What is to happen in the current step.
    pub(super) interruption: Interruption,
    /// Whether a secret in a message is a finding even if the provider masks it: a generated value is in a message only
    /// if the handler has put it there.
    pub(super) is_strict: Cell<bool>,
    pub(super) uses: RefCell<Uses>,
    /// The mistakes that the provider noticed in the last call.
    pub(super) noticed: RefCell<Noticed>,
    log: OnceCell<super::log::Log>,
}

/// What the provider announces.
pub(super) struct Announced {
    pub(super) schema: ProviderSchema,
    pub(super) plans_destroy: bool,
}

impl Core {
    /// Returns the capabilities that the version of the protocol can announce.
    pub(super) fn client(&self) -> ClientCapabilities {
        let is_six = self.version > 5;
        ClientCapabilities {
            store_planned_private: is_six && self.client.store_planned_private,
            computed_blocks_allowed: is_six && self.client.computed_blocks_allowed,
            ..self.client
        }
    }

    pub(super) fn new(respond: Respond, annotated: Option<Arc<dyn Annotated>>) -> Self {
        Core {
            respond,
            annotated,
            version: 6,
            process: None,
            client: CLIENT,
            schemas: Rc::default(),
            refreshes: true,
            is_legacy: Cell::new(false),
            calls: Rc::default(),
            allowed: Vec::new(),
            left_out: RefCell::default(),
            seen: RefCell::default(),
            steps: Cell::new(0),
            secrets: RefCell::default(),
            configured: RefCell::default(),
            interruption: Interruption::default(),
            is_strict: Cell::new(false),
            uses: RefCell::default(),
            noticed: RefCell::default(),
            log: OnceCell::new(),
        }
    }

    /// Returns Terraform's part for the same provider, which remembers nothing but its schemas and its configuration.
    pub(super) fn fresh(&self) -> Self {
        Core {
            version: self.version,
            process: self.process.clone(),
            client: self.client,
            schemas: Rc::clone(&self.schemas),
            allowed: self.allowed.clone(),
            refreshes: self.refreshes,
            calls: Rc::clone(&self.calls),
            secrets: RefCell::new(self.secrets.borrow().clone()),
            configured: self.configured.clone(),
            ..Core::new(Rc::clone(&self.respond), self.annotated.clone())
        }
    }

    /// Returns the annotations of a resource type, if they are known.
    pub(super) fn model(&self, type_name: &str) -> Option<Model<'_>> {
        self.annotated.as_ref()?.model(type_name)
    }

    pub(super) fn has_mutable_identity(&self, type_name: &str) -> bool {
        let annotated = self.annotated.as_ref();
        annotated.is_some_and(|annotated| annotated.has_mutable_identity(type_name))
    }

    pub(super) fn is_state_only(&self, type_name: &str) -> bool {
        let annotated = self.annotated.as_ref();
        annotated.is_some_and(|annotated| annotated.is_state_only(type_name))
    }

    /// Calls a method, by its name in protocol 6.
    pub(super) fn call<R: Message + Default>(
        &self,
        method: &str,
        request: &impl Message,
    ) -> Result<R, String> {
        let response = self.response(method, &request.encode_to_vec())?;
        R::decode(response).map_err(|error| error.to_string())
    }

    /// Calls a method with an encoded request.
    fn response(&self, method: &str, request: &[u8]) -> Result<Bytes, String> {
        let method = Method::find(6, method).and_then(|method| method.in_version(self.version));
        let method =
            method.ok_or_else(|| format!("protocol {} has no such method", self.version))?;
        self.interrupt();
        self.calls.set(self.calls.get() + 1);
        let (response, mut noticed) = self.watched(|| (self.respond)(method, request));
        let secrets = self.secrets.borrow();
        noticed.logged.retain(|text| secrets.is_in(text));
        drop(secrets);
        self.noticed.replace(noticed);
        response.map_err(|error| error.to_string())
    }

    /// Runs a call, and returns what it notices. In a strict test, this includes what it logs.
    fn watched<T>(&self, call: impl FnOnce() -> T) -> (T, Noticed) {
        if self.is_strict.get() {
            let log = self.log.get_or_init(super::log::Log::new);
            let ((result, noticed), logged) = log.of(|| noticed::of(call));
            return (result, Noticed { logged, ..noticed });
        }
        noticed::of(call)
    }

    /// Returns the schemas of the provider.
    #[track_caller]
    pub(super) fn announced(&self) -> &Announced {
        if self.schemas.get().is_none() {
            match self.announce() {
                Ok(announced) => drop(self.schemas.set(announced)),
                Err(problem) => panic!("GetProviderSchema: {problem}"),
            }
        }
        match self.schemas.get() {
            Some(announced) => announced,
            None => unreachable!("the schemas were set"),
        }
    }

    fn announce(&self) -> Result<Announced, String> {
        let response = self.response("GetProviderSchema", &[])?;
        let (mut schema, capabilities, diagnostics) =
            provider_convert::announced(self.version, &response)?;
        if let Some(error) = diagnostics.iter().find(|one| is_error(one)) {
            return Err(error.summary.clone());
        }
        schema.validate().map_err(|error| error.to_string())?;
        // A provider does not need to have identities.
        let response = self.call("GetResourceIdentitySchemas", &());
        if let Ok::<identities::Response, _>(response) = response {
            let identities = response.identities();
            schema.resource_identity_schemas = identities.map_err(|error| error.to_string())?;
        }
        if !self.client().computed_blocks_allowed {
            for one in schema.resource_schemas.values_mut() {
                if let Cow::Owned(block) = rules::older::without_computed_blocks(&one.block) {
                    one.block = block;
                }
            }
        }
        Ok(Announced {
            schema,
            plans_destroy: capabilities.plan_destroy,
        })
    }

    /// Returns the schema of a part of the provider.
    #[track_caller]
    pub(super) fn schema<'a>(
        &'a self,
        all: impl FnOnce(&'a ProviderSchema) -> &'a BTreeMap<String, Schema>,
        kind: &str,
        name: &str,
    ) -> &'a Schema {
        let all = all(&self.announced().schema);
        match all.get(name) {
            Some(schema) => schema,
            None => {
                let names: Vec<_> = all.keys().map(String::as_str).collect();
                panic!(
                    "the provider has no {kind} {name:?}, only {}",
                    names.join(", ")
                )
            }
        }
    }

    /// Returns the kind of the last call, which has failed.
    pub(super) fn failure(&self) -> FindingKind {
        let process = self.process.as_ref();
        if process.is_some_and(|process| process.has_ended.get()) {
            FindingKind::Crash
        } else {
            FindingKind::FailedCall
        }
    }

    /// Returns how often the process of the provider has ended.
    pub(super) fn ends(&self) -> u64 {
        self.process
            .as_ref()
            .map_or(0, |process| process.ends.get())
    }

    /// Completes a finding for a provider in any language.
    pub(super) fn adapted(&self, finding: Finding) -> Finding {
        match self.process {
            Some(_) => finding.of_any_language(),
            None => finding,
        }
    }

    /// Removes a text that contains a secret.
    pub(super) fn shown(&self, text: String) -> String {
        if self.secrets.borrow().is_in(&text) {
            "(sensitive)".to_owned()
        } else {
            text
        }
    }

    /// Returns `true` if the author allows a finding, and then remembers it.
    pub(super) fn is_allowed(&self, finding: &Finding) -> bool {
        let FindingKind::Lint(found) = finding.kind else {
            return false;
        };
        let is_allowed = self
            .allowed
            .iter()
            .any(|(lint, path)| found == *lint && covers(path.steps(), finding.path.steps()));
        let place = (found, edit::without_indexes(&finding.path));
        let mut left_out = self.left_out.borrow_mut();
        if is_allowed && !left_out.contains(&place) {
            left_out.push(place);
        }
        is_allowed
    }
}

/// Returns `true` if a path leads into what another one names. That one can leave out indexes and keys to name
/// an attribute of all elements.
fn covers(named: &[Step], path: &[Step]) -> bool {
    match (named, path) {
        ([], _) => true,
        ([name, names @ ..], [step, steps @ ..]) if name == step => covers(names, steps),
        ([Step::Attribute(_), ..], [Step::Index(_) | Step::Key(_), steps @ ..]) => {
            covers(named, steps)
        }
        _ => false,
    }
}

pub(super) fn is_error(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity() == Severity::Error
}
