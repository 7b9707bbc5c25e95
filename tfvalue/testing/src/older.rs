//! Creates states of older versions of a provider in another process. The schemas of these versions are not known.

use tfvalue::{Path, Value, json};

use super::advice;
use super::blame;
use super::edit::{self, Place};
use super::finding::{Finding, FindingKind};
use super::instance::{Instance, Stored};
use super::lint::Lint;
use super::outcome::Outcome;
use super::plans;
use super::run::{Go, Run};

/// The number of older versions that are tried, because a provider can announce any version number.
const VERSIONS: i64 = 8;

impl<'h> Instance<'h> {
    /// Upgrades a stored state as if it had been written by each of the previous versions of the provider, with the
    /// same attributes. Only few differences are findings, because the other attributes of these versions and the
    /// reasons for errors are only guesses.
    pub(super) fn upgrade_older(&mut self, stored: &Stored) -> Outcome {
        self.run("upgrade", |object, run| {
            let first = stored.version.saturating_sub(VERSIONS).max(0);
            let created = object.as_created(run, stored);
            for version in first..stored.version {
                object.upgrade_from(run, stored, version)?;
                if let Some(created) = &created {
                    object.upgrade_from(run, created, version)?;
                }
            }
            Ok(())
        })
    }

    /// Returns the state as SDKv2 has stored it directly after a change, with null where a refresh has stored an empty
    /// collection. Returns `None` if there is no such collection.
    fn as_created(&self, run: &Run<'h>, stored: &Stored) -> Option<Stored> {
        if !run.core.is_legacy.get() || stored.version == 0 {
            return None;
        }
        let value = json::value_from_slice(stored.json.as_bytes(), &run.ty).ok()?;
        let created = value.clone().transform(|path, part| {
            let is_attribute = matches!(edit::place(run.block, path), Place::Attribute(_));
            Ok(if is_attribute && advice::is_empty(&part) {
                Value::null(part.ty())
            } else {
                part
            })
        });
        let created = created.ok().filter(|created| *created != value)?;
        let json = json::value_to_string(&created, &run.ty).ok()?;
        Some(Stored {
            json,
            ..stored.clone()
        })
    }

    fn upgrade_from(&self, run: &mut Run<'h>, stored: &Stored, version: i64) -> Go<()> {
        let stored = Stored {
            version,
            ..stored.clone()
        };
        let mut guess = Run::quiet(run.core, "", &run.type_name, run.block);
        if self.upgraded_state(&mut guess, stored.clone()).is_err() {
            let mut findings = guess.outcome.findings.into_iter();
            if let Some(failed) = findings.next() {
                let is_fault = match failed.kind {
                    FindingKind::Bug => is_missing_upgrade(&failed.problem),
                    FindingKind::Crash => self.upgrades_without_nulls(run, stored),
                    _ => false,
                };
                if is_fault {
                    run.add(failed);
                }
            }
            return Ok(());
        }
        if !run.core.is_legacy.get() {
            // Only SDKv2 passes all attributes to an upgrade. Other providers leave out attributes that the older
            // version did not have.
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

    /// Upgrades a state in which no attribute is null. If this succeeds, an older version had the attributes with the
    /// same types, and null was the reason for a crash.
    fn upgrades_without_nulls(&self, run: &Run<'h>, stored: Stored) -> bool {
        let Ok(value) = json::value_from_slice(stored.json.as_bytes(), &run.ty) else {
            return false;
        };
        let full = plans::without_nulls(&value, &run.ty);
        let json = full.and_then(|full| json::value_to_string(&full, &run.ty));
        let Ok(json) = json else {
            return false;
        };
        let mut guess = Run::quiet(run.core, "", &run.type_name, run.block);
        self.upgraded_state(&mut guess, Stored { json, ..stored })
            .is_ok()
    }
}

/// Returns `true` if the framework's error reports that there is no upgrade from the version, or that the upgrade
/// returns nothing. Other errors can have their cause in the state, which is a guess.
fn is_missing_upgrade(problem: &str) -> bool {
    let problem = blame::in_one_line(problem);
    problem.contains("expecting an implementation for version")
        || problem.contains("Missing Upgraded Resource State")
}

/// Returns `true` for an attribute whose value comes from the configuration. Reading restores the other attributes.
fn is_configured(run: &Run<'_>, path: &Path) -> bool {
    matches!(edit::place(run.block, path), Place::Attribute(one) if one.required || one.optional && !one.computed)
}
