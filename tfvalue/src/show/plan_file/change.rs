//! The changes of a plan.

use std::cmp::Ordering;

use super::address::{Address, InstanceKey};
use super::kind::{Kind, Kinds};
use super::mask::{Mask, Part, Paths, known};
use super::proto;
use crate::error::{Error, Result};
use crate::msgpack;
use crate::path::Step;
use crate::schema::Identity;
use crate::schema::config;
use crate::show::actions::{Action, Actions};
use crate::show::change::{Change, Importing};
use crate::show::instance_key::Key;
use crate::show::plan::{ActionReason, DeferredChange, DeferredReason, ResourceChange};
use crate::show::raw::Raw;
use crate::ty::Type;
use crate::value::Value;

/// A change with its values, and what identifies its object.
pub(super) struct Decoded<'a> {
    pub(super) address: Address,
    pub(super) source: Box<proto::ResourceChange>,
    pub(super) kind: Kind<'a>,
    pub(super) actions: Actions,
    pub(super) before: Value,
    pub(super) after: Value,
    pub(super) after_identity: Option<Value>,
    before_identity: Option<Value>,
}

impl<'a> Decoded<'a> {
    /// Decodes a message.
    pub(super) fn decode(message: &[u8], kinds: &Kinds<'a>) -> Result<Self> {
        Self::read(super::message(message)?, kinds)
    }

    fn read(source: proto::ResourceChange, kinds: &Kinds<'a>) -> Result<Self> {
        let at = |error: Error| error.at_step(Step::Key(source.addr.as_str().into()));
        let change = source
            .change
            .as_ref()
            .ok_or_else(|| at(Error::missing("change")))?;
        let address = Address::parse(&source.addr)?;
        let kind = kinds.resource(&address, &source.provider).map_err(at)?;
        let (actions, before, after) = actions(change, kinds).map_err(at)?;
        let value = |index: Option<usize>, name: &'static str| {
            let value = read(change, index, &kind.ty)
                .map_err(|error| config::hide_secrets(kind.block, error));
            value.map_err(|error| at(error.unquoted().at_step(Step::Attribute(name.into()))))
        };
        // The values of an ephemeral resource are in no plan.
        let has_values = address.resource()?.0 != crate::show::mode::Mode::Ephemeral;
        let before = value(before.filter(|_| has_values), "before")?;
        let after = value(after.filter(|_| has_values), "after")?;
        let identity = |encoded: &Option<proto::DynamicValue>| {
            identity(encoded.as_ref(), kind.identity).map_err(at)
        };
        Ok(Decoded {
            before_identity: identity(&change.before_identity)?,
            after_identity: identity(&change.after_identity)?,
            address,
            kind,
            actions,
            before,
            after,
            source: Box::new(source),
        })
    }

    fn paths(&self) -> (&[proto::Path], &[proto::Path]) {
        match &self.source.change {
            Some(change) => (
                &change.before_sensitive_paths,
                &change.after_sensitive_paths,
            ),
            None => (&[], &[]),
        }
    }

    /// Compares changes in the order in which Terraform prints them.
    pub(super) fn order(&self, other: &Self) -> Ordering {
        let order = self.address.order(&other.address);
        order.then_with(|| self.source.deposed_key.cmp(&other.source.deposed_key))
    }

    /// Returns the marks of the paths in the plan, without those of the schema.
    pub(super) fn after_marks(&self, kinds: &Kinds<'_>) -> Result<Raw> {
        let paths = Paths::of_plan(self.paths().1);
        kinds
            .sensitive
            .mask(&self.after, Some(&paths), Part::Any)
            .to_raw()
    }

    /// Returns the change as `terraform show -json` prints it.
    pub(super) fn shown(self, kinds: &Kinds<'_>) -> Result<ResourceChange> {
        let (mode, kind, name) = self.address.resource()?;
        let (before_paths, after_paths) = self.paths();
        let change = self
            .source
            .change
            .as_ref()
            .ok_or_else(|| Error::missing("change"))?;
        let mask = |value: &Value, paths: &[proto::Path]| {
            let paths = Paths::of_plan(paths);
            kinds
                .sensitive
                .mask(value, Some(&paths), Part::Block(self.kind.block))
                .to_raw()
        };
        let after_unknown = if self.after.is_wholly_known() {
            Mask::Object(Vec::new())
        } else {
            Mask::of_unknown(&self.after)
        };
        let replace_paths = change_paths(&self.source.required_replace)?;
        let previous = &self.source.prev_run_addr;
        Ok(ResourceChange {
            address: self.address.as_str().to_owned(),
            previous_address: some(previous).filter(|previous| *previous != self.source.addr),
            module_address: self.address.module().map(str::to_owned),
            mode,
            r#type: kind.to_owned(),
            name: name.to_owned(),
            index: self.address.key.shown(),
            index_unknown: self.address.key == InstanceKey::Any,
            provider_name: Some(self.kind.provider.to_owned()),
            deposed: some(&self.source.deposed_key),
            action_reason: reason(self.source.action_reason)?,
            change: Change {
                actions: self.actions.clone(),
                before: known(&self.before)?,
                after: known(&self.after)?,
                after_unknown: Some(after_unknown.to_raw()?),
                before_sensitive: Some(mask(&self.before, before_paths)?),
                after_sensitive: Some(mask(&self.after, after_paths)?),
                replace_paths,
                importing: importing(change, self.kind.identity, kinds)?,
                generated_config: some(&change.generated_config),
                before_identity: self
                    .before_identity
                    .as_ref()
                    .map(known)
                    .transpose()?
                    .flatten(),
                after_identity: self
                    .after_identity
                    .as_ref()
                    .map(known)
                    .transpose()?
                    .flatten(),
                ..Change::default()
            },
            ..ResourceChange::default()
        })
    }
}

