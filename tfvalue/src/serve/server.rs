//! Defines `Server`, the data that the connections and calls of a process share.

use std::error::Error;
use std::sync::Arc;

use super::lifetime::Lifetime;
use super::pool::Pool;
use super::service::Handle;
use crate::plugin::budget::Budget;

/// The reason why the provider cannot be served.
pub(super) type Failure = Box<dyn Error + Send + Sync>;

/// The data that all connections and calls of the process share.
pub(super) struct Server {
    pub(super) provider: Arc<dyn Handle>,
    pub(super) lifetime: Lifetime,
    pub(super) budget: Budget,
    pub(super) pool: Arc<Pool>,
}
