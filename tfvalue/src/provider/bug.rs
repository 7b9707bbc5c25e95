//! Bugs of the provider, which diagnostics report to the user.

use std::fmt;

use serde::Serialize;

use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::error::{Error, Result};
use crate::tfplugin::messages::DynamicValue;

/// A part of the detail of each diagnostic about a bug of the provider.
pub(super) const BUG: &str = "This is a bug in the provider";

/// The headline of a handler that does not work at all.
pub(super) const FAILED: &str = "The provider failed unexpectedly";

/// Terraform's headline of a result that it does not accept.
const INVALID: &str = "Provider produced invalid object";

/// Terraform's headline of unknown values in a result.
const AFTER_APPLY: &str = "Provider returned invalid result object after apply";

/// Returns `true` if the detail of a diagnostic reports a bug of the provider.
#[cfg(feature = "testing")]
pub(crate) fn is_bug(detail: &str) -> bool {
    detail.contains(BUG)
}

/// Creates the diagnostic of a bug. It has no path, because the configuration is not at fault.
pub(super) fn bug(summary: &str, problem: impl fmt::Display) -> Diagnostic {
    Diagnostic::error(summary, describe(problem))
}

fn describe(problem: impl fmt::Display) -> String {
    format!("{BUG}, not in the configuration: {problem}")
}

/// What a handler returned, encoded.
pub(super) struct Returned {
    pub(super) value: DynamicValue,
    /// The bug if values are unknown.
    pub(super) unknown: Option<Diagnostic>,
}

impl From<DynamicValue> for Returned {
    fn from(value: DynamicValue) -> Self {
        Returned {
            value,
            unknown: None,
        }
    }
}

impl Returned {
    /// Returns the value, or the bug if it is not known.
    pub(super) fn known(self) -> Result<DynamicValue, Diagnostics> {
        match self.unknown {
            Some(bug) => Err(bug.into()),
            None => Ok(self.value),
        }
    }

    /// Encodes what a handler returned.
    pub(super) fn new<T: Serialize>(
        handler: &'static str,
        result: &T,
    ) -> Result<Self, Diagnostics> {
        match DynamicValue::encode_state(result) {
            Ok(value) => Ok(value.into()),
            Err(error) => Returned::faulty(handler, &error, DynamicValue::encode_plan(result)),
        }
    }

    /// Distinguishes unknown values, with which the result can be encoded, from other faults.
    #[cold]
    fn faulty(
        handler: &'static str,
        error: &Error,
        encoded: Result<DynamicValue>,
    ) -> Result<Self, Diagnostics> {
        match encoded {
            Ok(value) => Ok(Returned {
                value,
                unknown: Some(forgotten(handler, error.faults())),
            }),
            Err(error) => {
                let faults = lines(error.faults());
                let problem = format!("`{handler}` returned an invalid value:\n{faults}");
                Err(bug(INVALID, problem).into())
            }
        }
    }
}

/// Returns the bug of a handler that left values unknown.
fn forgotten<'a>(handler: &str, faults: impl Iterator<Item = &'a Error>) -> Diagnostic {
    let mut paths: Vec<_> = faults.map(Error::path).collect();
    paths.dedup(); // those in a sensitive map have no keys
    let (these, them) = match paths.len() {
        1 => ("this attribute", "it"),
        _ => ("these attributes", "each of them"),
    };
    let (summary, saved) = match handler {
        "create" | "update" => (AFTER_APPLY, " Terraform stores the other values."),
        _ => (INVALID, ""),
    };
    let paths = lines(&paths);
    bug(
        summary,
        format!(
            "`{handler}` left {these} unknown:\n{paths}\n\n`{handler}` must set {them} before it \
             returns, to null if there is no value.{saved}"
        ),
    )
}

/// Puts each item on an indented line, which Terraform does not wrap.
fn lines(items: impl IntoIterator<Item: fmt::Display>) -> String {
    let lines = items.into_iter().map(|item| format!("\n    {item}"));
    lines.collect()
}

/// Replaces the errors of a handler that used unknown values: when it runs, all that the user has configured
/// is known, or, in a plan, can be unknown.
pub(super) fn blame(handler: &str, failed: Diagnostics) -> Diagnostics {
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

/// Returns the bug of a conversion that left values unknown: a stored state has none.
pub(super) fn of_conversion(annotation: &str, error: &Error) -> Option<Diagnostic> {
    let is_forgotten = error.faults().all(Error::is_unknown);
    is_forgotten.then(|| forgotten(annotation, error.faults()))
}

/// Returns the text about the result of a function that cannot be encoded.
pub(super) fn invalid_result(error: &Error) -> String {
    describe(format!("the function returned an invalid value: {error}"))
}
