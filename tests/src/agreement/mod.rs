//! Compares the verdicts of `tfvalue::rules` with those of a real Terraform.
//!
//! Each case is an object of a provider in this process. One of the provider's answers for it is mutated;
//! Terraform must print the faults that the rules find. Terraform handles many objects in one run.

mod case;
mod config;
mod crash;
mod diagnostics;
mod mutate;
mod parts;
mod provider;
pub mod replay;
mod schema;
mod values;

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Map, Value as Json, json};
use tfvalue::serve::InProcess;

use self::case::{BATCH, Case, Kind};
use self::config::Sources;
use self::diagnostics::{Fit, Printed};
use self::provider::{Expected, Provider, Record, Shared};
use crate::binary::Binary;

/// The result of a run.
#[derive(Default)]
pub struct Report {
    /// The number of cases, those that Terraform rejected, and those that disagree, for each kind.
    kinds: BTreeMap<Kind, [u64; 3]>,
    /// The number of cases for each mutation.
    mutations: BTreeMap<&'static str, u64>,
    /// The number of proposed new states that were compared.
    pub proposed: u64,
    /// The messages that differ only in their text.
    pub texts: Vec<String>,
    /// The cases that disagree, with their values.
    pub disagreements: Vec<String>,
}

impl Report {
    /// Returns the number of cases.
    #[must_use]
    pub fn cases(&self) -> u64 {
        self.kinds.values().map(|[cases, ..]| cases).sum()
    }

    /// Returns the number of cases that Terraform rejected.
    #[must_use]
    pub fn rejected(&self) -> u64 {
        self.kinds.values().map(|[_, rejected, _]| rejected).sum()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for text in &self.disagreements {
            writeln!(f, "{text}\n")?;
        }
        for text in self.texts.iter().take(20) {
            writeln!(f, "{text}")?;
        }
        for (name, cases) in &self.mutations {
            writeln!(f, "{cases:7} {name}")?;
        }
        for (kind, [cases, rejected, different]) in &self.kinds {
            let kind = format!("{kind:?}");
            writeln!(
                f,
                "{kind:12} {cases:7} cases {rejected:7} rejected {different:5} disagree"
            )?;
        }
        write!(
            f,
            "{} cases, {} rejected, {} proposed new states, {} other texts, {} disagreements",
            self.cases(),
            self.rejected(),
            self.proposed,
            self.texts.len(),
            self.disagreements.len()
        )
    }
}

/// Runs the cases of a seed from a first number.
///
/// # Errors
///
/// Fails if Terraform cannot be run, or a case cannot be created.
pub fn run(binary: &Binary, seed: u64, first: u64, count: u64) -> io::Result<Report> {
    let mut report = Report::default();
    let mut start = first;
    while start < first + count {
        let end = (first + count).min((start / BATCH + 1) * BATCH);
        let cases = (start..end).map(|number| Case::new(seed, number));
        let cases = cases
            .collect::<Result<Vec<_>, _>>()
            .map_err(io::Error::other)?;
        let mut left = cases;
        while !left.is_empty() {
            left = batch(binary, seed, left, &mut report).unwrap_or_else(|error| {
                let text = format!("cases {start} to {end} failed: {error}");
                report.disagreements.push(text);
                Vec::new()
            });
        }
        start = end;
    }
    Ok(report)
}

