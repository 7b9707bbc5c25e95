//! The report, which can be written as JSON, JUnit XML and text.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};
use tfvalue_testing::{Existing, Failure, FindingKind};

use super::causes::{self, Cause};
use super::control::{Limit, Stop};
use crate::files::save;

/// The version of the JSON report. The version changes if a member is removed or its meaning changes.
const VERSION: u32 = 1;

/// The findings about a provider. No part of the report contains a sensitive value.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Report {
    /// The version of this format.
    pub(crate) format_version: u32,
    /// The source address of the provider.
    pub(crate) provider: String,
    /// The version of the protocol.
    pub(crate) protocol: u32,
    pub(crate) run: Run,
    /// The number of resource types that were to be examined.
    pub(crate) selected: usize,
    /// The resource types that were examined.
    pub(crate) resources: Vec<Resource>,
    /// The causes of the findings, the most serious first.
    #[serde(default)]
    pub(crate) causes: Vec<Cause>,
    /// The objects that were created and could not be destroyed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) remaining: Vec<Remaining>,
    /// The resource type and the call in progress when the run was interrupted. Present only if the run could not wait
    /// for the call to end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) unfinished: Option<String>,
}

/// An object that may still exist.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Remaining {
    pub(crate) resource: String,
    /// The ID of the object, or other values that identify the object.
    pub(crate) name: String,
    /// Whether the provider has returned the object. Otherwise, the provider has not responded to the call that creates
    /// the object.
    pub(crate) is_certain: bool,
    /// Whether reading an object of this type returns the state even if the object does not exist, so that the object
    /// probably exists only in the state.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_state_only: bool,
}

impl Remaining {
    pub(crate) fn of(existing: &Existing) -> Self {
        Remaining {
            resource: existing.type_name.clone(),
            name: existing.name.clone(),
            is_certain: existing.is_certain,
            is_state_only: existing.is_state_only,
        }
    }
}

/// A reason why the provider has rejected configurations.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Refusal {
    /// The first error.
    pub(crate) error: String,
    /// The number of configurations with this error; numbers and quoted words in the message may differ.
    pub(crate) count: u64,
}

/// How the provider was examined.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Run {
    pub(crate) seed: u64,
    pub(crate) cases: u64,
    /// Whether objects were created.
    pub(crate) applies: bool,
    /// Whether findings that Terraform only logs are reported.
    pub(crate) logged: bool,
    /// The advice that is not to be reported, as in the arguments.
    #[serde(default)]
    pub(crate) allow: Vec<String>,
    /// The part of the resource types, such as `3/16`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) shard: Option<String>,
}

/// One resource type.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Resource {
    pub(crate) name: String,
    pub(crate) cases: u64,
    /// The number of configurations that were planned or applied.
    pub(crate) accepted: u64,
    /// The number of configurations that the provider rejected.
    pub(crate) rejected: u64,
    /// The number of calls.
    pub(crate) calls: u64,
    pub(crate) seconds: f64,
    pub(crate) findings: Vec<Finding>,
    /// The number of findings that are not reported because their advice is allowed.
    #[serde(default)]
    pub(crate) allowed: u64,
    /// The reasons why the provider has rejected configurations, the most frequent reason first.
    #[serde(default)]
    pub(crate) refusals: Vec<Refusal>,
    /// Calls that took too long or used too much memory.
    #[serde(default)]
    pub(crate) limits: Vec<Limit>,
    /// The reason why the examination ended early.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) stopped: Option<Stop>,
}

/// A finding with its smallest case.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Finding {
    /// The rule or lint, such as `rule ValueChanged`, or `crash`.
    pub(crate) rule: String,
    /// The attribute. Empty if the finding concerns the whole object.
    pub(crate) attribute: String,
    /// The method whose response is wrong.
    pub(crate) method: String,
    pub(crate) problem: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) expected: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) actual: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) help: Option<String>,
    /// The message that Terraform prints.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) terraform: Option<String>,
    /// Whether Terraform only logs it.
    pub(crate) is_logged: bool,
    /// The configurations of the smallest case, one after another, in Terraform's language.
    pub(crate) configurations: Vec<String>,
    /// The other events of the case, such as the deletion of an object.
    pub(crate) events: Vec<String>,
    /// The number of the first case with this finding.
    pub(crate) case: u64,
    /// Whether no smaller case has this finding.
    pub(crate) is_smallest: bool,
    /// A string that is the same on every run with this finding.
    #[serde(default)]
    pub(crate) fingerprint: String,
    /// Whether the finding is in the baseline.
    #[serde(default)]
    pub(crate) is_known: bool,
}

