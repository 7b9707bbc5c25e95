//! The calls for the provider itself.

/// Defines the messages of the `GetMetadata` call. The fields after the list resources differ between the two protocols.
macro_rules! metadata_messages {
    ($([$state_store:ident])? $($(#[$doc:meta])* $field:ident: $message:ident = $tag:literal,)+) => {
        /// The messages of the `GetMetadata` call.
        ///
        /// Lists the names of all resources, data sources, functions and other parts of the provider.
        pub mod get_metadata {
            use crate::tfplugin::messages::Diagnostic;
            use crate::tfplugin::provider::ServerCapabilities;

            pub use crate::tfplugin::calls::provider::metadata::{
                ActionMetadata, DataSourceMetadata, EphemeralMetadata, FunctionMetadata,
                ListResourceMetadata, Request, ResourceMetadata,
            };
            $(
                pub use crate::tfplugin::calls::provider::metadata::$state_store;
            )?

            crate::tfplugin::message! {
                /// All names, without schemas.
                #[derive(Clone, PartialEq, Eq, Hash)]
                pub struct Response {
                    /// The optional features of the provider.
                    pub server_capabilities: Option<ServerCapabilities> = 1,
                    /// Errors and warnings.
                    pub diagnostics: Vec<Diagnostic> = 2,
                    /// The names of the data sources.
                    pub data_sources: Vec<DataSourceMetadata> = 3,
                    /// The names of the managed resources.
                    pub resources: Vec<ResourceMetadata> = 4,
                    /// The names of the functions.
                    pub functions: Vec<FunctionMetadata> = 5,
                    /// The names of the ephemeral resources.
                    pub ephemeral_resources: Vec<EphemeralMetadata> = 6,
                    /// The names of the list resources.
                    pub list_resources: Vec<ListResourceMetadata> = 7,
                    $(
                        $(#[$doc])*
                        pub $field: Vec<$message> = $tag,
                    )+
                }
            }
        }
    };
}

pub(crate) use metadata_messages;

/// The messages of the `GetMetadata` call that both protocols share.
pub(crate) mod metadata {
    crate::tfplugin::message! {
        /// The request is empty, because the names do not depend on the configuration.
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        pub struct Request {}
    }

    /// Defines the message with the name of an element of the provider.
    macro_rules! name {
        ($(#[$doc:meta])* $message:ident { $name:ident }) => {
            crate::tfplugin::message! {
                $(#[$doc])*
                #[derive(Clone, PartialEq, Eq, Hash)]
                pub struct $message {
                    /// The name in the configuration. The name begins with the prefix of the provider, unless the
                    /// element is a function.
                    pub $name: String = 1,
                }
            }
        };
    }

    name! {
        /// The name of a managed resource.
        ResourceMetadata { type_name }
    }
    name! {
        /// The name of a data source.
        DataSourceMetadata { type_name }
    }
    name! {
        /// The name of a function.
        FunctionMetadata { name }
    }
    name! {
        /// The name of an ephemeral resource.
        EphemeralMetadata { type_name }
    }
    name! {
        /// The name of a list resource.
        ListResourceMetadata { type_name }
    }
    name! {
        /// The name of a state store.
        StateStoreMetadata { type_name }
    }
    name! {
        /// The name of an action.
        ActionMetadata { type_name }
    }
}

/// The messages of the `PrepareProviderConfig` call.
///
/// Checks the configuration of the provider; only in protocol 5.
pub mod prepare_provider_config {
    use crate::tfplugin::messages::{Diagnostic, DynamicValue};

    crate::tfplugin::message! {
        /// The configuration to check, in which values can still be unknown.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Request {
            /// The configuration, which is a value of the schema's implied type. Attributes that are not set are null.
            pub config: Option<DynamicValue> = 1,
        }

        /// The errors and warnings about the configuration.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Response {
            /// The configuration; Terraform ignores changes.
            pub prepared_config: Option<DynamicValue> = 1,
            /// Errors and warnings.
            pub diagnostics: Vec<Diagnostic> = 2,
        }
    }
}

/// The messages of the `ValidateProviderConfig` call.
///
/// Checks the configuration of the provider.
pub mod validate_provider_config {
    use crate::tfplugin::messages::{Diagnostic, DynamicValue};

    crate::tfplugin::message! {
        /// The configuration to check, in which values can still be unknown.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Request {
            /// The configuration, which is a value of the schema's implied type. Attributes that are not set are null.
            pub config: Option<DynamicValue> = 1,
        }

        /// The errors and warnings about the configuration.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Response {
            /// Errors and warnings.
            pub diagnostics: Vec<Diagnostic> = 2,
        }
    }
}

/// The messages of the `ConfigureProvider` call.
///
/// Configures the provider. Terraform makes this call once in each process.
pub mod configure_provider {
    use crate::tfplugin::calls::ClientCapabilities;
    use crate::tfplugin::messages::{Diagnostic, DynamicValue};

    crate::tfplugin::message! {
        /// The configuration for all subsequent calls. During planning, values can still be unknown.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Request {
            /// Terraform's version, without a leading `v`.
            pub terraform_version: String = 1,
            /// The validated configuration. Values that were unknown during validation can be known here.
            pub config: Option<DynamicValue> = 2,
            /// The capabilities of the client.
            pub client_capabilities: Option<ClientCapabilities> = 3,
        }

        /// The errors and warnings. After an error, Terraform makes no further calls with this configuration.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Response {
            /// Errors and warnings.
            pub diagnostics: Vec<Diagnostic> = 1,
        }
    }
}

/// The messages of the `StopProvider` call.
///
/// Asks the provider to stop running operations soon.
pub mod stop_provider {
    crate::tfplugin::message! {
        /// This request is sent when the user interrupts Terraform.
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        pub struct Request {}

        /// Whether running operations were asked to stop. They still send their responses.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Response {
            /// The reason why the provider cannot stop, or an empty string if it can stop.
            pub error: String = 1,
        }
    }
}
