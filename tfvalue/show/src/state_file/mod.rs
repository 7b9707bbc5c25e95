//! State files: `terraform.tfstate`, in version 4 of the format. Terraform 0.12 and later, and all versions of
//! OpenTofu, write such files, and `terraform state pull` prints them.
//!
//! A [`StateFile`] represents the whole file. [`Instances`] keeps only one object in memory at a time, so files of any
//! size can be read.
//!
//! The object of a resource instance, [`Instance`], remains JSON until it is read. It can be read as a derived struct,
//! which also upgrades objects from an older version of the provider, or as a [`Value`](tfvalue::Value) with a schema.
//!
//! `Debug` does not show the values of attributes, outputs and private data. Errors do not show values that the file
//! marks as sensitive.
//!
//! Source: the package `statefile` of Terraform and OpenTofu.
//!
//! # Examples
//!
//! ```
//! use tfvalue_show::state_file::StateFile;
//!
//! use tfvalue::{Attr, TfSchema};
//!
//! #[derive(TfSchema)]
//! #[tf(kind = resource)]
//! struct Bucket {
//!     #[tf(required)]
//!     name: Attr<String>,
//! }
//!
//! let file: StateFile = tfvalue_show::from_str(r#"{
//!     "version": 4, "terraform_version": "1.11.4", "serial": 3, "lineage": "7ec5", "outputs": {},
//!     "resources": [{
//!         "module": "module.logs", "mode": "managed", "type": "x_bucket", "name": "b",
//!         "provider": "provider[\"registry.terraform.io/x/x\"]",
//!         "instances": [
//!             {"index_key": "eu", "schema_version": 0, "attributes": {"name": "logs-eu"}},
//!             {"index_key": "us", "schema_version": 0, "attributes": {"name": "logs-us"}}
//!         ]
//!     }]
//! }"#)?;
//! for (resource, instance) in file.instances() {
//!     let bucket: Bucket = instance.read()?;
//!     println!("{}: {:?}", resource.address(instance), bucket.name);
//! }
//! # let (resource, instance) = file.instances().last().unwrap();
//! # assert_eq!(resource.address(instance), r#"module.logs.x_bucket.b["us"]"#);
//! # assert_eq!(instance.read::<Bucket>()?.name.as_deref(), Some("logs-us"));
//! # Ok::<(), tfvalue::Error>(())
//! ```

mod instance;
mod stream;
mod version;
mod walk;

use std::borrow::Cow;
use std::collections::BTreeMap;

use tfvalue::schema::{Identity, ProviderSchema, ProviderSchemas, Schema};
use tfvalue::{Error, Result};

pub use self::instance::{Instance, Status};
pub use self::stream::Instances;
pub use self::version::Version;
use super::address;
use super::checks::CheckStatus;
use super::document;
use super::field;
use super::mode::Mode;
use super::object::{self, Other, object};
use super::values::Output;
use crate::error;

object! {
    /// A state file; see the [module](self).
    ///
    /// State files are read by the functions of the parent module, such as
    /// [`tfvalue_show::from_slice`](super::from_slice) and [`tfvalue_show::from_reader`](super::from_reader).
    pub struct StateFile, checked by check {
        /// The version of the format.
        pub version: Version,
        /// The version of Terraform or OpenTofu that wrote the file.
        pub terraform_version: Option<String>,
        /// The serial number of the state, which increases with each new state.
        pub serial: u64,
        /// The name of the series of states to which this state belongs. The name is created together with the first
        /// state.
        pub lineage: String,
        /// The outputs of the root module.
        pub outputs: BTreeMap<String, Output>,
        /// The resources of all modules.
        pub resources: Vec<Resource>,
        /// The results of the checks when the state was written.
        pub check_results: Vec<CheckResult>,
    }

    /// A resource with its instances.
    pub struct Resource {
        /// The address of the module instance; `None` for the root module.
        pub module: Option<String>,
        /// The mode of the resource: managed or data.
        pub mode: Mode,
        /// The type, such as `aws_instance`.
        pub r#type: String,
        /// The second label of the block in the configuration.
        pub name: String,
        /// `list` if the resource has `count`, `map` if the resource has `for_each`. Present only in files from
        /// Terraform 0.12.
        pub each: Option<String>,
        /// The configuration of the provider, such as `provider["registry.terraform.io/hashicorp/aws"].west`. `None` if
        /// each instance has its own configuration (OpenTofu).
        pub provider: Option<String>,
        /// The objects of the instances; empty in items of [`Instances`].
        pub instances: Vec<Instance>,
    }

