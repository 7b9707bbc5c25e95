//! Limits the memory of all messages that arrive together.
//!
//! A large message waits for its part of the budget before the peer may send it completely. In the server, the
//! bytes keep their part until they are dropped: until the call has ended, or has decoded a message of a stream. The
//! client's caller may keep them, so there, the part is free as soon as the message is complete. Small messages need
//! no part, so calls such as `StopProvider` never wait.
//!
//! A message gets its whole part at once, so messages cannot wait for each other without end.

use std::sync::Arc;

use bytes::Bytes;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The maximum size of a message.
pub const MAX_MESSAGE: usize = 256 << 20;

/// Messages up to this size need no part of the budget. It is also the window of a call: the bytes that the
/// peer may send before any are accepted.
pub(crate) const SMALL: usize = 256 << 10;

/// The maximum size of all large messages together. The largest message must fit.
const MESSAGES: usize = MAX_MESSAGE;

/// The number of calls that can run at once on a connection.
pub const MAX_CALLS: u32 = 1024;

/// The bytes that the peer can send before they are accepted, for a call.
pub const CALL_WINDOW: u32 = SMALL as u32;

/// The bytes that the peer can send before they are accepted, for all calls. Messages that wait for memory must not stop
/// the others, so there is room for all.
pub const CONNECTION_WINDOW: u32 = MAX_CALLS * CALL_WINDOW;

/// The maximum size of the headers of a request or response.
pub const MAX_HEADERS: u32 = 64 << 10;

/// What all calls share.
pub struct Budget(Arc<Semaphore>);

/// The part of the budget that a message holds. It becomes free when this value is dropped.
#[derive(Default)]
pub struct Part(Option<OwnedSemaphorePermit>);

/// The bytes of a message, and its part of the budget.
struct Counted {
    bytes: Bytes,
    _part: OwnedSemaphorePermit,
}

impl AsRef<[u8]> for Counted {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Default for Budget {
    fn default() -> Self {
        Budget(Arc::new(Semaphore::new(MESSAGES)))
    }
}

impl Budget {
    /// Waits for the part of a message of this length, unless the message is small or already has its part.
    pub async fn reserve(&self, length: usize, part: &mut Part) {
        if length > SMALL && part.0.is_none() {
            // Messages have less than 4 GiB.
            let permit = Arc::clone(&self.0).acquire_many_owned(length as u32);
            // This fails only if the semaphore is closed.
            part.0 = permit.await.ok();
        }
    }
}

impl Part {
    /// Moves the part into the bytes of the message.
    pub(crate) fn count(&mut self, bytes: Bytes) -> Bytes {
        match self.0.take() {
            Some(part) => Bytes::from_owner(Counted { bytes, _part: part }),
            None => bytes,
        }
    }
}
