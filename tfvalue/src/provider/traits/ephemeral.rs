//! `EphemeralResource`: a resource whose values are never stored.

use std::future::Future;
use std::time::SystemTime;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::diagnostics::Diagnostics;
use crate::model::{EphemeralKind, TfSchema};
use crate::provider::context::Context;

/// An ephemeral resource, whose values exist only during a run of Terraform and are never stored.
///
/// [`Context::set_private`] passes data from `open` to `renew` and `close`. The data that `renew` sets is passed to the
/// next `renew`. It is passed to `close` only in OpenTofu.
///
/// # Examples
///
/// ```
/// use std::time::{Duration, SystemTime};
///
/// use tfvalue::provider::{Context, EphemeralResource, Opened};
/// use tfvalue::{Attr, Diagnostics, TfSchema};
///
/// /// A token that is valid for a minute.
/// #[derive(TfSchema)]
/// #[tf(kind = ephemeral)]
/// struct Token {
///     #[tf(required)]
///     user: Attr<String>,
///     #[tf(computed, sensitive)]
///     token: Attr<String>,
/// }
///
/// impl EphemeralResource for Token {
///     const NAME: &'static str = "token";
///     type Client = ();
///
///     async fn open(
///         mut config: Self,
///         context: &mut Context<()>,
///     ) -> Result<Opened<Self>, Diagnostics> {
///         let user = config.user.require("user")?;
///         context.set_private("user", user)?;
///         config.token.set(format!("token of {user}"));
///         Ok(Opened::from(config).renew_at(SystemTime::now() + Duration::from_secs(60)))
///     }
///
///     async fn renew(context: &mut Context<()>) -> Result<Option<SystemTime>, Diagnostics> {
///         let user: Option<String> = context.private("user")?;
///         println!("renew the token of {user:?}");
///         Ok(Some(SystemTime::now() + Duration::from_secs(60)))
///     }
/// }
/// ```
pub trait EphemeralResource:
    TfSchema + EphemeralKind + Serialize + DeserializeOwned + Send + Sync + 'static
{
    /// The name, without the name of the provider: `"token"` for `cloud_token`.
    const NAME: &'static str;

    /// The [client](crate::provider::ProviderConfig::Client) of the provider.
    type Client: Send + Sync + 'static;

    /// Opens the resource. The configuration is wholly known, and contains its
    /// [defaults](macro@crate::TfSchema#default). Returns the configuration with the computed attributes.
    ///
    /// # Errors
    ///
    /// Fails if the resource cannot be opened.
    fn open(
        config: Self,
        context: &mut Context<Self::Client>,
    ) -> impl Future<Output = Result<Opened<Self>, Diagnostics>> + Send;

    /// Renews the resource. Returns the time of the next renewal, if any.
    ///
    /// # Errors
    ///
    /// Fails if the resource cannot be renewed. Terraform does not show the error, and does not renew the resource again.
    fn renew(
        context: &mut Context<Self::Client>,
    ) -> impl Future<Output = Result<Option<SystemTime>, Diagnostics>> + Send {
        let _ = context;
        async { Ok(None) }
    }

    /// Closes the resource. Terraform does not call this method after an apply that has failed or was interrupted.
    ///
    /// The private data comes from `open` in Terraform, and from the last `renew` in OpenTofu.
    ///
    /// # Errors
    ///
    /// Fails if the resource cannot be closed.
    fn close(
        context: &mut Context<Self::Client>,
    ) -> impl Future<Output = Result<(), Diagnostics>> + Send {
        let _ = context;
        async { Ok(()) }
    }
}

/// The result of [`EphemeralResource::open`].
#[non_exhaustive]
pub struct Opened<T> {
    /// The values, which are never stored in a state or a plan.
    pub result: T,
    /// The time at which Terraform must renew the resource.
    pub renew_at: Option<SystemTime>,
}

impl<T> Opened<T> {
    /// Sets the time at which Terraform must renew the resource.
    #[must_use]
    pub fn renew_at(mut self, time: SystemTime) -> Self {
        self.renew_at = Some(time);
        self
    }
}

impl<T> From<T> for Opened<T> {
    /// Creates a result that does not need to be renewed.
    fn from(result: T) -> Self {
        Opened {
            result,
            renew_at: None,
        }
    }
}
