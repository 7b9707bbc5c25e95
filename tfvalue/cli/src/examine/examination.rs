//! Examines the parts of a provider, one after another.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{env, fs, mem};

use serde_json::Value as Json;
use tfvalue::schema::{Block, ProviderSchema, SchemaKind};
use tfvalue_client::{Client, ClientError, Options};
use tfvalue_testing::{FindingKind, Harness, Outcome, PartKind, Property};
use wildmatch::WildMatch;

use super::arguments::{Arguments, Memory};
use super::causes::Refusals;
use super::control::{Control, Limited, Stop, lock};
use super::progress::Progress;
use super::report::{Finding, Remaining, Report, Resource, Run};
use crate::provider;
use crate::scratch::Scratch;
use crate::terminal::Failure;

/// The time between two intermediate reports.
const PAUSE: Duration = Duration::from_secs(5);

/// Known configurations, by resource type.
type Known = BTreeMap<String, Vec<Json>>;

/// The inputs that are read before the examination begins.
pub(crate) struct Inputs {
    config: String,
    known: Known,
    /// The report to continue.
    earlier: Option<Report>,
}

impl Inputs {
    pub(crate) fn read(arguments: &Arguments) -> Result<Self, String> {
        let config = match &arguments.config {
            Some(path) => {
                let text = read(path)?;
                let parsed: Result<Json, _> = serde_json::from_str(&text);
                parsed.map_err(|error| format!("{}: {error}", path.display()))?;
                text
            }
            None => "{}".to_owned(),
        };
        let earlier = match &arguments.outputs.json {
            Some(path) if arguments.resume && path.exists() => Some(Report::read(path)?),
            _ => None,
        };
        Ok(Inputs {
            config,
            known: read_known(arguments.known.as_deref())?,
            earlier,
        })
    }
}

/// Examines the provider. Calls `save` with intermediate reports.
pub(crate) fn run(
    arguments: &Arguments,
    inputs: Inputs,
    control: &Arc<Control>,
    save: impl Fn(&Report) -> Result<(), Failure>,
) -> Result<Report, Failure> {
    *lock(&control.scratch) = Some(Scratch::new()?);
    let run = Run {
        seed: arguments.seed,
        cases: arguments.cases,
        applies: arguments.applies,
        logged: arguments.logged,
        allow: arguments.allowed.iter().map(ToString::to_string).collect(),
        shard: arguments.shard.map(|shard| shard.to_string()),
    };
    let mut report = Report::new(&arguments.source(), run);
    if let Some(earlier) = inputs.earlier {
        if (&earlier.provider, &earlier.run) != (&report.provider, &report.run) {
            let problem = "--resume: the report is that of a run with other arguments";
            return Err(Failure::usage(problem));
        }
        let resources = earlier.resources.into_iter();
        report.resources = resources.filter(|one| !is_unfinished(one)).collect();
    }
    *lock(&control.report) = report.clone();
    let (harness, protocol) = start(arguments, &inputs.config, control)?;
    let names = selected(arguments, &harness)?;
    check_known(&harness, &inputs.known).map_err(Failure::usage)?;
    (report.protocol, report.selected) = (protocol, names.len());
    let is_done = |name: &&String| report.resources.iter().all(|one| one.name != **name);
    let names: Vec<_> = names.iter().filter(is_done).collect();
    let progress = Progress::new(arguments, names.len());
    let mut saved = Instant::now();
    control.observe(harness.observe_existing());
    *lock(&control.report) = report;
    control.begin_run(arguments.run_timeout());
    for name in names {
        let known = inputs
            .known
            .get(name)
            .map(Vec::as_slice)
            .unwrap_or_default();
        let resource = examine(arguments, &harness, name, known, (&progress, control));
        let is_last = is_unfinished(&resource);
        let mut report = lock(&control.report);
        report.resources.push(resource);
        report.remaining = harness.existing().iter().map(Remaining::of).collect();
        if is_last {
            break;
        }
        if saved.elapsed() > PAUSE {
            save(&report)?;
            saved = Instant::now();
        }
    }
    control.end_run();
    let mut report = mem::take(&mut *lock(&control.report));
    report.complete();
    Ok(report)
}

/// Returns `true` if the run ended while it was examining the type.
fn is_unfinished(resource: &Resource) -> bool {
    matches!(resource.stopped, Some(Stop::Interrupted | Stop::RunTime))
}

/// Starts the provider and configures it.
fn start(
    arguments: &Arguments,
    config: &str,
    control: &Arc<Control>,
) -> Result<(Harness, u32), Failure> {
    let words = [arguments.program().as_os_str().to_owned()];
    let words = [&words[..], &arguments.program_arguments].concat();
    let mut command = provider::command(&words)?;
    let mut options = Options::new().timeout(arguments.timeout());
    if let Some(version) = arguments.protocol {
        options = options.protocol(version);
    }
    if let Memory(Some(most)) = arguments.memory {
        options = options.memory(most);
        if env::var_os(GO_MEMORY).is_none() {
            // Without a limit, Go's garbage collector lets the process grow to twice the memory that the process uses.
            command.env(GO_MEMORY, format!("{}B", most / 4 * 3));
        }
    }
    if let Some(scratch) = &*lock(&control.scratch) {
        command = scratch.command(&command);
    }
    let failed = |error: ClientError| {
        let is_protocol = error.message().ends_with("which was not offered");
        let problem = if is_protocol && arguments.protocol.is_some() {
            format!("{}: leave out --protocol", error.message())
        } else {
            error.to_string()
        };
        Failure::unusable(format!("{}: {problem}", arguments.program().display()))
    };
    let client = options.start(&command).wait().map_err(failed)?;
    let protocol = client.protocol();
    let announced = client.schema().wait().map_err(failed)?;
    if let Err(errors) = announced.schema.validate() {
        return Err(Failure::unusable(format!(
            "Terraform rejects the schemas: {errors}"
        )));
    }
    let first: Cell<Option<Client>> = Cell::new(Some(client));
    let shared = Arc::clone(control);
    let harness = Harness::restarting(move || {
        let client = match first.take() {
            Some(client) => client,
            None => options.start(&command).wait()?,
        };
        let control = Arc::clone(&shared);
        Ok(Limited { client, control })
    });
    let harness = harness.map_err(failed)?;
    if let Some(schema) = &harness.schema().provider {
        let read = schema.block.config_from_json(config);
        let from = match &arguments.config {
            Some(path) => path.display().to_string(),
            None => "without --config".to_owned(),
        };
        read.map_err(|error| Failure::usage(format!("{from}: {error}")))?;
    }
    let outcome = harness.configure(config);
    match problem(&outcome) {
        Some(problem) => Err(Failure::unusable(format!(
            "the configuration of the provider: {problem}"
        ))),
        None => Ok((harness, protocol)),
    }
}

