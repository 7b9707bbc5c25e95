//! The calls about managed resources.

/// The messages of the call `ValidateResourceConfig`.
///
/// Checks the configuration of a managed resource.
pub mod validate_resource_config {
    use crate::tfplugin::calls::ClientCapabilities;
    use crate::tfplugin::messages::{Diagnostic, DynamicValue};

    /// The request.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        /// The name of the resource type.
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
    }
}

/// The messages of the call `UpgradeResourceState`.
///
/// Converts a stored state to the current version of the schema.
pub mod upgrade_resource_state {
    use crate::tfplugin::messages::{Diagnostic, DynamicValue, RawState};

    /// The request.
    #[derive(Clone, PartialEq, Eq, ::prost::Message)]
    pub struct Request {
        /// The name of the resource type.
        #[prost(string, tag = "1")]
        pub type_name: String,
        /// The version of the schema that the state was stored with.
        #[prost(int64, tag = "2")]
        pub version: i64,
        /// The stored state.
        #[prost(message, optional, tag = "3")]
        pub raw_state: Option<RawState>,
    }

    /// The response.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Response {
        /// The state in the current version.
        #[prost(message, optional, tag = "1")]
        pub upgraded_state: Option<DynamicValue>,
        /// Errors and warnings.
        #[prost(message, repeated, tag = "2")]
        pub diagnostics: Vec<Diagnostic>,
    }
}

/// The messages of the call `ReadResource`.
///
/// Reads the current state of an object.
pub mod read_resource {
    use crate::tfplugin::calls::{ClientCapabilities, Deferred, ResourceIdentityData};
    use crate::tfplugin::messages::{Diagnostic, DynamicValue};

    /// The request.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        /// The name of the resource type.
        #[prost(string, tag = "1")]
        pub type_name: String,
        /// The state that Terraform has.
        #[prost(message, optional, tag = "2")]
        pub current_state: Option<DynamicValue>,
        /// The private data stored with the state.
        #[prost(bytes = "vec", tag = "3")]
        pub private: Vec<u8>,
        /// The metadata that the module sends to the provider.
        #[prost(message, optional, tag = "4")]
        pub provider_meta: Option<DynamicValue>,
        /// The optional features of this Terraform.
        #[prost(message, optional, tag = "5")]
        pub client_capabilities: Option<ClientCapabilities>,
        /// The identity that Terraform has.
        #[prost(message, optional, tag = "6")]
        pub current_identity: Option<ResourceIdentityData>,
    }

    /// The response.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Response {
        /// The current state, or null if the object no longer exists.
        #[prost(message, optional, tag = "1")]
        pub new_state: Option<DynamicValue>,
        /// Errors and warnings.
        #[prost(message, repeated, tag = "2")]
        pub diagnostics: Vec<Diagnostic>,
        /// The private data to store.
        #[prost(bytes = "vec", tag = "3")]
        pub private: Vec<u8>,
        /// The reason, if the provider defers the change.
        #[prost(message, optional, tag = "4")]
        pub deferred: Option<Deferred>,
        /// The identity.
        #[prost(message, optional, tag = "5")]
        pub new_identity: Option<ResourceIdentityData>,
    }
}

/// The messages of the call `PlanResourceChange`.
///
/// Plans a change of an object.
pub mod plan_resource_change {
    use crate::tfplugin::calls::{ClientCapabilities, Deferred, ResourceIdentityData};
    use crate::tfplugin::messages::{AttributePath, Diagnostic, DynamicValue};

