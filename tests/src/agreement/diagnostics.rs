//! The errors that Terraform prints, grouped by case.

use std::collections::BTreeMap;

use serde_json::Value as Json;
use tfvalue::rules::{Deferrals, Phase, check_deferral};
use tfvalue::{Error, errors::Category, paths::Step};
use tfvalue_testing::acceptance::Program;

use super::known;
use super::provider::SINK;
use super::record::{Expected, LOGGED};

/// The error from a provider whose apply fails; this error is not compared.
pub(super) const FAILURE: &str = "the apply fails";

/// An error that Terraform prints.
#[derive(Clone, Debug, PartialEq)]
pub struct Printed {
    /// The first line.
    pub summary: String,
    /// The explanation, or an empty string.
    pub detail: String,
}

/// Adds the errors in the output of a command with `-json` to the errors of each case. The key of errors
/// without a case is `None`.
pub(super) fn read(output: &str, all: &mut BTreeMap<Option<u64>, Vec<Printed>>) {
    for line in output.lines() {
        let Ok(message) = serde_json::from_str::<Json>(line) else {
            continue;
        };
        let diagnostic = &message["diagnostic"];
        if diagnostic["severity"] != "error" {
            continue;
        }
        if diagnostic["summary"] == FAILURE {
            continue;
        }
        let text = |name: &str| diagnostic[name].as_str().unwrap_or_default().to_owned();
        // This error contains the mutated state of a data source instead of the planned state.
        if text("detail").contains(&format!("{SINK}.")) {
            continue;
        }
        let imported = |text: &str| {
            let id = text.split("import with ").nth(1)?;
            let id = id.strip_prefix("ID ").unwrap_or(id);
            id.split(',').next()?.parse().ok()
        };
        let case = [text("address"), text("detail"), text("summary")]
            .iter()
            .find_map(|text| case_in(text).or_else(|| imported(text)));
        all.entry(case).or_default().push(Printed {
            summary: text("summary"),
            detail: text("detail"),
        });
    }
}

/// Returns the planned actions for the cases in the output of a command with `-json`, except for cases without changes.
/// Returns `None` if the output contains no plan.
pub(super) fn actions(output: &str) -> Option<BTreeMap<u64, String>> {
    let messages = output
        .lines()
        .filter_map(|line| serde_json::from_str::<Json>(line).ok());
    let mut has_plan = false;
    let mut all = BTreeMap::new();
    for message in messages {
        has_plan |= message["type"] == "change_summary";
        let change = &message["change"];
        let address = change["resource"]["addr"].as_str().unwrap_or_default();
        if let (Some(case), Some(action)) = (case_in(address), change["action"].as_str())
            && message["type"] == "planned_change"
        {
            all.insert(case, action.to_owned());
        }
    }
    has_plan.then_some(all)
}

/// Adds the log messages about responses from providers with the legacy type system.
pub(super) fn read_log(log: &str, all: &mut BTreeMap<Option<u64>, Vec<Printed>>) {
    let mut case = None;
    for line in log.split('\n') {
        if line.contains("but we are tolerating it") {
            case = case_in(line);
        } else if let (Some(_), Some(text)) = (case, line.strip_prefix("      - ")) {
            all.entry(case).or_default().push(Printed {
                summary: LOGGED.to_owned(),
                detail: text.to_owned(),
            });
        } else if line.starts_with("    The following problems may be the cause") {
            // This line continues the first line of the log entry.
        } else if is_entry(line) || line.is_empty() {
            case = None;
        } else if let Some(last) = all.get_mut(&case).filter(|_| case.is_some())
            && let Some(last) = last.last_mut()
            && last.summary == LOGGED
        {
            // A key contains a newline.
            last.detail += &format!("\n{line}");
        }
    }
}

/// Returns `true` for the first line of a log entry, which starts with a time such as `2026-01-02T03:04:05.678Z`.
fn is_entry(line: &str) -> bool {
    let mut year = line.bytes().take(4);
    line.get(4..5) == Some("-") && year.all(|byte| byte.is_ascii_digit())
}

/// Returns the number in the first address in a message, such as `agree_t3.c39`, or in the name of a function or
/// parameter, such as `agree_c39`.
fn case_in(text: &str) -> Option<u64> {
    text.match_indices("agree_").find_map(|(start, prefix)| {
        let rest = &text[start + prefix.len()..];
        let digits = match rest.strip_prefix('t') {
            Some(rest) => {
                let rest = rest.trim_start_matches(|letter: char| letter.is_ascii_digit());
                rest.strip_prefix(".c")?
            }
            None => rest.strip_prefix('c')?,
        };
        let end = digits.find(|letter: char| !letter.is_ascii_digit());
        digits[..end.unwrap_or(digits.len())].parse().ok()
    })
}