/// The environment variable that sets the memory limit of Go's garbage collector.
const GO_MEMORY: &str = "GOMEMLIMIT";

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
fn selected(arguments: &Arguments, harness: &Harness) -> Result<Vec<String>, Failure> {
    let patterns = &arguments.resources;
    let all = addresses(harness.schema());
    let globs: Vec<_> = patterns
        .iter()
        .map(|pattern| WildMatch::new(pattern))
        .collect();
    let is_selected =
        |name: &&String| globs.is_empty() || globs.iter().any(|glob| glob.matches(name));
    let names: Vec<_> = all.into_iter().filter(|name| is_selected(&name)).collect();
    if names.is_empty() && patterns.is_empty() {
        return Err(Failure::unusable("the provider has nothing to examine"));
    }
    if names.is_empty() {
        let problem = format!("the provider has no {}", patterns.join(", "));
        return Err(Failure::usage(problem));
    }
    let Some(shard) = arguments.shard else {
        return Ok(names);
    };
    let own = names.into_iter().enumerate();
    let own = own.filter(|(index, _)| shard.contains(*index));
    Ok(own.map(|(_, name)| name).collect())
}

/// Returns the addresses of all parts. The provider itself is last, because it is configured again.
fn addresses(all: &ProviderSchema) -> Vec<String> {
    let functions = all.functions.keys();
    let functions = functions.map(|name| (PartKind::Function, name.as_str()));
    let mut parts: Vec<_> = blocks(all).map(|(part, _)| part).chain(functions).collect();
    parts.sort_unstable();
    let addresses = parts.into_iter().map(|(kind, name)| kind.address(name));
    addresses.collect()
}

/// Returns the block of a part that has configurations.
fn block<'a>(all: &'a ProviderSchema, address: &str) -> Option<&'a Block> {
    let part = PartKind::of_address(address);
    let found = blocks(all).find(|(other, _)| *other == part);
    found.map(|(_, block)| block)
}

/// Returns the blocks of all parts that have configurations.
fn blocks(all: &ProviderSchema) -> impl Iterator<Item = ((PartKind, &str), &Block)> {
    all.blocks().filter_map(|(kind, name, block)| {
        let kind = match kind {
            SchemaKind::Resource => PartKind::Resource,
            SchemaKind::DataSource => PartKind::DataSource,
            SchemaKind::EphemeralResource => PartKind::EphemeralResource,
            SchemaKind::ListResource => PartKind::ListResource,
            SchemaKind::Action => PartKind::Action,
            SchemaKind::Provider => PartKind::Provider,
            _ => return None,
        };
        Some(((kind, name), block))
    })
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

/// Checks that the known configurations match the schemas.
fn check_known(harness: &Harness, known: &Known) -> Result<(), String> {
    for (name, configs) in known {
        let Some(block) = block(harness.schema(), name) else {
            return Err(format!("--known: the provider has no {name}"));
        };
        if PartKind::of_address(name).0 != PartKind::Resource {
            for (index, config) in configs.iter().enumerate() {
                let read = block.config_from_json(&config.to_string());
                read.map_err(|error| format!("--known: {name}[{index}]: {error}"))?;
            }
            continue;
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
    (progress, control): (&Progress, &Control),
) -> Resource {
    let (began, calls) = (Instant::now(), harness.calls());
    let refusals = RefCell::new(Refusals::default());
    control.begin_type(name, arguments.type_timeout());
    progress.begin_type(name);
    // State that one type leaves in the provider's memory must not affect the following type.
    harness.restart();
    let mut tolerant = harness.fresh();
    for allow in arguments.allowed.iter().filter(|one| one.covers(name)) {
        tolerant = tolerant.allow(allow.lint, tfvalue::Path::root());
    }
    let (kind, own_name) = PartKind::of_address(name);
    let mut property = Property::of(kind, own_name, || tolerant.fresh())
        .cases(arguments.cases)
        .seed(arguments.seed)
        .tolerate_errors()
        .before_case(|number| {
            control.begin_case(number);
            progress.begin_case(harness.calls());
        })
        .on_refusal(|error| refusals.borrow_mut().add(error))
        .until(|| control.stop().is_some())
        .guess_import();
    if let Some(import) = arguments.imports.iter().find(|one| one.covers(name)) {
        property = property.import(|state| import.id(state));
    }
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
    let stopped = control.stop();
    let (limits, last) = control.end_type();
    // A failure that results from a cancelled call is not a fault.
    let findings = failures.iter();
    let findings = findings.filter(|one| !(control.has_cancelled() && one.case == last));
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
        refusals: refusals.take().most(),
        limits,
        stopped,
    }
}
