//! The calls for data sources.

/// The messages of the `ReadDataSource` call.
///
/// Reads a data source.
pub mod read_data_source {
    use crate::tfplugin::calls::{ClientCapabilities, Deferred};
    use crate::tfplugin::messages::{Diagnostic, DynamicValue};

    crate::tfplugin::message! {
        /// The data to read. The configuration is known, unless the read can be deferred.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Request {
            /// The name of the data source.
            pub type_name: String = 1,
            /// The validated configuration. Values that were unknown during validation can be known here.
            pub config: Option<DynamicValue> = 2,
            /// The metadata that the module sends to the provider.
            pub provider_meta: Option<DynamicValue> = 3,
            /// The capabilities of the client.
            pub client_capabilities: Option<ClientCapabilities> = 4,
        }

        /// The data that was read. All values must be known, unless the read is deferred.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Response {
            /// The configuration, with the computed attributes filled in.
            pub state: Option<DynamicValue> = 1,
            /// Errors and warnings.
            pub diagnostics: Vec<Diagnostic> = 2,
            /// The reason for the deferral, if the provider defers the change.
            pub deferred: Option<Deferred> = 3,
        }
    }
}
