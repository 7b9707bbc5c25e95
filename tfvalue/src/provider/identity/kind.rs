//! The common properties of the identities of a resource type.

use std::fmt::Write as _;

use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::error::Result;
use crate::model::History;
use crate::provider::erased::layout::IdentityLayout;
use crate::provider::erased::managed::ErasedResource;
use crate::provider::faults::bug::bug;
use crate::provider::faults::check::Checks;
use crate::schema::{self, Attribute, Block};
use crate::state::{self, IdentityChange};
use crate::tfplugin::calls::ResourceIdentityData;
use crate::tfplugin::messages::DynamicValue;
use crate::ty::Type;
use crate::value::Value;

/// The headline for an identity that is incomplete or contradicts the state.
pub(crate) const INVALID: &str = "Provider produced invalid identity";

/// Returns the bug in a handler that sets an identity although the resource type has no identity.
pub(crate) fn no_identity() -> Diagnostic {
    bug(INVALID, "the resource type has no identity.")
}

/// The identities of a resource.
pub(crate) struct IdentityKind<'a> {
    history: &'a History,
    /// The state.
    pub(crate) block: &'a Block,
    pub(crate) schema: &'a schema::Identity,
    pub(crate) ty: &'a Type,
}

impl<'a> IdentityKind<'a> {
    pub(crate) fn of(resource: &'a dyn ErasedResource) -> Option<Self> {
        let history = resource.history();
        let part = resource.part();
        let layout = part.identity(&history.identity.as_ref()?.schema);
        Some(IdentityKind::new(history, part.block(), layout))
    }

    pub(crate) fn new(
        history: &'a History,
        block: &'a Block,
        IdentityLayout { schema, ty }: &'a IdentityLayout,
    ) -> Self {
        IdentityKind {
            history,
            block,
            schema,
            ty,
        }
    }

    /// Returns `true` if the identity may change, or if a harness checks for changes instead.
    pub(crate) fn may_change(&self, checks: Checks) -> bool {
        self.history.mutable_identity || checks.are_elsewhere()
    }

    pub(crate) fn is_in_state(&self, name: &str) -> bool {
        self.block.attribute(name).is_some()
    }

    fn value(&self, data: Option<&DynamicValue>) -> Result<Option<Value>> {
        let value = data.map(|data| data.decode_value(self.ty)).transpose()?;
        Ok(value.filter(|value| !value.is_null()))
    }

    pub(crate) fn read(&self, data: Option<&ResourceIdentityData>) -> Result<Option<Value>> {
        self.value(data.and_then(|data| data.identity_data.as_ref()))
    }

    pub(crate) fn write(&self, identity: &Value) -> Result<ResourceIdentityData> {
        let identity_data = Some(DynamicValue::encode_value(identity, self.ty)?);
        Ok(ResourceIdentityData { identity_data })
    }

    /// Returns the identity of an object with the given state. `set` is the identity that the handler has set with
    /// `method`.
    pub(crate) fn completed(
        &self,
        method: &str,
        state: &Value,
        set: Option<&DynamicValue>,
        given: Option<&Value>,
    ) -> Result<Value, Diagnostics> {
        let set = self.value(set).map_err(|error| {
            let problem = format!("`{method}` has the identity of another resource: {error}");
            bug(INVALID, problem)
        })?;
        let others: Vec<_> = set.iter().chain(given).collect();
        let identity = state::identity_of(self.schema, self.block, state, &others)?;
        if let Some(set) = &set {
            let changes = self.changes(&identity, set);
            if !changes.is_empty() {
                let lines = self.lines(&changes, "in the state, but");
                let problem =
                    format!("`{method}` was given values that differ from the state:\n{lines}");
                return Err(bug(INVALID, problem).into());
            }
        }
        Ok(identity)
    }

    /// Checks that the identity has a value for each attribute that an import requires and that is not in the state.
    pub(crate) fn check_required(
        &self,
        handler: &str,
        method: &str,
        identity: Option<&Value>,
    ) -> Result<(), Diagnostics> {
        let missing = self.missing(identity);
        if missing.is_empty() {
            return Ok(());
        }
        let problem = format!(
            "`{handler}` returned an identity without values for:\n{missing}\n\nThe state does not have them, \
             so `{handler}` must set them with `{method}`."
        );
        Err(bug(INVALID, problem).into())
    }

    /// Returns a line for each attribute that is null although an import requires it and the state does not contain it.
    pub(crate) fn missing(&self, identity: Option<&Value>) -> String {
        let missing = self.schema.attributes.iter().filter(|attribute| {
            let name = &*attribute.name;
            let value = identity.and_then(|identity| identity.get_named(name));
            let is_null = value.is_none_or(Value::is_null);
            is_null && attribute.required_for_import && !self.is_in_state(name)
        });
        missing.map(|one| format!("\n    {}", one.name)).collect()
    }

    pub(crate) fn changes<'v>(&'v self, old: &'v Value, new: &'v Value) -> Vec<IdentityChange<'v>> {
        state::identity_changes(self.schema, old, new)
    }

    /// Returns a line for each change. Only a handwritten identity schema can have sensitive attributes.
    pub(crate) fn lines(&self, changes: &[IdentityChange<'_>], became: &str) -> String {
        let mut lines = String::new();
        for IdentityChange { name, old, new } in changes {
            let attribute = self.block.attribute(name);
            let _ = if attribute.is_some_and(Attribute::is_secret) {
                write!(lines, "\n    {name}: sensitive values")
            } else {
                write!(lines, "\n    {name}: {old} {became} {new}")
            };
        }
        lines
    }
}
