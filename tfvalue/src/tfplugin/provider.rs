//! The messages that contain the schemas of a provider.

use std::collections::HashMap;

use super::convert::SchemaMessage;
use super::messages::Diagnostic;

crate::tfplugin::message! {
    /// The request of `GetProviderSchema`.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Request {}

    /// The response to `GetProviderSchema`.
    #[derive(Clone, PartialEq, Eq)]
    pub struct Response<S: SchemaMessage> {
        /// The schema of the provider's own configuration.
        pub provider: Option<S> = 1,
        /// The managed resources, by name.
        pub resource_schemas: HashMap<String, S> = 2,
        /// The data sources, by name.
        pub data_source_schemas: HashMap<String, S> = 3,
        /// Errors and warnings.
        pub diagnostics: Vec<Diagnostic> = 4,
        /// The schema of the metadata that modules send to the provider.
        pub provider_meta: Option<S> = 5,
        /// The optional features of the provider.
        pub server_capabilities: Option<ServerCapabilities> = 6,
        /// The functions, by name.
        pub functions: HashMap<String, Function> = 7,
        /// The ephemeral resources, by name.
        pub ephemeral_resource_schemas: HashMap<String, S> = 8,
        /// The list resources, by name.
        pub list_resource_schemas: HashMap<String, S> = 9,
        /// The state stores, by name; only in protocol 6.
        pub state_store_schemas: HashMap<String, S> = 10,
        /// The actions, by name.
        pub action_schemas: HashMap<String, ActionSchema<S>> = 11,
    }

    /// The configuration of an action. An action has no state, so the version is never used.
    #[derive(Clone, PartialEq, Eq, Hash)]
    pub struct ActionSchema<S: SchemaMessage> {
        /// The schema of the action's configuration.
        pub schema: Option<S> = 1,
    }

    /// The optional features of a provider.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct ServerCapabilities {
        /// Whether the provider also plans the destruction of resources.
        pub plan_destroy: bool = 1,
        /// Whether Terraform can skip the call to `GetProviderSchema`.
        pub get_provider_schema_optional: bool = 2,
        /// Whether the provider moves state between resource types.
        pub move_resource_state: bool = 3,
        /// Whether the provider generates configurations from states.
        pub generate_resource_config: bool = 4,
    }

    /// The signature of a function.
    #[derive(Clone, PartialEq, Eq, Hash)]
    pub struct Function {
        /// The parameters, in order.
        pub parameters: Vec<function::Parameter> = 1,
        /// The parameter that accepts any number of further arguments.
        pub variadic_parameter: Option<function::Parameter> = 2,
        /// The type of the result.
        pub r#return: Option<function::Return> = 3,
        /// A short description, in one line.
        pub summary: String = 4,
        /// The description for users, which is longer than the summary.
        pub description: String = 5,
        /// The format of the description.
        pub description_kind: i32 as super::messages::StringKind = 6,
        /// The deprecation message, or an empty string if the function is not deprecated.
        pub deprecation_message: String = 7,
    }
}

/// The types of [`Function`]'s fields.
pub mod function {
    crate::tfplugin::message! {
        /// A parameter of a function.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Parameter {
            /// The name in documentation and errors. Calls pass arguments by position.
            pub name: String = 1,
            /// The type as a JSON type constraint.
            pub r#type: Vec<u8> = 2,
            /// Whether the argument can be null.
            pub allow_null_value: bool = 3,
            /// Whether Terraform calls the function if the argument is unknown.
            pub allow_unknown_values: bool = 4,
            /// The description for users.
            pub description: String = 5,
            /// The format of the description.
            pub description_kind: i32 as super::super::messages::StringKind = 6,
        }

        /// The result of a function.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Return {
            /// The type as a JSON type constraint.
            pub r#type: Vec<u8> = 1,
        }
    }
}

crate::tfplugin::message! {
    /// The schema of a resource identity, which identifies an object independently of Terraform's state.
    #[derive(Clone, PartialEq, Eq, Hash)]
    pub struct ResourceIdentitySchema {
        /// The version of the schema.
        pub version: i64 = 1,
        /// The parts of the identity, which together identify an object.
        pub identity_attributes: Vec<resource_identity_schema::IdentityAttribute> = 2,
    }
}

/// The types of [`ResourceIdentitySchema`]'s fields.
pub mod resource_identity_schema {
    crate::tfplugin::message! {
        /// A part of an identity: a primitive value or a list.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct IdentityAttribute {
            /// The name in the `identity` of an `import` block.
            pub name: String = 1,
            /// The type as a JSON type constraint.
            pub r#type: Vec<u8> = 2,
            /// Whether an import by identity must set the attribute.
            pub required_for_import: bool = 3,
            /// Whether an import by identity can set the attribute.
            pub optional_for_import: bool = 4,
            /// The description for users.
            pub description: String = 5,
        }
    }
}

/// The messages of the `GetResourceIdentitySchemas` call.
pub mod get_resource_identity_schemas {
    use std::collections::HashMap;

    crate::tfplugin::message! {
        /// This request is sent after `GetProviderSchema`, whose response contains no identities.
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        pub struct Request {}

        /// The response, with the identities of the provider's resources.
        #[derive(Clone, PartialEq, Eq)]
        pub struct Response {
            /// The identities, by resource name.
            pub identity_schemas: HashMap<String, super::ResourceIdentitySchema> = 1,
            /// Errors and warnings.
            pub diagnostics: Vec<super::Diagnostic> = 2,
        }
    }
}
