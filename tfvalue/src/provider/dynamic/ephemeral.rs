//! `DynamicEphemeralResource`: an ephemeral resource whose schema is known only at run time.

use std::future::Future;
use std::time::SystemTime;

use super::description::Description;
use crate::diagnostics::Diagnostics;
use crate::provider::context::Context;
use crate::provider::traits::ephemeral::Opened;
use crate::value::Value;

/// An ephemeral resource whose schema is known only at run time. See [`DynamicResource`](super::DynamicResource).
///
/// # Examples
///
/// ```
/// use tfvalue::provider::{Context, Description, DynamicEphemeralResource, Opened};
/// use tfvalue::schema::{Attribute, Block, Schema};
/// use tfvalue::{Diagnostics, Type, Value};
///
/// struct Token;
///
/// impl DynamicEphemeralResource for Token {
///     type Client = ();
///
///     fn describe(&self) -> Description {
///         Description::new(Schema::new(Block::new().attributes([
///             Attribute::new("user", Type::String).required(),
///             Attribute::new("token", Type::String).computed().sensitive(),
///         ])))
///     }
///
///     async fn open(&self, config: Value, _: &mut Context<()>) -> Result<Opened<Value>, Diagnostics> {
///         Ok(Opened::from(config.with("token", "t-1")?))
///     }
/// }
/// ```
pub trait DynamicEphemeralResource: Send + Sync + 'static {
    /// The [client](crate::provider::ProviderConfig::Client) of the provider.
    type Client: Send + Sync + 'static;

    /// Returns the schema and its rules. This method must return the same description each time. For ephemeral
    /// resources, only the rules for configurations, defaults and spellings apply.
    fn describe(&self) -> Description;

    /// Opens the resource. Receives the configuration, which is wholly known and contains the defaults, and returns the
    /// configuration with the computed attributes.
    ///
    /// # Errors
    ///
    /// Fails if the resource cannot be opened.
    fn open(
        &self,
        config: Value,
        context: &mut Context<Self::Client>,
    ) -> impl Future<Output = Result<Opened<Value>, Diagnostics>> + Send;

    /// Renews the resource. Returns the time of the next renewal, if any.
    ///
    /// # Errors
    ///
    /// Fails if the resource cannot be renewed.
    fn renew(
        &self,
        context: &mut Context<Self::Client>,
    ) -> impl Future<Output = Result<Option<SystemTime>, Diagnostics>> + Send {
        let _ = context;
        async { Ok(None) }
    }

    /// Closes the resource.
    ///
    /// # Errors
    ///
    /// Fails if the resource cannot be closed.
    fn close(
        &self,
        context: &mut Context<Self::Client>,
    ) -> impl Future<Output = Result<(), Diagnostics>> + Send {
        let _ = context;
        async { Ok(()) }
    }
}
