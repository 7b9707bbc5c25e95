//! Plan files, which `terraform plan -out` and `tofu plan -out` write.
//!
//! A [`PlanFile`] returns the [`Plan`] that `terraform show -json` would print for the file, without running Terraform
//! or providers. It needs the schemas of the providers: the output of `terraform providers schema -json`, or the
//! schemas of derived structs.
//!
//! The format of plan files is **internal to Terraform**, and can change in each release. This module reads files of
//! Terraform 1.11 to 1.16 and of OpenTofu 1.12. For a file of any other release, it returns an error that names the
//! version. Tests compare the result with the output of `show -json` for the oldest and newest of these releases and
//! for OpenTofu. Support for the releases in between is based on their source code. A release that changes the format
//! needs a new version of this library: if you can run Terraform or OpenTofu, prefer `show -json`.
//!
//! # What a plan lacks
//!
//! | member | contents |
//! |---|---|
//! | `configuration` | `None`: the file has the source text instead, [`PlanFile::configuration`] |
//! | `variables` | the variables that the user has set, without those that have their default |
//! | `relevant_attributes` | all of them, in the order of the file |
//!
//! Everything else is the same. Plan files of OpenTofu 1.12 and older do not contain schemas.
//!
//! # Errors
//!
//! A damaged or hostile archive is an error. The parts of an archive have at most 256 MiB together when they are
//! decompressed, or the limit that you set; the required memory is proportional to this size. Errors do not show the
//! values of attributes.
//!
//! # Examples
//!
//! ```no_run
//! use tfvalue::schema;
//! use tfvalue::show::plan_file::PlanFile;
//!
//! let schemas = schema::json::from_slice(&std::fs::read("schemas.json")?)?;
//! let file = PlanFile::from_slice(&std::fs::read("plan.bin")?)?;
//! let plan = file.plan(&schemas)?;
//! for change in &plan.resource_changes {
//!     println!("{}: {:?}", change.address, change.change.actions);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! With the schema of a derived struct:
//!
//! ```no_run
//! use tfvalue::schema::{ProviderSchema, ProviderSchemas};
//! use tfvalue::show::plan_file::PlanFile;
//! use tfvalue::{Attr, TfSchema};
//!
//! #[derive(TfSchema)]
//! #[tf(kind = resource)]
//! struct Bucket {
//!     #[tf(required)]
//!     name: Attr<String>,
//! }
//!
//! let provider = ProviderSchema::new().resource_schemas([("x_bucket", Bucket::schema())]);
//! let mut schemas = ProviderSchemas::default();
//! schemas.provider_schemas.insert("registry.terraform.io/x/x".into(), provider);
//! let plan = PlanFile::from_slice(&std::fs::read("plan.bin")?)?.plan(&schemas)?;
//! let bucket: Bucket = plan.resource_changes[0].change.after().read()?;
//! # let _ = bucket.name;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod address;
mod archive;
mod change;
mod checks;
mod invocations;
mod kind;
mod mask;
mod proto;
mod release;
mod tree;

use std::collections::BTreeMap;
use std::fmt;

use self::archive::Archive;
use self::change::Decoded;
use self::kind::Kinds;
use self::mask::known;
use self::release::Release;
use super::plan::{Plan, RelevantAttribute, Variable};
use super::raw::Raw;
use super::state_file::StateFile;
use super::values::{Output, Values};
use super::version::FormatVersion;
use crate::error::{Error, Result};
use crate::msgpack;
use crate::path::Step;
use crate::schema::ProviderSchemas;
use crate::tfplugin::{Record, decode};
use crate::ty::Type;

const PLAN: &str = "tfplan";
const PRIOR_STATE: &str = "tfstate";
const PREVIOUS_STATE: &str = "tfstate-prev";
const CONFIGURATION: &str = "tfconfig/m-";
const LOCK_FILE: &str = ".terraform.lock.hcl";

/// The size of all parts of an archive, unless the caller sets another limit.
const LIMIT: u64 = 256 << 20;

/// A plan file; see the [module](self).
///
/// `Debug` does not show the values, which may be sensitive.
pub struct PlanFile {
    archive: Archive,
    plan: proto::Plan,
    release: Release,
}

/// A file of the configuration that was planned.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct ConfigurationFile<'a> {
    /// The key of the module: the names of the calls, with dots between them. It is empty for the root module.
    pub module: &'a str,
    /// The name of the file.
    pub name: &'a str,
    /// The source text.
    pub content: &'a [u8],
}

impl fmt::Debug for PlanFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlanFile")
            .field("release", &self.release)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for ConfigurationFile<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("ConfigurationFile");
        shown
            .field("module", &self.module)
            .field("name", &self.name);
        shown.finish_non_exhaustive() // the text may be sensitive
    }
}

impl PlanFile {
    /// Opens a plan file.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are not a plan file, if they were written by a release that the [module](self) does not
    /// support, or if the parts of the file have more than 256 MiB.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::show::plan_file::PlanFile;
    ///
    /// let error = PlanFile::from_slice(br#"{"format_version": "1.2"}"#).unwrap_err();
    /// assert_eq!(error.to_string(), "a plan file is required, got JSON");
    /// ```
    pub fn from_slice(bytes: &[u8]) -> Result<Self> {
        Self::with_limit(bytes, LIMIT)
    }

