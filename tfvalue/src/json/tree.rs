//! JSON as a tree that borrows from its text.

// Public only for the crates in this repository.
#![allow(clippy::missing_errors_doc, clippy::must_use_candidate)]

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::Value as Json;
use serde_json::value::RawValue;

use crate::error::{self, Error, Result};
use crate::limits::MAX_DEPTH;

/// A JSON value or an unknown value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tree<'a> {
    /// Null.
    Null,
    /// An unknown value, which JSON cannot represent.
    Unknown,
    /// A bool.
    Bool(bool),
    /// The digits as written.
    Number(Cow<'a, str>),
    /// A string.
    String(Cow<'a, str>),
    /// An array.
    List(Vec<Tree<'a>>),
    /// An object.
    Object(Entries<'a>),
}

/// The members of a JSON object.
pub type Entries<'a> = BTreeMap<Cow<'a, str>, Tree<'a>>;

impl<'a> Tree<'a> {
    /// Parses text.
    ///
    /// # Errors
    ///
    /// Fails if the text is not JSON, or if it is nested too deeply.
    pub fn of_text(text: &'a str) -> Result<Self> {
        check_depth(text)?;
        let text: &RawValue = serde_json::from_str(text).map_err(error::json::convert)?;
        Tree::parse(text.get())
    }

    /// Parses JSON text that is known to be valid and not nested too deeply.
    ///
    /// # Errors
    ///
    /// Fails if a string is not valid Unicode.
    pub fn parse(text: &'a str) -> Result<Self> {
        ValidJson(text).value()
    }

    /// Creates a tree that borrows from a serde_json value.
    ///
    /// # Errors
    ///
    /// Fails if the value is nested too deeply.
    pub fn of(json: &'a Json) -> Result<Self> {
        Tree::at_depth(json, 0)
    }

    fn at_depth(json: &'a Json, depth: u8) -> Result<Self> {
        if depth == MAX_DEPTH && matches!(json, Json::Array(_) | Json::Object(_)) {
            return Err(Error::too_deep());
        }
        Ok(match json {
            Json::Null => Tree::Null,
            Json::Bool(value) => Tree::Bool(*value),
            Json::Number(number) => Tree::Number(number.to_string().into()),
            Json::String(text) => Tree::String(text.as_str().into()),
            Json::Array(elements) => {
                let elements = elements.iter().map(|one| Tree::at_depth(one, depth + 1));
                Tree::List(elements.collect::<Result<_>>()?)
            }
            Json::Object(members) => {
                let members = members
                    .iter()
                    .map(|(name, one)| Ok((name.as_str().into(), Tree::at_depth(one, depth + 1)?)));
                Tree::Object(members.collect::<Result<_>>()?)
            }
        })
    }

    /// Returns a lower bound on the size of the text without whitespace.
    pub fn size(&self) -> usize {
        match self {
            Tree::Null | Tree::Unknown | Tree::Bool(_) => 4,
            Tree::Number(text) => text.len(),
            Tree::String(text) => 2 + text.len(),
            Tree::List(elements) => 1 + elements.iter().map(|one| 1 + one.size()).sum::<usize>(),
            Tree::Object(members) => {
                let sizes = members
                    .iter()
                    .map(|(name, one)| name.len() + 4 + one.size());
                1 + sizes.sum::<usize>()
            }
        }
    }

    /// Returns the members of an object.
    pub fn members(&self) -> Option<&Entries<'a>> {
        match self {
            Tree::Object(members) => Some(members),
            _ => None,
        }
    }

    /// Returns the members of an object, or no members for any other value.
    pub fn into_members(self) -> Entries<'a> {
        match self {
            Tree::Object(members) => members,
            _ => Entries::new(),
        }
    }

    /// Converts the tree to a serde_json value. An unknown value becomes null.
    pub fn into_json(self) -> Json {
        match self {
            Tree::Null | Tree::Unknown => Json::Null,
            Tree::Bool(value) => value.into(),
            Tree::Number(text) => text.parse().map_or(Json::Null, Json::Number),
            Tree::String(text) => text.into(),
            Tree::List(elements) => elements.into_iter().map(Tree::into_json).collect(),
            Tree::Object(members) => {
                let members = members.into_iter();
                let members = members.map(|(name, one)| (name.into_owned(), one.into_json()));
                Json::Object(members.collect())
            }
        }
    }

    /// Returns the name of the value's kind.
    pub fn kind(&self) -> &'static str {
        match self {
            Tree::Null => "null",
            Tree::Unknown => "an unknown value",
            Tree::Bool(_) => "a bool",
            Tree::Number(_) => "a number",
            Tree::String(_) => "a string",
            Tree::List(_) => "a list",
            Tree::Object(_) => "an object",
        }
    }
}

