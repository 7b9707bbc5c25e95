//! State stores with their types erased.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use super::state_store::StateStore;
use super::stream::{Incoming, Outgoing, StateReceiver, StateSender};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::provider::context::Call;
use crate::provider::erased::{Erased, Part};
use crate::provider::secrets::Secrets;
use crate::provider::streams::later::Later;
use crate::tfplugin::messages::DynamicValue;

/// The range of chunk sizes in bytes that Terraform accepts, and the size that Terraform suggests.
const CHUNK_SIZES: RangeInclusive<usize> = 1..=128 << 20;
pub(crate) const CHUNK_SIZE: usize = 8 << 20;

/// A state store of the provider.
pub(crate) struct ProviderStore {
    pub(crate) store: Box<dyn ErasedStateStore>,
    pub(crate) chunk_size: AtomicUsize,
    /// The secrets in the configuration. The log hides them as long as the store exists.
    pub(crate) secrets: Mutex<Option<Secrets>>,
}

impl ProviderStore {
    pub(crate) fn new(store: impl ErasedStateStore + 'static) -> Self {
        ProviderStore {
            store: Box::new(store),
            chunk_size: AtomicUsize::new(CHUNK_SIZE),
            secrets: Mutex::new(None),
        }
    }

    /// Chooses and returns the chunk size, based on the size that Terraform suggests.
    pub(crate) fn set_chunk_size(&self, suggested: i64) -> usize {
        let suggested = usize::try_from(suggested).unwrap_or(0);
        let size = if suggested == 0 {
            CHUNK_SIZE
        } else {
            suggested
        };
        let size = size.clamp(*CHUNK_SIZES.start(), *CHUNK_SIZES.end());
        self.chunk_size.store(size, Ordering::Relaxed);
        size
    }
}

impl Erased for ProviderStore {
    fn part(&self) -> &Part {
        self.store.part()
    }
}

/// A [`StateStore`] with its type erased.
pub(crate) trait ErasedStateStore: Erased {
    fn configure<'a>(&'a self, config: &'a DynamicValue, call: &'a mut Call) -> Later<'a, ()>;
    fn states<'a>(&'a self, call: &'a mut Call) -> Later<'a, Vec<String>>;
    fn read<'a>(
        &'a self,
        state: &'a str,
        outgoing: &'a mut Outgoing,
        call: &'a mut Call,
    ) -> Later<'a, ()>;
    fn write<'a>(
        &'a self,
        state: &'a str,
        incoming: &'a mut Incoming,
        call: &'a mut Call,
    ) -> Later<'a, ()>;
    fn delete<'a>(&'a self, state: &'a str, call: &'a mut Call) -> Later<'a, ()>;
    fn lock<'a>(
        &'a self,
        state: &'a str,
        operation: &'a str,
        call: &'a mut Call,
    ) -> Later<'a, String>;
    fn unlock<'a>(&'a self, state: &'a str, lock_id: &'a str, call: &'a mut Call) -> Later<'a, ()>;
}

/// A store of type `T`, with its configuration once Terraform has sent it.
pub(crate) struct StoreOf<T> {
    part: Part,
    store: RwLock<Option<Arc<T>>>,
}

impl<T: StateStore> StoreOf<T> {
    pub(crate) fn new() -> Self {
        StoreOf {
            part: Part::of::<T>(T::schema),
            store: RwLock::new(None),
        }
    }

    fn configured(&self) -> Result<Arc<T>, Diagnostics> {
        let store = self.store.read().unwrap_or_else(PoisonError::into_inner);
        store.clone().ok_or_else(|| {
            let detail = "Terraform must configure the state store before it uses it.";
            Diagnostic::error("The state store is not configured", detail).into()
        })
    }
}

impl<T: StateStore> Erased for StoreOf<T> {
    fn part(&self) -> &Part {
        &self.part
    }
}

impl<T: StateStore> ErasedStateStore for StoreOf<T> {
    fn configure<'a>(&'a self, config: &'a DynamicValue, call: &'a mut Call) -> Later<'a, ()> {
        Box::pin(async move {
            let store: T = self.part.read(config)?;
            store.configure(&mut call.lend()).await?;
            *self.store.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(store));
            Ok(())
        })
    }

    fn states<'a>(&'a self, call: &'a mut Call) -> Later<'a, Vec<String>> {
        Box::pin(async move { self.configured()?.states(&mut call.lend()).await })
    }

    fn read<'a>(
        &'a self,
        state: &'a str,
        outgoing: &'a mut Outgoing,
        call: &'a mut Call,
    ) -> Later<'a, ()> {
        Box::pin(async move {
            let sender = StateSender::new(outgoing);
            self.configured()?
                .read(state, sender, &mut call.lend())
                .await
        })
    }

    fn write<'a>(
        &'a self,
        state: &'a str,
        incoming: &'a mut Incoming,
        call: &'a mut Call,
    ) -> Later<'a, ()> {
        Box::pin(async move {
            let receiver = StateReceiver::new(incoming);
            self.configured()?
                .write(state, receiver, &mut call.lend())
                .await
        })
    }

    fn delete<'a>(&'a self, state: &'a str, call: &'a mut Call) -> Later<'a, ()> {
        Box::pin(async move { self.configured()?.delete(state, &mut call.lend()).await })
    }

    fn lock<'a>(
        &'a self,
        state: &'a str,
        operation: &'a str,
        call: &'a mut Call,
    ) -> Later<'a, String> {
        Box::pin(async move {
            self.configured()?
                .lock(state, operation, &mut call.lend())
                .await
        })
    }

    fn unlock<'a>(&'a self, state: &'a str, lock_id: &'a str, call: &'a mut Call) -> Later<'a, ()> {
        Box::pin(async move {
            self.configured()?
                .unlock(state, lock_id, &mut call.lend())
                .await
        })
    }
}
