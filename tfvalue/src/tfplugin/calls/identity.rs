//! The calls for identities.

/// The messages of the `UpgradeResourceIdentity` call.
///
/// Converts a stored identity to the current version of the identity schema.
pub mod upgrade_resource_identity {
    use crate::tfplugin::calls::ResourceIdentityData;
    use crate::tfplugin::messages::{Diagnostic, RawState};

    crate::tfplugin::message! {
        /// An identity from the state.
        #[derive(Clone, PartialEq, Eq)]
        pub struct Request {
            /// The name of the resource type.
            pub type_name: String = 1,
            /// The schema version of the stored identity.
            pub version: i64 = 2,
            /// The identity in JSON.
            pub raw_identity: Option<RawState> = 3,
        }

        /// The identity in the form that the current schema describes.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Response {
            /// The identity in its current version.
            pub upgraded_identity: Option<ResourceIdentityData> = 1,
            /// Errors and warnings.
            pub diagnostics: Vec<Diagnostic> = 2,
        }
    }
}
