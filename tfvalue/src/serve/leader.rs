//! Runs the connections, and begins calls that come one at a time.
//!
//! The leader, one of two threads, runs the runtime of the connections. If calls come one at a time, it
//! leaves the runtime for each call and polls the call once. Most calls end there, so no other thread
//! wakes. Waking threads costs more than most calls.
//!
//! The second thread watches the leader. If a poll takes long, because the provider's code computes or
//! blocks its thread, the watcher becomes the leader, so the connections continue. When the poll
//! returns, the previous leader becomes the watcher. Without a watcher, the leader polls no call.
//!
//! Other calls, and those that wait, run on the threads of the provider.

use std::future;
use std::io;
use std::mem;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::thread;
use std::time::Duration;

use bytes::Bytes;
use tokio::runtime::{Handle, Runtime};
use tokio::sync::{mpsc, oneshot};

use super::process::Server;
use crate::provider::Later;
use crate::tfplugin::call_error::CallError;

/// The time between two checks of the leader. A poll that is running at both of them takes long.
const TICK: Duration = Duration::from_millis(4);

/// The future of a call.
pub(super) type Call = Later<'static, Bytes, CallError>;

/// The outcome of the first poll of a call.
pub(super) enum First {
    Ready(Result<Bytes, CallError>),
    Pending(Call),
    Panicked,
}

/// A call to poll, and the receiver of the outcome.
struct Step {
    call: Call,
    sender: oneshot::Sender<First>,
}

/// The state that the leader, the watcher and the calls share.
pub(super) struct Leader {
    /// Sends a call to the leader, or `None` to end it.
    steps: mpsc::UnboundedSender<Option<Step>>,
    receiver: Mutex<mpsc::UnboundedReceiver<Option<Step>>>,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The number of polls that have begun.
    polls: u64,
    is_polling: bool,
    is_watched: bool,
    /// The watcher waits for the next poll.
    is_asleep: bool,
    has_ended: bool,
}

impl Leader {
    pub(super) fn new() -> Self {
        let (steps, receiver) = mpsc::unbounded_channel();
        Leader {
            steps,
            receiver: Mutex::new(receiver),
            state: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    /// Polls a call once on the thread of the leader. Returns it without a poll if the leader is not
    /// watched.
    ///
    /// Returns `None` if the process ends.
    pub(super) async fn first_poll(&self, call: Call) -> Option<First> {
        let (sender, outcome) = oneshot::channel();
        self.steps.send(Some(Step { call, sender })).ok()?;
        outcome.await.ok()
    }

    /// Ends the threads. One that is blocked ends later.
    pub(super) fn end(&self) {
        let mut state = self.state();
        state.has_ended = true;
        state.is_asleep = false;
        drop(state);
        self.changed.notify_all();
        // If it fails, the leader has already ended.
        _ = self.steps.send(None);
    }

    fn run(&self, transport: &Runtime, handlers: &Handle, mut leads: bool) {
        while !self.state().has_ended {
            if leads {
                self.lead(transport, handlers);
            } else {
                self.watch();
            }
            leads = !leads;
        }
    }

    /// Runs the connections until the watcher takes over or the process ends.
    fn lead(&self, transport: &Runtime, handlers: &Handle) {
        let mut last: Option<(oneshot::Sender<First>, First)> = None;
        loop {
            let step = transport.block_on(async {
                // From outside of the runtime, this would be a system call.
                if let Some((sender, first)) = last.take() {
                    _ = sender.send(first);
                }
                future::poll_fn(|context| lock(&self.receiver).poll_recv(context)).await
            });
            let Some(Some(Step { call, sender })) = step else {
                return;
            };
            if !self.begin() {
                last = Some((sender, First::Pending(call)));
                continue;
            }
            let first = poll_once(call, handlers);
            if !self.finish() {
                _ = sender.send(first);
                return;
            }
            last = Some((sender, first));
        }
    }

    /// Begins a poll, if the leader is watched.
    fn begin(&self) -> bool {
        let mut state = self.state();
        if !state.is_watched {
            return false;
        }
        state.polls += 1;
        state.is_polling = true;
        let was_asleep = mem::take(&mut state.is_asleep);
        drop(state);
        if was_asleep {
            self.changed.notify_one();
        }
        true
    }

    /// Finishes a poll. Returns `false` if the watcher has become the leader.
    fn finish(&self) -> bool {
        mem::take(&mut self.state().is_polling)
    }

    /// Waits until a poll of the leader takes long or the process ends.
    fn watch(&self) {
        let mut state = self.state();
        state.is_watched = true;
        while !state.has_ended {
            let (polls, was_polling) = (state.polls, state.is_polling);
            let waited = self
                .changed
                .wait_timeout_while(state, TICK, |state| !state.has_ended);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
            if state.polls != polls || state.is_polling != was_polling {
                continue;
            }
            if state.is_polling {
                state.is_polling = false;
                state.is_watched = false;
                return;
            }
            state.is_asleep = true;
            let waited = self.changed.wait_while(state, |state| state.is_asleep);
            state = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

/// Starts the two threads.
pub(super) fn start(server: &Arc<Server>, transport: Runtime) -> io::Result<()> {
    let transport = Arc::new(transport);
    for leads in [true, false] {
        let (server, transport) = (Arc::clone(server), Arc::clone(&transport));
        let run = move || server.leader.run(&transport, &server.handlers, leads);
        thread::Builder::new().name("serve".to_owned()).spawn(run)?;
    }
    Ok(())
}

/// Polls a call once, in the context of the provider's runtime.
fn poll_once(mut call: Call, handlers: &Handle) -> First {
    let poll = move || {
        // The next poll replaces the waker.
        let mut context = Context::from_waker(Waker::noop());
        let poll = future::poll_fn(|_| Poll::Ready(call.as_mut().poll(&mut context)));
        match handlers.block_on(poll) {
            Poll::Ready(answer) => First::Ready(answer),
            Poll::Pending => First::Pending(call),
        }
    };
    panic::catch_unwind(AssertUnwindSafe(poll)).unwrap_or(First::Panicked)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
