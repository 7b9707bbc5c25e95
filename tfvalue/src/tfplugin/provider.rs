//! The messages by which a provider announces its schemas.

use std::collections::HashMap;

use super::convert::SchemaMessage;

use super::messages::Diagnostic;

/// The answer to `GetProviderSchema`.
#[derive(Clone, PartialEq, Eq, ::prost::Message)]
pub struct Response<S: SchemaMessage> {
    /// The configuration of the provider itself.
    #[prost(message, optional, tag = "1")]
    pub provider: Option<S>,
    /// The managed resources by name.
    #[prost(map = "string, message", tag = "2")]
    pub resource_schemas: HashMap<String, S>,
    /// The data sources by name.
    #[prost(map = "string, message", tag = "3")]
    pub data_source_schemas: HashMap<String, S>,
    /// What went wrong.
    #[prost(message, repeated, tag = "4")]
    pub diagnostics: Vec<Diagnostic>,
    /// The metadata that modules send to the provider.
    #[prost(message, optional, tag = "5")]
    pub provider_meta: Option<S>,
    /// What the provider is capable of.
    #[prost(message, optional, tag = "6")]
    pub server_capabilities: Option<ServerCapabilities>,
    /// The functions by name.
    #[prost(map = "string, message", tag = "7")]
    pub functions: HashMap<String, Function>,
    /// The ephemeral resources by name.
    #[prost(map = "string, message", tag = "8")]
    pub ephemeral_resource_schemas: HashMap<String, S>,
    /// The configurations of lists of resources by name.
    #[prost(map = "string, message", tag = "9")]
    pub list_resource_schemas: HashMap<String, S>,
    /// The state stores by name; protocol 6 alone has them.
    #[prost(map = "string, message", tag = "10")]
    pub state_store_schemas: HashMap<String, S>,
    /// The actions by name.
    #[prost(map = "string, message", tag = "11")]
    pub action_schemas: HashMap<String, ActionSchema<S>>,
}

/// The schema of an action.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct ActionSchema<S: SchemaMessage> {
    /// What configures the action.
    #[prost(message, optional, tag = "1")]
    pub schema: Option<S>,
}

/// What a provider is capable of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct ServerCapabilities {
    /// Whether it wants to plan the removal of resources too.
    #[prost(bool, tag = "1")]
    pub plan_destroy: bool,
    /// Whether Terraform may leave `GetProviderSchema` out.
    #[prost(bool, tag = "2")]
    pub get_provider_schema_optional: bool,
    /// Whether it moves states between types of resources.
    #[prost(bool, tag = "3")]
    pub move_resource_state: bool,
    /// Whether it makes configurations of states.
    #[prost(bool, tag = "4")]
    pub generate_resource_config: bool,
}

/// The signature of a function.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct Function {
    /// What it takes, in this order.
    #[prost(message, repeated, tag = "1")]
    pub parameters: Vec<function::Parameter>,
    /// What it takes any number of, after the other parameters.
    #[prost(message, optional, tag = "2")]
    pub variadic_parameter: Option<function::Parameter>,
    /// What it returns.
    #[prost(message, optional, tag = "3")]
    pub r#return: Option<function::Return>,
    /// One line that says what it does.
    #[prost(string, tag = "4")]
    pub summary: String,
    /// What it does.
    #[prost(string, tag = "5")]
    pub description: String,
    /// The markup of the description.
    #[prost(enumeration = "super::messages::StringKind", tag = "6")]
    pub description_kind: i32,
    /// What to use instead, where it should no longer be used.
    #[prost(string, tag = "7")]
    pub deprecation_message: String,
}

/// What belongs to [`Function`].
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
        /// Whether the argument may be null.
        #[prost(bool, tag = "3")]
        pub allow_null_value: bool,
        /// Whether the function is called with unknown arguments.
        #[prost(bool, tag = "4")]
        pub allow_unknown_values: bool,
        /// What the parameter is for.
        #[prost(string, tag = "5")]
        pub description: String,
        /// The markup of the description.
        #[prost(enumeration = "super::super::messages::StringKind", tag = "6")]
        pub description_kind: i32,
    }

    /// What a function returns.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Return {
        /// The type, in the JSON of type constraints.
        #[prost(bytes = "vec", tag = "1")]
        pub r#type: Vec<u8>,
    }
}

/// What identifies a managed resource outside of Terraform's state.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct ResourceIdentitySchema {
    /// The version of the stored form.
    #[prost(int64, tag = "1")]
    pub version: i64,
    /// The attributes.
    #[prost(message, repeated, tag = "2")]
    pub identity_attributes: Vec<resource_identity_schema::IdentityAttribute>,
}

/// What belongs to [`ResourceIdentitySchema`].
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
        /// Whether an import by identity must give it.
        #[prost(bool, tag = "3")]
        pub required_for_import: bool,
        /// Whether an import by identity may give it.
        #[prost(bool, tag = "4")]
        pub optional_for_import: bool,
        /// What the attribute is for.
        #[prost(string, tag = "5")]
        pub description: String,
    }
}

/// The messages by which a provider announces what identifies its resources.
pub mod get_resource_identity_schemas {
    use std::collections::HashMap;

    /// The answer to `GetResourceIdentitySchemas`.
    #[derive(Clone, PartialEq, Eq, ::prost::Message)]
    pub struct Response {
        /// The identities by the names of the resources.
        #[prost(map = "string, message", tag = "1")]
        pub identity_schemas: HashMap<String, super::ResourceIdentitySchema>,
        /// What went wrong.
        #[prost(message, repeated, tag = "2")]
        pub diagnostics: Vec<super::Diagnostic>,
    }
}
