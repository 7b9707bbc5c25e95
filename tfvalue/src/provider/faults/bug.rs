//! Bugs in the provider, which diagnostics report to the user.

use std::fmt;

use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::error::{Error, Result, Topic};
use crate::msgpack::{self, Encode, Purpose};
use crate::state::Encoded;
use crate::tfplugin::messages::DynamicValue;

/// The beginning of the message about a bug in the provider.
pub(crate) const BUG: &str = "This is a bug in the provider";

/// The headline for a handler that fails unexpectedly.
pub(crate) const FAILED: &str = "The provider failed unexpectedly";

/// Terraform's headline for a result that Terraform does not accept.
const INVALID: &str = "Provider produced invalid object";

/// Terraform's headline for unknown values in a result.
const AFTER_APPLY: &str = "Provider returned invalid result object after apply";

/// Creates the diagnostic for a bug. The diagnostic has no path, because the configuration is not at fault.
pub(crate) fn bug(summary: &str, problem: impl fmt::Display) -> Diagnostic {
    Diagnostic::bug(Topic::Bug, summary, &describe(problem))
}

/// Returns the bug in a resource that does not implement updates, although some of its changes do not require replacement.
pub(crate) fn no_update() -> Diagnostic {
    let detail = format!("{BUG}: each change of the resource must require replacement.");
    Diagnostic::bug(Topic::Bug, "The resource cannot be updated", &detail)
}

fn describe(problem: impl fmt::Display) -> String {
    format!("{BUG}, not in the configuration: {problem}")
}

/// The encoded value that a handler returned.
pub(crate) struct Returned {
    pub(crate) value: DynamicValue,
    pub(crate) bug: Option<Bug>,
}

/// The reason why a value cannot be a state.
pub(crate) enum Bug {
    /// Some parts are unknown, and remain unknown in the encoded value.
    Unknown(Diagnostic),
    /// Some parts cannot be encoded. These parts are null in the encoded value.
    Invalid(Diagnostic),
}

impl From<Bug> for Diagnostics {
    fn from(bug: Bug) -> Self {
        let (Bug::Unknown(diagnostic) | Bug::Invalid(diagnostic)) = bug;
        diagnostic.into()
    }
}

impl From<DynamicValue> for Returned {
    fn from(value: DynamicValue) -> Self {
        Returned { value, bug: None }
    }
}

impl Returned {
    /// Returns the value, or the bug if the value is not a valid state.
    pub(crate) fn known(self) -> Result<DynamicValue, Diagnostics> {
        match self.bug {
            Some(bug) => Err(bug.into()),
            None => Ok(self.value),
        }
    }

    /// Encodes what a handler returned.
    pub(crate) fn new(handler: &'static str, result: &dyn Encode) -> Result<Self, Diagnostics> {
        let error = match msgpack::encoded(result, Purpose::State) {
            Ok(msgpack) => return Ok(Returned::of(msgpack, None)),
            Err(error) => error,
        };
        match msgpack::encoded(result, Purpose::Plan) {
            Ok(msgpack) => {
                let bug = Bug::Unknown(forgotten(handler, error.faults()));
                Ok(Returned::of(msgpack, Some(bug)))
            }
            Err(_) => Returned::invalid(handler, &error, msgpack::state_with_nulls(result)),
        }
    }

    fn of(msgpack: Vec<u8>, bug: Option<Bug>) -> Self {
        Returned {
            value: Encoded::MessagePack(msgpack).into(),
            bug,
        }
    }

    /// Wraps an encoded value, parts of which can be unknown.
    pub(crate) fn of_value(handler: &str, value: DynamicValue, unknown: &[Error]) -> Self {
        let is_known = unknown.is_empty();
        Returned {
            value,
            bug: (!is_known).then(|| Bug::Unknown(forgotten(handler, unknown.iter()))),
        }
    }

    /// Returns what could be encoded.
    #[cold]
    pub(crate) fn invalid(
        handler: &str,
        error: &Error,
        encoded: Result<Vec<u8>>,
    ) -> Result<Self, Diagnostics> {
        let faults = lines(error.faults());
        let mut problem = format!("`{handler}` returned an invalid value:\n{faults}");
        let Ok(msgpack) = encoded else {
            return Err(bug(INVALID, problem).into());
        };
        if is_change(handler) {
            problem = format!("{problem}\n\n{SAVED}");
        }
        let bug = Bug::Invalid(bug(INVALID, problem));
        Ok(Returned::of(msgpack, Some(bug)))
    }
}

/// Returns `true` if Terraform stores the state when the handler also returns an error.
fn is_change(handler: &str) -> bool {
    matches!(handler, "create" | "update")
}

/// The sentence that says what happens to the other values in a state.
const SAVED: &str = "Terraform stores the other values.";

/// Returns the diagnostic for a handler that left values unknown.
fn forgotten<'a>(handler: &str, faults: impl Iterator<Item = &'a Error>) -> Diagnostic {
    let mut paths: Vec<_> = faults.map(Error::path).collect();
    paths.dedup(); // those in a sensitive map have no keys
    let (these, them) = match paths.len() {
        1 => ("this attribute", "it"),
        _ => ("these attributes", "each of them"),
    };
    let paths = lines(&paths);
    let problem = format!(
        "`{handler}` left {these} unknown:\n{paths}\n\n`{handler}` must set {them} before it \
         returns, to null if there is no value."
    );
    if is_change(handler) {
        bug(AFTER_APPLY, format!("{problem} {SAVED}"))
    } else {
        bug(INVALID, problem)
    }
}

/// Puts each item on an indented line, which Terraform does not wrap.
fn lines(items: impl IntoIterator<Item: fmt::Display>) -> String {
    let lines = items.into_iter().map(|item| format!("\n    {item}"));
    lines.collect()
}

/// Replaces the errors from a handler that used unknown values. The handler is at fault. Either all configured values
/// are known when the handler runs, or the handler must expect unknown values, as during planning.
pub(crate) fn blame(handler: &str, failed: Diagnostics) -> Diagnostics {
    let blamed = failed.into_iter().map(|one| {
        if !one.is_unknown() {
            return one;
        }
        let value = match one.path() {
            path if path.is_root() => "a value".to_owned(),
            path => format!("the value of {path}"),
        };
        bug(
            FAILED,
            format!("`{handler}` uses {value}, which is unknown."),
        )
    });
    blamed.collect()
}

/// Returns the bug in a conversion that left values unknown, because a stored state must not contain unknown values.
pub(crate) fn of_conversion(annotation: &str, error: &Error) -> Option<Diagnostic> {
    let is_forgotten = error.faults().all(Error::is_unknown);
    is_forgotten.then(|| forgotten(annotation, error.faults()))
}

/// Returns the message for a function result that cannot be encoded.
pub(crate) fn invalid_result(error: &Error) -> String {
    describe(format!("the function returned an invalid value: {error}"))
}