    /// Opens a plan file whose parts have at most `limit` bytes together when they are decompressed.
    ///
    /// # Errors
    ///
    /// Fails in the same cases as [`PlanFile::from_slice`].
    pub fn with_limit(bytes: &[u8], limit: u64) -> Result<Self> {
        if let Some(got) = another(bytes) {
            return Err(Error::mismatch("a plan file", got));
        }
        let archive = Archive::read(bytes, limit)?;
        let plan = archive.require(PLAN)?;
        let release = Release::of(&message(plan)?, &archive)?;
        let plan = message(plan)?;
        Ok(PlanFile {
            archive,
            plan,
            release,
        })
    }

    /// Returns the version of Terraform or OpenTofu that wrote the file.
    #[must_use]
    pub fn terraform_version(&self) -> &str {
        &self.plan.terraform_version
    }

    /// Returns the workspace that was planned, if the state is in a backend.
    #[must_use]
    pub fn workspace(&self) -> Option<&str> {
        self.plan
            .backend
            .as_ref()
            .map(|backend| &*backend.workspace)
    }

    /// Returns the type of the backend that stores the state, such as `s3`.
    #[must_use]
    pub fn backend(&self) -> Option<&str> {
        self.plan.backend.as_ref().map(|backend| &*backend.r#type)
    }

    /// Reads the state before the plan, after it was refreshed.
    ///
    /// # Errors
    ///
    /// Fails if the state is missing or is not a state file.
    pub fn prior_state(&self) -> Result<StateFile> {
        super::from_slice(self.archive.require(PRIOR_STATE)?)
    }

    /// Reads the state that the previous run has stored.
    ///
    /// # Errors
    ///
    /// Fails if the state is missing or is not a state file.
    pub fn previous_state(&self) -> Result<StateFile> {
        super::from_slice(self.archive.require(PREVIOUS_STATE)?)
    }

    /// Iterates over the files of the configuration that was planned, of all modules.
    pub fn configuration(&self) -> impl Iterator<Item = ConfigurationFile<'_>> {
        self.archive
            .below(CONFIGURATION)
            .filter_map(|(path, content)| {
                let (module, name) = path.rsplit_once('/')?;
                Some(ConfigurationFile {
                    module,
                    name,
                    content,
                })
            })
    }

    /// Returns the text of the lock file, with the versions of the providers; `None` if there is none.
    ///
    /// # Errors
    ///
    /// Fails if it is not UTF-8.
    pub fn lock_file(&self) -> Result<Option<&str>> {
        let text = self.archive.get(LOCK_FILE).map(std::str::from_utf8);
        text.transpose()
            .map_err(|_| Error::syntax("the lock file is not UTF-8"))
    }

    /// Returns the plan that `terraform show -json` would print. The [module](self) lists the differences.
    ///
    /// # Errors
    ///
    /// Fails if the schemas do not have a type that the plan uses, or if a value does not fit its schema, for example
    /// because the schemas are from another version of the provider.
    pub fn plan(&self, schemas: &ProviderSchemas) -> Result<Plan> {
        let source = &self.plan;
        let kinds = Kinds::new(schemas, self.release);
        let state = self.prior_state()?;
        let at =
            |name: &'static str| move |error: Error| error.at_step(Step::Attribute(name.into()));
        let changes = source
            .resource_changes
            .iter()
            .map(|change| Decoded::decode(change, &kinds));
        let changes: Vec<_> = changes
            .collect::<Result<_>>()
            .map_err(at("resource_changes"))?;
        let planned = tree::planned(changes.iter(), &kinds).map_err(at("planned_values"))?;
        let drift = source
            .resource_drift
            .iter()
            .map(|change| Decoded::decode(change, &kinds));
        let drift = drift.filter(|change| match change {
            // A plan that only refreshes shows objects that were only moved, too.
            Ok(change) => source.ui_mode == 2 || !change.actions.is_no_op(),
            Err(_) => true,
        });
        let drift: Vec<_> = drift.collect::<Result<_>>().map_err(at("resource_drift"))?;
        let (outputs, output_changes) = self.outputs(&kinds).map_err(at("output_changes"))?;
        let deferred =
            change::deferred(&source.deferred_changes, &kinds).map_err(at("deferred_changes"))?;
        let invocations = source.action_invocations.iter();
        let invocations = invocations.map(|one| invocations::invocation(&message(one)?, &kinds));
        let deferred_invocations = source.deferred_action_invocations.iter();
        let deferred_invocations =
            deferred_invocations.map(|one| invocations::deferred(one, &kinds));
        let state_checks = checks::of_state(&state.check_results)?;
        // OpenTofu's plans do not say it.
        let said = |says: bool| self.release.is_terraform().then_some(says);
        Ok(Plan {
            format_version: Some(FormatVersion { major: 1, minor: 2 }),
            terraform_version: Some(source.terraform_version.clone()),
            variables: self.variables().map_err(at("variables"))?,
            planned_values: Some(Values {
                outputs,
                root_module: Some(planned),
                ..Values::default()
            }),
            resource_drift: shown(drift, &kinds).map_err(at("resource_drift"))?,
            resource_changes: shown(changes, &kinds).map_err(at("resource_changes"))?,
            deferred_changes: deferred,
            deferred_action_invocations: deferred_invocations
                .collect::<Result<_>>()
                .map_err(at("deferred_action_invocations"))?,
            output_changes,
            action_invocations: invocations
                .collect::<Result<_>>()
                .map_err(at("action_invocations"))?,
            prior_state: tree::state(&state, &kinds, state_checks).map_err(at("prior_state"))?,
            relevant_attributes: self.relevant_attributes()?,
            checks: checks::of_plan(&source.check_results).map_err(at("checks"))?,
            timestamp: change::some(&source.timestamp),
            applyable: said(source.applyable),
            complete: said(source.complete),
            errored: Some(source.errored),
            ..Plan::default()
        })
    }

