//! The changes of a plan, one after the other.

use std::io::Read;

use serde::de::DeserializeOwned;

use super::document;
use super::error_path;
use super::plan::ResourceChange;
use super::scan::Scanner;
use super::version::FormatVersion;
use crate::error::{Error, Result};
use crate::path::Step;

/// The changes of a plan, read one after the other from a reader: at no time there is more in
/// memory than one of them.
///
/// What stands around them is stepped over, and must be JSON too. The format's version is looked
/// at when it comes by; after an error nothing follows.
///
/// # Examples
///
/// ```
/// use tfvalue::show::ResourceChanges;
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
    /// The field that holds the changes.
    field: &'static str,
    format_version: Option<FormatVersion>,
    /// How many changes were read.
    count: u64,
    /// Whether there was a field that makes it a plan.
    is_plan: bool,
    /// Whether the document held nothing but a version so far.
    is_empty: bool,
    /// The other kind of document that a field belongs to.
    another: Option<&'static str>,
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    /// The plan.
    Begin,
    /// Whatever follows a bracket or comma of the plan.
    Field,
    /// The comma or bracket after a field of the plan.
    AfterField,
    /// The first change, or the end of the list.
    First,
    /// The comma or bracket after a change.
    AfterChange,
    /// Nothing: the plan has ended, or there was an error.
    End,
}

impl<R: Read> ResourceChanges<R> {
    /// Reads the changes that a plan makes, `resource_changes`.
    ///
    /// The reader needs no buffer of its own.
    pub fn from_reader(reader: R) -> Self {
        Self::of(reader, "resource_changes")
    }

    /// Reads the changes that were made outside of Terraform, `resource_drift`.
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

    /// Returns the version of the format, once it has come by: it mostly stands first.
    #[must_use]
    pub fn format_version(&self) -> Option<FormatVersion> {
        self.format_version
    }

    /// Goes on to the next change.
    fn advance(&mut self) -> Result<Option<ResourceChange>> {
        loop {
            self.state = match self.state {
                State::Begin => {
                    self.scanner.one_of(b"{", "an object")?;
                    match self.scanner.peek()? {
                        Some(b'}') => State::AfterField,
                        _ => State::Field,
                    }
                }
                State::Field => self.field()?,
                State::AfterField => match self.scanner.one_of(b",}", "a comma or }")? {
                    b',' => State::Field,
                    _ => {
                        self.end()?;
                        State::End
                    }
                },
                State::First => match self.scanner.peek()? {
                    Some(b']') => {
                        self.scanner.one_of(b"]", "]")?;
                        State::AfterField
                    }
                    _ => return self.change().map(Some),
                },
                State::AfterChange => match self.scanner.one_of(b",]", "a comma or ]")? {
                    b',' => return self.change().map(Some),
                    _ => State::AfterField,
                },
                State::End => return Ok(None),
            };
        }
    }

    /// Reads a field of the plan, or up to the first change.
    fn field(&mut self) -> Result<State> {
        if self.scanner.peek()?.is_some_and(|byte| byte != b'"') {
            return Err(self.scanner.locate(Error::syntax("a string is expected")));
        }
        let name: String = self.typed(|error| error)?;
        self.scanner.one_of(b":", "a colon")?;
        match document::kind(&name) {
            _ if name == self.field => self.is_plan = true,
            Some(document::PLAN | document::REDACTED_PLAN) => self.is_plan = true,
            another => self.another = self.another.or(another),
        }
        self.is_empty &= name == "format_version";
        let at = |error: Error| error.at(Step::Attribute(name.clone().into()));
        if name == self.field {
            return match self.scanner.peek()? {
                Some(b'[') => {
                    self.scanner.one_of(b"[", "[")?;
                    Ok(State::First)
                }
                Some(b'n') => self.scanner.skip().map(|()| State::AfterField),
                _ => {
                    let got = self
                        .scanner
                        .locate(Error::mismatch("a list", "another value"));
                    Err(at(got))
                }
            };
        }
        match &*name {
            "format_version" | "plan_format_version" => self.format_version = Some(self.typed(at)?),
            _ => self.scanner.skip().map_err(at)?,
        }
        Ok(State::AfterField)
    }

    fn change(&mut self) -> Result<ResourceChange> {
        let (index, field) = (self.count, self.field);
        let change = self.typed(|error| {
            error
                .at(Step::Index(index))
                .at(Step::Attribute(field.into()))
        })?;
        self.count += 1;
        self.state = State::AfterChange;
        Ok(change)
    }

    /// Makes sure that nothing is missing or follows.
    fn end(&mut self) -> Result<()> {
        if !self.is_plan {
            document::refuse(document::PLAN, self.another)?;
        }
        if self.format_version.is_none() {
            return Err(self.scanner.locate(Error::missing("format_version")));
        }
        match self.scanner.peek()? {
            None if self.is_empty => document::refuse(document::PLAN, Some(document::EMPTY_STATE)),
            None => Ok(()),
            Some(_) => Err(self.scanner.locate(Error::syntax("trailing characters"))),
        }
    }

    /// Reads the next value as a Rust value.
    fn typed<T: DeserializeOwned>(&mut self, at: impl Fn(Error) -> Error) -> Result<T> {
        self.scanner.peek()?;
        let position = self.scanner.position();
        let text = self.scanner.take().map_err(&at)?;
        error_path::follow(position, || serde_json::from_slice(&text)).map_err(at)
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
