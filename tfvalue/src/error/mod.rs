//! `Error`, and the paths, positions and categories of errors.

mod display;
mod headline;
pub(crate) mod json;
mod redact;
mod serde_impls;

use std::borrow::Cow;
use std::convert::Infallible;
use std::fmt;
use std::sync::Arc;

pub(crate) use self::headline::{Headline, Topic};
pub(crate) use self::redact::HIDDEN;
use crate::limits::{FAULT_PATH, MAX_DEPTH, MAX_FAULTS};
use crate::path::{ElementNames, NamedPath, Path, Step};

/// The result type of this crate's functions. The default error type is [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An error that occurred while a value was read, written or described.
///
/// The path to the invalid value ([`Error::path`]) is printed first. An `Error` is one pointer wide,
/// so that results stay small. Values of sensitive attributes are redacted.
///
/// ```
/// use std::collections::BTreeMap;
///
/// // {"a": true}
/// let bytes = [0x81, 0xa1, b'a', 0xc3];
/// let error = tfvalue::msgpack::from_slice::<BTreeMap<String, i64>>(&bytes).unwrap_err();
/// assert_eq!(error.to_string(), r#"["a"]: a number is required, got a bool"#);
/// assert_eq!(error.path().steps().len(), 1);
/// ```
#[derive(Clone)]
pub struct Error(Box<Inner>);

#[derive(Clone)]
struct Inner {
    kind: ErrorKind,
    /// The path, innermost step first. Each level adds its step while the error propagates.
    steps: Vec<Step>,
    /// The set elements on the path, with their names.
    names: ElementNames,
    /// The number of innermost steps that Terraform does not find in a configuration.
    beyond: usize,
    /// Whether the path ends at a nested block. In this case, Terraform shows the line of the enclosing block.
    ends_at_block: bool,
    /// The number of innermost steps inside a dynamic value. In such a value, the names of attributes are also data.
    /// `None` if the error is not about a dynamic value.
    dynamic: Option<usize>,
    position: Option<Position>,
    headline: Option<Box<Headline>>,
}

/// A position in the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Position {
    /// The offset of a byte in MessagePack, counted from 0.
    Byte(usize),
    /// A line and a column in a JSON string, both counted from 1.
    LineColumn(usize, usize),
}

/// The kind of an [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Category {
    /// An operation on a reader, writer or file failed.
    Io,
    /// The input ends too early.
    Eof,
    /// The input is not valid MessagePack or JSON, or it continues after the value.
    Syntax,
    /// The input is well-formed, but the value does not match the type or schema.
    Data,
    /// The value exceeds one of this crate's documented limits.
    Limit,
}

