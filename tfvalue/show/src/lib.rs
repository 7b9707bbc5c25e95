//! Plans, states and configurations in the format of `terraform show -json` and `tofu show -json`, for policy checks,
//! cost estimates, drift reports and migrations.
//!
//! The functions have the same names as the functions in [`json`](tfvalue::json), and work with the types that implement
//! [`Document`]: [`Plan`], [`State`] and [`Configuration`]. For a plan that is larger than memory, iterate over the
//! changes with [`ResourceChanges`]. A [`Change`] has a [`Snapshot`] of the value before the change and a snapshot of
//! the value after the change. A snapshot also records the unknown and sensitive parts, and is read as a struct or as a
//! [`Value`](tfvalue::Value).
//!
//! Every member in format versions 0.1 to 1.2 has a corresponding field. Members from newer minor versions are kept in
//! `other`, and unknown strings are kept in the `Other` variant of enums. All of them are written back. The values of
//! attributes remain JSON ([`Raw`]) until they are read. Redacted plans are read too.
//!
//! [`state_file`] reads state files, the files in which Terraform stores states. The format of plan files is internal
//! to Terraform: `terraform show -json FILE` prints the plan in a plan file.
//!
//! Errors contain the line, the column and the path. The values of attributes are read later, so the path of an error
//! in such a value begins at the value.
//!
//! Source: "JSON Output Format" in Terraform's documentation, and the later additions in Terraform's code.
//!
//! # Examples
//!
//! ```
//! use tfvalue_show::Plan;
//! use tfvalue::{Attr, TfSchema, Unknown};
//!
//! /// Some attributes of `aws_instance`.
//! #[derive(TfSchema)]
//! struct Instance {
//!     #[tf(block)]
//!     root_block_device: Unknown<Vec<Disk>>,
//! }
//!
//! #[derive(TfSchema)]
//! struct Disk {
//!     #[tf(optional, computed)]
//!     encrypted: Attr<bool>,
//! }
//!
//! let plan: Plan = tfvalue_show::from_str(r#"{"format_version": "1.2", "resource_changes": [{
//!     "address": "aws_instance.web", "mode": "managed", "type": "aws_instance", "name": "web",
//!     "change": {
//!         "actions": ["create"],
//!         "before": null,
//!         "after": {"ami": "ami-1", "root_block_device": [{"volume_size": 20}]},
//!         "after_unknown": {"id": true, "root_block_device": [{"encrypted": true}]}
//!     }
//! }]}"#)?;
//! for changed in &plan.resource_changes {
//!     let instance: Instance = changed.change.after().read_ignoring_unsupported()?;
//!     let disks = instance.root_block_device.known().unwrap();
//!     assert!(disks[0].encrypted.is_unknown());
//! }
//! # Ok::<(), tfvalue::Error>(())
//! ```

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod actions;
mod address;
mod change;
mod checks;
mod config;
mod document;
mod error;
mod field;
mod instance_key;
mod mode;
mod object;
mod open_enum;
mod plan;
mod raw;
mod scan;
mod snapshot;
pub mod state_file;
mod stream;
mod tree;
mod type_text;
mod values;
mod version;

use std::io;

use serde_json::de::{IoRead, Read, SliceRead};
use tfvalue::__internal::show::{json_error, read_at};
use tfvalue::Result;

pub use self::actions::{Action, Actions};
pub use self::change::{Change, Importing};
pub use self::checks::{
    Check, CheckAddress, CheckInstance, CheckInstanceAddress, CheckProblem, CheckStatus,
    ConditionResult,
};
pub use self::config::{
    Argument, Body, ConfigModule, ConfigOutput, ConfigResource, ConfigVariable, Configuration,
    Expression, ModuleCall, ProviderConfig, Provisioner,
};
use self::field::Field;
pub use self::instance_key::Key;
pub use self::mode::Mode;
pub use self::object::Other;
pub use self::plan::{
    ActionInvocation, ActionReason, DeferredActionInvocation, DeferredChange, DeferredReason,
    InvokeActionTrigger, LifecycleActionTrigger, OutputChange, Plan, RelevantAttribute,
    ResourceChange, Variable,
};
pub use self::raw::Raw;
pub use self::snapshot::Snapshot;
pub use self::stream::ResourceChanges;
pub use self::values::{Module, Output, Resource, State, Values};
pub use self::version::FormatVersion;

/// A type that represents a document: [`Plan`], [`State`], [`Configuration`] and
/// [`StateFile`](state_file::StateFile).
pub trait Document: Sized + sealed::Document {}

impl<T: sealed::Document> Document for T {}

mod sealed {
    #[allow(private_bounds)] // seals the trait
    pub trait Document: super::field::Field {}

    impl Document for super::Plan {}
    impl Document for super::State {}
    impl Document for super::Configuration {}
    impl Document for super::state_file::StateFile {}
}

