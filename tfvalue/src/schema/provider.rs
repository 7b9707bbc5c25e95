//! All that a provider announces, and what all providers of a configuration do.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::{Block, Schema, StringKind};
use crate::ty::Type;

/// The schemas of several providers: what `terraform providers schema -json` prints.
///
/// [`json`](super::json) reads and writes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProviderSchemas {
    /// The version of the output's format: "1.0" since Terraform 1.1.
    pub format_version: String,
    /// The schemas of each provider, by its address, such as
    /// "registry.terraform.io/hashicorp/aws".
    pub provider_schemas: BTreeMap<String, ProviderSchema>,
}

/// All schemas of one provider.
///
/// `tfplugin5` and `tfplugin6` make it of the answers to `GetProviderSchema` and
/// `GetResourceIdentitySchemas`, and [`json`](super::json) reads it from Terraform's output.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProviderSchema {
    /// The configuration of the provider itself, where it announces one.
    pub provider: Option<Schema>,
    /// The metadata that modules send to the provider. Terraform's JSON does not show it.
    pub provider_meta: Option<Schema>,
    /// The managed resources.
    pub resource_schemas: BTreeMap<String, Schema>,
    /// The data sources.
    pub data_source_schemas: BTreeMap<String, Schema>,
    /// The ephemeral resources (Terraform 1.10).
    pub ephemeral_resource_schemas: BTreeMap<String, Schema>,
    /// The configurations of lists of resources (1.14).
    pub list_resource_schemas: BTreeMap<String, Schema>,
    /// The actions (1.14).
    pub action_schemas: BTreeMap<String, Action>,
    /// The state stores (1.15, protocol 6).
    pub state_store_schemas: BTreeMap<String, Schema>,
    /// The functions (1.8).
    pub functions: BTreeMap<String, Function>,
    /// What identifies the managed resources (1.12).
    pub resource_identity_schemas: BTreeMap<String, Identity>,
}

/// The configuration of an action: what the action takes is never stored, and so has no version.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Action {
    /// The attributes and nested blocks at the root.
    pub block: Block,
}

/// What a schema describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum SchemaKind {
    /// The configuration of the provider itself.
    Provider,
    /// The metadata that modules send to the provider.
    ProviderMeta,
    /// A managed resource.
    Resource,
    /// A data source.
    DataSource,
    /// An ephemeral resource.
    EphemeralResource,
    /// The configuration of a list of resources.
    ListResource,
    /// An action.
    Action,
    /// A state store.
    StateStore,
}

/// A function of a provider.
///
/// # Examples
///
/// ```
/// use tfvalue::Type;
/// use tfvalue::schema::{Function, Parameter};
///
/// let mut function = Function::new(Type::String);
/// function.summary = "Joins two texts".into();
/// function.parameters = vec![Parameter::new("a", Type::String), Parameter::new("b", Type::String)];
/// assert!(function.validate().is_ok());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// One line that says what it does.
    pub summary: Cow<'static, str>,
    /// What it does.
    pub description: Cow<'static, str>,
    /// The format of the description. Terraform's JSON does not show it.
    pub description_kind: StringKind,
    /// What to use instead, where it should no longer be used.
    pub deprecation_message: Cow<'static, str>,
    /// What it returns.
    pub return_type: Type,
    /// What it takes, in this order.
    pub parameters: Vec<Parameter>,
    /// What it takes any number of, after the other parameters.
    pub variadic_parameter: Option<Parameter>,
}

/// A parameter of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The name.
    pub name: Cow<'static, str>,
    /// What arguments it takes.
    pub ty: Type,
    /// Whether the argument may be null: the function is not called with null otherwise.
    pub allow_null_value: bool,
    /// Whether the function is called with unknown arguments. Terraform's JSON does not show it.
    pub allow_unknown_values: bool,
    /// What the parameter is for.
    pub description: Cow<'static, str>,
    /// The format of the description. Terraform's JSON does not show it.
    pub description_kind: StringKind,
}

/// What identifies a managed resource outside of Terraform's state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// The version of the stored form.
    pub version: i64,
    /// The attributes, sorted by name.
    pub attributes: Vec<IdentityAttribute>,
}

