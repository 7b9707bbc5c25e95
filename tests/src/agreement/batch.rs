//! Cases that Terraform handles in a single run.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tempfile::TempDir;
use tfvalue::rules::Deferrals;
use tfvalue::serve::InProcess;
use tfvalue_testing::acceptance::Program;

use super::case::Case;
use super::compare::{Seen, compare};
use super::config::Sources;
use super::diagnostics::{self, Printed};
use super::files::Files;
use super::provider::{Provider, Shared};
use super::record::Record;
use super::report::Report;

pub(super) struct Batch<'a> {
    binary: &'a Program,
    folder: TempDir,
    shared: Arc<Shared>,
}

/// The outcome of a batch.
pub(super) enum Outcome {
    Done(Done),
    Crashed {
        text: String,
        /// Whether, according to the rules, the last response crashes Terraform.
        is_known: bool,
    },
}

pub(super) struct Done {
    shared: Arc<Shared>,
    records: BTreeMap<u64, Record>,
    printed: BTreeMap<Option<u64>, Vec<Printed>>,
    /// The planned actions, if the plan was printed.
    actions: Option<BTreeMap<u64, String>>,
    /// The cases that cannot be applied because other cases were rejected earlier.
    left: Vec<u64>,
    /// The cases whose response was omitted because it crashes Terraform, with the reason.
    pub(super) crashing: Vec<(u64, String)>,
}

impl<'a> Batch<'a> {
    pub(super) fn new(binary: &'a Program, seed: u64, cases: Vec<Case>) -> io::Result<Self> {
        let folder = tempfile::tempdir()?;
        let source = format!("{}/example/agree", binary.host());
        let mut sources = Sources::default();
        let mut files = Files::new(&source);
        for case in &cases {
            files.add(case, &mut sources)?;
        }
        files.write(folder.path())?;
        let shared = Shared {
            seed,
            source,
            cases: cases.into_iter().map(|case| (case.number, case)).collect(),
            sources: sources.object().map_err(io::Error::other)?,
            is_applying: AtomicBool::new(false),
            records: Mutex::default(),
        };
        Ok(Batch {
            binary,
            folder,
            shared: Arc::new(shared),
        })
    }

    /// Plans the cases, and applies the plan if a case requires it.
    pub(super) fn run(self) -> io::Result<Outcome> {
        let shared = self.shared.clone();
        // A crash that a response causes may not occur until a later command.
        let may_crash = shared.cases.values().any(|case| case.may_crash);
        let is_applied = may_crash || shared.cases.keys().copied().any(Case::is_applied);
        let served = InProcess::start(Provider(self.shared.clone()))?;
        let reattach = served.reattach(&shared.source, 6);
        let mut printed = BTreeMap::new();
        let mut plan = vec!["plan", "-json", "-input=false", "-out=plan.bin"];
        if shared
            .cases
            .values()
            .any(|case| case.deferrals == Deferrals::Allowed)
        {
            plan.push("-allow-deferral");
        }
        let mut actions = None;
        if let Some(crash) = self.terraform(&plan, &reattach, &mut printed, &mut actions)? {
            return Ok(crashed(&crash, &shared.records));
        }
        let has_failed =
            |printed: &BTreeMap<_, Vec<Printed>>| printed.values().flatten().any(Printed::is_error);
        let is_done = !is_applied || !has_failed(&printed);
        if is_applied && is_done {
            shared.is_applying.store(true, Ordering::SeqCst);
            let apply = ["apply", "-json", "-input=false", "plan.bin"];
            let mut commands = vec![&apply[..]];
            if may_crash {
                commands.push(&plan);
            }
            for command in commands {
                if let Some(crash) = self.terraform(command, &reattach, &mut printed, &mut None)? {
                    return Ok(crashed(&crash, &shared.records));
                }
            }
        }
        drop(served);
        let records = &shared.records;
        let mut records =
            std::mem::take(&mut *records.lock().unwrap_or_else(PoisonError::into_inner));
        let is_left = |number: &u64| {
            let mut own = printed.get(&Some(*number)).into_iter().flatten();
            let is_rejected = records.get(number).is_some_and(Record::is_rejected);
            !is_done && !is_rejected && !own.any(Printed::is_error)
        };
        let left: Vec<u64> = shared.cases.keys().copied().filter(is_left).collect();
        for number in &left {
            records.remove(number);
            printed.remove(&Some(*number));
        }
        let crashing = records
            .iter()
            .filter_map(|(number, record)| Some((*number, record.crash.clone()?)));
        Ok(Outcome::Done(Done {
            crashing: crashing.collect(),
            records,
            printed,
            actions,
            left,
            shared,
        }))
    }

    /// Runs a command, and collects the messages that it prints and logs. Returns the message of a crash.
    fn terraform(
        &self,
        arguments: &[&str],
        reattach: &str,
        printed: &mut BTreeMap<Option<u64>, Vec<Printed>>,
        actions: &mut Option<BTreeMap<u64, String>>,
    ) -> io::Result<Option<String>> {
        let log = self.folder.path().join("log");
        let output = self
            .binary
            .command(self.folder.path())
            .args(arguments)
            .env("TF_LOG", "warn")
            .env("TF_LOG_PATH", &log)
            .env("TF_REATTACH_PROVIDERS", reattach)
            .output()?;
        if !output.stderr.is_empty() {
            let text = String::from_utf8_lossy(&output.stderr);
            return Ok(Some(text.into_owned()));
        }
        let text = String::from_utf8_lossy(&output.stdout);
        diagnostics::read(&text, printed);
        *actions = diagnostics::actions(&text);
        if let Ok(text) = fs::read(&log) {
            diagnostics::read_log(&String::from_utf8_lossy(&text), printed);
            fs::remove_file(&log)?;
        }
        Ok(None)
    }
}

impl Done {
    /// Adds the results to the report. Returns the remaining cases.
    pub(super) fn compare(self, binary: &Program, seed: u64, report: &mut Report) -> Vec<u64> {
        let cases = self.shared.cases.values();
        let cases = cases.filter(|case| !self.left.contains(&case.number));
        let seen = Seen {
            printed: self.printed,
            actions: self.actions,
        };
        compare(binary, seed, cases, &self.records, seen, report);
        self.left
    }

    /// Returns `true` if Terraform rejected a response without crashing, because it found no write-only attributes in
    /// the response.
    pub(super) fn is_rejected(&self) -> bool {
        let text = "Error validating write-only attributes";
        let mut all = self.printed.values().flatten();
        all.any(|printed| printed.detail.starts_with(text))
    }

    /// Returns a description of the result, for a report.
    pub(super) fn text(&self) -> String {
        let printed = &self.printed;
        format!("{printed:?}\n  {}", log_of(&self.records))
    }
}

fn crashed(text: &str, records: &Mutex<BTreeMap<u64, Record>>) -> Outcome {
    let records = records.lock().unwrap_or_else(PoisonError::into_inner);
    Outcome::Crashed {
        text: format!("{text}\n  {}", log_of(&records)),
        is_known: records.values().any(|record| record.crashes),
    }
}

/// Returns the logged calls of the cases.
fn log_of(records: &BTreeMap<u64, Record>) -> String {
    let logs = records.values().flat_map(|record| &record.log);
    let logs: Vec<&str> = logs.map(String::as_str).collect();
    logs.join("\n  ")
}
