//! What `terraform show -json` and `tofu show -json` print: plans, states and configurations, for
//! policy checks, cost estimates, drift reports and migrations.
//!
//! Source: "JSON Output Format" of Terraform, with what its code has added since. All of format
//! 0.1 to 1.2 has a field; what a newer minor version adds is kept in `other`, and written again.
//! Words of enumerations that may grow are kept too. The values of attributes stay JSON
//! ([`Raw`]) until they are asked for.
//!
//! [`Plan`], [`State`] and [`Configuration`] read a whole document; [`ResourceChanges`] iterates
//! over the changes of a plan that is larger than memory. Redacted plans are read too. A change has a [`Snapshot`] before and one after, which are
//! read as structs or as [`Value`](crate::Value)s, with what is unknown and sensitive.
//!
//! Errors name the line, the column and the path. Those of a value that is asked for later name
//! its path alone.
//!
//! # Examples
//!
//! ```
//! use tfvalue::show::Plan;
//! use tfvalue::{Attr, TfSchema, Unknown};
//!
//! /// A view of `aws_instance`, which has many more attributes.
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
//! let plan = Plan::from_slice(br#"{"format_version": "1.2", "resource_changes": [{
//!     "address": "aws_instance.web", "mode": "managed", "type": "aws_instance", "name": "web",
//!     "change": {
//!         "actions": ["create"],
//!         "before": null,
//!         "after": {"ami": "ami-1", "root_block_device": [{"volume_size": 20}]},
//!         "after_unknown": {"id": true, "root_block_device": [{"encrypted": true}]}
//!     }
//! }]}"#)?;
//! for changed in &plan.resource_changes {
//!     let instance: Instance = changed.change.after().view()?;
//!     let disks = instance.root_block_device.known().unwrap();
//!     assert!(disks[0].encrypted.is_unknown());
//! }
//! # Ok::<(), tfvalue::Error>(())
//! ```

mod actions;
mod change;
mod checks;
mod config;
mod document;
mod error_path;
mod field;
mod instance_key;
mod mode;
mod object;
mod open_enum;
mod plan;
mod raw;
mod scan;
mod snapshot;
mod stream;
mod tree;
mod type_text;
mod values;
mod version;

use std::io::{BufReader, Read};

use serde::Serialize;
use serde::de::DeserializeOwned;

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
use crate::error::Result;

/// Reading and writing of whole documents.
macro_rules! documents {
    ($($Name:ident)*) => {$(
        impl $Name {
            /// Reads the document from memory.
            ///
            /// # Errors
            ///
            /// Fails if it is not JSON, a field has the wrong type, a required field is missing, a
            /// field is duplicate, the version of the format is not supported, or it is another
            /// document, such as a state in the place of a plan.
            pub fn from_slice(json: &[u8]) -> Result<Self> {
                error_path::follow((1, 1), || serde_json::from_slice(json))
            }

            /// Reads the document in one pass, without its text in memory as a whole.
            ///
            /// The reader needs no buffer of its own.
            ///
            /// # Errors
            ///
            /// As for `from_slice`, and if reading fails.
            pub fn from_reader<R: Read>(reader: R) -> Result<Self> {
                error_path::follow((1, 1), || from_reader(reader))
            }

            /// Writes the document as compact JSON.
            ///
            /// # Errors
            ///
            /// None that a document which was read can give.
            pub fn to_json(&self) -> Result<String> {
                to_json(self)
            }
        }
    )*};
}

documents! { Plan State Configuration }

fn from_reader<T: DeserializeOwned, R: Read>(reader: R) -> serde_json::Result<T> {
    serde_json::from_reader(BufReader::with_capacity(1 << 16, reader))
}

fn to_json<T: Serialize>(document: &T) -> Result<String> {
    error_path::follow((1, 1), || serde_json::to_string(document))
}
