//! `DataSource`: a data source.

use std::future::Future;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::diagnostics::Diagnostics;
use crate::error::Error;
use crate::model::{DataSourceKind, TfSchema};
use crate::provider::context::Context;
use crate::provider::context::limit;
use crate::provider::context::limit::Operation;
use crate::schema::Schema;

/// A data source.
///
/// # Examples
///
/// ```
/// use tfvalue::provider::{Context, DataSource};
/// use tfvalue::{Attr, Diagnostics, TfSchema};
///
/// #[derive(TfSchema)]
/// #[tf(kind = data_source)]
/// struct Greeting {
///     #[tf(required)]
///     name: Attr<String>,
///     #[tf(computed)]
///     text: Attr<String>,
/// }
///
/// impl DataSource for Greeting {
///     const NAME: &'static str = "greeting";
///     type Client = ();
///
///     async fn read(mut config: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
///         config.text.set(format!("Hello, {}!", config.name.require("name")?));
///         Ok(config)
///     }
/// }
/// ```
pub trait DataSource:
    TfSchema + DataSourceKind + Serialize + DeserializeOwned + Send + Sync + 'static
{
    /// The name, without the name of the provider: `"image"` for `cloud_image`.
    const NAME: &'static str;

    /// The [client](crate::provider::ProviderConfig::Client) of the provider.
    type Client: Send + Sync + 'static;

    /// Returns the schema, which is the schema of the struct by default. A data source that uses the struct of a
    /// resource returns its [`data_source_schema`](TfSchema::data_source_schema).
    #[must_use]
    fn described() -> Schema {
        Self::schema()
    }

    /// Reads the data source. The configuration is wholly known, and contains its
    /// [defaults](macro@crate::TfSchema#default).
    ///
    /// # Errors
    ///
    /// Fails if the result cannot be determined.
    fn read(
        config: Self,
        context: &mut Context<Self::Client>,
    ) -> impl Future<Output = Result<Self, Diagnostics>> + Send;

    /// Returns the time limit for reading, as [`Resource::time_limit`](crate::provider::Resource::time_limit) does.
    ///
    /// # Errors
    ///
    /// Fails if the time limit cannot be read.
    fn time_limit(&self) -> Result<Option<Duration>, Error> {
        limit::of(Self::FACTS.model.fields, self, Operation::Read)
    }
}
