//! Converts diagnostics to messages, and converts paths in both directions.

use super::messages::attribute_path::Step as StepMessage;
use super::messages::attribute_path::step::Selector;
use super::messages::{AttributePath, Diagnostic, diagnostic::Severity};
use crate::diagnostics::Diagnostics;
use crate::error::Error;
use crate::path::{Path, Step};

impl From<crate::diagnostics::Diagnostic> for Diagnostic {
    /// Converts a diagnostic. The attribute path ends at the last step that Terraform finds in the configuration, if
    /// that step is known. See [`Error::in_config`].
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Error, tfplugin6};
    ///
    /// let error = Error::msg("at least 60 s are required").at("ttl");
    /// let message = tfplugin6::Diagnostic::from(tfvalue::Diagnostic::from(error));
    /// assert_eq!(message.summary, "Invalid value");
    /// assert_eq!(message.detail, "ttl: at least 60 s are required");
    /// assert_eq!(message.attribute.unwrap().steps.len(), 1);
    /// ```
    fn from(diagnostic: crate::diagnostics::Diagnostic) -> Self {
        let path = diagnostic.config_path();
        Diagnostic::with_path(&diagnostic, path)
    }
}

impl Diagnostic {
    /// Converts a diagnostic and [masks](Error::mask) the secrets in its summary and detail. The path of the attribute
    /// is not changed.
    pub(crate) fn masked(
        diagnostic: crate::diagnostics::Diagnostic,
        mask: &mut dyn FnMut(&str) -> Option<String>,
    ) -> Self {
        let path = diagnostic.config_path();
        Diagnostic::with_path(&diagnostic.map(|error| error.mask(mask)), path)
    }

    fn with_path(diagnostic: &crate::diagnostics::Diagnostic, path: Path) -> Self {
        let severity = match diagnostic.severity() {
            crate::diagnostics::Severity::Error => Severity::Error,
            crate::diagnostics::Severity::Warning => Severity::Warning,
        };
        Diagnostic {
            severity: severity.into(),
            summary: diagnostic.summary().to_owned(),
            detail: diagnostic.detail(),
            attribute: (!path.is_root()).then(|| path.into()),
        }
    }
}

impl From<Diagnostics> for Vec<Diagnostic> {
    /// Converts all diagnostics, for the field `diagnostics` of a response.
    fn from(diagnostics: Diagnostics) -> Self {
        diagnostics.into_iter().map(Diagnostic::from).collect()
    }
}

impl From<&Path> for AttributePath {
    fn from(path: &Path) -> Self {
        let steps = path.steps().iter();
        AttributePath {
            steps: steps
                .map(|step| StepMessage {
                    selector: Some(selector(step)),
                })
                .collect(),
        }
    }
}

impl From<Path> for AttributePath {
    fn from(path: Path) -> Self {
        AttributePath::from(&path)
    }
}

fn selector(step: &Step) -> Selector {
    match step {
        Step::Attribute(name) => Selector::AttributeName(name.to_string()),
        Step::Key(key) => Selector::ElementKeyString(key.to_string()),
        Step::Index(index) => Selector::ElementKeyInt(i64::try_from(*index).unwrap_or(i64::MAX)),
    }
}

impl TryFrom<&AttributePath> for Path {
    type Error = Error;

    fn try_from(message: &AttributePath) -> Result<Self, Error> {
        message
            .steps
            .iter()
            .map(|step| match &step.selector {
                Some(Selector::AttributeName(name)) => Ok(Step::Attribute(name.clone().into())),
                Some(Selector::ElementKeyString(key)) => Ok(Step::Key(key.as_str().into())),
                Some(Selector::ElementKeyInt(index)) => match u64::try_from(*index) {
                    Ok(index) => Ok(Step::Index(index)),
                    Err(_) => Err(Error::mismatch_value(
                        "an index",
                        "a negative number",
                        index,
                    )),
                },
                None => Err(Error::mismatch("a path step", "none")),
            })
            .collect()
    }
}
