//! Makes the calls of a recording again, and compares the responses.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::html::{self, Change, Secrets};
use tfvalue::schema::{ProviderSchema, diff};
use tfvalue::{Path, paths::Step};
use tfvalue_client::{CallError, Client, Options, message_channel};
use tokio::runtime::{Builder, Runtime};

use super::call::{Decoded, Part, Problem};
use super::record::{Call, Messages};
use super::schemas::{Schemas, announced};
use super::table::Entry;
use super::{options, show};
use crate::provider;
use crate::signals;
use crate::terminal::{Failure, Status, Streams, count};

/// The number of calls with each outcome.
#[derive(Default)]
struct Counts {
    compared: usize,
    different: usize,
    /// Calls that may change something.
    skipped: usize,
    /// Calls that were recorded without a response, or with more messages than are kept in memory.
    incomplete: usize,
}

/// Runs `trace replay`.
pub(crate) fn run(options: &options::Replay, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let sessions = show::recording(&options.recording)?;
    let mut old = Schemas::default();
    for call in sessions.iter().flat_map(|session| &session.calls) {
        Decoded::learn(call, &mut old);
    }
    let runtime = Builder::new_current_thread().build();
    let runtime = runtime.map_err(|error| Failure::unusable(error.to_string()))?;
    let counts = Arc::new(Mutex::new(Counts::default()));
    let last = Arc::clone(&counts);
    let _listening = signals::end_with(move || {
        let text = counts_text(&lock(&last));
        // It is possible that nobody reads the output.
        _ = anstream::stdout().write_all(text.as_bytes());
    })?;
    for session in sessions {
        let command = provider::command(&options.provider)?;
        let client = Options::new()
            .protocol(session.protocol)
            .start(&command)
            .wait();
        let client = client.map_err(|error| Failure::unusable(error.to_string()))?;
        let mut new = Schemas::of(Some(client.clone()));
        for call in &session.calls {
            let player = Player {
                client: &client,
                runtime: &runtime,
                options,
            };
            streams.print(player.replay(call, [&mut old, &mut new], &counts));
        }
    }
    let counts = lock(&counts);
    streams.print(counts_text(&counts));
    Ok(Status::of(counts.different == 0))
}

fn lock(counts: &Mutex<Counts>) -> MutexGuard<'_, Counts> {
    counts.lock().unwrap_or_else(PoisonError::into_inner)
}

fn counts_text(counts: &Counts) -> String {
    let calls = |number: usize| count(number, "call");
    let (compared, different) = (calls(counts.compared), counts.different);
    let mut text = format!("{compared} compared, {different} with differences\n");
    if counts.skipped > 0 {
        let (skipped, help) = (calls(counts.skipped), "use --apply to make them, too");
        text += &format!("{skipped} skipped that may change objects: {help}\n");
    }
    if counts.incomplete > 0 {
        let incomplete = calls(counts.incomplete);
        text += &format!("{incomplete} skipped without a complete recording\n");
    }
    text
}

/// Makes calls again.
struct Player<'a> {
    client: &'a Client,
    runtime: &'a Runtime,
    options: &'a options::Replay,
}

impl Player<'_> {
    /// Makes a call again. Returns the differences.
    fn replay(&self, call: &Call, [old, new]: [&mut Schemas; 2], counts: &Mutex<Counts>) -> String {
        let recorded = Decoded::new(call, old);
        let name = call
            .method
            .in_version(6)
            .map_or(call.method.name, |method| method.name);
        if recorded.entry.is_some_and(Entry::changes) && !self.options.apply {
            lock(counts).skipped += 1;
            return String::new();
        }
        let is_complete =
            call.end.is_some() && call.requests.is_complete() && call.responses.is_complete();
        if !is_complete || name == "StopProvider" {
            lock(counts).incomplete += usize::from(!is_complete);
            return String::new();
        }
        let again = make(call, self.client, self.runtime);
        lock(counts).compared += 1;
        let decoded = Decoded::new(&again, new);
        let lines = match (&call.error, &again.error) {
            (None, None) if call.responses.kept == again.responses.kept => return String::new(),
            (None, None) => match schemas_of(call.method.version, name, [call, &again]) {
                Some([was, now]) => schema_lines(&was, &now),
                None => compare(&recorded, &decoded, &self.options.ignored),
            },
            (was, now) if was == now => return String::new(),
            (was, now) => vec![
                error_line(was.as_deref(), &recorded),
                error_line(now.as_deref(), &decoded),
            ],
        };
        if lines.is_empty() {
            return String::new();
        }
        lock(counts).different += 1;
        let head = format!("{} {}\n", call.method.name, recorded.subject);
        let lines = lines.iter().map(|line| format!("  {line}\n"));
        head + &lines.collect::<String>()
    }
}

fn error_line(error: Option<&str>, decoded: &Decoded) -> String {
    match error {
        Some(error) => format!("the call failed: {}", decoded.masked(error)),
        None => "the call succeeded".to_owned(),
    }
}