    /// The results of the conditions of an object in the configuration.
    pub struct CheckResult {
        /// The kind of object: `resource`, `output`, `check` or `var`.
        pub object_kind: String,
        /// The address of the object in the configuration.
        pub config_addr: String,
        /// The combined status of all instances.
        pub status: CheckStatus,
        /// The result for each instance.
        pub objects: Vec<CheckObject>,
    }

    /// The result of the conditions for one instance.
    pub struct CheckObject {
        /// The address of the instance.
        pub object_addr: String,
        /// The status of the instance.
        pub status: CheckStatus,
        /// The error messages of the conditions that are not met.
        pub failure_messages: Vec<String>,
    }
}

impl StateFile {
    /// Iterates over the objects of all instances, with the resource of each object.
    pub fn instances(&self) -> impl Iterator<Item = (&Resource, &Instance)> {
        let resources = self.resources.iter();
        resources.flat_map(|resource| resource.instances.iter().map(move |one| (resource, one)))
    }
}

impl Resource {
    /// Returns the address of an instance of this resource, which begins with the address of the module.
    ///
    /// A deposed object has the same address as its instance.
    #[must_use]
    pub fn address(&self, instance: &Instance) -> String {
        let key = instance.index_key.as_ref();
        address::of_instance(
            self.module.as_deref(),
            &self.mode,
            &self.r#type,
            &self.name,
            key,
        )
    }

    /// Returns the address of an instance's provider, such as `registry.terraform.io/hashicorp/aws`. Returns `None` if
    /// the file does not contain the address, as in Terraform 0.12.
    #[must_use]
    pub fn provider_name<'a>(&'a self, instance: &'a Instance) -> Option<&'a str> {
        let config = instance.provider.as_deref().or(self.provider.as_deref());
        config.and_then(address::provider)
    }

    /// Returns the schema of this resource from the output of `terraform providers schema -json`.
    ///
    /// The schema of a data source is returned with the version of the instance: OpenTofu, and Terraform before 1.12,
    /// store version 0 for every data source.
    ///
    /// # Errors
    ///
    /// Fails if the schemas do not contain the provider or the type.
    pub fn schema<'s>(
        &self,
        instance: &Instance,
        schemas: &'s ProviderSchemas,
    ) -> Result<Cow<'s, Schema>> {
        let provider = self.provider_schema(instance, schemas)?;
        let schemas = match self.mode {
            Mode::Data => &provider.data_source_schemas,
            _ => &provider.resource_schemas,
        };
        let schema = schemas.get(&self.r#type).ok_or_else(|| {
            let (mode, name) = (&self.mode, &self.r#type);
            error::data(format!("the schemas have no {mode} resource type {name:?}"))
        })?;
        let version = i64::try_from(instance.schema_version).ok();
        Ok(
            match version.filter(|version| self.mode == Mode::Data && *version != schema.version) {
                Some(version) => {
                    let mut schema = schema.clone();
                    schema.version = version;
                    Cow::Owned(schema)
                }
                None => Cow::Borrowed(schema),
            },
        )
    }

    /// Returns the schema of this resource's identity, or `None` if the resource has no identity.
    ///
    /// # Errors
    ///
    /// Fails if the schemas do not contain the provider.
    pub fn identity_schema<'s>(
        &self,
        instance: &Instance,
        schemas: &'s ProviderSchemas,
    ) -> Result<Option<&'s Identity>> {
        let provider = self.provider_schema(instance, schemas)?;
        Ok(provider.resource_identity_schemas.get(&self.r#type))
    }

    fn provider_schema<'s>(
        &self,
        instance: &Instance,
        schemas: &'s ProviderSchemas,
    ) -> Result<&'s ProviderSchema> {
        let name = self.provider_name(instance);
        let name =
            name.ok_or_else(|| error::data("the file does not name the provider by its address"))?;
        let provider = schemas.provider_schemas.get(name);
        provider.ok_or_else(|| error::data(format!("the schemas have no provider {name:?}")))
    }
}

/// Fails if the document is of another kind.
fn check(file: &StateFile) -> Result<()> {
    match file.other.keys().find_map(|name| another(name)) {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

/// Returns the error for a document that has a root member of another kind.
pub(super) fn another(name: &str) -> Option<Error> {
    let got = match name {
        "encryption_version" => {
            "an encrypted state of OpenTofu, which `tofu state pull` decrypts with the configuration"
        }
        "format_version" => "the output of `terraform show -json`",
        _ => document::kind(name)?,
    };
    Some(error::mismatch("a state file", got))
}
