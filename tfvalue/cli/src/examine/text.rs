//! Formats the report as text.

use std::collections::BTreeMap;

use anstyle::{AnsiColor, Style};

use super::causes::{Cause, Severity};
use super::report::{Finding, Remaining, Report, Resource};
use crate::terminal::{Text, count};

const ERROR: Style = AnsiColor::Red.on_default().bold();
const WARNING: Style = AnsiColor::Yellow.on_default().bold();
/// The maximum number of remaining objects of a resource type that the text report lists. A provider that crashes can
/// leave an object in each attempt to find the smallest configuration.
const REMAINING: usize = 10;

const LOGGED: Style = Style::new().bold();

/// Returns the findings grouped by cause, the most serious first, and then the figures.
pub(crate) fn text(report: &Report) -> Text {
    let mut text = Text::default();
    for cause in &report.causes {
        push_cause(&mut text, report, cause);
    }
    for resource in &report.resources {
        push_problems(&mut text, resource);
    }
    push_remaining(&mut text, report);
    text.push(&format!("{}: {}\n", report.provider, figures(report)));
    text
}

/// For one cause, adds the first finding that is not in the baseline, and the other places where the cause was found.
fn push_cause(text: &mut Text, report: &Report, cause: &Cause) {
    let mut new = cause.findings(report).filter(|(_, one)| !one.is_known);
    let Some((resource, finding)) = new.next() else {
        return;
    };
    push_finding(text, report, resource, finding);
    for (resource, finding) in new {
        text.push(&format!(
            "  also: {}, {}\n",
            place(resource, finding),
            again(report, resource, finding)
        ));
    }
    text.push("\n");
}

/// Adds the reason why a resource type was not examined, or was only partly examined.
fn push_problems(text: &mut Text, resource: &Resource) {
    let Resource { name, .. } = resource;
    if !resource.is_examined() && resource.findings.is_empty() {
        let all = resource.accepted + resource.rejected;
        let problem = match resource.accepted {
            0 => "not examined: the provider rejects all configurations".to_owned(),
            accepted => {
                format!("hardly examined: the provider accepts {accepted} of {all} configurations")
            }
        };
        text.styled(WARNING, &format!("{name}: {problem}"));
        text.push(" (--known gives it some that it accepts)\n");
        for refusal in resource.refusals.iter().take(1) {
            let error = indented(&refusal.error, 4);
            text.push(&format!("  {} times:\n{error}\n", refusal.count));
        }
    }
    if let Some(stop) = resource.stopped {
        text.styled(WARNING, &format!("{name}: stopped early, as {stop}"));
        text.push("\n");
    }
    for limit in &resource.limits {
        let times = match limit.count {
            1 => String::new(),
            count => format!(", {count} times"),
        };
        let (problem, case) = (&limit.problem, limit.case);
        text.push(&format!(
            "{name}: {problem} (no finding; case {case}{times})\n"
        ));
    }
}

/// Adds the objects that could not be destroyed.
fn push_remaining(text: &mut Text, report: &Report) {
    if let Some(call) = &report.unfinished {
        text.styled(ERROR, &format!("this call was cut off: {call}"));
        text.push("; what it has created may still exist\n");
    }
    let mut types: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for one in &report.remaining {
        types.entry(&*one.resource).or_default().push(one);
    }
    let is_real = |one: &&Remaining| !one.is_state_only;
    let (real, others): (Vec<_>, Vec<_>) = types
        .into_iter()
        .partition(|(_, all)| all.iter().all(is_real));
    if !real.is_empty() {
        let title = "These objects may still exist; delete them yourself:";
        text.styled(ERROR, title);
        text.push("\n");
    }
    for (name, all) in real {
        if all.len() > REMAINING {
            let (all, first) = (count(all.len(), "object"), &all[0].name);
            text.push(&format!(
                "  {name}: {all}, such as {first}; the JSON report lists them\n"
            ));
            continue;
        }
        for one in all {
            let why = if one.is_certain {
                ""
            } else {
                " (the provider did not respond when it created it)"
            };
            text.push(&format!("  {name}.example: {}{why}\n", one.name));
        }
    }
    if !others.is_empty() {
        let others = others.iter();
        let others = others.map(|(name, all)| format!("{name} ({})", count(all.len(), "object")));
        let others = others.collect::<Vec<_>>().join(", ");
        text.push(&format!(
            "probably nothing to delete, because these objects exist only in the state: {others}\n"
        ));
    }
}

