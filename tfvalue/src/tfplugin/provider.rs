//! The messages with the schemas of a provider.

use std::collections::HashMap;

use super::convert::SchemaMessage;
use super::messages::Diagnostic;

/// The request of `GetProviderSchema`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct Request {}

/// The response to `GetProviderSchema`.
#[derive(Clone, PartialEq, Eq, ::prost::Message)]
pub struct Response<S: SchemaMessage> {
    /// The schema of the provider's own configuration.
    #[prost(message, optional, tag = "1")]
    pub provider: Option<S>,
    /// The managed resources, by name.
    #[prost(map = "string, message", tag = "2")]
    pub resource_schemas: HashMap<String, S>,
    /// The data sources, by name.
    #[prost(map = "string, message", tag = "3")]
    pub data_source_schemas: HashMap<String, S>,
    /// Errors and warnings.
    #[prost(message, repeated, tag = "4")]
    pub diagnostics: Vec<Diagnostic>,
    /// The schema of the metadata that modules send to the provider.
    #[prost(message, optional, tag = "5")]
    pub provider_meta: Option<S>,
    /// The optional features of the provider.
    #[prost(message, optional, tag = "6")]
    pub server_capabilities: Option<ServerCapabilities>,
    /// The functions, by name.
    #[prost(map = "string, message", tag = "7")]
    pub functions: HashMap<String, Function>,
    /// The ephemeral resources, by name.
    #[prost(map = "string, message", tag = "8")]
    pub ephemeral_resource_schemas: HashMap<String, S>,
    /// The list resources, by name.
    #[prost(map = "string, message", tag = "9")]
    pub list_resource_schemas: HashMap<String, S>,
    /// The state stores, by name; only in protocol 6.
    #[prost(map = "string, message", tag = "10")]
    pub state_store_schemas: HashMap<String, S>,
    /// The actions, by name.
    #[prost(map = "string, message", tag = "11")]
    pub action_schemas: HashMap<String, ActionSchema<S>>,
}

/// The schema of an action.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct ActionSchema<S: SchemaMessage> {
    /// The schema of the action's configuration.
    #[prost(message, optional, tag = "1")]
    pub schema: Option<S>,
}

/// The optional features of a provider.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct ServerCapabilities {
    /// Whether the provider also plans the destruction of resources.
    #[prost(bool, tag = "1")]
    pub plan_destroy: bool,
    /// Whether Terraform can omit the call to `GetProviderSchema`.
    #[prost(bool, tag = "2")]
    pub get_provider_schema_optional: bool,
    /// Whether the provider moves state between resource types.
    #[prost(bool, tag = "3")]
    pub move_resource_state: bool,
    /// Whether the provider generates configuration from state.
    #[prost(bool, tag = "4")]
    pub generate_resource_config: bool,
}

/// The signature of a function.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct Function {
    /// The parameters, in order.
    #[prost(message, repeated, tag = "1")]
    pub parameters: Vec<function::Parameter>,
    /// The parameter of all further arguments, of which there can be any number.
    #[prost(message, optional, tag = "2")]
    pub variadic_parameter: Option<function::Parameter>,
    /// The result.
    #[prost(message, optional, tag = "3")]
    pub r#return: Option<function::Return>,
    /// A short description, in one line.
    #[prost(string, tag = "4")]
    pub summary: String,
    /// The description.
    #[prost(string, tag = "5")]
    pub description: String,
    /// The format of the description.
    #[prost(enumeration = "super::messages::StringKind", tag = "6")]
    pub description_kind: i32,
    /// The text of the warning for a deprecated function; empty if it is not deprecated.
    #[prost(string, tag = "7")]
    pub deprecation_message: String,
}

/// The types of [`Function`]'s fields.
pub mod function {
    /// A parameter of a function.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Parameter {
        /// The name.
        #[prost(string, tag = "1")]
        pub name: String,
        /// The type, in the JSON of type constraints.
        #[prost(bytes = "vec", tag = "2")]
        pub r#type: Vec<u8>,
        /// Whether the argument can be null.
        #[prost(bool, tag = "3")]
        pub allow_null_value: bool,
        /// Whether Terraform calls the function if the argument is unknown.
        #[prost(bool, tag = "4")]
        pub allow_unknown_values: bool,
        /// The description.
        #[prost(string, tag = "5")]
        pub description: String,
        /// The format of the description.
        #[prost(enumeration = "super::super::messages::StringKind", tag = "6")]
        pub description_kind: i32,
    }

    /// The result of a function.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Return {
        /// The type, in the JSON of type constraints.
        #[prost(bytes = "vec", tag = "1")]
        pub r#type: Vec<u8>,
    }
}

/// The schema of a resource identity, which identifies an object independently of Terraform's state.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct ResourceIdentitySchema {
    /// The version of the schema.
    #[prost(int64, tag = "1")]
    pub version: i64,
    /// The attributes.
    #[prost(message, repeated, tag = "2")]
    pub identity_attributes: Vec<resource_identity_schema::IdentityAttribute>,
}

/// The types of [`ResourceIdentitySchema`]'s fields.
pub mod resource_identity_schema {
    /// An attribute of an identity.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct IdentityAttribute {
        /// The name.
        #[prost(string, tag = "1")]
        pub name: String,
        /// The type, in the JSON of type constraints.
        #[prost(bytes = "vec", tag = "2")]
        pub r#type: Vec<u8>,
        /// Whether an import by identity must set it.
        #[prost(bool, tag = "3")]
        pub required_for_import: bool,
        /// Whether an import by identity can set it.
        #[prost(bool, tag = "4")]
        pub optional_for_import: bool,
        /// The description.
        #[prost(string, tag = "5")]
        pub description: String,
    }
}

/// The messages of the call `GetResourceIdentitySchemas`.
pub mod get_resource_identity_schemas {
    use std::collections::HashMap;

    /// The request.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {}

    /// The response, with the identities of the provider's resources.
    #[derive(Clone, PartialEq, Eq, ::prost::Message)]
    pub struct Response {
        /// The identities, by the name of the resource.
        #[prost(map = "string, message", tag = "1")]
        pub identity_schemas: HashMap<String, super::ResourceIdentitySchema>,
        /// Errors and warnings.
        #[prost(message, repeated, tag = "2")]
        pub diagnostics: Vec<super::Diagnostic>,
    }
}
