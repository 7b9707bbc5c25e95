//! `Resource`: a managed resource.

use std::future::{Future, ready};
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::plan::Plan;
use crate::diagnostics::Diagnostics;
use crate::error::Error;
use crate::model::{ResourceKind, TfSchema};
use crate::provider::context::Context;
use crate::provider::context::limit;
use crate::provider::context::limit::Operation;
use crate::provider::faults::bug;

/// A managed resource.
///
/// The struct that implements this trait defines the schema, and holds the configuration, the plan and the state. The
/// annotations of the struct [plan](macro@crate::TfSchema#planning) changes,
/// [validate](macro@crate::TfSchema#validation) configurations, [upgrade](macro@crate::TfSchema#upgrade) states and
/// [import](macro@crate::TfSchema#import) objects. The handlers create, read, update and delete objects.
///
/// `create` and `update` return the new state: the plan, in which all unknown values have been replaced by known
/// values. If the call fails, Terraform keeps the prior state, or the state that was passed to [`Context::save`]. If a
/// value remains unknown, the call fails with a
/// [list](https://docs.rs/tfvalue-guide/latest/tfvalue_guide/tasks/errors/index.html#a-value-is-still-unknown) of all
/// unknown attributes, and Terraform stores null for these attributes.
///
/// # Examples
///
/// See the [module](crate::provider).
pub trait Resource:
    TfSchema + ResourceKind + Serialize + DeserializeOwned + Send + Sync + 'static
{
    /// The name, without the name of the provider: `"server"` for `cloud_server`. If the name is empty, the type has
    /// the name of the provider.
    const NAME: &'static str;

    /// The [client](crate::provider::ProviderConfig::Client) of the provider.
    type Client: Send + Sync + 'static;

    /// Whether [`plan`](Self::plan) is called even if [`configure`](crate::provider::ProviderConfig::configure) has
    /// deferred all operations. The deferred plan then contains the errors and values from `plan`. The default is
    /// `false`, because the client might not be usable. Without a client, `plan` is never called.
    ///
    /// # Examples
    ///
    /// ```
    /// # use tfvalue::provider::{Context, DeferReason, Plan, ProviderConfig, Resource};
    /// # use tfvalue::{Attr, Diagnostics, Error, TfSchema};
    /// # #[derive(TfSchema)]
    /// # #[tf(kind = provider)]
    /// # struct Config {
    /// #     #[tf(optional)]
    /// #     url: Attr<String>,
    /// # }
    /// /// It has no address as long as the configuration is unknown.
    /// struct Client {
    ///     url: Option<String>,
    /// }
    ///
    /// impl ProviderConfig for Config {
    ///     type Client = Client;
    ///
    ///     async fn configure(self, context: &mut Context<()>) -> Result<Client, Diagnostics> {
    ///         if self.url.is_unknown() {
    ///             context.defer(DeferReason::ProviderConfigUnknown);
    ///         }
    ///         Ok(Client { url: self.url.value().cloned() })
    ///     }
    /// }
    ///
    /// #[derive(TfSchema)]
    /// #[tf(kind = resource)]
    /// struct Quota {
    ///     #[tf(required)]
    ///     limit: Attr<i64>,
    /// }
    ///
    /// impl Resource for Quota {
    ///     const NAME: &'static str = "quota";
    ///     const PLANS_DEFERRED: bool = true;
    ///     type Client = Client;
    ///
    ///     async fn plan(plan: &mut Plan<'_, Self>, _: &mut Context<Client>) -> Result<(), Diagnostics> {
    ///         match plan.change()?.planned.limit.value() {
    ///             Some(limit) if *limit > 100 => Err(Error::msg("the limit is too high").at("limit").into()),
    ///             _ => Ok(()),
    ///         }
    ///     }
    ///
    ///     // ...
    /// #     async fn create(plan: Self, context: &mut Context<Client>) -> Result<Self, Diagnostics> {
    /// #         let _ = &context.client().url;
    /// #         Ok(plan)
    /// #     }
    /// #     async fn read(state: Self, _: &mut Context<Client>) -> Result<Option<Self>, Diagnostics> { Ok(Some(state)) }
    /// #     async fn update(_: Self, plan: Self, _: &mut Context<Client>) -> Result<Self, Diagnostics> { Ok(plan) }
    /// #     async fn delete(_: Self, _: &mut Context<Client>) -> Result<(), Diagnostics> { Ok(()) }
    /// }
    /// ```
    const PLANS_DEFERRED: bool = false;

    /// Whether [`state_only!`](macro@crate::state_only) generated the handlers.
    #[doc(hidden)]
    const STATE_ONLY: bool = false;

    /// Creates the object.
    ///
    /// # Errors
    ///
    /// Fails if the object cannot be created. Call [`Context::save`] before the next step if a part of the object
    /// already exists.
    fn create(
        plan: Self,
        context: &mut Context<Self::Client>,
    ) -> impl Future<Output = Result<Self, Diagnostics>> + Send;

    /// Reads the object. Returns `None` if the object no longer exists.
    ///
    /// After an import, all attributes are null, except the attributes that the import set.
    ///
    /// # Errors
    ///
    /// Fails if the object cannot be read.
    fn read(
        state: Self,
        context: &mut Context<Self::Client>,
    ) -> impl Future<Output = Result<Option<Self>, Diagnostics>> + Send;

    /// Updates the object.
    ///
    /// The default implementation fails, which is correct for resources where every change requires replacement.
    ///
    /// # Errors
    ///
    /// Fails if the object cannot be updated.
    fn update(
        prior: Self,
        plan: Self,
        context: &mut Context<Self::Client>,
    ) -> impl Future<Output = Result<Self, Diagnostics>> + Send {
        let _ = (prior, plan, context);
        async { Err(bug::no_update().into()) }
    }

    /// Deletes the object. It is not an error if the object no longer exists.
    ///
    /// # Errors
    ///
    /// Fails if the object cannot be deleted. Terraform keeps its state.
    fn delete(
        state: Self,
        context: &mut Context<Self::Client>,
    ) -> impl Future<Output = Result<(), Diagnostics>> + Send;

    /// Returns the time limit of an operation. The argument is the plan, or the state to read or delete.
    ///
    /// By default, the limit comes from the block or nested attribute whose struct [`timeouts!`](macro@crate::timeouts)
    /// defines. Without such a struct, the limit is `None`.
    ///
    /// When the time is up, [`Context::is_cancelled`] returns `true`, and the futures [`Context::cancelled`] and
    /// [`Context::until_cancelled`] complete. If a handler fails after the time limit, Terraform also reports the
    /// limit, in this example at the attribute `timeouts.create`. A handler that ignores the limit is not interrupted.
    ///
    /// # Errors
    ///
    /// Fails if the time limit cannot be read.
    ///
    /// # Examples
    ///
    /// ```
    /// # use tfvalue::provider::{Context, Resource};
    /// # use tfvalue::{Attr, Diagnostics};
    /// use std::time::Duration;
    /// use tfvalue::TfSchema;
    /// use tfvalue::provider::Operation;
    ///
    /// tfvalue::timeouts! {
    ///     struct ServerTimeouts {
    ///         create: "20m",
    ///     }
    /// }
    ///
    /// #[derive(TfSchema)]
    /// #[tf(kind = resource)]
    /// struct Server {
    ///     // ...
    ///     #[tf(block)]
    ///     timeouts: Option<ServerTimeouts>,
    /// }
    ///
    /// impl Resource for Server {
    ///     // ...
    /// #     const NAME: &'static str = "server";
    /// #     type Client = ();
    /// #     async fn create(plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> { Ok(plan) }
    /// #     async fn read(state: Self, _: &mut Context<()>) -> Result<Option<Self>, Diagnostics> {
    /// #         Ok(Some(state))
    /// #     }
    /// #     async fn delete(_: Self, _: &mut Context<()>) -> Result<(), Diagnostics> { Ok(()) }
    /// }
    ///
    /// let server = Server { timeouts: None };
    /// assert_eq!(server.time_limit(Operation::Create)?, Some(Duration::from_secs(20 * 60)));
    /// assert_eq!(server.time_limit(Operation::Delete)?, None);
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    fn time_limit(&self, operation: Operation) -> Result<Option<Duration>, Error> {
        limit::of(Self::FACTS.model.fields, self, operation)
    }

    /// Changes what the annotations plan. The default changes nothing.
    ///
    /// Planning takes two passes. Like a function in [`plan = …`](macro@crate::TfSchema#plan), this function is called
    /// in both passes, so it must return the same result for the same values. The function is not called if the object
    /// is to be deleted.
    ///
    /// # Errors
    ///
    /// Fails if the change is not possible.
    fn plan(
        plan: &mut Plan<'_, Self>,
        context: &mut Context<Self::Client>,
    ) -> impl Future<Output = Result<(), Diagnostics>> + Send {
        let _ = (plan, context);
        ready(Ok(()))
    }

    /// Finds the object to import by the ID that the user specifies.
    ///
    /// The default implementation sets the attributes in the annotation [`import`](macro@crate::TfSchema#import).
    /// Terraform reads the object afterwards.
    ///
    /// # Errors
    ///
    /// Fails if the object does not exist.
    ///
    /// # Examples
    ///
    /// ```
    /// # use tfvalue::provider::{Context, Imported, Resource};
    /// # use tfvalue::{Attr, Diagnostics, Error, TfSchema};
    /// #[derive(TfSchema, Default)]
    /// #[tf(kind = resource, import = "id")]
    /// struct Server {
    ///     #[tf(computed)]
    ///     id: Attr<String>,
    ///     #[tf(required)]
    ///     name: Attr<String>,
    /// }
    ///
    /// impl Resource for Server {
    ///     // ...
    /// #     const NAME: &'static str = "server";
    /// #     type Client = std::collections::BTreeMap<String, String>;
    /// #     async fn create(plan: Self, _: &mut Context<Self::Client>) -> Result<Self, Diagnostics> { Ok(plan) }
    /// #     async fn read(state: Self, _: &mut Context<Self::Client>) -> Result<Option<Self>, Diagnostics> {
    /// #         Ok(Some(state))
    /// #     }
    /// #     async fn delete(_: Self, _: &mut Context<Self::Client>) -> Result<(), Diagnostics> { Ok(()) }
    ///     /// Imports by the ID, or by `name:` and the name.
    ///     async fn import(
    ///         id: String,
    ///         context: &mut Context<Self::Client>,
    ///     ) -> Result<Imported<Self>, Diagnostics> {
    ///         let Some(name) = id.strip_prefix("name:") else {
    ///             return Ok(Imported::ByAnnotation);
    ///         };
    ///         match context.client().get(name) {
    ///             Some(id) => Ok(Server { id: id.as_str().into(), ..Server::default() }.into()),
    ///             None => Err(Error::msg(format!("there is no server {name:?}")).into()),
    ///         }
    ///     }
    /// }
    /// ```
    fn import(
        id: String,
        context: &mut Context<Self::Client>,
    ) -> impl Future<Output = Result<Imported<Self>, Diagnostics>> + Send {
        let _ = (id, context);
        ready(Ok(Imported::ByAnnotation))
    }
}

/// The result of [`Resource::import`].
#[non_exhaustive]
pub enum Imported<T> {
    /// The ID is split, and the attributes in the annotation `import` are set to its parts.
    ByAnnotation,
    /// The state of the object.
    State(T),
}

impl<T> From<T> for Imported<T> {
    fn from(state: T) -> Self {
        Imported::State(state)
    }
}