/// Repeats a call with the new provider.
fn make(call: &Call, client: &Client, runtime: &Runtime) -> Call {
    let (sender, mut receiver) = message_channel();
    let requests = call.requests.kept.iter().cloned().collect();
    let stream = client.stream(call.method, requests, sender);
    let receive = async {
        let mut responses = Messages::default();
        // The outcome of the call contains the error.
        while let Ok(Some(message)) = receiver.next().await {
            responses.add(message);
        }
        responses
    };
    let (ended, responses) = runtime.block_on(async { tokio::join!(stream, receive) });
    Call {
        method: call.method,
        start: call.start,
        end: call.end,
        requests: call.requests.clone(),
        responses,
        error: ended.err().map(|error| CallError::from(error).to_string()),
    }
}

/// Reads the schemas from two responses, if they are responses of `GetProviderSchema`.
fn schemas_of(version: u32, name: &str, calls: [&Call; 2]) -> Option<[ProviderSchema; 2]> {
    if name != "GetProviderSchema" {
        return None;
    }
    let [was, now] = calls.map(|call| announced(version, call.responses.kept.first()?));
    Some([was?, now?])
}

fn schema_lines(was: &ProviderSchema, now: &ProviderSchema) -> Vec<String> {
    diff::compare_providers(was, now)
        .iter()
        .map(ToString::to_string)
        .collect()
}

/// Compares two responses part by part.
fn compare(was: &Decoded, now: &Decoded, ignored: &[String]) -> Vec<String> {
    let is_ignored = |name: &str| ignored.iter().any(|ignored| ignored == name);
    let mut lines = Vec::new();
    let labels = was
        .parts
        .iter()
        .chain(&now.parts)
        .filter(|part| part.is_response);
    let labels: BTreeSet<_> = labels.map(|part| part.label.as_str()).collect();
    for label in labels {
        match (was.part(label), now.part(label)) {
            (Some(was), Some(now)) => lines.extend(compare_values(was, now, ignored)),
            (was, _) => {
                let words = if was.is_some() {
                    "is missing now"
                } else {
                    "is new"
                };
                lines.push(format!("{label}: {words}"));
            }
        }
    }
    if was.private != now.private && !is_ignored("private") {
        lines.push("private: the private data differs".to_owned());
    }
    // The size of private data is compared above.
    let notes = |one: &Decoded| -> BTreeSet<(String, String)> {
        let private = |name: &str| one.private.iter().any(|(label, _)| label == name);
        one.notes
            .iter()
            .filter(|(name, _)| !private(name))
            .cloned()
            .collect()
    };
    sides(&mut lines, &notes(was), &notes(now), |(name, text)| {
        format!("{name}: {text}")
    });
    let unreadable = |one: &Decoded| one.unreadable.iter().cloned().collect();
    sides(
        &mut lines,
        &unreadable(was),
        &unreadable(now),
        String::clone,
    );
    let problems =
        |one: &Decoded| -> BTreeSet<String> { one.problems.iter().map(problem_text).collect() };
    sides(&mut lines, &problems(was), &problems(now), String::clone);
    lines
}

/// Adds the fields that occur in only one of the responses.
fn sides<T: Ord>(
    lines: &mut Vec<String>,
    was: &BTreeSet<T>,
    now: &BTreeSet<T>,
    text: impl Fn(&T) -> String,
) {
    lines.extend(
        was.difference(now)
            .map(|one| format!("recorded only: {}", text(one))),
    );
    lines.extend(
        now.difference(was)
            .map(|one| format!("now only: {}", text(one))),
    );
}

fn problem_text(problem: &Problem) -> String {
    let level = if problem.is_error { "error" } else { "warning" };
    let at = if problem.path.is_empty() {
        String::new()
    } else {
        format!(" at {}", problem.path)
    };
    format!("{level}{at}: {}: {}", problem.summary, problem.detail)
}

fn compare_values(was: &Part, now: &Part, ignored: &[String]) -> Vec<String> {
    let is_ignored = |path: &Path| {
        let names = |step: &Step| matches!(step, Step::Attribute(name) if ignored.iter().any(|one| *one == **name));
        path.steps().iter().any(names)
    };
    let rows = |part: &Part| {
        let secrets = part
            .block
            .as_deref()
            .map_or_else(Secrets::nothing, Secrets::of_block);
        html::changes(&[&was.value, &now.value], &[(0, 1)], &secrets)
    };
    let (rows, others) = (rows(was), rows(now));
    let label = &was.label;
    let is_other = |path: &Path| !is_ignored(path);
    let mut differences = was
        .value
        .differences(&now.value)
        .map(|one| one.path)
        .filter(is_other)
        .peekable();
    if differences.peek().is_none() {
        return Vec::new();
    }
    if rows != others {
        // The responses can have different sensitive parts, so a part that is sensitive in either response is not
        // shown.
        let first = |path: Path| {
            path.steps()
                .first()
                .map_or_else(String::new, |step| Path::from(step.clone()).to_string())
        };
        let names: BTreeSet<_> = differences.map(first).collect();
        return names
            .iter()
            .map(|name| format!("{label}.{name}: differs, and is not shown"))
            .collect();
    }
    let shown = rows
        .iter()
        .filter(|row| !row.path.parse::<Path>().is_ok_and(|path| is_ignored(&path)));
    let line = |row: &Change| {
        let dot = if row.path.is_empty() || row.path.starts_with('[') {
            ""
        } else {
            "."
        };
        format!(
            "{label}{dot}{}: recorded {}, now {}",
            row.path, row.cells[0], row.cells[1]
        )
    };
    shown.map(line).collect()
}
