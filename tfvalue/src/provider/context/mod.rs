//! `Context`: the data that a handler receives in addition to its values.

pub(crate) mod alarm;
pub(crate) mod identity;
pub(crate) mod limit;
pub(crate) mod poll;
pub(crate) mod stop;

use std::any::Any;
use std::future::Future;
use std::mem;
use std::ops::{Deref, DerefMut};
use std::pin::pin;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;

use self::identity::CallIdentity;
use self::limit::{Limit, Operation};
use self::stop::Signal;
use super::erased::layout::Layout;
use super::faults::bug;
use super::harness::observe::Observe;
use super::secrets::Secrets;
use super::streams::responses::Responses;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::error::{Error, Result};
use crate::model::TfSchema;
use crate::private::PrivateData;
use crate::tfplugin::calls;
use crate::tfplugin::calls::action::invoke_action::{self, event};
use crate::tfplugin::calls::deferred::Reason;
use crate::tfplugin::client::ClientCapabilities;
use crate::tfplugin::messages::DynamicValue;
use crate::ty::Type;
use crate::value::Value;

/// The context of a call. It contains the provider's client, the configuration, private data, and the parts of the
/// response other than the result.
///
/// # Examples
///
/// ```
/// use tfvalue::provider::Context;
/// use tfvalue::{Attr, Diagnostic, Diagnostics, TfSchema};
///
/// #[derive(TfSchema)]
/// #[tf(kind = resource)]
/// struct User {
///     #[tf(required)]
///     name: Attr<String>,
///     #[tf(optional, write_only)]
///     password: Attr<String>,
///     #[tf(computed)]
///     id: Attr<i64>,
/// }
///
/// struct Client;
///
/// impl Client {
///     async fn create(&self, name: &str) -> std::io::Result<i64> {
///         Ok(name.len() as i64)
///     }
///
///     async fn set_password(&self, id: i64, password: &str) -> std::io::Result<()> {
///         println!("the password of {id} has {} bytes", password.len());
///         Ok(())
///     }
/// }
///
/// async fn create(mut plan: User, context: &mut Context<Client>) -> Result<User, Diagnostics> {
///     let client = context.client().clone();
///     let id = context.until_cancelled(client.create(plan.name.require("name")?)).await??;
///     plan.id.set(id);
///     // If the next step fails, Terraform stores the user and marks it as tainted.
///     context.save(&plan)?;
///
///     // Only the configuration contains the values of write-only attributes.
///     match context.config::<User>()?.password.as_deref() {
///         Some(password) => client.set_password(id, password).await?,
///         None => context.warn(Diagnostic::warning("No password", "Nobody can log in.")),
///     }
///     context.set_private("created_by", "terraform")?;
///     Ok(plan)
/// }
/// ```
pub struct Context<C> {
    client: Arc<C>,
    pub(crate) call: Call,
}

/// A client with its type erased.
pub(crate) type Client = Arc<dyn Any + Send + Sync>;

/// A [`Context`] with the type of its client erased.
#[derive(Default)]
pub(crate) struct Call {
    client: Option<Client>,
    /// The handler that is running, if this handler is responsible for unknown values.
    pub(crate) handler: Option<&'static str>,
    pub(crate) config: Option<DynamicValue>,
    /// The schema of a part that is described at run time.
    pub(crate) layout: Option<Arc<Layout>>,
    pub(crate) meta: Option<DynamicValue>,
    pub(crate) private: Vec<u8>,
    /// The private data of the first plan, if the call requests the second plan.
    pub(crate) planned_private: Vec<u8>,
    pub(crate) identity: CallIdentity,
    pub(crate) warnings: Diagnostics,
    pub(crate) saved: Option<DynamicValue>,
    pub(crate) deferred: Option<Reason>,
    pub(crate) may_defer: bool,
    pub(crate) client_capabilities: ClientCapabilities,
    /// The secrets of the provider, and of the state store.
    pub(crate) shared_secrets: Vec<Secrets>,
    /// The secrets of this call, if any.
    pub(crate) secrets: OnceLock<Secrets>,
    pub(crate) stop: Signal,
    pub(crate) observer: Option<Arc<dyn Observe>>,
    pub(crate) limit: Option<Limit>,
    /// The stream of an action.
    pub(crate) responses: Option<Responses>,
}

impl Call {
    /// Starts the time limit of an operation, if the operation has a limit.
    pub(crate) fn start(&mut self, operation: Operation, limit: Option<Duration>, ty: &Type) {
        self.limit = limit.and_then(|limit| Limit::start(operation, limit, ty));
    }

