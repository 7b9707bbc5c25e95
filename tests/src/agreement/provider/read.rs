//! The responses to calls that read: upgrade, refresh, import, data sources and ephemeral resources.

use tfvalue::rules::{
    Deferrals, Fault, OpenedEphemeral, Phase, Rule, check_data_source, check_deferral,
    check_ephemeral_resource, check_import, check_move, check_refresh, check_upgrade,
    normalize_legacy_object,
};
use tfvalue::schema::Block;
use tfvalue::tfplugin6::{
    DynamicValue, import_resource_state, move_resource_state, open_ephemeral_resource,
    read_data_source, read_resource, upgrade_resource_state,
};
use tfvalue::{Result, Value};

use super::{Shared, deferred, read};
use crate::agreement::case::{Case, Kind, OTHERS};
use crate::agreement::known::judges_as_tofu;
use crate::agreement::parts::parts;
use crate::agreement::record::Expected;
use crate::agreement::values;

/// Adds the faults that crash Terraform in the subsequent refresh, which returns the same state.
fn with_crashes(case: &Case, block: &Block, state: &Value, mut faults: Vec<Fault>) -> Vec<Fault> {
    if !faults.iter().any(Fault::is_fatal) {
        let crashes = refresh_faults(case, block, state);
        faults.extend(crashes.into_iter().filter(Fault::is_crash));
    }
    faults
}

/// Returns the faults in a refreshed state. Faults that only crash the subsequent plan are omitted if the configuration
/// has no blocks at the places of the faults.
fn refresh_faults(case: &Case, block: &Block, state: &Value) -> Vec<Fault> {
    let mut faults = check_refresh(block, state);
    let is_planned = |fault: &Fault| {
        let config = case.config.lookup(&fault.path);
        config.is_ok_and(|config| !config.is_unknown() && !parts(config).is_empty())
    };
    // Terraform checks for sensitive attributes first.
    let is_early = check_data_source(block, state).iter().any(Fault::is_crash);
    faults.retain(|one| !one.is_crash() || is_early || is_planned(one));
    faults
}

/// Returns `true` if a fault is inside an unknown value.
fn is_in_unknown(fault: &Fault, state: &Value) -> bool {
    let steps = fault.path.steps();
    (0..steps.len()).any(|end| {
        let around = state.lookup(&steps[..end].iter().cloned().collect());
        around.is_ok_and(Value::is_unknown)
    })
}

/// Returns the faults that crash Terraform in a deferred plan or result, where Terraform checks only for sensitive
/// attributes.
pub(super) fn deferred_crashes(case: &Case, block: &Block, value: &Value) -> Vec<Fault> {
    let mut faults = check_data_source(block, value);
    faults.retain(|fault| fault.is_crash() && case.deferrals == Deferrals::Allowed);
    faults
}

impl Shared {
    pub(super) fn upgrade(
        &self,
        request: &upgrade_resource_state::Request,
    ) -> Result<upgrade_resource_state::Response> {
        let ty = self.block_of(&request.type_name).implied_type();
        let state = request
            .raw_state
            .as_ref()
            .map(|raw| raw.decode_value_ignoring_unsupported(&ty));
        let state = state.transpose()?.unwrap_or(Value::null(ty.clone()));
        let upgraded = match self.case(&[&state]) {
            Some(case) => {
                let is_mutated = case.kind == Kind::Upgrade && !self.is_applying();
                let call = ("upgrade", Phase::Upgrade, &state);
                let check = |block: &Block, value: &Value| {
                    with_crashes(case, block, value, check_upgrade(block, value))
                };
                self.answer(case, is_mutated, call, &[&case.config], check)?
                    .0
            }
            None => DynamicValue::encode_value(&state, &ty)?,
        };
        Ok(upgrade_resource_state::Response {
            upgraded_state: Some(upgraded),
            ..Default::default()
        })
    }

