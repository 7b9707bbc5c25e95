//! What one command of Terraform did and said.

use serde_json::Value;
use std::process::Output;

/// A finished command.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// One error or warning, as Terraform prints it with `-json`.
#[derive(Debug)]
pub(crate) struct Diagnostic {
    pub(crate) severity: String,
    pub(crate) summary: String,
    pub(crate) detail: String,
    /// The resource concerned; empty where there is none.
    pub(crate) address: String,
    /// The source text that Terraform points at; empty where there is none.
    pub(crate) code: String,
}

impl Run {
    /// Everything that was printed, for messages of failed assertions.
    pub(crate) fn text(&self) -> String {
        format!("{}{}", self.stdout, self.stderr)
    }

    /// Asserts the exit code.
    #[track_caller]
    pub(crate) fn exits(self, code: i32) -> Self {
        assert_eq!(self.code, code, "exit code of:\n{}", self.text());
        self
    }

    /// The one JSON document on stdout.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|error| panic!("{error} in:\n{}", self.text()))
    }

    /// The diagnostics among the JSON on stdout, be it one document or one to a line.
    pub(crate) fn diagnostics(&self) -> Vec<Diagnostic> {
        let documents = serde_json::Deserializer::from_str(&self.stdout).into_iter::<Value>();
        documents
            .map_while(Result::ok)
            .flat_map(|document| match document["diagnostics"].as_array() {
                Some(all) => all.clone(),
                None => vec![document["diagnostic"].clone()],
            })
            .filter(Value::is_object)
            .map(|diagnostic| Diagnostic::read(&diagnostic))
            .collect()
    }

    /// The only error, asserting that there is one and no second.
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
