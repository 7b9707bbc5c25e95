//! The calls for list resources.

/// The messages of the `ValidateListResourceConfig` call.
///
/// Checks the configuration of a list resource.
pub mod validate_list_resource_config {
    pub use crate::tfplugin::calls::validate_config::Response;
    use crate::tfplugin::messages::DynamicValue;

    crate::tfplugin::message! {
        /// The configuration to check, with the settings of the `list` block.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Request {
            /// The name of the list resource.
            pub type_name: String = 1,
            /// The configuration, which is a value of the schema's implied type. Attributes that are not set are null.
            pub config: Option<DynamicValue> = 2,
            /// Whether the events will contain the objects. The value is a bool, which can be unknown.
            pub include_resource_object: Option<DynamicValue> = 3,
            /// The maximum number of objects. The value is a number, which can be unknown.
            pub limit: Option<DynamicValue> = 4,
        }
    }
}

/// The messages of the `ListResource` call.
///
/// Lists existing objects. The response is a stream of events.
pub mod list_resource {
    use crate::tfplugin::calls::ResourceIdentityData;
    use crate::tfplugin::messages::{Diagnostic, DynamicValue};

    crate::tfplugin::message! {
        /// The search, and the number of results to return.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Request {
            /// The name of the list resource.
            pub type_name: String = 1,
            /// The validated configuration. Values that were unknown during validation can be known here.
            pub config: Option<DynamicValue> = 2,
            /// Whether the events must contain the objects.
            pub include_resource_object: bool = 3,
            /// The maximum number of objects.
            pub limit: i64 = 4,
        }

        /// An event of the response.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Event {
            /// The identity of the object.
            pub identity: Option<ResourceIdentityData> = 1,
            /// The name for the user.
            pub display_name: String = 2,
            /// The object, if the request includes objects.
            pub resource_object: Option<DynamicValue> = 3,
            /// Errors and warnings about the object.
            pub diagnostic: Vec<Diagnostic> = 4,
        }
    }
}
