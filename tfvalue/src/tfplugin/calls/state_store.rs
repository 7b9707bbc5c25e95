//! The calls about state stores, which only protocol 6 has.

/// The messages of the call `ValidateStateStore`.
///
/// Checks the configuration of a state store. The method is `ValidateStateStoreConfig`.
pub mod validate_state_store {
    use crate::tfplugin::messages::{Diagnostic, DynamicValue};

    /// The request.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        /// The name of the state store.
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

/// The messages of the call `ConfigureStateStore`.
///
/// Configures a state store.
pub mod configure_state_store {
    use super::{StateStoreClientCapabilities, StateStoreServerCapabilities};
    use crate::tfplugin::messages::{Diagnostic, DynamicValue};

    /// The request.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        /// The name of the state store.
        #[prost(string, tag = "1")]
        pub type_name: String,
        /// The configuration.
        #[prost(message, optional, tag = "2")]
        pub config: Option<DynamicValue>,
        /// The features of this Terraform.
        #[prost(message, optional, tag = "3")]
        pub capabilities: Option<StateStoreClientCapabilities>,
    }

    /// The response.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Response {
        /// Errors and warnings.
        #[prost(message, repeated, tag = "1")]
        pub diagnostics: Vec<Diagnostic>,
        /// The features of the provider.
        #[prost(message, optional, tag = "2")]
        pub capabilities: Option<StateStoreServerCapabilities>,
    }
}

/// The messages of the call `ReadStateBytes`.
///
/// Reads a state. The response is a stream of chunks.
pub mod read_state_bytes {
    use super::StateRange;
    use crate::tfplugin::messages::Diagnostic;

    /// The request.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        /// The name of the state store.
        #[prost(string, tag = "1")]
        pub type_name: String,
        /// The name of the state: its workspace.
        #[prost(string, tag = "2")]
        pub state_id: String,
    }

    /// The response.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Response {
        /// The bytes of the chunk.
        #[prost(bytes = "vec", tag = "1")]
        pub bytes: Vec<u8>,
        /// The length of the state in bytes.
        #[prost(int64, tag = "2")]
        pub total_length: i64,
        /// The position of the chunk in the state.
        #[prost(message, optional, tag = "3")]
        pub range: Option<StateRange>,
        /// Errors and warnings.
        #[prost(message, repeated, tag = "4")]
        pub diagnostics: Vec<Diagnostic>,
    }
}

/// The messages of the call `WriteStateBytes`.
///
/// Writes a state. The request is a stream of chunks.
pub mod write_state_bytes {
    use super::{RequestChunkMeta, StateRange};
    use crate::tfplugin::messages::Diagnostic;

    /// A chunk of the request.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct RequestChunk {
        /// The state store and the name of the state, in the first chunk.
        #[prost(message, optional, tag = "1")]
        pub meta: Option<RequestChunkMeta>,
        /// The bytes of the chunk.
        #[prost(bytes = "vec", tag = "2")]
        pub bytes: Vec<u8>,
        /// The length of the state in bytes.
        #[prost(int64, tag = "3")]
        pub total_length: i64,
        /// The position of the chunk in the state.
        #[prost(message, optional, tag = "4")]
        pub range: Option<StateRange>,
    }

    /// The response.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Response {
        /// Errors and warnings.
        #[prost(message, repeated, tag = "1")]
        pub diagnostics: Vec<Diagnostic>,
    }
}

/// The messages of the call `LockState`.
///
/// Locks a state.
pub mod lock_state {
    use crate::tfplugin::messages::Diagnostic;

    /// The request.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        /// The name of the state store.
        #[prost(string, tag = "1")]
        pub type_name: String,
        /// The name of the state: its workspace.
        #[prost(string, tag = "2")]
        pub state_id: String,
        /// The operation that needs the lock, for the user.
        #[prost(string, tag = "3")]
        pub operation: String,
    }

    /// The response.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Response {
        /// The ID of the lock.
        #[prost(string, tag = "1")]
        pub lock_id: String,
        /// Errors and warnings.
        #[prost(message, repeated, tag = "2")]
        pub diagnostics: Vec<Diagnostic>,
    }
}

/// The messages of the call `UnlockState`.
///
/// Unlocks a state.
pub mod unlock_state {
    use crate::tfplugin::messages::Diagnostic;

    /// The request.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        /// The name of the state store.
        #[prost(string, tag = "1")]
        pub type_name: String,
        /// The name of the state: its workspace.
        #[prost(string, tag = "2")]
        pub state_id: String,
        /// The ID of the lock.
        #[prost(string, tag = "3")]
        pub lock_id: String,
    }

    /// The response.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Response {
        /// Errors and warnings.
        #[prost(message, repeated, tag = "1")]
        pub diagnostics: Vec<Diagnostic>,
    }
}

/// The messages of the call `GetStates`.
///
/// Lists the states of a state store.
pub mod get_states {
    use crate::tfplugin::messages::Diagnostic;

    /// The request.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        /// The name of the state store.
        #[prost(string, tag = "1")]
        pub type_name: String,
    }

    /// The response.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Response {
        /// The names of the states.
        #[prost(string, repeated, tag = "1")]
        pub state_id: Vec<String>,
        /// Errors and warnings.
        #[prost(message, repeated, tag = "2")]
        pub diagnostics: Vec<Diagnostic>,
    }
}

/// The messages of the call `DeleteState`.
///
/// Deletes a state.
pub mod delete_state {
    use crate::tfplugin::messages::Diagnostic;

    /// The request.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        /// The name of the state store.
        #[prost(string, tag = "1")]
        pub type_name: String,
        /// The name of the state: its workspace.
        #[prost(string, tag = "2")]
        pub state_id: String,
    }

    /// The response.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Response {
        /// Errors and warnings.
        #[prost(message, repeated, tag = "1")]
        pub diagnostics: Vec<Diagnostic>,
    }
}

/// The features of Terraform for state stores.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct StateStoreClientCapabilities {
    /// The size of chunks that Terraform suggests, in bytes.
    #[prost(int64, tag = "1")]
    pub chunk_size: i64,
}

/// The features of a provider for state stores.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct StateStoreServerCapabilities {
    /// The size of chunks that the provider has chosen, in bytes.
    #[prost(int64, tag = "1")]
    pub chunk_size: i64,
}

/// The state that a stream of chunks writes.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct RequestChunkMeta {
    /// The name of the state store.
    #[prost(string, tag = "1")]
    pub type_name: String,
    /// The name of the state: its workspace.
    #[prost(string, tag = "2")]
    pub state_id: String,
}

/// The position of a chunk in a state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct StateRange {
    /// The index of the first byte.
    #[prost(int64, tag = "1")]
    pub start: i64,
    /// The index of the last byte.
    #[prost(int64, tag = "2")]
    pub end: i64,
}
