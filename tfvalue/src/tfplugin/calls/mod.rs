//! The messages of the calls, and the messages that several calls share.
//!
//! Messages that are the same in both protocols share a single type. Fields that exist only in protocol 6 are marked in
//! their documentation, and are not set in protocol 5.

pub(crate) mod action;
pub(crate) mod data_source;
pub(crate) mod ephemeral;
pub(crate) mod function;
pub(crate) mod identity;
pub(crate) mod list;
pub(crate) mod provider;
pub(crate) mod resource;
pub(crate) mod state_store;

use super::messages::DynamicValue;

crate::tfplugin::message! {
    /// The optional features of the Terraform version that calls the provider.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct ClientCapabilities {
        /// Whether the provider can defer changes.
        pub deferral_allowed: bool = 1,
        /// Whether the schema can have write-only attributes.
        pub write_only_attributes_allowed: bool = 2,
        /// Whether Terraform sends the private data from an earlier plan; only in protocol 6.
        pub store_planned_private: bool = 3,
        /// Whether the schema can have computed blocks; only in protocol 6.
        pub computed_blocks_allowed: bool = 4,
    }

    /// The reason why a provider defers a change.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Deferred {
        /// The reason why the provider cannot plan the change now.
        pub reason: i32 as deferred::Reason = 1,
    }
}

impl From<deferred::Reason> for Deferred {
    fn from(reason: deferred::Reason) -> Self {
        Deferred {
            reason: reason.into(),
        }
    }
}

/// The types of [`Deferred`]'s fields.
pub mod deferred {
    crate::tfplugin::enumeration! {
        /// A reason to defer a change.
        Reason {
            /// Not set.
            #[default]
            Unknown = 0 "UNKNOWN",
            /// The configuration of the resource has unknown values.
            ResourceConfigUnknown = 1 "RESOURCE_CONFIG_UNKNOWN",
            /// The configuration of the provider has unknown values.
            ProviderConfigUnknown = 2 "PROVIDER_CONFIG_UNKNOWN",
            /// An object that the resource needs does not exist yet.
            AbsentPrereq = 3 "ABSENT_PREREQ",
        }
    }
}

crate::tfplugin::message! {
    /// Identifies an object independently of Terraform's state.
    #[derive(Clone, PartialEq, Eq, Hash)]
    pub struct ResourceIdentityData {
        /// The attributes of the identity.
        pub identity_data: Option<DynamicValue> = 1,
    }

    /// A point in time: `google.protobuf.Timestamp`.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub struct Timestamp {
        /// The seconds since 1970-01-01T00:00:00Z.
        pub seconds: i64 = 1,
        /// The nanoseconds after the second, from 0 to 999,999,999.
        pub nanos: i32 = 2,
    }
}

/// The messages of the calls `ValidateActionConfig`, `ValidateDataResourceConfig`, `ValidateEphemeralResourceConfig` and
/// `ValidateStateStore`, and the response of all calls that check a configuration.
pub mod validate_config {
    use crate::tfplugin::messages::{Diagnostic, DynamicValue};

    crate::tfplugin::message! {
        /// The configuration to check, in which values can still be unknown.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Request {
            /// The name of the part.
            pub type_name: String = 1,
            /// The configuration, which is a value of the schema's implied type. Attributes that are not set are null.
            pub config: Option<DynamicValue> = 2,
        }

        /// The errors and warnings about the configuration.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Response {
            /// Errors and warnings.
            pub diagnostics: Vec<Diagnostic> = 1,
        }
    }
}
