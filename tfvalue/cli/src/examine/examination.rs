//! Examines the resource types of a provider, one after another.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::Value as Json;
use tfvalue_client::{Client, ClientError, Options};
use tfvalue_testing::{FindingKind, Harness, Outcome, Property};
use wildmatch::WildMatch;

use super::arguments::Arguments;
use super::report::{Finding, Report, Resource, Run};
use crate::provider;
use crate::terminal::escaped;

/// The time between two intermediate reports.
const PAUSE: Duration = Duration::from_secs(5);

/// Known configurations, by resource type.
type Known = BTreeMap<String, Vec<Json>>;

/// Examines the provider. Calls `save` with intermediate reports.
pub(crate) fn run(
    arguments: &Arguments,
    earlier: Option<Report>,
    save: impl Fn(&Report) -> Result<(), String>,
) -> Result<Report, String> {
    let known = read_known(arguments.known.as_deref())?;
    let (harness, protocol) = start(arguments)?;
    let names = selected(arguments, &harness)?;
    check_known(&harness, &known)?;
    let run = Run {
        seed: arguments.seed,
        cases: arguments.cases,
        applies: arguments.applies,
        logged: arguments.logged,
        allow: arguments.allowed.iter().map(ToString::to_string).collect(),
    };
    let mut report = Report::new(&arguments.source(), protocol, run, names.len());
    if let Some(earlier) = earlier {
        if (&earlier.provider, &earlier.run) != (&report.provider, &report.run) {
            return Err("--resume: the report is that of a run with other arguments".to_owned());
        }
        report.resources = earlier.resources;
    }
    let is_done = |name: &&String| report.resources.iter().all(|one| one.name != **name);
    let names: Vec<_> = names.iter().filter(is_done).collect();
    let progress = Progress::new(arguments, names.len());
    let mut saved = Instant::now();
    for name in names {
        let known = known.get(name).map(Vec::as_slice).unwrap_or_default();
        let resource = examine(arguments, &harness, name, known, &progress);
        report.resources.push(resource);
        if saved.elapsed() > PAUSE {
            save(&report)?;
            saved = Instant::now();
        }
    }
    progress.bar.finish_and_clear();
    Ok(report)
}

/// Starts the provider and configures it.
fn start(arguments: &Arguments) -> Result<(Harness, u32), String> {
    let words = [arguments.program.clone().into_os_string()];
    let words = [&words[..], &arguments.program_arguments].concat();
    let command = provider::command(&words).map_err(|failure| failure.message)?;
    let mut options = Options::new().timeout(arguments.timeout());
    if let Some(version) = arguments.protocol {
        options = options.protocol(version);
    }
    let failed = |error: ClientError| format!("{}: {error}", arguments.program.display());
    let client = options.start(&command).wait().map_err(failed)?;
    let protocol = client.protocol();
    let announced = client.schema().wait().map_err(failed)?;
    if let Err(errors) = announced.schema.validate() {
        return Err(format!("Terraform rejects the schemas: {errors}"));
    }
    let first: Cell<Option<Client>> = Cell::new(Some(client));
    let harness = Harness::restarting(move || match first.take() {
        Some(client) => Ok(client),
        None => options.start(&command).wait(),
    });
    let harness = harness.map_err(failed)?;
    let (config, from) = match &arguments.config {
        Some(path) => (read(path)?, path.display().to_string()),
        None => ("{}".to_owned(), "without --config".to_owned()),
    };
    if let Some(schema) = &harness.schema().provider {
        let read = schema.block.config_from_json(&config);
        read.map_err(|error| format!("{from}: {error}"))?;
    }
    let outcome = harness.configure(config);
    match problem(&outcome) {
        Some(problem) => Err(format!("the configuration of the provider: {problem}")),
        None => Ok((harness, protocol)),
    }
}

/// Returns the first error or finding.
fn problem(outcome: &Outcome) -> Option<String> {
    let finding = outcome.faults().next().map(ToString::to_string);
    let error = || {
        let error = outcome.errors().next()?;
        Some(format!("{}: {}", error.summary, error.detail))
    };
    finding.or_else(error)
}

