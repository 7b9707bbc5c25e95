//! The messages of provider protocol 5, and their conversions.
//!
//! The module contains the messages of all calls, with the fields that prost-build generates, and a table of the
//! [methods](METHODS). The messages correspond to version 5.10 of the protocol, which Terraform 1.16 uses. The service for
//! provisioners is not included.
//!
//! A provider that generates services with tonic replaces the generated messages with the messages in this module. It
//! does so in its `build.rs`, for example:
//!
//! ```text
//! for name in [
//!     "ActionSchema", "AttributePath", "Diagnostic", "DynamicValue", "Function", "FunctionError",
//!     "RawState", "ResourceIdentitySchema", "Schema", "ServerCapabilities", "StringKind",
//! ] {
//!     let path = format!("::tfvalue::tfplugin5::{name}");
//!     config.extern_path(format!(".tfplugin5.{name}"), path);
//! }
//! config.extern_path(
//!     ".tfplugin5.GetProviderSchema.Response",
//!     "::tfvalue::tfplugin5::get_provider_schema::Response",
//! );
//! config.extern_path(
//!     ".tfplugin5.GetResourceIdentitySchemas.Response",
//!     "::tfvalue::tfplugin5::get_resource_identity_schemas::Response",
//! );
//! ```
//!
//! Replace all messages that exist in your protocol version, because the messages refer to each other.
//!
//! # Errors
//!
//! The [diagnostics](crate::Diagnostics) of a call, including its errors, are converted to [`Diagnostic`] messages.
//! Terraform prints one like this:
//!
//! ```text
//! Error: Invalid value
//!
//!   with inventory_rack.north,
//!   on main.tf line 11, in resource "inventory_rack" "north":
//!   11:   units = 42.5
//!
//! units: a whole number from 0 to 4294967295 is required, got 42.5
//! ```
//!
//! If the diagnostic has no attribute, or if its attribute is in a set, Terraform prints the first line of the block
//! instead. The last line always contains the whole path.
//!
//! # New versions of the protocol
//!
//! A new minor version of the protocol adds fields and variants. When a message is read, unknown fields are ignored.
//! Enumerations have the type `i32`, so unknown numbers are kept.
//!
//! The messages are [not stable](crate#what-is-not-stable). Create messages with `..Default::default()`, because a
//! minor version of this library can add fields. Enumerations are `#[non_exhaustive]`.
//!
//! # Sensitive values
//!
//! The `Debug` output of a message shows only the length of bytes and of flatmaps, because values,
//! stored states and private data can be sensitive.
//!
//! # Protocol 6
//!
//! Apart from the messages of `GetProviderSchema` and `GetMetadata`, the messages are the same types as in protocol 6.

pub mod schema;

use crate::error::{Error, Result};
use crate::schema::ProviderSchema;
use crate::tfplugin;

tfplugin::protocol!();

pub use crate::tfplugin::calls::provider::{
    configure_provider as configure, prepare_provider_config, stop_provider as stop,
};
pub use crate::tfplugin::calls::resource::validate_resource_config as validate_resource_type_config;
pub use crate::tfplugin::calls::validate_config as validate_data_source_config;

tfplugin::metadata_messages! {
    /// The names of the actions.
    actions: ActionMetadata = 8,
    /// The names of the actions, in the field that terraform-plugin-go uses. Providers written with terraform-plugin-go
    /// leave `actions` empty. Clients read only one of the two fields, so a provider must set both.
    go_actions: ActionMetadata = 9,
}

tfplugin::methods! {
    5, "tfplugin5.Provider":
    ApplyResourceChange,
    CallFunction,
    CloseEphemeralResource,
    Configure as ConfigureProvider,
    GenerateResourceConfig,
    GetFunctions,
    GetMetadata,
    GetResourceIdentitySchemas,
    GetSchema as GetProviderSchema,
    ImportResourceState,
    InvokeAction => Responses,
    ListResource => Responses,
    MoveResourceState,
    OpenEphemeralResource,
    PlanAction,
    PlanResourceChange,
    PrepareProviderConfig as ValidateProviderConfig,
    ReadDataSource,
    ReadResource,
    RenewEphemeralResource,
    Stop as StopProvider,
    UpgradeResourceIdentity,
    UpgradeResourceState,
    ValidateActionConfig,
    ValidateDataSourceConfig as ValidateDataResourceConfig,
    ValidateEphemeralResourceConfig,
    ValidateListResourceConfig,
    ValidateResourceTypeConfig as ValidateResourceConfig,
}

