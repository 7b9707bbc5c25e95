//! `DynamicAction`: an action whose schema is known only at run time.

use std::future::Future;

use super::description::Description;
use crate::diagnostics::Diagnostics;
use crate::provider::context::Context;
use crate::value::Value;

/// An action whose schema is known only at run time. See [`DynamicResource`](super::DynamicResource).
///
/// # Examples
///
/// ```
/// use tfvalue::provider::{Context, Description, DynamicAction};
/// use tfvalue::schema::{Attribute, Block, Schema};
/// use tfvalue::{Diagnostics, Type, Value};
///
/// /// An operation of a service.
/// struct Operation {
///     verb: String,
/// }
///
/// impl DynamicAction for Operation {
///     type Client = ();
///
///     fn describe(&self) -> Description {
///         Description::new(Schema::new(Block::new().attributes([
///             Attribute::new("server", Type::String).required(),
///         ])))
///     }
///
///     async fn invoke(&self, config: Value, context: &mut Context<()>) -> Result<(), Diagnostics> {
///         let server = config.get("server").and_then(Value::as_str).unwrap_or_default();
///         context.progress(format!("{} {server}", self.verb)).await;
///         Ok(())
///     }
/// }
/// ```
pub trait DynamicAction: Send + Sync + 'static {
    /// The [client](crate::provider::ProviderConfig::Client) of the provider.
    type Client: Send + Sync + 'static;

    /// Returns the schema and its rules. This method must return the same description each time. For actions, only the
    /// rules for configurations apply.
    fn describe(&self) -> Description;

    /// Performs the action. [`Context::progress`] reports the progress.
    ///
    /// # Errors
    ///
    /// Fails if the action fails.
    fn invoke(
        &self,
        config: Value,
        context: &mut Context<Self::Client>,
    ) -> impl Future<Output = Result<(), Diagnostics>> + Send;

    /// Checks during planning whether the action is possible. Values can be unknown. The default
    /// accepts every valid configuration.
    ///
    /// # Errors
    ///
    /// Fails if the action is not possible.
    fn plan(
        &self,
        config: Value,
        context: &mut Context<Self::Client>,
    ) -> impl Future<Output = Result<(), Diagnostics>> + Send {
        let _ = (config, context);
        async { Ok(()) }
    }
}
