//! Limits the memory for all messages that arrive at the same time.
//!
//! A large message waits for its part of the budget before the peer may send the rest of the message. In the server,
//! the bytes keep their part of the budget until they are dropped, that is, until the call has ended or has decoded a
//! message of a stream. In the client, the caller may keep the bytes, so the part of the budget is released as soon as
//! the message is complete. Small messages need no part of the budget, so calls such as `StopProvider` never wait.
//!
//! A message receives its whole part at once, so messages cannot wait for each other indefinitely.

use std::sync::Arc;

use bytes::Bytes;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The maximum size of a message.
pub const MAX_MESSAGE: usize = 256 << 20;

/// Messages up to this size do not count against the budget. This size is also the window of a call, that is, the
/// number of bytes that the peer may send before any are accepted.
pub(crate) const SMALL: usize = 256 << 10;

/// The maximum total size of all large messages. The largest message must fit.
const MESSAGES: usize = MAX_MESSAGE;

/// The number of calls that can run at once on a connection.
pub const MAX_CALLS: u32 = 1024;

/// The number of bytes that the peer can send for a call before any are accepted.
pub const CALL_WINDOW: u32 = SMALL as u32;

/// The number of bytes that the peer can send for all calls together before any are accepted. Messages that wait for
/// memory must not block other messages, so this window has room for the windows of all calls.
pub const CONNECTION_WINDOW: u32 = MAX_CALLS * CALL_WINDOW;

/// The maximum size of the headers of a request or response.
pub const MAX_HEADERS: u32 = 64 << 10;

/// The memory budget that all calls share.
pub struct Budget(Arc<Semaphore>);

/// The part of the budget that a message holds. The part is released when this value is dropped.
#[derive(Default)]
pub struct Reservation(Option<OwnedSemaphorePermit>);

/// The bytes of a message, together with its part of the budget.
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
    /// Waits for the part of the budget that a message with this length needs, unless the message is small or already
    /// has its part.
    pub async fn reserve(&self, length: usize, part: &mut Reservation) {
        if length > SMALL && part.0.is_none() {
            // Messages are smaller than 4 GiB.
            let permit = Arc::clone(&self.0).acquire_many_owned(length as u32);
            // This call fails only if the semaphore is closed.
            part.0 = permit.await.ok();
        }
    }
}

impl Reservation {
    /// Attaches the part of the budget to the bytes of the message.
    pub(crate) fn count(&mut self, bytes: Bytes) -> Bytes {
        match self.0.take() {
            Some(part) => Bytes::from_owner(Counted { bytes, _part: part }),
            None => bytes,
        }
    }
}
