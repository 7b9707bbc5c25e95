//! `Diagnostic` and `Diagnostics`: errors and warnings for the user of a provider.

use std::error::Error as StdError;
use std::fmt;

use crate::error::{Category, Error, Headline, Topic};
use crate::path::ElementNames;
use crate::path::Path;

/// The severity of a [`Diagnostic`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Severity {
    /// The operation failed.
    Error,
    /// The operation continues.
    Warning,
}

/// The headline for errors that come from other libraries.
const FAILED: &str = "Operation failed";

/// An error or a warning for the user of a provider. A diagnostic can contain the path of an attribute.
///
/// Terraform prints the summary as the headline, followed by the line of the attribute in the configuration and the
/// detail. Write the summary and the detail for the user. The detail consists of sentences that end with periods; the
/// headline has no period at the end.
///
/// # Examples
///
/// ```
/// use tfvalue::Diagnostic;
///
/// let diagnostic = Diagnostic::error("Name already in use", "Choose another name.").at("name");
/// assert_eq!(diagnostic.path().to_string(), "name");
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
#[derive(Clone)]
pub struct Diagnostic {
    severity: Severity,
    error: Error,
}

impl Diagnostic {
    /// Creates an error without an attribute; [`Diagnostic::at`] adds an attribute.
    ///
    /// The detail can be another error, such as an error from an HTTP client. A detail that consists of several lines
    /// is printed unchanged.
    #[must_use]
    pub fn error(summary: impl fmt::Display, detail: impl fmt::Display) -> Self {
        Diagnostic::new(Severity::Error, &summary, &detail, Topic::Any)
    }

    /// Creates an error about a bug in the provider.
    pub(crate) fn bug(topic: Topic, summary: &str, detail: &str) -> Self {
        Diagnostic::new(Severity::Error, &summary, &detail, topic)
    }

    /// Creates a warning without an attribute; [`Diagnostic::at`] adds an attribute.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Diagnostic, errors::Severity};
    ///
    /// let old = Diagnostic::warning("Old image", "The image is no longer maintained.").at("image");
    /// assert_eq!(old.severity(), Severity::Warning);
    /// ```
    #[must_use]
    pub fn warning(summary: impl fmt::Display, detail: impl fmt::Display) -> Self {
        Diagnostic::new(Severity::Warning, &summary, &detail, Topic::Any)
    }

    fn new(
        severity: Severity,
        summary: &dyn fmt::Display,
        detail: &dyn fmt::Display,
        topic: Topic,
    ) -> Self {
        let error = Error::msg(detail).with_headline(summary.to_string(), topic);
        Diagnostic { severity, error }
    }

    /// Applies a function to the error of the diagnostic.
    pub(crate) fn map(self, change: impl FnOnce(Error) -> Error) -> Self {
        Diagnostic {
            error: change(self.error),
            ..self
        }
    }

    /// Returns the error of the diagnostic, without its severity.
    pub(crate) fn as_error(&self) -> &Error {
        &self.error
    }

    /// Prepends a path to the path of the diagnostic. Terraform prints the line of the attribute.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Diagnostic, Path};
    ///
    /// let diagnostic = Diagnostic::error("Disk too small", "At least 10 GiB are required.")
    ///     .at("size")
    ///     .at(Path::from("disk").index(0));
    /// assert_eq!(diagnostic.path().to_string(), "disk[0].size");
    /// ```
    #[must_use]
    pub fn at(self, path: impl Into<Path>) -> Self {
        self.map(|error| error.at(path))
    }

