//! State stores: the trait, the bytes of states, and the responses to the calls about them.

pub(crate) mod calls;
pub(crate) mod erased;
pub(crate) mod lock_info;
pub(crate) mod state_store;
pub(crate) mod stream;
