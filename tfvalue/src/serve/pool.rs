//! The threads that run connections and calls.
//!
//! One thread, the leader, runs the runtime of the connections. The other threads poll calls. The number of concurrent
//! polls is limited to the number of processors. Calls may block, so polls that take a long time do not count toward
//! this limit. If there are more long polls than processors, the number of other polls is limited to the number of long
//! polls instead. The number of polls therefore doubles while all polls block.
//!
//! If calls come one at a time, the leader leaves its runtime for each call and polls the call once. Most calls
//! complete in this poll, so no other thread is woken. Waking threads costs more than most calls do. If such a poll
//! takes a long time, an idle thread becomes the leader and serves the connections.
//!
//! The watcher, which is the thread that started the other threads, detects polls that take a long time.

use std::collections::VecDeque;
use std::future;
use std::io;
use std::mem;
use std::num::NonZero;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::Duration;

use tokio::runtime::{Handle, Runtime};
use tokio::sync::mpsc;

use super::task::{Call, Ended, Outcome, Task};

/// The time between two checks by the watcher. A poll that is still running at the second check is considered long.
const TICK: Duration = Duration::from_millis(4);

/// The maximum number of threads that poll calls. If all of these threads block, further calls wait.
const MAX_THREADS: usize = 512;

/// The time after which an idle thread ends, unless it is the only idle thread.
const KEEP: Duration = Duration::from_secs(10);

/// The index in [`PoolState::polls`] of the polls that take a long time.
const LONG: usize = 2;

/// The threads of a server.
pub(super) struct Pool {
    /// Sends a call to the leader, or `None` to end the leader.
    steps: mpsc::UnboundedSender<Option<Arc<Task>>>,
    receiver: Mutex<mpsc::UnboundedReceiver<Option<Arc<Task>>>>,
    state: Mutex<PoolState>,
    /// Wakes an idle thread.
    work: Condvar,
    /// Wakes the watcher.
    attention: Condvar,
}

#[derive(Default)]
struct PoolState {
    /// Calls that wait for a thread.
    queue: VecDeque<Arc<Task>>,
    processors: usize,
    /// The number of threads, except for the watcher.
    threads: usize,
    /// The number of threads that neither lead nor poll.
    idle: usize,
    leader: Option<ThreadId>,
    /// The time at which the leader began its current poll.
    leader_polls: Option<Tick>,
    /// Whether the leader has begun a poll since the last tick.
    leader_polled: bool,
    /// The numbers of running polls on the other threads: polls that began since the last tick, polls that began in the
    /// tick before that, and polls that have been running for longer.
    polls: [usize; 3],
    tick: Tick,
    watcher_sleeps: bool,
    has_ended: bool,
}

/// The number of checks by the watcher.
type Tick = u64;

impl Pool {
    pub(super) fn new() -> Arc<Self> {
        let (steps, receiver) = mpsc::unbounded_channel();
        let state = PoolState {
            processors: thread::available_parallelism().map_or(1, NonZero::get),
            ..PoolState::default()
        };
        Arc::new(Pool {
            steps,
            receiver: Mutex::new(receiver),
            state: Mutex::new(state),
            work: Condvar::new(),
            attention: Condvar::new(),
        })
    }

    /// Runs a call. If calls come one at a time, the call runs on the thread of the connections.
    pub(super) fn run(self: &Arc<Self>, call: Call, is_sequential: bool) -> Outcome {
        let (task, outcome) = Task::new(call, Arc::clone(self));
        if is_sequential {
            // If sending fails, the process is ending.
            _ = self.steps.send(Some(task));
        } else {
            self.push(task);
        }
        outcome
    }

    /// Runs a task on one of the threads.
    pub(super) fn push(&self, task: Arc<Task>) {
        let mut state = self.state();
        if state.has_ended {
            drop(state);
            task.cancel();
            return;
        }
        state.queue.push_back(task);
        if state.queue.len() <= state.idle.min(state.room()) {
            self.work.notify_one();
        } else if mem::take(&mut state.watcher_sleeps) {
            self.attention.notify_one();
        }
    }

    /// Ends the threads. Threads that are blocked end later.
    pub(super) fn end(&self) {
        let mut state = self.state();
        state.has_ended = true;
        let queue = mem::take(&mut state.queue);
        drop(state);
        for task in queue {
            task.cancel();
        }
        self.work.notify_all();
        self.attention.notify_one();
        // If sending fails, the leader has already ended.
        _ = self.steps.send(None);
    }