/// An attribute of an identity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdentityAttribute {
    /// The name.
    pub name: Cow<'static, str>,
    /// What values it takes.
    pub ty: Type,
    /// What the attribute is for.
    pub description: Cow<'static, str>,
    /// Whether an import by identity must give it.
    pub required_for_import: bool,
    /// Whether an import by identity may give it.
    pub optional_for_import: bool,
}

impl ProviderSchema {
    /// Goes over the blocks of all schemas with what they describe and their names, the provider's
    /// own first.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::Schema;
    /// use tfvalue::schema::{ProviderSchema, SchemaKind};
    ///
    /// let mut provider = ProviderSchema::default();
    /// provider.resource_schemas.insert("shop_order".into(), Schema::default());
    /// let all: Vec<_> = provider.blocks().map(|(kind, name, _)| (kind, name)).collect();
    /// assert_eq!(all, [(SchemaKind::Resource, "shop_order")]);
    /// ```
    pub fn blocks(&self) -> impl Iterator<Item = (SchemaKind, &str, &Block)> {
        let schemas = self.schemas();
        let schemas = schemas.map(|(kind, name, schema)| (kind, name, &schema.block));
        let actions = self.action_schemas.iter();
        schemas.chain(actions.map(|(name, one)| (SchemaKind::Action, name.as_str(), &one.block)))
    }

    /// Goes over all schemas that have a version.
    pub(super) fn schemas(&self) -> impl Iterator<Item = (SchemaKind, &str, &Schema)> {
        let own = [
            (SchemaKind::Provider, &self.provider),
            (SchemaKind::ProviderMeta, &self.provider_meta),
        ];
        let own = own.into_iter();
        let own = own.filter_map(|(kind, schema)| Some((kind, "", schema.as_ref()?)));
        let named = [
            (SchemaKind::Resource, &self.resource_schemas),
            (SchemaKind::DataSource, &self.data_source_schemas),
            (
                SchemaKind::EphemeralResource,
                &self.ephemeral_resource_schemas,
            ),
            (SchemaKind::ListResource, &self.list_resource_schemas),
            (SchemaKind::StateStore, &self.state_store_schemas),
        ];
        own.chain(named.into_iter().flat_map(|(kind, schemas)| {
            let schemas = schemas.iter();
            schemas.map(move |(name, schema)| (kind, name.as_str(), schema))
        }))
    }
}

impl SchemaKind {
    /// Returns the member of Terraform's JSON under which such schemas stand.
    #[must_use]
    pub fn member(self) -> &'static str {
        match self {
            SchemaKind::Provider => "provider",
            SchemaKind::ProviderMeta => "provider_meta",
            SchemaKind::Resource => "resource_schemas",
            SchemaKind::DataSource => "data_source_schemas",
            SchemaKind::EphemeralResource => "ephemeral_resource_schemas",
            SchemaKind::ListResource => "list_resource_schemas",
            SchemaKind::Action => "action_schemas",
            SchemaKind::StateStore => "state_store_schemas",
        }
    }
}

impl Function {
    /// Makes a function without parameters.
    #[must_use]
    pub fn new(return_type: Type) -> Self {
        Function {
            summary: Cow::default(),
            description: Cow::default(),
            description_kind: StringKind::default(),
            deprecation_message: Cow::default(),
            return_type,
            parameters: Vec::new(),
            variadic_parameter: None,
        }
    }
}

impl Parameter {
    /// Makes a parameter that takes neither null nor unknown.
    #[must_use]
    pub fn new(name: impl Into<Cow<'static, str>>, ty: Type) -> Self {
        Parameter {
            name: name.into(),
            ty,
            allow_null_value: false,
            allow_unknown_values: false,
            description: Cow::default(),
            description_kind: StringKind::default(),
        }
    }
}

impl IdentityAttribute {
    /// Makes an attribute that an import must give.
    #[must_use]
    pub fn required(name: impl Into<Cow<'static, str>>, ty: Type) -> Self {
        IdentityAttribute {
            name: name.into(),
            ty,
            description: Cow::default(),
            required_for_import: true,
            optional_for_import: false,
        }
    }
}

impl Identity {
    /// Returns the type of the identity's values on the wire.
    #[must_use]
    pub fn implied_type(&self) -> Type {
        let attributes = self.attributes.iter();
        Type::Object(crate::ty::ObjectType::new(
            attributes.map(|one| (one.name.clone(), one.ty.clone())),
        ))
    }
}
