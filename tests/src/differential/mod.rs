//! The comparison with the reference implementation over random cases.
//!
//! A case is a type constraint and an input: MessagePack or JSON of a random value, as tfvalue
//! writes it, as a careless writer might, or damaged; or a type constraint itself. Both read it,
//! and write what they have read as MessagePack and as JSON. They must agree to the byte, or both
//! refuse, but for the [differences](Difference) that are meant to be.
//!
//! Some cases hold dynamic below collections, whose elements may differ in their types, at which
//! the reference implementation panics. Of these, tfvalue must write just what the other reads; and
//! whatever tfvalue writes of an input that the other refuses, the other must read.

mod case;
mod compare;
mod difference;
mod explain;
mod foreign;
mod mutate;
mod oracle;
mod relaxed;
mod repair;
mod sloppy;
mod sloppy_json;
mod uneven;
mod unicode;

use std::collections::BTreeMap;
use std::fmt;
use std::io;

pub use self::case::Case;
pub use self::compare::{Verdict, judge};
pub use self::difference::Difference;
pub use self::oracle::{Answer, Op, Oracle, Outcome};
pub use self::unicode::is_newer_than_15;

/// How many cases are asked at once.
const BATCH: u64 = 512;

/// How many failures are kept in words.
const SHOWN: usize = 20;

/// What came of many cases.
#[derive(Debug, Default)]
pub struct Report {
    /// How many were the same, byte for byte.
    pub same: u64,
    /// How many both refused.
    pub refused: u64,
    /// How many showed a difference that is on the list, by name.
    pub listed: BTreeMap<Difference, u64>,
    /// How many had nothing but listed differences.
    pub explained: u64,
    /// How many outputs the reference implementation reads, of inputs that it refuses.
    pub read_again: u64,
    /// How many failed.
    pub failed: u64,
    /// The first failures, in words.
    pub failures: Vec<String>,
}

/// Compares the cases of a seed, from a first one on.
///
/// # Errors
///
/// If the oracle ends early.
pub fn run(oracle: &mut Oracle, seed: u64, first: u64, count: u64) -> io::Result<Report> {
    let mut report = Report::default();
    let mut from = first;
    while from < first + count {
        let to = (from + BATCH).min(first + count);
        let mut cases = Vec::new();
        for number in from..to {
            match Case::new(seed, number) {
                Ok(case) => cases.push(case),
                Err(error) => report.fail(format!("--seed {seed} --first {number}: {error}")),
            }
        }
        from = to;
        let types: Vec<String> = cases.iter().map(|case| case.ty.to_json()).collect();
        let requests: Vec<_> = cases
            .iter()
            .zip(&types)
            .map(|(case, ty)| (case.op, ty.as_str(), case.input.as_slice()))
            .collect();
        let answers = oracle.ask(&requests)?;
        let mut written = Vec::new();
        for ((case, ty), answer) in cases.iter().zip(&types).zip(&answers) {
            report.add(case, judge(case, answer));
            let outputs = compare::written(case, answer).into_iter();
            written.extend(outputs.map(|(op, output)| (case, ty, op, output)));
        }
        let requests: Vec<_> = written
            .iter()
            .map(|(_, ty, op, output)| (*op, ty.as_str(), output.as_slice()))
            .collect();
        for ((case, _, op, output), answer) in written.iter().zip(oracle.ask(&requests)?) {
            report.add_output(case, *op, output, &answer);
        }
    }
    Ok(report)
}

impl Report {
    fn add(&mut self, case: &Case, verdict: Verdict) {
        match verdict {
            Verdict::Same => self.same += 1,
            Verdict::BothRefuse => self.refused += 1,
            Verdict::Listed(names) => {
                self.explained += 1;
                for name in names {
                    *self.listed.entry(name).or_default() += 1;
                }
            }
            Verdict::Failed(words) => self.fail(format!("{case}\n  {words}")),
        }
    }

    /// Takes the answer to what we wrote of an input that the reference implementation refused.
    fn add_output(&mut self, case: &Case, op: Op, output: &[u8], answer: &Answer) {
        match answer.read.done() {
            Some(_) => self.read_again += 1,
            None => self.fail(format!(
                "{case}\n  we write {op:?} {}\n  theirs {:?}",
                output.escape_ascii(),
                answer.read
            )),
        }
    }

    fn fail(&mut self, words: String) {
        self.failed += 1;
        if self.failures.len() < SHOWN {
            self.failures.push(words);
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for failure in &self.failures {
            writeln!(f, "FAILED {failure}\n")?;
        }
        writeln!(f, "{:>9} the same bytes", self.same)?;
        writeln!(f, "{:>9} refused by both", self.refused)?;
        writeln!(f, "{:>9} with listed differences:", self.explained)?;
        for (name, count) in &self.listed {
            writeln!(f, "{count:>9}   {name}")?;
        }
        writeln!(
            f,
            "{:>9} outputs that it reads, of inputs that it refuses",
            self.read_again
        )?;
        let passed = self.same + self.refused + self.explained;
        write!(f, "{passed} passed, {} failed", self.failed)
    }
}
