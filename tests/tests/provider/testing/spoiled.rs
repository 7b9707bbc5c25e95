//! The provider with a single fault, either in its handlers or in its encoded responses.

use prost::Message;
use prost::bytes::Bytes;
use tfvalue::rules::Rule;
use tfvalue::tfplugin6::{
    DynamicValue, apply_resource_change, plan_resource_change, read_data_source, read_resource,
    upgrade_resource_state,
};
use tfvalue::{Path, Value, types::TfType};
use tfvalue_testing::{FindingKind, Harness, Lint};

use super::shop::{self, Item, Shop};

/// Returns the faults, each with its name, its finding, and the attribute of the finding.
pub(crate) fn faults() -> Vec<(&'static str, FindingKind, &'static str)> {
    vec![
        // Terraform's rules.
        (
            "default overrides",
            Rule::PlannedValueDiffersFromConfig.into(),
            "size",
        ),
        ("default not applied", Rule::WasNull.into(), "size"),
        ("unknown forgotten", Rule::WasNull.into(), "revision"),
        ("block count", Rule::PlannedBlockCount.into(), "disk"),
        ("null blocks", Rule::NullBlocks.into(), "disk"),
        ("write-only echoed", Rule::WriteOnlyValue.into(), "password"),
        ("no such path", Rule::NoSuchReplacePath.into(), ""),
        ("value changed", Rule::ValueChanged.into(), "size"),
        ("list reordered", Rule::ValueChanged.into(), "tags[0]"),
        ("null for empty", Rule::NowNull.into(), "tags"),
        ("unknown left", Rule::UnknownInResult.into(), "revision"),
        ("forgotten", Rule::UnknownInResult.into(), "revision"),
        ("read forgotten", Rule::UnknownInResult.into(), "revision"),
        // The provider detects this fault itself, and reports it as a bug.
        ("plan panics", FindingKind::Bug, ""),
        ("refinement broken", Rule::RefinementBroken.into(), "id"),
        (
            "delete returns a state",
            Rule::ObjectAfterDestroy.into(),
            "",
        ),
        ("wrong type", Rule::WrongType.into(), ""),
        // Advice.
        ("spelling", Lint::RefreshChanged.into(), "color"),
        ("refresh drifts", Lint::RefreshChanged.into(), "revision"),
        ("no convergence", Lint::PlanNotEmpty.into(), "size"),
        ("always unknown", Lint::UnknownWithoutChange.into(), "zone"),
        ("keep missing", Lint::UnknownAlwaysPrior.into(), "zone"),
        ("default hidden", Lint::DefaultNotPlanned.into(), "zone"),
        ("empty update", Lint::EmptyUpdate.into(), ""),
        ("replace path", Lint::NeedlessReplacePath.into(), "color"),
        ("private dropped", Lint::PrivateLost.into(), ""),
        ("identity dropped", Lint::IdentityChanged.into(), ""),
        ("import forgets", Lint::ImportDiffers.into(), "color"),
        ("upgrade forgets", Lint::UpgradeChanged.into(), "color"),
        ("drift unseen", Lint::DriftUnseen.into(), "size"),
        ("not deleted", Lint::NotDeleted.into(), ""),
    ]
}

/// Returns a configured provider with a single fault, or a correct provider.
pub(crate) fn harness(fault: &'static str, version: u32) -> Harness<Shop> {
    let harness =
        Harness::new(shop::provider()).change_responses(move |method, request, response| {
            spoil(fault, method.name, request, &response).unwrap_or(response)
        });
    // No handler uses the password.
    let harness = harness
        .protocol(version)
        .allow(Lint::WriteOnlyUnused, "password");
    // The empty updates result from an unknown value in each plan, which is a separate finding.
    let harness = match fault {
        "empty update" => harness.allow(Lint::UnknownWithoutChange, Path::root()),
        _ => harness,
    };
    let config = serde_json::json!({ "fault": fault }).to_string();
    harness.configure(config).succeeds();
    harness
}