    pub(super) fn moved(
        &self,
        request: &move_resource_state::Request,
    ) -> Result<move_resource_state::Response> {
        let ty = self.block_of(&request.target_type_name).implied_type();
        let state = request
            .source_state
            .as_ref()
            .map(|raw| raw.decode_value_ignoring_unsupported(&ty));
        let state = state.transpose()?.unwrap_or(Value::null(ty));
        let Some(case) = self.case(&[&state]) else {
            return Ok(move_resource_state::Response::default());
        };
        let private = self.pass_private(case, "move", &request.source_private);
        if let Some(identity) = &case.identity {
            let ty = identity.schema.implied_type();
            let json = request.source_identity.as_ref().map(|raw| &*raw.json);
            let sent = json.map(|json| tfvalue::json::value_from_slice(json, &ty));
            let sent = sent.transpose()?.unwrap_or(Value::null(ty));
            if sent != identity.stored()? {
                let text = format!("move: source identity {sent}");
                self.record(case, |record| record.sent.push(text));
            }
        }
        let (identity, found) = self.identity(case, true, Phase::Move)?;
        let check = |block: &Block, value: &Value| {
            if !found.undecodable.is_empty() {
                return Vec::new();
            }
            let faults = with_crashes(case, block, value, check_move(block, value));
            // Terraform stops at write-only attributes.
            let is_stopped = faults.iter().any(|one| one.rule == Rule::WriteOnlyValue);
            let identity = found.faults.iter().filter(|_| !is_stopped).cloned();
            identity.chain(faults).collect()
        };
        let call = ("move", Phase::Move, &state);
        let (response, new) = self.answer(case, true, call, &[&case.config], check)?;
        self.expect_undecodable(case, found, new.as_ref());
        Ok(move_resource_state::Response {
            target_state: Some(response),
            target_private: private,
            target_identity: identity,
            ..Default::default()
        })
    }

    pub(super) fn refresh(
        &self,
        request: &read_resource::Request,
    ) -> Result<read_resource::Response> {
        let ty = self.block_of(&request.type_name).implied_type();
        let state = read(request.current_state.as_ref(), &ty)?;
        let Some(case) = self.case(&[&state]) else {
            return Ok(read_resource::Response {
                new_state: request.current_state.clone(),
                ..Default::default()
            });
        };
        let private = self.pass_private(case, "refresh", &request.private);
        self.compare_identity(case, "refresh", request.current_identity.as_ref())?;
        let is_mutated = case.kind == Kind::Refresh;
        let deferral = case.deferral.filter(|_| is_mutated);
        let (identity, found) = self.identity(case, is_mutated, Phase::Refresh)?;
        let check = |block: &Block, value: &Value| {
            if deferral.is_some() {
                let mut faults = check_deferral(Phase::Refresh, case.deferrals);
                if faults.is_empty() {
                    // A deferred state may be unknown.
                    let known = values::resolve(&mut self.rng(case, 6), value);
                    faults = check_refresh(block, &known.unwrap_or_else(|_| value.clone()));
                    faults.retain(|fault| !is_in_unknown(fault, value));
                }
                return faults;
            }
            if !found.faults.is_empty() || !found.undecodable.is_empty() {
                return found.faults.clone();
            }
            refresh_faults(case, block, value)
        };
        let call = ("refresh", Phase::Refresh, &state);
        let (response, new) = self.answer(case, is_mutated, call, &[&case.config], check)?;
        self.expect_undecodable(case, found, new.as_ref());
        self.record(case, |record| {
            record.refreshed = new.map(|new| normalize_legacy_object(&case.block, &new));
        });
        Ok(read_resource::Response {
            new_state: Some(response),
            private,
            deferred: deferral.map(deferred),
            new_identity: identity,
            ..Default::default()
        })
    }

    pub(super) fn import(
        &self,
        request: &import_resource_state::Request,
    ) -> Result<import_resource_state::Response> {
        let number = request.id.parse().unwrap_or(u64::MAX);
        let by_identity = |case: &&Case| {
            let is_it = request.type_name.strip_prefix("agree_") == Some(&case.ty);
            is_it && request.identity.is_some()
        };
        let mut imported = self.cases.values().filter(by_identity);
        let Some(case) = self.cases.get(&number).or_else(|| imported.next()) else {
            return Ok(import_resource_state::Response::default());
        };
        if let Some(identity) = case.identity.as_ref().filter(|one| one.is_imported) {
            let honest = identity.honest.clone();
            self.record(case, |record| record.identity = Some(honest));
            self.compare_identity(case, "import", request.identity.as_ref())?;
        }
        self.record(case, |record| record.private = Some(Vec::new()));
        let private = self.pass_private(case, "import", &[]);
        let state = values::state(&mut self.rng(case, 2), &case.block, &case.config)?;
        let deferral = case.deferral.filter(|_| case.number >= OTHERS);
        let (identity, found) = self.identity(case, true, Phase::Import)?;
        let check = |block: &Block, value: &Value| {
            if deferral.is_some() {
                let mut faults = check_deferral(Phase::Import, case.deferrals);
                if faults.is_empty() {
                    // Terraform reads the object after the import.
                    faults = check_import(block, value);
                    faults.retain(|one| one.rule != Rule::NullResult);
                }
                return faults;
            }
            // Terraform reads the identity but does not check it.
            if !found.undecodable.is_empty() {
                return Vec::new();
            }
            with_crashes(case, block, value, check_import(block, value))
        };
        let call = ("import", Phase::Import, &state);
        let (response, new) = self.answer(case, true, call, &[&case.config], check)?;
        let is_allowed = deferral.is_some() && case.deferrals == Deferrals::Allowed;
        if is_allowed && new.as_ref().is_some_and(Value::is_null) {
            let expected = Expected::Begins {
                summary: "Cannot import non-existent remote object".to_owned(),
                start: "While attempting to import an existing object to".to_owned(),
            };
            self.record(case, |record| record.expected.push(expected));
        }
        let is_deferred = deferral.is_some() && case.deferrals == Deferrals::NotAllowed;
        let is_deferred = is_deferred || self.expect_imported_identity(case);
        let is_read = !is_deferred && found.undecodable.is_empty();
        self.expect_undecodable(case, found, new.as_ref());
        // The refresh that follows does not contain the number of the case.
        if let Some(new) = new.filter(|new| new.is_unknown() && is_read) {
            let mut faults = check_refresh(&case.block, &new);
            faults.retain(|_| !judges_as_tofu());
            self.record(case, |record| {
                let expected = |fault| Expected::of(fault, &self.source, case);
                record.expected.extend(faults.iter().map(expected));
            });
        }
        let imported = import_resource_state::ImportedResource {
            type_name: request.type_name.clone(),
            state: Some(response),
            private,
            identity,
        };
        Ok(import_resource_state::Response {
            imported_resources: vec![imported],
            deferred: deferral.map(deferred),
            ..Default::default()
        })
    }