/// Runs some cases. If some of them fail before they can be applied, returns the others.
fn batch(
    binary: &Binary,
    seed: u64,
    cases: Vec<Case>,
    report: &mut Report,
) -> io::Result<Vec<Case>> {
    let folder = tempfile::tempdir()?;
    let source = format!("{}/example/agree", binary.host);
    let is_applied = Case::is_applied(cases[0].number);
    let mut sources = Sources::default();
    write_files(folder.path(), &source, &cases, &mut sources)?;
    let shared = Arc::new(Shared {
        seed,
        source,
        cases: cases.into_iter().map(|case| (case.number, case)).collect(),
        sources: sources.object().map_err(io::Error::other)?,
        is_applying: AtomicBool::new(false),
        records: Mutex::default(),
    });
    let served = InProcess::start(Provider(shared.clone()))?;
    let reattach = served.reattach(&shared.source, 6);
    let run = |arguments: &[&str]| -> io::Result<String> {
        let output = binary
            .command(folder.path())
            .args(arguments)
            .env("TF_REATTACH_PROVIDERS", &reattach)
            .output()?;
        if !output.stderr.is_empty() {
            let text = String::from_utf8_lossy(&output.stderr);
            return Err(io::Error::other(text.into_owned()));
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let mut printed = BTreeMap::new();
    let mut output = run(&["plan", "-json", "-input=false", "-out=plan.bin"])?;
    diagnostics::read(&output, &mut printed);
    if is_applied && printed.is_empty() {
        shared.is_applying.store(true, Ordering::SeqCst);
        output = run(&["apply", "-json", "-input=false", "plan.bin"])?;
        diagnostics::read(&output, &mut printed);
    }
    let is_done = !is_applied || shared.is_applying.load(Ordering::SeqCst);
    drop(served);
    let is_left = |number: u64| !is_done && !failed(&shared, &printed, number);
    let left: Vec<u64> = shared
        .cases
        .keys()
        .copied()
        .filter(|number| is_left(*number))
        .collect();
    compare(&shared, printed, report, &left);
    let left = left.into_iter().map(|number| Case::new(seed, number));
    left.collect::<Result<_, _>>().map_err(io::Error::other)
}

fn write_files(
    folder: &Path,
    source: &str,
    cases: &[Case],
    sources: &mut Sources,
) -> io::Result<()> {
    let mut sections: [Map<String, Json>; 3] = Default::default();
    let (mut states, mut imports) = (Vec::new(), Vec::new());
    for case in cases {
        let (ty, name) = (format!("agree_{}", case.ty), format!("c{}", case.number));
        if let Some(prior) = &case.prior {
            states.push(config::in_state(source, &ty, &name, prior, &case.block));
        }
        if case.kind == Kind::Import {
            imports.push(json!({ "to": case.address(), "id": case.number.to_string() }));
        }
        if case.kind == Kind::Delete {
            continue;
        }
        let section = match case.kind {
            Kind::Data => 1,
            Kind::Ephemeral => 2,
            _ => 0,
        };
        let body = config::body(&case.block, &case.config, sources);
        let section = sections[section].entry(ty).or_insert(json!({}));
        section[&*name] = body;
    }
    let [mut resources, data, ephemeral] = sections;
    resources.insert("agree_source".to_owned(), json!({ "u": {} }));
    let mut main = json!({
        "terraform": { "required_providers": { "agree": { "source": source } } },
        "resource": resources,
        "import": imports,
    });
    for (name, section) in [("data", data), ("ephemeral", ephemeral)] {
        if !section.is_empty() {
            main[name] = section.into();
        }
    }
    let state = json!({
        "version": 4,
        "serial": 1,
        "lineage": "8b2b1f9c-1d7b-4c1c-9a3f-0d5a4f2e6b11",
        "outputs": {},
        "resources": states,
    });
    fs::write(folder.join("main.tf.json"), main.to_string())?;
    fs::write(folder.join("terraform.tfstate"), state.to_string())?;
    fs::write(folder.join("cli.tfrc"), "")
}

/// Returns `true` if Terraform rejected a case, or should have.
fn failed(shared: &Shared, printed: &BTreeMap<Option<u64>, Vec<Printed>>, number: u64) -> bool {
    let records = shared
        .records
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    let record = records.get(&number);
    printed.contains_key(&Some(number)) || record.is_some_and(|record| !record.expected.is_empty())
}

fn compare(
    shared: &Shared,
    mut printed: BTreeMap<Option<u64>, Vec<Printed>>,
    report: &mut Report,
    left: &[u64],
) {
    let records = std::mem::take(
        &mut *shared
            .records
            .lock()
            .unwrap_or_else(PoisonError::into_inner),
    );
    let mut unplaced = printed.remove(&None).unwrap_or_default();
    let cases = shared
        .cases
        .iter()
        .filter(|(number, _)| !left.contains(number));
    for (number, case) in cases {
        let none = Record::default();
        let record = records.get(number).unwrap_or(&none);
        let printed = printed.remove(&Some(*number)).unwrap_or_default();
        let mut differences = record.differences();
        let is_rejected = !record.expected.is_empty() || !printed.is_empty();
        let (others, texts) = messages(&record.expected, &printed, &mut unplaced);
        differences.extend(others);
        report.texts.extend(texts);
        if record.log.is_empty() && !is_rejected {
            differences.push("the provider was not called".to_owned());
        }
        *report.mutations.entry(record.mutation).or_default() += 1;
        report.proposed += record.proposed;
        let counts = report.kinds.entry(case.kind).or_default();
        counts[0] += 1;
        counts[1] += u64::from(is_rejected);
        if !differences.is_empty() {
            counts[2] += 1;
            report.disagreements.push(format!(
                "case {number} of seed {}, {:?}, {}, legacy: {}\n{}\n  {}",
                shared.seed,
                case.kind,
                case.address(),
                case.legacy,
                differences.join("\n"),
                record.log.join("\n  "),
            ));
        }
    }
    let others = printed.into_values().flatten().chain(unplaced);
    let others = others.map(|other| format!("an error without a case: {other:?}"));
    report.disagreements.extend(others);
}

/// Returns `true` if Terraform replaces a message, because of a sensitive value elsewhere in the attribute.
fn is_within_secret(expected: &Expected, printed: &[Printed]) -> bool {
    let text = ": inconsistent values for sensitive attribute";
    let Expected::Fault { place, .. } = expected else {
        return false;
    };
    printed.iter().any(|other| {
        let before = other
            .detail
            .split(text)
            .next()
            .filter(|before| before.len() < other.detail.len());
        let start = before.and_then(|before| before.rsplit(" .").next());
        start.is_some_and(|start| {
            place
                .strip_prefix('.')
                .is_some_and(|it| it.starts_with(start))
        })
    })
}

/// Compares the messages that must be printed with those that are. Returns the differences, and the
/// number of messages with another text.
fn messages(
    expected: &[Expected],
    printed: &[Printed],
    unplaced: &mut Vec<Printed>,
) -> (Vec<String>, Vec<String>) {
    let mut left = printed.to_vec();
    let (mut differences, mut texts) = (Vec::new(), Vec::new());
    for one in expected {
        let is_unplaced = unplaced.iter().any(|other| other.fit(one) != Fit::No);
        let pool = match one {
            Expected::Undecodable { .. } if is_unplaced => &mut *unplaced,
            _ => &mut left,
        };
        let best = (0..pool.len()).max_by_key(|&index| (pool[index].fit(one), pool.len() - index));
        match best.map(|index| (index, pool[index].fit(one))) {
            Some((_, Fit::No)) | None if is_within_secret(one, printed) => {}
            Some((_, Fit::No)) | None => differences.push(format!("only expected: {one:?}")),
            Some((index, fit)) => {
                let other = pool.remove(index);
                if fit == Fit::Place {
                    texts.push(format!("text: {one:?}\n   is: {other:?}"));
                }
            }
        }
    }
    left.retain(|other| {
        let is_own = |one: &Expected| is_within_secret(one, std::slice::from_ref(other));
        // Several unknown elements of a set have the same path.
        !expected
            .iter()
            .any(|one| is_own(one) || other.fit(one) != Fit::No)
    });
    differences.extend(left.iter().map(|other| format!("only printed: {other:?}")));
    (differences, texts)
}
