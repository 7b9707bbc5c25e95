//! `ProviderConfig`: the configuration of a provider.

use std::future::Future;

use serde::de::DeserializeOwned;

use crate::diagnostics::Diagnostics;
use crate::model::{ProviderKind, TfSchema};
use crate::provider::context::Context;

/// The configuration of a provider.
///
/// # Examples
///
/// ```
/// use tfvalue::provider::{Context, ProviderConfig};
/// use tfvalue::{Attr, Diagnostics, TfSchema};
///
/// #[derive(TfSchema)]
/// #[tf(kind = provider)]
/// struct Config {
///     #[tf(required)]
///     url: Attr<String>,
/// }
///
/// struct Client {
///     url: String,
/// }
///
/// impl ProviderConfig for Config {
///     type Client = Client;
///
///     async fn configure(self, _: &mut Context<()>) -> Result<Client, Diagnostics> {
///         Ok(Client { url: self.url.require("url")?.clone() })
///     }
/// }
/// ```
pub trait ProviderConfig: TfSchema + ProviderKind + DeserializeOwned + Send + 'static {
    /// The type of the value that `configure` returns and that all handlers can use, for example a client for the service.
    type Client: Send + Sync + 'static;

    /// Creates the client.
    ///
    /// During planning, values that depend on other resources can be unknown. If the client requires such values, call
    /// [`Context::defer`]: it defers all plans, reads, imports, data sources, ephemeral resources and actions to a
    /// later run of Terraform. No client is needed in this case, so `configure` can return `Err(Diagnostics::new())`.
    /// Because this value contains no error, the result does not count as a failure. If all operations are deferred,
    /// only the annotations determine the plans. [`Resource::plan`](crate::provider::Resource::plan) is not called,
    /// unless the resource has [`PLANS_DEFERRED`](crate::provider::Resource::PLANS_DEFERRED) and `configure` returns a
    /// client nevertheless. Only alpha versions and development builds of Terraform can defer operations.
    ///
    /// # Errors
    ///
    /// Fails if the configuration cannot be used.
    ///
    /// # Examples
    ///
    /// ```
    /// # use tfvalue::provider::ProviderConfig;
    /// # use tfvalue::TfSchema;
    /// use tfvalue::provider::{Context, DeferReason};
    /// use tfvalue::{Attr, Diagnostics};
    ///
    /// # #[derive(TfSchema)]
    /// # #[tf(kind = provider)]
    /// # struct Config {
    /// #     #[tf(required)]
    /// #     url: Attr<String>,
    /// # }
    /// # struct Client {
    /// #     url: String,
    /// # }
    /// # impl ProviderConfig for Config {
    /// #     type Client = Client;
    /// async fn configure(self, context: &mut Context<()>) -> Result<Client, Diagnostics> {
    ///     if self.url.is_unknown() && context.defer(DeferReason::ProviderConfigUnknown) {
    ///         return Err(Diagnostics::new());
    ///     }
    ///     Ok(Client { url: self.url.require("url")?.clone() })
    /// }
    /// # }
    /// # let _ = |client: Client| client.url;
    /// ```
    fn configure(
        self,
        context: &mut Context<()>,
    ) -> impl Future<Output = Result<Self::Client, Diagnostics>> + Send;
}
