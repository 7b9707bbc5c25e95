//! Calls for ephemeral resources.

/// The messages of the `OpenEphemeralResource` call.
///
/// Opens an ephemeral resource.
pub mod open_ephemeral_resource {
    use crate::tfplugin::calls::{ClientCapabilities, Deferred, Timestamp};
    use crate::tfplugin::messages::{Diagnostic, DynamicValue};

    crate::tfplugin::message! {
        /// The ephemeral resource to open. Terraform opens the resource during planning, and again when it applies the
        /// plan.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Request {
            /// The name of the ephemeral resource.
            pub type_name: String = 1,
            /// The validated configuration. Values that were unknown during validation can be known here.
            pub config: Option<DynamicValue> = 2,
            /// The capabilities of the client.
            pub client_capabilities: Option<ClientCapabilities> = 3,
        }

        /// The values that Terraform uses until it closes the resource.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Response {
            /// Errors and warnings.
            pub diagnostics: Vec<Diagnostic> = 1,
            /// The time at which Terraform must renew the resource, if any.
            pub renew_at: Option<Timestamp> = 2,
            /// The result, which Terraform never stores.
            pub result: Option<DynamicValue> = 3,
            /// The private data for renewing and closing.
            pub private: Option<Vec<u8>> = 4,
            /// The reason for the deferral, if the provider defers the change.
            pub deferred: Option<Deferred> = 5,
        }
    }
}

/// The messages of the `RenewEphemeralResource` call.
///
/// Renews an open ephemeral resource.
pub mod renew_ephemeral_resource {
    use crate::tfplugin::calls::Timestamp;
    use crate::tfplugin::messages::Diagnostic;

    crate::tfplugin::message! {
        /// This request is sent before the time in `renew_at`, as long as the result is used.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Request {
            /// The name of the ephemeral resource.
            pub type_name: String = 1,
            /// The private data from the last response.
            pub private: Option<Vec<u8>> = 2,
        }

        /// The time of the next renewal. The result stays the same.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Response {
            /// Errors and warnings.
            pub diagnostics: Vec<Diagnostic> = 1,
            /// The time at which Terraform must renew the resource again, if any.
            pub renew_at: Option<Timestamp> = 2,
            /// The private data for renewing and closing.
            pub private: Option<Vec<u8>> = 3,
        }
    }
}

/// The messages of the `CloseEphemeralResource` call.
///
/// Closes an ephemeral resource.
pub mod close_ephemeral_resource {
    use crate::tfplugin::messages::Diagnostic;

    crate::tfplugin::message! {
        /// This request is sent when the result is no longer used.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Request {
            /// The name of the ephemeral resource.
            pub type_name: String = 1,
            /// The private data from the last response.
            pub private: Option<Vec<u8>> = 2,
        }

        /// The errors and warnings. If there are no errors, the resource is closed.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Response {
            /// Errors and warnings.
            pub diagnostics: Vec<Diagnostic> = 1,
        }
    }
}
