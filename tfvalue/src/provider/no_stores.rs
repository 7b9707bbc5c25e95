//! Replaces state stores if the `unstable-state-store` feature is disabled, so that no provider has a state store.

use bytes::Bytes;

use super::calls::done;
use super::erased::{Erased, Part};
use super::parts::Parts;
use super::streams::later::Later;
use super::streams::messages::MessageReceiver;
use super::streams::responses::Responses;
use crate::tfplugin::call_error::CallError;
use crate::tfplugin::method::Method;

/// A state store of the provider.
pub(crate) enum ProviderStore {}

impl Erased for ProviderStore {
    fn part(&self) -> &Part {
        match *self {}
    }
}

impl Parts {
    pub(crate) fn store_response<'a>(
        &'a self,
        method: &'a Method,
        _: &'a [u8],
    ) -> Later<'a, Bytes, CallError> {
        done(Err(CallError::unimplemented(method.name)))
    }

    pub(crate) async fn store_stream(
        &self,
        method: &Method,
        _: MessageReceiver,
        _: Responses,
    ) -> Result<(), CallError> {
        Err(CallError::unimplemented(method.name))
    }
}
