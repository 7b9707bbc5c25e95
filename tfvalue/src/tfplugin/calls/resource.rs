//! The calls for managed resources.

/// The messages of the `ValidateResourceConfig` call.
///
/// Checks the configuration of a managed resource.
pub mod validate_resource_config {
    use crate::tfplugin::calls::ClientCapabilities;
    pub use crate::tfplugin::calls::validate_config::Response;
    use crate::tfplugin::messages::DynamicValue;

    crate::tfplugin::message! {
        /// The configuration to check, in which values can still be unknown.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Request {
            /// The name of the resource type.
            pub type_name: String = 1,
            /// The configuration, which is a value of the schema's implied type. Attributes that are not set are null.
            pub config: Option<DynamicValue> = 2,
            /// The capabilities of the client.
            pub client_capabilities: Option<ClientCapabilities> = 3,
        }
    }
}

/// The messages of the `UpgradeResourceState` call.
///
/// Converts a stored state to the current version of the schema.
pub mod upgrade_resource_state {
    use crate::tfplugin::messages::{Diagnostic, DynamicValue, RawState};

    crate::tfplugin::message! {
        /// A state as Terraform stored it. The state is sent even if its version is the current version.
        #[derive(Clone, PartialEq, Eq)]
        pub struct Request {
            /// The name of the resource type.
            pub type_name: String = 1,
            /// The schema version of the stored state.
            pub version: i64 = 2,
            /// The state in JSON, or in the format that Terraform used before 0.12.
            pub raw_state: Option<RawState> = 3,
        }

        /// The state in the form that the current schema describes.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Response {
            /// The state in its current version.
            pub upgraded_state: Option<DynamicValue> = 1,
            /// Errors and warnings.
            pub diagnostics: Vec<Diagnostic> = 2,
        }
    }
}

/// The messages of the `ReadResource` call.
///
/// Reads the current state of an object.
pub mod read_resource {
    use crate::tfplugin::calls::{ClientCapabilities, Deferred, ResourceIdentityData};
    use crate::tfplugin::messages::{Diagnostic, DynamicValue};

    crate::tfplugin::message! {
        /// The object in its last known state.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Request {
            /// The name of the resource type.
            pub type_name: String = 1,
            /// The state that Terraform has.
            pub current_state: Option<DynamicValue> = 2,
            /// The private data stored with the state.
            pub private: Vec<u8> = 3,
            /// The metadata that the module sends to the provider.
            pub provider_meta: Option<DynamicValue> = 4,
            /// The capabilities of the client.
            pub client_capabilities: Option<ClientCapabilities> = 5,
            /// The identity that Terraform has.
            pub current_identity: Option<ResourceIdentityData> = 6,
        }

        /// The object in the service. All values must be known, unless the read is deferred.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Response {
            /// The current state, or null if the object no longer exists.
            pub new_state: Option<DynamicValue> = 1,
            /// Errors and warnings.
            pub diagnostics: Vec<Diagnostic> = 2,
            /// The private data to store.
            pub private: Vec<u8> = 3,
            /// The reason for the deferral, if the provider defers the change.
            pub deferred: Option<Deferred> = 4,
            /// The identity of the object, if the resource has one.
            pub new_identity: Option<ResourceIdentityData> = 5,
        }
    }
}

/// The messages of the `PlanResourceChange` call.
///
/// Plans a change to an object.
pub mod plan_resource_change {
    use crate::tfplugin::calls::{ClientCapabilities, Deferred, ResourceIdentityData};
    use crate::tfplugin::messages::{AttributePath, Diagnostic, DynamicValue};

    crate::tfplugin::message! {
        /// The prior state, the configuration, and the proposed new state, which merges the prior state and the
        /// configuration.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Request {
            /// The name of the resource type.
            pub type_name: String = 1,
            /// The state before the change; null to create the object.
            pub prior_state: Option<DynamicValue> = 2,
            /// The configuration merged with the prior state; null to destroy the object.
            pub proposed_new_state: Option<DynamicValue> = 3,
            /// The configuration; null to destroy the object.
            pub config: Option<DynamicValue> = 4,
            /// The private data stored with the prior state.
            pub prior_private: Vec<u8> = 5,
            /// The metadata that the module sends to the provider.
            pub provider_meta: Option<DynamicValue> = 6,
            /// The capabilities of the client.
            pub client_capabilities: Option<ClientCapabilities> = 7,
            /// The identity before the change.
            pub prior_identity: Option<ResourceIdentityData> = 8,
            /// The private data from an earlier plan; only in protocol 6.
            pub planned_private: Vec<u8> = 9,
        }

        /// The plan, which Terraform shows to the user and sends to `ApplyResourceChange`.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Response {
            /// The state that the provider expects after the change, with unknown values.
            pub planned_state: Option<DynamicValue> = 1,
            /// The attributes whose changes require replacement of the object.
            pub requires_replace: Vec<AttributePath> = 2,
            /// The private data for `ApplyResourceChange`.
            pub planned_private: Vec<u8> = 3,
            /// Errors and warnings.
            pub diagnostics: Vec<Diagnostic> = 4,
            /// Whether Terraform tolerates some violations of its rules. Only providers that use the legacy SDK may set
            /// this field.
            pub legacy_type_system: bool = 5,
            /// The reason for the deferral, if the provider defers the change.
            pub deferred: Option<Deferred> = 6,
            /// The identity that the provider expects after the change.
            pub planned_identity: Option<ResourceIdentityData> = 7,
        }
    }
}

