//! `Function`: a function in a provider.

use std::future::Future;

use crate::diagnostics::Diagnostics;
use crate::model::{TfArguments, TfFunction};

/// A function of the provider.
///
/// # Examples
///
/// ```
/// use tfvalue::provider::Function;
/// use tfvalue::{Diagnostics, TfFunction};
///
/// /// Returns a text in lower case.
/// #[derive(TfFunction)]
/// #[tf(returns = String)]
/// struct Lower {
///     text: String,
/// }
///
/// impl Function for Lower {
///     const NAME: &'static str = "lower";
///
///     async fn run(self) -> Result<String, Diagnostics> {
///         Ok(self.text.to_lowercase())
///     }
/// }
/// ```
pub trait Function: TfFunction + for<'de> TfArguments<'de> + Send + 'static {
    /// The last part of the name that configurations use for the function: `divide` in `provider::cloud::divide(6, 2)`.
    const NAME: &'static str;

    /// Runs the function. The function must return the same result for the same arguments. A function has no client,
    /// because Terraform also calls functions of a provider that is not configured.
    ///
    /// # Errors
    ///
    /// Fails if the result cannot be determined. If the error contains the path of a parameter, Terraform marks the
    /// argument. See [`TfArguments::call`].
    fn run(self) -> impl Future<Output = Result<Self::Return, Diagnostics>> + Send;
}