    /// Returns whether the diagnostic is an error or a warning.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.severity
    }

    /// Returns `true` if the severity is [`Severity::Error`].
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Returns the headline.
    ///
    /// For an [`Error`], the headline depends on the [category](Error::category): "Invalid value", "Value beyond a
    /// limit" or "Malformed value". Some errors have their own headline, such as errors about an import that a resource
    /// type does not support.
    #[must_use]
    pub fn summary(&self) -> &str {
        if let Some(summary) = self.own_summary() {
            return summary;
        }
        match self.error.category() {
            Category::Data => "Invalid value",
            Category::Limit => "Value beyond a limit",
            Category::Eof | Category::Syntax | Category::Io => "Malformed value",
        }
    }

    /// Adds names for the set elements in the path.
    pub(crate) fn with_names(self, names: ElementNames) -> Self {
        self.map(|error| error.with_names(names))
    }

    /// Returns `true` if the headline does not come from an [`Error`].
    pub(crate) fn has_headline(&self) -> bool {
        self.error.headline().is_some()
    }

    /// Returns `true` if the diagnostic is an [`Error`] about an unknown value.
    pub(crate) fn is_unknown(&self) -> bool {
        !self.has_headline() && self.error.is_unknown()
    }

    /// Returns `true` if the diagnostic is about a bug in the provider.
    pub(crate) fn is_bug(&self) -> bool {
        let headline = self.error.headline();
        headline.is_some_and(|one| matches!(one.topic, Topic::Bug | Topic::BrokenRule))
    }

    fn own_summary(&self) -> Option<&str> {
        self.error.headline()?.text.as_deref()
    }

    /// Returns the detail, which is the text below the headline.
    ///
    /// The detail starts with the path if the diagnostic was created from an [`Error`]. The detail also starts with the
    /// path if Terraform cannot show the value. This is the case if the path leads into a set or a nested attribute,
    /// ends at a nested block, or is not in the schema.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Diagnostic, Error};
    ///
    /// let error = Error::msg("at least 60 s are required").at("ttl");
    /// let diagnostic = Diagnostic::from(error);
    /// assert_eq!(diagnostic.summary(), "Invalid value");
    /// assert_eq!(diagnostic.detail(), "ttl: at least 60 s are required");
    /// ```
    #[must_use]
    pub fn detail(&self) -> String {
        match self.error.headline() {
            Some(Headline {
                text: Some(_),
                topic: Topic::Any | Topic::Bug,
            }) if self.error.is_shown() => self.error.message(),
            _ => self.error.to_string(),
        }
    }

    /// Returns the text of a function error, which has no headline of its own. The text begins with the given place.
    pub(crate) fn text_at(&self, place: &str) -> String {
        let detail = self.error.message();
        let text = match self.own_summary() {
            // Terraform already reports that the function call failed.
            Some(FAILED) => detail,
            Some(summary) => format!("{summary}: {detail}"),
            None => detail,
        };
        if place.is_empty() {
            text
        } else {
            format!("{place}: {text}")
        }
    }

    /// Returns the path to the value that the diagnostic is about, or the root.
    #[must_use]
    pub fn path(&self) -> Path {
        self.error.path()
    }

    /// Returns the part of the path that Terraform can find in a configuration.
    pub(crate) fn config_path(&self) -> Path {
        self.error.config_path()
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.summary(), self.detail())
    }
}

impl fmt::Debug for Diagnostic {
    /// Prints the same text as [`Display`](fmt::Display).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<Error> for Diagnostic {
    /// Converts an error. Several [faults](Error::faults) become one diagnostic with all messages and the path of the
    /// first fault. To obtain a diagnostic for each fault, use [`Diagnostics`].
    fn from(error: Error) -> Self {
        let severity = Severity::Error;
        Diagnostic { severity, error }
    }
}

impl From<Diagnostic> for Error {
    /// Converts a diagnostic to an error, for functions that fail with an error. The error keeps
    /// the summary. The severity is lost, because a function that fails always reports an error.
    fn from(diagnostic: Diagnostic) -> Self {
        diagnostic.error
    }
}

/// All errors and warnings from a call.
///
/// `?` converts every error into diagnostics. An error from this library becomes a diagnostic for each
/// [fault](Error::faults), with the path of the attribute. An error from another library becomes one diagnostic with
/// the messages of its [sources](StdError::source). Because of this conversion, `Diagnostics` does not implement
/// [`std::error::Error`] itself, and `?` does not convert a `String`, a `Box<dyn Error>` or an `anyhow::Error`:
/// [`from_boxed`](Diagnostics::from_boxed) does.
///
/// # Examples
///
/// ```
/// use tfvalue::{Diagnostic, Diagnostics, Path, Value, json, Type};
///
/// fn read(text: &str, port: &str) -> Result<u16, Diagnostics> {
///     json::value_from_slice(text.as_bytes(), &Type::Number)?;
///     if port.is_empty() {
///         return Err(Diagnostic::error("No port", "The service has no port.").at("port").into());
///     }
///     Ok(port.parse()?)
/// }
///
/// let text = |result: Result<u16, Diagnostics>| result.unwrap_err().to_string();
/// assert_eq!(text(read("1", "a")), "Operation failed: invalid digit found in string");
/// assert_eq!(text(read("1", "")), "No port: The service has no port.");
/// assert_eq!(
///     text(read("true", "80")),
///     "Invalid value: a number is required, got a bool at line 1 column 1",
/// );
/// ```
#[derive(Clone, Default)]
#[must_use]
pub struct Diagnostics(Vec<Diagnostic>);

impl Diagnostics {
    /// Creates an empty list.
    pub const fn new() -> Self {
        Diagnostics(Vec::new())
    }

