//! The methods of the provider service.

/// A method of the provider service.
///
/// # Examples
///
/// ```
/// use tfvalue::tfplugin6::{METHODS, Streams};
///
/// let plan = METHODS.iter().find(|method| method.name == "PlanResourceChange").unwrap();
/// assert_eq!(plan.path, "/tfplugin6.Provider/PlanResourceChange");
/// assert_eq!(plan.streams, Streams::Nothing);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Method {
    /// The name in the protocol, without the service.
    pub name: &'static str,
    /// The path of the gRPC request.
    pub path: &'static str,
    /// The side that sends a stream of messages.
    pub streams: Streams,
}

/// The side of a [`Method`] that sends a stream of messages instead of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Streams {
    /// One request, one response.
    Nothing,
    /// A stream of requests, one response.
    Requests,
    /// One request, a stream of responses.
    Responses,
}

/// Defines the table of one service. A method without an arrow has one request and one response.
macro_rules! methods {
    ($service:literal: $($name:ident $(=> $streams:ident)?,)*) => {
        pub use crate::tfplugin::method::{Method, Streams};

        /// The methods of the provider service, sorted by name.
        pub const METHODS: &[Method] = &[
            $(Method {
                name: stringify!($name),
                path: concat!("/", $service, "/", stringify!($name)),
                streams: crate::tfplugin::method::methods!(@streams $($streams)?),
            },)*
        ];
    };
    (@streams) => { crate::tfplugin::method::Streams::Nothing };
    (@streams $streams:ident) => { crate::tfplugin::method::Streams::$streams };
}

pub(crate) use methods;
