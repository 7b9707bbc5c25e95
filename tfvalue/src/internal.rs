//! The items that the other crates of the library need in addition to the public API. This module is not a public API
//! and can change in any version. Each of the other crates requires exactly the version of `tfvalue` that matches its
//! own version.

// Public only for the crates in this repository.
#![allow(clippy::missing_errors_doc, clippy::must_use_candidate)]

/// For `tfvalue-client`.
#[cfg(feature = "provider")]
pub mod client {
    // The other end of the connection that `serve` accepts.
    pub use crate::plugin::{address, budget, certificate, frames, names, output, tls};
    // The calls that a provider makes to its fallback provider, and that the harness makes to a provider.
    pub use crate::provider::streams::later::Later;
    pub use crate::provider::upstream::running::Running;
    pub use crate::provider::upstream::{Own, Upstream};
    // The log of the other provider is written to the log of this provider.
    pub use crate::serve::log::write_log;
    // The kind of a call, in either version of the protocol.
    pub use crate::tfplugin::method::MethodKind;
    // The schemas of the other provider, in either version of the protocol.
    pub use crate::provider::calls::announce::leave_out;
    pub use crate::tfplugin::convert::{SchemaMessage, schema};
    pub use crate::tfplugin::provider::Response;
    pub use crate::tfplugin::provider_convert::announced;
    // Waits for a call without an async runtime.
    pub use crate::wait::block_on;
}

/// For `tfvalue-cli`.
#[cfg(feature = "provider")]
pub mod cli {
    // Builds pages for providers in any language.
    pub use crate::provider::docs::{Pages, pages};
    // Ends the tool on the same signals as a provider.
    pub use crate::serve::signals::Signals;
    // The fields of messages.
    pub use crate::tfplugin::codec::Record;
}

/// For `tfvalue-json-schema`. That crate reads and writes plain JSON whose form differs from the type of the value,
/// reports errors with the same wording, and creates rules from a document.
pub mod json_schema {
    use std::borrow::Cow;
    use std::fmt;

    use crate::error::Error;
    #[cfg(feature = "provider")]
    use crate::provider::Description;

    // The JSON of a service, and its conversion.
    pub use crate::json::reading::{Extra, Form, Member, PartFaults, Reading, check_type};
    pub use crate::json::tree::{Entries, Tree};
    pub use crate::limits::MAX_DEPTH;
    // The words for allowed values.
    pub use crate::validate::one_of_names;

    /// Accepts rules that follow from other rules, because a document can express the same rule twice.
    #[cfg(feature = "provider")]
    pub fn allow_without_effect(mut description: Description) -> Description {
        description.may_be_without_effect = true;
        description
    }

    /// Allows only strings that contain a match of the given pattern. `text` is the regular expression as it is written in
    /// the document.
    #[cfg(all(feature = "provider", feature = "regex"))]
    pub fn pattern(
        rules: crate::provider::Rules,
        text: String,
        regex: regex::Regex,
    ) -> crate::provider::Rules {
        rules.pattern(crate::model::Pattern::of(text, regex))
    }

    /// Hides a secret in the errors about its value.
    #[cold]
    pub fn redacted(error: Error, is_dynamic: bool) -> Error {
        error.redact_below(0, is_dynamic)
    }

    /// Reports a requirement and a description of the value that was found.
    #[cold]
    pub fn mismatch(
        expected: impl Into<Cow<'static, str>>,
        got: impl Into<Cow<'static, str>>,
    ) -> Error {
        Error::mismatch(expected, got)
    }

    /// Reports a requirement and the value that was found.
    #[cold]
    pub fn mismatch_value(
        expected: impl Into<Cow<'static, str>>,
        got: impl Into<Cow<'static, str>>,
        value: impl fmt::Display,
    ) -> Error {
        Error::mismatch_value(expected, got, value)
    }

    /// Reports a member that the type does not have.
    #[cold]
    pub fn surplus(name: &str) -> Error {
        Error::surplus(name)
    }

    /// Reports a problem with a value.
    #[cold]
    pub fn data(message: &'static str) -> Error {
        Error::data(message)
    }

    /// Reports that a limit is exceeded.
    #[cold]
    pub fn limit(message: &'static str) -> Error {
        Error::limit(message)
    }

    /// Reports a value that is nested too deeply.
    #[cold]
    pub fn too_deep() -> Error {
        Error::too_deep()
    }

    /// Reports an unknown value, which JSON cannot represent.
    #[cold]
    pub fn unknown() -> Error {
        Error::unknown()
    }

