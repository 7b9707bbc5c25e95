//! The calls for functions.

/// The messages of the `GetFunctions` call.
///
/// Describes the functions of the provider.
pub mod get_functions {
    use std::collections::HashMap;

    use crate::tfplugin::messages::Diagnostic;
    use crate::tfplugin::provider::Function;

    crate::tfplugin::message! {
        /// The request is empty, because functions do not depend on the configuration.
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        pub struct Request {}

        /// The signatures of all functions.
        #[derive(Clone, PartialEq, Eq)]
        pub struct Response {
            /// The functions, by name.
            pub functions: HashMap<String, Function> = 1,
            /// Errors and warnings.
            pub diagnostics: Vec<Diagnostic> = 2,
        }
    }
}

/// The messages of the `CallFunction` call.
///
/// Calls a function.
pub mod call_function {
    use crate::tfplugin::messages::{DynamicValue, FunctionError};

    crate::tfplugin::message! {
        /// The arguments, which Terraform has converted to the types of the parameters.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Request {
            /// The name of the function.
            pub name: String = 1,
            /// The arguments, in order.
            pub arguments: Vec<DynamicValue> = 2,
        }

        /// The response contains either a result or an error.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Response {
            /// The value that the function returns. It is not set if the function failed.
            pub result: Option<DynamicValue> = 1,
            /// The error, if the function failed.
            pub error: Option<FunctionError> = 2,
        }
    }
}
