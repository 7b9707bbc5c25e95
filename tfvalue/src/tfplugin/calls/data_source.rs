//! The calls about data sources.

/// The messages of the call `ValidateDataResourceConfig`.
///
/// Checks the configuration of a data source.
pub mod validate_data_resource_config {
    use crate::tfplugin::messages::{Diagnostic, DynamicValue};

    /// The request.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        /// The name of the data source.
        #[prost(string, tag = "1")]
        pub type_name: String,
        /// The configuration.
        #[prost(message, optional, tag = "2")]
        pub config: Option<DynamicValue>,
    }

    /// The response.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Response {
        /// Errors and warnings.
        #[prost(message, repeated, tag = "1")]
        pub diagnostics: Vec<Diagnostic>,
    }
}

/// The messages of the call `ReadDataSource`.
///
/// Reads a data source.
pub mod read_data_source {
    use crate::tfplugin::calls::{ClientCapabilities, Deferred};
    use crate::tfplugin::messages::{Diagnostic, DynamicValue};

    /// The request.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        /// The name of the data source.
        #[prost(string, tag = "1")]
        pub type_name: String,
        /// The configuration.
        #[prost(message, optional, tag = "2")]
        pub config: Option<DynamicValue>,
        /// The metadata that the module sends to the provider.
        #[prost(message, optional, tag = "3")]
        pub provider_meta: Option<DynamicValue>,
        /// The optional features of this Terraform.
        #[prost(message, optional, tag = "4")]
        pub client_capabilities: Option<ClientCapabilities>,
    }

    /// The response.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Response {
        /// The data.
        #[prost(message, optional, tag = "1")]
        pub state: Option<DynamicValue>,
        /// Errors and warnings.
        #[prost(message, repeated, tag = "2")]
        pub diagnostics: Vec<Diagnostic>,
        /// The reason, if the provider defers the change.
        #[prost(message, optional, tag = "3")]
        pub deferred: Option<Deferred>,
    }
}
