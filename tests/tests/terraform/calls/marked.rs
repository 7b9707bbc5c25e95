//! The inventory provider, which leaves traces of its calls.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bytes::Bytes;
use prost::Message;
use serde_json::Value as Json;
use tfvalue::Diagnostic;
use tfvalue::provider::{CallError, Method};
use tfvalue::serve::Service;
use tfvalue::tfplugin6::{
    RawState, apply_resource_change as apply, get_provider_schema as schema,
    import_resource_state as import, move_resource_state as moved, plan_resource_change as plan,
    read_resource as read, upgrade_resource_state as upgrade,
};

use super::sent::{MOVE, PLAN, READ, UPGRADE};

/// A provider that adds a letter to the private data for each call, and whose changes can fail.
pub(super) struct Marked<S> {
    pub(super) provider: S,
    pub(super) plans_destroy: bool,
    pub(super) fails: Arc<AtomicBool>,
}

impl<S: Service> Service for Marked<S> {
    fn name(&self) -> &str {
        self.provider.name()
    }

    async fn respond(&self, method: &'static Method, request: &[u8]) -> Result<Bytes, CallError> {
        if method.name == MOVE {
            return self.moved(method.version, request).await;
        }
        let answer = self.provider.respond(method, request).await?;
        let with = |old: Vec<u8>, letter: &[u8]| [&old[..], letter].concat();
        Ok(match method.name {
            "GetProviderSchema" => change(&answer, |it: &mut schema::Response| {
                let server = it.server_capabilities.get_or_insert_default();
                server.plan_destroy = self.plans_destroy;
                server.move_resource_state = true;
            }),
            PLAN => change(&answer, |it: &mut plan::Response| {
                let request = plan::Request::decode(request).unwrap();
                it.planned_private = with(request.prior_private, b"p");
            }),
            "ApplyResourceChange" => change(&answer, |it: &mut apply::Response| {
                let request = apply::Request::decode(request).unwrap();
                it.private = with(request.planned_private, b"a");
                if self.fails.load(Ordering::SeqCst) {
                    it.diagnostics
                        .push(Diagnostic::error("Out of order", "").into());
                }
            }),
            READ => change(&answer, |it: &mut read::Response| {
                let request = read::Request::decode(request).unwrap();
                it.private = with(request.private, b"r");
            }),
            "ImportResourceState" => change(&answer, |it: &mut import::Response| {
                for object in &mut it.imported_resources {
                    object.private = b"i".to_vec();
                }
            }),
            _ => answer,
        })
    }

    fn stop(&self) {
        self.provider.stop();
    }
}

impl<S: Service> Marked<S> {
    /// Moves the state of a `terraform_data` resource whose identifier is the identifier of a server.
    async fn moved(&self, version: u32, request: &[u8]) -> Result<Bytes, CallError> {
        let request = moved::Request::decode(request).unwrap();
        let state: Json = serde_json::from_slice(&request.source_state.unwrap().json).unwrap();
        let upgrade = upgrade::Request {
            type_name: request.target_type_name,
            version: 2,
            raw_state: Some(RawState {
                json: serde_json::json!({ "id": state["id"] }).to_string().into(),
                ..RawState::default()
            }),
        };
        let method = Method::find(version, UPGRADE).unwrap();
        let upgrade = upgrade.encode_to_vec();
        let answer = self.provider.respond(method, &upgrade).await?;
        let answer = upgrade::Response::decode(answer).unwrap();
        let answer = moved::Response {
            target_state: answer.upgraded_state,
            target_private: [&request.source_private[..], b"m"].concat(),
            diagnostics: answer.diagnostics,
            ..moved::Response::default()
        };
        Ok(answer.encode_to_vec().into())
    }
}

fn change<M: Message + Default>(answer: &Bytes, change: impl FnOnce(&mut M)) -> Bytes {
    let mut message = M::decode(&answer[..]).unwrap();
    change(&mut message);
    message.encode_to_vec().into()
}
