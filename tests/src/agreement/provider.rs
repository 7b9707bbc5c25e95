//! A provider whose answers are mutated.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use prost::Message;
use prost::bytes::Bytes;
use tfvalue::rules::{
    Action, Fault, Moment, Rule, action, check_apply, check_data, check_ephemeral,
    check_final_plan, check_import, check_plan, check_refresh, check_replacement_plan,
    check_upgrade, complete_blocks, proposed_new_state,
};
use tfvalue::schema::{Attribute, Block, ProviderSchema, Schema};
use tfvalue::serve::{Answer, CallError, CallErrorKind};
use tfvalue::tfplugin6::{
    DynamicValue, apply_resource_change, close_ephemeral_resource, configure_provider,
    get_provider_schema, import_resource_state, open_ephemeral_resource, plan_resource_change,
    read_data_source, read_resource, upgrade_resource_state, validate_data_resource_config,
    validate_ephemeral_resource_config, validate_provider_config, validate_resource_config,
};
use tfvalue::{Path, Result, Type, Value, msgpack};

use super::case::{Case, Kind};
use super::crash::crashes;
use super::mutate::{mutate, replace_paths};
use super::schema::CASE;
use super::values;
use crate::random::Rng;

/// A message that Terraform must print.
#[derive(Clone, Debug)]
pub(super) enum Expected {
    Fault {
        summary: String,
        detail: String,
        place: String,
        address: String,
    },
    /// The state has unknown values. Terraform does not say where.
    Unknown { summary: String },
    /// The answer cannot be decoded: the path like Terraform prints it, and our error.
    Undecodable {
        path: String,
        #[allow(dead_code)] // is only printed
        error: String,
    },
}

/// What happened to a case.
#[derive(Default)]
pub(super) struct Record {
    pub(super) expected: Vec<Expected>,
    /// Differences in what Terraform sent.
    pub(super) sent: Vec<String>,
    /// The calls, for the report.
    pub(super) log: Vec<String>,
    /// The name of the mutation.
    pub(super) mutation: &'static str,
    pub(super) proposed: u64,
    must_replace: bool,
    has_replaced: bool,
    has_planned: bool,
    first: Option<(Value, Action)>,
    paths: Option<Vec<Path>>,
    refreshed: Option<Value>,
}

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

impl Answer for Provider {
    fn name(&self) -> &str {
        &self.0.source
    }

