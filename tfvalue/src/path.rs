//! Paths to parts of a value.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use crate::error::{Error, Result};
use crate::limits::FAULT_PATH;

/// A step from a value to one of its parts.
///
/// The three kinds of steps are the kinds in the protocol's `AttributePath.Step`. The protocol has no step for the
/// elements of a set. This crate numbers the elements of a set with [`Step::Index`], in the order in which they are
/// received. Instead of the index, error messages contain the [name](crate::Error::name_elements) of an element.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Step {
    /// An attribute or nested block of an object.
    Attribute(Cow<'static, str>),
    /// The map element with the given key.
    Key(Box<str>),
    /// The list, tuple or set element at the given index, counted from 0.
    Index(u64),
}

/// A path from a value to one of its parts.
///
/// # Examples
///
/// ```
/// use tfvalue::Path;
///
/// let path = Path::from("rule").index(3).attribute("port");
/// assert_eq!(path.to_string(), "rule[3].port");
/// assert_eq!(path, Path::from("rule[3].port"));
/// assert_eq!(Path::from("tags").key("Name").to_string(), r#"tags["Name"]"#);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Path(Vec<Step>);

impl Step {
    /// Creates the step to an attribute whose name comes from the program. Errors about secrets may therefore show the
    /// name.
    pub(crate) const fn of_name(name: &'static str) -> Self {
        Step::Attribute(Cow::Borrowed(name))
    }

    /// Creates the step to an attribute. Each format has one such function instead of a closure in each generic
    /// function.
    pub(crate) fn of_attribute(name: &str) -> Self {
        Step::Attribute(name.to_owned().into())
    }

    /// Returns the size of the step in bytes, including its name.
    pub(crate) fn size(&self) -> usize {
        size_of::<Step>() + self.name().len()
    }

    /// Returns the name or key, or an empty string.
    pub(crate) fn name(&self) -> &str {
        match self {
            Step::Attribute(name) => name,
            Step::Key(key) => key,
            Step::Index(_) => "",
        }
    }

    /// Returns the memory that a fault with this path uses, expressed as a number of faults with short paths.
    /// [`MAX_FAULTS`](crate::limits::MAX_FAULTS) limits the sum.
    pub(crate) fn cost(path: &[Step]) -> usize {
        1 + path.iter().map(Step::size).sum::<usize>() / FAULT_PATH
    }
}

impl Path {
    /// Creates the path to the whole value. This path has no steps.
    #[must_use]
    pub fn root() -> Self {
        Path(Vec::new())
    }

    /// Appends the step to an attribute or nested block.
    #[must_use]
    pub fn attribute(self, name: impl AsRef<str>) -> Self {
        self.step(Step::of_attribute(name.as_ref()))
    }

    /// Appends the step to an element of a map.
    #[must_use]
    pub fn key(self, key: impl Into<String>) -> Self {
        self.step(Step::Key(key.into().into_boxed_str()))
    }

    /// Appends the step to an element of a list, tuple or set.
    #[must_use]
    pub fn index(self, index: u64) -> Self {
        self.step(Step::Index(index))
    }

    /// Appends a step.
    #[must_use]
    pub fn step(mut self, step: Step) -> Self {
        self.0.push(step);
        self
    }

    /// Returns the total size of the names in bytes.
    pub(crate) fn names(&self) -> usize {
        self.0.iter().map(|step| step.name().len()).sum()
    }

    pub(crate) fn push(&mut self, step: Step) {
        self.0.push(step);
    }

    /// Inserts a step at the beginning of the path.
    pub(crate) fn prepend(&mut self, step: Step) {
        self.0.insert(0, step);
    }

    pub(crate) fn pop(&mut self) -> Option<Step> {
        self.0.pop()
    }

    /// Returns the steps, outermost first.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.0
    }

    /// Returns `true` if this is the path to the whole value.
    #[must_use]
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }
}

/// The set elements on a path, with their names. The printed path shows a name instead of the index.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ElementNames(Vec<(usize, Option<Cow<'static, str>>)>);

/// The name of an element without identifying members, as in Terraform's messages.
pub(crate) const ANY_ELEMENT: Cow<'static, str> = Cow::Borrowed("...");

impl ElementNames {
    /// Adds a set element, with or without a name. The step of the element is counted from the end of the path, because
    /// the path can grow at its beginning.
    pub(crate) fn push(&mut self, from_end: usize, name: Option<Cow<'static, str>>) {
        self.0.push((from_end, name));
    }

    /// Returns the number of elements.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds the names of elements that have no name yet.
    pub(crate) fn add(&mut self, others: ElementNames) {
        self.0.retain(|(_, name)| name.is_some());
        for (from_end, name) in others.0 {
            if self.get(from_end).is_none() {
                self.0.push((from_end, name));
            }
        }
    }

    /// Gives each unnamed element the name that is used for elements without identifying members.
    pub(crate) fn fill(&mut self) {
        for (_, name) in &mut self.0 {
            name.get_or_insert(ANY_ELEMENT);
        }
    }

    /// Iterates over the names.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Cow<'static, str>> {
        self.0.iter_mut().filter_map(|(_, name)| name.as_mut())
    }

    fn get(&self, from_end: usize) -> Option<&str> {
        let element = self.0.iter().find(|(at, _)| *at == from_end);
        element.and_then(|(_, name)| name.as_deref())
    }
}

/// Displays a path with the names of set elements.
pub(crate) struct NamedPath<'a>(pub(crate) &'a Path, pub(crate) &'a ElementNames);

