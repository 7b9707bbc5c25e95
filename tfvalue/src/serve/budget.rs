//! Limits the memory of all requests together.
//!
//! A large request waits for its part of the budget before the client may send it completely. The bytes keep
//! their part until they are dropped: until the call has ended, or has decoded a message of a stream. Small
//! requests need no part, so calls such as `StopProvider` never wait.
//!
//! A message gets its whole part at once, so messages cannot wait for each other without end.

use std::sync::Arc;

use bytes::Bytes;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The maximum size of a message.
pub(super) const MAX_MESSAGE: usize = 256 << 20;

/// Requests up to this size need no part of the budget. It is also the window of a request: the bytes that
/// the client may send before the server has accepted any.
pub(super) const SMALL: usize = 256 << 10;

/// The bytes of all large messages together. The largest message must fit.
const MESSAGES: usize = MAX_MESSAGE;

/// What all requests share.
pub(super) struct Budget(Arc<Semaphore>);

/// The part of a message, which is free again when it is dropped.
#[derive(Default)]
pub(super) struct Part(Option<OwnedSemaphorePermit>);

/// The bytes of a message, and its part.
struct Counted {
    bytes: Bytes,
    _part: OwnedSemaphorePermit,
}

impl AsRef<[u8]> for Counted {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Budget {
    pub(super) fn new() -> Self {
        Budget(Arc::new(Semaphore::new(MESSAGES)))
    }

    /// Waits for the part of a message of this length, unless it is small or has its part.
    pub(super) async fn reserve(&self, length: usize, part: &mut Part) {
        if length > SMALL && part.0.is_none() {
            // Messages have less than 4 GiB.
            let permit = Arc::clone(&self.0).acquire_many_owned(length as u32);
            // It fails only for a semaphore that is closed.
            part.0 = permit.await.ok();
        }
    }
}

impl Part {
    /// Moves the part into the bytes of the message.
    pub(super) fn count(&mut self, bytes: Bytes) -> Bytes {
        match self.0.take() {
            Some(part) => Bytes::from_owner(Counted { bytes, _part: part }),
            None => bytes,
        }
    }
}
