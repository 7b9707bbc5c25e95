//! Compares the verdicts of `tfvalue::rules` with the verdicts of the Terraform program.
//!
//! Each case is an object that belongs to a provider in this process. One of the provider's responses for the object is
//! mutated; Terraform must print the faults that the rules find. Terraform handles many objects in a single run.

mod batch;
mod case;
mod compare;
mod computed;
mod config;
mod convert;
mod diagnostics;
mod files;
mod functions;
mod identity;
mod known;
mod mutate;
mod parts;
mod provider;
mod record;
pub mod replay;
mod report;
mod schema;
mod tofu;
mod values;
mod wire;

use std::io;

use self::batch::{Batch, Outcome};
use self::case::{Case, OTHERS, SHARE, next_batch};
pub use self::report::Report;
use tfvalue_testing::acceptance::Program;

/// Runs the cases for a seed, beginning with the given number; for every four cases, also runs one case about
/// functions. Up to `crashes` cases whose responses crash Terraform are also run individually.
///
/// # Errors
///
/// Fails if Terraform cannot be run, or if a case cannot be created.
pub fn run(
    binary: &Program,
    seed: u64,
    first: u64,
    count: u64,
    crashes: usize,
) -> io::Result<Report> {
    let mut run = Run {
        binary,
        seed,
        report: Report::default(),
        crashing: Vec::new(),
    };
    run.range(first, first + count)?;
    if first < OTHERS {
        run.range(OTHERS + first / SHARE, OTHERS + (first + count) / SHARE)?;
    }
    run.crashing.truncate(crashes);
    for (number, reason) in std::mem::take(&mut run.crashing) {
        run.crash(number, &reason)?;
    }
    Ok(run.report)
}

struct Run<'a> {
    binary: &'a Program,
    seed: u64,
    report: Report,
    /// The cases whose response was omitted because it crashes Terraform, with the reason.
    crashing: Vec<(u64, String)>,
}

impl Run<'_> {
    /// Runs the cases numbered from `start` up to, but not including, `end`.
    fn range(&mut self, mut start: u64, end: u64) -> io::Result<()> {
        while start < end {
            let next = end.min(next_batch(start));
            self.all((start..next).collect())?;
            start = next;
        }
        Ok(())
    }

    /// Runs cases until each case has been applied or rejected. If Terraform crashes, finds the case that causes the
    /// crash.
    fn all(&mut self, numbers: Vec<u64>) -> io::Result<()> {
        let mut left = numbers;
        while !left.is_empty() {
            let batch = self.batch(&left, false)?;
            left = match batch.run()? {
                Outcome::Done(done) => {
                    self.crashing.extend(done.crashing.iter().cloned());
                    done.compare(self.binary, self.seed, &mut self.report)
                }
                Outcome::Crashed { is_known: true, .. } if left.len() == 1 => {
                    self.report.crashes += 1;
                    let kind = Case::new(self.seed, left[0])
                        .map_err(io::Error::other)?
                        .kind;
                    let counts = self.report.kinds.entry(kind).or_default();
                    counts[0] += 1;
                    counts[1] += 1;
                    Vec::new()
                }
                Outcome::Crashed { text, .. } if left.len() == 1 => {
                    if let Some(reason) = known::crash(self.binary, &text) {
                        self.report.known.entry(reason).or_default().add(left[0]);
                        return Ok(());
                    }
                    let text = format!("case {} crashes Terraform: {text}", left[0]);
                    self.report.disagreements.push(text);
                    Vec::new()
                }
                Outcome::Crashed { .. } => {
                    let (first, second) = left.split_at(left.len() / 2);
                    self.all(first.to_vec())?;
                    second.to_vec()
                }
            };
        }
        Ok(())
    }

    /// Runs a case with a response that crashes Terraform.
    fn crash(&mut self, number: u64, reason: &str) -> io::Result<()> {
        match self.batch(&[number], true)?.run()? {
            Outcome::Crashed { .. } => self.report.crashes += 1,
            Outcome::Done(done) if done.is_rejected() => self.report.crashes += 1,
            // Terraform may crash during the next plan.
            Outcome::Done(done) => {
                let text = format!(
                    "case {number} does not crash Terraform yet\n  {reason}\n  {}",
                    done.text()
                );
                self.report.no_crashes.push(text);
            }
        }
        Ok(())
    }

    fn batch(&self, numbers: &[u64], may_crash: bool) -> io::Result<Batch<'_>> {
        let cases = numbers.iter().map(|number| {
            let mut case = Case::new(self.seed, *number)?;
            case.may_crash = may_crash;
            Ok(case)
        });
        let cases = cases.collect::<Result<_, tfvalue::Error>>();
        Batch::new(self.binary, self.seed, cases.map_err(io::Error::other)?)
    }
}
