//! The messages of provider protocol 6, and their conversions.
//!
//! The module contains the messages of all calls, with the fields that prost-build generates, and a table of the
//! [methods](METHODS). The messages correspond to version 6.11 of the protocol, which Terraform 1.16 uses.
//!
//! A provider that generates services with tonic replaces the generated messages with the messages in this module. It
//! does so in its `build.rs`, for example:
//!
//! ```text
//! for name in [
//!     "ActionSchema", "AttributePath", "Diagnostic", "DynamicValue", "Function", "FunctionError",
//!     "RawState", "ResourceIdentitySchema", "Schema", "ServerCapabilities", "StringKind",
//! ] {
//!     let path = format!("::tfvalue::tfplugin6::{name}");
//!     config.extern_path(format!(".tfplugin6.{name}"), path);
//! }
//! config.extern_path(
//!     ".tfplugin6.GetProviderSchema.Response",
//!     "::tfvalue::tfplugin6::get_provider_schema::Response",
//! );
//! config.extern_path(
//!     ".tfplugin6.GetResourceIdentitySchemas.Response",
//!     "::tfvalue::tfplugin6::get_resource_identity_schemas::Response",
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
//! New minor versions of the protocol add fields and variants. When a message is read, unknown fields are ignored.
//! Enumerations have the type `i32`, so unknown numbers are kept.
//!
//! The messages are [not stable](crate#what-is-not-stable). Create messages with `..Default::default()`, because a
//! minor version of this library can add fields. Enumerations are `#[non_exhaustive]`.
//!
//! # Sensitive values
//!
//! The `Debug` output of a message shows only the length of bytes and of flatmaps, because values,
//! stored states and private data can be sensitive.

pub mod schema;

use std::convert::Infallible;

use crate::schema::ProviderSchema;
use crate::tfplugin;

tfplugin::protocol!();

pub use crate::tfplugin::calls::provider::{
    configure_provider, stop_provider, validate_provider_config,
};
pub use crate::tfplugin::calls::resource::validate_resource_config;
pub use crate::tfplugin::calls::state_store::{
    RequestChunkMeta, StateRange, StateStoreClientCapabilities, StateStoreServerCapabilities,
    configure_state_store, delete_state, get_states, lock_state, read_state_bytes, unlock_state,
    write_state_bytes,
};
pub use crate::tfplugin::calls::{
    validate_config as validate_data_resource_config, validate_config as validate_state_store,
};

tfplugin::metadata_messages! {
    [StateStoreMetadata]
    /// The names of the state stores.
    state_stores: StateStoreMetadata = 8,
    /// The names of the actions.
    actions: ActionMetadata = 9,
}

tfplugin::methods! {
    6, "tfplugin6.Provider":
    ApplyResourceChange,
    CallFunction,
    CloseEphemeralResource,
    ConfigureProvider,
    ConfigureStateStore,
    DeleteState,
    GenerateResourceConfig,
    GetFunctions,
    GetMetadata,
    GetProviderSchema,
    GetResourceIdentitySchemas,
    GetStates,
    ImportResourceState,
    InvokeAction => Responses,
    ListResource => Responses,
    LockState,
    MoveResourceState,
    OpenEphemeralResource,
    PlanAction,
    PlanResourceChange,
    ReadDataSource,
    ReadResource,
    ReadStateBytes => Responses,
    RenewEphemeralResource,
    StopProvider,
    UnlockState,
    UpgradeResourceIdentity,
    UpgradeResourceState,
    ValidateActionConfig,
    ValidateDataResourceConfig,
    ValidateEphemeralResourceConfig,
    ValidateListResourceConfig,
    ValidateProviderConfig,
    ValidateResourceConfig,
    ValidateStateStoreConfig,
    WriteStateBytes => Requests,
}

impl From<&crate::schema::Schema> for Schema {
    fn from(schema: &crate::schema::Schema) -> Self {
        never(tfplugin::schema_message(schema))
    }
}

impl From<crate::schema::Schema> for Schema {
    fn from(schema: crate::schema::Schema) -> Self {
        Schema::from(&schema)
    }
}

impl From<&ProviderSchema> for get_provider_schema::Response {
    /// Converts all schemas except identities, which have a separate response.
    fn from(provider: &ProviderSchema) -> Self {
        never(tfplugin::response_message(provider))
    }
}

fn never<T>(result: Result<T, Infallible>) -> T {
    let Ok(value) = result;
    value
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::prost::Message as _;

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
            nested_type: Some(schema::Object {
                nesting: schema::object::NestingMode::Map.into(),
                ..Default::default()
            }),
            write_only: true,
            deprecation_message: "m".to_owned(),
        };
        let wire = b"\x0a\x01n\x12\x06\"bool\"\x1a\x01d\x20\x01\x28\x01\x30\x01\x38\x01\x40\x01\x48\x01\x52\x02\x18\x04\x58\x01\x62\x01m";
        assert_eq!(attribute.encode_to_vec(), wire);
        assert_eq!(schema::Attribute::decode(&wire[..]), Ok(attribute));

        let block = schema::Block {
            block_types: vec![schema::NestedBlock {
                type_name: "b".to_owned(),
                nesting: schema::nested_block::NestingMode::Group.into(),
                min_items: 1,
                max_items: 2,
                ..Default::default()
            }],
            deprecated: true,
            deprecation_message: "m".to_owned(),
            ..Default::default()
        };
        let wire = b"\x1a\x09\x0a\x01b\x18\x05\x20\x01\x28\x02\x30\x01\x3a\x01m";
        assert_eq!(block.encode_to_vec(), wire);
    }

    #[test]
    fn unknown_fields_are_ignored() {
        let block = schema::Block::decode(&b"\x30\x01\xf8\x01\x01"[..]).unwrap();
        assert_eq!(
            block,
            schema::Block {
                deprecated: true,
                ..Default::default()
            }
        );
    }
}