/// Reads a document from bytes.
///
/// # Errors
///
/// Fails if the bytes are not JSON, if a member has the wrong type, is missing or is duplicated, if the version of the
/// format is not supported, or if the document is of another kind, such as a state instead of a plan.
///
/// # Examples
///
/// ```
/// use tfvalue_show::Plan;
///
/// let plan: Plan = tfvalue_show::from_slice(br#"{"format_version": "1.2", "errored": true}"#)?;
/// assert!(plan.resource_changes.is_empty());
///
/// let error = tfvalue_show::from_slice::<Plan>(br#"{"format_version": "2.0"}"#).unwrap_err();
/// assert_eq!(error.path().to_string(), "format_version");
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn from_slice<T: Document>(json: &[u8]) -> Result<T> {
    read(SliceRead::new(json))
}

/// Reads a document from a string.
///
/// # Errors
///
/// Fails in the same cases as [`from_slice`].
///
/// # Examples
///
/// ```
/// use tfvalue_show::State;
///
/// let state: State = tfvalue_show::from_str(r#"{"format_version": "1.0", "terraform_version": "1.9.0"}"#)?;
/// assert_eq!(state.terraform_version.as_deref(), Some("1.9.0"));
///
/// let error = tfvalue_show::from_str::<State>(r#"{"format_version": "1.0", "planned_values": {}}"#);
/// assert_eq!(error.unwrap_err().to_string(), "a state is required, got a plan");
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn from_str<T: Document>(json: &str) -> Result<T> {
    from_slice(json.as_bytes())
}

/// Reads a document from a reader, up to its end, without keeping the whole document in memory.
///
/// The reader does not have to be buffered.
///
/// # Errors
///
/// Fails if reading fails, and in the same cases as [`from_slice`].
///
/// # Examples
///
/// ```
/// use tfvalue_show::State;
///
/// // Usually a file, or the output of `terraform show -json`.
/// let reader = &br#"{"format_version": "1.0", "terraform_version": "1.9.0"}"#[..];
/// let state: State = tfvalue_show::from_reader(reader)?;
/// assert_eq!(state.terraform_version.as_deref(), Some("1.9.0"));
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn from_reader<R: io::Read, T: Document>(reader: R) -> Result<T> {
    let reader = io::BufReader::with_capacity(1 << 16, reader);
    read(IoRead::new(reader))
}

fn read<'de, R: Read<'de>, T: Field>(read: R) -> Result<T> {
    let deserializer = serde_json::Deserializer::new(read);
    read_at((1, 1), deserializer, |deserializer, path| {
        T::read(deserializer, path)
    })
}

/// Writes a document as compact JSON bytes.
///
/// # Errors
///
/// Writing a document that was previously read never fails.
///
/// # Examples
///
/// ```
/// use tfvalue_show::State;
///
/// let json = br#"{"format_version":"1.0","terraform_version":"1.9.0"}"#;
/// let state: State = tfvalue_show::from_slice(json)?;
/// assert_eq!(tfvalue_show::to_vec(&state)?, json);
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn to_vec<T: Document>(document: &T) -> Result<Vec<u8>> {
    serde_json::to_vec(document).map_err(json_error)
}

/// Writes a document as a string of compact JSON.
///
/// # Errors
///
/// Writing a document that was previously read never fails.
///
/// # Examples
///
/// Unknown members are written back:
///
/// ```
/// use tfvalue_show::State;
///
/// let json = r#"{"format_version":"1.9","from_the_future":[1.10]}"#;
/// let state: State = tfvalue_show::from_str(json)?;
/// assert_eq!(tfvalue_show::to_string(&state)?, json);
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn to_string<T: Document>(document: &T) -> Result<String> {
    serde_json::to_string(document).map_err(json_error)
}

/// Writes a document as a string of human-readable, indented JSON.
///
/// # Errors
///
/// Writing a document that was previously read never fails.
///
/// # Examples
///
/// ```
/// use tfvalue_show::State;
///
/// let state: State = tfvalue_show::from_str(r#"{"format_version":"1.0"}"#)?;
/// assert_eq!(tfvalue_show::to_string_pretty(&state)?, "{\n  \"format_version\": \"1.0\"\n}");
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn to_string_pretty<T: Document>(document: &T) -> Result<String> {
    serde_json::to_string_pretty(document).map_err(json_error)
}

/// Writes a document as compact JSON to a writer.
///
/// # Errors
///
/// Fails if writing fails.
///
/// # Examples
///
/// ```
/// use tfvalue_show::State;
///
/// let state: State = tfvalue_show::from_str(r#"{"format_version":"1.0","terraform_version":"1.9.0"}"#)?;
/// let mut bytes = Vec::new();
/// tfvalue_show::to_writer(&mut bytes, &state)?;
/// assert_eq!(bytes, tfvalue_show::to_vec(&state)?);
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn to_writer<W: io::Write, T: Document>(writer: W, document: &T) -> Result<()> {
    serde_json::to_writer(writer, document).map_err(json_error)
}