    fn variables(&self) -> Result<BTreeMap<String, Variable>> {
        let variables = self.plan.variables.iter().map(|(name, encoded)| {
            let at = |error: Error| error.redact().at_step(Step::Key(name.as_str().into()));
            let value = msgpack::value_from_slice(&encoded.msgpack, &Type::Dynamic).map_err(at)?;
            let value = known(&value).map_err(at)?;
            Ok((
                name.clone(),
                Variable {
                    value,
                    ..Variable::default()
                },
            ))
        });
        variables.collect()
    }

    /// Returns the planned outputs, and the changes of all outputs.
    fn outputs(
        &self,
        kinds: &Kinds<'_>,
    ) -> Result<(BTreeMap<String, Output>, BTreeMap<String, super::Change>)> {
        let (mut outputs, mut changes) = (BTreeMap::new(), BTreeMap::new());
        for source in &self.plan.output_changes {
            let source: proto::OutputChange = message(source)?;
            let at = |error: Error| error.at_step(Step::Key(source.name.as_str().into()));
            let (change, after) = change::output(&source, kinds).map_err(at)?;
            if change.actions != [super::Action::Delete].into() {
                let is_known = after.is_wholly_known();
                let ty = is_known
                    .then(|| Raw::from_json(&after.ty().to_json()))
                    .transpose()?;
                let value = if is_known { known(&after)? } else { None };
                let output = Output {
                    sensitive: source.sensitive,
                    value,
                    r#type: ty,
                    ..Output::default()
                };
                outputs.insert(source.name.clone(), tree::with_sensitive(output)?);
            }
            changes.insert(source.name.clone(), change);
        }
        Ok((outputs, changes))
    }

    fn relevant_attributes(&self) -> Result<Vec<RelevantAttribute>> {
        let attributes = self.plan.relevant_attributes.iter().map(|source| {
            let source: proto::RelevantAttribute = message(source)?;
            let attribute = source.attr.as_ref().map(change::path).transpose()?;
            let mut relevant = RelevantAttribute {
                resource: source.resource.clone(),
                attribute: attribute.unwrap_or_default(),
                ..RelevantAttribute::default()
            };
            if relevant.attribute.is_empty() {
                // Terraform prints it, too.
                relevant
                    .other
                    .insert("attribute".to_owned(), Raw::from_json("[]")?);
            }
            Ok(relevant)
        });
        attributes.collect()
    }
}

/// Returns changes in the order in which Terraform prints them. It hides that it removes data sources from the state.
fn shown(mut changes: Vec<Decoded<'_>>, kinds: &Kinds<'_>) -> Result<Vec<super::ResourceChange>> {
    changes.sort_by(Decoded::order);
    let is_shown = |change: &Decoded<'_>| {
        let is_data = change
            .address
            .resource()
            .is_ok_and(|(mode, ..)| mode == super::Mode::Data);
        !(is_data && change.actions == [super::Action::Delete].into())
    };
    let changes = changes.into_iter().filter(is_shown);
    changes.map(|change| change.shown(kinds)).collect()
}

/// Decodes a message.
fn message<M: Record + Default>(bytes: &[u8]) -> Result<M> {
    decode(bytes).map_err(|error| Error::data(format!("the plan file is damaged: {error}")))
}

/// Returns what other kind of file this is.
fn another(bytes: &[u8]) -> Option<&'static str> {
    let json = bytes.trim_ascii_start();
    if json.starts_with(b"{") {
        let has = |name: &str| {
            json.windows(name.len())
                .any(|window| window == name.as_bytes())
        };
        return Some(match () {
            () if has("\"encryption_version\"") => {
                "an encrypted plan of OpenTofu, which this library cannot decrypt"
            }
            () if has("\"remote_plan_format\"") => "a bookmark of a plan that HCP Terraform keeps",
            () => "JSON",
        });
    }
    if bytes.starts_with(PLAN.as_bytes()) {
        return Some("a plan of Terraform 0.11 or older");
    }
    if bytes.starts_with(b"PK") {
        None
    } else {
        Some("another file")
    }
}