impl fmt::Display for NamedPath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NamedPath(Path(steps), names) = self;
        for (i, step) in steps.iter().enumerate() {
            match step {
                Step::Attribute(name) if i == 0 => f.write_str(name)?,
                Step::Attribute(name) => write!(f, ".{name}")?,
                Step::Key(key) => write!(f, "[{key:?}]")?,
                Step::Index(index) => match names.get(steps.len() - 1 - i) {
                    Some(name) => write!(f, "[{name}]")?,
                    None => write!(f, "[{index}]")?,
                },
            }
        }
        Ok(())
    }
}

impl From<&str> for Path {
    /// Reads a path in its printed form: the name of an attribute, or a path such as `rule[3].tags["Name"]`.
    ///
    /// A string that is not such a path, for example because a bracket is missing, is treated as a name.
    /// [`Path::attribute`] treats every string as a name, and [`str::parse`] fails for a string that is not a path.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::Path;
    ///
    /// assert_eq!(Path::from("size"), Path::root().attribute("size"));
    /// assert_eq!(
    ///     Path::from(r#"rule[3].tags["Name"]"#),
    ///     Path::root().attribute("rule").index(3).attribute("tags").key("Name"),
    /// );
    /// assert_eq!(Path::from("rule[3"), Path::root().attribute("rule[3"));
    ///
    /// let name = "port";
    /// assert_eq!(Path::from(format!("rule[3].{name}")), Path::from("rule[3].port"));
    /// ```
    fn from(text: &str) -> Self {
        parse(text).unwrap_or_else(|| Path::root().attribute(text))
    }
}

/// Reads a path in the same way as the conversion from a `&str`.
macro_rules! from_text {
    ($($ty:ty)*) => {$(
        impl From<$ty> for Path {
            /// Reads a path in its printed form, in the same way as the conversion from a `&str`.
            fn from(text: $ty) -> Self {
                let text: &str = text.as_ref();
                Path::from(text)
            }
        }
    )*};
}

from_text!(&&str String &String Cow<'_, str>);

impl FromStr for Path {
    type Err = Error;

    /// Reads a path in its printed form, for example a path that a service returns.
    ///
    /// # Errors
    ///
    /// Fails if the string is not a path, for example because a bracket is missing. The path to the whole value has no
    /// printed form.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::Path;
    ///
    /// let field = String::from("rule[3].port");
    /// let path: Path = field.parse()?;
    /// assert_eq!(path, Path::from("rule").index(3).attribute("port"));
    ///
    /// let error = "rule[3".parse::<Path>().unwrap_err();
    /// assert_eq!(error.to_string(), r#"a path such as "rule[3].port" is required, got "rule[3""#);
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    fn from_str(text: &str) -> Result<Self> {
        let invalid = || {
            Error::msg(format!(
                "a path such as \"rule[3].port\" is required, got {text:?}"
            ))
        };
        parse(text).ok_or_else(invalid)
    }
}

/// Reads a path in the form in which [`Path`] prints it.
fn parse(text: &str) -> Option<Path> {
    let mut path = Path::root();
    let mut rest = text;
    let mut has_name = !text.starts_with('[');
    loop {
        if has_name {
            let end = rest.find(['.', '[', ']', '"']).unwrap_or(rest.len());
            let (name, after) = rest.split_at(end);
            if name.is_empty() {
                return None;
            }
            path = path.attribute(name);
            rest = after;
        }
        while let Some(bracket) = rest.strip_prefix('[') {
            let (step, after) = element(bracket)?;
            path = path.step(step);
            rest = after.strip_prefix(']')?;
        }
        match rest.strip_prefix('.') {
            Some(next) => (rest, has_name) = (next, true),
            None => return rest.is_empty().then_some(path),
        }
    }
}

/// Reads what is in brackets. Also returns the rest of the string.
fn element(text: &str) -> Option<(Step, &str)> {
    if let Some(quoted) = text.strip_prefix('"') {
        let (key, rest) = quoted_key(quoted)?;
        return Some((Step::Key(key.into()), rest));
    }
    let is_no_digit = |letter: char| !letter.is_ascii_digit();
    let end = text.find(is_no_digit).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    Some((Step::Index(digits.parse().ok()?), rest))
}

/// Reads a key in the notation of `Debug`, up to its closing quote.
fn quoted_key(text: &str) -> Option<(String, &str)> {
    let mut key = String::new();
    let mut letters = text.chars();
    loop {
        let letter = match letters.next()? {
            '"' => return Some((key, letters.as_str())),
            '\\' => match letters.next()? {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                '0' => '\0',
                'u' => {
                    let (digits, rest) = letters.as_str().strip_prefix('{')?.split_once('}')?;
                    letters = rest.chars();
                    char::from_u32(u32::from_str_radix(digits, 16).ok()?)?
                }
                quoted => quoted,
            },
            letter => letter,
        };
        key.push(letter);
    }
}

impl From<Step> for Path {
    /// Creates a path with a single step.
    fn from(step: Step) -> Self {
        Path(vec![step])
    }
}

impl From<Vec<Step>> for Path {
    /// Creates a path from its steps, with the outermost step first.
    fn from(steps: Vec<Step>) -> Self {
        Path(steps)
    }
}

impl From<&Path> for Path {
    fn from(path: &Path) -> Self {
        path.clone()
    }
}

impl FromIterator<Step> for Path {
    fn from_iter<I: IntoIterator<Item = Step>>(steps: I) -> Self {
        Path(steps.into_iter().collect())
    }
}

impl fmt::Display for Path {
    /// Prints the path in the syntax of Terraform's language: `rule[3].tags["Name"]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&NamedPath(self, &ElementNames::default()), f)
    }
}
