//! The calls for state stores, which exist only in protocol 6.

/// The messages of the `ConfigureStateStore` call.
///
/// Configures a state store.
pub mod configure_state_store {
    use super::{StateStoreClientCapabilities, StateStoreServerCapabilities};
    use crate::tfplugin::messages::{Diagnostic, DynamicValue};

    crate::tfplugin::message! {
        /// The configuration, and the chunk size that Terraform suggests.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Request {
            /// The name of the state store.
            pub type_name: String = 1,
            /// The validated configuration. Values that were unknown during validation can be known here.
            pub config: Option<DynamicValue> = 2,
            /// The capabilities of the client.
            pub capabilities: Option<StateStoreClientCapabilities> = 3,
        }

        /// The size of chunks to use.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Response {
            /// Errors and warnings.
            pub diagnostics: Vec<Diagnostic> = 1,
            /// The features of the provider.
            pub capabilities: Option<StateStoreServerCapabilities> = 2,
        }
    }
}

/// The messages of the `ReadStateBytes` call.
///
/// Reads a state. The response is a stream of chunks.
pub mod read_state_bytes {
    use super::StateRange;
    use crate::tfplugin::messages::Diagnostic;

    crate::tfplugin::message! {
        /// The state to read.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Request {
            /// The name of the state store.
            pub type_name: String = 1,
            /// The name of the state, which is the name of its workspace.
            pub state_id: String = 2,
        }

        /// A chunk of the state.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Response {
            /// The bytes of the chunk.
            pub bytes: Vec<u8> = 1,
            /// The length of the state in bytes.
            pub total_length: i64 = 2,
            /// The position of the chunk in the state.
            pub range: Option<StateRange> = 3,
            /// Errors and warnings.
            pub diagnostics: Vec<Diagnostic> = 4,
        }
    }
}

/// The messages of the `WriteStateBytes` call.
///
/// Writes a state. The request is a stream of chunks.
pub mod write_state_bytes {
    use super::{RequestChunkMeta, StateRange};
    use crate::tfplugin::messages::Diagnostic;

    crate::tfplugin::message! {
        /// A part of the state. Only the first chunk contains the name of the state.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct RequestChunk {
            /// The state store and the name of the state, in the first chunk.
            pub meta: Option<RequestChunkMeta> = 1,
            /// The bytes of the chunk.
            pub bytes: Vec<u8> = 2,
            /// The length of the state in bytes.
            pub total_length: i64 = 3,
            /// The position of the chunk in the state.
            pub range: Option<StateRange> = 4,
        }

        /// The errors and warnings. If there is no error, the whole state has been stored.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Response {
            /// Errors and warnings.
            pub diagnostics: Vec<Diagnostic> = 1,
        }
    }
}

/// The messages of the `LockState` call.
///
/// Locks a state.
pub mod lock_state {
    use crate::tfplugin::messages::Diagnostic;

    crate::tfplugin::message! {
        /// The state to lock, and the reason.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Request {
            /// The name of the state store.
            pub type_name: String = 1,
            /// The name of the state, which is the name of its workspace.
            pub state_id: String = 2,
            /// The operation that needs the lock. It is shown to the user.
            pub operation: String = 3,
        }

        /// The lock, or an error if another client holds the lock.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Response {
            /// The ID that `UnlockState` must send to remove the lock. The provider chooses this ID.
            pub lock_id: String = 1,
            /// Errors and warnings.
            pub diagnostics: Vec<Diagnostic> = 2,
        }
    }
}

/// The messages of the `UnlockState` call.
///
/// Unlocks a state.
pub mod unlock_state {
    use crate::tfplugin::messages::Diagnostic;

    crate::tfplugin::message! {
        /// The state to unlock. Only the holder of the lock has the ID of the lock.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Request {
            /// The name of the state store.
            pub type_name: String = 1,
            /// The name of the state, which is the name of its workspace.
            pub state_id: String = 2,
            /// The ID from the response to `LockState`.
            pub lock_id: String = 3,
        }

        /// The errors and warnings. If there is no error, the state has been unlocked.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Response {
            /// Errors and warnings.
            pub diagnostics: Vec<Diagnostic> = 1,
        }
    }
}

/// The messages of the `GetStates` call.
///
/// Lists the states of a state store.
pub mod get_states {
    use crate::tfplugin::messages::Diagnostic;

    crate::tfplugin::message! {
        /// The store whose states are listed.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Request {
            /// The name of the state store.
            pub type_name: String = 1,
        }

        /// The states that exist, one for each workspace.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Response {
            /// The names of the states.
            pub state_id: Vec<String> = 1,
            /// Errors and warnings.
            pub diagnostics: Vec<Diagnostic> = 2,
        }
    }
}

/// The messages of the `DeleteState` call.
///
/// Deletes a state.
pub mod delete_state {
    use crate::tfplugin::messages::Diagnostic;

    crate::tfplugin::message! {
        /// The state to delete, with its workspace.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Request {
            /// The name of the state store.
            pub type_name: String = 1,
            /// The name of the state, which is the name of its workspace.
            pub state_id: String = 2,
        }

        /// The errors and warnings. If there is no error, the state has been deleted.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Response {
            /// Errors and warnings.
            pub diagnostics: Vec<Diagnostic> = 1,
        }
    }
}

crate::tfplugin::message! {
    /// The features of Terraform for state stores.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct StateStoreClientCapabilities {
        /// The size of chunks that Terraform suggests, in bytes.
        pub chunk_size: i64 = 1,
    }

    /// The features of a provider for state stores.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct StateStoreServerCapabilities {
        /// The size of chunks that the provider has chosen, in bytes.
        pub chunk_size: i64 = 1,
    }

    /// The state to which a stream of chunks belongs.
    #[derive(Clone, PartialEq, Eq, Hash)]
    pub struct RequestChunkMeta {
        /// The name of the state store.
        pub type_name: String = 1,
        /// The name of the state, which is the name of its workspace.
        pub state_id: String = 2,
    }

    /// The position of a chunk in a state.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct StateRange {
        /// The index of the first byte in the chunk.
        pub start: i64 = 1,
        /// The index of the last byte in the chunk.
        pub end: i64 = 2,
    }
}
