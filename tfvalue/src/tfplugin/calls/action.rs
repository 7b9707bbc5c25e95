//! The calls for actions.

/// The messages of the `PlanAction` call.
///
/// Plans an action.
pub mod plan_action {
    use crate::tfplugin::calls::{ClientCapabilities, Deferred};
    use crate::tfplugin::messages::{Diagnostic, DynamicValue};

    crate::tfplugin::message! {
        /// The values with which the action would run. They can still be unknown.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Request {
            /// The name of the action.
            pub action_type: String = 1,
            /// The validated configuration. Values that were unknown during validation can be known here.
            pub config: Option<DynamicValue> = 2,
            /// The capabilities of the client.
            pub client_capabilities: Option<ClientCapabilities> = 3,
        }

        /// Whether the action is possible. Nothing else is planned, because an action has no state.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Response {
            /// Errors and warnings.
            pub diagnostics: Vec<Diagnostic> = 1,
            /// The reason for the deferral, if the provider defers the action.
            pub deferred: Option<Deferred> = 2,
        }
    }
}

/// The messages of the `InvokeAction` call.
///
/// Runs an action. The response is a stream of events.
pub mod invoke_action {
    use crate::tfplugin::calls::ClientCapabilities;
    use crate::tfplugin::messages::DynamicValue;

    crate::tfplugin::message! {
        /// The action to run, with its final configuration.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Request {
            /// The name of the action.
            pub action_type: String = 1,
            /// The validated configuration. Values that were unknown during validation can be known here.
            pub config: Option<DynamicValue> = 2,
            /// The capabilities of the client.
            pub client_capabilities: Option<ClientCapabilities> = 3,
        }

        /// An event of the response.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Event {
            /// The kind of event, which is absent only in a malformed message.
            pub r#type: Option<event::Type> = 1..=2,
        }
    }

    /// The types of [`Event`]'s fields.
    pub mod event {
        use crate::tfplugin::messages::Diagnostic;

        crate::tfplugin::message! {
            /// A progress message.
            #[derive(Clone, PartialEq, Eq, Hash)]
            pub struct Progress {
                /// The message for the user.
                pub message: String = 1,
            }

            /// The end of the action, which is the last event.
            #[derive(Clone, PartialEq, Eq, Hash)]
            pub struct Completed {
                /// Errors and warnings.
                pub diagnostics: Vec<Diagnostic> = 1,
            }
        }

        crate::tfplugin::oneof! {
            /// A kind of event.
            #[derive(Clone, PartialEq, Eq, Hash)]
            #[non_exhaustive]
            pub enum Type {
                /// The action continues.
                Progress(Progress) = 1,
                /// The action has ended.
                Completed(Completed) = 2,
            }
        }
    }
}
