//! Data sources, ephemeral resources, functions, searches and actions with their types erased.

use std::marker::PhantomData;
use std::sync::Arc;

use serde::de::DeserializeOwned;

use super::{Erased, Of, Part};
use crate::error::Result;
use crate::model::{FunctionError, TfSchema, typed};
use crate::plan::{self, Old};
use crate::provider::context::limit::Operation;
use crate::provider::context::{Call, Client};
use crate::provider::faults::bug::{Returned, invalid_result};
use crate::provider::streams::events::Events;
use crate::provider::streams::later::Later;
use crate::provider::traits::action::Action;
use crate::provider::traits::config::ProviderConfig;
use crate::provider::traits::data_source::DataSource;
use crate::provider::traits::ephemeral::{EphemeralResource, Opened};
use crate::provider::traits::function::Function;
use crate::provider::traits::list::{ListResource, ListResults};
use crate::schema;
use crate::tfplugin::messages::DynamicValue;

/// A [`ProviderConfig`] with its type erased.
pub(crate) trait ErasedConfig: Erased {
    fn configure<'a>(&'a self, config: &'a DynamicValue, call: &'a mut Call) -> Later<'a, Client>;
}

impl<T: ProviderConfig> ErasedConfig for Of<T> {
    fn configure<'a>(&'a self, config: &'a DynamicValue, call: &'a mut Call) -> Later<'a, Client> {
        Box::pin(async move {
            let client = T::configure(config.decode()?, &mut call.lend()).await?;
            Ok(Arc::new(client) as Client)
        })
    }
}

/// A [`DataSource`] with its type erased.
pub(crate) trait ErasedDataSource: Erased {
    fn read<'a>(&'a self, config: &'a DynamicValue, call: &'a mut Call) -> Later<'a, Returned>;
}

impl<T: DataSource> ErasedDataSource for Of<T> {
    fn read<'a>(&'a self, config: &'a DynamicValue, call: &'a mut Call) -> Later<'a, Returned> {
        Box::pin(async move {
            let config: T = configured(config, &self.part)?;
            call.start(Operation::Read, config.time_limit()?, self.part.ty());
            let read = T::read(config, &mut call.lend_to("read")).await?;
            Returned::new("read", &read)
        })
    }
}

/// Reads a configuration and adds its defaults.
fn configured<T: TfSchema + DeserializeOwned>(config: &DynamicValue, part: &Part) -> Result<T> {
    // The condition is a constant, so the compiler generates only one branch.
    if const { T::FACTS.default } {
        typed::read(&plan::with_defaults(
            part.model(),
            part.block(),
            &part.value(config)?,
        )?)
    } else {
        part.read(config)
    }
}

/// An [`EphemeralResource`] with its type erased.
pub(crate) trait ErasedEphemeralResource: Erased {
    fn open<'a>(
        &'a self,
        config: &'a DynamicValue,
        call: &'a mut Call,
    ) -> Later<'a, Opened<DynamicValue>>;
    fn renew<'a>(&'a self, call: &'a mut Call) -> Later<'a, Option<std::time::SystemTime>>;
    fn close<'a>(&'a self, call: &'a mut Call) -> Later<'a, ()>;
}

impl<T: EphemeralResource> ErasedEphemeralResource for Of<T> {
    fn open<'a>(
        &'a self,
        config: &'a DynamicValue,
        call: &'a mut Call,
    ) -> Later<'a, Opened<DynamicValue>> {
        Box::pin(async move {
            let given = configured(config, &self.part)?;
            let opened = T::open(given, &mut call.lend_to("open")).await?;
            let result = Returned::new("open", &opened.result)?.known()?;
            Ok(Opened {
                result: self.part.echoed(config, result)?,
                renew_at: opened.renew_at,
            })
        })
    }

    fn renew<'a>(&'a self, call: &'a mut Call) -> Later<'a, Option<std::time::SystemTime>> {
        Box::pin(async move { T::renew(&mut call.lend_to("renew")).await })
    }

    fn close<'a>(&'a self, call: &'a mut Call) -> Later<'a, ()> {
        Box::pin(async move { T::close(&mut call.lend_to("close")).await })
    }
}

impl Part {
    /// Returns a result with the spelling of the configuration. Terraform requires the result to contain all configured
    /// values.
    pub(crate) fn echoed(
        &self,
        config: &DynamicValue,
        result: DynamicValue,
    ) -> Result<DynamicValue> {
        let (model, ty) = (self.model(), self.ty());
        if !plan::has_spellings(model.fields) {
            return Ok(result);
        }
        let [config, result] = [config, &result].map(|value| value.decode_value(ty));
        let result = plan::spelled(model, Old::Planned, &config?, &result?)?;
        DynamicValue::encode_value(&result, ty)
    }
}

/// A [`Function`] with its type erased.
pub(crate) trait ErasedFunction: Send + Sync {
    fn definition(&self) -> schema::Function;
    fn call<'a>(
        &'a self,
        arguments: &'a [DynamicValue],
    ) -> Later<'a, Result<DynamicValue, FunctionError>>;
}

/// A function of type `T`.
pub(crate) struct FunctionOf<T>(pub(crate) PhantomData<fn() -> T>);

impl<T: Function> ErasedFunction for FunctionOf<T> {
    fn definition(&self) -> schema::Function {
        T::function()
    }

    fn call<'a>(
        &'a self,
        arguments: &'a [DynamicValue],
    ) -> Later<'a, Result<DynamicValue, FunctionError>> {
        Box::pin(async move {
            let call = match T::from_arguments(arguments) {
                Ok(call) => call,
                Err(error) => return Ok(Err(error)),
            };
            Ok(match T::run(call).await {
                Ok(result) => DynamicValue::encode(&result)
                    .map_err(|error| FunctionError::new(invalid_result(&error))),
                Err(diagnostics) => Err(FunctionError::of(&diagnostics, &T::function())),
            })
        })
    }
}

/// A [`ListResource`] with its type erased.
pub(crate) trait ErasedListResource: Erased {
    fn list<'a>(
        &'a self,
        config: &'a DynamicValue,
        events: &'a mut Events,
        call: &'a mut Call,
    ) -> Later<'a, ()>;
}

impl<T: ListResource> ErasedListResource for Of<T> {
    fn list<'a>(
        &'a self,
        config: &'a DynamicValue,
        events: &'a mut Events,
        call: &'a mut Call,
    ) -> Later<'a, ()> {
        Box::pin(async move {
            let mut results = ListResults::new(events);
            T::list(
                self.part.read(config)?,
                &mut results,
                &mut call.lend_to("list"),
            )
            .await
        })
    }
}

/// An [`Action`] with its type erased.
pub(crate) trait ErasedAction: Erased {
    fn plan<'a>(&'a self, config: &'a DynamicValue, call: &'a mut Call) -> Later<'a, ()>;
    fn invoke<'a>(&'a self, config: &'a DynamicValue, call: &'a mut Call) -> Later<'a, ()>;
}

impl<T: Action> ErasedAction for Of<T> {
    fn plan<'a>(&'a self, config: &'a DynamicValue, call: &'a mut Call) -> Later<'a, ()> {
        Box::pin(async move { T::plan(self.part.read(config)?, &mut call.lend_to("plan")).await })
    }

    fn invoke<'a>(&'a self, config: &'a DynamicValue, call: &'a mut Call) -> Later<'a, ()> {
        Box::pin(
            async move { T::invoke(self.part.read(config)?, &mut call.lend_to("invoke")).await },
        )
    }
}
