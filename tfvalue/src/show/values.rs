//! The state, and values of resources and outputs.

use std::collections::BTreeMap;

use super::checks::Check;
use super::document;
use super::field;
use super::instance_key::Key;
use super::mode::Mode;
use super::object::{self, Other, object};
use super::raw::Raw;
use super::snapshot::Snapshot;
use super::version::FormatVersion;
use crate::error::Result;
use crate::ty::Type;

object! {
    /// A state: what `terraform show -json` prints of a state, and a part of a plan.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::show::State;
    ///
    /// let state = State::from_slice(br#"{"format_version": "1.0", "values": {"root_module": {
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
        /// The version of the format.
        pub format_version: FormatVersion,
        /// The version of Terraform that wrote the state.
        pub terraform_version: Option<String>,
        /// The values; none where the state is empty.
        pub values: Option<Values>,
        /// What became of the checks when the state was written.
        pub checks: Vec<Check>,
    }

    /// Values of outputs and resources.
    pub struct Values {
        /// The outputs of the root module.
        pub outputs: BTreeMap<String, Output>,
        /// The root module.
        pub root_module: Option<Module>,
    }

    /// The resources of a module.
    pub struct Module {
        /// The address; none for the root module.
        pub address: Option<String>,
        /// The instances of resources.
        pub resources: Vec<Resource>,
        /// The modules called by this one.
        pub child_modules: Vec<Module>,
    }

    /// An instance of a resource.
    pub struct Resource {
        /// The absolute address.
        pub address: String,
        /// What kind of resource it is.
        pub mode: Mode,
        /// The type, such as `aws_instance`.
        pub r#type: String,
        /// The name.
        pub name: String,
        /// The key of the instance, where there is `count` or `for_each`.
        pub index: Option<Key>,
        /// The address of the provider.
        pub provider_name: Option<String>,
        /// The version of the schema that the values follow.
        pub schema_version: Option<u64>,
        /// The values of the attributes; see [`Resource::snapshot`].
        pub values: Option<Raw>,
        /// True wherever the values are sensitive.
        pub sensitive_values: Option<Raw>,
        /// What the resource depends on.
        pub depends_on: Vec<String>,
        /// Whether the object is to be replaced.
        pub tainted: bool,
        /// The key of an object that is to be destroyed, and has another in its place.
        pub deposed_key: Option<String>,
        /// The version of the schema that the identity follows.
        pub identity_schema_version: Option<u64>,
        /// The identity.
        pub identity: Option<Raw>,
    }

    /// An output value of the root module.
    pub struct Output {
        /// Whether the value is sensitive.
        pub sensitive: bool,
        /// The value; none where it is not known yet.
        pub value: Option<Raw>,
        /// The type, as JSON; see [`Output::ty`].
        pub r#type: Option<Raw>,
        /// What to use instead, in OpenTofu.
        pub deprecated: Option<String>,
    }
}

impl State {
    /// Goes over the resources of all modules.
    pub fn resources(&self) -> impl Iterator<Item = &Resource> {
        self.values.iter().flat_map(Values::resources)
    }
}

impl Values {
    /// Goes over the resources of all modules, those of a module before those of the modules that
    /// it calls.
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
    /// Returns the values, with what is sensitive.
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
    /// Returns the type, which is given since Terraform 1.2.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::Type;
    /// use tfvalue::show::State;
    ///
    /// let state = State::from_slice(br#"{"format_version": "1.0", "values": {
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
    /// If it is not a type.
    pub fn ty(&self) -> Result<Option<Type>> {
        let json = self.r#type.as_ref();
        json.map(|json| Type::from_json(json.get().as_bytes()))
            .transpose()
    }
}

/// Fails if a state is another document, which as a state would be empty.
fn check(state: &State) -> Result<()> {
    match state.values {
        Some(_) => Ok(()),
        None => document::refuse(document::STATE, document::another(&state.other)),
    }
}