/// Checks that the nesting of the text is not too deep for a value.
///
/// # Errors
///
/// Fails if the nesting is too deep.
pub fn check_depth(text: &str) -> Result<()> {
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > usize::from(MAX_DEPTH) {
            return Err(Error::too_deep());
        }
    }
    Ok(())
}

/// The rest of a document that is valid JSON.
struct ValidJson<'a>(&'a str);

impl<'a> ValidJson<'a> {
    fn value(&mut self) -> Result<Tree<'a>> {
        self.skip_space();
        Ok(match self.0.as_bytes().first() {
            Some(b'{') => {
                let mut members = BTreeMap::new();
                while self.has_next(b'}') {
                    let name = self.string()?;
                    self.skip_space();
                    self.skip(1);
                    members.insert(name, self.value()?);
                }
                Tree::Object(members)
            }
            Some(b'[') => {
                let mut elements = Vec::new();
                while self.has_next(b']') {
                    elements.push(self.value()?);
                }
                Tree::List(elements)
            }
            Some(b'"') => Tree::String(self.string()?),
            _ => match self.word() {
                "null" => Tree::Null,
                "true" => Tree::Bool(true),
                "false" => Tree::Bool(false),
                number => Tree::Number(number.into()),
            },
        })
    }

    /// Skips the opening bracket or the comma, and returns `true` if another element follows. If no element follows,
    /// skips the closing bracket.
    fn has_next(&mut self, close: u8) -> bool {
        self.skip_space();
        if self.0.as_bytes().first() != Some(&close) {
            self.skip(1);
            self.skip_space();
        }
        let more = self.0.as_bytes().first() != Some(&close);
        if !more {
            self.skip(1);
        }
        more
    }

    fn string(&mut self) -> Result<Cow<'a, str>> {
        self.skip_space();
        let mut escapes = false;
        let mut bytes = self.0.bytes().enumerate().skip(1);
        let mut end = self.0.len();
        while let Some((at, byte)) = bytes.next() {
            match byte {
                b'"' => {
                    end = at + 1;
                    break;
                }
                b'\\' => {
                    escapes = true;
                    bytes.next();
                }
                _ => {}
            }
        }
        let quoted = self.skip(end);
        if !escapes {
            return Ok(Cow::Borrowed(quoted.trim_matches('"')));
        }
        match serde_json::from_str(quoted) {
            Ok(text) => Ok(Cow::Owned(text)),
            // The only fault that valid JSON can have is an unpaired surrogate.
            Err(_) => Err(Error::syntax("the string is not valid Unicode")),
        }
    }

    fn word(&mut self) -> &'a str {
        let end = self.0.find([',', ']', '}', ' ', '\n', '\r', '\t']);
        self.skip(end.unwrap_or(self.0.len()))
    }

    fn skip_space(&mut self) {
        self.0 = self.0.trim_start_matches([' ', '\n', '\r', '\t']);
    }

    fn skip(&mut self, bytes: usize) -> &'a str {
        let (skipped, rest) = self.0.split_at(bytes.min(self.0.len()));
        self.0 = rest;
        skipped
    }
}
