//! The errors that Terraform prints, by case.

use std::collections::BTreeMap;

use serde_json::Value as Json;
use tfvalue::rules::{Deferrals, Phase, check_deferral};
use tfvalue::testing::acceptance::Program;
use tfvalue::{Path, Step};

use super::known;
use super::record::{Expected, LOGGED};

/// The error of a provider whose apply fails, which is not compared.
pub(super) const FAILURE: &str = "the apply fails";

/// An error that Terraform prints.
#[derive(Clone, Debug, PartialEq)]
pub struct Printed {
    /// The first line.
    pub summary: String,
    /// The explanation, or an empty string.
    pub detail: String,
}

/// Adds the errors in the output of a command with `-json` to those of each case. The key of errors
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
        let imported = |text: &str| {
            let id = text.split("import with ID ").nth(1)?;
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

/// Adds the messages in a log about answers of providers with the legacy type system.
pub(super) fn read_log(log: &str, all: &mut BTreeMap<Option<u64>, Vec<Printed>>) {
    let mut case = None;
    for line in log.lines() {
        if line.contains("but we are tolerating it") {
            case = case_in(line);
        } else if let (Some(_), Some(text)) = (case, line.strip_prefix("      - ")) {
            all.entry(case).or_default().push(Printed {
                summary: LOGGED.to_owned(),
                detail: text.to_owned(),
            });
        } else if !line.starts_with(' ') {
            case = None;
        }
    }
}

/// Returns the number in the first address in a text, such as `agree_t3.c39`.
fn case_in(text: &str) -> Option<u64> {
    text.match_indices("agree_t").find_map(|(start, prefix)| {
        let rest = &text[start + prefix.len()..];
        let rest = rest.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let digits = rest.strip_prefix(".c")?;
        let end = digits.find(|letter: char| !letter.is_ascii_digit());
        digits[..end.unwrap_or(digits.len())].parse().ok()
    })
}

/// Writes a path as the decoder of Terraform prints it, such as `["a"][0]`.
pub(super) fn path(path: &Path) -> String {
    let step = |step: &Step| match step {
        Step::Attribute(name) => format!("[{}]", quoted(name)),
        Step::Key(key) => format!("[{}]", quoted(key)),
        Step::Index(index) => format!("[{index}]"),
    };
    path.steps().iter().map(step).collect()
}

/// Writes a text in Go's quotes, as a fault about an address of this name contains it.
fn quoted(text: &str) -> String {
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

/// How well a printed error fits an expected one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    No,
    /// The object that contains the attribute is the same.
    Near,
    /// The attribute is the same, and the text differs.
    Place,
    /// The text differs for a known reason.
    Known,
    Exact,
}

impl Printed {
    /// Returns `true` if it is not only logged.
    pub(super) fn is_error(&self) -> bool {
        self.summary != LOGGED
    }

    /// Returns the text, with elements of sets as the rules print them.
    pub(super) fn detail(&self) -> String {
        self.detail.replace("[(not yet known)]", "[...]")
    }

    pub(super) fn fit(&self, binary: &Program, expected: &Expected) -> Fit {
        match expected {
            Expected::Fault {
                summary, detail, ..
            } if self.summary == *summary && self.detail() == *detail => Fit::Exact,
            Expected::Fault { .. } if known::explain(binary, expected, self).is_some() => {
                Fit::Known
            }
            Expected::Fault { place, address, .. } => {
                let at = format!("{address}{place}");
                let ends = [":", "\" ", "\".", ". "].map(|end| format!("{at}{end}"));
                let in_text = format!(" {place}: ");
                let own_detail = self.detail();
                let is_there = ends.iter().any(|text| own_detail.contains(text))
                    || !place.is_empty() && own_detail.contains(&in_text)
                    || place.is_empty() && own_detail.contains(address);
                if is_there { Fit::Place } else { Fit::No }
            }
            Expected::Undecodable { path, .. } => self.fit_path(path),
        }
    }

    /// Compares the path of a response that cannot be decoded.
    fn fit_path(&self, path: &str) -> Fit {
        let printed = match self.summary.rfind("]: ") {
            Some(end) => &self.summary[..=end],
            None => "",
        };
        // Terraform decodes an empty map as an object, and an empty array as a tuple.
        let texts = [
            "missing required attribute",
            "elements are required, but got 0",
        ];
        if texts.iter().any(|text| self.detail.contains(text)) {
            return Fit::Near;
        }
        let is_surplus = self.summary.ends_with("unsupported attribute");
        // For a missing or surplus attribute, Terraform prints the path of the object.
        let rest = path.strip_prefix(printed);
        let rest_of_printed = printed.strip_prefix(path).filter(|_| is_surplus);
        match rest
            .or(rest_of_printed)
            .map(|rest| rest.matches('[').count())
        {
            _ if !self.detail.is_empty() => Fit::No,
            Some(0) => Fit::Exact,
            Some(1) => Fit::Near,
            _ => Fit::No,
        }
    }
}
