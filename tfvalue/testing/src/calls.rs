//! Calls to the provider, and the state of a harness.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::rc::Rc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tfvalue::__internal::testing::{self as internal, Annotations};
use tfvalue::prost::Message;
use tfvalue::prost::bytes::Bytes;
use tfvalue::provider::{CallError, Method, Provider};
use tfvalue::schema::{ProviderSchema, Schema};
use tfvalue::tfplugin6::diagnostic::Severity;
use tfvalue::tfplugin6::{
    ClientCapabilities, Diagnostic, get_resource_identity_schemas as identities,
};
use tfvalue::{Path, Value, paths::Step, rules, tfplugin5, tfplugin6};

use super::checks::Seen;
use super::edit;
use super::existing::Objects;
use super::finding::{Finding, FindingKind};
use super::interrupt::Interruption;
use super::lint::Lint;
use super::part::{self, PartKind};
use super::play::Namings;
use super::secret::Secrets;
use super::unused::Uses;
use super::watch::{Noticed, Watch};

/// The client capabilities that the harness sends, which are those of Terraform 1.16.
const CLIENT: ClientCapabilities = ClientCapabilities {
    deferral_allowed: false,
    write_only_attributes_allowed: true,
    store_planned_private: true,
    computed_blocks_allowed: true,
};

/// Reads the schemas and the capabilities in a response, unless the response has errors.
macro_rules! announced {
    ($protocol:ident, $response:expr) => {{
        let malformed = |error: &dyn Display| format!("the response is malformed: {error}");
        let response = $protocol::get_provider_schema::Response::decode($response);
        let response = response.map_err(|error| malformed(&error))?;
        if let Some(error) = response.diagnostics.iter().find(|one| is_error(one)) {
            return Err(error.summary.clone());
        }
        let schema = ProviderSchema::try_from(&response).map_err(|error| malformed(&error))?;
        (schema, response.server_capabilities.unwrap_or_default())
    }};
}

/// A function that responds to a method call.
pub(super) type Respond = Rc<dyn Fn(&'static Method, &[u8]) -> Result<Bytes, CallError>>;

/// The state of a provider process that is not the process of the test.
#[derive(Clone, Default)]
pub(super) struct Process {
    /// Whether the process ended during the last call.
    pub(super) has_ended: Rc<Cell<bool>>,
    /// Whether the last call has failed because of a limit of the test.
    pub(super) is_limited: Rc<Cell<bool>>,
    /// The number of times that the process has ended, or was ended because it did not respond.
    pub(super) ends: Rc<Cell<u64>>,
    /// Whether the process is to be stopped before the next call.
    pub(super) stops: Rc<Cell<bool>>,
    /// Whether Terraform can skip `GetProviderSchema` when it starts the provider in another process.
    pub(super) schema_is_optional: Rc<Cell<bool>>,
}

/// A provider whose annotations are known.
pub(super) trait Annotated {
    /// Returns the annotations of a resource type.
    fn annotations(&self, type_name: &str) -> Option<Annotations<'_>>;
}

impl<C: Send + Sync + 'static> Annotated for Provider<C> {
    fn annotations(&self, type_name: &str) -> Option<Annotations<'_>> {
        internal::annotations(self, type_name)
    }
}

/// Simulates Terraform: makes the calls, and remembers the state between calls.
pub(super) struct Core {
    pub(super) respond: Respond,
    /// Observes the calls if the provider runs in the process of the test.
    pub(super) watch: Arc<Watch>,
    /// `None` for a provider whose annotations are not known.
    pub(super) annotated: Option<Arc<dyn Annotated>>,
    pub(super) version: u32,
    /// The process of a provider written in any language.
    pub(super) process: Option<Process>,
    pub(super) client: ClientCapabilities,
    pub(super) schemas: Rc<OnceCell<Announced>>,
    /// Whether the state is read before each plan.
    pub(super) refreshes: bool,
    /// Whether a response had the legacy type system flag.
    pub(super) is_legacy: Cell<bool>,
    /// The number of calls.
    pub(super) calls: Rc<Cell<u64>>,
    pub(super) allowed: Vec<(Lint, Path)>,
    /// The findings that were omitted because they are allowed. Each is listed once, and its path has no indexes or
    /// keys.
    pub(super) left_out: RefCell<Vec<(Lint, Path)>>,
    pub(super) seen: RefCell<BTreeMap<String, Seen>>,
    /// The way in which the IDs of a resource type contain other attributes.
    pub(super) namings: Rc<RefCell<BTreeMap<String, Namings>>>,
    pub(super) steps: Cell<usize>,
    pub(super) objects: Arc<Mutex<Objects>>,
    pub(super) secrets: RefCell<Secrets>,
    /// The last configuration of the provider.
    pub(super) configured: RefCell<Option<Value>>,
    /// The accident that is to happen in the current step.
    pub(super) interruption: Interruption,
    /// Whether a secret in a message is a finding even if the provider masks the secret. A message contains a generated
    /// value only if the handler has put the value there.
    pub(super) is_strict: Cell<bool>,
    pub(super) uses: RefCell<Uses>,
    /// The mistakes that the provider noticed in the last call.
    pub(super) noticed: RefCell<Noticed>,
    log: OnceCell<super::log::Log>,
}

/// The data that the provider announces.
pub(super) struct Announced {
    pub(super) schema: ProviderSchema,
    pub(super) plans_destroy: bool,
    /// The schemas of the configurations of parts that are not resource types.
    pub(super) configured: BTreeMap<(PartKind, String), Schema>,
}

