//! The responses that apply changes.

use tfvalue::rules::{ApplyResponse, Phase, check_apply, check_failed_apply};
use tfvalue::schema::Block;
use tfvalue::tfplugin6::{Diagnostic, DynamicValue, apply_resource_change, diagnostic};
use tfvalue::{Result, Value};

use super::{CALL, SINK, Shared, read};
use crate::agreement::case::Kind;
use crate::agreement::diagnostics::FAILURE;
use crate::agreement::values;

impl Shared {
    pub(super) fn apply(
        &self,
        request: &apply_resource_change::Request,
    ) -> Result<apply_resource_change::Response> {
        if [SINK, CALL].contains(&&*request.type_name) {
            return Ok(apply_resource_change::Response {
                new_state: request.planned_state.clone(),
                ..Default::default()
            });
        }
        let block = self.block_of(&request.type_name);
        let ty = block.implied_type();
        let prior = read(request.prior_state.as_ref(), &ty)?;
        let planned = read(request.planned_state.as_ref(), &ty)?;
        let config = read(request.config.as_ref(), &ty)?;
        let Some(case) = self.case(&[&config, &planned, &prior]) else {
            let sources = planned.get("v").unwrap_or(&planned);
            let new = Value::object([("v", values::resolve_members(self.seed, sources)?)])?;
            return Ok(apply_resource_change::Response {
                new_state: Some(DynamicValue::encode_value(&new, &ty)?),
                ..Default::default()
            });
        };
        let is_delete = planned.is_null();
        self.compare_applied_private(case, &request.planned_private);
        let is_mutated = match case.kind {
            Kind::ApplyCreate | Kind::ApplyUpdate | Kind::FailedCreate | Kind::FailedUpdate => {
                !is_delete
            }
            Kind::Delete => true,
            _ => false,
        };
        let honest = match (is_delete, case.kind) {
            (true, Kind::Delete) if case.number % 3 != 0 => prior.clone(),
            (true, _) => planned.clone(),
            _ => values::state(&mut self.rng(case, 5), &block, &planned)?,
        };
        let is_failed = matches!(case.kind, Kind::FailedCreate | Kind::FailedUpdate);
        let (identity, found) = self.identity(case, is_mutated, Phase::Apply)?;
        let check = |block: &Block, new: &Value| {
            if !found.faults.is_empty() || !found.undecodable.is_empty() {
                let others = check_failed_apply(block, new);
                return found.faults.iter().cloned().chain(others).collect();
            }
            if is_failed {
                check_failed_apply(block, new)
            } else {
                check_apply(
                    block,
                    &planned,
                    ApplyResponse::new(new).legacy_type_system(case.legacy),
                )
            }
        };
        let donors = [&config, &prior, &planned];
        self.record(case, |record| {
            record.log.push(format!("planned: {planned}"));
        });
        let (response, new) = self.answer(
            case,
            is_mutated,
            ("apply", Phase::Apply, &honest),
            &donors,
            check,
        )?;
        self.expect_undecodable(case, found, new.as_ref());
        Ok(apply_resource_change::Response {
            new_state: Some(response),
            new_identity: identity,
            legacy_type_system: case.legacy,
            diagnostics: is_failed.then(failure).into_iter().collect(),
            ..Default::default()
        })
    }
}

/// Returns the error from an apply that fails.
fn failure() -> Diagnostic {
    Diagnostic {
        severity: diagnostic::Severity::Error.into(),
        summary: FAILURE.to_owned(),
        ..Default::default()
    }
}
