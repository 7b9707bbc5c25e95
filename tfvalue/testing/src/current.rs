//! The current object, which is the stored state after an upgrade and a refresh.

use tfvalue::Value;
use tfvalue::rules::{self, Phase};
use tfvalue::tfplugin6::{RawState, read_resource, upgrade_resource_state};

use super::change::compare_private;
use super::finding::{Finding, FindingKind};
use super::instance::{Current, Instance, Stored};
use super::interrupt::missing;
use super::lint::Lint;
use super::removed::without_removed;
use super::run::{Go, Run};

const UPGRADE: &str = "UpgradeResourceState";
pub(super) const READ: &str = "ReadResource";

/// The framework's error about an object without an identity. Authors of providers do not expect this error for an
/// object that does not exist.
pub(super) const NO_IDENTITY: &str = "Missing Resource Identity After Read";

fn has_no_identity(finding: &Finding) -> bool {
    finding.kind == FindingKind::Bug && finding.problem.starts_with(NO_IDENTITY)
}

impl<'h> Instance<'h> {
    /// Upgrades and refreshes the stored state. Returns `None` if there is no object.
    pub(super) fn current(&self, run: &mut Run<'h>) -> Go<Option<Current>> {
        let Some(stored) = self.stored.clone() else {
            return Ok(None);
        };
        let current = self.upgraded(run, stored)?;
        if !run.core.refreshes {
            return Ok(Some(current));
        }
        self.refreshed(run, &current)
    }

    /// Upgrades a stored state together with its identity.
    pub(super) fn upgraded(&self, run: &mut Run<'h>, stored: Stored) -> Go<Current> {
        let value = self.upgraded_state(run, stored.clone())?;
        let identity =
            self.upgraded_identity(run, stored.identity.as_ref(), stored.identity_version)?;
        Ok(Current::of(value, Stored { identity, ..stored }))
    }

    pub(super) fn upgraded_state(&self, run: &mut Run<'h>, mut stored: Stored) -> Go<Value> {
        if stored.version == self.schema.version {
            if let Some(rest) = without_removed(&stored.json, &run.ty) {
                stored.json = rest;
            }
        }
        let request = upgrade_resource_state::Request {
            type_name: self.type_name.clone(),
            version: stored.version,
            raw_state: Some(RawState {
                json: stored.json.clone().into_bytes(),
                ..RawState::default()
            }),
        };
        let response: upgrade_resource_state::Response = run.call(UPGRADE, &request)?;
        run.diagnose(response.diagnostics)?;
        let value = run.read(UPGRADE, response.upgraded_state)?;
        let faults = rules::check_upgrade(run.block, &value);
        run.rules(UPGRADE, faults)?;
        self.compare_upgraded(run, &stored, &value);
        Ok(value)
    }

    pub(super) fn refreshed(&self, run: &mut Run<'h>, current: &Current) -> Go<Option<Current>> {
        let Some(read) = self.read(run, current)? else {
            return Ok(None);
        };
        compare_private(run, READ, &current.private, &read.private);
        let identities = [current.identity.as_ref(), read.identity.as_ref()];
        self.compare_identities(run, READ, identities);
        Ok(Some(read))
    }

    /// Reads an object, which may have been imported.
    pub(super) fn read(&self, run: &mut Run<'h>, current: &Current) -> Go<Option<Current>> {
        let request = read_request(self, run, current)?;
        let response: read_resource::Response = run.call(READ, &request)?;
        if let Err(stop) = run.diagnose(response.diagnostics) {
            missing(run, READ, Lint::ReadFailsIfMissing);
            let findings = &mut run.outcome.findings;
            let is_missing = |one: &Finding| one.kind == Lint::ReadFailsIfMissing.into();
            // An error that names itself a bug of the provider would also occur for an object that exists.
            let is_bug = |one: &Finding| one.method == READ && one.kind == FindingKind::Bug;
            if findings.iter().any(is_missing) && findings.iter().any(is_bug) {
                findings.retain(|one| !is_missing(one) && !has_no_identity(one));
            }
            return Err(stop);
        }
        run.defer(Phase::Refresh, response.deferred.as_ref())?;
        let value = run.read(READ, response.new_state)?;
        let faults = rules::check_refresh(run.block, &value);
        run.rules(READ, faults)?;
        if value.is_null() {
            run.core.interruption.is_seen();
            return Ok(None);
        }
        let value = if rules::may_be_legacy(run.block) {
            rules::normalize_legacy_object(run.block, &value)
        } else {
            value
        };
        Ok(Some(Current {
            value,
            private: response.private,
            identity: response.new_identity,
            is_tainted: current.is_tainted,
        }))
    }
}

pub(super) fn read_request(
    object: &Instance<'_>,
    run: &mut Run<'_>,
    current: &Current,
) -> Go<read_resource::Request> {
    Ok(read_resource::Request {
        type_name: object.type_name.clone(),
        current_state: run.write(READ, &current.value)?,
        private: current.private.clone(),
        current_identity: current.identity.clone(),
        client_capabilities: Some(run.core.client()),
        ..read_resource::Request::default()
    })
}
