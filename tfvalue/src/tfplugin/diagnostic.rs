//! Converts errors to diagnostics, and paths to messages and back.

use super::messages::attribute_path::Step as StepMessage;
use super::messages::attribute_path::step::Selector;
use super::messages::{AttributePath, Diagnostic, diagnostic::Severity};
use crate::error::{Category, Error};
use crate::path::{Path, Step};

impl Diagnostic {
    /// Creates an error without an attribute; add one with [`Diagnostic::at`].
    ///
    /// Terraform prints the summary as the headline and the detail below it. Write both as sentences
    /// for the user; only the detail ends with a full stop.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::tfplugin6::Diagnostic;
    ///
    /// let diagnostic = Diagnostic::error("Name already in use", "Choose another name.")
    ///     .at("name");
    /// ```
    ///
    /// Terraform prints:
    ///
    /// ```text
    /// Error: Name already in use
    ///
    ///   with inventory_server.web,
    ///   on main.tf line 2, in resource "inventory_server" "web":
    ///    2:   name = "web"
    ///
    /// Choose another name.
    /// ```
    #[must_use]
    pub fn error(summary: impl Into<String>, detail: impl Into<String>) -> Self {
        Self::new(Severity::Error, summary.into(), detail.into())
    }

    /// Creates a warning without an attribute; add one with [`Diagnostic::at`].
    #[must_use]
    pub fn warning(summary: impl Into<String>, detail: impl Into<String>) -> Self {
        Self::new(Severity::Warning, summary.into(), detail.into())
    }

    fn new(severity: Severity, summary: String, detail: String) -> Self {
        Diagnostic {
            severity: severity.into(),
            summary,
            detail,
            attribute: None,
        }
    }

    /// Sets the attribute. Terraform prints its line of the configuration.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::tfplugin6::Diagnostic;
    ///
    /// let old = Diagnostic::warning("Old image", "The image is no longer maintained.");
    /// let old = old.at("image");
    /// assert_eq!(old.attribute.unwrap().steps.len(), 1);
    /// ```
    #[must_use]
    pub fn at(mut self, path: impl Into<Path>) -> Self {
        self.attribute = Some(AttributePath::from(&path.into()));
        self
    }

    /// Creates a diagnostic for each [fault](Error::faults) of an error. Terraform prints all of them.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::tfplugin6::{Diagnostic, DynamicValue};
    /// use tfvalue::{Attr, TfSchema};
    ///
    /// #[derive(TfSchema)]
    /// struct Record {
    ///     #[tf(required)]
    ///     name: Attr<String>,
    ///     #[tf(required)]
    ///     ttl: Attr<u32>,
    /// }
    ///
    /// let json = br#"{"name": null, "ttl": 1.5}"#.to_vec();
    /// let config = DynamicValue { json, ..Default::default() };
    /// let error = config.decode_config::<Record>().err().unwrap();
    /// let details: Vec<_> = Diagnostic::all(&error).into_iter().map(|each| each.detail).collect();
    /// assert_eq!(details, [
    ///     "name: a value is required, got null",
    ///     "ttl: a whole number from 0 to 4294967295 is required, got 1.5",
    /// ]);
    /// ```
    #[must_use]
    pub fn all(error: &Error) -> Vec<Self> {
        error.faults().map(Diagnostic::from).collect()
    }
}

impl From<&Error> for Diagnostic {
    /// Creates a diagnostic with the attribute of the error. If there are several faults, it has all
    /// texts and the attribute of the first; [`Diagnostic::all`] creates one for each fault.
    ///
    /// The detail has the whole path and the message. The summary is "Invalid value", "Value beyond a
    /// limit" or "Malformed value", by the [category](Error::category). The attribute ends at the last
    /// step that Terraform finds in the configuration, if that is known; see [`Error::in_config`].
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Error, tfplugin6::Diagnostic};
    ///
    /// let error = Error::msg("at least 60 s are required").at("ttl");
    /// let diagnostic = Diagnostic::from(&error);
    /// assert_eq!(diagnostic.summary, "Invalid value");
    /// assert_eq!(diagnostic.detail, "ttl: at least 60 s are required");
    /// ```
    fn from(error: &Error) -> Self {
        let summary = match error.category() {
            Category::Data => "Invalid value",
            Category::Limit => "Value beyond a limit",
            Category::Eof | Category::Syntax | Category::Io => "Malformed value",
        };
        let diagnostic = Diagnostic::error(summary, error.to_string());
        match error.config_path() {
            path if path.is_root() => diagnostic,
            path => diagnostic.at(path),
        }
    }
}

impl From<Error> for Diagnostic {
    fn from(error: Error) -> Self {
        Diagnostic::from(&error)
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