/// Returns the names of the resource types to examine.
fn selected(arguments: &Arguments, harness: &Harness) -> Result<Vec<String>, String> {
    let patterns = &arguments.resources;
    let all = harness.schema().resource_schemas.keys();
    let globs: Vec<_> = patterns
        .iter()
        .map(|pattern| WildMatch::new(pattern))
        .collect();
    let is_selected =
        |name: &&String| globs.is_empty() || globs.iter().any(|glob| glob.matches(name));
    let names: Vec<_> = all.filter(is_selected).cloned().collect();
    if names.is_empty() {
        Err(format!(
            "the provider has no resource type {}",
            patterns.join(", ")
        ))
    } else {
        Ok(names)
    }
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn read_known(path: Option<&Path>) -> Result<Known, String> {
    let Some(path) = path else {
        return Ok(Known::new());
    };
    let known = serde_json::from_str(&read(path)?);
    known.map_err(|error| format!("{}: {error}", path.display()))
}

/// Checks that the known configurations fit the schemas.
fn check_known(harness: &Harness, known: &Known) -> Result<(), String> {
    for (name, configs) in known {
        if !harness.schema().resource_schemas.contains_key(name) {
            return Err(format!("--known: the provider has no resource type {name}"));
        }
        let harness = harness.fresh().without_refresh();
        for (index, config) in configs.iter().enumerate() {
            let outcome = harness.resource(name).plan(config.to_string());
            let mut invalid = outcome.findings.iter();
            if let Some(invalid) = invalid.find(|one| one.kind == FindingKind::InvalidTest) {
                return Err(format!("--known: {name}[{index}]: {invalid}"));
            }
        }
    }
    Ok(())
}

fn examine(
    arguments: &Arguments,
    harness: &Harness,
    name: &str,
    known: &[Json],
    progress: &Progress,
) -> Resource {
    let (began, calls) = (Instant::now(), harness.calls());
    progress.bar.set_message(escaped(name).into_owned());
    let mut tolerant = harness.fresh();
    for allow in arguments.allowed.iter().filter(|one| one.covers(name)) {
        tolerant = tolerant.allow(allow.lint, tfvalue::Path::root());
    }
    let mut property = Property::new(name, || tolerant.fresh())
        .cases(arguments.cases)
        .seed(arguments.seed)
        .tolerate_errors()
        .before_case(|_| progress.bar.inc(1))
        .import(|state| Some(state.get("id")?.as_str()?.to_owned()));
    for config in known {
        property = property.known(config.to_string());
    }
    if let Some(number) = arguments.case {
        property = property.case(number);
    }
    if !arguments.applies {
        property = property.plan_only();
    }
    if arguments.logged {
        property = property.logged();
    }
    let (tested, failures) = property.failures();
    let findings = failures.iter();
    let findings = findings.map(|failure| Finding::of(failure, &arguments.source(), name));
    let findings: Vec<_> = findings.collect();
    for finding in &findings {
        progress.print(&format!("{name}: {} {}", finding.rule, finding.attribute));
    }
    Resource {
        name: name.to_owned(),
        cases: tested.cases,
        accepted: tested.applied,
        rejected: tested.rejected,
        calls: harness.calls() - calls,
        seconds: began.elapsed().as_secs_f64(),
        findings,
        allowed: tested.allowed,
    }
}

/// The progress on a terminal.
struct Progress {
    bar: ProgressBar,
}

impl Progress {
    fn new(arguments: &Arguments, types: usize) -> Self {
        let cases = arguments.case.map_or(arguments.cases, |_| 1);
        let bar = ProgressBar::new(types as u64 * cases);
        if arguments.quiet {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        let template = "{bar:20} {pos} of {len} cases, {per_sec}, {eta} left: {msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Progress { bar }
    }

    fn print(&self, line: &str) {
        self.bar.println(escaped(line));
    }
}