    async fn answer(&self, _: u32, method: &str, request: &[u8]) -> Result<Bytes, CallError> {
        let shared = &*self.0;
        let answer = match method {
            "GetProviderSchema" => shared.schema().encode_to_vec(),
            "ValidateProviderConfig" => {
                validate_provider_config::Response::default().encode_to_vec()
            }
            "ConfigureProvider" => configure_provider::Response::default().encode_to_vec(),
            "ValidateResourceConfig" => {
                validate_resource_config::Response::default().encode_to_vec()
            }
            "ValidateDataResourceConfig" => {
                validate_data_resource_config::Response::default().encode_to_vec()
            }
            "ValidateEphemeralResourceConfig" => {
                validate_ephemeral_resource_config::Response::default().encode_to_vec()
            }
            "CloseEphemeralResource" => {
                close_ephemeral_resource::Response::default().encode_to_vec()
            }
            "UpgradeResourceState" => call(request, |request| shared.upgrade(request))?,
            "ReadResource" => call(request, |request| shared.refresh(request))?,
            "PlanResourceChange" => call(request, |request| shared.plan(request))?,
            "ApplyResourceChange" => call(request, |request| shared.apply(request))?,
            "ImportResourceState" => call(request, |request| shared.import(request))?,
            "ReadDataSource" => call(request, |request| shared.data(request))?,
            "OpenEphemeralResource" => call(request, |request| shared.open(request))?,
            _ => return Err(CallError::unimplemented(method)),
        };
        Ok(answer.into())
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

fn wire(msgpack: Vec<u8>) -> Option<DynamicValue> {
    Some(DynamicValue {
        msgpack,
        ..Default::default()
    })
}

pub(super) fn read(value: Option<&DynamicValue>, ty: &Type) -> Result<Value> {
    value.unwrap_or(&DynamicValue::default()).decode_value(ty)
}

fn number_of(values: &[&Value]) -> Option<u64> {
    values
        .iter()
        .find_map(|value| value.get(CASE)?.as_number()?.to_string().parse().ok())
}

/// The schema of the resource with unknown values.
fn source_block() -> Block {
    Block::new().attributes([Attribute::new("v", Type::Dynamic).computed()])
}

/// The number of mutations that are tried if they crash Terraform.
const TRIES: u32 = 20;

const SOURCE: &str = "agree_source";

impl Shared {
    fn schema(&self) -> get_provider_schema::Response {
        let mut all = ProviderSchema::default();
        all.provider = Some(Schema::new(Block::new()));
        let source = Schema::new(source_block());
        all.resource_schemas.insert(SOURCE.to_owned(), source);
        for case in self.cases.values() {
            let schemas = match case.kind {
                Kind::Data => &mut all.data_source_schemas,
                Kind::Ephemeral => &mut all.ephemeral_resource_schemas,
                _ => &mut all.resource_schemas,
            };
            let schema = Schema::new(Block::clone(&case.block));
            schemas.insert(format!("agree_{}", case.ty), schema);
        }
        (&all).into()
    }

    fn block_of(&self, ty: &str) -> Block {
        let is_it = |case: &&Case| ty.strip_prefix("agree_") == Some(&case.ty);
        let mut managed = self
            .cases
            .values()
            .filter(|case| is_it(case) && !matches!(case.kind, Kind::Data | Kind::Ephemeral));
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

    /// Returns the wire form of the answer, mutated if this is the call of the case, and adds the
    /// messages that Terraform must print.
    fn answer(
        &self,
        case: &Case,
        is_mutated: bool,
        (call, honest): (&str, &Value),
        donors: &[&Value],
        check: impl Fn(&Value) -> Vec<Fault>,
    ) -> Result<(Vec<u8>, Option<Value>)> {
        let ty = case.block.implied_type();
        let mut rng = self.rng(case, 1);
        let mut tries = 0;
        loop {
            let (bytes, name) = if is_mutated && tries < TRIES {
                mutate(&mut rng, honest, &ty, donors)?
            } else {
                (msgpack::value_to_vec(honest, &ty)?, "honest")
            };
            tries += 1;
            let decoded = msgpack::value_from_slice(&bytes, &ty);
            let faults = decoded.as_ref().map(&check);
            if tries <= TRIES
                && decoded
                    .as_ref()
                    .is_ok_and(|value| crashes(&case.block, value, call == "apply"))
            {
                continue;
            }
            self.record(case, |record| {
                if is_mutated {
                    record.mutation = name;
                }
                let shown = match &decoded {
                    Ok(value) => value.to_string(),
                    Err(error) => format!("{}: {error}", crate::hex::encode(&bytes)),
                };
                record.log.push(format!("{call}: {name}: {shown}"));
                let expected = match &faults {
                    Err(error) => vec![Expected::Undecodable {
                        path: super::diagnostics::path(&error.path()),
                        error: error.to_string(),
                    }],
                    Ok(faults) => self.expected(case, faults),
                };
                record.expected.extend(expected);
            });
            return Ok((bytes, decoded.ok()));
        }
    }

    fn expected(&self, case: &Case, faults: &[Fault]) -> Vec<Expected> {
        let fatal = faults.iter().filter(|fault| fault.is_fatal());
        let mut expected: Vec<Expected> = Vec::new();
        for fault in fatal {
            let summary = fault.summary().to_owned();
            let is_unplaced = fault.rule == Rule::UnknownInResult
                && matches!(
                    fault.moment,
                    Moment::Refresh | Moment::Upgrade | Moment::ReadData
                );
            if !is_unplaced {
                expected.push(Expected::Fault {
                    summary,
                    detail: fault.detail(&self.source, &case.address()),
                    place: fault.terraform_path().to_owned(),
                    address: case.address(),
                });
            } else if !expected
                .iter()
                .any(|one| matches!(one, Expected::Unknown { .. }))
            {
                expected.push(Expected::Unknown { summary });
            }
        }
        expected
    }

    fn upgrade(
        &self,
        request: &upgrade_resource_state::Request,
    ) -> Result<upgrade_resource_state::Response> {
        let ty = self.block_of(&request.type_name).implied_type();
        let state = request.raw_state.as_ref().map(|raw| raw.decode_value(&ty));
        let state = state.transpose()?.unwrap_or(Value::null(ty.clone()));
        let upgraded = match self.case(&[&state]) {
            Some(case) => {
                let is_mutated = case.kind == Kind::Upgrade && !self.is_applying();
                let call = ("upgrade", &state);
                let check = |value: &Value| check_upgrade(&case.block, value);
                self.answer(case, is_mutated, call, &[&case.config], check)?
                    .0
            }
            None => msgpack::value_to_vec(&state, &ty)?,
        };
        Ok(upgrade_resource_state::Response {
            upgraded_state: wire(upgraded),
            ..Default::default()
        })
    }

    fn refresh(&self, request: &read_resource::Request) -> Result<read_resource::Response> {
        let ty = self.block_of(&request.type_name).implied_type();
        let state = read(request.current_state.as_ref(), &ty)?;
        let Some(case) = self.case(&[&state]) else {
            return Ok(read_resource::Response {
                new_state: request.current_state.clone(),
                ..Default::default()
            });
        };
        let check = |value: &Value| check_refresh(&case.block, value);
        let call = ("refresh", &state);
        let is_mutated = case.kind == Kind::Refresh;
        let (bytes, new) = self.answer(case, is_mutated, call, &[&case.config], check)?;
        self.record(case, |record| {
            record.refreshed = new.map(|new| complete_blocks(&case.block, &new));
        });
        Ok(read_resource::Response {
            new_state: wire(bytes),
            ..Default::default()
        })
    }

    fn import(
        &self,
        request: &import_resource_state::Request,
    ) -> Result<import_resource_state::Response> {
        let number = request.id.parse().unwrap_or(u64::MAX);
        let Some(case) = self.cases.get(&number) else {
            return Ok(import_resource_state::Response::default());
        };
        let state = values::state(&mut self.rng(case, 2), &case.block, &case.config)?;
        let check = |value: &Value| check_import(&case.block, value);
        let call = ("import", &state);
        let (bytes, _) = self.answer(case, true, call, &[&case.config], check)?;
        let imported = import_resource_state::ImportedResource {
            type_name: request.type_name.clone(),
            state: wire(bytes),
            ..Default::default()
        };
        Ok(import_resource_state::Response {
            imported_resources: vec![imported],
            ..Default::default()
        })
    }

    fn data(&self, request: &read_data_source::Request) -> Result<read_data_source::Response> {
        let (config, case) =
            self.unmanaged(request.config.as_ref(), &request.type_name, Kind::Data)?;
        let Some(case) = case else {
            return Ok(read_data_source::Response::default());
        };
        let state = values::prior(&mut self.rng(case, 3), &case.block, &config)?;
        let check = |value: &Value| check_data(&case.block, value);
        let (bytes, _) = self.answer(case, true, ("data", &state), &[&config], check)?;
        Ok(read_data_source::Response {
            state: wire(bytes),
            ..Default::default()
        })
    }

    fn open(
        &self,
        request: &open_ephemeral_resource::Request,
    ) -> Result<open_ephemeral_resource::Response> {
        let config = request.config.as_ref();
        let (config, case) = self.unmanaged(config, &request.type_name, Kind::Ephemeral)?;
        let Some(case) = case else {
            return Ok(open_ephemeral_resource::Response::default());
        };
        let result = values::prior(&mut self.rng(case, 3), &case.block, &config)?;
        let check = |value: &Value| check_ephemeral(&case.block, &config, value);
        let (bytes, _) = self.answer(case, true, ("open", &result), &[&config], check)?;
        Ok(open_ephemeral_resource::Response {
            result: wire(bytes),
            ..Default::default()
        })
    }

    /// Returns the configuration and the case of a data source or ephemeral resource.
    fn unmanaged(
        &self,
        config: Option<&DynamicValue>,
        ty: &str,
        kind: Kind,
    ) -> Result<(Value, Option<&Case>)> {
        let mut same = self
            .cases
            .values()
            .filter(|case| case.kind == kind && ty.strip_prefix("agree_") == Some(&case.ty));
        let block = same.next().map(|case| &*case.block).cloned();
        let ty = block.unwrap_or_default().implied_type();
        let config = read(config, &ty)?;
        let case = self.case(&[&config]);
        Ok((config, case))
    }

    fn plan(
        &self,
        request: &plan_resource_change::Request,
    ) -> Result<plan_resource_change::Response> {
        if request.type_name == SOURCE {
            return self.plan_source(request);
        }
        let ty = self.block_of(&request.type_name).implied_type();
        let prior = read(request.prior_state.as_ref(), &ty)?;
        let config = read(request.config.as_ref(), &ty)?;
        let proposed = read(request.proposed_new_state.as_ref(), &ty)?;
        let Some(case) = self.case(&[&config, &prior]) else {
            return Err(serde::ser::Error::custom(
                "a plan without the number of a case",
            ));
        };
        self.compare_sent(case, &prior, &config, request);
        let is_second = prior.is_null()
            && self.record(case, |record| {
                record.has_replaced |= record.has_planned;
                let is_second = record.has_planned && !self.is_applying();
                record.has_planned |= !prior.is_null() && !self.is_applying();
                is_second
            });
        if !prior.is_null() && !self.is_applying() {
            self.record(case, |record| record.has_planned = true);
        }
        let honest = values::plan(&case.block, self.seed ^ case.number, &proposed)?;
        let is_mutated = match case.kind {
            Kind::Create | Kind::Update => !is_second,
            Kind::Replace => is_second,
            Kind::FinalCreate | Kind::FinalUpdate => self.is_applying(),
            _ => false,
        };
        // Another replacement during apply would need a third plan.
        let paths = if self.is_applying() {
            Vec::new()
        } else {
            self.paths(case, &prior, &honest)
        };
        let first = self.record(case, |record| record.first.clone());
        let check = |planned: &Value| {
            if is_second {
                return check_replacement_plan(&case.block, planned);
            }
            let mut faults = check_plan(&case.block, &prior, &config, planned, &paths, case.legacy);
            if let Some((first, first_action)) = &first
                && self.is_applying()
                && !faults.iter().any(Fault::is_fatal)
            {
                let last = (planned, action(&case.block, &prior, planned, &paths));
                faults.extend(check_final_plan(&case.block, (first, *first_action), last));
            }
            faults
        };
        let donors = [&config, &prior];
        let (bytes, planned) = self.answer(case, is_mutated, ("plan", &honest), &donors, check)?;
        if let (Some(planned), false) = (planned, self.is_applying()) {
            let action = action(&case.block, &prior, &planned, &paths);
            self.record(case, |record| {
                record.must_replace |= action == Action::Replace && record.expected.is_empty();
                record
                    .log
                    .push(format!("action: {action}, paths: {paths:?}"));
                record.first = Some((planned, action));
            });
        }
        Ok(plan_resource_change::Response {
            planned_state: wire(bytes),
            requires_replace: paths.iter().map(Into::into).collect(),
            legacy_type_system: case.legacy,
            ..Default::default()
        })
    }

    fn plan_source(
        &self,
        request: &plan_resource_change::Request,
    ) -> Result<plan_resource_change::Response> {
        let ty = source_block().implied_type();
        let planned = Value::object([("v", self.sources.clone())])?;
        let planned = match read(request.prior_state.as_ref(), &ty)? {
            prior if prior.is_null() => planned,
            prior => prior,
        };
        Ok(plan_resource_change::Response {
            planned_state: Some(DynamicValue::encode_value(&planned, &ty)?),
            ..Default::default()
        })
    }

    /// Compares the values of a request with what we compute.
    fn compare_sent(
        &self,
        case: &Case,
        prior: &Value,
        config: &Value,
        request: &plan_resource_change::Request,
    ) {
        let ty = case.block.implied_type();
        let hex = |value: Option<&DynamicValue>| {
            value.map_or_else(String::new, |value| crate::hex::encode(&value.msgpack))
        };
        let sent = hex(request.proposed_new_state.as_ref());
        let own = proposed_new_state(&case.block, prior, config);
        let own =
            own.and_then(|own| Ok((crate::hex::encode(&msgpack::value_to_vec(&own, &ty)?), own)));
        self.record(case, |record| {
            record.log.push(format!("config: {config}"));
            record.log.push(format!("prior: {prior}"));
            record.proposed += 1;
            match own {
                Ok((bytes, own)) if bytes != sent => {
                    let proposed = read(request.proposed_new_state.as_ref(), &ty);
                    let proposed =
                        proposed.map_or_else(|error| error.to_string(), |it| it.to_string());
                    record
                        .sent
                        .push(format!("proposed {own}\n  but sent {proposed}"));
                }
                Ok(_) => {}
                Err(error) => record.sent.push(format!("proposed: {error}")),
            }
            // A second plan of a replacement has no prior state.
            if let (Some(refreshed), false) = (&record.refreshed, prior.is_null()) {
                // Terraform 1.11 leaves null for a group.
                if *refreshed != complete_blocks(&case.block, prior) && !self.is_applying() {
                    record
                        .sent
                        .push(format!("prior {refreshed}\n  but sent {prior}"));
                }
            }
        });
    }

    /// Returns the paths that require replacement, which are the same in each plan of a case.
    fn paths(&self, case: &Case, prior: &Value, planned: &Value) -> Vec<Path> {
        let wrong = matches!(case.kind, Kind::Update | Kind::Replace);
        self.record(case, |record| {
            let chosen = record.paths.get_or_insert_with(|| {
                let mut rng = self.rng(case, 4);
                if case.kind == Kind::Replace {
                    let names = case.block.attributes.iter();
                    return names
                        .map(|one| Path::root().attribute(one.name.clone()))
                        .collect();
                }
                if !rng.one_in(3) {
                    return Vec::new();
                }
                let mut paths = replace_paths(&mut rng, [prior, planned]);
                let exists = |path: &Path| {
                    let has = |value: &Value| value.lookup(path).is_ok();
                    has(prior) && has(planned)
                };
                paths.retain(|path| wrong || exists(path));
                paths
            });
            chosen.clone()
        })
    }

    fn apply(
        &self,
        request: &apply_resource_change::Request,
    ) -> Result<apply_resource_change::Response> {
        let block = self.block_of(&request.type_name);
        let ty = block.implied_type();
        let prior = read(request.prior_state.as_ref(), &ty)?;
        let planned = read(request.planned_state.as_ref(), &ty)?;
        let config = read(request.config.as_ref(), &ty)?;
        let Some(case) = self.case(&[&planned, &prior]) else {
            let new = values::resolve(&mut Rng::new(self.seed, 0), &planned)?;
            return Ok(apply_resource_change::Response {
                new_state: Some(DynamicValue::encode_value(&new, &ty)?),
                ..Default::default()
            });
        };
        let is_delete = planned.is_null();
        let is_mutated = match case.kind {
            Kind::ApplyCreate | Kind::ApplyUpdate => !is_delete,
            Kind::Delete => true,
            _ => false,
        };
        let honest = match (is_delete, case.kind) {
            (true, Kind::Delete) if case.number % 3 != 0 => prior.clone(),
            (true, _) => planned.clone(),
            _ => values::state(&mut self.rng(case, 5), &block, &planned)?,
        };
        let check = |new: &Value| check_apply(&block, &planned, new, case.legacy);
        let donors = [&config, &prior, &planned];
        self.record(case, |record| {
            record.log.push(format!("planned: {planned}"));
        });
        let (bytes, _) = self.answer(case, is_mutated, ("apply", &honest), &donors, check)?;
        Ok(apply_resource_change::Response {
            new_state: wire(bytes),
            legacy_type_system: case.legacy,
            ..Default::default()
        })
    }
}

impl Record {
    /// Returns the differences in what Terraform did, except its messages.
    pub(super) fn differences(&self) -> Vec<String> {
        let mut all = self.sent.clone();
        if self.must_replace != self.has_replaced {
            let (own, terraforms) = (self.must_replace, self.has_replaced);
            all.push(format!("replacement: {own}, but Terraform: {terraforms}"));
        }
        all
    }
}