impl Core {
    /// Returns the capabilities that exist in the protocol version.
    pub(super) fn client(&self) -> ClientCapabilities {
        let is_six = self.version > 5;
        ClientCapabilities {
            store_planned_private: is_six && self.client.store_planned_private,
            computed_blocks_allowed: is_six && self.client.computed_blocks_allowed,
            ..self.client
        }
    }

    pub(super) fn new(
        respond: Respond,
        annotated: Option<Arc<dyn Annotated>>,
        watch: Arc<Watch>,
    ) -> Self {
        Core {
            respond,
            watch,
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
            namings: Rc::default(),
            steps: Cell::new(0),
            objects: Arc::default(),
            secrets: RefCell::default(),
            configured: RefCell::default(),
            interruption: Interruption::default(),
            is_strict: Cell::new(false),
            uses: RefCell::default(),
            noticed: RefCell::default(),
            log: OnceCell::new(),
        }
    }

    /// Returns a new core for the same provider. The new core keeps only the schemas and the configuration of the
    /// provider.
    pub(super) fn fresh(&self) -> Self {
        Core {
            version: self.version,
            process: self.process.clone(),
            client: self.client,
            schemas: Rc::clone(&self.schemas),
            allowed: self.allowed.clone(),
            refreshes: self.refreshes,
            calls: Rc::clone(&self.calls),
            objects: Arc::clone(&self.objects),
            namings: Rc::clone(&self.namings),
            secrets: RefCell::new(self.secrets.borrow().clone()),
            configured: self.configured.clone(),
            ..Core::new(
                Rc::clone(&self.respond),
                self.annotated.clone(),
                Arc::clone(&self.watch),
            )
        }
    }

    /// Returns the annotations of a resource type, if they are known.
    pub(super) fn annotations(&self, type_name: &str) -> Option<Annotations<'_>> {
        self.annotated.as_ref()?.annotations(type_name)
    }

    pub(super) fn has_mutable_identity(&self, type_name: &str) -> bool {
        let annotations = self.annotations(type_name);
        annotations.is_some_and(Annotations::has_mutable_identity)
    }

    pub(super) fn is_state_only(&self, type_name: &str) -> bool {
        match self.annotations(type_name) {
            Some(annotations) => annotations.is_state_only(),
            None => self.objects().is_state_only(type_name),
        }
    }

    pub(super) fn objects(&self) -> MutexGuard<'_, Objects> {
        self.objects.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls a method by its name in protocol 6.
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

    /// Runs a call, and returns the mistakes that the watch notices. In a strict test, the mistakes include the logged
    /// messages.
    fn watched<T>(&self, call: impl FnOnce() -> T) -> (T, Noticed) {
        self.watch.take();
        let (result, logged) = if self.is_strict.get() {
            self.log.get_or_init(super::log::Log::new).of(call)
        } else {
            (call(), Vec::new())
        };
        let noticed = self.watch.take();
        (result, Noticed { logged, ..noticed })
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
        let (mut schema, capabilities) = if self.version == 5 {
            announced!(tfplugin5, response)
        } else {
            announced!(tfplugin6, response)
        };
        schema.validate().map_err(|error| error.to_string())?;
        // A provider does not need to support identities.
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
        if let Some(process) = &self.process {
            let is_optional = capabilities.get_provider_schema_optional;
            process.schema_is_optional.set(is_optional);
        }
        Ok(Announced {
            configured: configured(&schema),
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

    /// Returns the kind of finding for the failure of the last call.
    pub(super) fn failure(&self) -> FindingKind {
        let process = self.process.as_ref();
        if process.is_some_and(|process| process.has_ended.get()) {
            FindingKind::Crash
        } else {
            FindingKind::FailedCall
        }
    }

    /// Returns `true` if the last call has failed because of a limit of the test.
    pub(super) fn is_limited(&self) -> bool {
        let process = self.process.as_ref();
        process.is_some_and(|process| process.is_limited.get())
    }

    /// Returns the number of times that the process of the provider has ended.
    pub(super) fn ends(&self) -> u64 {
        self.process
            .as_ref()
            .map_or(0, |process| process.ends.get())
    }

    /// Adapts a finding to a provider written in any language.
    pub(super) fn adapted(&self, finding: Finding) -> Finding {
        match self.process {
            Some(_) => finding.of_any_language(),
            None => finding,
        }
    }

    /// Removes a string that contains a secret.
    pub(super) fn shown(&self, text: String) -> String {
        if self.secrets.borrow().is_in(&text) {
            "(sensitive)".to_owned()
        } else {
            text
        }
    }

    /// If the author allows a finding, remembers the finding and returns `true`.
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

/// Returns the configuration schemas of parts that have no schema of their own.
fn configured(all: &ProviderSchema) -> BTreeMap<(PartKind, String), Schema> {
    let actions = all.action_schemas.iter();
    let actions = actions.map(|(name, one)| {
        let schema = Schema::new(one.block.clone());
        ((PartKind::Action, name.clone()), schema)
    });
    let functions = all.functions.iter();
    let functions =
        functions.map(|(name, one)| ((PartKind::Function, name.clone()), part::schema_of(one)));
    let provider = all.provider.iter();
    let provider = provider.map(|one| ((PartKind::Provider, String::new()), one.clone()));
    actions.chain(functions).chain(provider).collect()
}

/// Returns `true` if `path` leads into the part at the path `named`. The path `named` can omit indexes and keys to
/// refer to an attribute of all elements.
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