    /// The request.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        /// The name of the resource type.
        #[prost(string, tag = "1")]
        pub type_name: String,
        /// The state before the change; null to create the object.
        #[prost(message, optional, tag = "2")]
        pub prior_state: Option<DynamicValue>,
        /// The configuration merged with the prior state; null to destroy the object.
        #[prost(message, optional, tag = "3")]
        pub proposed_new_state: Option<DynamicValue>,
        /// The configuration; null to destroy the object.
        #[prost(message, optional, tag = "4")]
        pub config: Option<DynamicValue>,
        /// The private data stored with the prior state.
        #[prost(bytes = "vec", tag = "5")]
        pub prior_private: Vec<u8>,
        /// The metadata that the module sends to the provider.
        #[prost(message, optional, tag = "6")]
        pub provider_meta: Option<DynamicValue>,
        /// The optional features of this Terraform.
        #[prost(message, optional, tag = "7")]
        pub client_capabilities: Option<ClientCapabilities>,
        /// The identity before the change.
        #[prost(message, optional, tag = "8")]
        pub prior_identity: Option<ResourceIdentityData>,
        /// The private data of an earlier plan; only in protocol 6.
        #[prost(bytes = "vec", tag = "9")]
        pub planned_private: Vec<u8>,
    }

    /// The response.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Response {
        /// The state that the provider expects after the change, with unknown values.
        #[prost(message, optional, tag = "1")]
        pub planned_state: Option<DynamicValue>,
        /// The attributes whose changes replace the object.
        #[prost(message, repeated, tag = "2")]
        pub requires_replace: Vec<AttributePath>,
        /// The private data for `ApplyResourceChange`.
        #[prost(bytes = "vec", tag = "3")]
        pub planned_private: Vec<u8>,
        /// Errors and warnings.
        #[prost(message, repeated, tag = "4")]
        pub diagnostics: Vec<Diagnostic>,
        /// Whether Terraform tolerates some violations of its rules. Only for Terraform's old SDK.
        #[prost(bool, tag = "5")]
        pub legacy_type_system: bool,
        /// The reason, if the provider defers the change.
        #[prost(message, optional, tag = "6")]
        pub deferred: Option<Deferred>,
        /// The identity that the provider expects after the change.
        #[prost(message, optional, tag = "7")]
        pub planned_identity: Option<ResourceIdentityData>,
    }
}

/// The messages of the call `ApplyResourceChange`.
///
/// Applies a planned change.
pub mod apply_resource_change {
    use crate::tfplugin::calls::ResourceIdentityData;
    use crate::tfplugin::messages::{Diagnostic, DynamicValue};

    /// The request.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        /// The name of the resource type.
        #[prost(string, tag = "1")]
        pub type_name: String,
        /// The state before the change; null to create the object.
        #[prost(message, optional, tag = "2")]
        pub prior_state: Option<DynamicValue>,
        /// The planned state; null to destroy the object.
        #[prost(message, optional, tag = "3")]
        pub planned_state: Option<DynamicValue>,
        /// The configuration; null to destroy the object.
        #[prost(message, optional, tag = "4")]
        pub config: Option<DynamicValue>,
        /// The private data of the plan.
        #[prost(bytes = "vec", tag = "5")]
        pub planned_private: Vec<u8>,
        /// The metadata that the module sends to the provider.
        #[prost(message, optional, tag = "6")]
        pub provider_meta: Option<DynamicValue>,
        /// The planned identity.
        #[prost(message, optional, tag = "7")]
        pub planned_identity: Option<ResourceIdentityData>,
    }

    /// The response.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Response {
        /// The state after the change, also if the change failed halfway.
        #[prost(message, optional, tag = "1")]
        pub new_state: Option<DynamicValue>,
        /// The private data to store.
        #[prost(bytes = "vec", tag = "2")]
        pub private: Vec<u8>,
        /// Errors and warnings.
        #[prost(message, repeated, tag = "3")]
        pub diagnostics: Vec<Diagnostic>,
        /// Whether Terraform tolerates some violations of its rules. Only for Terraform's old SDK.
        #[prost(bool, tag = "4")]
        pub legacy_type_system: bool,
        /// The identity after the change.
        #[prost(message, optional, tag = "5")]
        pub new_identity: Option<ResourceIdentityData>,
    }
}

/// The messages of the call `ImportResourceState`.
///
/// Imports existing objects.
pub mod import_resource_state {
    use crate::tfplugin::calls::{ClientCapabilities, Deferred, ResourceIdentityData};
    use crate::tfplugin::messages::{Diagnostic, DynamicValue};