    /// Starts the threads, and watches them until the pool ends.
    pub(super) fn watch(self: &Arc<Self>, transport: Runtime, handlers: &Handle) -> io::Result<()> {
        let transport = Arc::new(transport);
        let start = || {
            let (pool, transport) = (Arc::clone(self), Arc::clone(&transport));
            let handlers = handlers.clone();
            let run = move || pool.run_thread(&transport, &handlers);
            thread::Builder::new().name("serve".to_owned()).spawn(run)
        };
        let mut state = self.state();
        // The first thread is the leader, and the second thread can become the leader.
        for _ in 0..2 {
            start()?;
            state.add_thread();
        }
        while !state.has_ended {
            let wanted = state.wanted();
            for _ in 0..wanted.min(state.idle) {
                self.work.notify_one();
            }
            for _ in state.idle..wanted.min(state.idle + state.room_for_threads()) {
                // If a thread cannot be started, another attempt is made after the next tick.
                if start().is_ok() {
                    state.add_thread();
                }
            }
            if state.is_busy() {
                let runs = |state: &mut PoolState| !state.has_ended;
                let waited = self.attention.wait_timeout_while(state, TICK, runs);
                state = waited.unwrap_or_else(PoisonError::into_inner).0;
                state.tick();
            } else {
                state.watcher_sleeps = true;
                let sleeps = |state: &mut PoolState| state.watcher_sleeps && !state.has_ended;
                let waited = self.attention.wait_while(state, sleeps);
                state = waited.unwrap_or_else(PoisonError::into_inner);
            }
        }
        Ok(())
    }

    /// Leads or polls calls until the pool has ended.
    fn run_thread(&self, transport: &Runtime, handlers: &Handle) {
        // Without `block_on`, calls may block and may use their own runtimes.
        let _context = handlers.enter();
        let mut state = self.state();
        while !state.has_ended {
            if state.leader.is_none() {
                state.leader = Some(thread::current().id());
                state.idle -= 1;
                drop(state);
                self.lead(transport);
                state = self.state();
                state.idle += 1;
            } else if let Some(task) = state.queue.pop_front() {
                state.idle -= 1;
                let began = state.begin();
                drop(state);
                Ended::deliver(task.run());
                state = self.state();
                state.finish(began);
                state.idle += 1;
            } else if state.idle == 1 {
                let waited = self.work.wait(state);
                state = waited.unwrap_or_else(PoisonError::into_inner);
            } else {
                let waited = self.work.wait_timeout(state, KEEP);
                let (guard, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
                state = guard;
                if timeout.timed_out() && state.idle > 1 && state.wanted() == 0 {
                    state.idle -= 1;
                    state.threads -= 1;
                    return;
                }
            }
        }
    }

    /// Runs the connections until another thread takes over or the process ends.
    fn lead(&self, transport: &Runtime) {
        let mut last: Option<Ended> = None;
        loop {
            let step = transport.block_on(async {
                // Outside the runtime, delivering the result would require a system call.
                Ended::deliver(last.take());
                future::poll_fn(|context| lock(&self.receiver).poll_recv(context)).await
            });
            let Some(Some(task)) = step else {
                return;
            };
            if !self.begin_as_leader() {
                self.push(task);
                continue;
            }
            last = task.run();
            if !self.finish_as_leader() {
                Ended::deliver(last);
                return;
            }
        }
    }

    /// Begins a poll by the leader, if there is a thread that can take over.
    fn begin_as_leader(&self) -> bool {
        let mut state = self.state();
        if state.idle <= state.queue.len() {
            return false;
        }
        state.leader_polls = Some(state.tick);
        state.leader_polled = true;
        let is_woken = mem::take(&mut state.watcher_sleeps);
        drop(state);
        if is_woken {
            self.attention.notify_one();
        }
        true
    }

    /// Finishes a poll by the leader. Returns `false` if another thread has become the leader.
    fn finish_as_leader(&self) -> bool {
        let mut state = self.state();
        let leads = state.leader == Some(thread::current().id());
        if leads {
            state.leader_polls = None;
        } else {
            state.polls[LONG] -= 1;
        }
        leads
    }

    fn state(&self) -> MutexGuard<'_, PoolState> {
        lock(&self.state)
    }
}

impl PoolState {
    fn add_thread(&mut self) {
        self.threads += 1;
        self.idle += 1;
    }

    /// Returns the number of polls that may begin.
    fn room(&self) -> usize {
        let [new, old, long] = self.polls;
        self.processors.max(long).saturating_sub(new + old)
    }

    /// Returns the number of idle threads that the waiting work needs.
    fn wanted(&self) -> usize {
        self.queue.len().min(self.room()) + usize::from(self.leader.is_none())
    }

    /// Returns the number of threads that may start.
    fn room_for_threads(&self) -> usize {
        // One of these threads is the leader.
        (1 + MAX_THREADS).saturating_sub(self.threads)
    }

    /// Returns `true` if the watcher has polls to watch.
    fn is_busy(&self) -> bool {
        self.queue.len() > self.idle.min(self.room())
            || self.leader.is_none()
            || self.leader_polls.is_some()
            || self.leader_polled
    }

    fn begin(&mut self) -> Tick {
        self.polls[0] += 1;
        self.tick
    }

    fn finish(&mut self, began: Tick) {
        let age = usize::try_from(self.tick - began).unwrap_or(LONG);
        self.polls[age.min(LONG)] -= 1;
    }

    /// Updates the counts of running polls at a tick, and takes the leadership away from a thread that is busy.
    fn tick(&mut self) {
        let [new, old, long] = self.polls;
        self.polls = [0, new, old + long];
        self.tick += 1;
        self.leader_polled = false;
        if self.leader_polls.is_some_and(|began| self.tick - began > 1) {
            self.leader = None;
            self.leader_polls = None;
            self.polls[LONG] += 1;
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