    pub(crate) fn new(
        client: Option<Client>,
        stop: Signal,
        observer: Option<Arc<dyn Observe>>,
    ) -> Self {
        Call {
            client,
            stop,
            observer,
            ..Call::default()
        }
    }

    /// Returns `false` if the provider has no client because it defers everything.
    pub(crate) fn has_client(&self) -> bool {
        self.client.is_some()
    }

    /// Sets the client capabilities that a request contains. If a request has no capabilities, the capabilities from
    /// the configuration of the provider remain in effect.
    pub(crate) fn set_capabilities(&mut self, capabilities: Option<calls::ClientCapabilities>) {
        let capabilities = ClientCapabilities::from(capabilities.unwrap_or_default());
        self.may_defer = capabilities.deferral_allowed;
        self.client_capabilities = capabilities;
    }

    /// Creates the context for a handler.
    pub(crate) fn lend<C: Send + Sync + 'static>(&mut self) -> Lent<'_, C> {
        let client = self.client.clone();
        let client = client.and_then(|client| client.downcast().ok());
        let client = client.expect("all parts of a provider have the same type of client");
        let call = mem::take(self);
        Lent {
            context: Context { client, call },
            owner: self,
        }
    }

    /// Creates the context for a handler whose input is wholly known, so that only values set by the handler can be
    /// unknown.
    pub(crate) fn lend_to<C: Send + Sync + 'static>(
        &mut self,
        handler: &'static str,
    ) -> Lent<'_, C> {
        self.handler = Some(handler);
        self.lend()
    }

    /// Returns the result of a handler. If the handler fails, the reasons are kept for the response, together with the
    /// time limit if the limit was exceeded.
    pub(crate) fn take<T>(&mut self, result: Result<T, Diagnostics>) -> Option<T> {
        let result = result.map_err(|failed| {
            let mut failed = match self.handler {
                Some(handler) => bug::blame(handler, failed),
                None => failed,
            };
            if let Some(limit) = &self.limit {
                limit.report(&mut failed);
            }
            failed
        });
        self.warnings.take(result)
    }

    /// Saves a state in case the call fails. Unknown values are replaced by null.
    pub(crate) fn save(&mut self, state: &DynamicValue, ty: &Type) -> Result<()> {
        let known = state.decode_value(ty)?.unknown_to_null()?;
        self.saved = Some(DynamicValue::encode_value(&known, ty)?);
        Ok(())
    }

    /// Returns the reason why the call should end, if any.
    pub(crate) fn cancellation(&self) -> Diagnostic {
        let exceeded = self.limit.as_ref().and_then(Limit::exceeded);
        exceeded.unwrap_or_else(|| limit::interrupted(""))
    }
}

/// The context while a handler borrows it. The call takes the context back when the handler ends or panics.
pub(crate) struct Lent<'a, C> {
    context: Context<C>,
    owner: &'a mut Call,
}

impl<C> Deref for Lent<'_, C> {
    type Target = Context<C>;

    fn deref(&self) -> &Context<C> {
        &self.context
    }
}

impl<C> DerefMut for Lent<'_, C> {
    fn deref_mut(&mut self) -> &mut Context<C> {
        &mut self.context
    }
}

impl<C> Drop for Lent<'_, C> {
    fn drop(&mut self) {
        mem::swap(self.owner, &mut self.context.call);
    }
}

impl<C> Context<C> {
    /// Returns the client that [`ProviderConfig::configure`](super::ProviderConfig::configure) returned. Clone the
    /// `Arc` to use the client in other tasks.
    #[must_use]
    pub fn client(&self) -> &Arc<C> {
        &self.client
    }

    /// Returns the capabilities of the client, that is, of Terraform. Terraform does not send its capabilities when it
    /// creates, updates or deletes an object. For these calls, this method returns the capabilities that Terraform sent
    /// when it configured the provider.
    ///
    /// Handlers need not check whether the client supports write-only attributes, because the validation of the
    /// configuration already includes this check. Functions in [`check`](macro@crate::TfSchema#check) use
    /// [`ClientCapabilities::current`].
    #[must_use]
    pub fn client_capabilities(&self) -> ClientCapabilities {
        self.call.client_capabilities
    }

    /// Reads the configuration of the resource. Only the configuration contains the values of write-only attributes. A
    /// handler that deletes a resource has no configuration.
    ///
    /// # Errors
    ///
    /// Fails if the configuration does not fit `T`.
    pub fn config<T: DeserializeOwned>(&self) -> Result<T> {
        match self.call.config() {
            Some(config) => config.decode(),
            None => Err(Error::msg("the call has no configuration")),
        }
    }