    pub(super) fn data(
        &self,
        request: &read_data_source::Request,
    ) -> Result<read_data_source::Response> {
        let is_data = |kind: Kind| matches!(kind, Kind::Data | Kind::Deferred);
        let (config, case) =
            self.unmanaged(request.config.as_ref(), &request.type_name, is_data)?;
        let Some(case) = case else {
            return Ok(read_data_source::Response::default());
        };
        let state = values::prior(&mut self.rng(case, 3), &case.block, &config)?;
        // A deferral during apply crashes Terraform.
        let deferral = case.deferral.filter(|_| case.kind == Kind::Data);
        let check = |block: &Block, value: &Value| {
            if deferral.is_some() {
                let faults = check_deferral(Phase::ReadData, case.deferrals).into_iter();
                return faults.chain(deferred_crashes(case, block, value)).collect();
            }
            let mut faults = check_data_source(block, value);
            // OpenTofu checks for sensitive attributes only if something refers to the data source.
            faults.retain(|one| !one.is_crash() || !judges_as_tofu() || case.kind != Kind::Data);
            faults
        };
        let (response, _) = self.answer(
            case,
            true,
            ("data", Phase::ReadData, &state),
            &[&config],
            check,
        )?;
        Ok(read_data_source::Response {
            state: Some(response),
            deferred: deferral.map(deferred),
            ..Default::default()
        })
    }

    pub(super) fn open(
        &self,
        request: &open_ephemeral_resource::Request,
    ) -> Result<open_ephemeral_resource::Response> {
        let config = request.config.as_ref();
        let is_ephemeral = |kind: Kind| kind == Kind::Ephemeral;
        let (config, case) = self.unmanaged(config, &request.type_name, is_ephemeral)?;
        let Some(case) = case else {
            return Ok(open_ephemeral_resource::Response::default());
        };
        let result = values::prior(&mut self.rng(case, 3), &case.block, &config)?;
        let check = |block: &Block, value: &Value| {
            if judges_as_tofu() {
                // OpenTofu checks ephemeral resources like data sources, but does not check for sensitive attributes.
                let faults = check_data_source(block, value);
                return faults
                    .into_iter()
                    .filter(|fault| !fault.is_crash())
                    .collect();
            }
            let opened = OpenedEphemeral {
                config: &config,
                result: value,
            };
            check_ephemeral_resource(block, opened)
        };
        let (response, _) = self.answer(
            case,
            true,
            ("open", Phase::OpenEphemeral, &result),
            &[&config],
            check,
        )?;
        let (renew_at, private) = self.opened(case);
        Ok(open_ephemeral_resource::Response {
            result: Some(response),
            renew_at,
            private,
            ..Default::default()
        })
    }

    /// Returns the configuration and the case for a data source or ephemeral resource.
    fn unmanaged(
        &self,
        config: Option<&DynamicValue>,
        ty: &str,
        is_kind: impl Fn(Kind) -> bool,
    ) -> Result<(Value, Option<&Case>)> {
        let mut same = self
            .cases
            .values()
            .filter(|case| is_kind(case.kind) && ty.strip_prefix("agree_") == Some(&case.ty));
        let block = same.next().map(|case| &*case.block).cloned();
        let ty = block.unwrap_or_default().implied_type();
        let config = read(config, &ty)?;
        let case = self.case(&[&config]);
        Ok((config, case))
    }
}
