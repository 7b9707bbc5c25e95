//! Wraps dynamic parts so that the types of their handlers are erased.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use super::action::DynamicAction;
use super::build::Described;
use super::config::DynamicProviderConfig;
use super::data_source::DynamicDataSource;
use super::description::Description;
use super::ephemeral::DynamicEphemeralResource;
use super::function::DynamicFunction;
use super::plan::{self, DynamicPlan};
use super::resource::DynamicResource;
use super::value;
use crate::diagnostics::Diagnostics;
use crate::error::{Error, Result};
use crate::model::{FunctionError, Role};
use crate::plan::with_defaults;
use crate::provider::context::limit::{self, Operation};
use crate::provider::context::{Call, Client};
use crate::provider::erased::managed::{Apply, ErasedResource};
use crate::provider::erased::others::{
    ErasedAction, ErasedConfig, ErasedDataSource, ErasedEphemeralResource, ErasedFunction,
};
use crate::provider::erased::{Erased, Part};
use crate::provider::faults::bug::{Returned, invalid_result};
use crate::provider::streams::later::Later;
use crate::provider::traits::ephemeral::Opened;
use crate::provider::traits::plan::Draft;
use crate::provider::traits::resource::Imported;
use crate::schema::Function;
use crate::tfplugin::messages::DynamicValue;
use crate::value::Value;

/// A part with a description, and its handlers.
pub(crate) struct Dynamic<H> {
    part: Part,
    pub(super) handlers: Arc<H>,
}

impl<H: Send + Sync + 'static> Dynamic<H> {
    pub(crate) fn new(role: Role, handlers: H, describe: fn(&H) -> Description) -> Self {
        let handlers = Arc::new(handlers);
        let described = Arc::clone(&handlers);
        Dynamic {
            part: Part::described(role, Box::new(move || describe(&described))),
            handlers,
        }
    }

    /// Returns the tables. Fails if the description is not consistent.
    fn described(&self) -> Result<&Described> {
        self.part.check_description()?;
        self.part
            .tables()
            .ok_or_else(|| Error::data("there is no description"))
    }

    fn configured(&self, config: &DynamicValue) -> Result<Value> {
        let config = self.part.value(config)?;
        let described = self.described()?;
        if described.has_default {
            with_defaults(described.model(), self.part.block(), &config)
        } else {
            Ok(config)
        }
    }

    /// Starts a call to a handler.
    pub(super) fn begin(&self, call: &mut Call) -> Result<()> {
        let described = self.described()?;
        call.layout = Some(Arc::clone(self.part.layout()));
        call.identity.ty = described
            .history
            .identity
            .as_ref()
            .map(|one| one.schema.get().implied_type());
        Ok(())
    }

    /// Starts the time limit of an operation.
    fn start(
        &self,
        call: &mut Call,
        value: &Value,
        operation: Operation,
        other: impl FnOnce() -> Option<Duration>,
    ) -> Result<()> {
        let limit = limit::of_value(self.described()?.model().fields, value, operation)?;
        let limit = limit.or_else(other);
        call.start(operation, limit, self.part.ty());
        Ok(())
    }

    fn returned(
        &self,
        handler: &'static str,
        value: Option<Value>,
    ) -> Result<Returned, Diagnostics> {
        let layout = self.part.layout();
        value::returned(handler, &layout.block, &layout.ty, value)
    }
}

impl<H: Send + Sync + 'static> Erased for Dynamic<H> {
    fn part(&self) -> &Part {
        &self.part
    }
}

impl<H: DynamicResource> Dynamic<H> {
    fn start_of(&self, call: &mut Call, value: &Value, operation: Operation) -> Result<()> {
        let other = || self.handlers.time_limit(value, operation);
        self.start(call, value, operation, other)
    }
}

impl<H: DynamicResource> ErasedResource for Dynamic<H> {
    fn plans_deferred(&self) -> bool {
        H::PLANS_DEFERRED
    }

    fn plan<'a>(&'a self, draft: &'a mut Draft, call: &'a mut Call) -> Later<'a, ()> {
        Box::pin(async move {
            self.begin(call)?;
            let model = self.described()?.model();
            let mut plan = DynamicPlan::new(model, draft)?;
            self.handlers.plan(&mut plan, &mut call.lend()).await?;
            if let Some(new) = plan.finish() {
                let new = value::planned(self.part.layout(), new)?;
                plan::set(model, draft, new)?;
            }
            Ok(())
        })
    }

    fn read<'a>(&'a self, state: &'a DynamicValue, call: &'a mut Call) -> Later<'a, Returned> {
        Box::pin(async move {
            let state = self.part.value(state)?;
            self.begin(call)?;
            self.start_of(call, &state, Operation::Read)?;
            let read = self.handlers.read(state, &mut call.lend_to("read")).await?;
            self.returned("read", read)
        })
    }

    fn apply<'a>(&'a self, change: Apply<'a>, call: &'a mut Call) -> Later<'a, Returned> {
        Box::pin(async move {
            let [prior, planned] =
                [change.prior, change.planned].map(|state| self.part.value(state));
            let (prior, planned) = (prior?, planned?);
            self.begin(call)?;
            if planned.is_null() {
                self.start_of(call, &prior, Operation::Delete)?;
                self.handlers
                    .delete(prior, &mut call.lend_to("delete"))
                    .await?;
                return Ok(DynamicValue::null().into());
            }
            if prior.is_null() {
                self.start_of(call, &planned, Operation::Create)?;
                let state = self
                    .handlers
                    .create(planned, &mut call.lend_to("create"))
                    .await?;
                return self.returned("create", Some(state));
            }
            self.start_of(call, &planned, Operation::Update)?;
            let context = &mut call.lend_to("update");
            let state = self.handlers.update(prior, planned, context).await?;
            self.returned("update", Some(state))
        })
    }

    fn import<'a>(&'a self, id: String, call: &'a mut Call) -> Later<'a, Returned> {
        Box::pin(async move {
            self.begin(call)?;
            match self
                .handlers
                .import(id.clone(), &mut call.lend_to("import"))
                .await?
            {
                Imported::State(state) => self.returned("import", Some(state)),
                Imported::ByAnnotation => Ok(self.part.import(&id)?.into()),
            }
        })
    }
}