    /// Reads the `provider_meta` block of the module that contains the resource or data source, if the module has such
    /// a block. Only handlers that read, plan, create, update or delete receive this block.
    ///
    /// `T` is the struct of [`Provider::provider_meta`](super::Provider::provider_meta).
    ///
    /// # Errors
    ///
    /// Fails if the block does not fit `T`, or if the block is not valid according to the
    /// [annotations](macro@crate::TfSchema#validation) of `T`: Terraform does not allow providers to validate this
    /// block beforehand.
    pub fn provider_meta<T: TfSchema + DeserializeOwned>(&self) -> Result<Option<T>, Diagnostics> {
        let Some(meta) = self.call.meta.as_ref().filter(|meta| !meta.is_null()) else {
            return Ok(None);
        };
        // The paths do not refer to attributes of the resource, so they are included in the message.
        let invalid = |text: String| Diagnostic::error("Invalid provider_meta", text);
        let faults = meta.validate_config::<T>();
        if faults.has_errors() {
            let errors = faults.iter().filter(|fault| fault.is_error());
            let faults = errors.map(|error| invalid(error.detail()));
            return Err(faults.collect());
        }
        let read = meta.decode().map_err(|error| invalid(error.to_string()));
        Ok(Some(read?))
    }

    /// Reads the value with the given key from the [private data](PrivateData) of the resource, if there is such a value.
    ///
    /// # Errors
    ///
    /// Fails if the value does not fit `T`, or if the data was not written by [`PrivateData`].
    pub fn private<T: DeserializeOwned>(&self, key: &str) -> Result<Option<T>> {
        PrivateData::from_slice(&self.call.private)?.get(key)
    }

    /// Reads a value that the first plan of a change stored. Such a value exists only in the second plan, which
    /// Terraform requests while it applies the change.
    ///
    /// A handler that plans a random value should store it, so that the second plan contains the same value. The second
    /// plan must store the value again, because its private data replaces the private data of the first plan:
    ///
    /// ```
    /// use tfvalue::provider::{Context, Plan};
    /// # use tfvalue::provider::Resource;
    /// use tfvalue::{Attr, Diagnostics, TfSchema};
    ///
    /// #[derive(TfSchema)]
    /// #[tf(kind = resource)]
    /// struct Password {
    ///     #[tf(computed, keep)]
    ///     seed: Attr<String>,
    /// }
    ///
    /// # fn random() -> String { "4".to_owned() }
    /// # impl Resource for Password {
    /// #     const NAME: &'static str = "password";
    /// #     type Client = ();
    /// #     tfvalue::state_only!();
    /// async fn plan(
    ///     plan: &mut Plan<'_, Self>,
    ///     context: &mut Context<()>,
    /// ) -> Result<(), Diagnostics> {
    ///     let change = plan.change()?;
    ///     let is_possible = context.client_capabilities().store_planned_private;
    ///     if change.planned.seed.is_unknown() && is_possible {
    ///         let seed = context.planned_private("seed")?.unwrap_or_else(random);
    ///         context.set_private("seed", &seed)?;
    ///         change.planned.seed.set(seed);
    ///     }
    ///     Ok(())
    /// }
    /// # }
    /// ```
    ///
    /// Versions of Terraform before 1.16, OpenTofu, and protocol 5 do not send this data.
    /// [`client_capabilities`](Self::client_capabilities) indicates whether the client sends the data. If the client
    /// does not send the data, the value must be unknown in the plan, and must be generated when the object is created.
    ///
    /// # Errors
    ///
    /// Fails if the value does not fit `T`, or if the data was not written by [`PrivateData`].
    pub fn planned_private<T: DeserializeOwned>(&self, key: &str) -> Result<Option<T>> {
        PrivateData::from_slice(&self.call.planned_private)?.get(key)
    }

    /// Stores a value in the [private data](PrivateData). Later calls for the same resource can read the value. Keys
    /// that begin with a dot are reserved for this crate.
    ///
    /// # Errors
    ///
    /// Fails if JSON cannot represent the value, if the key begins with a dot, or if the data was not written by
    /// [`PrivateData`].
    pub fn set_private<T: Serialize + ?Sized>(&mut self, key: &str, value: &T) -> Result<()> {
        if key.starts_with('.') {
            let problem = format!("private data: the key {key:?} is reserved: remove the dot");
            return Err(Error::data(problem));
        }
        let mut private = PrivateData::from_slice(&self.call.private)?;
        private.set(key, value)?;
        self.call.private = private.to_vec();
        Ok(())
    }

    /// Returns the values that must not appear in errors, warnings or the log. You can add your own secrets. A secret
    /// that [`configure`](super::ProviderConfig::configure) adds is hidden in all later calls. A secret that another
    /// handler adds is hidden until its call ends.
    pub fn secrets(&self) -> &Secrets {
        self.call.secrets.get_or_init(Secrets::default)
    }

