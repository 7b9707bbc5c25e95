//! `Context`: what a handler has in addition to its values.

use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::stop::Stop;
use crate::diagnostics::Diagnostics;
use crate::error::{Error, Result};
use crate::model::TfSchema;
use crate::msgpack::{self, Purpose};
use crate::private::Private;
use crate::tfplugin::calls::deferred::Reason;
use crate::tfplugin::messages::DynamicValue;

/// The context of a call: the provider's client, the configuration, private data, and what the answer
/// contains in addition to the result.
pub struct Context<C> {
    pub(super) client: Arc<C>,
    pub(super) config: Option<DynamicValue>,
    pub(super) private: Vec<u8>,
    pub(super) warnings: Diagnostics,
    pub(super) saved: Option<DynamicValue>,
    pub(super) deferred: Option<Reason>,
    pub(super) may_defer: bool,
    pub(super) stop: Stop,
    pub(super) deadline: Option<Instant>,
    pub(super) progress: Option<Progress>,
}

/// A function that sends a message about the progress of an action.
pub(super) type Progress = Arc<dyn Fn(String) + Send + Sync>;

impl<C> Context<C> {
    pub(super) fn new(client: Arc<C>, stop: Stop) -> Self {
        Context {
            client,
            config: None,
            private: Vec::new(),
            warnings: Diagnostics::new(),
            saved: None,
            deferred: None,
            may_defer: false,
            stop,
            deadline: None,
            progress: None,
        }
    }

    /// Returns what [`ProviderConfig::configure`](super::ProviderConfig::configure) returned. Clone it
    /// to use it in other tasks.
    #[must_use]
    pub fn client(&self) -> &Arc<C> {
        &self.client
    }

    /// Reads the configuration of the resource, the only place with the values of write-only
    /// attributes. In a handler that deletes a resource, there is none.
    ///
    /// # Errors
    ///
    /// Fails if the configuration does not fit `T`.
    pub fn config<T: DeserializeOwned>(&self) -> Result<T> {
        match &self.config {
            Some(config) => config.decode(),
            None => Err(Error::msg("the call has no configuration")),
        }
    }

    /// Reads a value from the [private data](Private) of the resource, if there is one with this key.
    ///
    /// # Errors
    ///
    /// Fails if the value does not fit `T`, or if the data is not that of [`Private`].
    pub fn private<T: DeserializeOwned>(&self, key: &str) -> Result<Option<T>> {
        Private::from_slice(&self.private)?.get(key)
    }

    /// Stores a value in the [private data](Private), which the next calls for the same resource can
    /// read.
    ///
    /// # Errors
    ///
    /// Fails if JSON cannot represent the value, or if the data is not that of [`Private`].
    pub fn set_private<T: Serialize + ?Sized>(&mut self, key: &str, value: &T) -> Result<()> {
        let mut private = Private::from_slice(&self.private)?;
        private.set(key, value)?;
        self.private = private.to_vec();
        Ok(())
    }

    /// Adds a warning, which Terraform prints whether or not the call succeeds.
    pub fn warn(&mut self, warning: impl Into<Diagnostics>) {
        self.warnings.push(warning);
    }

    /// Reports the progress of an action. In other handlers, it does nothing.
    pub fn progress(&self, message: impl Into<String>) {
        if let Some(progress) = &self.progress {
            progress(message.into());
        }
    }

    /// Saves a state, in case that the handler fails later: Terraform then stores it, and marks a new
    /// resource as tainted. Unknown values are stored as null.
    ///
    /// # Errors
    ///
    /// Fails if Terraform's wire format cannot represent the state.
    pub fn save<T: TfSchema + Serialize>(&mut self, state: &T) -> Result<()> {
        let ty = T::ty();
        let bytes = msgpack::to_vec_for(state, Purpose::Plan)?;
        let known = msgpack::value_from_slice(&bytes, &ty)?.unknown_to_null()?;
        self.saved = Some(DynamicValue::encode_value(&known, &ty)?);
        Ok(())
    }

    /// Defers the change or the import to a later run of Terraform, if this Terraform can do that.
    /// Returns `false` if it cannot.
    pub fn defer(&mut self, reason: Reason) -> bool {
        if self.may_defer {
            self.deferred = Some(reason);
        }
        self.may_defer
    }

    /// Returns `true` if the user has interrupted Terraform: end the call soon, and return what was
    /// done so far.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.stop.is_set()
    }

    /// Returns the time at which the operation should give up: its start and the
    /// [time limit](super::Resource::time_limit) of the resource, if there is one.
    ///
    /// Use it with the timer of your runtime, such as `tokio::time::timeout_at`.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// Starts the time of an operation.
    pub(super) fn start(&mut self, limit: Option<Duration>) {
        // A limit beyond the end of time is none.
        self.deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
    }

    /// Waits until the user interrupts Terraform.
    pub fn cancelled(&self) -> impl Future<Output = ()> + Send + use<C> {
        self.stop.wait()
    }
}
