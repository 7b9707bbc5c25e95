//! A call that threads in the [pool](super::pool) poll until it ends.

use std::mem;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Wake, Waker};

use bytes::Bytes;
use tokio::sync::oneshot;

use super::pool::Pool;
use crate::provider::Later;
use crate::tfplugin::call_error::CallError;

/// The future of a call.
pub(super) type Call = Later<'static, Bytes, CallError>;

/// Receives the outcome of a call, or an error if the call panicked. If the receiver is dropped, the call is dropped.
pub(super) type Outcome = oneshot::Receiver<Result<Bytes, CallError>>;

/// A call that is polled by one thread at a time. It is its own waker.
pub(super) struct Task {
    stage: Mutex<Stage>,
    pool: Arc<Pool>,
}

enum Stage {
    /// The call waits to be woken.
    Waiting(Job),
    /// The call was woken and waits for a thread.
    Ready(Job),
    /// A thread polls the call, or the call has ended.
    Taken,
    /// A thread polls the call, and the call was woken in the meantime.
    Woken,
}

struct Job {
    call: Call,
    sender: oneshot::Sender<Result<Bytes, CallError>>,
}

/// The result of a completed call, if the result has not been sent to the connection yet.
pub(super) struct Ended {
    sender: oneshot::Sender<Result<Bytes, CallError>>,
    result: Result<Bytes, CallError>,
}

impl Task {
    /// Creates a task that is ready to run.
    pub(super) fn new(call: Call, pool: Arc<Pool>) -> (Arc<Self>, Outcome) {
        let (sender, outcome) = oneshot::channel();
        let stage = Mutex::new(Stage::Ready(Job { call, sender }));
        (Arc::new(Task { stage, pool }), outcome)
    }

    /// Polls the call once, unless it is not ready.
    pub(super) fn run(self: Arc<Self>) -> Option<Ended> {
        let Stage::Ready(job) = self.replace(Stage::Taken) else {
            return None;
        };
        let waker = Waker::from(Arc::clone(&self));
        let poll = move || job.poll(&mut Context::from_waker(&waker));
        // A call that panics is dropped here, and its receiver receives an error.
        match panic::catch_unwind(AssertUnwindSafe(poll)).ok()? {
            Polled::Ended(ended) => ended,
            Polled::Waits(job) => {
                self.wait(job);
                None
            }
        }
    }

    /// Drops a call that no thread will poll.
    pub(super) fn cancel(&self) {
        drop(self.replace(Stage::Taken));
    }

    fn wait(self: Arc<Self>, job: Job) {
        let mut stage = self.stage();
        if matches!(*stage, Stage::Woken) {
            *stage = Stage::Ready(job);
            drop(stage);
            Arc::clone(&self.pool).push(self);
        } else {
            *stage = Stage::Waiting(job);
        }
    }

    fn replace(&self, new: Stage) -> Stage {
        mem::replace(&mut *self.stage(), new)
    }

    fn stage(&self) -> MutexGuard<'_, Stage> {
        self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Wake for Task {
    fn wake(self: Arc<Self>) {
        let mut stage = self.stage();
        match mem::replace(&mut *stage, Stage::Woken) {
            Stage::Waiting(job) => {
                *stage = Stage::Ready(job);
                drop(stage);
                Arc::clone(&self.pool).push(self);
            }
            ready @ Stage::Ready(_) => *stage = ready,
            Stage::Taken | Stage::Woken => {}
        }
    }
}

enum Polled {
    Ended(Option<Ended>),
    Waits(Job),
}

impl Job {
    fn poll(mut self, context: &mut Context<'_>) -> Polled {
        if self.sender.poll_closed(context).is_ready() {
            return Polled::Ended(None);
        }
        match self.call.as_mut().poll(context) {
            Poll::Pending => Polled::Waits(self),
            Poll::Ready(result) => {
                let sender = self.sender;
                Polled::Ended(Some(Ended { sender, result }))
            }
        }
    }
}

impl Ended {
    /// Sends the result to the connection, if the call has ended.
    pub(super) fn deliver(ended: Option<Self>) {
        if let Some(Ended { sender, result }) = ended {
            // If sending fails, nobody is waiting for the result.
            _ = sender.send(result);
        }
    }
}
