//! `ProviderConfig`: the configuration of a provider.

use std::future::Future;

use serde::de::DeserializeOwned;

use super::context::Context;
use crate::diagnostics::Diagnostics;
use crate::model::{ProviderKind, TfSchema};

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
    /// The value that the handlers of the provider's resources use: a client of the service, for example.
    type Client: Send + Sync + 'static;

    /// Creates the client.
    ///
    /// During planning, values that depend on other resources can be unknown.
    ///
    /// # Errors
    ///
    /// Fails if the configuration cannot be used.
    fn configure(
        self,
        context: &mut Context<()>,
    ) -> impl Future<Output = Result<Self::Client, Diagnostics>> + Send;
}
