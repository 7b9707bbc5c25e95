//! The configuration of a provider that has no attributes.

use tfvalue::provider::{Context, ProviderConfig};
use tfvalue::{Diagnostics, TfSchema};

/// A configuration that has no attributes, for a provider without a client.
#[derive(TfSchema)]
#[tf(kind = provider)]
pub struct NoConfig {}

impl ProviderConfig for NoConfig {
    type Client = ();

    async fn configure(self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        Ok(())
    }
}
