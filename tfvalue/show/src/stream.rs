//! Iterates over the changes in a plan.

use std::io::Read;

use tfvalue::{Error, Result, paths::Step};

use super::document;
use super::plan::ResourceChange;
use super::scan::Scanner;
use super::version::FormatVersion;
use crate::error;

/// An iterator over the changes in a plan from a reader. Only one change is in memory at a time.
///
/// All other members of the plan are skipped, but they must be valid JSON. The format version is checked when
/// the iterator reaches it. The iterator ends after an error.
///
/// # Examples
///
/// ```
/// use tfvalue_show::ResourceChanges;
///
/// let plan = br#"{"format_version": "1.2", "planned_values": {}, "resource_changes": [
///     {"address": "x_bucket.a", "mode": "managed", "type": "x_bucket", "name": "a",
///      "change": {"actions": ["no-op"]}},
///     {"address": "x_bucket.b", "mode": "managed", "type": "x_bucket", "name": "b",
///      "change": {"actions": [7]}}
/// ]}"#;
/// let mut changes = ResourceChanges::from_reader(&plan[..]);
/// assert_eq!(changes.next().unwrap()?.name, "a");
/// assert_eq!(
///     changes.next().unwrap().unwrap_err().to_string(),
///     "resource_changes[1].change.actions[0]: a string is required, got a number \
///      at line 5 column 29"
/// );
/// assert!(changes.next().is_none());
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[derive(Debug)]
pub struct ResourceChanges<R> {
    scanner: Scanner<R>,
    state: State,
    /// The root member that contains the changes.
    field: &'static str,
    format_version: Option<FormatVersion>,
    /// The number of changes that have been read so far.
    count: u64,
    /// Whether a member that occurs only in plans has been encountered.
    is_plan: bool,
    /// Whether only a version has been encountered so far.
    is_empty: bool,
    /// The kind of the document, if a member shows that it is not a plan.
    another: Option<&'static str>,
}

/// What the iterator reads next.
#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    /// The opening brace of the plan.
    Begin,
    /// A member of the plan.
    Field,
    /// The comma or brace after a member of the plan.
    AfterField,
    /// The first change, or the end of the list.
    First,
    /// The comma or bracket after a change.
    AfterChange,
    /// Nothing. The plan has ended, or an error was returned.
    End,
}

impl<R: Read> ResourceChanges<R> {
    /// Reads the planned changes, `resource_changes`.
    ///
    /// The reader does not have to be buffered.
    pub fn from_reader(reader: R) -> Self {
        Self::of(reader, "resource_changes")
    }

    /// Reads `resource_drift`, the changes that were made outside Terraform.
    ///
    /// The reader does not have to be buffered.
    pub fn drift_from_reader(reader: R) -> Self {
        Self::of(reader, "resource_drift")
    }

    fn of(reader: R, field: &'static str) -> Self {
        ResourceChanges {
            scanner: Scanner::new(reader),
            state: State::Begin,
            field,
            format_version: None,
            count: 0,
            is_plan: false,
            is_empty: true,
            another: None,
        }
    }

    /// Returns the version of the format, or `None` if the iterator has not reached the version. Terraform writes the
    /// version first.
    #[must_use]
    pub fn format_version(&self) -> Option<FormatVersion> {
        self.format_version
    }

    /// Reads up to the next change and returns the change.
    fn advance(&mut self) -> Result<Option<ResourceChange>> {
        loop {
            self.state = match self.state {
                State::Begin => {
                    self.scanner.open(b'{', "an object")?;
                    match self.scanner.peek()? {
                        Some(b'}') => State::AfterField,
                        _ => State::Field,
                    }
                }
                State::Field => self.field()?,
                State::AfterField => match self.scanner.one_of(b",}", "expected `,` or `}`")? {
                    b',' => State::Field,
                    _ => {
                        self.end()?;
                        State::End
                    }
                },
                State::First => match self.scanner.peek()? {
                    Some(b']') => {
                        self.scanner.skip_byte();
                        State::AfterField
                    }
                    _ => return self.change().map(Some),
                },
                State::AfterChange => match self.scanner.one_of(b",]", "expected `,` or `]`")? {
                    b',' => return self.change().map(Some),
                    _ => State::AfterField,
                },
                State::End => return Ok(None),
            };
        }
    }

    /// Reads a member of the plan, or reads up to the first change.
    fn field(&mut self) -> Result<State> {
        let name = self.scanner.key()?;
        match document::kind(&name) {
            _ if name == self.field => self.is_plan = true,
            Some(document::PLAN | document::REDACTED_PLAN) => self.is_plan = true,
            another => self.another = self.another.or(another),
        }
        self.is_empty &= name == "format_version";
        let at = |error: Error| error.at(Step::Attribute(name.clone().into()));
        if name == self.field {
            if self.scanner.peek()? == Some(b'n') {
                return self.scanner.skip().map(|()| State::AfterField);
            }
            self.scanner.open(b'[', "a list").map_err(at)?;
            return Ok(State::First);
        }
        match &*name {
            "format_version" | "plan_format_version" => {
                self.format_version = Some(self.scanner.typed(at)?);
            }
            _ => self.scanner.skip().map_err(at)?,
        }
        Ok(State::AfterField)
    }

    fn change(&mut self) -> Result<ResourceChange> {
        let (index, field) = (self.count, self.field);
        let change = self.scanner.typed(|error| {
            error
                .at(Step::Index(index))
                .at(Step::Attribute(field.into()))
        })?;
        self.count += 1;
        self.state = State::AfterChange;
        Ok(change)
    }

    /// Checks that the document is a plan, and that nothing follows it.
    fn end(&mut self) -> Result<()> {
        if !self.is_plan {
            document::refuse(document::PLAN, self.another)?;
        }
        if self.format_version.is_none() {
            return Err(self.scanner.locate(error::missing("format_version")));
        }
        match self.scanner.peek()? {
            None if self.is_empty => document::refuse(document::PLAN, Some(document::EMPTY_STATE)),
            None => Ok(()),
            Some(_) => Err(self.scanner.locate(error::syntax("trailing characters"))),
        }
    }
}

impl<R: Read> Iterator for ResourceChanges<R> {
    type Item = Result<ResourceChange>;

    fn next(&mut self) -> Option<Self::Item> {
        let result = self.advance();
        if result.is_err() {
            self.state = State::End;
        }
        result.transpose()
    }
}

impl<R: Read> std::iter::FusedIterator for ResourceChanges<R> {}
