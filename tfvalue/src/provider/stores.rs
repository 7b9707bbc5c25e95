//! State stores without their types.

use std::sync::{Arc, PoisonError, RwLock};

use super::context::Context;
use super::managed::Later;
use super::state_store::StateStore;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::schema::Schema;
use crate::tfplugin::messages::DynamicValue;

/// A [`StateStore`] without its type.
pub(super) trait Store<C>: Send + Sync {
    fn schema(&self) -> Schema;
    fn validate(&self, config: &DynamicValue) -> Diagnostics;
    fn configure<'a>(
        &'a self,
        config: &'a DynamicValue,
        context: &'a mut Context<C>,
    ) -> Later<'a, ()>;
    fn states<'a>(&'a self, context: &'a mut Context<C>) -> Later<'a, Vec<String>>;
    fn read<'a>(
        &'a self,
        state: &'a str,
        context: &'a mut Context<C>,
    ) -> Later<'a, Option<Vec<u8>>>;
    fn write<'a>(
        &'a self,
        state: &'a str,
        bytes: Vec<u8>,
        context: &'a mut Context<C>,
    ) -> Later<'a, ()>;
    fn delete<'a>(&'a self, state: &'a str, context: &'a mut Context<C>) -> Later<'a, ()>;
    fn lock<'a>(
        &'a self,
        state: &'a str,
        operation: &'a str,
        context: &'a mut Context<C>,
    ) -> Later<'a, String>;
    fn unlock<'a>(
        &'a self,
        state: &'a str,
        lock_id: &'a str,
        context: &'a mut Context<C>,
    ) -> Later<'a, ()>;
}

/// A store of type `T`, and its configuration as soon as Terraform has sent it.
pub(super) struct StoreOf<T>(RwLock<Option<Arc<T>>>);

impl<T> StoreOf<T> {
    pub(super) fn new() -> Self {
        StoreOf(RwLock::new(None))
    }

    fn configured(&self) -> Result<Arc<T>, Diagnostics> {
        let store = self.0.read().unwrap_or_else(PoisonError::into_inner);
        store.clone().ok_or_else(|| {
            let detail = "Terraform must configure the state store before it uses it.";
            Diagnostic::error("The state store is not configured", detail).into()
        })
    }
}

impl<T: StateStore> Store<T::Client> for StoreOf<T> {
    fn schema(&self) -> Schema {
        T::schema()
    }

    fn validate(&self, config: &DynamicValue) -> Diagnostics {
        config.validate_config::<T>()
    }

    fn configure<'a>(
        &'a self,
        config: &'a DynamicValue,
        context: &'a mut Context<T::Client>,
    ) -> Later<'a, ()> {
        Box::pin(async move {
            let store: T = config.decode()?;
            store.configure(context).await?;
            *self.0.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(store));
            Ok(())
        })
    }

    fn states<'a>(&'a self, context: &'a mut Context<T::Client>) -> Later<'a, Vec<String>> {
        Box::pin(async move { self.configured()?.states(context).await })
    }

    fn read<'a>(
        &'a self,
        state: &'a str,
        context: &'a mut Context<T::Client>,
    ) -> Later<'a, Option<Vec<u8>>> {
        Box::pin(async move { self.configured()?.read(state, context).await })
    }

    fn write<'a>(
        &'a self,
        state: &'a str,
        bytes: Vec<u8>,
        context: &'a mut Context<T::Client>,
    ) -> Later<'a, ()> {
        Box::pin(async move { self.configured()?.write(state, bytes, context).await })
    }

    fn delete<'a>(&'a self, state: &'a str, context: &'a mut Context<T::Client>) -> Later<'a, ()> {
        Box::pin(async move { self.configured()?.delete(state, context).await })
    }

    fn lock<'a>(
        &'a self,
        state: &'a str,
        operation: &'a str,
        context: &'a mut Context<T::Client>,
    ) -> Later<'a, String> {
        Box::pin(async move { self.configured()?.lock(state, operation, context).await })
    }

    fn unlock<'a>(
        &'a self,
        state: &'a str,
        lock_id: &'a str,
        context: &'a mut Context<T::Client>,
    ) -> Later<'a, ()> {
        Box::pin(async move { self.configured()?.unlock(state, lock_id, context).await })
    }
}
