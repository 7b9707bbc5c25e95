//! Responds to calls for state stores.

use std::sync::PoisonError;
use std::sync::atomic::Ordering;

use bytes::Bytes;

use super::erased::{CHUNK_SIZE, ErasedStateStore};
use super::stream::{Incoming, Outgoing};
use crate::diagnostics::Diagnostics;
use crate::provider::calls::reply::begin;
use crate::provider::calls::{call, done, only};
use crate::provider::context::Call;
use crate::provider::faults::panic::caught;
use crate::provider::parts::Parts;
use crate::provider::streams::later::Later;
use crate::provider::streams::messages::MessageReceiver;
use crate::provider::streams::responses::Responses;
use crate::tfplugin::call_error::CallError;
use crate::tfplugin::calls::state_store::{
    RequestChunkMeta, StateStoreServerCapabilities, configure_state_store, delete_state,
    get_states, lock_state, read_state_bytes, unlock_state, write_state_bytes,
};
use crate::tfplugin::messages::DynamicValue;
use crate::tfplugin::method::{Method, MethodKind};

impl Parts {
    /// Responds to a call for a state store.
    pub(crate) fn store_response<'a>(
        &'a self,
        method: &'a Method,
        request: &'a [u8],
    ) -> Later<'a, Bytes, CallError> {
        match method.kind {
            MethodKind::ConfigureStateStore => call(request, |it| self.configure_state_store(it)),
            MethodKind::DeleteState => call(request, |it| self.delete_state(it)),
            MethodKind::GetStates => call(request, |it| self.get_states(it)),
            MethodKind::LockState => call(request, |it| self.lock_state(it)),
            MethodKind::UnlockState => call(request, |it| self.unlock_state(it)),
            _ => done(Err(CallError::unimplemented(method.name))),
        }
    }

    /// Responds to a call for a state, which is sent in chunks.
    pub(crate) async fn store_stream(
        &self,
        method: &Method,
        requests: MessageReceiver,
        responses: Responses,
    ) -> Result<(), CallError> {
        if method.kind == MethodKind::ReadStateBytes {
            let request = only(requests).await?;
            self.stream_read_state_bytes(request, responses).await;
        } else {
            let response = self.write_state_bytes(requests).await?;
            responses.send(&response).await;
        }
        Ok(())
    }

    /// Returns the state store for a call. The diagnostics of the call do not show secrets in the configuration of the
    /// store.
    fn store_of(&self, name: &str, call: &mut Call) -> Result<&dyn ErasedStateStore, Diagnostics> {
        let found = self.stores.find(name)?;
        let secrets = found.secrets.lock();
        let secrets = secrets.unwrap_or_else(PoisonError::into_inner);
        call.shared_secrets.extend(secrets.clone());
        Ok(&*found.store)
    }

    async fn configure_state_store(
        &self,
        request: configure_state_store::Request,
    ) -> configure_state_store::Response {
        let config = request.config.unwrap_or_default();
        let suggested = request.capabilities.map_or(0, |client| client.chunk_size);
        let mut call = begin!(self);
        let configured = caught(async {
            let found = self.stores.find(&request.type_name)?;
            call.hide(found.store.part(), &[&config]);
            found.store.configure(&config, &mut call).await?;
            let secrets = call.secrets.get().cloned();
            *found.secrets.lock().unwrap_or_else(PoisonError::into_inner) = secrets;
            Ok(found.set_chunk_size(suggested))
        });
        let configured = configured.await;
        let capabilities = call.take(configured).map(|size| {
            let chunk_size = i64::try_from(size).unwrap_or(i64::MAX);
            StateStoreServerCapabilities { chunk_size }
        });
        configure_state_store::Response {
            diagnostics: call.diagnostics(&config, || self.stores.part(&request.type_name)),
            capabilities,
        }
    }

    async fn get_states(&self, request: get_states::Request) -> get_states::Response {
        let mut call = begin!(self);
        let listed = caught(async {
            let store = self.store_of(&request.type_name, &mut call)?;
            store.states(&mut call).await
        });
        let listed = listed.await;
        get_states::Response {
            state_id: call.take(listed).unwrap_or_default(),
            diagnostics: call.diagnostics(&DynamicValue::null(), || None),
        }
    }

    async fn stream_read_state_bytes(
        &self,
        request: read_state_bytes::Request,
        responses: Responses,
    ) {
        let found = self.stores.get(&request.type_name);
        let chunk_size = found.map_or(CHUNK_SIZE, |found| found.chunk_size.load(Ordering::Relaxed));
        let mut outgoing = Outgoing::new(responses.clone(), chunk_size);
        let mut call = Call::default();
        let read = caught(async {
            call = self.call()?;
            let store = self.store_of(&request.type_name, &mut call)?;
            let read = store.read(&request.state_id, &mut outgoing, &mut call);
            responses.run(read).await?;
            outgoing.check_length()
        });
        let read = read.await;
        call.take(read);
        let diagnostics = call.diagnostics(&DynamicValue::null(), || None);
        outgoing.finish(diagnostics).await;
    }

    /// Responds to a call whose requests are chunks.
    async fn write_state_bytes(
        &self,
        requests: MessageReceiver,
    ) -> Result<write_state_bytes::Response, CallError> {
        let mut incoming = Incoming::begin(requests).await?;
        let response = self.write_state(&mut incoming).await;
        incoming.finish().map(|()| response)
    }

    async fn write_state(&self, incoming: &mut Incoming) -> write_state_bytes::Response {
        let mut call = begin!(self);
        let written = caught(async {
            let RequestChunkMeta {
                type_name,
                state_id,
            } = incoming.meta.clone();
            let store = self.store_of(&type_name, &mut call)?;
            store.write(&state_id, incoming, &mut call).await?;
            incoming.check_end().await
        });
        let written = written.await;
        call.take(written);
        write_state_bytes::Response {
            diagnostics: call.diagnostics(&DynamicValue::null(), || None),
        }
    }

    async fn delete_state(&self, request: delete_state::Request) -> delete_state::Response {
        let mut call = begin!(self);
        let deleted = caught(async {
            let store = self.store_of(&request.type_name, &mut call)?;
            store.delete(&request.state_id, &mut call).await
        });
        let deleted = deleted.await;
        call.take(deleted);
        delete_state::Response {
            diagnostics: call.diagnostics(&DynamicValue::null(), || None),
        }
    }

    async fn lock_state(&self, request: lock_state::Request) -> lock_state::Response {
        let mut call = begin!(self);
        let (state, operation) = (&request.state_id, &request.operation);
        let locked = caught(async {
            let store = self.store_of(&request.type_name, &mut call)?;
            store.lock(state, operation, &mut call).await
        });
        let locked = locked.await;
        lock_state::Response {
            lock_id: call.take(locked).unwrap_or_default(),
            diagnostics: call.diagnostics(&DynamicValue::null(), || None),
        }
    }

    async fn unlock_state(&self, request: unlock_state::Request) -> unlock_state::Response {
        let mut call = begin!(self);
        let (state, lock_id) = (&request.state_id, &request.lock_id);
        let unlocked = caught(async {
            let store = self.store_of(&request.type_name, &mut call)?;
            store.unlock(state, lock_id, &mut call).await
        });
        let unlocked = unlocked.await;
        call.take(unlocked);
        unlock_state::Response {
            diagnostics: call.diagnostics(&DynamicValue::null(), || None),
        }
    }
}
