//! Formats a call as a section of the page.

use crate::html::{self, Change, Finding, Head, Level, Named, Node, Secrets, Section};
use tfvalue::rules::Fault;

use super::call::{Decoded, Part};
use super::record::Call;

/// Returns the top of a page for a provider.
pub(crate) fn head(provider: &str) -> Head {
    Head {
        title: format!("Calls of {provider}"),
        noun: "calls".to_owned(),
        facts: Vec::new(),
    }
}

/// Returns the differences between the values of a call.
pub(crate) fn changes(decoded: &Decoded) -> (Vec<String>, Vec<Change>) {
    let columns = decoded.entry.map_or(&[][..], |entry| entry.columns);
    let Some((result, given)) = columns.split_last() else {
        return Default::default();
    };
    // A response with errors may have no value.
    let parts = columns.iter().filter_map(|label| decoded.part(label));
    let known: Vec<_> = parts.collect();
    let place = |label: &str| known.iter().position(|part| part.label == label);
    // The first and the last value can be the same.
    let compared = given.first().into_iter().chain(given.iter().skip(1).last());
    let pairs: Vec<_> = compared
        .filter_map(|label| Some((place(label)?, place(result)?)))
        .collect();
    let Some(block) = known.iter().find_map(|part| part.block.as_deref()) else {
        return Default::default();
    };
    let values: Vec<_> = known.iter().map(|part| &part.value).collect();
    let mut changes = html::changes(&values, &pairs, &Secrets::of_block(block));
    for change in &mut changes {
        if decoded
            .replace
            .iter()
            .any(|path| path.to_string() == change.path)
        {
            change.note = "requires replacement".into();
        }
    }
    (
        known.iter().map(|part| part.label.clone()).collect(),
        changes,
    )
}

/// Returns the problems with a call.
pub(crate) fn findings(
    decoded: &Decoded,
    faults: &[Fault],
    call: &Call,
    provider: &str,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    if let Some(error) = &call.error {
        findings.push(Finding {
            level: Level::Error,
            title: "The call failed".to_owned(),
            path: String::new(),
            texts: vec![decoded.masked(error)],
        });
    }
    for problem in &decoded.unreadable {
        findings.push(Finding {
            level: Level::Error,
            title: "Terraform cannot read the response".to_owned(),
            path: String::new(),
            texts: vec![problem.clone()],
        });
    }
    for fault in faults {
        let address = match decoded.subject.as_str() {
            name if fault.phase == tfvalue::rules::Phase::CallFunction => {
                format!("provider::{name}")
            }
            name => format!("{name}.NAME"),
        };
        let verdict = match (fault.is_crash(), fault.is_fatal()) {
            (true, _) => "Terraform will crash".to_owned(),
            (_, true) => format!("Terraform will report: {}", fault.summary()),
            _ => "Terraform will write to its log".to_owned(),
        };
        findings.push(Finding {
            level: if fault.is_fatal() {
                Level::Error
            } else {
                Level::Warning
            },
            title: verdict,
            path: fault.path.to_string(),
            texts: vec![fault.problem().to_owned(), fault.detail(provider, &address)],
        });
    }
    for problem in &decoded.problems {
        findings.push(Finding {
            level: if problem.is_error {
                Level::Error
            } else {
                Level::Warning
            },
            title: format!("The provider reports: {}", problem.summary),
            path: problem.path.clone(),
            texts: [problem.detail.clone()]
                .into_iter()
                .filter(|text| !text.is_empty())
                .collect(),
        });
    }
    findings
}

/// Returns the section of a call.
pub(crate) fn section(
    call: &Call,
    decoded: &Decoded,
    findings: Vec<Finding>,
    (columns, changes): (Vec<String>, Vec<Change>),
    group: &str,
) -> Section {
    let notes = decoded
        .notes
        .iter()
        .map(|(name, text)| format!("{name}: {text}"));
    // The values are in the order of the table.
    let place = |part: &&Part| {
        let columns = decoded.entry.map_or(&[][..], |entry| entry.columns);
        let place = columns.iter().position(|column| *column == part.label);
        place.unwrap_or(columns.len())
    };
    let mut parts: Vec<_> = decoded.parts.iter().collect();
    parts.sort_by_key(place);
    let values = parts.into_iter().map(|part| Named {
        label: part.label.clone(),
        node: match &part.block {
            Some(block) => Node::new(&part.value, &Secrets::of_block(block)),
            None => Node::new(&part.value, &Secrets::nothing()),
        },
    });
    let mut section = Section {
        group: group.to_owned(),
        kind: call.method.name.to_owned(),
        subject: decoded.subject.clone(),
        start: Some(call.start),
        duration: call.end.map(|end| end - call.start),
        notes: notes.collect(),
        columns,
        changes,
        values: values.collect(),
        ..Section::default()
    };
    if !section.changes.is_empty() {
        section.raise(Level::Change);
    }
    for finding in findings {
        section.find(finding);
    }
    section
}
