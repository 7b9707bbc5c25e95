//! Creates states of older versions of a provider in another process. The schemas of these versions are not known.

use tfvalue::Path;

use super::advice;
use super::edit::{self, Place};
use super::finding::{Finding, FindingKind};
use super::instance::{Instance, Stored};
use super::lint::Lint;
use super::outcome::Outcome;
use super::run::{Go, Run};

/// The number of older versions that are tried, because a provider can announce any version number.
const VERSIONS: i64 = 8;

impl<'h> Instance<'h> {
    /// Upgrades a stored state as if it had been written by each of the previous versions of the provider, with the
    /// same attributes. Only a lost value is a finding, because the other attributes of these versions and the reasons
    /// for errors are only guesses.
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

/// Returns `true` for an attribute whose value comes from the configuration. Reading restores the other attributes.
fn is_configured(run: &Run<'_>, path: &Path) -> bool {
    matches!(edit::place(run.block, path), Place::Attribute(one) if one.required || one.optional && !one.computed)
}
