//! Responds to the calls about state stores.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicUsize, Ordering};

use prost::Message as _;

use super::context::Call;
use super::panic::caught;
use super::parts::Parts;
use super::reply::begin;
use super::resource_calls::{in_config, unknown_type, validated};
use super::respond::Sink;
use super::stores::Store;
use crate::diagnostics::Diagnostics;
use crate::tfplugin::call_error::{CallError, CallErrorKind};
use crate::tfplugin::calls::state_store::{
    RequestChunkMeta, StateRange, StateStoreServerCapabilities, configure_state_store,
    delete_state, get_states, lock_state, read_state_bytes, unlock_state, validate_state_store,
    write_state_bytes,
};
use crate::tfplugin::to_bytes;

/// The sizes of chunks in bytes that Terraform accepts, and the one that it suggests.
const CHUNK_SIZES: RangeInclusive<usize> = 1..=128 << 20;
const CHUNK_SIZE: usize = 8 << 20;

/// A state store of the provider.
pub(super) struct Stored {
    pub(super) store: Box<dyn Store>,
    chunk_size: AtomicUsize,
}

impl Stored {
    pub(super) fn new(store: impl Store + 'static) -> Self {
        Stored {
            store: Box::new(store),
            chunk_size: AtomicUsize::new(CHUNK_SIZE),
        }
    }

    /// Agrees to a size of chunks, and returns it.
    fn set_chunk_size(&self, suggested: i64) -> usize {
        let suggested = usize::try_from(suggested).unwrap_or(0);
        let size = if suggested == 0 {
            CHUNK_SIZE
        } else {
            suggested
        };
        let size = size.clamp(*CHUNK_SIZES.start(), *CHUNK_SIZES.end());
        self.chunk_size.store(size, Ordering::Relaxed);
        size
    }
}

impl Parts {
    fn find_store(&self, name: &str) -> Result<&Stored, Diagnostics> {
        let found = self.stores.get(name);
        found.ok_or_else(|| unknown_type("state store", name))
    }

    pub(super) async fn validate_state_store_config(
        &self,
        request: validate_state_store::Request,
    ) -> validate_state_store::Response {
        let config = request.config.unwrap_or_default();
        let validate = || Ok(self.find_store(&request.type_name)?.store.validate(&config));
        validate_state_store::Response {
            diagnostics: validated(validate).await,
        }
    }

    pub(super) async fn configure_state_store(
        &self,
        request: configure_state_store::Request,
    ) -> configure_state_store::Response {
        let config = request.config.unwrap_or_default();
        let suggested = request.capabilities.map_or(0, |client| client.chunk_size);
        let mut call = begin!(self);
        let configured = caught(async {
            let found = self.find_store(&request.type_name)?;
            found.store.configure(&config, &mut call).await?;
            Ok(found.set_chunk_size(suggested))
        });
        let configured = configured.await;
        let capabilities = call.take(configured).map(|size| {
            let chunk_size = i64::try_from(size).unwrap_or(i64::MAX);
            StateStoreServerCapabilities { chunk_size }
        });
        configure_state_store::Response {
            diagnostics: in_config(call.warnings, &config, || {
                let store = &self.find_store(&request.type_name).ok()?.store;
                Some((store.schema().block, store.model()))
            }),
            capabilities,
        }
    }

    pub(super) async fn get_states(&self, request: get_states::Request) -> get_states::Response {
        let mut call = begin!(self);
        let listed = caught(async {
            let found = self.find_store(&request.type_name)?;
            found.store.states(&mut call).await
        });
        let listed = listed.await;
        get_states::Response {
            state_id: call.take(listed).unwrap_or_default(),
            diagnostics: call.warnings.into(),
        }
    }

    pub(super) async fn stream_read_state_bytes(
        &self,
        request: read_state_bytes::Request,
        send: Sink,
    ) {
        let mut call = Call::default();
        let read = caught(async {
            call = self.call()?;
            let found = self.find_store(&request.type_name)?;
            let read = found.store.read(&request.state_id, &mut call).await?;
            Ok(read.map(|bytes| (bytes, found.chunk_size.load(Ordering::Relaxed))))
        });
        let read = read.await;
        let read = call.take(read).flatten();
        let (bytes, size) = read.unwrap_or((Vec::new(), CHUNK_SIZE));
        send_state(&bytes, size, call.warnings, &send);
    }

