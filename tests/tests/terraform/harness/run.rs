//! The result of running a Terraform command.

use serde_json::Value;
use std::process::Output;

/// A command that has exited.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// An error or warning in the output with `-json`.
#[derive(Debug)]
pub(crate) struct Diagnostic {
    pub(crate) severity: String,
    pub(crate) summary: String,
    pub(crate) detail: String,
    /// The address of the resource, or an empty string.
    pub(crate) address: String,
    /// The source text that Terraform points at, or an empty string.
    pub(crate) code: String,
}

impl Run {
    /// Returns the whole output, for the messages of failed assertions.
    pub(crate) fn text(&self) -> String {
        format!("{}{}", self.stdout, self.stderr)
    }

    /// Asserts the exit code.
    #[track_caller]
    pub(crate) fn exits(self, code: i32) -> Self {
        assert_eq!(self.code, code, "exit code of:\n{}", self.text());
        self
    }

    /// Returns the JSON document on stdout.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|error| panic!("{error} in:\n{}", self.text()))
    }

    /// Returns the JSON documents on stdout.
    pub(crate) fn documents(&self) -> impl Iterator<Item = Value> {
        let documents = serde_json::Deserializer::from_str(&self.stdout).into_iter::<Value>();
        documents.map_while(Result::ok)
    }

    /// Returns the diagnostics in the JSON on stdout, which consists of a single document or of one document per line.
    pub(crate) fn diagnostics(&self) -> Vec<Diagnostic> {
        self.documents()
            .flat_map(|document| match document["diagnostics"].as_array() {
                Some(all) => all.clone(),
                None => vec![document["diagnostic"].clone()],
            })
            .filter(Value::is_object)
            .map(|diagnostic| Diagnostic::read(&diagnostic))
            .collect()
    }

    /// Asserts that there is exactly one error, and returns the error.
    #[track_caller]
    pub(crate) fn error(&self) -> Diagnostic {
        let mut errors = self.diagnostics();
        errors.retain(|diagnostic| diagnostic.severity == "error");
        assert_eq!(errors.len(), 1, "errors of:\n{}", self.text());
        errors.remove(0)
    }
}

impl Diagnostic {
    fn read(diagnostic: &Value) -> Self {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        Self {
            severity: text(&diagnostic["severity"]),
            summary: text(&diagnostic["summary"]),
            detail: text(&diagnostic["detail"]),
            address: text(&diagnostic["address"]),
            code: text(&diagnostic["snippet"]["code"]),
        }
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}
