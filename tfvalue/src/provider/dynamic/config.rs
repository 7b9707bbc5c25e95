//! `DynamicProviderConfig`: the configuration of a provider whose schema is known only at run time.

use std::future::Future;

use super::description::Description;
use crate::diagnostics::Diagnostics;
use crate::provider::context::Context;
use crate::value::Value;

/// The configuration of a provider whose schema is known only at run time. For example, a document can describe the
/// ways to log in. See [`DynamicResource`](super::DynamicResource).
///
/// # Examples
///
/// ```
/// use tfvalue::provider::{Context, Description, DynamicProviderConfig, Provider};
/// use tfvalue::schema::{Attribute, Block, Schema};
/// use tfvalue::{Diagnostics, Type, Value};
///
/// /// The name of the header with the key.
/// struct Login(String);
///
/// struct Client {
///     key: String,
/// }
///
/// impl DynamicProviderConfig for Login {
///     type Client = Client;
///
///     fn describe(&self) -> Description {
///         Description::new(Schema::new(Block::new().attributes([
///             Attribute::new(self.0.clone(), Type::String).required().sensitive(),
///         ])))
///     }
///
///     async fn configure(&self, config: Value, _: &mut Context<()>) -> Result<Client, Diagnostics> {
///         let key = config.get(&self.0).and_then(Value::as_str).unwrap_or_default();
///         Ok(Client { key: key.to_owned() })
///     }
/// }
///
/// let provider = Provider::dynamic("cloud", Login("api_key".to_owned()));
/// assert!(provider.schemas()?.provider.unwrap().block.attribute("api_key").unwrap().sensitive);
/// # let _ = |client: Client| client.key;
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub trait DynamicProviderConfig: Send + Sync + 'static {
    /// The type of the value that `configure` returns and that all handlers can use.
    type Client: Send + Sync + 'static;

    /// Returns the schema and its rules. This method must return the same description each time. For a provider, only
    /// the rules for configurations apply.
    fn describe(&self) -> Description;

    /// Creates the client, like [`ProviderConfig::configure`](crate::provider::ProviderConfig::configure). During
    /// planning, values can be unknown.
    ///
    /// # Errors
    ///
    /// Fails if the configuration cannot be used.
    fn configure(
        &self,
        config: Value,
        context: &mut Context<()>,
    ) -> impl Future<Output = Result<Self::Client, Diagnostics>> + Send;
}
