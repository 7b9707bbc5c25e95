//! The errors that Terraform prints, by case.

use std::collections::BTreeMap;

use serde_json::Value as Json;
use tfvalue::{Path, Step};

use super::provider::Expected;

/// An error that Terraform prints.
#[derive(Clone, Debug)]
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
        let text = |name: &str| diagnostic[name].as_str().unwrap_or_default().to_owned();
        let case = [text("address"), text("detail"), text("summary")]
            .iter()
            .find_map(|text| case_in(text));
        all.entry(case).or_default().push(Printed {
            summary: text("summary"),
            detail: text("detail"),
        });
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
        Step::Attribute(name) => format!("[{name:?}]"),
        Step::Key(key) => format!("[{key:?}]"),
        Step::Index(index) => format!("[{index}]"),
    };
    path.steps().iter().map(step).collect()
}

/// How well a printed error fits an expected one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    No,
    /// The object that contains the attribute is the same.
    Near,
    /// The attribute is the same, and the text differs.
    Place,
    Exact,
}

impl Printed {
    pub(super) fn fit(&self, expected: &Expected) -> Fit {
        let own_detail = self.detail.replace("[(not yet known)]", "[...]");
        match expected {
            Expected::Fault {
                summary, detail, ..
            } if self.summary == *summary && own_detail == *detail => Fit::Exact,
            Expected::Fault {
                place,
                address,
                detail,
                ..
            } => {
                let at = format!("{address}{place}");
                let ends = [":", "\" ", "\".", ". "].map(|end| format!("{at}{end}"));
                let mut texts = ends.iter().map(String::as_str).chain([""]);
                let in_text = format!(" {place}: ");
                let words = ["sensitive", "write-only", "unknown value"];
                let is_secret = words.iter().any(|word| detail.contains(word));
                let within = [".", "["].map(|next| format!("{at}{next}"));
                if is_secret && within.iter().any(|text| own_detail.contains(text)) {
                    return Fit::Near;
                }
                let is_there = texts.any(|text| !text.is_empty() && own_detail.contains(text))
                    || !place.is_empty() && self.detail.contains(&in_text)
                    || place.is_empty() && self.detail.contains(address);
                if is_there { Fit::Place } else { Fit::No }
            }
            Expected::Unknown { summary } => {
                let texts = ["contains unknown values", "not wholly known"];
                let is_it =
                    self.summary == *summary && texts.iter().any(|text| self.detail.contains(text));
                if is_it { Fit::Exact } else { Fit::No }
            }
            Expected::Undecodable { path, .. } => {
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
                // For a missing or surplus attribute, Terraform prints the path of the object.
                let rest = path.strip_prefix(printed);
                match rest.map(|rest| rest.matches('[').count()) {
                    _ if !self.detail.is_empty() => Fit::No,
                    Some(0) => Fit::Exact,
                    Some(1) => Fit::Near,
                    _ => Fit::No,
                }
            }
        }
    }
}