    /// Responds to a call whose request is all chunks, each after its length.
    pub(super) async fn write_state_bytes(
        &self,
        chunks: &[u8],
    ) -> Result<write_state_bytes::Response, CallError> {
        let (meta, bytes) = joined(chunks)?;
        Ok(self.write_state(meta, bytes).await)
    }

    async fn write_state(
        &self,
        meta: RequestChunkMeta,
        bytes: Vec<u8>,
    ) -> write_state_bytes::Response {
        let mut call = begin!(self);
        let written = caught(async {
            let found = self.find_store(&meta.type_name)?;
            found.store.write(&meta.state_id, bytes, &mut call).await
        });
        let written = written.await;
        call.take(written);
        write_state_bytes::Response {
            diagnostics: call.warnings.into(),
        }
    }

    pub(super) async fn delete_state(
        &self,
        request: delete_state::Request,
    ) -> delete_state::Response {
        let mut call = begin!(self);
        let deleted = caught(async {
            let found = self.find_store(&request.type_name)?;
            found.store.delete(&request.state_id, &mut call).await
        });
        let deleted = deleted.await;
        call.take(deleted);
        delete_state::Response {
            diagnostics: call.warnings.into(),
        }
    }

    pub(super) async fn lock_state(&self, request: lock_state::Request) -> lock_state::Response {
        let mut call = begin!(self);
        let (state, operation) = (&request.state_id, &request.operation);
        let locked = caught(async {
            let found = self.find_store(&request.type_name)?;
            found.store.lock(state, operation, &mut call).await
        });
        let locked = locked.await;
        lock_state::Response {
            lock_id: call.take(locked).unwrap_or_default(),
            diagnostics: call.warnings.into(),
        }
    }

    pub(super) async fn unlock_state(
        &self,
        request: unlock_state::Request,
    ) -> unlock_state::Response {
        let mut call = begin!(self);
        let (state, lock_id) = (&request.state_id, &request.lock_id);
        let unlocked = caught(async {
            let found = self.find_store(&request.type_name)?;
            found.store.unlock(state, lock_id, &mut call).await
        });
        let unlocked = unlocked.await;
        call.take(unlocked);
        unlock_state::Response {
            diagnostics: call.warnings.into(),
        }
    }
}

/// Sends a state in chunks. A state that does not exist has none.
fn send_state(bytes: &[u8], size: usize, diagnostics: Diagnostics, send: &Sink) {
    let mut diagnostics = Vec::from(diagnostics);
    // Terraform checks the size of each chunk but the last, so only an empty state can have a message
    // without bytes.
    let no_bytes = (bytes.is_empty() && !diagnostics.is_empty()).then_some(bytes);
    for (index, chunk) in bytes.chunks(size).chain(no_bytes).enumerate() {
        let start = index * size;
        send(to_bytes(&read_state_bytes::Response {
            range: Some(StateRange {
                start: number(start),
                end: number((start + chunk.len()).saturating_sub(1)),
            }),
            bytes: chunk.to_vec(),
            total_length: number(bytes.len()),
            diagnostics: std::mem::take(&mut diagnostics),
        }));
    }
}

/// Joins the chunks of a state, and checks that none is missing.
fn joined(mut chunks: &[u8]) -> Result<(RequestChunkMeta, Vec<u8>), CallError> {
    let malformed = |text: String| CallError::new(CallErrorKind::InvalidArgument, text);
    let (mut meta, mut bytes, mut total) = (None, Vec::new(), 0);
    while !chunks.is_empty() {
        let chunk = write_state_bytes::RequestChunk::decode_length_delimited(&mut chunks)
            .map_err(|error| CallError::malformed(&error))?;
        let start = chunk.range.map_or(0, |range| range.start);
        if start != number(bytes.len()) {
            let expected = bytes.len();
            let text = format!("a chunk that starts at byte {expected} is required, got {start}");
            return Err(malformed(text));
        }
        meta = meta.or(chunk.meta);
        total = chunk.total_length;
        bytes.extend(chunk.bytes);
    }
    if total != number(bytes.len()) {
        let got = bytes.len();
        let text = format!("a state of {total} bytes is required, got {got}");
        return Err(malformed(text));
    }
    match meta {
        Some(meta) => Ok((meta, bytes)),
        None => Err(malformed("the name of the state is missing".to_owned())),
    }
}

fn number(size: usize) -> i64 {
    i64::try_from(size).unwrap_or(i64::MAX)
}