    /// Reports a number that JSON cannot represent.
    #[cold]
    pub fn infinite() -> Error {
        Error::infinity()
    }
}

/// For `tfvalue-show`. That crate has the same kinds of errors and JSON documents as this crate. It reads plain JSON
/// with unknown parts, and reads states in the same way as providers.
pub mod show {
    use std::borrow::Cow;
    use std::io;

    use serde::de::DeserializeOwned;

    use crate::error::{Category, Error, Position, Result};
    use crate::json::reading::{Extra, Reading};
    use crate::path::{Path, Step};
    use crate::schema::Block;
    use crate::state::Stored;
    use crate::ty::Type;
    use crate::value::Value;

    pub use crate::error::json::convert as json_error;
    pub use crate::json::error_path::{ErrorPath, read_at};
    pub use crate::json::tree::{Tree, check_depth};
    pub use crate::printable::is_printable;
    pub use crate::schema::json::members::unsupported_version as unsupported_format;
    pub use crate::state::{current as current_state, current_identity};

    /// Creates an error of the given category. The message for an unexpected end of the input is always the same.
    #[cold]
    pub fn error(category: Category, message: impl Into<Cow<'static, str>>) -> Error {
        match category {
            Category::Eof => Error::eof(),
            Category::Syntax => Error::syntax(message),
            Category::Limit => Error::limit(message),
            Category::Data | Category::Io => Error::data(message),
        }
    }

    /// Reports a requirement and a description of the value that was found.
    #[cold]
    #[must_use]
    pub fn mismatch(
        expected: impl Into<Cow<'static, str>>,
        got: impl Into<Cow<'static, str>>,
    ) -> Error {
        Error::mismatch(expected, got)
    }

    /// Reports a repeated name.
    #[cold]
    #[must_use]
    pub fn repeated(name: &str) -> Error {
        Error::repeated(name)
    }

    /// Reports an error that comes from a reader.
    #[cold]
    #[must_use]
    pub fn io_error(error: io::Error) -> Error {
        Error::io(error)
    }

    /// Adds a line and column to an error that has no position.
    #[cold]
    #[must_use]
    pub fn locate(error: Error, line: usize, column: usize) -> Error {
        error.or_position(Position::LineColumn(line, column))
    }

    /// Removes the values at sensitive paths from an error. In these paths, the steps to attributes and to keys of maps
    /// have the same form.
    #[cold]
    #[must_use]
    pub fn redact_at(error: Error, paths: &[Path]) -> Error {
        let names = |path: &Path| path.steps().iter().map(name).collect::<Vec<_>>();
        let sensitive: Vec<_> = paths.iter().map(names).collect();
        error.each(|fault| {
            let at = names(&fault.path());
            let around = sensitive.iter().filter(|path| at.starts_with(path));
            if let Some(outer) = around.map(Vec::len).min() {
                fault.redact_below(outer, false)
            } else if sensitive.iter().any(|path| path.starts_with(&at)) {
                // An error about the whole value, such as an error from a `try_from`, may show any part of the value.
                fault.without_value()
            } else {
                fault
            }
        })
    }

    fn name(step: &Step) -> String {
        match step {
            Step::Index(index) => index.to_string(),
            step => step.name().to_owned(),
        }
    }

    /// Converts plain JSON to a value of a type.
    ///
    /// # Errors
    ///
    /// Fails if the JSON does not match the type.
    pub fn value_of_tree(tree: Tree<'_>, ty: &Type, ignore_unsupported: bool) -> Result<Value> {
        let extra = if ignore_unsupported {
            Extra::Ignore
        } else {
            Extra::Refuse
        };
        Reading::new(extra).value(tree, ty, ())
    }

    /// Reads a state into a struct and ignores attributes that the schema does not have.
    ///
    /// # Errors
    ///
    /// Fails if the state does not match the schema.
    pub fn read_stored<T: DeserializeOwned>(stored: &Stored<'_>, block: &Block) -> Result<T> {
        stored.read(block)
    }

    /// Reads a state. Attributes that the schema does not have are errors.
    ///
    /// # Errors
    ///
    /// Fails if the state does not match the schema.
    pub fn stored_value(stored: &Stored<'_>, block: &Block) -> Result<Value> {
        stored.exact_value(block)
    }
}

/// For `tfvalue-testing`. A harness uses the annotations, checks that values are absent from a response, and reads
/// values as Terraform does, or as the provider does when it masks secrets.
#[cfg(feature = "provider")]
pub mod testing {
    use serde::Serialize;
    use serde::de::DeserializeOwned;

