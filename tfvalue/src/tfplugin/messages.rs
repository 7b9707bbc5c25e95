//! The messages that are the same in all versions of the protocol, laid out as prost-build would
//! generate them.

use std::collections::HashMap;

/// A Terraform value on the wire: MessagePack, or JSON where MessagePack is absent.
///
/// A message in which both are empty stands for null.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct DynamicValue {
    /// The value in MessagePack; it counts where both are given.
    #[prost(bytes = "vec", tag = "1")]
    pub msgpack: Vec<u8>,
    /// The value in JSON, which cannot express unknown values.
    #[prost(bytes = "vec", tag = "2")]
    pub json: Vec<u8>,
}

/// An error or a warning for the user, at a place in the configuration if there is one to name.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct Diagnostic {
    /// Whether this stops the operation.
    #[prost(enumeration = "diagnostic::Severity", tag = "1")]
    pub severity: i32,
    /// One line that says what is wrong.
    #[prost(string, tag = "2")]
    pub summary: String,
    /// What the user can do about it.
    #[prost(string, tag = "3")]
    pub detail: String,
    /// The attribute at fault.
    #[prost(message, optional, tag = "4")]
    pub attribute: Option<AttributePath>,
}

/// What belongs to [`Diagnostic`].
pub mod diagnostic {
    crate::tfplugin::enumeration! {
        /// How much a diagnostic matters.
        Severity {
            /// Not set, which a provider must not send.
            Invalid = 0 "INVALID",
            /// The operation failed.
            Error = 1 "ERROR",
            /// The operation goes on.
            Warning = 2 "WARNING",
        }
    }
}

/// The failure of a provider's function.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct FunctionError {
    /// What went wrong, in words for the user.
    #[prost(string, tag = "1")]
    pub text: String,
    /// The argument at fault, counted from 0, where one is.
    #[prost(int64, optional, tag = "2")]
    pub function_argument: Option<i64>,
}

/// The way from a value to a part of it.
///
/// No step leads into a set: its elements have no address.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct AttributePath {
    /// The steps, outermost first.
    #[prost(message, repeated, tag = "1")]
    pub steps: Vec<attribute_path::Step>,
}

/// What belongs to [`AttributePath`].
pub mod attribute_path {
    /// One step of a path.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Step {
        /// Where the step leads; absent only in a malformed message.
        #[prost(oneof = "step::Selector", tags = "1, 2, 3")]
        pub selector: Option<step::Selector>,
    }

    /// What belongs to [`Step`].
    pub mod step {
        /// Where a step leads.
        #[derive(Clone, PartialEq, Eq, Hash, ::prost::Oneof)]
        pub enum Selector {
            /// To the attribute or nested block of this name.
            #[prost(string, tag = "1")]
            AttributeName(String),
            /// To the element of a map under this key.
            #[prost(string, tag = "2")]
            ElementKeyString(String),
            /// To the element of a list or tuple at this index.
            #[prost(int64, tag = "3")]
            ElementKeyInt(i64),
        }
    }
}
crate::tfplugin::enumeration! {
    /// The markup of a description.
    StringKind {
        /// Plain text.
        Plain = 0 "PLAIN",
        /// Markdown.
        Markdown = 1 "MARKDOWN",
    }
}

/// A resource's state as it was stored, perhaps by an older version of the provider.
#[derive(Clone, PartialEq, Eq, ::prost::Message)]
pub struct RawState {
    /// The state in JSON, as every Terraform since 0.12 stores it.
    #[prost(bytes = "vec", tag = "1")]
    pub json: Vec<u8>,
    /// The state as older releases stored it: flattened to strings.
    #[prost(map = "string, string", tag = "2")]
    pub flatmap: HashMap<String, String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::prost::Message as _;

    #[test]
    fn a_step_is_one_of_three() {
        use attribute_path::{Step, step::Selector};
        let path = AttributePath {
            steps: [
                Selector::AttributeName("a".to_owned()),
                Selector::ElementKeyString("k".to_owned()),
                Selector::ElementKeyInt(3),
            ]
            .map(|selector| Step {
                selector: Some(selector),
            })
            .to_vec(),
        };
        assert_eq!(
            path.encode_to_vec(),
            b"\x0a\x03\x0a\x01a\x0a\x03\x12\x01k\x0a\x02\x18\x03"
        );
    }
}
