//! Data sources, ephemeral resources, functions, searches and actions without their types.

use serde::de::DeserializeOwned;

use super::action::Action;
use super::bug::{Returned, invalid_result};
use super::context::Call;
use super::data_source::DataSource;
use super::ephemeral::{EphemeralResource, Opened};
use super::events::Events;
use super::function::Function;
use super::later::Later;
use super::limit::Limit;
use super::list::{ListResource, ListResults};
use super::managed::Of;
use super::resource::Operation;
use crate::diagnostics::Diagnostics;
use crate::error::Result;
use crate::model::{FunctionError, Model, TfSchema, TfType, typed};
use crate::plan;
use crate::schema::{self, Block, Schema};
use crate::tfplugin::messages::DynamicValue;

/// A [`DataSource`] without its type.
pub(super) trait Data: Send + Sync {
    fn schema(&self) -> Schema;
    fn model(&self) -> Model;
    fn validate(&self, config: &DynamicValue) -> Diagnostics;
    fn read<'a>(&'a self, config: &'a DynamicValue, call: &'a mut Call) -> Later<'a, Returned>;
}

impl<T: DataSource> Data for Of<T> {
    fn schema(&self) -> Schema {
        T::described()
    }

    fn model(&self) -> Model {
        T::FACTS.model
    }

    fn validate(&self, config: &DynamicValue) -> Diagnostics {
        let block = T::described().block;
        config.validate_config_of::<T>(&block, &block.implied_type())
    }

    fn read<'a>(&'a self, config: &'a DynamicValue, call: &'a mut Call) -> Later<'a, Returned> {
        Box::pin(async move {
            let config: T = configured(config, || T::described().block)?;
            if let Some(limit) = config.time_limit()? {
                call.limit = Limit::start(Operation::Read, limit, &T::described().implied_type());
            }
            let read = T::read(config, &mut call.lend_to("read")).await?;
            Returned::new("read", &read)
        })
    }
}

/// Reads a configuration, with its defaults.
fn configured<T: TfSchema + DeserializeOwned>(
    config: &DynamicValue,
    block: impl FnOnce() -> Block,
) -> Result<T> {
    if !T::FACTS.default {
        return config.decode();
    }
    let config = config.decode_of(&T::ty(), T::block)?;
    typed::read(&plan::with_defaults(T::FACTS.model, &block(), &config)?)
}

/// An [`EphemeralResource`] without its type.
pub(super) trait Ephemeral: Send + Sync {
    fn schema(&self) -> Schema;
    fn model(&self) -> Model;
    fn validate(&self, config: &DynamicValue) -> Diagnostics;
    fn open<'a>(
        &'a self,
        config: &'a DynamicValue,
        call: &'a mut Call,
    ) -> Later<'a, Opened<DynamicValue>>;
    fn renew<'a>(&'a self, call: &'a mut Call) -> Later<'a, Option<std::time::SystemTime>>;
    fn close<'a>(&'a self, call: &'a mut Call) -> Later<'a, ()>;
}

impl<T: EphemeralResource> Ephemeral for Of<T> {
    fn schema(&self) -> Schema {
        T::schema()
    }

    fn model(&self) -> Model {
        T::FACTS.model
    }

    fn validate(&self, config: &DynamicValue) -> Diagnostics {
        config.validate_config::<T>()
    }

    fn open<'a>(
        &'a self,
        config: &'a DynamicValue,
        call: &'a mut Call,
    ) -> Later<'a, Opened<DynamicValue>> {
        Box::pin(async move {
            let config = configured(config, T::block)?;
            let opened = T::open(config, &mut call.lend_to("open")).await?;
            Ok(Opened {
                result: Returned::new("open", &opened.result)?.known()?,
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

/// A [`Function`] without its type.
pub(super) trait Callable: Send + Sync {
    fn definition(&self) -> schema::Function;
    fn call<'a>(
        &'a self,
        arguments: &'a [DynamicValue],
    ) -> Later<'a, Result<DynamicValue, FunctionError>>;
}

impl<T: Function> Callable for Of<T> {
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

/// A [`ListResource`] without its type.
pub(super) trait Search: Send + Sync {
    fn schema(&self) -> Schema;
    fn model(&self) -> Model;
    fn validate(&self, config: &DynamicValue) -> Diagnostics;
    fn list<'a>(
        &'a self,
        config: &'a DynamicValue,
        events: &'a mut Events,
        call: &'a mut Call,
    ) -> Later<'a, ()>;
}

impl<T: ListResource> Search for Of<T> {
    fn schema(&self) -> Schema {
        T::Search::schema()
    }

    fn model(&self) -> Model {
        T::Search::FACTS.model
    }

    fn validate(&self, config: &DynamicValue) -> Diagnostics {
        config.validate_config::<T::Search>()
    }

    fn list<'a>(
        &'a self,
        config: &'a DynamicValue,
        events: &'a mut Events,
        call: &'a mut Call,
    ) -> Later<'a, ()> {
        Box::pin(async move {
            let mut results = ListResults::new(events);
            T::list(config.decode()?, &mut results, &mut call.lend_to("list")).await
        })
    }
}

/// An [`Action`] without its type.
pub(super) trait Invocable: Send + Sync {
    fn block(&self) -> Block;
    fn model(&self) -> Model;
    fn validate(&self, config: &DynamicValue) -> Diagnostics;
    fn plan<'a>(&'a self, config: &'a DynamicValue, call: &'a mut Call) -> Later<'a, ()>;
    fn invoke<'a>(&'a self, config: &'a DynamicValue, call: &'a mut Call) -> Later<'a, ()>;
}

impl<T: Action> Invocable for Of<T> {
    fn block(&self) -> Block {
        T::block()
    }

    fn model(&self) -> Model {
        T::FACTS.model
    }

    fn validate(&self, config: &DynamicValue) -> Diagnostics {
        config.validate_config::<T>()
    }

    fn plan<'a>(&'a self, config: &'a DynamicValue, call: &'a mut Call) -> Later<'a, ()> {
        Box::pin(async move { T::plan(config.decode()?, &mut call.lend_to("plan")).await })
    }

    fn invoke<'a>(&'a self, config: &'a DynamicValue, call: &'a mut Call) -> Later<'a, ()> {
        Box::pin(async move { T::invoke(config.decode()?, &mut call.lend_to("invoke")).await })
    }
}