    use crate::error::Result;
    use crate::json::tree::Tree;
    use crate::model::{TfSchema, TfType, typed};
    use crate::path::{NamedPath, Path};
    use crate::plan::same_as;
    use crate::provider::secrets::mask::decoded;
    use crate::rules::{Fault, as_sent};
    use crate::schema::Block;
    use crate::tfplugin::messages::DynamicValue;
    use crate::ty::Type;
    use crate::value::Value;

    pub use crate::json::response::value_from_response as json_from_response;
    pub use crate::msgpack::value::response::value_from_response as msgpack_from_response;
    pub use crate::provider::harness::annotations::{Annotations, Limits, MemberAnnotations};
    pub use crate::provider::harness::observe::Observe;
    pub use crate::provider::harness::provider::{annotations, client, observed};
    pub use crate::rules::response::write_only_places;
    pub use crate::serve::{log::capture::Log, service::Handler};
    pub use crate::value::place::At;
    pub use crate::wait::block_on;

    /// Reads a value that has the type of `T`. Dynamic parts are read with their types.
    ///
    /// # Errors
    ///
    /// Fails if the value does not match the type.
    pub fn read_value<T: TfType + DeserializeOwned>(value: &Value) -> Result<T> {
        typed::read(value)
    }

    /// A rule of `same_as`, with the function that returns the same value for all equivalent values.
    pub type SameAs = (&'static str, fn(&Value) -> Option<Value>);

    /// The rules of `same_as`.
    pub const SAME_AS: &[SameAs] = &[
        ("case_insensitive", same_as::case_insensitive),
        ("duration", same_as::duration),
        ("ip_network", same_as::ip_network),
        ("json", same_as::json),
        #[cfg(feature = "rfc3339")]
        ("rfc3339", same_as::rfc3339),
        ("any_order", same_as::any_order),
    ];

    /// Compares floats. Two numbers mean the same thing if they are the same `f64`.
    #[must_use]
    pub fn double(value: &Value) -> Option<Value> {
        same_as::double(value)
    }

    /// A configuration behind a reference.
    pub enum Given {
        Json(String),
        Value(Result<Value>),
    }

    /// A value that can be converted to a configuration. Only the crate that defines `TfSchema` can assume that a
    /// `String` does not implement the trait.
    #[diagnostic::on_unimplemented(
        message = "a reference to `{Self}` is not a configuration",
        note = "a configuration is a string, a `Value`, or a struct that implements `TfSchema` and `Serialize`"
    )]
    pub trait Give {
        fn give(&self) -> Given;
    }

    impl Give for String {
        fn give(&self) -> Given {
            Given::Json(self.clone())
        }
    }

    impl<T: TfSchema + Serialize> Give for T {
        fn give(&self) -> Given {
            let value = DynamicValue::encode(self);
            Given::Value(value.and_then(|value| value.decode_value(&T::ty())))
        }
    }

    /// Reads JSON as a value. The type is derived from the JSON.
    ///
    /// # Errors
    ///
    /// Fails if the string is not JSON, or if the JSON is nested too deeply.
    pub fn value_of_json(text: &str) -> Result<Value> {
        Tree::of_text(text)?.into_value_of_any_type()
    }

    /// Decodes the value of a block. Errors hide sensitive values.
    ///
    /// # Errors
    ///
    /// Fails as [`DynamicValue::decode_value`] does.
    pub fn decode_of(value: &DynamicValue, ty: &Type, block: &Block) -> Result<Value> {
        value.decode_of(ty, || block.clone())
    }

    /// Encodes a value as Terraform sends it, with the elements of each set in the order of go-cty.
    ///
    /// # Errors
    ///
    /// Fails as [`DynamicValue::encode_value`] does.
    pub fn encode_as_sent(value: &Value, ty: &Type) -> Result<DynamicValue> {
        DynamicValue::encode_value(&*as_sent(value)?, ty)
    }

    /// Decodes a string in each way that masking tries when it searches for secrets, for example as a JSON string or as
    /// a URL.
    pub fn decoded_texts(text: &str) -> impl Iterator<Item = String> {
        let all = decoded::all(text).into_iter();
        all.map(|one| String::from_utf8_lossy(&one.bytes).into_owned())
    }

    /// Returns the path as a string, with the fault's names for set elements.
    #[must_use]
    pub fn named(path: &Path, fault: Option<&Fault>) -> String {
        match fault {
            Some(fault) => NamedPath(path, &fault.names).to_string(),
            None => path.to_string(),
        }
    }
}