impl TryFrom<&crate::schema::Schema> for Schema {
    type Error = Error;

    /// Converts a schema. A nested attribute becomes an attribute with an object type, or with a list,
    /// set or map of objects. The optional attributes of the nested attribute are optional in the object type, and the
    /// descriptions of the attributes are lost.
    ///
    /// # Errors
    ///
    /// Fails if a member of a nested attribute is sensitive, write-only or deprecated, or if the member is computed and
    /// the nested attribute can be configured. Attributes of object types cannot have any of these properties. Also
    /// fails if a block is computed.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Attr, TfSchema, tfplugin5};
    ///
    /// #[derive(TfSchema)]
    /// struct Server {
    ///     #[tf(optional)]
    ///     network: Attr<Network>,
    /// }
    ///
    /// #[derive(TfSchema)]
    /// struct Network {
    ///     #[tf(required)]
    ///     name: Attr<String>,
    ///     #[tf(optional)]
    ///     mtu: Attr<i64>,
    /// }
    ///
    /// let schema = tfplugin5::Schema::try_from(&Server::schema())?;
    /// assert_eq!(
    ///     schema.decode_block()?.attributes[0].r#type,
    ///     br#"["object",{"mtu":"number","name":"string"},["mtu"]]"#,
    /// );
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    fn try_from(schema: &crate::schema::Schema) -> Result<Self> {
        tfplugin::schema_message(schema)
    }
}

impl TryFrom<crate::schema::Schema> for Schema {
    type Error = Error;

    fn try_from(schema: crate::schema::Schema) -> Result<Self> {
        Schema::try_from(&schema)
    }
}

impl TryFrom<&ProviderSchema> for get_provider_schema::Response {
    type Error = Error;

