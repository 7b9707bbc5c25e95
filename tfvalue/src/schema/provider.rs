//! The schemas and other data that a provider announces, and the schemas of several providers.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::{Block, Schema, StringKind};
use crate::ty::Type;

/// The schemas of several providers, as `terraform providers schema -json` prints them.
///
/// [`json`](super::json) reads and writes them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProviderSchemas {
    /// The version of the format: "1.0" since Terraform 1.1.
    pub format_version: String,
    /// The schemas of the providers, by provider address, such as "registry.terraform.io/hashicorp/aws".
    pub provider_schemas: BTreeMap<String, ProviderSchema>,
}

/// All schemas of one provider.
///
/// `tfplugin5` and `tfplugin6` convert this type to and from the responses to `GetProviderSchema` and
/// `GetResourceIdentitySchemas`. [`json`](super::json) reads this type from Terraform's output.
///
/// # Examples
///
/// ```
/// use tfvalue::schema::ProviderSchema;
/// use tfvalue::{Attr, TfSchema};
///
/// #[derive(TfSchema)]
/// #[tf(kind = resource)]
/// struct Order {
///     #[tf(computed)]
///     total: Attr<f64>,
/// }
///
/// let provider = ProviderSchema::new().resource_schemas([("shop_order", Order::schema())]);
/// assert!(provider.validate().is_ok());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProviderSchema {
    /// The configuration of the provider itself, if the provider has one.
    pub provider: Option<Schema>,
    /// The metadata that modules send to the provider. Terraform's JSON omits it.
    pub provider_meta: Option<Schema>,
    /// The resource types, for `resource` blocks.
    pub resource_schemas: BTreeMap<String, Schema>,
    /// The data sources, for `data` blocks.
    pub data_source_schemas: BTreeMap<String, Schema>,
    /// The ephemeral resources (Terraform 1.10).
    pub ephemeral_resource_schemas: BTreeMap<String, Schema>,
    /// The list resources (1.14).
    pub list_resource_schemas: BTreeMap<String, Schema>,
    /// The actions (1.14).
    pub action_schemas: BTreeMap<String, ActionSchema>,
    /// The state stores (1.15, protocol 6).
    pub state_store_schemas: BTreeMap<String, Schema>,
    /// The functions (1.8).
    pub functions: BTreeMap<String, Function>,
    /// The identities of the managed resources (1.12).
    pub resource_identity_schemas: BTreeMap<String, Identity>,
}

/// The configuration of an action. The configuration of an action is never stored, so it has no version.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ActionSchema {
    /// The attributes and nested blocks at the root.
    pub block: Block,
}

/// The kind of object that a schema describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum SchemaKind {
    /// The configuration of the provider itself.
    Provider,
    /// The metadata that modules send to the provider.
    ProviderMeta,
    /// A resource type, for `resource` blocks.
    Resource,
    /// A data source, for `data` blocks.
    DataSource,
    /// An ephemeral resource, for `ephemeral` blocks. The values of an ephemeral resource are never stored in a state.
    EphemeralResource,
    /// The configuration of a list resource.
    ListResource,
    /// The configuration of an action, which has no state.
    Action,
    /// The configuration of a state store.
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
/// let function = Function::new(Type::String)
///     .summary("Joins two strings")
///     .parameters([Parameter::new("a", Type::String), Parameter::new("b", Type::String)]);
/// assert!(function.validate().is_ok());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Function {
    /// A one-line summary.
    pub summary: Cow<'static, str>,
    /// The description for users, which is longer than the summary.
    pub description: Cow<'static, str>,
    /// The format of the description. Terraform's JSON omits it.
    pub description_kind: StringKind,
    /// The deprecation message, which should tell the user what to use instead. Empty if the function is not deprecated.
    pub deprecation_message: Cow<'static, str>,
    /// The type of its result.
    pub return_type: Type,
    /// The parameters, in order.
    pub parameters: Vec<Parameter>,
    /// The parameter that accepts all remaining arguments.
    pub variadic_parameter: Option<Parameter>,
}

/// A parameter of a function.
///
/// # Examples
///
/// ```
/// use tfvalue::Type;
/// use tfvalue::schema::{Function, Parameter};
///
/// let text = Parameter::new("text", Type::String).description("What to cut").allow_null_value();
/// let function = Function::new(Type::String).parameters([text]);
/// assert!(function.parameters[0].allow_null_value);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Parameter {
    /// The name in documentation and errors. Calls pass arguments by position.
    pub name: Cow<'static, str>,
    /// The type of its arguments.
    pub ty: Type,
    /// Whether the function is called if the argument is null.
    pub allow_null_value: bool,
    /// Whether the function is called if the argument is unknown. Terraform's JSON omits it.
    pub allow_unknown_values: bool,
    /// The description for users.
    pub description: Cow<'static, str>,
    /// The format of the description. Terraform's JSON omits it.
    pub description_kind: StringKind,
}

/// The identity of a managed resource, which consists of the attributes by which the resource can be imported.
///
/// # Examples
///
/// ```
/// use tfvalue::Type;
/// use tfvalue::schema::{Identity, IdentityAttribute};
///
/// let identity = Identity::new([
///     IdentityAttribute::required("name", Type::String),
///     IdentityAttribute::optional("region", Type::String).description("The default is that of the provider"),
/// ]);
/// assert!(identity.validate().is_ok());
/// assert_eq!(identity.implied_type().to_json(), r#"["object",{"name":"string","region":"string"}]"#);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Identity {
    /// The version of the schema.
    pub version: i64,
    /// The attributes, sorted by name.
    pub attributes: Vec<IdentityAttribute>,
}

/// A part of an identity, which is a primitive value or a list.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct IdentityAttribute {
    /// The name in the `identity` of an `import` block.
    pub name: Cow<'static, str>,
    /// The type of its values.
    pub ty: Type,
    /// The description for users.
    pub description: Cow<'static, str>,
    /// Whether an import by identity must set the attribute.
    pub required_for_import: bool,
    /// Whether an import by identity may set the attribute.
    pub optional_for_import: bool,
}

impl ProviderSchema {
    /// Iterates over the blocks of all schemas, together with the kind and the name of each schema. The provider's own
    /// block comes first.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::schema::Schema;
    /// use tfvalue::schema::{ProviderSchema, SchemaKind};
    ///
    /// let provider = ProviderSchema::new().resource_schemas([("shop_order", Schema::default())]);
    /// let all: Vec<_> = provider.blocks().map(|(kind, name, _)| (kind, name)).collect();
    /// assert_eq!(all, [(SchemaKind::Resource, "shop_order")]);
    /// ```
    pub fn blocks(&self) -> impl Iterator<Item = (SchemaKind, &str, &Block)> {
        let schemas = self.schemas();
        let schemas = schemas.map(|(kind, name, schema)| (kind, name, &schema.block));
        let actions = self.action_schemas.iter();
        schemas.chain(actions.map(|(name, one)| (SchemaKind::Action, name.as_str(), &one.block)))
    }

    /// Iterates over all schemas that have a version.
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
    /// Returns the member of Terraform's JSON that contains schemas of this kind.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::schema::SchemaKind;
    ///
    /// assert_eq!(SchemaKind::Resource.member(), "resource_schemas");
    /// ```
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

impl Identity {
    /// Returns the type that the identity's values have on the wire.
    #[must_use]
    pub fn implied_type(&self) -> Type {
        let attributes = self.attributes.iter();
        Type::Object(crate::ty::ObjectType::new(
            attributes.map(|one| (one.name.clone(), one.ty.clone())),
        ))
    }
}
