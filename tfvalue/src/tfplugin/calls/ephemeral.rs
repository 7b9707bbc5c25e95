//! The calls about ephemeral resources.

/// The messages of the call `ValidateEphemeralResourceConfig`.
///
/// Checks the configuration of an ephemeral resource.
pub mod validate_ephemeral_resource_config {
    use crate::tfplugin::messages::{Diagnostic, DynamicValue};

    /// The request.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        /// The name of the ephemeral resource.
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

/// The messages of the call `OpenEphemeralResource`.
///
/// Opens an ephemeral resource.
pub mod open_ephemeral_resource {
    use crate::tfplugin::calls::{ClientCapabilities, Deferred, Timestamp};
    use crate::tfplugin::messages::{Diagnostic, DynamicValue};

    /// The request.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        /// The name of the ephemeral resource.
        #[prost(string, tag = "1")]
        pub type_name: String,
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
        /// The time at which Terraform must renew it, if any.
        #[prost(message, optional, tag = "2")]
        pub renew_at: Option<Timestamp>,
        /// The result, which Terraform never stores.
        #[prost(message, optional, tag = "3")]
        pub result: Option<DynamicValue>,
        /// The private data for renewing and closing.
        #[prost(bytes = "vec", optional, tag = "4")]
        pub private: Option<Vec<u8>>,
        /// The reason, if the provider defers the change.
        #[prost(message, optional, tag = "5")]
        pub deferred: Option<Deferred>,
    }
}

/// The messages of the call `RenewEphemeralResource`.
///
/// Renews an open ephemeral resource.
pub mod renew_ephemeral_resource {
    use crate::tfplugin::calls::Timestamp;
    use crate::tfplugin::messages::Diagnostic;

    /// The request.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        /// The name of the ephemeral resource.
        #[prost(string, tag = "1")]
        pub type_name: String,
        /// The private data of the last response.
        #[prost(bytes = "vec", optional, tag = "2")]
        pub private: Option<Vec<u8>>,
    }

    /// The response.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Response {
        /// Errors and warnings.
        #[prost(message, repeated, tag = "1")]
        pub diagnostics: Vec<Diagnostic>,
        /// The time at which Terraform must renew it again, if any.
        #[prost(message, optional, tag = "2")]
        pub renew_at: Option<Timestamp>,
        /// The private data for renewing and closing.
        #[prost(bytes = "vec", optional, tag = "3")]
        pub private: Option<Vec<u8>>,
    }
}

/// The messages of the call `CloseEphemeralResource`.
///
/// Closes an ephemeral resource.
pub mod close_ephemeral_resource {
    use crate::tfplugin::messages::Diagnostic;

    /// The request.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        /// The name of the ephemeral resource.
        #[prost(string, tag = "1")]
        pub type_name: String,
        /// The private data of the last response.
        #[prost(bytes = "vec", optional, tag = "2")]
        pub private: Option<Vec<u8>>,
    }

    /// The response.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Response {
        /// Errors and warnings.
        #[prost(message, repeated, tag = "1")]
        pub diagnostics: Vec<Diagnostic>,
    }
}