    /// Converts an error for which `?` does not work because it does not implement [`std::error::Error`]: a
    /// `Box<dyn Error + Send + Sync>`, an `anyhow::Error`, or a string.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::error::Error;
    ///
    /// use tfvalue::Diagnostics;
    ///
    /// fn port(text: &str) -> Result<u16, Box<dyn Error + Send + Sync>> {
    ///     if text.is_empty() { Err("the port is empty".into()) } else { Ok(text.parse()?) }
    /// }
    ///
    /// fn read(text: &str) -> Result<u16, Diagnostics> {
    ///     port(text).map_err(Diagnostics::from_boxed)
    /// }
    ///
    /// assert_eq!(read("").unwrap_err().to_string(), "Operation failed: the port is empty");
    /// assert!(read("80").is_ok());
    /// ```
    pub fn from_boxed(error: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        match error.into().downcast::<Error>() {
            Ok(error) => error
                .into_faults()
                .into_iter()
                .map(Diagnostic::from)
                .collect(),
            Err(other) => Diagnostic::error(FAILED, chain(&*other)).into(),
        }
    }

    /// Adds diagnostics, which can be a [`Diagnostic`], another list, or an error.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Diagnostic, Diagnostics, Error};
    ///
    /// let mut diagnostics = Diagnostics::new();
    /// diagnostics.push(Diagnostic::warning("Old image", "The image is no longer maintained."));
    /// assert!(!diagnostics.has_errors());
    /// diagnostics.push(Error::msg("at least 60 s are required").at("ttl"));
    /// assert!(diagnostics.has_errors());
    /// assert_eq!(diagnostics.len(), 2);
    /// ```
    pub fn push(&mut self, diagnostics: impl Into<Diagnostics>) {
        self.0.extend(diagnostics.into());
    }

    /// Returns the value of a result, or adds the diagnostics of the result and returns `None`.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Diagnostics, Error};
    ///
    /// let mut diagnostics = Diagnostics::new();
    /// assert_eq!(diagnostics.take("80".parse()), Some(80));
    /// assert_eq!(diagnostics.take("x".parse::<u16>()), None);
    /// assert!(diagnostics.has_errors());
    /// ```
    pub fn take<T, E: Into<Diagnostics>>(&mut self, result: Result<T, E>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.push(error);
                None
            }
        }
    }

    /// Returns `true` if there is a diagnostic with [`Severity::Error`].
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.iter().any(Diagnostic::is_error)
    }

    /// Returns `true` if there are no diagnostics.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the number of diagnostics.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Iterates over the diagnostics.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.0.iter()
    }

    /// Prepends a path to the path of each diagnostic, as [`Diagnostic::at`] does.
    pub fn at(self, path: impl Into<Path>) -> Self {
        let path = path.into();
        self.map(|error| error.at_path(&path))
    }

    /// Joins the errors into one. Returns `None` if there are only warnings.
    pub(crate) fn into_error(self) -> Option<Error> {
        let errors = self.into_iter().filter(Diagnostic::is_error);
        Error::join(errors.map(Error::from).collect()).err()
    }

    /// Applies a function to the error of each diagnostic.
    pub(crate) fn map(self, mut change: impl FnMut(Error) -> Error) -> Self {
        self.into_iter().map(|one| one.map(&mut change)).collect()
    }

    /// Returns the warnings if there are no errors.
    ///
    /// # Errors
    ///
    /// Fails with all diagnostics if at least one of them is an error.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Diagnostic, Diagnostics, Error};
    ///
    /// let mut diagnostics = Diagnostics::new();
    /// diagnostics.push(Diagnostic::warning("Old image", "The image is no longer maintained."));
    /// let mut diagnostics = diagnostics.into_result().unwrap();
    /// assert_eq!(diagnostics.len(), 1);
    /// diagnostics.push(Error::msg("at least 60 s are required").at("ttl"));
    /// assert!(diagnostics.into_result().is_err());
    /// ```
    pub fn into_result(self) -> Result<Self, Self> {
        if self.has_errors() {
            Err(self)
        } else {
            Ok(self)
        }
    }
}

impl fmt::Display for Diagnostics {
    /// Prints each diagnostic on a separate line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, one) in self.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            fmt::Display::fmt(one, f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Diagnostics {
    /// Prints the same text as [`Display`](fmt::Display). `unwrap()`, and a `main` that returns the diagnostics, print
    /// the `Debug` output.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<E: StdError + Send + Sync + 'static> From<E> for Diagnostics {
    fn from(error: E) -> Self {
        Diagnostics::from_boxed(Box::new(error) as Box<dyn StdError + Send + Sync>)
    }
}

/// Returns the messages of an error and of its sources. A source is omitted if the preceding text already ends with the
/// source's message.
fn chain(error: &dyn StdError) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(source) = next {
        let more = source.to_string();
        if !text.ends_with(&more) {
            text.push_str(": ");
            text.push_str(&more);
        }
        next = source.source();
    }
    text
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        match diagnostic.error.headline() {
            Some(_) => Diagnostics(vec![diagnostic]),
            None => diagnostic.error.into(),
        }
    }
}

impl FromIterator<Diagnostic> for Diagnostics {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(diagnostics: I) -> Self {
        Diagnostics(diagnostics.into_iter().collect())
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, diagnostics: I) {
        self.0.extend(diagnostics);
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
