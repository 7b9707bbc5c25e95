//! What went wrong, and where.

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt;

use serde::{de, ser};

use crate::limits::MAX_DEPTH;
use crate::path::{Path, Step};

/// The result of this library's functions.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An error of reading, writing or describing a value.
///
/// It is one pointer wide, so that results stay small where nothing fails. The path is kept as
/// data ([`Error::path`]) and printed first:
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
pub struct Error(Box<Inner>);

struct Inner {
    kind: Kind,
    /// Innermost first: each level adds its step while the error travels up.
    steps: Vec<Step>,
    /// How many of the innermost steps Terraform does not find in a configuration.
    beyond: usize,
    /// How many of the innermost steps lie inside a value that brings its type along, where the
    /// names of attributes are data as well. `None` if the error is not about such a value.
    dynamic: Option<usize>,
    position: Option<Position>,
}

/// Where in the input an error was noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Position {
    /// The offset of a byte of MessagePack, from 0.
    Byte(usize),
    /// The line and column of JSON text, both from 1.
    LineColumn(usize, usize),
}

/// What kind of fault an [`Error`] tells of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Category {
    /// Writing to the caller's writer failed.
    Io,
    /// The input ended too early.
    Eof,
    /// The input is not MessagePack or JSON, or goes on after the value.
    Syntax,
    /// The value is well formed and does not fit what was asked for.
    Data,
    /// The value is beyond one of this library's documented limits.
    Limit,
}

