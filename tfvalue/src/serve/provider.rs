//! What the process serves: a provider.

use std::sync::Arc;

use bytes::Bytes;
use tokio::sync::mpsc;

use super::answer::{Answer, Messages};
use crate::provider::Provider;
use crate::tfplugin::call_error::CallError;

impl<C: Send + Sync + 'static> Answer for Provider<C> {
    fn name(&self) -> &str {
        Provider::name(self)
    }

    async fn answer(&self, version: u32, method: &str, request: &[u8]) -> Result<Bytes, CallError> {
        Provider::answer(self, version, method, request).await
    }

    async fn stream(
        &self,
        version: u32,
        method: &str,
        request: &[u8],
        messages: &Messages,
    ) -> Result<(), CallError> {
        let (sender, mut receiver) = mpsc::unbounded_channel();
        let sink = Arc::new(move |message| {
            // If Terraform no longer waits, `forward` fails.
            _ = sender.send(message);
        });
        let forward = async {
            while let Some(message) = receiver.recv().await {
                messages.send(message).await?;
            }
            Ok(())
        };
        let answer = Provider::stream(self, version, method, request, sink);
        let (answered, forwarded) = tokio::join!(answer, forward);
        answered.and(forwarded)
    }

    fn stop(&self) {
        Provider::stop(self);
    }
}