/// The messages of the `ApplyResourceChange` call.
///
/// Applies a planned change.
pub mod apply_resource_change {
    use crate::tfplugin::calls::ResourceIdentityData;
    use crate::tfplugin::messages::{Diagnostic, DynamicValue};

    crate::tfplugin::message! {
        /// The change to apply, with the last plan from the provider.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Request {
            /// The name of the resource type.
            pub type_name: String = 1,
            /// The state before the change; null to create the object.
            pub prior_state: Option<DynamicValue> = 2,
            /// The planned state; null to destroy the object.
            pub planned_state: Option<DynamicValue> = 3,
            /// The configuration; null to destroy the object.
            pub config: Option<DynamicValue> = 4,
            /// The private data of the plan.
            pub planned_private: Vec<u8> = 5,
            /// The metadata that the module sends to the provider.
            pub provider_meta: Option<DynamicValue> = 6,
            /// The identity from the plan.
            pub planned_identity: Option<ResourceIdentityData> = 7,
        }

        /// The result of the change. If the change succeeded, the new state must agree with the plan.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Response {
            /// The state after the change, even if the change was only partly completed.
            pub new_state: Option<DynamicValue> = 1,
            /// The private data to store.
            pub private: Vec<u8> = 2,
            /// Errors and warnings.
            pub diagnostics: Vec<Diagnostic> = 3,
            /// Whether Terraform tolerates some violations of its rules. Only providers that use the legacy SDK may set
            /// this field.
            pub legacy_type_system: bool = 4,
            /// The identity after the change.
            pub new_identity: Option<ResourceIdentityData> = 5,
        }
    }
}

/// The messages of the `ImportResourceState` call.
///
/// Imports existing objects.
pub mod import_resource_state {
    use crate::tfplugin::calls::{ClientCapabilities, Deferred, ResourceIdentityData};
    use crate::tfplugin::messages::{Diagnostic, DynamicValue};

    crate::tfplugin::message! {
        /// The ID or the identity of the object to import.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Request {
            /// The name of the resource type.
            pub type_name: String = 1,
            /// The ID on the command line or in the `import` block.
            pub id: String = 2,
            /// The capabilities of the client.
            pub client_capabilities: Option<ClientCapabilities> = 3,
            /// The identity in the `import` block, instead of an ID.
            pub identity: Option<ResourceIdentityData> = 4,
        }

        /// The objects to add to the state.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Response {
            /// The objects. The response contains at least one object, unless there are errors.
            pub imported_resources: Vec<ImportedResource> = 1,
            /// Errors and warnings.
            pub diagnostics: Vec<Diagnostic> = 2,
            /// The reason for the deferral, if the provider defers the change.
            pub deferred: Option<Deferred> = 3,
        }

        /// An object that Terraform adds to the state.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct ImportedResource {
            /// The name of the resource type.
            pub type_name: String = 1,
            /// The state, which Terraform then refreshes with `ReadResource`.
            pub state: Option<DynamicValue> = 2,
            /// The private data to store.
            pub private: Vec<u8> = 3,
            /// The identity of the object, if the resource has one.
            pub identity: Option<ResourceIdentityData> = 4,
        }
    }
}

/// The messages of the `MoveResourceState` call.
///
/// Converts the state of another resource type, for a `moved` block.
pub mod move_resource_state {
    use crate::tfplugin::calls::ResourceIdentityData;
    use crate::tfplugin::messages::{Diagnostic, DynamicValue, RawState};

    crate::tfplugin::message! {
        /// A state of any resource type from any provider.
        #[derive(Clone, PartialEq, Eq)]
        pub struct Request {
            /// The address of the other provider, such as `registry.terraform.io/hashicorp/null`.
            pub source_provider_address: String = 1,
            /// The name of the other resource type.
            pub source_type_name: String = 2,
            /// The schema version of the stored state.
            pub source_schema_version: i64 = 3,
            /// The state in JSON.
            pub source_state: Option<RawState> = 4,
            /// The name of this resource type.
            pub target_type_name: String = 5,
            /// The private data stored with the state.
            pub source_private: Vec<u8> = 6,
            /// The identity in JSON.
            pub source_identity: Option<RawState> = 7,
            /// The schema version of the stored identity.
            pub source_identity_schema_version: i64 = 8,
        }

        /// The converted state, or an error if the provider cannot convert the state.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Response {
            /// The state for this resource type.
            pub target_state: Option<DynamicValue> = 1,
            /// Errors and warnings.
            pub diagnostics: Vec<Diagnostic> = 2,
            /// The private data to store.
            pub target_private: Vec<u8> = 3,
            /// The identity for this resource type.
            pub target_identity: Option<ResourceIdentityData> = 4,
        }
    }
}

/// The messages of the `GenerateResourceConfig` call.
///
/// Generates a configuration from a state.
pub mod generate_resource_config {
    use crate::tfplugin::messages::{Diagnostic, DynamicValue};

    crate::tfplugin::message! {
        /// This request is sent for an imported object, if the provider can generate configurations.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Request {
            /// The name of the resource type.
            pub type_name: String = 1,
            /// The imported object. The object also has attributes that a configuration cannot set.
            pub state: Option<DynamicValue> = 2,
        }

        /// The configuration that Terraform writes into the file for the user.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Response {
            /// The attributes to write. Attributes that are null are left out.
            pub config: Option<DynamicValue> = 1,
            /// Errors and warnings.
            pub diagnostics: Vec<Diagnostic> = 2,
        }
    }
}
