//! The calls about list resources.

/// The messages of the call `ValidateListResourceConfig`.
///
/// Checks the configuration of a list resource.
pub mod validate_list_resource_config {
    use crate::tfplugin::messages::{Diagnostic, DynamicValue};

    /// The request.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        /// The name of the list resource.
        #[prost(string, tag = "1")]
        pub type_name: String,
        /// The configuration.
        #[prost(message, optional, tag = "2")]
        pub config: Option<DynamicValue>,
        /// Whether the events will contain the objects: a bool, possibly unknown.
        #[prost(message, optional, tag = "3")]
        pub include_resource_object: Option<DynamicValue>,
        /// The maximum number of objects: a number, possibly unknown.
        #[prost(message, optional, tag = "4")]
        pub limit: Option<DynamicValue>,
    }

    /// The response.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Response {
        /// Errors and warnings.
        #[prost(message, repeated, tag = "1")]
        pub diagnostics: Vec<Diagnostic>,
    }
}

/// The messages of the call `ListResource`.
///
/// Lists existing objects. The response is a stream of events.
pub mod list_resource {
    use crate::tfplugin::calls::ResourceIdentityData;
    use crate::tfplugin::messages::{Diagnostic, DynamicValue};

    /// The request.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        /// The name of the list resource.
        #[prost(string, tag = "1")]
        pub type_name: String,
        /// The configuration.
        #[prost(message, optional, tag = "2")]
        pub config: Option<DynamicValue>,
        /// Whether the events must contain the objects.
        #[prost(bool, tag = "3")]
        pub include_resource_object: bool,
        /// The maximum number of objects.
        #[prost(int64, tag = "4")]
        pub limit: i64,
    }

    /// An event of the response.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Event {
        /// The identity of the object.
        #[prost(message, optional, tag = "1")]
        pub identity: Option<ResourceIdentityData>,
        /// The name for the user.
        #[prost(string, tag = "2")]
        pub display_name: String,
        /// The object, if the request includes objects.
        #[prost(message, optional, tag = "3")]
        pub resource_object: Option<DynamicValue>,
        /// Errors and warnings about the object.
        #[prost(message, repeated, tag = "4")]
        pub diagnostic: Vec<Diagnostic>,
    }
}
