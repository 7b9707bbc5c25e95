//! What protocols 5 and 6 share. Their messages differ in that of an attribute; all others are
//! the same types in both, and where an attribute is within, generic over it.

mod attribute;
pub(crate) mod convert;
mod diagnostic;
mod dynamic_value;
mod enumeration;
pub(crate) mod messages;
pub(crate) mod provider;
mod provider_convert;
pub(crate) mod schema;

pub(crate) use self::attribute::attribute_message;
pub(crate) use self::convert::{AttributeMessage, schema_message};
pub(crate) use self::enumeration::enumeration;
pub(crate) use self::provider_convert::response_message;

/// What both protocols offer under the same names.
macro_rules! protocol {
    () => {
        pub use crate::tfplugin::messages::*;
        pub use crate::tfplugin::provider::{
            Function, ResourceIdentitySchema, ServerCapabilities, function,
            get_resource_identity_schemas, resource_identity_schema,
        };

        /// The schema of a provider, a resource, a data source or an ephemeral resource.
        pub type Schema = crate::tfplugin::schema::Schema<schema::Attribute>;

        /// The schema of an action.
        pub type ActionSchema = crate::tfplugin::provider::ActionSchema<schema::Attribute>;

        /// The messages by which a provider announces its schemas.
        pub mod get_provider_schema {
            /// The answer to `GetProviderSchema`.
            pub type Response = crate::tfplugin::provider::Response<super::schema::Attribute>;
        }
    };
}

/// What both protocols offer under the same names beside the message of an attribute.
macro_rules! protocol_schema {
    () => {
        pub use crate::tfplugin::schema::nested_block;

        /// A block: attributes beside further blocks.
        pub type Block = crate::tfplugin::schema::Block<Attribute>;

        /// A block inside a block.
        pub type NestedBlock = crate::tfplugin::schema::NestedBlock<Attribute>;
    };
}

pub(crate) use {protocol, protocol_schema};
