//! Diagnostics from errors, and paths both ways.

use super::messages::attribute_path::Step as StepMessage;
use super::messages::attribute_path::step::Selector;
use super::messages::{AttributePath, Diagnostic, diagnostic::Severity};
use crate::error::{Category, Error};
use crate::path::{Path, Step};

impl Diagnostic {
    /// Makes an error that is about no attribute in particular.
    #[must_use]
    pub fn error(summary: impl Into<String>, detail: impl Into<String>) -> Self {
        Self::new(Severity::Error, summary.into(), detail.into())
    }

    /// Makes a warning that is about no attribute in particular.
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

    /// Says which attribute it is about: Terraform shows its place in the configuration.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Path, tfplugin6::Diagnostic};
    ///
    /// let diagnostic = Diagnostic::error("Name in use", "Choose another one.").at(Path::from("name"));
    /// assert_eq!(diagnostic.attribute.unwrap().steps.len(), 1);
    /// ```
    #[must_use]
    pub fn at(mut self, path: impl Into<Path>) -> Self {
        self.attribute = Some(AttributePath::from(&path.into()));
        self
    }

    /// Creates a diagnostic for each [fault](Error::faults) of an error.
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
    /// // {"name": nil, "ttl": 1.5}
    /// let msgpack = b"\x82\xa4name\xc0\xa3ttl\xcb\x3f\xf8\0\0\0\0\0\0".to_vec();
    /// let config = DynamicValue { msgpack, json: vec![] };
    /// let error = config.decode_config::<Record>().err().unwrap();
    /// let details: Vec<_> = Diagnostic::all(&error).into_iter().map(|one| one.detail).collect();
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
    /// Creates an error that points at the attribute which the fault is about; of several faults
    /// it tells all, and points at the first. [`Diagnostic::all`] creates one for each.
    ///
    /// It points at no more than Terraform finds in the configuration, if the error knows that:
    /// see [`Error::in_config`]. The words name the whole path.
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
                    Err(_) => Err(Error::mismatch_value("an index", "a negative one", index)),
                },
                None => Err(Error::mismatch("a step of a path", "none")),
            })
            .collect()
    }
}
