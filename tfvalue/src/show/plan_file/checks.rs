//! The results of checks, of a plan and of a state.

use super::address::Address;
use super::change::{some, unknown_number};
use super::proto;
use crate::error::Result;
use crate::show::checks::{
    Check, CheckAddress, CheckInstance, CheckInstanceAddress, CheckProblem, CheckStatus,
};
use crate::show::state_file;

/// Returns the checks of a plan.
pub(super) fn of_plan(results: &[Vec<u8>]) -> Result<Vec<Check>> {
    let checks = results.iter().map(|result| {
        let result: proto::CheckResults = super::message(result)?;
        let kind = match result.kind {
            1 => "resource",
            2 => "output_value",
            3 => "check",
            4 => "var",
            other => return Err(unknown_number("kind of check", other)),
        };
        let objects = result.objects.iter();
        let objects = objects.map(|object| {
            instance(
                &object.object_addr,
                status(object.status)?,
                &object.failure_messages,
            )
        });
        check(
            kind,
            &result.config_addr,
            status(result.status)?,
            objects.collect::<Result<_>>()?,
        )
    });
    sorted(checks.collect::<Result<_>>()?)
}

/// Returns the checks of a state. Terraform leaves out kinds that it does not know.
pub(super) fn of_state(results: &[state_file::CheckResult]) -> Result<Vec<Check>> {
    let mut checks = Vec::new();
    for result in results {
        let kind = match &*result.object_kind {
            "output" => "output_value",
            kind @ ("resource" | "check" | "var") => kind,
            _ => continue,
        };
        let objects = result.objects.iter();
        let objects = objects.map(|object| {
            instance(
                &object.object_addr,
                known(&object.status),
                &object.failure_messages,
            )
        });
        let objects = objects.collect::<Result<_>>()?;
        checks.push(check(
            kind,
            &result.config_addr,
            known(&result.status),
            objects,
        )?);
    }
    sorted(checks)
}

/// Returns a status, or unknown instead of one that Terraform does not know.
fn known(status: &CheckStatus) -> CheckStatus {
    match status {
        CheckStatus::Other(_) => CheckStatus::Unknown,
        status => status.clone(),
    }
}

fn sorted(mut checks: Vec<Check>) -> Result<Vec<Check>> {
    checks.sort_by(|a, b| a.address.to_display.cmp(&b.address.to_display));
    Ok(checks)
}

fn status(number: i32) -> Result<CheckStatus> {
    Ok(match number {
        0 => CheckStatus::Unknown,
        1 => CheckStatus::Pass,
        2 => CheckStatus::Fail,
        3 => CheckStatus::Error,
        other => return Err(unknown_number("status of a check", other)),
    })
}

fn check(
    kind: &str,
    address: &str,
    status: CheckStatus,
    mut instances: Vec<CheckInstance>,
) -> Result<Check> {
    let address = Address::parse(address)?;
    let (mode, ty) = match kind {
        "resource" => {
            let (mode, ty, _) = address.resource()?;
            (Some(mode), Some(ty.to_owned()))
        }
        _ => (None, None),
    };
    instances.sort_by(|a, b| a.address.to_display.cmp(&b.address.to_display));
    Ok(Check {
        address: CheckAddress {
            to_display: some(address.as_str()),
            kind: some(kind),
            module: address.module().map(str::to_owned),
            mode,
            r#type: ty,
            name: address.labels.last().cloned(),
            ..CheckAddress::default()
        },
        status,
        instances,
        ..Check::default()
    })
}

fn instance(address: &str, status: CheckStatus, messages: &[String]) -> Result<CheckInstance> {
    let address = Address::parse(address)?;
    let mut messages: Vec<&String> = messages.iter().collect();
    messages.sort();
    let problems = messages.into_iter().map(|message| CheckProblem {
        message: Some(message.clone()),
        ..CheckProblem::default()
    });
    Ok(CheckInstance {
        address: CheckInstanceAddress {
            to_display: some(address.as_str()),
            module: address.module().map(str::to_owned),
            instance_key: address.key.shown(),
            ..CheckInstanceAddress::default()
        },
        status,
        problems: problems.collect(),
        ..CheckInstance::default()
    })
}