impl<H: DynamicDataSource> ErasedDataSource for Dynamic<H> {
    fn read<'a>(&'a self, config: &'a DynamicValue, call: &'a mut Call) -> Later<'a, Returned> {
        Box::pin(async move {
            let config = self.configured(config)?;
            self.begin(call)?;
            self.start(call, &config, Operation::Read, || None)?;
            let read = self
                .handlers
                .read(config, &mut call.lend_to("read"))
                .await?;
            self.returned("read", Some(read))
        })
    }
}

impl<H: DynamicEphemeralResource> ErasedEphemeralResource for Dynamic<H> {
    fn open<'a>(
        &'a self,
        config: &'a DynamicValue,
        call: &'a mut Call,
    ) -> Later<'a, Opened<DynamicValue>> {
        Box::pin(async move {
            let given = self.configured(config)?;
            self.begin(call)?;
            let opened = self.handlers.open(given, &mut call.lend_to("open")).await?;
            let result = self.returned("open", Some(opened.result))?.known()?;
            Ok(Opened {
                result: self.part.echoed(config, result)?,
                renew_at: opened.renew_at,
            })
        })
    }

    fn renew<'a>(&'a self, call: &'a mut Call) -> Later<'a, Option<SystemTime>> {
        Box::pin(async move { self.handlers.renew(&mut call.lend_to("renew")).await })
    }

    fn close<'a>(&'a self, call: &'a mut Call) -> Later<'a, ()> {
        Box::pin(async move { self.handlers.close(&mut call.lend_to("close")).await })
    }
}

impl<H: DynamicAction> ErasedAction for Dynamic<H> {
    fn plan<'a>(&'a self, config: &'a DynamicValue, call: &'a mut Call) -> Later<'a, ()> {
        Box::pin(async move {
            let config = self.part.value(config)?;
            self.begin(call)?;
            self.handlers.plan(config, &mut call.lend_to("plan")).await
        })
    }

    fn invoke<'a>(&'a self, config: &'a DynamicValue, call: &'a mut Call) -> Later<'a, ()> {
        Box::pin(async move {
            let config = self.part.value(config)?;
            self.begin(call)?;
            let context = &mut call.lend_to("invoke");
            self.handlers.invoke(config, context).await
        })
    }
}

impl<H: DynamicProviderConfig> ErasedConfig for Dynamic<H> {
    fn configure<'a>(&'a self, config: &'a DynamicValue, call: &'a mut Call) -> Later<'a, Client> {
        Box::pin(async move {
            let config = self.part.value(config)?;
            self.begin(call)?;
            let client = self.handlers.configure(config, &mut call.lend()).await?;
            Ok(Arc::new(client) as Client)
        })
    }
}

/// A function with its handler.
pub(crate) struct DynamicFunctionOf<H>(pub(crate) H);

impl<H: DynamicFunction> ErasedFunction for DynamicFunctionOf<H> {
    fn definition(&self) -> Function {
        self.0.describe()
    }

    fn call<'a>(
        &'a self,
        arguments: &'a [DynamicValue],
    ) -> Later<'a, Result<DynamicValue, FunctionError>> {
        Box::pin(async move {
            let function = self.0.describe();
            let arguments = match read_arguments(&function, arguments) {
                Ok(arguments) => arguments,
                Err(error) => return Ok(Err(error)),
            };
            Ok(match self.0.run(arguments).await {
                Ok(result) => DynamicValue::encode_value(&result, &function.return_type)
                    .map_err(|error| FunctionError::new(invalid_result(&error))),
                Err(diagnostics) => Err(FunctionError::of(&diagnostics, &function)),
            })
        })
    }
}

/// Reads the arguments according to the types of the parameters.
fn read_arguments(
    function: &Function,
    arguments: &[DynamicValue],
) -> Result<Vec<Value>, FunctionError> {
    let fixed = function.parameters.len();
    if arguments.len() < fixed {
        let missing = &function.parameters[arguments.len()].name;
        return Err(FunctionError::new(format_args!(
            "the argument {missing:?} is missing"
        )));
    }
    let variadic = function.variadic_parameter.as_ref();
    let values = arguments
        .iter()
        .zip(0..)
        .map(|(argument, index): (_, i64)| {
            let own = usize::try_from(index).ok();
            let own = own.and_then(|index| function.parameters.get(index));
            let Some(parameter) = own.or(variadic) else {
                let text = format!("{fixed} arguments are required, got more");
                return Err(FunctionError::new(text).at_argument(index));
            };
            // An argument can be sensitive, but the function cannot detect this.
            let fault = |error: Error| FunctionError::new(error.unquoted()).at_argument(index);
            argument.decode_value(&parameter.ty).map_err(fault)
        });
    values.collect()
}