#[derive(Clone)]
enum ErrorKind {
    /// The value must be `expected` but is `got`. `value` replaces `got` unless the value is sensitive.
    Mismatch {
        expected: Cow<'static, str>,
        got: Cow<'static, str>,
        value: Option<String>,
    },
    /// An unknown value where a known value is required.
    Unknown,
    /// A required attribute is missing.
    Missing,
    /// An attribute that the type does not have.
    Surplus(Box<str>),
    /// A duplicate attribute or key.
    Repeated(Box<str>),
    Eof,
    Syntax(Cow<'static, str>),
    Limit(Cow<'static, str>),
    Data(Cow<'static, str>),
    /// A message about names in the schema. It shows no value.
    Names(String),
    /// A message from another crate or from the user, which may show the value.
    Custom(String),
    Io(Arc<std::io::Error>),
    /// Several faults.
    Several(Vec<Error>),
}

impl From<&str> for Error {
    /// Creates an error like [`Error::msg`].
    fn from(message: &str) -> Self {
        Error::msg(message)
    }
}

impl From<String> for Error {
    /// Creates an error like [`Error::msg`].
    fn from(message: String) -> Self {
        Error::msg(message)
    }
}

impl From<Infallible> for Error {
    /// Allows implementations of `From` where `TryFrom` is required.
    fn from(error: Infallible) -> Self {
        match error {}
    }
}

impl From<Vec<Error>> for Error {
    /// Combines faults into one error. [`Error::faults`] returns these faults.
    fn from(faults: Vec<Error>) -> Self {
        Error::several(faults)
    }
}

impl Error {
    #[cold]
    #[inline(never)]
    fn new(kind: ErrorKind) -> Self {
        Error(Box::new(Inner {
            kind,
            steps: Vec::new(),
            names: ElementNames::default(),
            beyond: 0,
            ends_at_block: false,
            dynamic: None,
            position: None,
            headline: None,
        }))
    }

    #[cold]
    pub(crate) fn mismatch(
        expected: impl Into<Cow<'static, str>>,
        got: impl Into<Cow<'static, str>>,
    ) -> Self {
        Error::new(ErrorKind::Mismatch {
            expected: expected.into(),
            got: got.into(),
            value: None,
        })
    }

    /// Reports null where a value is required.
    #[cold]
    #[inline(never)]
    pub(crate) fn null() -> Self {
        Error::mismatch("a value", "null")
    }

    /// Reports an unknown value where a known value is required.
    #[cold]
    #[inline(never)]
    pub(crate) fn unknown() -> Self {
        Error::new(ErrorKind::Unknown)
    }

    /// Like [`Error::mismatch`], but shows the value or a description of the value. Redaction removes the value, and
    /// long values are shortened.
    #[cold]
    pub(crate) fn mismatch_value(
        expected: impl Into<Cow<'static, str>>,
        got: impl Into<Cow<'static, str>>,
        value: impl fmt::Display,
    ) -> Self {
        Error::mismatch_words(expected, got, shortened(value.to_string()))
    }

    /// Like [`Error::mismatch_value`], but the description can have any length.
    #[cold]
    pub(crate) fn mismatch_words(
        expected: impl Into<Cow<'static, str>>,
        got: impl Into<Cow<'static, str>>,
        words: String,
    ) -> Self {
        Error::new(ErrorKind::Mismatch {
            expected: expected.into(),
            got: got.into(),
            value: Some(words),
        })
    }

    #[cold]
    pub(crate) fn missing(name: impl Into<Cow<'static, str>>) -> Self {
        Error::new(ErrorKind::Missing).at_step(Step::Attribute(name.into()))
    }

    #[cold]
    pub(crate) fn surplus(name: &str) -> Self {
        Error::new(ErrorKind::Surplus(name.into()))
    }

    #[cold]
    pub(crate) fn repeated(name: &str) -> Self {
        Error::new(ErrorKind::Repeated(name.into()))
    }

    #[cold]
    pub(crate) fn eof() -> Self {
        Error::new(ErrorKind::Eof)
    }

    #[cold]
    pub(crate) fn syntax(message: impl Into<Cow<'static, str>>) -> Self {
        Error::new(ErrorKind::Syntax(message.into()))
    }

    #[cold]
    pub(crate) fn limit(message: impl Into<Cow<'static, str>>) -> Self {
        Error::new(ErrorKind::Limit(message.into()))
    }

    /// Reports that lists, maps and objects are nested too deeply.
    #[cold]
    #[inline(never)]
    pub(crate) fn too_deep() -> Self {
        Error::limit(format!(
            "the value is nested more than {MAX_DEPTH} levels deep"
        ))
    }

    #[cold]
    pub(crate) fn data(message: impl Into<Cow<'static, str>>) -> Self {
        Error::new(ErrorKind::Data(message.into()))
    }

    /// Creates an error with a message about names in the schema. The message shows no value.
    #[cold]
    pub(crate) fn names(message: String) -> Self {
        Error::new(ErrorKind::Names(message))
    }

    #[cold]
    pub(crate) fn enum_with_data() -> Self {
        Error::data("Terraform has no type for enum variants with data")
    }

    #[cold]
    pub(crate) fn no_bytes() -> Self {
        Error::data("Terraform has no type for bytes: use a string, such as base64")
    }

    #[cold]
    pub(crate) fn io(error: std::io::Error) -> Self {
        Error::new(ErrorKind::Io(Arc::new(error)))
    }

    /// Combines faults into one error, or returns `Ok` if the list is empty.
    pub(crate) fn join(all: Vec<Error>) -> Result<()> {
        let mut errors = Vec::with_capacity(all.len());
        for error in all {
            match error.0.kind {
                ErrorKind::Several(_) => errors.extend(error.into_faults()),
                _ => errors.push(error),
            }
        }
        match errors.len() {
            0 => Ok(()),
            1 => Err(errors.remove(0)),
            _ => Err(Error::new(ErrorKind::Several(errors))),
        }
    }

    /// Combines one or more faults into one error.
    pub(crate) fn several(faults: Vec<Error>) -> Self {
        match Error::join(faults) {
            Err(error) => error,
            Ok(()) => Error::data("the value is invalid"),
        }
    }

    /// Returns the individual faults.
    pub(crate) fn into_faults(mut self) -> Vec<Error> {
        match &mut self.0.kind {
            ErrorKind::Several(errors) => std::mem::take(errors),
            _ => vec![self],
        }
    }

    /// Creates an error with your own message. [`Error::at`] adds the path.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::Error;
    ///
    /// assert_eq!(Error::msg("the name is in use").to_string(), "the name is in use");
    /// ```
    #[cold]
    #[must_use]
    pub fn msg(message: impl fmt::Display) -> Self {
        Error::new(ErrorKind::Custom(message.to_string()))
    }

    /// Prepends a path to the path of the error, and to the path of each [fault](Error::faults).
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Error, Path};
    ///
    /// let error = Error::msg("a name is required").at("name");
    /// assert_eq!(error.to_string(), "name: a name is required");
    /// let error = error.at(Path::from("disk").index(2));
    /// assert_eq!(error.to_string(), "disk[2].name: a name is required");
    /// ```
    #[cold]
    #[must_use]
    pub fn at(self, path: impl Into<Path>) -> Self {
        self.at_path(&path.into())
    }

    /// Prepends a path, as [`Error::at`] does.
    #[cold]
    #[inline(never)]
    pub(crate) fn at_path(self, path: &Path) -> Self {
        path.steps()
            .iter()
            .rev()
            .cloned()
            .fold(self, Error::at_step)
    }

    /// Prepends one step to the path while the error propagates.
    #[cold]
    #[inline(never)]
    pub(crate) fn at_step(mut self, step: Step) -> Self {
        if let ErrorKind::Several(errors) = &mut self.0.kind {
            // Each of the combined errors has its own copy of the step.
            errors.truncate((MAX_FAULTS * FAULT_PATH / step.size()).max(1));
            return self.each(|error| error.at_step(step.clone()));
        }
        self.0.steps.push(step);
        self
    }

    /// Prepends the step to an element.
    #[cold]
    #[inline(never)]
    pub(crate) fn in_element(self, index: usize) -> Self {
        self.at_step(Step::Index(index as u64))
    }

    /// Prepends the step to a member of a derived struct.
    #[cold]
    #[inline(never)]
    pub(crate) fn in_member(self, name: &'static str) -> Self {
        self.at_step(Step::Attribute(name.into()))
    }

    /// Returns the [cost](Step::cost) of the error, or of all errors that it contains.
    pub(crate) fn cost(&self) -> usize {
        match &self.0.kind {
            ErrorKind::Several(errors) => errors.iter().map(Error::cost).sum(),
            _ => Step::cost(&self.0.steps),
        }
    }

    /// Sets the position, unless the error already has a position.
    #[cold]
    pub(crate) fn or_position(mut self, position: Position) -> Self {
        self.0.position.get_or_insert(position);
        self
    }

    /// Replaces the position. A position inside the text of a value has no meaning in the whole input.
    #[cold]
    pub(crate) fn relocate(mut self, at: usize) -> Self {
        self.0.position = Some(Position::Byte(at));
        self
    }

    /// Converts a position in a part of the input to a position in the whole input. `start` is the position of the part.
    #[cold]
    pub(crate) fn within(self, start: Position) -> Self {
        self.each(|mut error| {
            match (&mut error.0.position, start) {
                (Some(Position::Byte(at)), Position::Byte(start)) => *at += start,
                (
                    Some(Position::LineColumn(line, column)),
                    Position::LineColumn(lines, columns),
                ) => {
                    if *line == 1 {
                        *column += columns - 1;
                    }
                    *line += lines - 1;
                }
                _ => {}
            }
            error
        })
    }

    /// Applies a function to each fault.
    pub(crate) fn each(mut self, mut change: impl FnMut(Self) -> Self) -> Self {
        match &mut self.0.kind {
            ErrorKind::Several(errors) => {
                let changed = std::mem::take(errors).into_iter().map(change);
                *errors = changed.collect();
                self
            }
            _ => change(self),
        }
    }

    /// Records that the value is dynamic, so that the names inside the value count as data.
    #[cold]
    #[inline(never)]
    pub(crate) fn in_dynamic(self) -> Self {
        self.each(|mut error| {
            error.0.dynamic = Some(error.0.steps.len());
            error
        })
    }

    /// Records that the value is a set: Terraform has no path to the elements of a set.
    #[cold]
    #[inline(never)]
    pub(crate) fn in_set(self) -> Self {
        self.in_text().each(|mut error| {
            if let Some(element) = error.0.steps.len().checked_sub(1) {
                error.0.names.push(element, None);
            }
            error
        })
    }

    /// Records that Terraform has no path to any part of the value.
    #[cold]
    pub(crate) fn in_text(self) -> Self {
        self.each(|mut error| {
            error.0.beyond = error.0.steps.len();
            error
        })
    }

    /// Adds names for set elements.
    pub(crate) fn with_names(mut self, names: ElementNames) -> Self {
        self.0.names.add(names);
        self
    }

    /// Returns the path as a string.
    pub(crate) fn place(&self) -> String {
        NamedPath(&self.path(), &self.0.names).to_string()
    }

    /// For each fault, sets the number of outermost steps that Terraform can find in a configuration, and whether these
    /// steps end at a nested block.
    pub(crate) fn with_place(self, place: impl Fn(&Path) -> (usize, bool)) -> Self {
        self.each(|mut error| {
            let path = error.path();
            let (length, ends_at_block) = place(&path);
            error.0.beyond = path.steps().len() - length;
            error.0.ends_at_block = ends_at_block;
            error
        })
    }

    /// Returns `true` if a known value is required.
    pub(crate) fn is_unknown(&self) -> bool {
        matches!(self.0.kind, ErrorKind::Unknown)
    }

    /// Returns `true` if Terraform shows the configured value, if any.
    pub(crate) fn is_shown(&self) -> bool {
        match &self.0.kind {
            ErrorKind::Several(errors) => errors.first().is_none_or(Error::is_shown),
            _ => self.0.beyond == 0 && !self.0.ends_at_block,
        }
    }

    /// Returns the part of the path that Terraform can find in a configuration.
    pub(crate) fn config_path(&self) -> Path {
        match &self.0.kind {
            ErrorKind::Several(errors) => {
                errors.first().map(Error::config_path).unwrap_or_default()
            }
            _ => {
                let steps = self.0.steps[self.0.beyond..].iter();
                steps.rev().cloned().collect()
            }
        }
    }

    /// Returns the path to the value that the error is about.
    ///
    /// If there are several [faults](Error::faults), this is the path of the first fault.
    #[must_use]
    pub fn path(&self) -> Path {
        match &self.0.kind {
            ErrorKind::Several(errors) => errors.first().map(Error::path).unwrap_or_default(),
            _ => self.0.steps.iter().rev().cloned().collect(),
        }
    }

    /// Returns the message of the error without its path and position.
    #[must_use]
    pub fn message(&self) -> String {
        match &self.0.kind {
            ErrorKind::Mismatch {
                expected,
                got,
                value,
            } => {
                let got = value.as_deref().unwrap_or(got);
                format!("{expected} is required, got {got}")
            }
            ErrorKind::Unknown => "a known value is required, got an unknown value".to_owned(),
            ErrorKind::Missing => "the attribute is missing".to_owned(),
            ErrorKind::Surplus(name) => {
                format!("unsupported attribute {}", shortened(format!("{name:?}")))
            }
            ErrorKind::Repeated(name) => {
                format!("duplicate key {}", shortened(format!("{name:?}")))
            }
            ErrorKind::Eof => "the input ends within the value".to_owned(),
            ErrorKind::Syntax(text) | ErrorKind::Limit(text) | ErrorKind::Data(text) => {
                text.to_string()
            }
            ErrorKind::Names(text) | ErrorKind::Custom(text) => text.clone(),
            ErrorKind::Io(error) => error.to_string(),
            ErrorKind::Several(errors) => errors
                .iter()
                .map(Error::to_string)
                .collect::<Vec<_>>()
                .join("; "),
        }
    }

    /// Returns the position in the input, if the position is known.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        self.0.position
    }

    /// Returns the category of the error. If there are several [faults](Error::faults), this is the category of the
    /// first fault.
    #[must_use]
    pub fn category(&self) -> Category {
        match &self.0.kind {
            ErrorKind::Mismatch { .. }
            | ErrorKind::Unknown
            | ErrorKind::Missing
            | ErrorKind::Surplus(_)
            | ErrorKind::Repeated(_)
            | ErrorKind::Data(_)
            | ErrorKind::Names(_)
            | ErrorKind::Custom(_) => Category::Data,
            ErrorKind::Eof => Category::Eof,
            ErrorKind::Syntax(_) => Category::Syntax,
            ErrorKind::Limit(_) => Category::Limit,
            ErrorKind::Io(_) => Category::Io,
            ErrorKind::Several(errors) => errors.first().map_or(Category::Data, Error::category),
        }
    }

    /// Iterates over the individual faults.
    ///
    /// There are several faults if a function collects all faults, as
    /// [`Schema::validate`](crate::schema::Schema::validate) does, and as the serializer does with
    /// [`Purpose::State`](crate::msgpack::Purpose::State). Otherwise, the only fault is the error itself.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::Type;
    /// use tfvalue::schema::{Attribute, Block, Schema};
    ///
    /// let attributes = ["a", "b"].map(|name| Attribute::new(name, Type::Bool));
    /// let error = Schema::new(Block::new().attributes(attributes)).validate().unwrap_err();
    /// let paths: Vec<_> = error.faults().map(|fault| fault.path().to_string()).collect();
    /// assert_eq!(paths, ["a", "b"]);
    /// ```
    pub fn faults(&self) -> impl Iterator<Item = &Error> {
        match &self.0.kind {
            ErrorKind::Several(errors) => errors.as_slice(),
            _ => std::slice::from_ref(self),
        }
        .iter()
    }
}

/// Shortens a value, because a number may have a million digits.
pub(crate) fn shortened(mut text: String) -> String {
    const LONGEST: usize = 80;
    if text.len() > LONGEST {
        let quote = if text.starts_with('"') { "\"" } else { "" };
        let kept = (0..=LONGEST / 2)
            .rev()
            .find(|at| text.is_char_boundary(*at));
        text.truncate(kept.unwrap_or(0));
        text.push('…');
        text.push_str(quote);
    }
    text
}

/// Returns a number of elements followed by the noun, such as `2 elements`.
pub(crate) fn elements<N: Copy + fmt::Display + PartialEq + From<u8>>(count: N) -> String {
    if count == N::from(1) {
        "1 element".to_owned()
    } else {
        format!("{count} elements")
    }
}