/// Returns `None` for an empty text.
pub(super) fn some(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

/// Returns the actions, and which values are those before and after.
pub(super) fn actions(
    change: &proto::Change,
    kinds: &Kinds<'_>,
) -> Result<(Actions, Option<usize>, Option<usize>)> {
    use Action::{Create, Delete, Forget, NoOp, Read, Update};
    let is_terraform = kinds.release.is_terraform();
    Ok(match change.action {
        0 => ([NoOp].into(), Some(0), Some(0)),
        1 => ([Create].into(), None, Some(0)),
        2 => ([Read].into(), Some(0), Some(1)),
        3 => ([Update].into(), Some(0), Some(1)),
        5 => ([Delete].into(), Some(0), None),
        6 => ([Delete, Create].into(), Some(0), Some(1)),
        7 => ([Create, Delete].into(), Some(0), Some(1)),
        8 => ([Forget].into(), Some(0), None),
        9 if is_terraform => ([Create, Forget].into(), Some(0), Some(1)),
        10 if !is_terraform => ([Forget, Create].into(), Some(0), Some(1)),
        other => return Err(unknown_number("action", other)),
    })
}

/// Reads a value of a change. If the change has no such value, this is null.
pub(super) fn read(change: &proto::Change, index: Option<usize>, ty: &Type) -> Result<Value> {
    match index {
        Some(index) => match change.values.get(index) {
            Some(value) => msgpack::value_from_slice(&value.msgpack, ty),
            None => Err(Error::data("the change has too few values")),
        },
        None => Ok(Value::null(ty.clone())),
    }
}

fn identity(
    encoded: Option<&proto::DynamicValue>,
    schema: Option<&Identity>,
) -> Result<Option<Value>> {
    match (encoded, schema) {
        (Some(encoded), Some(schema)) => {
            msgpack::value_from_slice(&encoded.msgpack, &schema.implied_type()).map(Some)
        }
        _ => Ok(None),
    }
}

fn importing(
    change: &proto::Change,
    schema: Option<&Identity>,
    kinds: &Kinds<'_>,
) -> Result<Option<Importing>> {
    let Some(bytes) = &change.importing else {
        return Ok(None);
    };
    let (id, unknown, encoded) = if kinds.release.is_terraform() {
        let importing: proto::TerraformImporting = super::message(bytes)?;
        (importing.id, importing.unknown, importing.identity)
    } else {
        let importing: proto::OpenTofuImporting = super::message(bytes)?;
        (importing.id, false, importing.identity)
    };
    let id = some(&id).filter(|_| !unknown);
    let encoded = encoded.filter(|_| id.is_none() && !unknown);
    let identity = identity(encoded.as_ref(), schema)?;
    let identity = identity.as_ref().map(known).transpose()?.flatten();
    Ok(Some(Importing {
        id,
        unknown,
        identity,
        ..Importing::default()
    }))
}

/// Converts paths, whose keys are strings and numbers.
pub(super) fn change_paths(paths: &[proto::Path]) -> Result<Vec<Vec<Key>>> {
    paths.iter().map(path).collect()
}

pub(super) fn path(path: &proto::Path) -> Result<Vec<Key>> {
    let keys = path
        .steps
        .iter()
        .map(|step| match (&step.attribute_name, &step.element_key) {
            (Some(name), _) => Ok(Key::String(name.clone())),
            (None, Some(key)) => element_key(&key.msgpack),
            (None, None) => Err(Error::data("a path has a step of an unknown kind")),
        });
    keys.collect()
}

fn element_key(bytes: &[u8]) -> Result<Key> {
    if let Ok(text) = msgpack::value_from_slice(bytes, &Type::String) {
        if let Some(text) = text.as_str() {
            return Ok(Key::String(text.to_owned()));
        }
    }
    let number = msgpack::value_from_slice(bytes, &Type::Number);
    let number = number
        .map_err(|_| Error::data("a path has a key that is neither a number nor a string"))?;
    let raw = known(&number)?.unwrap_or_else(Raw::null);
    Ok(raw
        .get()
        .parse()
        .map_or_else(|_| Key::Other(raw.clone()), Key::Number))
}

fn reason(number: i32) -> Result<Option<ActionReason>> {
    Ok(Some(match number {
        0 => return Ok(None),
        1 => ActionReason::ReplaceBecauseTainted,
        2 => ActionReason::ReplaceByRequest,
        3 => ActionReason::ReplaceBecauseCannotUpdate,
        4 => ActionReason::DeleteBecauseNoResourceConfig,
        5 => ActionReason::DeleteBecauseWrongRepetition,
        6 => ActionReason::DeleteBecauseCountIndex,
        7 => ActionReason::DeleteBecauseEachKey,
        8 => ActionReason::DeleteBecauseNoModule,
        9 => ActionReason::ReplaceByTriggers,
        10 => ActionReason::ReadBecauseConfigUnknown,
        11 => ActionReason::ReadBecauseDependencyPending,
        12 => ActionReason::DeleteBecauseNoMoveTarget,
        13 => ActionReason::ReadBecauseCheckNested,
        14 => ActionReason::DeleteBecauseEnabledFalse,
        15 => ActionReason::ForgotBecauseLifecycleDestroyInState,
        16 => ActionReason::ForgotBecauseLifecycleDestroyInConfig,
        other => return Err(unknown_number("reason for an action", other)),
    }))
}

/// Converts the reason of a deferral.
pub(super) fn deferred_reason(deferred: Option<&proto::Deferred>) -> DeferredReason {
    match deferred.map(|deferred| deferred.reason) {
        Some(1) => DeferredReason::InstanceCountUnknown,
        Some(2) => DeferredReason::ResourceConfigUnknown,
        Some(3) => DeferredReason::ProviderConfigUnknown,
        Some(4) => DeferredReason::AbsentPrereq,
        Some(5) => DeferredReason::DeferredPrereq,
        _ => DeferredReason::Unknown,
    }
}

/// Returns the changes that were deferred, in the order in which Terraform prints them.
pub(super) fn deferred(changes: &[Vec<u8>], kinds: &Kinds<'_>) -> Result<Vec<DeferredChange>> {
    let mut decoded = Vec::new();
    for change in changes {
        let change: proto::DeferredChange = super::message(change)?;
        let source = change.change.ok_or_else(|| Error::missing("change"))?;
        decoded.push((
            deferred_reason(change.deferred.as_ref()),
            Decoded::read(source, kinds)?,
        ));
    }
    decoded.sort_by(|(_, a), (_, b)| a.order(b));
    let shown = decoded.into_iter().map(|(reason, change)| {
        Ok(DeferredChange {
            reason,
            resource_change: change.shown(kinds)?,
            ..DeferredChange::default()
        })
    });
    shown.collect()
}

/// Returns the change of an output.
pub(super) fn output(output: &proto::OutputChange, kinds: &Kinds<'_>) -> Result<(Change, Value)> {
    let change = output
        .change
        .as_ref()
        .ok_or_else(|| Error::missing("change"))?;
    let (actions, before, after) = actions(change, kinds)?;
    let value = |index| {
        read(change, index, &Type::Dynamic).map_err(|error| error.redact_if(output.sensitive))
    };
    let (before, after) = (value(before)?, value(after)?);
    let sensitive = Raw::from_json(if output.sensitive { "true" } else { "false" })?;
    let change = Change {
        actions,
        before: known(&before)?,
        after: known(&after)?,
        after_unknown: Some(if after.is_wholly_known() {
            Mask::No.to_raw()?
        } else {
            Mask::of_unknown(&after).to_raw()?
        }),
        before_sensitive: Some(sensitive.clone()),
        after_sensitive: Some(sensitive),
        ..Change::default()
    };
    Ok((change, after))
}

#[cold]
pub(super) fn unknown_number(what: &str, number: i32) -> Error {
    Error::data(format!("the plan file has an unknown {what}, {number}"))
}
