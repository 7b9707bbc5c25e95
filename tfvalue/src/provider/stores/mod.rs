//! State stores: the trait, the bytes of states, and the responses to calls for state stores.

pub(crate) mod calls;
pub(crate) mod erased;
pub(crate) mod lock_info;
pub(crate) mod state_store;
pub(crate) mod stream;

pub(crate) use self::erased::ProviderStore;
pub use self::lock_info::LockInfo;
pub use self::state_store::StateStore;
pub use self::stream::{StateChunks, StateReceiver, StateSender};
pub use crate::model::StateStoreKind;

use self::erased::StoreOf;
use super::{Provider, name};

impl<C: Send + Sync + 'static> Provider<C> {
    /// Adds a state store. State stores require protocol 6, and only development builds of Terraform use them.
    #[must_use]
    #[track_caller]
    pub fn state_store<T: StateStore<Client = C>>(mut self) -> Self {
        const { name::check_type(T::NAME) }
        let name = self.parts.type_name(T::NAME);
        let store = ProviderStore::new(StoreOf::<T>::new());
        self.parts.stores.add(name, Box::new(store));
        self
    }
}