    /// Converts all schemas except identities, which have a separate response.
    ///
    /// # Errors
    ///
    /// Fails if protocol 5 cannot represent a schema. The path of the error names the schema.
    fn try_from(provider: &ProviderSchema) -> Result<Self> {
        if let Some(name) = provider.state_store_schemas.keys().next() {
            return Err(Error::data("protocol 5 has no state stores")
                .at_step(crate::path::Step::Key(name.as_str().into()))
                .at_step(crate::path::Step::Attribute("state_store_schemas".into())));
        }
        tfplugin::response_message(provider)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::{self as described, NestedBlock, NestedType, Nesting};
    use crate::ty::Type;
    use ::prost::Message as _;
    use std::sync::Arc;

    fn described(nested: described::Attribute) -> crate::schema::Schema {
        let rules = NestedType::new(Nesting::List, [nested]);
        let rules = described::Attribute::new("rules", rules).optional();
        let zone = described::Block::new().attributes([rules]);
        let zone = NestedBlock::new("zone", Nesting::Map, zone);
        crate::schema::Schema::new(described::Block::new().block_types([zone]))
    }

    #[test]
    fn fields_have_the_numbers_of_the_protocol() {
        let attribute = schema::Attribute {
            name: "n".to_owned(),
            r#type: b"\"bool\"".to_vec(),
            description: "d".to_owned(),
            required: true,
            optional: true,
            computed: true,
            sensitive: true,
            description_kind: StringKind::Markdown.into(),
            deprecated: true,
            write_only: true,
            deprecation_message: "m".to_owned(),
        };
        let wire = b"\x0a\x01n\x12\x06\"bool\"\x1a\x01d\x20\x01\x28\x01\x30\x01\x38\x01\x40\x01\x48\x01\x50\x01\x5a\x01m";
        assert_eq!(attribute.encode_to_vec(), wire);
        assert_eq!(schema::Attribute::decode(&wire[..]), Ok(attribute));
    }

    #[test]
    fn nested_attributes_become_types() {
        let name = described::Attribute::new("name", Type::String).required();
        let message = Schema::try_from(described(name)).unwrap();
        let block = &message.decode_block().unwrap().block_types[0];
        let attribute = &block.block.as_ref().unwrap().attributes[0];
        assert_eq!(
            attribute.r#type,
            br#"["list",["object",{"name":"string"}]]"#
        );
        assert!(attribute.optional);
    }

    #[test]
    fn members_of_read_only_attributes_can_be_computed() {
        let name = described::Attribute::new("name", Type::String).computed();
        let mut schema = described(name);
        let zone = Arc::make_mut(&mut schema.block.block_types[0].block);
        let attribute = &mut zone.attributes[0];
        (attribute.computed, attribute.optional) = (true, false);
        let message = Schema::try_from(&schema).unwrap();
        let block = message.decode_block().unwrap().block_types[0]
            .block
            .clone()
            .unwrap();
        let announced = br#"["list",["object",{"name":"string"}]]"#;
        assert_eq!(block.attributes[0].r#type, announced);

        // The member can be configured if the attribute can be configured.
        Arc::make_mut(&mut schema.block.block_types[0].block).attributes[0].optional = true;
        assert!(Schema::try_from(&schema).is_err());
    }

    #[test]
    fn unrepresentable_schemas_are_rejected_with_their_path() {
        for (word, set) in [
            (
                "computed",
                (|one| one.computed = true) as fn(&mut described::Attribute),
            ),
            ("sensitive", |one| one.sensitive = true),
            ("write-only", |one| one.write_only = true),
            ("deprecated", |one| one.deprecated = true),
        ] {
            let mut name = described::Attribute::new("name", Type::String);
            set(&mut name);
            let error = Schema::try_from(described(name)).unwrap_err();
            assert_eq!(
                error.to_string(),
                format!(
                    "zone.rules.name: protocol 5 has no nested attributes, and an attribute of an \
                     object type cannot be {word}"
                )
            );
        }
        let mut provider = ProviderSchema::default();
        let mut name = described::Attribute::new("name", Type::String);
        name.computed = true;
        let schemas = &mut provider.resource_schemas;
        schemas.insert("dns".into(), described(name));
        let error = get_provider_schema::Response::try_from(&provider).unwrap_err();
        let place = r#"resource_schemas["dns"].zone.rules.name"#;
        assert_eq!(error.path().to_string(), place);
        let store = crate::schema::Schema::default();
        provider.state_store_schemas.insert("s".into(), store);
        let error = get_provider_schema::Response::try_from(&provider).unwrap_err();
        assert_eq!(
            error.to_string(),
            r#"state_store_schemas["s"]: protocol 5 has no state stores"#
        );
    }

    #[test]
    fn functions_identities_and_actions_round_trip() {
        use described::{ActionSchema, Function, Identity, IdentityAttribute, Parameter};
        let function = Function::new(Type::list(Type::String))
            .summary("s")
            .deprecated("m")
            .parameters([Parameter::new("p", Type::Dynamic).allow_null_value()])
            .variadic_parameter(Parameter::new("v", Type::Number).allow_unknown_values());
        let identity = Identity::new([IdentityAttribute::required("id", Type::String)]).version(3);
        let mut provider = ProviderSchema::new()
            .provider_meta(crate::schema::Schema::default())
            .functions([("f", function)])
            .action_schemas([("a", ActionSchema::default())])
            .list_resource_schemas([("l", crate::schema::Schema::default())]);

        let response = get_provider_schema::Response::try_from(&provider).unwrap();
        let bytes = response.encode_to_vec();
        let response = get_provider_schema::Response::decode(&bytes[..]).unwrap();
        assert_eq!(ProviderSchema::try_from(&response).unwrap(), provider);

        provider
            .resource_identity_schemas
            .insert("r".into(), identity);
        let response = get_resource_identity_schemas::Response::from(&provider);
        assert_eq!(
            response.identities().unwrap(),
            provider.resource_identity_schemas
        );
    }
}
