//! The report as text.

use std::fmt::Write as _;

use super::report::{Finding, Report, Resource};

/// Returns the findings, and then the figures.
pub(crate) fn text(report: &Report) -> String {
    let mut text = String::new();
    for (resource, finding) in report.findings() {
        write_finding(&mut text, report, resource, finding);
    }
    let rejected: Vec<_> = report.rejected().map(|one| &*one.name).collect();
    if !rejected.is_empty() {
        let _ = writeln!(
            text,
            "not examined, as the provider rejects all configurations (--known gives it some that it accepts): {}\n",
            rejected.join(", ")
        );
    }
    let _ = writeln!(text, "{}: {}", report.provider, figures(report));
    text
}

/// Returns the figures in one line.
pub(crate) fn figures(report: &Report) -> String {
    let sum = |of: fn(&Resource) -> u64| report.resources.iter().map(of).sum::<u64>();
    let seconds: f64 = report.resources.iter().map(|one| one.seconds).sum();
    let allowed = match sum(|one| one.allowed) {
        0 => String::new(),
        allowed => format!(", {allowed} allowed"),
    };
    format!(
        "{} of {}, {}, {} ({} rejected), {} in {seconds:.1} s: {}{allowed}",
        report.resources.len(),
        count(report.selected as u64, "resource type"),
        count(sum(|one| one.cases), "case"),
        count(sum(|one| one.accepted), "configuration"),
        sum(|one| one.rejected),
        count(sum(|one| one.calls), "call"),
        count(report.findings().count() as u64, "finding"),
    )
}

pub(crate) fn count(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

// Writing to a string never fails.
fn write_finding(text: &mut String, report: &Report, resource: &Resource, finding: &Finding) {
    let _ = write!(text, "{}: {}", resource.name, finding.rule);
    if !finding.attribute.is_empty() {
        let _ = write!(text, " at {}", finding.attribute);
    }
    let _ = writeln!(text, " ({})", finding.method);
    if let Some(printed) = &finding.terraform {
        let who = if finding.is_logged {
            "Terraform logs"
        } else {
            "Terraform prints"
        };
        let _ = writeln!(text, "  {who}:\n{}", indented(printed, 4));
    }
    let _ = writeln!(text, "  {}", indented(&finding.problem, 2).trim_start());
    let notes = [
        ("expected", &finding.expected),
        ("got", &finding.actual),
        ("help", &finding.help),
    ];
    for (name, note) in notes {
        if let Some(note) = note {
            let _ = writeln!(text, "  {:10}{note}", format!("{name}:"));
        }
    }
    let has_several = finding.configurations.len() > 1;
    for (index, configuration) in finding.configurations.iter().enumerate() {
        let _ = if has_several {
            writeln!(text, "  configuration {}:", index + 1)
        } else {
            writeln!(text, "  configuration:")
        };
        let _ = writeln!(text, "{}", indented(configuration, 4));
    }
    for event in &finding.events {
        let _ = writeln!(text, "  and {event}");
    }
    if !finding.is_smallest {
        let _ = writeln!(text, "  (there may be a smaller configuration)");
    }
    let _ = writeln!(
        text,
        "  again: --resource {} --seed {} --case {}\n",
        resource.name, report.run.seed, finding.case
    );
}

/// Returns lines, indented by spaces.
fn indented(text: &str, depth: usize) -> String {
    let lines = text.trim_end().lines().map(|line| match line {
        "" => String::new(),
        line => format!("{:depth$}{line}", ""),
    });
    lines.collect::<Vec<_>>().join("\n")
}
