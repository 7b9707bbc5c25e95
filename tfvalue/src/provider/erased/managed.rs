//! A managed resource with its type erased.

use super::{Erased, Of};
use crate::error::Result;
use crate::model::History;
use crate::provider::context::Call;
use crate::provider::context::limit::Operation;
use crate::provider::faults::bug::Returned;
use crate::provider::streams::later::Later;
use crate::provider::traits::plan::{Draft, Plan};
use crate::provider::traits::resource::{Imported, Resource};
use crate::tfplugin::messages::DynamicValue;
use crate::value::Value;

/// The change to apply, between two states, one of which can be null.
pub(crate) struct Apply<'a> {
    pub(crate) prior: &'a DynamicValue,
    pub(crate) planned: &'a DynamicValue,
}

/// A [`Resource`] with its type erased. Code that does not depend on the type is elsewhere, so that it is compiled only
/// once.
pub(crate) trait ErasedResource: Erased {
    /// Returns `true` if the resource's own planning function is called even when the provider defers all operations.
    fn plans_deferred(&self) -> bool;
    fn plan<'a>(&'a self, draft: &'a mut Draft, call: &'a mut Call) -> Later<'a, ()>;
    fn read<'a>(&'a self, state: &'a DynamicValue, call: &'a mut Call) -> Later<'a, Returned>;
    fn apply<'a>(&'a self, change: Apply<'a>, call: &'a mut Call) -> Later<'a, Returned>;
    fn import<'a>(&'a self, id: String, call: &'a mut Call) -> Later<'a, Returned>;
    /// Returns `true` if the object exists only in the state.
    fn is_state_only(&self) -> bool {
        false
    }
}

impl dyn ErasedResource + '_ {
    pub(crate) fn history(&self) -> &History {
        self.part().history()
    }

    /// Reads a configuration or state. Errors hide sensitive values.
    pub(crate) fn value(&self, value: &DynamicValue) -> Result<Value> {
        self.part().value(value)
    }
}

impl<T: Resource> Of<T> {
    /// Reads the object of an operation, and starts the time limit of the operation.
    fn begin(&self, call: &mut Call, object: &DynamicValue, operation: Operation) -> Result<T> {
        let object: T = self.part.read(object)?;
        call.start(operation, object.time_limit(operation)?, self.part.ty());
        Ok(object)
    }
}

impl<T: Resource> ErasedResource for Of<T> {
    fn plans_deferred(&self) -> bool {
        T::PLANS_DEFERRED
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
            let state = self.begin(call, state, Operation::Read)?;
            match T::read(state, &mut call.lend_to("read")).await? {
                Some(read) => Returned::new("read", &read),
                None => Ok(DynamicValue::null().into()),
            }
        })
    }

    fn apply<'a>(&'a self, change: Apply<'a>, call: &'a mut Call) -> Later<'a, Returned> {
        Box::pin(async move {
            let Apply { prior, planned } = change;
            if planned.is_null() {
                let prior = self.begin(call, prior, Operation::Delete)?;
                T::delete(prior, &mut call.lend_to("delete")).await?;
                Ok(DynamicValue::null().into())
            } else if prior.is_null() {
                let planned = self.begin(call, planned, Operation::Create)?;
                let state = T::create(planned, &mut call.lend_to("create")).await?;
                Returned::new("create", &state)
            } else {
                let planned = self.begin(call, planned, Operation::Update)?;
                let prior = self.part.read(prior)?;
                let state = T::update(prior, planned, &mut call.lend_to("update")).await?;
                Returned::new("update", &state)
            }
        })
    }

    fn import<'a>(&'a self, id: String, call: &'a mut Call) -> Later<'a, Returned> {
        Box::pin(async move {
            match T::import(id.clone(), &mut call.lend_to("import")).await? {
                Imported::State(state) => Returned::new("import", &state),
                Imported::ByAnnotation => Ok(self.part.import(&id)?.into()),
            }
        })
    }

    fn is_state_only(&self) -> bool {
        T::STATE_ONLY
    }
}
