//! Limits the memory of all requests together.
//!
//! A large request waits for its part of the budget before the client may send it completely. It keeps
//! its part until its call has ended. Small requests need no part, so calls such as `StopProvider` never
//! wait.
//!
//! A request gets its whole part at once, so requests cannot wait for each other without end. A request of
//! several messages does not say how large it is. Of those, only one at a time may be large.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::grpc::MAX_MESSAGE;

/// Requests up to this size need no part of the budget. It is also the window of a request: the bytes that
/// the client may send before the server has accepted any.
pub(super) const SMALL: usize = 256 << 10;

/// The bytes of all large messages together. The largest message must fit.
const MESSAGES: usize = MAX_MESSAGE;

/// What all requests share.
pub(super) struct Budget {
    messages: Arc<Semaphore>,
    streams: Arc<Semaphore>,
}

/// The part of a request, which is free again when it is dropped.
#[derive(Default)]
pub(super) struct Part {
    _permit: Option<OwnedSemaphorePermit>,
}

impl Budget {
    pub(super) fn new() -> Self {
        Budget {
            messages: Arc::new(Semaphore::new(MESSAGES)),
            streams: Arc::new(Semaphore::new(1)),
        }
    }

    /// Waits for the part of a request with one message of this length.
    pub(super) async fn message(&self, length: usize) -> Part {
        part(&self.messages, length).await
    }

    /// Waits for the part of a request of several messages.
    pub(super) async fn stream(&self) -> Part {
        part(&self.streams, 1).await
    }
}

async fn part(semaphore: &Arc<Semaphore>, size: usize) -> Part {
    // Messages have less than 4 GiB.
    let permit = Arc::clone(semaphore).acquire_many_owned(size as u32);
    Part {
        // It fails only for a semaphore that is closed.
        _permit: permit.await.ok(),
    }
}
