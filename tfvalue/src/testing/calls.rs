//! Calls of the provider, and the state of a harness.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use prost::Message;
use prost::bytes::Bytes;

use super::checks::Seen;
use super::config::Config;
use super::edit;
use super::finding::{Finding, FindingKind, path_of};
use super::interrupt::{Interruption, is_expected};
use super::lint::Lint;
use super::outcome::{Deferral, Outcome};
use super::secret::Secrets;
use super::unused::Uses;
use crate::model::Model;
use crate::path::{Path, Step};
use crate::provider::{Method, Provider};
use crate::rules::{self, Deferrals, Fault, Phase, Rule};
use crate::schema::{Block, ProviderSchema, Schema};
use crate::tfplugin::call_error::CallError;
use crate::tfplugin::calls::{ClientCapabilities, Deferred};
use crate::tfplugin::messages::{Diagnostic, DynamicValue, diagnostic::Severity};
use crate::tfplugin::noticed::{self, Noticed};
use crate::tfplugin::provider::get_resource_identity_schemas as identities;
use crate::tfplugin::provider_convert;
use crate::ty::Type;
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
    #[cfg(feature = "serve")]
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
            #[cfg(feature = "serve")]
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
        #[cfg(feature = "serve")]
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
    fn failure(&self) -> FindingKind {
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
    fn shown(&self, text: String) -> String {
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

fn is_error(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity() == Severity::Error
}

/// The reason for a step to end: an error, a fault or a deferral, which is in the outcome.
#[derive(Clone, Copy)]
pub(super) struct Stop;

pub(super) type Go<T> = Result<T, Stop>;

/// A step that is running.
pub(super) struct Run<'h> {
    pub(super) core: &'h Core,
    pub(super) type_name: String,
    pub(super) block: &'h Block,
    pub(super) ty: Type,
    pub(super) outcome: Outcome,
    method: &'static str,
}

impl<'h> Run<'h> {
    pub(super) fn new(core: &'h Core, verb: &str, type_name: &str, block: &'h Block) -> Self {
        core.steps.set(core.steps.get() + 1);
        Run::quiet(core, &format!("{verb} {type_name}"), type_name, block)
    }

    /// Creates a part of a step, which does not count.
    pub(super) fn quiet(core: &'h Core, title: &str, type_name: &str, block: &'h Block) -> Self {
        let ty = block.implied_type();
        Run {
            core,
            type_name: type_name.to_owned(),
            block,
            outcome: Outcome {
                step: core.steps.get(),
                title: title.to_owned(),
                action: None,
                findings: Vec::new(),
                diagnostics: Vec::new(),
                failed: None,
                deferred: None,
                planned: Value::null(ty.clone()),
                value: Value::null(ty.clone()),
            },
            ty,
            method: "",
        }
    }

    pub(super) fn add(&mut self, finding: Finding) {
        let mut finding = self.core.adapted(finding);
        finding.step = self.outcome.step;
        if self.core.interruption.has_happened() && is_expected(&finding) {
            return;
        }
        // A secret that is shown once is in the following responses, too.
        let is_same = |other: &Finding| match finding.kind {
            FindingKind::Lint(Lint::SecretInState | Lint::SecretInText | Lint::SecretInLog) => {
                (other.kind, &other.path) == (finding.kind, &finding.path)
            }
            _ => *other == finding,
        };
        let is_new = !self.outcome.findings.iter().any(is_same);
        if is_new && !self.core.is_allowed(&finding) {
            self.outcome.findings.push(finding);
        }
    }

    pub(super) fn add_all(&mut self, findings: Vec<Finding>) {
        for finding in findings {
            self.add(finding);
        }
    }

    pub(super) fn stop<T>(
        &mut self,
        method: &'static str,
        kind: FindingKind,
        problem: String,
    ) -> Go<T> {
        self.add(Finding::new(method, kind, Path::root(), problem));
        Err(Stop)
    }

    pub(super) fn call<R: Message + Default>(
        &mut self,
        method: &'static str,
        request: &impl Message,
    ) -> Go<R> {
        self.method = method;
        let response = self.core.call(method, request);
        if self.core.noticed.borrow().waited_unsaved {
            self.add(Finding::lint(method, Lint::WaitBeforeSave, Path::root()));
        }
        let core = self.core;
        let is_in = |text: &String| core.secrets.borrow().is_in(text);
        if core.is_strict.get() && core.noticed.borrow().masked.iter().any(is_in) {
            self.add(Finding::lint(method, Lint::SecretInText, Path::root()));
        }
        if !core.noticed.borrow().logged.is_empty() {
            self.add(Finding::lint(method, Lint::SecretInLog, Path::root()));
        }
        response.or_else(|problem| {
            let problem = core.shown(problem);
            self.stop(method, core.failure(), problem)
        })
    }

    pub(super) fn has_errors(&self, diagnostics: &[Diagnostic]) -> bool {
        diagnostics.iter().any(is_error)
    }

    /// Adds the diagnostics of the last response, each once. Bugs that the provider reports are findings. Stops
    /// if there are errors.
    pub(super) fn diagnose(&mut self, diagnostics: Vec<Diagnostic>) -> Go<()> {
        let fails = self.has_errors(&diagnostics);
        for mut one in diagnostics {
            let is_bug = self.core.noticed.borrow().bugs.contains(&one);
            self.redact(&mut one);
            if is_bug {
                self.add(Finding::error(self.method, FindingKind::Bug, &one));
            } else if !self.outcome.diagnostics.contains(&one) {
                self.outcome.diagnostics.push(one);
            }
        }
        if fails {
            self.outcome.failed = Some(self.method);
            return Err(Stop);
        }
        Ok(())
    }

    /// Removes the summary and the detail of a diagnostic if they contain a secret, which is a finding.
    fn redact(&mut self, diagnostic: &mut Diagnostic) {
        let secrets = &self.core.secrets;
        let is_in = |text: &str| secrets.borrow().is_in(text);
        if is_in(&diagnostic.summary) || is_in(&diagnostic.detail) {
            "(sensitive)".clone_into(&mut diagnostic.summary);
            diagnostic.detail.clear();
            self.add(Finding::lint(
                self.method,
                Lint::SecretInText,
                edit::public(self.block, &path_of(diagnostic)),
            ));
        }
    }

    /// Stops if the response of the last call is deferred. Terraform rejects this without its permission.
    pub(super) fn defer(&mut self, phase: Phase, deferred: Option<&Deferred>) -> Go<()> {
        let Some(deferred) = deferred else {
            return Ok(());
        };
        self.outcome.deferred = Some(Deferral {
            method: self.method,
            reason: deferred.reason(),
        });
        let deferrals = if self.core.client.deferral_allowed {
            Deferrals::Allowed
        } else {
            Deferrals::NotAllowed
        };
        self.rules(self.method, rules::check_deferral(phase, deferrals))?;
        Err(Stop)
    }

    /// Adds the faults of a response. Stops if Terraform rejects it.
    pub(super) fn rules(&mut self, method: &'static str, faults: Vec<Fault>) -> Go<()> {
        let is_rejected = faults.iter().any(Fault::is_fatal);
        for fault in faults {
            self.add(Finding::fault(method, fault));
        }
        if is_rejected { Err(Stop) } else { Ok(()) }
    }

    /// Returns a configuration with all values, and the one of the plan.
    pub(super) fn config(&mut self, config: &Config) -> Go<(Value, Value)> {
        let known = config.known(self.block);
        let both = known.and_then(|known| Ok((config.planned(&known)?, known)));
        match both {
            Ok((planned, known)) => {
                let mut secrets = self.core.secrets.borrow_mut();
                secrets.add_config(self.block, &known);
                Ok((known, planned))
            }
            Err(error) => {
                let (path, problem) = (error.path(), error.message());
                self.add(Finding::new("", FindingKind::InvalidTest, path, problem));
                Err(Stop)
            }
        }
    }

    /// Reads a value of a response.
    pub(super) fn read(&mut self, method: &'static str, value: Option<DynamicValue>) -> Go<Value> {
        let value = value.unwrap_or_default();
        let value = value.decode_of(&self.ty, || self.block.clone());
        let value = value.map_err(|error| {
            let (path, problem) = (error.path(), error.message());
            self.add(Finding::new(method, Rule::WrongType.into(), path, problem));
            Stop
        })?;
        let mut secrets = self.core.secrets.borrow_mut();
        secrets.add_state(self.block, &value);
        let shown = secrets.shown(self.block, &value);
        drop(secrets);
        for path in shown {
            self.add(Finding::lint(method, Lint::SecretInState, path));
        }
        Ok(value)
    }

    /// Writes a value of a request.
    pub(super) fn write(
        &mut self,
        method: &'static str,
        value: &Value,
    ) -> Go<Option<DynamicValue>> {
        let encoded = DynamicValue::encode_value(value, &self.ty);
        match encoded {
            Ok(encoded) => Ok(Some(encoded)),
            Err(error) => self.stop(method, FindingKind::InvalidTest, error.to_string()),
        }
    }
}
