//! The calls about functions.

/// The messages of the call `GetFunctions`.
///
/// Describes the functions of the provider.
pub mod get_functions {
    use std::collections::HashMap;

    use crate::tfplugin::messages::Diagnostic;
    use crate::tfplugin::provider::Function;

    /// The request.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {}

    /// The response.
    #[derive(Clone, PartialEq, Eq, ::prost::Message)]
    pub struct Response {
        /// The functions, by name.
        #[prost(map = "string, message", tag = "1")]
        pub functions: HashMap<String, Function>,
        /// Errors and warnings.
        #[prost(message, repeated, tag = "2")]
        pub diagnostics: Vec<Diagnostic>,
    }
}

/// The messages of the call `CallFunction`.
///
/// Calls a function.
pub mod call_function {
    use crate::tfplugin::messages::{DynamicValue, FunctionError};

    /// The request.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        /// The name of the function.
        #[prost(string, tag = "1")]
        pub name: String,
        /// The arguments, in order.
        #[prost(message, repeated, tag = "2")]
        pub arguments: Vec<DynamicValue>,
    }

    /// The response.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Response {
        /// The result.
        #[prost(message, optional, tag = "1")]
        pub result: Option<DynamicValue>,
        /// The error, if the function failed.
        #[prost(message, optional, tag = "2")]
        pub error: Option<FunctionError>,
    }
}
