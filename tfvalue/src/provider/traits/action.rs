//! `Action`: an action.

use std::future::Future;

use serde::de::DeserializeOwned;

use crate::diagnostics::Diagnostics;
use crate::model::{ActionKind, TfSchema};
use crate::provider::context::Context;

/// An action: an operation without a state, such as restarting a server.
///
/// # Examples
///
/// ```
/// use tfvalue::provider::{Action, Context};
/// use tfvalue::{Attr, Diagnostics, TfSchema};
///
/// /// Restarts a server.
/// #[derive(TfSchema)]
/// #[tf(kind = action)]
/// struct Restart {
///     #[tf(required)]
///     server: Attr<String>,
/// }
///
/// impl Action for Restart {
///     const NAME: &'static str = "restart";
///     type Client = ();
///
///     async fn invoke(config: Self, context: &mut Context<()>) -> Result<(), Diagnostics> {
///         let server = config.server.require("server")?;
///         context.progress(format!("stopping {server}")).await;
///         context.progress(format!("starting {server}")).await;
///         Ok(())
///     }
/// }
/// ```
pub trait Action: TfSchema + ActionKind + DeserializeOwned + Send + 'static {
    /// The name, without the provider's prefix: `"restart"` for `cloud_restart`.
    const NAME: &'static str;

    /// The [client](crate::provider::ProviderConfig::Client) of the provider.
    type Client: Send + Sync + 'static;

    /// Performs the action. [`Context::progress`] reports the progress.
    ///
    /// # Errors
    ///
    /// Fails if the action fails.
    fn invoke(
        config: Self,
        context: &mut Context<Self::Client>,
    ) -> impl Future<Output = Result<(), Diagnostics>> + Send;

    /// Checks during planning whether the action is possible. Values can be unknown. The default
    /// accepts every valid configuration.
    ///
    /// # Errors
    ///
    /// Fails if the action is not possible.
    fn plan(
        config: Self,
        context: &mut Context<Self::Client>,
    ) -> impl Future<Output = Result<(), Diagnostics>> + Send {
        let _ = (config, context);
        async { Ok(()) }
    }
}
