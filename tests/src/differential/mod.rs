//! Compares tfvalue with go-cty, the reference implementation, on random inputs.
//!
//! A case is a type constraint and an input. The input is the MessagePack or the JSON of a random value, either as
//! tfvalue writes it, as a careless writer might write it, or corrupted; or the input is a type constraint itself. Both
//! implementations read the input and write the value as MessagePack and as JSON. Either the output must be identical,
//! or both must reject the input, except for the intended [differences](Difference).
//!
//! Some cases have dynamic values inside collections, whose elements may have different types. go-cty panics on many of
//! these cases. If go-cty rejects an input, it must still be able to read all output that tfvalue writes for the input.

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

/// The number of cases per batch.
const BATCH: u64 = 512;

/// The maximum number of failures that are described.
const SHOWN: usize = 20;

/// The results of many cases.
#[derive(Debug, Default)]
pub struct Report {
    /// The number of cases with identical output.
    pub same: u64,
    /// The number of cases that both implementations rejected.
    pub rejected: u64,
    /// The number of cases for each listed difference.
    pub listed: BTreeMap<Difference, u64>,
    /// The number of cases that have only listed differences.
    pub explained: u64,
    /// The number of our outputs that go-cty can read, for inputs that go-cty rejects.
    pub read_again: u64,
    /// The number of failed cases.
    pub failed: u64,
    /// Descriptions of the first failures.
    pub failures: Vec<String>,
}

/// Compares `count` cases for a seed, beginning with case `first`.
///
/// # Errors
///
/// Fails if the oracle exits early.
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
            Verdict::BothReject => self.rejected += 1,
            Verdict::Listed(names) => {
                self.explained += 1;
                for name in names {
                    *self.listed.entry(name).or_default() += 1;
                }
            }
            Verdict::Failed(description) => self.fail(format!("{case}\n  {description}")),
        }
    }

    /// Adds go-cty's response to our output for an input that go-cty rejected.
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

    fn fail(&mut self, description: String) {
        self.failed += 1;
        if self.failures.len() < SHOWN {
            self.failures.push(description);
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for failure in &self.failures {
            writeln!(f, "FAILED {failure}\n")?;
        }
        writeln!(f, "{:>9} the same bytes", self.same)?;
        writeln!(f, "{:>9} rejected by both", self.rejected)?;
        writeln!(f, "{:>9} with listed differences:", self.explained)?;
        for (name, count) in &self.listed {
            writeln!(f, "{count:>9}   {name}")?;
        }
        writeln!(
            f,
            "{:>9} outputs that go-cty reads, for inputs that it rejects",
            self.read_again
        )?;
        let passed = self.same + self.rejected + self.explained;
        write!(f, "{passed} passed, {} failed", self.failed)
    }
}
