//! Formats the report as an HTML page, which needs no server and no network connection.

use crate::html::{self, Change, Head, Level, Node, Section, Text};
use crate::terminal::count;

use super::causes::Severity;
use super::report::{Finding, Report, Resource};
use super::text::{again, figures};

/// Returns the page.
pub(crate) fn text(report: &Report) -> String {
    let head = Head {
        title: format!("Examination of {}", report.provider),
        noun: "results".to_owned(),
        facts: [
            ("protocol", report.protocol.to_string()),
            ("seed", report.run.seed.to_string()),
            (
                "creates objects",
                if report.run.applies { "yes" } else { "no" }.to_owned(),
            ),
            ("examined", figures(report)),
        ]
        .map(|(name, fact)| (name.to_owned(), fact))
        .into(),
    };
    let findings = report.findings();
    let findings = findings.map(|(resource, finding)| section(report, resource, finding));
    let sections: Vec<_> = findings
        .chain(rejected(report))
        .chain(remaining(report))
        .collect();
    html::page(&head, &sections)
}

fn section(report: &Report, resource: &Resource, finding: &Finding) -> Section {
    let configuration = |(index, text): (usize, &String)| Text {
        label: match finding.configurations.len() {
            1 => "Configuration".to_owned(),
            _ => format!("Configuration {}", index + 1),
        },
        text: text.trim_end().to_owned(),
    };
    let cell = |text: &Option<String>| text.clone().map_or_else(Node::absent, Node::text);
    let differs = finding.expected.is_some() || finding.actual.is_some();
    let change = Change {
        path: finding.attribute.clone(),
        key: String::new(),
        cells: vec![cell(&finding.expected), cell(&finding.actual)],
        note: String::new(),
    };
    let mut section = Section {
        group: resource.name.clone(),
        kind: finding.rule.clone(),
        subject: match finding.attribute.as_str() {
            "" => finding.method.clone(),
            attribute => format!("{attribute} ({})", finding.method),
        },
        notes: notes(report, resource, finding),
        columns: ["Expected", "Got"].map(str::to_owned).into(),
        changes: differs.then_some(change).into_iter().collect(),
        texts: finding
            .configurations
            .iter()
            .enumerate()
            .map(configuration)
            .collect(),
        ..Section::default()
    };
    let texts = [&finding.terraform, &finding.help];
    section.find(html::Finding {
        level: match Severity::of(finding) {
            Severity::Error => Level::Error,
            Severity::Advice | Severity::Logged => Level::Warning,
        },
        title: finding.problem.clone(),
        path: finding.attribute.clone(),
        texts: texts.into_iter().flatten().cloned().collect(),
    });
    section
}

fn notes(report: &Report, resource: &Resource, finding: &Finding) -> Vec<String> {
    let mut notes = finding.events.clone();
    if finding.is_logged {
        notes.push("Terraform only logs it".to_owned());
    }
    if !finding.is_smallest {
        notes.push("there may be a smaller configuration".to_owned());
    }
    if finding.is_known {
        notes.push("the finding is in the baseline".to_owned());
    }
    notes.push(again(report, &resource.name, finding));
    notes
}

/// Returns the resource types for which no configuration was accepted.
fn rejected(report: &Report) -> Option<Section> {
    let names: Vec<_> = report.rejected().map(|one| &*one.name).collect();
    let reasons = report.rejected().map(|one| {
        let reason = one.refusals.first().map(|refusal| &*refusal.error);
        format!("{}: {}", one.name, reason.unwrap_or_default())
    });
    let text = Text {
        label: "Resource types, with the most frequent error".to_owned(),
        text: reasons.collect::<Vec<_>>().join("\n"),
    };
    (!names.is_empty()).then(|| Section {
        group: "Not examined".to_owned(),
        kind: "rejected".to_owned(),
        subject: count(names.len(), "resource type"),
        notes: vec![
            "The provider rejects all configurations. --known gives it some that it accepts."
                .to_owned(),
        ],
        texts: vec![text],
        ..Section::default()
    })
}

/// Returns the objects that could not be destroyed.
fn remaining(report: &Report) -> Option<Section> {
    let lines = report.remaining.iter();
    let lines = lines.map(|one| format!("{}.example: {}", one.resource, one.name));
    let text = Text {
        label: "Objects".to_owned(),
        text: lines.collect::<Vec<_>>().join("\n"),
    };
    (!report.remaining.is_empty()).then(|| Section {
        group: "Left behind".to_owned(),
        kind: "not destroyed".to_owned(),
        subject: count(report.remaining.len(), "object"),
        level: Level::Error,
        notes: vec!["These objects may still exist. Delete them yourself.".to_owned()],
        texts: vec![text],
        ..Section::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_string_is_escaped() {
        let name = "</script><script>alert(1)</script>".to_owned();
        let finding = Finding {
            rule: name.clone(),
            attribute: name.clone(),
            method: name.clone(),
            problem: name.clone(),
            expected: Some(name.clone()),
            actual: Some(name.clone()),
            help: Some(name.clone()),
            terraform: Some(name.clone()),
            configurations: vec![name.clone()],
            events: vec![name.clone()],
            ..Finding::default()
        };
        let of = |name: &str, findings| Resource {
            name: name.to_owned(),
            findings,
            ..Resource::default()
        };
        let resources = vec![of(&name, vec![finding]), of(&name, Vec::new())];
        let own = text(&Report::default()).matches("<script").count();
        let report = Report {
            provider: name,
            resources,
            ..Report::default()
        };
        let page = text(&report);
        // Each section adds one element.
        assert_eq!(page.matches("<script").count(), own + 2, "{page}");
        assert!(!page.contains("alert(1)</script>"), "{page}");
    }
}
