//! A provider whose responses are mutated.

mod action;
mod answer;
mod apply;
mod ephemeral;
mod function;
mod identity;
mod plan;
mod private;
mod read;
mod sent;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use prost::Message;
use prost::bytes::Bytes;
use tfvalue::provider::{CallError, CallErrorKind, Method};
use tfvalue::schema::{ActionSchema, Attribute, Block, ProviderSchema, Schema};
use tfvalue::serve::Service;
use tfvalue::tfplugin6::{Deferred, DynamicValue, ServerCapabilities, get_provider_schema};
use tfvalue::{Result, Type, Value};

pub(super) use self::private::stored;
use super::case::{Case, Kind};
use super::record::Record;
use super::schema::CASE;
use crate::random::Rng;

pub(super) struct Shared {
    pub(super) seed: u64,
    /// The address of the provider.
    pub(super) source: String,
    pub(super) cases: BTreeMap<u64, Case>,
    pub(super) sources: Value,
    pub(super) is_applying: AtomicBool,
    pub(super) records: Mutex<BTreeMap<u64, Record>>,
}

#[derive(Clone)]
pub(super) struct Provider(pub(super) Arc<Shared>);

impl Service for Provider {
    fn name(&self) -> &str {
        &self.0.source
    }

    async fn respond(&self, method: &'static Method, request: &[u8]) -> Result<Bytes, CallError> {
        let shared = &*self.0;
        let response = match method.name {
            "GetProviderSchema" => shared.schema().encode_to_vec(),
            "GetResourceIdentitySchemas" => shared.identities().encode_to_vec(),
            // Without diagnostics, these responses are empty.
            "ConfigureProvider"
            | "ValidateActionConfig"
            | "ValidateDataResourceConfig"
            | "ValidateEphemeralResourceConfig"
            | "ValidateProviderConfig"
            | "ValidateResourceConfig" => Vec::new(),
            "UpgradeResourceState" => call(request, |request| shared.upgrade(request))?,
            "ReadResource" => call(request, |request| shared.refresh(request))?,
            "PlanResourceChange" => call(request, |request| shared.plan(request))?,
            "ApplyResourceChange" => call(request, |request| shared.apply(request))?,
            "MoveResourceState" => call(request, |request| shared.moved(request))?,
            "ImportResourceState" => call(request, |request| shared.import(request))?,
            "CallFunction" => call(request, |request| shared.function(request))?,
            "ReadDataSource" => call(request, |request| shared.data(request))?,
            "OpenEphemeralResource" => call(request, |request| shared.open(request))?,
            "RenewEphemeralResource" => call(request, |request| shared.renew(request))?,
            "CloseEphemeralResource" => call(request, |request| shared.close(request))?,
            "PlanAction" => call(request, |request| shared.plan_action(request))?,
            "UpgradeResourceIdentity" => call(request, |request| shared.upgrade_identity(request))?,
            _ => return Err(CallError::unimplemented(method.name)),
        };
        Ok(response.into())
    }

    fn stop(&self) {}
}

pub(super) fn call<Q: Message + Default, A: Message>(
    request: &[u8],
    answer: impl FnOnce(&Q) -> Result<A>,
) -> Result<Vec<u8>, CallError> {
    let request = Q::decode(request)
        .map_err(|error| CallError::new(CallErrorKind::InvalidArgument, error.to_string()))?;
    match answer(&request) {
        Ok(answer) => Ok(answer.encode_to_vec()),
        Err(error) => Err(CallError::new(CallErrorKind::Internal, error.to_string())),
    }
}

pub(super) fn read(value: Option<&DynamicValue>, ty: &Type) -> Result<Value> {
    // Terraform accepts strings that are not valid UTF-8 in a response, and sends them back.
    let value = value.cloned().unwrap_or_default();
    value.with_valid_utf8().decode_value(ty)
}

/// Returns the number of the case. The number of an object that is to be replaced has a fraction.
fn number_of(values: &[&Value]) -> Option<u64> {
    values.iter().find_map(|value| {
        let text = value.get(CASE)?.as_number()?.to_string();
        text.split('.').next()?.parse().ok()
    })
}

/// Returns a deferral that Terraform did not allow.
fn deferred(reason: i32) -> Deferred {
    Deferred { reason }
}

/// The schema of the resource that has unknown values.
fn source_block() -> Block {
    Block::new().attributes([Attribute::new("v", Type::Dynamic).computed()])
}

/// The schema of the resource whose configuration refers to a data source.
fn sink_block() -> Block {
    Block::new().attributes([
        Attribute::new(CASE, Type::Number).required(),
        Attribute::new("v", Type::Dynamic).optional(),
    ])
}

/// The type of the objects that are moved; the type has no schema.
pub(super) const MOVED: &str = "agree_moved";
const SOURCE: &str = "agree_source";
pub(super) const SINK: &str = "agree_sink";
/// The type of the resources whose configuration calls a function.
pub(super) const CALL: &str = "agree_call";

impl Shared {
    fn schema(&self) -> get_provider_schema::Response {
        let mut all = ProviderSchema::default();
        all.provider = Some(Schema::new(Block::new()));
        for (name, block) in [
            (SOURCE, source_block()),
            (SINK, sink_block()),
            (CALL, sink_block()),
        ] {
            let schema = Schema::new(block);
            all.resource_schemas.insert(name.to_owned(), schema);
        }
        for case in self.cases.values() {
            if let Some(call) = &case.call {
                all.functions
                    .insert(format!("agree_c{}", case.number), call.function.clone());
                continue;
            }
            if case.kind == Kind::Action {
                let action = ActionSchema::new(action::block());
                all.action_schemas
                    .insert(format!("agree_{}", case.ty), action);
                continue;
            }
            let schemas = match case.kind {
                Kind::Data | Kind::Deferred => &mut all.data_source_schemas,
                Kind::Ephemeral => &mut all.ephemeral_resource_schemas,
                _ => &mut all.resource_schemas,
            };
            let schema = Schema::new(Block::clone(&case.served));
            schemas.insert(format!("agree_{}", case.ty), schema);
        }
        get_provider_schema::Response {
            server_capabilities: Some(ServerCapabilities {
                plan_destroy: true,
                move_resource_state: true,
                ..Default::default()
            }),
            ..(&all).into()
        }
    }

    fn block_of(&self, ty: &str) -> Block {
        let is_it = |case: &&Case| ty.strip_prefix("agree_") == Some(&case.ty);
        let mut managed = self
            .cases
            .values()
            .filter(|case| is_it(case) && !case.kind.is_read());
        managed
            .next()
            .map_or_else(source_block, |case| Block::clone(&case.block))
    }

    fn case(&self, values: &[&Value]) -> Option<&Case> {
        self.cases.get(&number_of(values)?)
    }

    fn record<T>(&self, case: &Case, change: impl FnOnce(&mut Record) -> T) -> T {
        let mut records = self.records.lock().unwrap_or_else(PoisonError::into_inner);
        change(records.entry(case.number).or_default())
    }

    fn is_applying(&self) -> bool {
        self.is_applying.load(Ordering::SeqCst)
    }

    fn rng(&self, case: &Case, call: u64) -> Rng {
        Rng::new(self.seed.wrapping_mul(31).wrapping_add(call), case.number)
    }
}