    /// Adds a warning, which Terraform prints regardless of whether the call succeeds.
    pub fn warn(&mut self, warning: impl Into<Diagnostics>) {
        self.call.warnings.push(warning);
    }

    /// Reports the progress of an action. Waits if Terraform is slower than the action. In other handlers, this method
    /// does nothing.
    pub async fn progress(&self, message: impl Into<String>) {
        if let Some(responses) = &self.call.responses {
            let message = Secrets::mask(&message.into()).into_owned();
            let progress = event::Type::Progress(event::Progress { message });
            let r#type = Some(progress);
            responses.send(&invoke_action::Event { r#type }).await;
        }
    }

    /// Saves a state in case the handler fails later: Terraform then stores the state, and marks a new resource as
    /// tainted. Unknown values are stored as null.
    ///
    /// # Errors
    ///
    /// Fails if Terraform's wire format cannot represent the state.
    pub fn save<T: TfSchema + Serialize>(&mut self, state: &T) -> Result<()> {
        self.call.save(&DynamicValue::encode_plan(state)?, &T::ty())
    }

    /// Reads the configuration of a resource that is described at run time, in the same way as [`config`](Self::config).
    ///
    /// # Errors
    ///
    /// Fails if the call has no configuration, or if the resource is defined by a struct.
    pub fn config_value(&self) -> Result<Value> {
        match self.call.config() {
            Some(config) => config.decode_value(&self.layout()?.ty),
            None => Err(Error::msg("the call has no configuration")),
        }
    }

    /// Saves the state of a resource that is described at run time, in the same way as [`save`](Self::save).
    ///
    /// # Errors
    ///
    /// Fails if the value is not a valid state of the resource.
    pub fn save_value(&mut self, state: &Value) -> Result<()> {
        let layout = Arc::clone(self.layout()?);
        let state = layout.block.without_write_only(state.clone())?;
        let state = DynamicValue::encode_value(&state, &layout.ty)?;
        self.call.save(&state, &layout.ty)
    }

    fn layout(&self) -> Result<&Arc<Layout>> {
        let layout = self.call.layout.as_ref();
        layout.ok_or_else(|| Error::msg("the resource is not described at run time"))
    }

    /// Defers the change or the import to a later run of Terraform. Returns `false` if the client does not support
    /// deferred changes.
    ///
    /// In [`configure`](super::ProviderConfig::configure), this method defers all operations of the provider. Terraform
    /// accepts a deferred action only for the reason [`ProviderConfigUnknown`](Reason::ProviderConfigUnknown).
    pub fn defer(&mut self, reason: Reason) -> bool {
        if self.call.may_defer {
            self.call.deferred = Some(reason);
        }
        self.call.may_defer
    }

    /// Returns `true` if the call should end soon, because the user has interrupted Terraform or the
    /// [deadline](Self::deadline) has passed. In this case, return the state that was reached so far.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.call.stop.is_set() || self.call.limit.as_ref().is_some_and(Limit::is_exceeded)
    }

    /// Waits until the call [should end](Self::is_cancelled).
    pub fn cancelled(&self) -> impl Future<Output = ()> + Send + use<C> {
        self.call.stop.wait(self.deadline())
    }

    /// Runs a future until the call [should end](Self::is_cancelled), and then drops it.
    ///
    /// # Errors
    ///
    /// Fails if the call should end before the future is ready.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::Diagnostics;
    /// use tfvalue::provider::Context;
    ///
    /// struct Client;
    ///
    /// impl Client {
    ///     async fn create_server(&self) -> Result<u64, std::io::Error> {
    ///         Ok(17)
    ///     }
    /// }
    ///
    /// async fn create(context: &mut Context<Client>) -> Result<u64, Diagnostics> {
    ///     let id = context.until_cancelled(context.client().create_server()).await??;
    ///     Ok(id)
    /// }
    /// ```
    pub async fn until_cancelled<F: Future>(&self, future: F) -> Result<F::Output, Diagnostics> {
        self.call.begin_wait()?;
        let (signal, future) = (&self.call.stop, pin!(future));
        let result = signal.until(self.deadline(), future).await;
        result.ok_or_else(|| self.call.cancellation().into())
    }

    /// Returns the time at which the operation should give up, if the resource has a [time
    /// limit](super::Resource::time_limit). It is the start of the operation plus the time limit.
    ///
    /// After that time, the call [should end](Self::is_cancelled). If the call then fails, Terraform also prints the
    /// limit.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        self.call.limit.as_ref().map(|limit| limit.deadline)
    }
}
