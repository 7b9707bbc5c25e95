//! The calls about identities.

/// The messages of the call `UpgradeResourceIdentity`.
///
/// Converts a stored identity to the current version of the identity schema.
pub mod upgrade_resource_identity {
    use crate::tfplugin::calls::ResourceIdentityData;
    use crate::tfplugin::messages::{Diagnostic, RawState};

    /// The request.
    #[derive(Clone, PartialEq, Eq, ::prost::Message)]
    pub struct Request {
        /// The name of the resource type.
        #[prost(string, tag = "1")]
        pub type_name: String,
        /// The version of the identity schema that the identity was stored with.
        #[prost(int64, tag = "2")]
        pub version: i64,
        /// The stored identity.
        #[prost(message, optional, tag = "3")]
        pub raw_identity: Option<RawState>,
    }

    /// The response.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Response {
        /// The identity in the current version.
        #[prost(message, optional, tag = "1")]
        pub upgraded_identity: Option<ResourceIdentityData>,
        /// Errors and warnings.
        #[prost(message, repeated, tag = "2")]
        pub diagnostics: Vec<Diagnostic>,
    }
}