    /// The request.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        /// The name of the resource type.
        #[prost(string, tag = "1")]
        pub type_name: String,
        /// The ID on the command line or in the `import` block.
        #[prost(string, tag = "2")]
        pub id: String,
        /// The optional features of this Terraform.
        #[prost(message, optional, tag = "3")]
        pub client_capabilities: Option<ClientCapabilities>,
        /// The identity in the `import` block, instead of an ID.
        #[prost(message, optional, tag = "4")]
        pub identity: Option<ResourceIdentityData>,
    }

    /// The response.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Response {
        /// The imported objects.
        #[prost(message, repeated, tag = "1")]
        pub imported_resources: Vec<ImportedResource>,
        /// Errors and warnings.
        #[prost(message, repeated, tag = "2")]
        pub diagnostics: Vec<Diagnostic>,
        /// The reason, if the provider defers the change.
        #[prost(message, optional, tag = "3")]
        pub deferred: Option<Deferred>,
    }

    /// An imported object.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct ImportedResource {
        /// The name of the resource type.
        #[prost(string, tag = "1")]
        pub type_name: String,
        /// The state, which Terraform then refreshes with `ReadResource`.
        #[prost(message, optional, tag = "2")]
        pub state: Option<DynamicValue>,
        /// The private data to store.
        #[prost(bytes = "vec", tag = "3")]
        pub private: Vec<u8>,
        /// The identity.
        #[prost(message, optional, tag = "4")]
        pub identity: Option<ResourceIdentityData>,
    }
}

/// The messages of the call `MoveResourceState`.
///
/// Converts the state of another resource type, for a `moved` block.
pub mod move_resource_state {
    use crate::tfplugin::calls::ResourceIdentityData;
    use crate::tfplugin::messages::{Diagnostic, DynamicValue, RawState};

    /// The request.
    #[derive(Clone, PartialEq, Eq, ::prost::Message)]
    pub struct Request {
        /// The address of the other provider, such as `registry.terraform.io/hashicorp/null`.
        #[prost(string, tag = "1")]
        pub source_provider_address: String,
        /// The name of the other resource type.
        #[prost(string, tag = "2")]
        pub source_type_name: String,
        /// The version of the schema that the state was stored with.
        #[prost(int64, tag = "3")]
        pub source_schema_version: i64,
        /// The stored state.
        #[prost(message, optional, tag = "4")]
        pub source_state: Option<RawState>,
        /// The name of this resource type.
        #[prost(string, tag = "5")]
        pub target_type_name: String,
        /// The private data stored with the state.
        #[prost(bytes = "vec", tag = "6")]
        pub source_private: Vec<u8>,
        /// The stored identity.
        #[prost(message, optional, tag = "7")]
        pub source_identity: Option<RawState>,
        /// The version of the identity schema that the identity was stored with.
        #[prost(int64, tag = "8")]
        pub source_identity_schema_version: i64,
    }

    /// The response.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Response {
        /// The state for this resource type.
        #[prost(message, optional, tag = "1")]
        pub target_state: Option<DynamicValue>,
        /// Errors and warnings.
        #[prost(message, repeated, tag = "2")]
        pub diagnostics: Vec<Diagnostic>,
        /// The private data to store.
        #[prost(bytes = "vec", tag = "3")]
        pub target_private: Vec<u8>,
        /// The identity for this resource type.
        #[prost(message, optional, tag = "4")]
        pub target_identity: Option<ResourceIdentityData>,
    }
}

/// The messages of the call `GenerateResourceConfig`.
///
/// Generates a configuration from a state.
pub mod generate_resource_config {
    use crate::tfplugin::messages::{Diagnostic, DynamicValue};

    /// The request.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        /// The name of the resource type.
        #[prost(string, tag = "1")]
        pub type_name: String,
        /// The state.
        #[prost(message, optional, tag = "2")]
        pub state: Option<DynamicValue>,
    }

    /// The response.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Response {
        /// The configuration.
        #[prost(message, optional, tag = "1")]
        pub config: Option<DynamicValue>,
        /// Errors and warnings.
        #[prost(message, repeated, tag = "2")]
        pub diagnostics: Vec<Diagnostic>,
    }
}
