//! A managed resource without its type.

use super::bug::Returned;
use super::context::Call;
use super::erased::{Erased, Of};
use super::later::Later;
use super::limit::{Limit, Operation};
use super::plan::{Draft, Plan};
use super::resource::{Imported, Resource};
use crate::diagnostics::Diagnostics;
use crate::error::Result;
use crate::model::History;
use crate::schema::{Identity, Schema};
use crate::state::MoveSource;
use crate::tfplugin::messages::{DynamicValue, RawState};
use crate::value::Value;

impl<T: Resource> Of<T> {
    /// Starts the time of an operation.
    fn start(&self, call: &mut Call, it: &T, operation: Operation) -> Result<()> {
        let limit = it.time_limit(operation)?;
        call.limit = limit.and_then(|limit| Limit::start(operation, limit, self.part.ty()));
        Ok(())
    }
}

/// What is applied: a change between two states, of which one can be null.
pub(super) struct Apply<'a> {
    pub(super) prior: &'a DynamicValue,
    pub(super) planned: &'a DynamicValue,
}

/// A [`Resource`] without its type. Everything that does not depend on the type is elsewhere, so that
/// it is compiled once.
pub(super) trait ErasedResource: Erased {
    fn history(&self) -> &History;
    /// Returns the schemas of the resource and of its identity.
    fn announced(&self) -> (Schema, Option<Identity>) {
        let identity = self.history().identity.as_ref();
        let identity = identity.map(|identity| identity.schema.get());
        (self.part().schema(), identity)
    }
    fn validate(&self, config: &DynamicValue) -> Diagnostics;
    fn upgrade(&self, version: i64, state: &RawState) -> Result<DynamicValue>;
    fn move_from(&self, source: &MoveSource<'_>, state: &RawState) -> Result<DynamicValue>;
    fn plan<'a>(&'a self, draft: &'a mut Draft, call: &'a mut Call) -> Later<'a, ()>;
    fn read<'a>(&'a self, state: &'a DynamicValue, call: &'a mut Call) -> Later<'a, Returned>;
    fn apply<'a>(&'a self, change: Apply<'a>, call: &'a mut Call) -> Later<'a, Returned>;
    fn import<'a>(&'a self, id: String, call: &'a mut Call) -> Later<'a, Returned>;

    /// Reads a configuration or state. Errors hide sensitive values.
    fn value(&self, value: &DynamicValue) -> Result<Value> {
        self.part().value(value)
    }
}

impl<T: Resource> ErasedResource for Of<T> {
    fn history(&self) -> &History {
        T::HISTORY
    }

    fn validate(&self, config: &DynamicValue) -> Diagnostics {
        config.validate_config_of::<T>(self.part.block(), self.part.ty())
    }

    fn upgrade(&self, version: i64, state: &RawState) -> Result<DynamicValue> {
        state.upgrade::<T>(version)
    }

    fn move_from(&self, source: &MoveSource<'_>, state: &RawState) -> Result<DynamicValue> {
        state.move_to::<T>(source)
    }

    fn plan<'a>(&'a self, draft: &'a mut Draft, call: &'a mut Call) -> Later<'a, ()> {
        Box::pin(async move {
            let mut plan = Plan::new(draft);
            T::plan(&mut plan, &mut call.lend()).await?;
            Ok(plan.finish()?)
        })
    }

    fn read<'a>(&'a self, state: &'a DynamicValue, call: &'a mut Call) -> Later<'a, Returned> {
        Box::pin(async move {
            let state: T = state.decode()?;
            self.start(call, &state, Operation::Read)?;
            let read = T::read(state, &mut call.lend_to("read")).await?;
            Returned::new("read", &read)
        })
    }

    fn apply<'a>(&'a self, change: Apply<'a>, call: &'a mut Call) -> Later<'a, Returned> {
        Box::pin(async move {
            let Some(planned) = change.planned.decode::<Option<T>>()? else {
                let prior: T = change.prior.decode()?;
                self.start(call, &prior, Operation::Delete)?;
                T::delete(prior, &mut call.lend_to("delete")).await?;
                return Ok(DynamicValue::null().into());
            };
            match change.prior.decode()? {
                Some(prior) => {
                    self.start(call, &planned, Operation::Update)?;
                    let state = T::update(prior, planned, &mut call.lend_to("update")).await?;
                    Returned::new("update", &state)
                }
                None => {
                    self.start(call, &planned, Operation::Create)?;
                    let state = T::create(planned, &mut call.lend_to("create")).await?;
                    Returned::new("create", &state)
                }
            }
        })
    }

    fn import<'a>(&'a self, id: String, call: &'a mut Call) -> Later<'a, Returned> {
        Box::pin(async move {
            match T::import(id.clone(), &mut call.lend_to("import")).await? {
                Imported::State(state) => Returned::new("import", &state),
                Imported::ByAnnotation => Ok(DynamicValue::import::<T>(&id)?.into()),
            }
        })
    }
}
