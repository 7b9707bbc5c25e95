//! The messages that are the same in both protocol versions.

use std::collections::HashMap;

crate::tfplugin::message! {
    /// A Terraform value on the wire, in MessagePack or JSON.
    ///
    /// A message that contains neither is null.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::Attr;
    /// use tfvalue::tfplugin6::DynamicValue;
    ///
    /// let value = DynamicValue::encode(&Attr::from(true))?;
    /// assert_eq!(value.msgpack, [0xc3]);
    /// assert_eq!(value.decode::<Attr<bool>>()?, true);
    /// assert!(DynamicValue::null().decode::<Attr<bool>>()?.is_null());
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    #[derive(Clone, PartialEq, Eq, Hash)]
    pub struct DynamicValue {
        /// The value in MessagePack. If both encodings are present, this field is read.
        pub msgpack: Vec<u8> = 1,
        /// The value in JSON, which cannot represent unknown values.
        pub json: Vec<u8> = 2,
    }

    /// An error or a warning for the user. This is the message for a [`tfvalue::Diagnostic`](crate::Diagnostic).
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::tfplugin6::{Diagnostic, diagnostic::Severity};
    ///
    /// let old = tfvalue::Diagnostic::warning("Old image", "The image is no longer maintained.");
    /// let message = Diagnostic::from(old);
    /// assert_eq!(message.severity(), Severity::Warning);
    /// assert_eq!(message.summary, "Old image");
    /// ```
    #[derive(Clone, PartialEq, Eq, Hash)]
    pub struct Diagnostic {
        /// The severity. An error stops the operation.
        pub severity: i32 as diagnostic::Severity = 1,
        /// The problem, in one line.
        pub summary: String = 2,
        /// The details, and how to solve the problem.
        pub detail: String = 3,
        /// The attribute with the problem.
        pub attribute: Option<AttributePath> = 4,
    }
}

/// The types of [`Diagnostic`]'s fields.
pub mod diagnostic {
    crate::tfplugin::enumeration! {
        /// The severity of a diagnostic.
        Severity {
            /// Not set. A provider must not send this value.
            #[default]
            Invalid = 0 "INVALID",
            /// The operation failed.
            Error = 1 "ERROR",
            /// The operation continues.
            Warning = 2 "WARNING",
        }
    }
}

crate::tfplugin::message! {
    /// The error from a function in a provider.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{functions::FunctionError, tfplugin6};
    ///
    /// let error = FunctionError::new("the divisor must not be zero").at_argument(1);
    /// let message = tfplugin6::FunctionError::from(error);
    /// assert_eq!(message.text, "the divisor must not be zero");
    /// assert_eq!(message.function_argument, Some(1));
    /// ```
    #[derive(Clone, PartialEq, Eq, Hash)]
    pub struct FunctionError {
        /// The message for the user.
        pub text: String = 1,
        /// The zero-based index of the invalid argument, if the error concerns an argument. A negative index crashes
        /// Terraform.
        pub function_argument: Option<i64> = 2,
    }

    /// The path from a value to one of its parts.
    ///
    /// A path ends at a set, because set elements have no path.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::Path;
    /// use tfvalue::tfplugin6::AttributePath;
    /// use tfvalue::tfplugin6::attribute_path::step::Selector;
    ///
    /// let path = AttributePath::from(&Path::from("disk").index(0).attribute("size"));
    /// assert_eq!(path.steps.len(), 3);
    /// assert_eq!(path.steps[1].selector, Some(Selector::ElementKeyInt(0)));
    /// ```
    #[derive(Clone, PartialEq, Eq, Hash)]
    pub struct AttributePath {
        /// The steps, outermost first.
        pub steps: Vec<attribute_path::Step> = 1,
    }
}

/// The types of [`AttributePath`]'s fields.
pub mod attribute_path {
    crate::tfplugin::message! {
        /// A step of a path.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct Step {
            /// The kind of step, which is absent only in a malformed message.
            pub selector: Option<step::Selector> = 1..=3,
        }
    }

    /// The types of [`Step`]'s fields.
    pub mod step {
        crate::tfplugin::oneof! {
            /// A kind of step.
            #[derive(Clone, PartialEq, Eq, Hash)]
            #[non_exhaustive]
            pub enum Selector {
                /// The name of an attribute or nested block.
                AttributeName(String) = 1,
                /// The key of a map element.
                ElementKeyString(String) = 2,
                /// The index of a list or tuple element.
                ElementKeyInt(i64) = 3,
            }
        }
    }
}
crate::tfplugin::enumeration! {
    /// The format of a description.
    StringKind {
        /// Plain text.
        #[default]
        Plain = 0 "PLAIN",
        /// Markdown, which the registry renders.
        Markdown = 1 "MARKDOWN",
    }
}

crate::tfplugin::message! {
    /// The stored state of a resource, possibly from an older version of the provider.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Attr, TfSchema};
    /// use tfvalue::tfplugin6::RawState;
    ///
    /// #[derive(TfSchema)]
    /// struct Server {
    ///     #[tf(required)]
    ///     name: Attr<String>,
    /// }
    ///
    /// // What Terraform sends in `UpgradeResourceState`:
    /// let state = RawState { json: br#"{"name": "web"}"#.to_vec(), ..Default::default() };
    /// assert_eq!(state.decode::<Server>()?.name, "web");
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    #[derive(Clone, PartialEq, Eq)]
    pub struct RawState {
        /// The state in JSON, from Terraform 0.12 and later.
        pub json: Vec<u8> = 1,
        /// The state as flattened strings, from Terraform 0.11 and older.
        pub flatmap: HashMap<String, String> = 2,
    }
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
