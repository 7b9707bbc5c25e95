//! The files of a report, the baseline, and the exit status.

use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io;
use std::path::Path;

use tfvalue_testing::PartKind;

use super::arguments::{Outputs, Require};
use super::report::{Report, Resource};
use super::{junit, page, sarif, text};
use crate::files::{self, save};
use crate::terminal::{Failure, Status, Streams};

/// Writes reports.
#[derive(Clone)]
pub(crate) struct Writer {
    outputs: Outputs,
    /// The fingerprints of the findings that are in the baseline.
    known: BTreeSet<String>,
}

impl Writer {
    /// Reads the baseline, and checks that the files can be written.
    pub(crate) fn new(outputs: &Outputs) -> Result<Self, Failure> {
        let known = match &outputs.baseline {
            Some(path) => {
                let report = Report::read(path).map_err(Failure::usage)?;
                let findings = report.findings();
                findings.map(|(_, one)| one.fingerprint.clone()).collect()
            }
            None => BTreeSet::new(),
        };
        let Outputs {
            json,
            junit,
            sarif,
            html,
            ..
        } = outputs;
        for path in [json, junit, sarif, html].into_iter().flatten() {
            check(path).map_err(|error| {
                Failure::usage(format!("cannot write {}: {error}", path.display()))
            })?;
        }
        let outputs = outputs.clone();
        Ok(Writer { outputs, known })
    }

    /// Writes an intermediate report from which the run can be continued.
    pub(crate) fn save(&self, report: &Report) -> Result<(), String> {
        match &self.outputs.json {
            Some(path) => report.write(path),
            None => Ok(()),
        }
    }

    /// Prints the report, and writes it to the files.
    pub(crate) fn write(
        &self,
        report: &mut Report,
        streams: &mut Streams<'_>,
    ) -> Result<(), Failure> {
        self.mark_known(report);
        streams.print(text::text(report));
        if let Some(problem) = self.too_little(report) {
            streams.fail(&problem);
        }
        self.write_files(report).map_err(Failure::unusable)
    }

    /// Prints and writes the report when the program is about to exit.
    pub(crate) fn write_at_once(&self, report: &Report) {
        let mut report = report.clone();
        report.complete();
        let mut streams = Streams {
            input: &mut io::empty(),
            output: &mut anstream::stdout(),
            errors: &mut anstream::stderr(),
        };
        if let Err(failure) = self.write(&mut report, &mut streams) {
            streams.fail(&failure.message);
        }
    }

    /// Returns the exit status of a run that was not interrupted.
    pub(crate) fn status(&self, report: &Report) -> Status {
        if report.has_findings() {
            Status::Findings
        } else if self.too_little(report).is_some() {
            Status::TooLittle
        } else {
            Status::Fine
        }
    }

    fn write_files(&self, report: &Report) -> Result<(), String> {
        if let Some(path) = &self.outputs.json {
            report.write(path)?;
        }
        if let Some(path) = &self.outputs.junit {
            save(path, junit::text(report).as_bytes())?;
        }
        if let Some(path) = &self.outputs.sarif {
            save(path, sarif::text(report).as_bytes())?;
        }
        if let Some(path) = &self.outputs.html {
            save(path, page::text(report).as_bytes())?;
        }
        Ok(())
    }

    fn mark_known(&self, report: &mut Report) {
        for resource in &mut report.resources {
            for finding in &mut resource.findings {
                finding.is_known = self.known.contains(&finding.fingerprint);
            }
        }
    }

    /// Returns a description of the missing part, if less was examined than is required.
    fn too_little(&self, report: &Report) -> Option<String> {
        let is_examined = |one: &&Resource| one.is_examined() || !one.findings.is_empty();
        let types = report.resources.iter().filter(is_examined).count();
        let sum = |of: fn(&Resource) -> u64| report.resources.iter().map(of).sum::<u64>();
        let accepted = sum(|one| one.accepted);
        let all = accepted + sum(|one| one.rejected);
        let Some(Require {
            types: most,
            configurations,
        }) = self.outputs.require
        else {
            // The configuration of the provider says little about its types.
            let provider = PartKind::Provider.address("");
            let counts = |one: &&Resource| one.name != provider || report.selected == 1;
            let mut examined = report.resources.iter().filter(is_examined).filter(counts);
            let problem = "nothing was examined: the provider rejects the configurations";
            let is_nothing = examined.next().is_none() && report.selected > 0;
            return is_nothing.then(|| problem.to_owned());
        };
        let share = |part: f64, whole: f64| {
            if whole > 0.0 {
                part / whole * 100.0
            } else {
                100.0
            }
        };
        #[allow(clippy::cast_precision_loss)] // not that many
        let (of_types, of_all) = (
            share(types as f64, report.selected as f64),
            share(accepted as f64, all as f64),
        );
        if of_types < most {
            let selected = report.selected;
            return Some(format!(
                "too little was examined: {types} of {selected} resource types, {of_types:.1} %, but --require has {most} %"
            ));
        }
        (of_all < configurations).then(|| {
            format!(
                "too little was examined: {accepted} of {all} configurations were accepted, {of_all:.1} %, but --require \
                 has {configurations} %"
            )
        })
    }
}

/// Checks that a file can be written, without changing an existing file.
fn check(path: &Path) -> io::Result<()> {
    let part = files::part(path);
    OpenOptions::new().create(true).append(true).open(&part)?;
    if part == path {
        return Ok(());
    }
    fs::remove_file(&part)
}
