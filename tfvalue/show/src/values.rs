//! A state, and the values of resources and outputs.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use tfvalue::{Result, Type};

use super::checks::Check;
use super::document;
use super::field;
use super::instance_key::Key;
use super::mode::Mode;
use super::object::{self, Other, object};
use super::raw::Raw;
use super::snapshot::Snapshot;
use super::version::FormatVersion;

object! {
    /// A state: the output of `terraform show -json` for a state, or part of a plan.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue_show::State;
    ///
    /// let state: State = tfvalue_show::from_str(r#"{"format_version": "1.0", "values": {"root_module": {
    ///     "child_modules": [{"address": "module.m", "resources": [{
    ///         "address": "module.m.x_bucket.b[0]", "mode": "managed", "type": "x_bucket",
    ///         "name": "b", "index": 0, "values": {"name": "logs"}
    ///     }]}]
    /// }}}"#)?;
    /// let bucket = state.resources().next().unwrap();
    /// let values: std::collections::BTreeMap<String, String> = bucket.snapshot().read()?;
    /// assert_eq!(values["name"], "logs");
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub struct State, checked by check {
        /// The version of the format. Minor versions only add members.
        pub format_version: FormatVersion,
        /// The version of Terraform that wrote the state.
        pub terraform_version: Option<String>,
        /// The values; `None` if the state is empty.
        pub values: Option<Values>,
        /// The results of the checks when the state was written.
        pub checks: Vec<Check>,
    }

    /// The values of outputs and resources.
    pub struct Values {
        /// The outputs of the root module.
        pub outputs: BTreeMap<String, Output>,
        /// The resources of the root module, which contains all other modules.
        pub root_module: Option<Module>,
    }

    /// The resources of a module.
    pub struct Module {
        /// The address; `None` for the root module.
        pub address: Option<String>,
        /// The instances of resources.
        pub resources: Vec<Resource>,
        /// The modules that this module calls.
        pub child_modules: Vec<Module>,
    }

    /// An instance of a resource.
    pub struct Resource {
        /// The absolute address, which begins with the address of the module.
        pub address: String,
        /// The mode of the resource.
        pub mode: Mode,
        /// The type, such as `aws_instance`.
        pub r#type: String,
        /// The second label of the block in the configuration.
        pub name: String,
        /// The key of the instance, if the resource has `count` or `for_each`.
        pub index: Option<Key>,
        /// The address of the provider.
        pub provider_name: Option<String>,
        /// The version of the resource's schema to which `values` conforms.
        pub schema_version: Option<u64>,
        /// The values of the attributes. They can be read with [`Resource::snapshot`].
        pub values: Option<Raw>,
        /// The sensitive parts of the values, each marked with `true`.
        pub sensitive_values: Option<Raw>,
        /// The addresses of the resource's dependencies.
        pub depends_on: Vec<String>,
        /// Whether the object is tainted. In this case, the next apply replaces the object.
        pub tainted: bool,
        /// The key of a deposed object, which has been replaced but not yet destroyed.
        pub deposed_key: Option<String>,
        /// The version of the identity's schema to which `identity` conforms.
        pub identity_schema_version: Option<u64>,
        /// The identity of the remote object; `None` if the resource has no identity.
        pub identity: Option<Raw>,
    }

    /// An output value of the root module.
    pub struct Output {
        /// Whether Terraform hides the value in its output. The JSON always contains the value.
        pub sensitive: bool,
        /// The value; `None` if the value is unknown.
        pub value: Option<Raw>,
        /// The type as JSON. It can be read with [`Output::ty`].
        pub r#type: Option<Raw>,
        /// The deprecation message, in OpenTofu.
        pub deprecated: Option<String>,
    }
}

impl State {
    /// Iterates over the resources of all modules.
    pub fn resources(&self) -> impl Iterator<Item = &Resource> {
        self.values.iter().flat_map(Values::resources)
    }
}

impl Values {
    /// Iterates over the resources of all modules. A module comes before its child modules.
    pub fn resources(&self) -> impl Iterator<Item = &Resource> {
        let mut modules: Vec<&Module> = self.root_module.iter().collect();
        std::iter::from_fn(move || {
            let module = modules.pop()?;
            modules.extend(module.child_modules.iter().rev());
            Some(&module.resources)
        })
        .flatten()
    }
}

impl Resource {
    /// Returns the values, with their sensitive parts.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot<'_> {
        Snapshot {
            values: self.values.as_ref(),
            unknown: None,
            sensitive: self.sensitive_values.as_ref(),
        }
    }
}

impl Output {
    /// Returns the value, which is either sensitive as a whole or not sensitive at all.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot<'_> {
        static ALL: LazyLock<Raw> = LazyLock::new(Raw::all);
        Snapshot {
            values: self.value.as_ref(),
            unknown: None,
            sensitive: self.sensitive.then(|| &*ALL),
        }
    }

    /// Returns the type, which Terraform has written since version 1.2.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::Type;
    /// use tfvalue_show::State;
    ///
    /// let state: State = tfvalue_show::from_str(r#"{"format_version": "1.0", "values": {
    ///     "outputs": {"zones": {"value": ["b", "a"], "type": ["set", "string"]}}
    /// }}"#)?;
    /// let output = &state.values.unwrap().outputs["zones"];
    /// let ty = output.ty()?.unwrap_or(Type::Dynamic);
    /// let value = output.value.as_ref().unwrap().to_value(&ty)?;
    /// assert_eq!(value.to_string(), r#"toset(["a", "b"])"#);
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the JSON is not a type.
    pub fn ty(&self) -> Result<Option<Type>> {
        let json = self.r#type.as_ref();
        json.map(|json| Type::from_json(json.get().as_bytes()))
            .transpose()
    }
}

/// Fails if the document is of another kind, which would otherwise be read as an empty state.
fn check(state: &State) -> Result<()> {
    match state.values {
        Some(_) => Ok(()),
        None => document::refuse(document::STATE, document::another(&state.other)),
    }
}