impl Report {
    pub(crate) fn new(provider: &str, run: Run) -> Self {
        Report {
            format_version: VERSION,
            provider: provider.to_owned(),
            run,
            ..Report::default()
        }
    }

    /// Reads the report of an earlier run.
    pub(crate) fn read(path: &Path) -> Result<Self, String> {
        let problem = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = fs::read(path).map_err(|error| problem(&error))?;
        Report::from_json(&text).map_err(|error| problem(&error))
    }

    pub(crate) fn from_json(json: &[u8]) -> Result<Self, String> {
        let report: Report = serde_json::from_slice(json).map_err(|error| error.to_string())?;
        match report.format_version {
            VERSION => Ok(report),
            other => Err(format!("format version {VERSION} is required, got {other}")),
        }
    }

    pub(crate) fn write(&self, path: &Path) -> Result<(), String> {
        let text = serde_json::to_vec_pretty(self).map_err(|error| error.to_string())?;
        save(path, &text)
    }

    pub(crate) fn findings(&self) -> impl Iterator<Item = (&Resource, &Finding)> {
        let resources = self.resources.iter();
        resources.flat_map(|resource| resource.findings.iter().map(move |one| (resource, one)))
    }

    /// Returns the resource types that could not be examined, because the provider rejects all configurations.
    pub(crate) fn rejected(&self) -> impl Iterator<Item = &Resource> {
        self.resources.iter().filter(|one| one.is_rejected())
    }

    /// Returns `true` if there are findings that are not in the baseline.
    pub(crate) fn has_findings(&self) -> bool {
        self.findings().any(|(_, finding)| !finding.is_known)
    }

    /// Sets the fields that are derived from other fields: the order of the resource types, and the causes.
    pub(crate) fn complete(&mut self) {
        self.resources
            .sort_by(|one, other| one.name.cmp(&other.name));
        self.causes = causes::of(self);
    }
}

impl Resource {
    /// Returns `true` if the provider rejects all configurations.
    pub(crate) fn is_rejected(&self) -> bool {
        self.accepted == 0 && self.findings.is_empty()
    }

    /// Returns `true` if enough configurations were accepted to judge the type, which is at least one in ten.
    pub(crate) fn is_examined(&self) -> bool {
        self.accepted > 0 && self.accepted * 10 >= self.accepted + self.rejected
    }
}

impl Finding {
    /// Returns the first finding of a case that fails. The other findings follow from it.
    pub(crate) fn of(failure: &Failure, provider: &str, type_name: &str) -> Self {
        let Some(first) = failure.findings.first() else {
            return Finding::default();
        };
        let address = address(provider, type_name);
        let finding = Finding {
            rule: match first.kind {
                FindingKind::Rule(rule) => format!("rule {rule:?}"),
                FindingKind::Lint(lint) => format!("advice {lint:?}"),
                kind => kind.to_string(),
            },
            attribute: first.path.to_string(),
            method: first.method.to_owned(),
            problem: first.problem.clone(),
            expected: first.expected.as_ref().map(ToString::to_string),
            actual: first.actual.as_ref().map(ToString::to_string),
            help: first.help(),
            terraform: first.printed(provider, &address),
            is_logged: first.is_logged,
            configurations: failure.hcl.clone(),
            events: failure.events.clone(),
            case: failure.case,
            is_smallest: failure.is_smallest,
            ..Finding::default()
        };
        Finding {
            fingerprint: causes::fingerprint(type_name, &finding),
            ..finding
        }
    }
}

/// Returns the name of a part in Terraform's messages.
fn address(provider: &str, type_name: &str) -> String {
    match type_name.strip_prefix("function.") {
        Some(name) => {
            let provider = provider.rsplit('/').next().unwrap_or_default();
            format!("provider::{provider}::{name}")
        }
        None => format!("{type_name}.example"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_the_names_of_terraform() {
        let provider = "registry.terraform.io/hashicorp/time";
        for (part, expected) in [
            ("time_sleep", "time_sleep.example"),
            ("function.rfc3339_parse", "provider::time::rfc3339_parse"),
        ] {
            assert_eq!(address(provider, part), expected);
        }
    }
}
