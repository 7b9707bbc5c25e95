//! Finds out which of two providers responds to a call.

use prost::bytes::Bytes;

use super::{Fallback, failed};
use crate::provider::later::Later;
use crate::provider::messages::{MessageReceiver, MessageSender};
use crate::provider::parts::Parts;
use crate::tfplugin;
use crate::tfplugin::call_error::{CallError, CallErrorKind};
use crate::tfplugin::method::{Method, MethodKind};

crate::tfplugin::message! {
    /// The part of most requests that names a type or a function.
    #[allow(unreachable_pub, reason = "other messages are public")]
    #[derive(Clone, PartialEq, Eq)]
    pub struct Named {
        /// The name.
        pub name: String = 1,
    }

    /// The part of the request of `MoveResourceState` that names the new type.
    #[allow(unreachable_pub, reason = "other messages are public")]
    #[derive(Clone, PartialEq, Eq)]
    pub struct Target {
        /// The name.
        pub name: String = 5,
    }

    /// The part of the first request of `WriteStateBytes` that names the state store.
    #[allow(unreachable_pub, reason = "other messages are public")]
    #[derive(Clone, PartialEq, Eq)]
    pub struct Chunk {
        /// What is written.
        pub meta: Option<Named> = 1,
    }
}

impl Parts {
    /// Responds to calls that the other provider receives, alone or together with this one.
    pub(in crate::provider) fn forward<'a>(
        &'a self,
        method: &'a Method,
        request: &'a [u8],
    ) -> Later<'a, Option<Bytes>, CallError> {
        Box::pin(async move {
            match &self.fallback {
                None => Ok(None),
                Some(fallback) => self.forward_to(fallback, method, request).await,
            }
        })
    }

    async fn forward_to(
        &self,
        fallback: &Fallback,
        method: &Method,
        request: &[u8],
    ) -> Result<Option<Bytes>, CallError> {
        let response = match method.kind {
            MethodKind::GetProviderSchema => self.all_schemas(fallback, method.version).await,
            MethodKind::GetMetadata => self.all_names(fallback, method.version).await,
            MethodKind::GetFunctions => self.all_functions(fallback).await,
            MethodKind::GetResourceIdentitySchemas => self.all_identities(fallback).await,
            MethodKind::ValidateProviderConfig => {
                self.validate_both(fallback, method, request).await?
            }
            MethodKind::ConfigureProvider => self.configure_both(fallback, method, request).await?,
            MethodKind::StopProvider => return Ok(None),
            kind if self.has(kind, request)? => return Ok(None),
            _ => match fallback
                .respond(method, Bytes::copy_from_slice(request))
                .await
            {
                Ok(response) => response,
                Err(error) => failed(method, request, error)?,
            },
        };
        Ok(Some(response))
    }

    /// Responds to calls with a stream that the other provider receives. Otherwise, returns the ends of the streams.
    pub(in crate::provider) async fn forward_stream(
        &self,
        method: &Method,
        mut requests: MessageReceiver,
        responses: MessageSender,
    ) -> Result<Option<(MessageReceiver, MessageSender)>, CallError> {
        let Some(fallback) = &self.fallback else {
            return Ok(Some((requests, responses)));
        };
        let Some(first) = requests.next().await? else {
            let message = "a request is required";
            return Err(CallError::new(CallErrorKind::InvalidArgument, message));
        };
        let is_own = self.has(method.kind, &first)?;
        requests.put_back(first.clone());
        if is_own {
            return Ok(Some((requests, responses)));
        }
        if let Err(error) = fallback.stream(method, requests, &responses).await {
            let response = failed(method, &first, error)?;
            // If nobody waits for it, it is dropped.
            _ = responses.send(response).await;
        }
        Ok(None)
    }

    /// Returns `true` if this provider has the part that a request is for.
    fn has(&self, kind: MethodKind, request: &[u8]) -> Result<bool, CallError> {
        let malformed = |error| CallError::malformed(&error);
        let name = match kind {
            MethodKind::MoveResourceState => {
                let target: Target = tfplugin::decode(request).map_err(malformed)?;
                target.name
            }
            MethodKind::WriteStateBytes => {
                let chunk: Chunk = tfplugin::decode(request).map_err(malformed)?;
                chunk.meta.unwrap_or_default().name
            }
            _ => {
                let named: Named = tfplugin::decode(request).map_err(malformed)?;
                named.name
            }
        };
        Ok(match kind {
            MethodKind::ApplyResourceChange
            | MethodKind::GenerateResourceConfig
            | MethodKind::ImportResourceState
            | MethodKind::MoveResourceState
            | MethodKind::PlanResourceChange
            | MethodKind::ReadResource
            | MethodKind::UpgradeResourceIdentity
            | MethodKind::UpgradeResourceState
            | MethodKind::ValidateResourceConfig => self.managed.get(&name).is_some(),
            MethodKind::ReadDataSource | MethodKind::ValidateDataResourceConfig => {
                self.data_sources.get(&name).is_some()
            }
            MethodKind::CloseEphemeralResource
            | MethodKind::OpenEphemeralResource
            | MethodKind::RenewEphemeralResource
            | MethodKind::ValidateEphemeralResourceConfig => self.ephemeral.get(&name).is_some(),
            MethodKind::CallFunction => self.functions.get(&name).is_some(),
            MethodKind::ListResource | MethodKind::ValidateListResourceConfig => {
                self.lists.get(&name).is_some()
            }
            MethodKind::InvokeAction
            | MethodKind::PlanAction
            | MethodKind::ValidateActionConfig => self.actions.get(&name).is_some(),
            MethodKind::ConfigureStateStore
            | MethodKind::DeleteState
            | MethodKind::GetStates
            | MethodKind::LockState
            | MethodKind::ReadStateBytes
            | MethodKind::UnlockState
            | MethodKind::ValidateStateStoreConfig
            | MethodKind::WriteStateBytes => self.stores.get(&name).is_some(),
            // These calls are about the whole provider.
            MethodKind::ConfigureProvider
            | MethodKind::GetFunctions
            | MethodKind::GetMetadata
            | MethodKind::GetProviderSchema
            | MethodKind::GetResourceIdentitySchemas
            | MethodKind::StopProvider
            | MethodKind::ValidateProviderConfig => true,
        })
    }
}