enum Kind {
    /// `expected` is required, got `got`; `value` is what may be secret.
    Mismatch {
        expected: Cow<'static, str>,
        got: Cow<'static, str>,
        value: Option<String>,
    },
    /// An attribute that must be there is not.
    Missing,
    /// An attribute that the type does not have.
    Surplus(Box<str>),
    /// The same attribute or key twice.
    Repeated(Box<str>),
    /// The input ended too early.
    Eof,
    Syntax(Cow<'static, str>),
    Limit(Cow<'static, str>),
    Data(Cow<'static, str>),
    /// Somebody else's words, which may show the value.
    Custom(String),
    Io(std::io::Error),
    /// More than one fault.
    Several(Vec<Error>),
}

impl Error {
    #[cold]
    #[inline(never)]
    fn new(kind: Kind) -> Self {
        Error(Box::new(Inner {
            kind,
            steps: Vec::new(),
            beyond: 0,
            dynamic: None,
            position: None,
        }))
    }

    #[cold]
    pub(crate) fn mismatch(
        expected: impl Into<Cow<'static, str>>,
        got: impl Into<Cow<'static, str>>,
    ) -> Self {
        Error::new(Kind::Mismatch {
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

    /// Reports an unknown value where a known one is required.
    #[cold]
    #[inline(never)]
    pub(crate) fn unknown() -> Self {
        Error::mismatch("a known value", "an unknown value")
    }

    /// Like [`Error::mismatch`], with the value itself, or what its type says of it. It is left out
    /// if the value is sensitive, and shortened if it is long.
    #[cold]
    pub(crate) fn mismatch_value(
        expected: impl Into<Cow<'static, str>>,
        got: impl Into<Cow<'static, str>>,
        value: impl fmt::Display,
    ) -> Self {
        Error::new(Kind::Mismatch {
            expected: expected.into(),
            got: got.into(),
            value: Some(shortened(value.to_string())),
        })
    }

    #[cold]
    pub(crate) fn missing(name: impl Into<Cow<'static, str>>) -> Self {
        Error::new(Kind::Missing).at_step(Step::Attribute(name.into()))
    }

    #[cold]
    pub(crate) fn surplus(name: &str) -> Self {
        Error::new(Kind::Surplus(name.into()))
    }

    #[cold]
    pub(crate) fn repeated(name: &str) -> Self {
        Error::new(Kind::Repeated(name.into()))
    }

    #[cold]
    pub(crate) fn eof() -> Self {
        Error::new(Kind::Eof)
    }

    #[cold]
    pub(crate) fn syntax(message: impl Into<Cow<'static, str>>) -> Self {
        Error::new(Kind::Syntax(message.into()))
    }

    #[cold]
    pub(crate) fn limit(message: impl Into<Cow<'static, str>>) -> Self {
        Error::new(Kind::Limit(message.into()))
    }

    /// Says that lists, maps and objects are nested too deeply.
    #[cold]
    #[inline(never)]
    pub(crate) fn too_deep() -> Self {
        Error::limit(format!(
            "the value is nested more than {MAX_DEPTH} levels deep"
        ))
    }

    #[cold]
    pub(crate) fn data(message: impl Into<Cow<'static, str>>) -> Self {
        Error::new(Kind::Data(message.into()))
    }

    #[cold]
    pub(crate) fn enum_with_data() -> Self {
        Error::data("Terraform has no type for an enum whose variants hold data")
    }

    #[cold]
    pub(crate) fn no_bytes() -> Self {
        Error::data("Terraform has no type for bytes; use text, such as base64")
    }

    #[cold]
    pub(crate) fn io(error: std::io::Error) -> Self {
        Error::new(Kind::Io(error))
    }

    /// Joins several faults into one error; one alone stays itself, and none is `Ok`.
    pub(crate) fn join(all: Vec<Error>) -> Result<()> {
        let mut errors = Vec::with_capacity(all.len());
        for error in all {
            match error.0.kind {
                Kind::Several(_) => errors.extend(error.into_faults()),
                _ => errors.push(error),
            }
        }
        match errors.len() {
            0 => Ok(()),
            1 => Err(errors.remove(0)),
            _ => Err(Error::new(Kind::Several(errors))),
        }
    }

    /// Joins at least one fault into one error.
    pub(crate) fn several(faults: Vec<Error>) -> Self {
        match Error::join(faults) {
            Err(error) => error,
            Ok(()) => Error::data("there is a fault"),
        }
    }

    /// Takes the faults apart.
    pub(crate) fn into_faults(mut self) -> Vec<Error> {
        match &mut self.0.kind {
            Kind::Several(errors) => std::mem::take(errors),
            _ => vec![self],
        }
    }

    /// Creates an error with a message of your own. [`Error::at`] adds the place.
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
        Error::new(Kind::Custom(message.to_string()))
    }

    /// Puts the error at a place: prepends a path to the error's own, and to that of each
    /// [fault](Error::faults).
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

    /// Prepends one step to the path while the error travels up.
    #[cold]
    #[inline(never)]
    pub(crate) fn at_step(mut self, step: Step) -> Self {
        if let Kind::Several(_) = self.0.kind {
            return self.each(|error| error.at_step(step.clone()));
        }
        self.0.steps.push(step);
        self
    }

    /// Adds the step to an element.
    #[cold]
    #[inline(never)]
    pub(crate) fn in_element(self, index: usize) -> Self {
        self.at_step(Step::Index(index as u64))
    }

    /// Adds the step to a member of a derived struct.
    #[cold]
    #[inline(never)]
    pub(crate) fn in_member(self, name: &'static str) -> Self {
        self.at_step(Step::Attribute(name.into()))
    }

    /// Adds where in the input the error was noticed, unless that is known already.
    #[cold]
    pub(crate) fn or_position(mut self, position: Position) -> Self {
        self.0.position.get_or_insert(position);
        self
    }

    /// Puts the position of a byte of MessagePack in the place of any that is there: that of
    /// text within a value says nothing of the whole.
    #[cold]
    pub(crate) fn relocate(mut self, at: usize) -> Self {
        self.0.position = Some(Position::Byte(at));
        self
    }

    /// Changes the error, or each fault if there are several.
    fn each(mut self, change: impl Fn(Self) -> Self) -> Self {
        match &mut self.0.kind {
            Kind::Several(errors) => {
                let changed = std::mem::take(errors).into_iter().map(change);
                *errors = changed.collect();
                self
            }
            _ => change(self),
        }
    }

    /// Removes everything that the error shows of the value, which is sensitive: the value, keys
    /// of maps, and all of a value whose type is a part of it.
    #[cold]
    #[inline(never)]
    pub(crate) fn redact(self) -> Self {
        self.each(|mut error| {
            let inner = &mut *error.0;
            let hides_all = inner.dynamic.is_some();
            match &mut inner.kind {
                Kind::Mismatch { value, .. } if !hides_all => *value = None,
                Kind::Syntax(text) | Kind::Limit(text) | Kind::Data(text) => {
                    if hides_all || matches!(text, Cow::Owned(_)) {
                        *text = HIDDEN.into();
                    }
                }
                Kind::Missing if !hides_all => {}
                Kind::Eof | Kind::Io(_) | Kind::Several(_) => {}
                kind => *kind = Kind::Data(HIDDEN.into()),
            }
            let is_key = |step: &Step| matches!(step, Step::Key(_));
            let keys = inner.steps.iter().rposition(is_key).map_or(0, |at| at + 1);
            let cut = keys.max(inner.dynamic.unwrap_or(0));
            inner.steps.drain(..cut);
            inner.beyond = inner.beyond.saturating_sub(cut);
            inner.dynamic = inner.dynamic.map(|_| 0);
            error
        })
    }

    /// Redacts what the error says of the value at the first `outer` steps, which is sensitive.
    #[cfg(any(feature = "tfplugin5", feature = "tfplugin6"))]
    #[cold]
    pub(crate) fn redact_below(mut self, outer: usize, is_dynamic: bool) -> Self {
        let inner = self.0.steps.len().saturating_sub(outer);
        let around = self.0.steps.split_off(inner);
        let redacted = match is_dynamic {
            true => self.in_dynamic().redact(),
            false => self.redact(),
        };
        around.into_iter().fold(redacted, Error::at_step)
    }

    /// Removes the value from the message: a part of it, nobody knows which, is sensitive.
    #[cold]
    #[inline(never)]
    pub(crate) fn without_value(self) -> Self {
        self.each(|mut error| {
            match &mut error.0.kind {
                Kind::Mismatch { value, .. } => *value = None,
                kind @ Kind::Custom(_) => *kind = Kind::Data(HIDDEN.into()),
                _ => {}
            }
            error
        })
    }

    /// Notes that the value brings its type along: the names within are data.
    #[cold]
    #[inline(never)]
    pub(crate) fn in_dynamic(self) -> Self {
        self.each(|mut error| {
            error.0.dynamic = Some(error.0.steps.len());
            error
        })
    }

    /// Notes that the value is a set: Terraform has no path to its elements.
    #[cold]
    #[inline(never)]
    pub(crate) fn in_set(self) -> Self {
        self.each(|mut error| {
            error.0.beyond = error.0.steps.len();
            error
        })
    }

    /// Converts an error of ours into the error of any format. Our own formats get it back unchanged,
    /// with its path and category.
    #[cold]
    pub(crate) fn through_serde<E: de::Error>(self) -> E {
        let text = self.to_string();
        self.through_serde_as(text)
    }

    /// Like [`Error::through_serde`], with another text for the formats that are not ours.
    #[cold]
    pub(crate) fn through_serde_as<E: de::Error>(self, text: impl fmt::Display) -> E {
        CARRIED.set(Some(self));
        let error = E::custom(text);
        CARRIED.take();
        error
    }

    /// Sets, for each fault, how many of the outermost steps of its path Terraform finds in a
    /// configuration.
    pub(crate) fn with_config_length(self, length: impl Fn(&Path) -> usize) -> Self {
        self.each(|mut error| {
            let path = error.path();
            error.0.beyond = path.steps().len() - length(&path);
            error
        })
    }

    /// Returns the part of the path that Terraform finds in a configuration.
    #[cfg(any(feature = "tfplugin5", feature = "tfplugin6"))]
    pub(crate) fn config_path(&self) -> Path {
        match &self.0.kind {
            Kind::Several(errors) => errors.first().map(Error::config_path).unwrap_or_default(),
            _ => {
                let steps = self.0.steps[self.0.beyond..].iter();
                steps.rev().cloned().collect()
            }
        }
    }

    /// Returns the path of the value that the error is about, from the outermost step on.
    ///
    /// Where several faults were found, this is the path of the first.
    #[must_use]
    pub fn path(&self) -> Path {
        match &self.0.kind {
            Kind::Several(errors) => errors.first().map(Error::path).unwrap_or_default(),
            _ => self.0.steps.iter().rev().cloned().collect(),
        }
    }

    /// Returns the text without the path and position.
    #[must_use]
    pub fn message(&self) -> String {
        match &self.0.kind {
            Kind::Mismatch {
                expected,
                got,
                value,
            } => {
                let got = value.as_deref().unwrap_or(got);
                format!("{expected} is required, got {got}")
            }
            Kind::Missing => "the attribute is missing".to_owned(),
            Kind::Surplus(name) => {
                format!("unsupported attribute {}", shortened(format!("{name:?}")))
            }
            Kind::Repeated(name) => {
                format!("{} is there more than once", shortened(format!("{name:?}")))
            }
            Kind::Eof => "the input ends within the value".to_owned(),
            Kind::Syntax(text) | Kind::Limit(text) | Kind::Data(text) => text.to_string(),
            Kind::Custom(text) => text.clone(),
            Kind::Io(error) => error.to_string(),
            Kind::Several(errors) => errors
                .iter()
                .map(Error::to_string)
                .collect::<Vec<_>>()
                .join("; "),
        }
    }

    /// Returns where in the input the error was noticed, where that is known.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        self.0.position
    }

    /// Tells what kind of fault it is; for several faults, of the first.
    #[must_use]
    pub fn category(&self) -> Category {
        match &self.0.kind {
            Kind::Mismatch { .. }
            | Kind::Missing
            | Kind::Surplus(_)
            | Kind::Repeated(_)
            | Kind::Data(_)
            | Kind::Custom(_) => Category::Data,
            Kind::Eof => Category::Eof,
            Kind::Syntax(_) => Category::Syntax,
            Kind::Limit(_) => Category::Limit,
            Kind::Io(_) => Category::Io,
            Kind::Several(errors) => errors.first().map_or(Category::Data, Error::category),
        }
    }

    /// Returns the single faults: more than one where all were looked for, as in
    /// [`encode_state`](crate::msgpack::Purpose::State).
    pub fn faults(&self) -> impl Iterator<Item = &Error> {
        match &self.0.kind {
            Kind::Several(errors) => errors.as_slice(),
            _ => std::slice::from_ref(self),
        }
        .iter()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Kind::Several(_) = self.0.kind {
            return f.write_str(&self.message());
        }
        if !self.0.steps.is_empty() {
            write!(f, "{}: ", self.path())?;
        }
        f.write_str(&self.message())?;
        match (self.category(), self.0.position) {
            (Category::Syntax | Category::Eof, Some(Position::Byte(at))) => {
                write!(f, " at byte {at}")
            }
            (_, Some(Position::LineColumn(line, column))) => {
                write!(f, " at line {line} column {column}")
            }
            _ => Ok(()),
        }
    }
}

impl fmt::Debug for Error {
    /// Writes the sentence that [`Display`](fmt::Display) writes: `unwrap()` prints this, and a
    /// `main` that returns the error.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.0.kind {
            Kind::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl de::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Self {
        CARRIED.take().unwrap_or_else(|| Error::msg(message))
    }

    fn invalid_type(got: de::Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        match got {
            // In the words of whoever reports it.
            de::Unexpected::Other(words) => {
                Error::mismatch_value(expected.to_string(), kind_word(&got), words)
            }
            _ => Error::mismatch(expected.to_string(), kind_word(&got)),
        }
    }

    fn invalid_value(got: de::Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        let kind = kind_word(&got);
        match shown(&got) {
            Some(value) => Error::mismatch_value(expected.to_string(), kind, value),
            None => Error::mismatch(expected.to_string(), kind),
        }
    }

    fn invalid_length(len: usize, expected: &dyn de::Expected) -> Self {
        Error::mismatch(expected.to_string(), elements(len))
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        Error::mismatch_value(
            one_of(expected),
            "another string",
            format_args!("{variant:?}"),
        )
    }

    fn unknown_field(field: &str, _expected: &'static [&'static str]) -> Self {
        Error::surplus(field)
    }

    fn missing_field(field: &'static str) -> Self {
        Error::missing(field)
    }

    fn duplicate_field(field: &'static str) -> Self {
        Error::repeated(field)
    }
}

impl ser::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Error::msg(message)
    }
}

/// What an error says whose own words may show a sensitive value.
pub(crate) const HIDDEN: &str = "the value, which is sensitive and not shown, is not valid";

/// Names what came in Terraform's words.
fn kind_word(got: &de::Unexpected<'_>) -> Cow<'static, str> {
    use de::Unexpected as U;
    match got {
        U::Bool(_) => "a bool".into(),
        U::Unsigned(_) | U::Signed(_) | U::Float(_) => "a number".into(),
        U::Char(_) | U::Str(_) => "a string".into(),
        U::Bytes(_) => "an unknown value".into(),
        U::Unit | U::Option => "null".into(),
        U::Seq => "a list".into(),
        U::Map => "a map".into(),
        U::Other(_) => "another value".into(),
        other => other.to_string().into(),
    }
}

/// Prints the value that came, where it is a scalar.
fn shown(got: &de::Unexpected<'_>) -> Option<String> {
    use de::Unexpected as U;
    match got {
        U::Bool(v) => Some(v.to_string()),
        U::Unsigned(v) => Some(v.to_string()),
        U::Signed(v) => Some(v.to_string()),
        U::Float(v) => Some(v.to_string()),
        U::Char(v) => Some(format!("{v:?}")),
        U::Str(v) => Some(format!("{v:?}")),
        U::Other(words) => Some(words.to_string()),
        _ => None,
    }
}

/// Shortens what is shown of a value: a number may have a million digits.
fn shortened(mut text: String) -> String {
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

thread_local! {
    /// An error of ours while serde's generic error carries only its text.
    static CARRIED: Cell<Option<Error>> = const { Cell::new(None) };
}

/// Counts elements.
pub(crate) fn elements(count: usize) -> String {
    match count {
        1 => "1 element".to_owned(),
        count => format!("{count} elements"),
    }
}

fn one_of(allowed: &[&str]) -> String {
    match allowed {
        [] => "nothing".to_owned(),
        [one] => format!("{one:?}"),
        many => {
            let quoted: Vec<String> = many.iter().map(|name| format!("{name:?}")).collect();
            format!("one of {}", quoted.join(", "))
        }
    }
}
