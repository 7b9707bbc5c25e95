//! The messages and conversions that protocols 5 and 6 share. The protocols differ only in the message for an
//! attribute. Messages that contain attributes are generic over the attribute message.

mod attribute;
pub(crate) mod call_error;
pub(crate) mod calls;
pub(crate) mod client;
pub(crate) mod codec;
pub(crate) mod convert;
mod diagnostic;
mod dynamic_value;
mod enumeration;
mod function;
pub(crate) mod messages;
pub(crate) mod method;
mod plan;
pub(crate) mod provider;
pub(crate) mod provider_convert;
pub(crate) mod read;
pub(crate) mod schema;
mod stored;
#[cfg(all(test, feature = "provider"))]
mod tests;
pub(crate) mod write;

pub(crate) use self::attribute::attribute_message;
pub(crate) use self::calls::provider::metadata_messages;
pub(crate) use self::codec::{Record, decode, message, oneof, to_bytes};
pub(crate) use self::convert::{AttributeMessage, SchemaMessage, schema_message};
pub(crate) use self::enumeration::enumeration;
pub(crate) use self::method::methods;
pub(crate) use self::provider_convert::response_message;

/// Defines the items of both protocols.
macro_rules! protocol {
    () => {
        pub use crate::tfplugin::calls::action::{invoke_action, plan_action};
        pub use crate::tfplugin::calls::data_source::read_data_source;
        pub use crate::tfplugin::calls::ephemeral::{
            close_ephemeral_resource, open_ephemeral_resource, renew_ephemeral_resource,
        };
        pub use crate::tfplugin::calls::function::{call_function, get_functions};
        pub use crate::tfplugin::calls::identity::upgrade_resource_identity;
        pub use crate::tfplugin::calls::list::{list_resource, validate_list_resource_config};
        pub use crate::tfplugin::calls::resource::{
            apply_resource_change, generate_resource_config, import_resource_state,
            move_resource_state, plan_resource_change, read_resource, upgrade_resource_state,
        };
        pub use crate::tfplugin::calls::{
            ClientCapabilities, Deferred, ResourceIdentityData, Timestamp, deferred,
            validate_config as validate_action_config,
            validate_config as validate_ephemeral_resource_config,
        };
        pub use crate::tfplugin::messages::*;
        pub use crate::tfplugin::provider::{
            Function, ResourceIdentitySchema, ServerCapabilities, function,
            get_resource_identity_schemas, resource_identity_schema,
        };

        crate::tfplugin::message! {
            /// The schema of a provider, a resource, a data source or an ephemeral resource.
            #[derive(Clone, PartialEq, Eq, Hash)]
            pub struct Schema {
                /// The version, which Terraform compares with the version of a stored state.
                pub version: i64 = 1,
                /// The root block, as an encoded message. On the wire, bytes have the same encoding as the message itself.
                pub block: Option<Vec<u8>> = 2,
            }
        }

        impl Schema {
            /// Decodes the root block.
            ///
            /// # Errors
            ///
            /// Fails if the bytes are not the message for a block.
            pub fn decode_block(&self) -> crate::error::Result<schema::Block> {
                tfplugin::convert::decoded(self.block.as_deref())
            }
        }

        impl tfplugin::SchemaMessage for Schema {
            type Attribute = schema::Attribute;

            fn of(version: i64, block: Vec<u8>) -> Self {
                let block = Some(block);
                Schema { version, block }
            }

            fn read<'a>(
                &'a self,
                reader: &mut tfplugin::read::SchemaReader<'a>,
            ) -> crate::error::Result<crate::schema::Schema> {
                Ok(crate::schema::Schema {
                    version: self.version,
                    block: reader.block(self.block.as_deref().unwrap_or_default())?,
                })
            }
        }

        impl TryFrom<&Schema> for crate::schema::Schema {
            type Error = crate::error::Error;

            /// Converts the schema, for example in a tool that requests schemas from a provider.
            ///
            /// # Errors
            ///
            /// Fails if the message is not a valid schema.
            fn try_from(schema: &Schema) -> crate::error::Result<Self> {
                tfplugin::convert::schema(schema)
            }
        }

        /// The configuration of an action. An action has no state.
        pub type ActionSchema = crate::tfplugin::provider::ActionSchema<Schema>;

        /// The messages of the `GetProviderSchema` call.
        pub mod get_provider_schema {
            pub use crate::tfplugin::provider::Request;

            /// The response, with the schemas of the provider.
            pub type Response = crate::tfplugin::provider::Response<super::Schema>;
        }
    };
}

/// Defines the items in the `schema` modules of both protocols, except the message for an attribute.
macro_rules! protocol_schema {
    () => {
        pub use crate::tfplugin::schema::nested_block;

        /// A block, which contains attributes and nested blocks.
        pub type Block = crate::tfplugin::schema::Block<Attribute>;

        /// The nested blocks of a block that share a name.
        pub type NestedBlock = crate::tfplugin::schema::NestedBlock<Attribute>;
    };
}

pub(crate) use {protocol, protocol_schema};
