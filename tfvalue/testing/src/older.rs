//! States of older versions of a provider in another process, whose schemas are not known.

use tfvalue::Path;

use super::advice;
use super::edit::{self, Place};
use super::finding::{Finding, FindingKind};
use super::instance::{Instance, Stored};
use super::lint::Lint;
use super::outcome::Outcome;
use super::run::{Go, Run};

/// How many older versions are tried: a provider can announce any number.
const VERSIONS: i64 = 8;

impl<'h> Instance<'h> {
    /// Upgrades a stored state as if the last older versions of the provider had written it, with the same attributes.
    /// Only a value that is lost is a finding: the other attributes of these versions are a guess, and so is the reason
    /// for an error.
    pub(super) fn upgrade_older(&mut self, stored: &Stored) -> Outcome {
        self.run("upgrade", |object, run| {
            let first = stored.version.saturating_sub(VERSIONS).max(0);
            for version in first..stored.version {
                object.upgrade_from(run, stored, version)?;
            }
            Ok(())
        })
    }

    fn upgrade_from(&self, run: &mut Run<'h>, stored: &Stored, version: i64) -> Go<()> {
        let stored = Stored {
            version,
            ..stored.clone()
        };
        let mut guess = Run::quiet(run.core, "", &run.type_name, run.block);
        if self.upgraded_state(&mut guess, stored).is_err() {
            return Ok(());
        }
        let lost = guess.outcome.findings.into_iter().filter(|one| {
            one.kind == FindingKind::Lint(Lint::UpgradeChanged)
                && is_configured(run, &one.path)
                && one
                    .expected
                    .as_ref()
                    .is_none_or(|old| !advice::is_zero(old))
        });
        for finding in lost.collect::<Vec<_>>() {
            let problem = format!("{}: a state of version {version} loses it", finding.problem);
            run.add(Finding { problem, ..finding });
        }
        Ok(())
    }
}

/// Returns `true` for an attribute that has a value from the configuration: reading restores the others.
fn is_configured(run: &Run<'_>, path: &Path) -> bool {
    matches!(edit::place(run.block, path), Place::Attribute(one) if one.required || one.optional && !one.computed)
}
