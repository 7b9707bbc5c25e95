//! `DynamicDataSource`: a data source whose schema is known only at run time.

use std::future::Future;

use super::description::Description;
use crate::diagnostics::Diagnostics;
use crate::provider::context::Context;
use crate::value::Value;

/// A data source whose schema is known only at run time. See [`DynamicResource`](super::DynamicResource).
///
/// # Examples
///
/// ```
/// use tfvalue::provider::{Context, Description, DynamicDataSource};
/// use tfvalue::schema::{Attribute, Block, Schema};
/// use tfvalue::{Diagnostics, Type, Value};
///
/// struct Greeting {
///     word: String,
/// }
///
/// impl DynamicDataSource for Greeting {
///     type Client = ();
///
///     fn describe(&self) -> Description {
///         Description::new(Schema::new(Block::new().attributes([
///             Attribute::new("name", Type::String).required(),
///             Attribute::new("text", Type::String).computed(),
///         ])))
///     }
///
///     async fn read(&self, config: Value, _: &mut Context<()>) -> Result<Value, Diagnostics> {
///         let name = config.get("name").and_then(Value::as_str).unwrap_or_default();
///         let text = format!("{}, {name}!", self.word);
///         Ok(config.with("text", text)?)
///     }
/// }
/// ```
pub trait DynamicDataSource: Send + Sync + 'static {
    /// The [client](crate::provider::ProviderConfig::Client) of the provider.
    type Client: Send + Sync + 'static;

    /// Returns the schema and its rules. This method must return the same description each time. For data sources, only
    /// the rules for configurations, defaults and time limits apply.
    fn describe(&self) -> Description;

    /// Reads the data source. Receives the configuration, which is wholly known and contains the defaults, and returns
    /// the configuration with the computed attributes.
    ///
    /// # Errors
    ///
    /// Fails if the result cannot be determined.
    fn read(
        &self,
        config: Value,
        context: &mut Context<Self::Client>,
    ) -> impl Future<Output = Result<Value, Diagnostics>> + Send;
}