/// Returns the message that Terraform prints about a response that it cannot decode.
pub(super) fn undecodable(error: &Error, is_json: bool) -> Expected {
    let is_syntax = error.category() != Category::Data;
    let at = error.path();
    let mut steps = at.steps();
    // In JSON, the error refers to the value that contains a tuple that is too short.
    if is_json && error.message().starts_with("not enough tuple elements") {
        steps = &steps[..steps.len().saturating_sub(1)];
    }
    Expected::Undecodable {
        path: path(steps, is_json),
        text: (!is_syntax).then(|| error.message()),
        is_json,
    }
}

/// Writes a path as Terraform's decoder prints it, such as `["a"][0]`, or `.a[0]` in JSON.
fn path(steps: &[Step], is_json: bool) -> String {
    let step = |step: &Step| match step {
        Step::Attribute(name) if is_json => format!(".{name}"),
        Step::Attribute(name) => format!("[{}]", quoted(name)),
        Step::Key(key) => format!("[{}]", quoted(key)),
        Step::Index(index) => format!("[{index}]"),
    };
    steps.iter().map(step).collect()
}

/// Returns the message; if the message is about JSON, all indices are replaced with the same words.
fn without_indices(text: &str, is_json: bool) -> String {
    let parts = text.split('[').map(|part| match part.split_once(']') {
        Some((index, rest)) if is_json && index.bytes().all(|byte| byte.is_ascii_digit()) => {
            format!("(not yet known)]{rest}")
        }
        _ => part.to_owned(),
    });
    parts.collect::<Vec<_>>().join("[")
}

/// Writes a string in Go's quotes, as in a fault about an address that contains the string.
pub(super) fn quoted(text: &str) -> String {
    let fault = check_deferral(Phase::Plan, Deferrals::NotAllowed).remove(0);
    let [before, after] = [
        "The provider signaled a deferred action for ",
        ", but in this",
    ];
    let detail = fault.detail("", text);
    let start = detail.strip_prefix(before).unwrap_or_default();
    let end = start.rfind(after).unwrap_or_default();
    start[..end].to_owned()
}

/// How well a printed error matches an expected error.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    No,
    /// The attribute is the same, but the message differs.
    Place,
    /// The printed message contains a value that the rules hide.
    Hidden,
    /// The message differs for a known reason.
    Known,
    Exact,
}

impl Printed {
    /// Returns `true` if the message is the same for several cases.
    pub(super) fn names_no_case(&self) -> bool {
        case_in(&self.detail).is_none() && case_in(&self.summary).is_none()
    }

    /// Returns `true` if the message is an error, and not only a line in the log.
    pub(super) fn is_error(&self) -> bool {
        self.summary != LOGGED
    }

    /// Returns the message, with elements of sets as the rules print them.
    pub(super) fn detail(&self) -> String {
        self.detail.replace("[(not yet known)]", "[...]")
    }

    pub(super) fn fit(&self, binary: &Program, expected: &Expected) -> Fit {
        match expected {
            Expected::Fault {
                summary, detail, ..
            } if self.summary == *summary && self.detail() == *detail => Fit::Exact,
            Expected::Fault { place, address, .. } => {
                match known::explain(binary, expected, self) {
                    Some(difference) if difference.is_hiding() => return Fit::Hidden,
                    Some(_) => return Fit::Known,
                    None => {}
                }
                let at = format!("{address}{place}");
                let ends = [":", "\" ", "\".", ". "].map(|end| format!("{at}{end}"));
                let in_text = format!(" {place}: ");
                let own_detail = self.detail();
                let is_there = ends.iter().any(|text| own_detail.contains(text))
                    || !place.is_empty() && own_detail.contains(&in_text)
                    || place.is_empty() && own_detail.contains(address);
                if is_there { Fit::Place } else { Fit::No }
            }
            Expected::Begins { summary, start } => {
                if self.summary == *summary && self.detail.starts_with(start) {
                    Fit::Exact
                } else {
                    Fit::No
                }
            }
            Expected::Undecodable {
                path,
                text,
                is_json,
            } => {
                let start = if path.is_empty() {
                    String::new()
                } else {
                    format!("{path}: ")
                };
                // In JSON, elements of sets have no index.
                let summary = without_indices(&self.summary, *is_json);
                let start = without_indices(&start, *is_json);
                let rest = summary.strip_prefix(&start);
                let is_it = match (rest, text) {
                    (Some(rest), Some(text)) => rest == text,
                    (rest, _) => rest.is_some(),
                };
                if is_it && self.detail.is_empty() {
                    Fit::Exact
                } else {
                    Fit::No
                }
            }
        }
    }
}
