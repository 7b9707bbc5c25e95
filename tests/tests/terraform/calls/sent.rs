//! Converts the requests from both sides to a form that can be compared.

use prost::Message;
use serde_json::Value as Json;
use tfvalue::tfplugin6::{
    apply_resource_change as apply, close_ephemeral_resource as close,
    import_resource_state as import, move_resource_state as moved, open_ephemeral_resource as open,
    plan_resource_change as plan, read_data_source as data, read_resource as read,
    renew_ephemeral_resource as renew, upgrade_resource_state as upgrade,
    validate_data_resource_config as validate_data,
    validate_ephemeral_resource_config as validate_ephemeral, validate_resource_config as validate,
};

use crate::harness::Call;

pub(super) const VALIDATE: &str = "ValidateResourceConfig";
pub(super) const UPGRADE: &str = "UpgradeResourceState";
pub(super) const READ: &str = "ReadResource";
pub(super) const MOVE: &str = "MoveResourceState";
pub(super) const RENEW: &str = "RenewEphemeralResource";
pub(super) const PLAN: &str = "PlanResourceChange";

/// A call: its method, and its request in a form that can be compared.
pub(super) type Sent = (String, String);

/// Returns the calls for objects of a type.
pub(super) fn sent(calls: Vec<Call>, type_name: &str) -> Vec<Sent> {
    let mut sent = Vec::new();
    for Call { path, request } in calls {
        let method = path.rsplit('/').next().unwrap();
        // The capabilities depend on the version of Terraform.
        let (of, text) = match method {
            VALIDATE => shown(&request, |it: &mut validate::Request| {
                it.client_capabilities = None;
                it.type_name.clone()
            }),
            UPGRADE => shown(&request, |it: &mut upgrade::Request| {
                // The order of members differs.
                let raw = it.raw_state.as_mut().unwrap();
                let tree: Json = serde_json::from_slice(&raw.json).unwrap();
                raw.json = tree.to_string().into();
                it.type_name.clone()
            }),
            READ => shown(&request, |it: &mut read::Request| {
                it.client_capabilities = None;
                it.type_name.clone()
            }),
            PLAN => shown(&request, |it: &mut plan::Request| {
                it.client_capabilities = None;
                // Since 1.16, Terraform sends the private data from the first plan before it applies the plan.
                it.planned_private.clear();
                it.type_name.clone()
            }),
            MOVE => shown(&request, |it: &mut moved::Request| {
                let raw = it.source_state.as_mut().unwrap();
                let tree: Json = serde_json::from_slice(&raw.json).unwrap();
                raw.json = tree.to_string().into();
                it.target_type_name.clone()
            }),
            "ApplyResourceChange" => {
                shown(&request, |it: &mut apply::Request| it.type_name.clone())
            }
            "ImportResourceState" => shown(&request, |it: &mut import::Request| {
                it.client_capabilities = None;
                it.type_name.clone()
            }),
            "ValidateDataResourceConfig" => shown(&request, |it: &mut validate_data::Request| {
                it.type_name.clone()
            }),
            "ReadDataSource" => shown(&request, |it: &mut data::Request| {
                it.client_capabilities = None;
                it.type_name.clone()
            }),
            "ValidateEphemeralResourceConfig" => {
                shown(&request, |it: &mut validate_ephemeral::Request| {
                    it.type_name.clone()
                })
            }
            "OpenEphemeralResource" => shown(&request, |it: &mut open::Request| {
                it.client_capabilities = None;
                it.type_name.clone()
            }),
            RENEW => shown(&request, |it: &mut renew::Request| it.type_name.clone()),
            "CloseEphemeralResource" => {
                shown(&request, |it: &mut close::Request| it.type_name.clone())
            }
            "GetProviderSchema"
            | "GetResourceIdentitySchemas"
            | "ValidateProviderConfig"
            | "ConfigureProvider" => continue,
            other => panic!("the comparison does not know {other}"),
        };
        if of == type_name {
            sent.push((method.to_owned(), text));
        }
    }
    sent
}

/// Returns the type in a request, and the bytes of the request as a string.
fn shown<M: Message + Default>(
    request: &[u8],
    type_name: impl FnOnce(&mut M) -> String,
) -> (String, String) {
    let mut message = M::decode(request).unwrap();
    let type_name = type_name(&mut message);
    (
        type_name,
        message.encode_to_vec().escape_ascii().to_string(),
    )
}
