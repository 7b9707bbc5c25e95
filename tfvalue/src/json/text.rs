//! Reads JSON text that is not in Terraform's format into any serde type.

use serde::de::DeserializeOwned;

use crate::error::json as foreign;
use crate::error::{Category, Error, Result};
use crate::path::Step;

/// Reads a document. An error contains the path inside the document.
pub(crate) fn read<T: DeserializeOwned>(text: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|foreign| error(text, foreign))
}

#[cold]
fn error(text: &str, foreign: serde_json::Error) -> Error {
    if foreign.is_syntax() || foreign.is_eof() {
        return Error::data(format!("invalid JSON: {foreign}"));
    }
    let steps = steps(text, &foreign);
    let error = foreign::without_position(foreign);
    let error = match error.category() {
        // The message comes from the `Deserialize` implementation of the type.
        Category::Syntax => Error::msg(error.message()),
        _ => error,
    };
    // Terraform has no path to any part of a string.
    steps
        .into_iter()
        .rev()
        .fold(error, Error::at_step)
        .in_text()
}

/// Returns the path to the value at which serde_json stopped.
///
/// Errors from serde_json contain no path, only a position. The position is after the value that does not match, or
/// after the container in which a part is missing. The document is read again up to this position, so reading without
/// an error has no extra cost.
fn steps(text: &str, foreign: &serde_json::Error) -> Vec<Step> {
    let lines = text.split_inclusive('\n');
    let before: usize = lines
        .take(foreign.line().saturating_sub(1))
        .map(str::len)
        .sum();
    let end = text.len().min(before + foreign.column());
    let mut scan = Scan {
        rest: &text.as_bytes()[..end],
        containers: Vec::new(),
    };
    while scan.token().is_some() {}
    let containers = scan.containers.into_iter();
    let step = |container| match container {
        Container::Object(key) => key.map(Step::Key),
        Container::Array(index) => Some(Step::Index(index)),
    };
    containers.filter_map(step).collect()
}

/// A container that encloses the current position, and the place in this container.
enum Container {
    /// The key of the current member, after the colon has been read.
    Object(Option<Box<str>>),
    Array(u64),
}

/// Reads the tokens of a document that serde_json has already read.
struct Scan<'a> {
    rest: &'a [u8],
    containers: Vec<Container>,
}

impl Scan<'_> {
    /// Reads a token, or one byte of a number or word.
    fn token(&mut self) -> Option<()> {
        let (first, rest) = self.rest.split_first()?;
        match first {
            b'{' => self.containers.push(Container::Object(None)),
            b'[' => self.containers.push(Container::Array(0)),
            b'}' | b']' => drop(self.containers.pop()),
            b',' => match self.containers.last_mut() {
                Some(Container::Object(key)) => *key = None,
                Some(Container::Array(index)) => *index += 1,
                None => {}
            },
            b'"' => return self.string(),
            _ => {}
        }
        self.rest = rest;
        Some(())
    }

    /// Reads a string, and the colon after a key.
    fn string(&mut self) -> Option<()> {
        let mut is_escaped = false;
        let end = self.rest.iter().skip(1).position(|byte| {
            let ends = *byte == b'"' && !is_escaped;
            is_escaped = *byte == b'\\' && !is_escaped;
            ends
        })?;
        let (string, rest) = self.rest.split_at(end + 2);
        self.rest = rest.trim_ascii_start();
        if let Some(Container::Object(key @ None)) = self.containers.last_mut() {
            self.rest = self.rest.strip_prefix(b":")?;
            *key = serde_json::from_slice(string).ok();
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code)]
    struct Part {
        a: u8,
        b: Option<Vec<(u8, String)>>,
        #[serde(default)]
        c: BTreeMap<String, Part>,
        #[serde(default)]
        d: Flag,
    }

    #[derive(Deserialize, Debug, Default)]
    #[serde(try_from = "BTreeMap<String, bool>")]
    struct Flag;

    impl TryFrom<BTreeMap<String, bool>> for Flag {
        type Error = &'static str;

        fn try_from(map: BTreeMap<String, bool>) -> Result<Self, &'static str> {
            if map.is_empty() {
                Ok(Flag)
            } else {
                Err("flags are not supported")
            }
        }
    }

    #[test]
    fn errors_have_the_path_inside_the_document() {
        for (text, expected) in [
            (
                r#"{"a": "x"}"#,
                r#"["a"]: a whole number is required, got a string"#,
            ),
            (
                r#"{"a": 300}"#,
                r#"["a"]: a whole number is required, got 300"#,
            ),
            (
                r#"{"a": {"a": 1}}"#,
                r#"["a"]: a whole number is required, got a map"#,
            ),
            (r#"{"b": []}"#, "missing field `a`"),
            (
                r#"{"b": [], "c": {"k": {"b": null}}}"#,
                r#"["c"]["k"]: missing field `a`"#,
            ),
            (r#"{"c": {"k": {}}}"#, r#"["c"]["k"]: missing field `a`"#),
            (
                "{\n  \"a\": 1,\n  \"b\": [[1, \"x\"],\n    [2, true]]}",
                r#"["b"][1][1]: a string is required, got a bool"#,
            ),
            (
                r#"{"a": 1, "b": [[1, "]},:\"["], [-1, ""]]}"#,
                r#"["b"][1][0]: a whole number is required, got -1"#,
            ),
            (
                r#"{"a": 1, "b": [[1]]}"#,
                r#"["b"][0]: invalid length 1, expected a tuple of size 2"#,
            ),
            (
                r#"{"a": 1, "c": {"\u00e9 \"": {"a": 1, "é": 2}}}"#,
                r#"["c"]["é \""]: unknown field `é`, expected one of `a`, `b`, `c`, `d`"#,
            ),
            // For conversion errors, serde_json reports the position after the enclosing object.
            (r#"{"a": 1, "d": {"x": true}}"#, "flags are not supported"),
            (
                "[]",
                "invalid length 0, expected struct Part with 4 elements",
            ),
            (
                "",
                "invalid JSON: EOF while parsing a value at line 1 column 0",
            ),
            (
                "{\n\"a\" 1}",
                "invalid JSON: expected `:` at line 2 column 5",
            ),
            (
                r#"{"a": 1} x"#,
                "invalid JSON: trailing characters at line 1 column 10",
            ),
        ] {
            let error = read::<Part>(text).unwrap_err();
            assert_eq!(error.to_string(), expected, "{text}");
        }
    }
}
