//! The calls about actions.

/// The messages of the call `ValidateActionConfig`.
///
/// Checks the configuration of an action.
pub mod validate_action_config {
    use crate::tfplugin::messages::{Diagnostic, DynamicValue};

    /// The request.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        /// The name of the action.
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

/// The messages of the call `PlanAction`.
///
/// Plans an action.
pub mod plan_action {
    use crate::tfplugin::calls::{ClientCapabilities, Deferred};
    use crate::tfplugin::messages::{Diagnostic, DynamicValue};

    /// The request.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        /// The name of the action.
        #[prost(string, tag = "1")]
        pub action_type: String,
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
        /// The reason, if the provider defers the action.
        #[prost(message, optional, tag = "2")]
        pub deferred: Option<Deferred>,
    }
}

/// The messages of the call `InvokeAction`.
///
/// Runs an action. The response is a stream of events.
pub mod invoke_action {
    use crate::tfplugin::calls::ClientCapabilities;
    use crate::tfplugin::messages::DynamicValue;

    /// The request.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        /// The name of the action.
        #[prost(string, tag = "1")]
        pub action_type: String,
        /// The configuration.
        #[prost(message, optional, tag = "2")]
        pub config: Option<DynamicValue>,
        /// The optional features of this Terraform.
        #[prost(message, optional, tag = "3")]
        pub client_capabilities: Option<ClientCapabilities>,
    }

    /// An event of the response.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Event {
        /// The kind of event; absent only in a malformed message.
        #[prost(oneof = "event::Type", tags = "1, 2")]
        pub r#type: Option<event::Type>,
    }

    /// The types of [`Event`]'s fields.
    pub mod event {
        use crate::tfplugin::messages::Diagnostic;

        /// A message about the progress.
        #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
        pub struct Progress {
            /// The message for the user.
            #[prost(string, tag = "1")]
            pub message: String,
        }

        /// The end of the action, which is the last event.
        #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
        pub struct Completed {
            /// Errors and warnings.
            #[prost(message, repeated, tag = "1")]
            pub diagnostics: Vec<Diagnostic>,
        }

        /// A kind of event.
        #[derive(Clone, PartialEq, Eq, Hash, ::prost::Oneof)]
        #[non_exhaustive]
        pub enum Type {
            /// The action continues.
            #[prost(message, tag = "1")]
            Progress(Progress),
            /// The action has ended.
            #[prost(message, tag = "2")]
            Completed(Completed),
        }
    }
}
