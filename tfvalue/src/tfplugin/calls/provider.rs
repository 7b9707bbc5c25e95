//! The calls about the provider itself.

/// Defines the messages of the call `GetMetadata`, whose field numbers differ between the protocols.
macro_rules! metadata_messages {
    (actions = $actions:literal $(, $(#[$doc:meta])* $state_stores:ident: $state_store:ident = $tag:literal)?) => {
        /// The messages of the call `GetMetadata`.
        ///
        /// Lists the names of everything that the provider has.
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

            /// The response.
            #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
            pub struct Response {
                /// The optional features of the provider.
                #[prost(message, optional, tag = "1")]
                pub server_capabilities: Option<ServerCapabilities>,
                /// Errors and warnings.
                #[prost(message, repeated, tag = "2")]
                pub diagnostics: Vec<Diagnostic>,
                /// The data sources.
                #[prost(message, repeated, tag = "3")]
                pub data_sources: Vec<DataSourceMetadata>,
                /// The managed resources.
                #[prost(message, repeated, tag = "4")]
                pub resources: Vec<ResourceMetadata>,
                /// The functions.
                #[prost(message, repeated, tag = "5")]
                pub functions: Vec<FunctionMetadata>,
                /// The ephemeral resources.
                #[prost(message, repeated, tag = "6")]
                pub ephemeral_resources: Vec<EphemeralMetadata>,
                /// The list resources.
                #[prost(message, repeated, tag = "7")]
                pub list_resources: Vec<ListResourceMetadata>,
                $(
                    $(#[$doc])*
                    #[prost(message, repeated, tag = $tag)]
                    pub $state_stores: Vec<$state_store>,
                )?
                /// The actions.
                #[prost(message, repeated, tag = $actions)]
                pub actions: Vec<ActionMetadata>,
            }
        }
    };
}

pub(crate) use metadata_messages;

/// The messages of the call `GetMetadata` that the protocols share.
pub(crate) mod metadata {
    /// The request.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {}

    /// Defines the message with the name of one element of the provider.
    macro_rules! name {
        ($(#[$doc:meta])* $message:ident { $name:ident }) => {
            $(#[$doc])*
            #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
            pub struct $message {
                /// The name.
                #[prost(string, tag = "1")]
                pub $name: String,
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
    #[cfg(feature = "tfplugin6")]
    name! {
        /// The name of a state store.
        StateStoreMetadata { type_name }
    }
    name! {
        /// The name of an action.
        ActionMetadata { type_name }
    }
}

/// The messages of the call `PrepareProviderConfig`.
///
/// Checks the configuration of the provider; only in protocol 5.
#[cfg(feature = "tfplugin5")]
pub mod prepare_provider_config {
    use crate::tfplugin::messages::{Diagnostic, DynamicValue};

    /// The request.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        /// The configuration.
        #[prost(message, optional, tag = "1")]
        pub config: Option<DynamicValue>,
    }

    /// The response.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Response {
        /// The configuration; Terraform ignores changes.
        #[prost(message, optional, tag = "1")]
        pub prepared_config: Option<DynamicValue>,
        /// Errors and warnings.
        #[prost(message, repeated, tag = "2")]
        pub diagnostics: Vec<Diagnostic>,
    }
}

/// The messages of the call `ValidateProviderConfig`.
///
/// Checks the configuration of the provider.
#[cfg(feature = "tfplugin6")]
pub mod validate_provider_config {
    use crate::tfplugin::messages::{Diagnostic, DynamicValue};

    /// The request.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        /// The configuration.
        #[prost(message, optional, tag = "1")]
        pub config: Option<DynamicValue>,
    }

    /// The response.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Response {
        /// Errors and warnings.
        #[prost(message, repeated, tag = "2")]
        pub diagnostics: Vec<Diagnostic>,
    }
}

/// The messages of the call `ConfigureProvider`.
///
/// Configures the provider, once in each process.
pub mod configure_provider {
    use crate::tfplugin::calls::ClientCapabilities;
    use crate::tfplugin::messages::{Diagnostic, DynamicValue};

    /// The request.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        /// Terraform's version, without a leading `v`.
        #[prost(string, tag = "1")]
        pub terraform_version: String,
        /// The configuration.
        #[prost(message, optional, tag = "2")]
        pub config: Option<DynamicValue>,
        /// The optional features of this Terraform.
        #[prost(message, optional, tag = "3")]
        pub client_capabilities: Option<ClientCapabilities>,
    }

    /// The response.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Response {
        /// Errors and warnings.
        #[prost(message, repeated, tag = "1")]
        pub diagnostics: Vec<Diagnostic>,
    }
}

/// The messages of the call `StopProvider`.
///
/// Asks the provider to stop running operations soon.
pub mod stop_provider {
    /// The request.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {}

    /// The response.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Response {
        /// The reason, if the provider cannot stop; empty if it can.
        #[prost(string, tag = "1")]
        pub error: String,
    }
}