/// Returns the figures on one line.
pub(crate) fn figures(report: &Report) -> String {
    let sum = |of: fn(&Resource) -> u64| report.resources.iter().map(of).sum::<u64>();
    let seconds: f64 = report.resources.iter().map(|one| one.seconds).sum();
    let allowed = match sum(|one| one.allowed) {
        0 => String::new(),
        allowed => format!(", {allowed} allowed"),
    };
    let known = report.findings().filter(|(_, one)| one.is_known).count();
    let findings = report.findings().count() - known;
    let causes = report.causes.iter();
    let causes = causes.filter(|cause| cause.findings(report).any(|(_, one)| !one.is_known));
    let causes = match causes.count() {
        causes if causes < findings => format!(" of {}", count(causes, "cause")),
        _ => String::new(),
    };
    let known = match known {
        0 => String::new(),
        known => format!(", {known} of the baseline"),
    };
    format!(
        "{} of {}, {}, {} ({} rejected), {} in {seconds:.1} s: {}{causes}{allowed}{known}",
        report.resources.len(),
        count(report.selected, "resource type"),
        count(sum(|one| one.cases), "case"),
        count(sum(|one| one.accepted), "configuration"),
        sum(|one| one.rejected),
        count(sum(|one| one.calls), "call"),
        count(findings, "finding"),
    )
}

/// Describes in one line where a finding occurs.
fn place(resource: &str, finding: &Finding) -> String {
    let at = match finding.attribute.as_str() {
        "" => String::new(),
        attribute => format!(" at {attribute}"),
    };
    format!("{resource}: {}{at} ({})", finding.rule, finding.method)
}

/// Returns the options with which the user can rerun the case of a finding.
pub(crate) fn again(report: &Report, resource: &str, finding: &Finding) -> String {
    format!(
        "again: --resource {resource} --seed {} --case {}",
        report.run.seed, finding.case
    )
}

fn push_finding(text: &mut Text, report: &Report, resource: &str, finding: &Finding) {
    let style = match Severity::of(finding) {
        Severity::Error => ERROR,
        Severity::Advice => WARNING,
        Severity::Logged => LOGGED,
    };
    text.styled(style, &place(resource, finding));
    text.push("\n");
    if let Some(printed) = &finding.terraform {
        let who = if finding.is_logged {
            "Terraform logs"
        } else {
            "Terraform prints"
        };
        text.push(&format!("  {who}:\n{}\n", indented(printed, 4)));
    }
    text.push(&format!(
        "  {}\n",
        indented(&finding.problem, 2).trim_start()
    ));
    let notes = [
        ("expected", &finding.expected),
        ("got", &finding.actual),
        ("help", &finding.help),
    ];
    for (name, note) in notes {
        if let Some(note) = note {
            text.push(&format!("  {:10}{note}\n", format!("{name}:")));
        }
    }
    let has_several = finding.configurations.len() > 1;
    for (index, configuration) in finding.configurations.iter().enumerate() {
        let number = if has_several {
            format!(" {}", index + 1)
        } else {
            String::new()
        };
        text.push(&format!(
            "  configuration{number}:\n{}\n",
            indented(configuration, 4)
        ));
    }
    for event in &finding.events {
        text.push(&format!("  and {event}\n"));
    }
    if !finding.is_smallest {
        text.push("  (there may be a smaller configuration)\n");
    }
    text.push(&format!("  {}\n", again(report, resource, finding)));
}

/// Returns lines, indented by spaces.
fn indented(text: &str, depth: usize) -> String {
    let lines = text.trim_end().lines().map(|line| match line {
        "" => String::new(),
        line => format!("{:depth$}{line}", ""),
    });
    lines.collect::<Vec<_>>().join("\n")
}