/// Changes a response. Returns `None` if the response stays the same.
fn spoil(fault: &str, method: &str, request: &[u8], response: &[u8]) -> Option<Bytes> {
    match (fault, method) {
        ("write-only echoed", "PlanResourceChange") => {
            let request = plan_resource_change::Request::decode(request).unwrap();
            let mut answer = plan_resource_change::Response::decode(response).unwrap();
            let config = value(&request.config)?;
            let password = config.get("password")?.clone();
            answer.planned_state = Some(with(&answer.planned_state, "password", &password)?);
            Some(encoded(&answer))
        }
        ("null blocks" | "block count", "PlanResourceChange") => {
            let mut answer = plan_resource_change::Response::decode(response).unwrap();
            let disks = value(&answer.planned_state)?.get("disk")?.clone();
            let spoiled = if fault == "null blocks" {
                Value::null(disks.ty())
            } else {
                let disks = disks
                    .elements()?
                    .flat_map(|disk| [disk.clone(), disk.clone()]);
                let ty = tfvalue::Type::Dynamic;
                Value::list(ty, disks.collect::<Vec<_>>()).ok()?
            };
            answer.planned_state = Some(with(&answer.planned_state, "disk", &spoiled)?);
            Some(encoded(&answer))
        }
        ("wrong type", "PlanResourceChange") => {
            let mut answer = plan_resource_change::Response::decode(response).unwrap();
            let list = DynamicValue {
                msgpack: vec![0x90],
                json: Vec::new(),
            };
            answer.planned_state = Some(list);
            Some(encoded(&answer))
        }
        ("delete returns a state", "ApplyResourceChange") => {
            let request = apply_resource_change::Request::decode(request).unwrap();
            let mut answer = apply_resource_change::Response::decode(response).unwrap();
            if value(&request.planned_state).is_none() {
                answer.new_state = request.prior_state;
            }
            Some(encoded(&answer))
        }
        ("unknown left", "ApplyResourceChange") => {
            let mut answer = apply_resource_change::Response::decode(response).unwrap();
            let unknown = Value::unknown(tfvalue::Type::Number);
            answer.new_state = Some(with(&answer.new_state, "revision", &unknown)?);
            Some(encoded(&answer))
        }
        ("null data", "ReadDataSource") => {
            let mut answer = read_data_source::Response::decode(response).unwrap();
            answer.state = Some(DynamicValue::null());
            Some(encoded(&answer))
        }
        ("private dropped" | "identity dropped", "ReadResource") => {
            let mut answer = read_resource::Response::decode(response).unwrap();
            if fault == "private dropped" {
                answer.private.clear();
            } else {
                answer.new_identity = None;
            }
            Some(encoded(&answer))
        }
        ("upgrade forgets", "UpgradeResourceState") => {
            let mut answer = upgrade_resource_state::Response::decode(response).unwrap();
            let null = Value::null(tfvalue::Type::String);
            answer.upgraded_state = Some(with(&answer.upgraded_state, "color", &null)?);
            Some(encoded(&answer))
        }
        _ => None,
    }
}

fn encoded(message: &impl Message) -> Bytes {
    message.encode_to_vec().into()
}

/// Returns a state that is not null.
fn value(state: &Option<DynamicValue>) -> Option<Value> {
    let value = state.as_ref()?.decode_value(&Item::ty()).unwrap();
    (!value.is_null()).then_some(value)
}

/// Returns a state with a different value for an attribute.
fn with(state: &Option<DynamicValue>, name: &str, new: &Value) -> Option<DynamicValue> {
    let state = value(state)?;
    let members = state.members()?.map(|(key, old)| {
        let value = if key == name {
            new.clone()
        } else {
            old.clone()
        };
        (key, value)
    });
    let state = Value::object(members).unwrap();
    Some(DynamicValue::encode_value(&state, &Item::ty()).unwrap())
}
