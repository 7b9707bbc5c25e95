//! The causes that can end a run early: signals and budgets.

use std::collections::BTreeSet;
use std::fmt;
use std::future;
use std::process;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use tfvalue::__internal::cli::Signals;
use tfvalue::__internal::client::Running;
use tfvalue::prost::bytes::Bytes;
use tfvalue::provider::Method;
use tfvalue::tfplugin6::stop_provider;
use tfvalue_client::{Call, Client, ClientError, ClientErrorKind};
use tfvalue_testing::Existing;
use tokio::time;

use super::report::{Remaining, Report};
use crate::scratch::Scratch;
use crate::signals::{self, Listening};
use crate::terminal::{Failure, Status};

/// The number of calls that may time out before the run skips the rest of a resource type.
const TIME_OUTS: u64 = 2;

/// The number of cases of a resource type in which a provider may use too much memory. The search for the smallest
/// configuration of one case can need too much memory more than once.
const MEMORY: usize = 3;

/// The time that a call has to finish after a signal, before the provider is asked to cancel the call.
const PATIENCE: Duration = Duration::from_secs(3);

/// The time between the second signal and the end of the program. It is short because a CI system soon kills the program.
const LAST: Duration = Duration::from_secs(2);

/// The reason why the examination of a resource type ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Stop {
    TimeOuts,
    Memory,
    TypeTime,
    RunTime,
    Interrupted,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stop::TimeOuts => "the provider did not respond in time twice",
            Stop::Memory => "the provider used too much memory in three cases",
            Stop::TypeTime => "the time of --type-timeout is over",
            Stop::RunTime => "the time of --run-timeout is over",
            Stop::Interrupted => "the run was interrupted",
        })
    }
}

/// A call that exceeded a budget. This is not a fault.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Limit {
    pub(crate) problem: String,
    /// The number of the first case with this problem.
    pub(crate) case: u64,
    pub(crate) count: u64,
}

/// The resource type that is being examined.
#[derive(Default)]
struct Current {
    name: String,
    case: u64,
    deadline: Option<Instant>,
    time_outs: u64,
    /// The numbers of the cases in which the provider used too much memory.
    memory: BTreeSet<u64>,
    limits: Vec<Limit>,
}

/// The call that is running.
struct InProgress {
    client: Client,
    method: &'static str,
    number: u64,
}

type Observe = Box<dyn Fn() -> Vec<Existing> + Send>;

/// The state that the threads of a run share.
#[derive(Default)]
pub(crate) struct Control {
    signals: AtomicU64,
    is_termination: AtomicBool,
    /// Whether a call was cancelled because of a signal.
    has_cancelled: AtomicBool,
    calls: AtomicU64,
    current: Mutex<Current>,
    running: Mutex<Option<InProgress>>,
    deadline: Mutex<Option<Instant>>,
    /// The report without the part that is in progress.
    pub(crate) report: Mutex<Report>,
    /// Returns the objects that exist.
    existing: Mutex<Option<Observe>>,
    /// The working directory of the provider.
    pub(crate) scratch: Mutex<Option<Scratch>>,
    /// Whether the provider has started and is configured.
    has_begun: AtomicBool,
    /// Whether the run has ended and its reports are being written.
    is_done: Mutex<bool>,
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Control {
    pub(crate) fn begin_run(&self, most: Option<Duration>) {
        *lock(&self.deadline) = most.map(|most| Instant::now() + most);
        self.has_begun.store(true, Ordering::Relaxed);
    }

    pub(crate) fn begin_type(&self, name: &str, most: Duration) {
        *lock(&self.current) = Current {
            name: name.to_owned(),
            deadline: Some(Instant::now() + most),
            ..Current::default()
        };
    }

    pub(crate) fn begin_case(&self, number: u64) {
        lock(&self.current).case = number;
    }

    /// Returns the reason why the resource type must not be examined any further.
    pub(crate) fn stop(&self) -> Option<Stop> {
        let now = Instant::now();
        if self.signals.load(Ordering::Relaxed) > 0 {
            return Some(Stop::Interrupted);
        }
        if lock(&self.deadline).is_some_and(|deadline| now >= deadline) {
            return Some(Stop::RunTime);
        }
        let current = lock(&self.current);
        match () {
            () if current.time_outs >= TIME_OUTS => Some(Stop::TimeOuts),
            () if current.memory.len() >= MEMORY => Some(Stop::Memory),
            () if current.deadline.is_some_and(|deadline| now >= deadline) => Some(Stop::TypeTime),
            () => None,
        }
    }

    /// Returns the budgets that calls have exceeded, and the number of the last case.
    pub(crate) fn end_type(&self) -> (Vec<Limit>, u64) {
        let mut current = lock(&self.current);
        (std::mem::take(&mut current.limits), current.case)
    }

    /// Returns the exit status after a signal.
    pub(crate) fn interruption(&self) -> Option<Status> {
        let is_termination = self.is_termination.load(Ordering::Relaxed);
        let is_signalled = self.signals.load(Ordering::Relaxed) > 0;
        is_signalled.then(|| Status::of_signal(is_termination))
    }

    fn has_begun(&self) -> bool {
        self.has_begun.load(Ordering::Relaxed)
    }

    pub(crate) fn has_cancelled(&self) -> bool {
        self.has_cancelled.load(Ordering::Relaxed)
    }

    /// Sets the function that returns the objects that exist.
    pub(crate) fn observe(&self, existing: impl Fn() -> Vec<Existing> + Send + 'static) {
        *lock(&self.existing) = Some(Box::new(existing));
    }

    /// Ends the run. After this call, a signal no longer causes reports to be written. Blocks while the reports are being
    /// written.
    pub(crate) fn end_run(&self) {
        *lock(&self.is_done) = true;
    }

    /// Counts a signal.
    fn count(&self, is_termination: bool) {
        self.signals.fetch_add(1, Ordering::Relaxed);
        self.is_termination
            .fetch_or(is_termination, Ordering::Relaxed);
    }

    /// Returns the number of the call that is running.
    fn running(&self) -> Option<u64> {
        lock(&self.running).as_ref().map(|call| call.number)
    }

    /// Asks the provider to cancel the call that is running, as Terraform does.
    fn cancel(&self) -> Option<Call<stop_provider::Response>> {
        let running = lock(&self.running);
        self.has_cancelled.store(true, Ordering::Relaxed);
        let client = &running.as_ref()?.client;
        Some(client.stop_provider(&stop_provider::Request::default()))
    }

    /// Writes the reports of the run so far and exits, unless the reports are already being written.
    fn give_up(&self, write: &dyn Fn(&Report)) {
        let is_done = lock(&self.is_done);
        if *is_done {
            return;
        }
        let mut report = lock(&self.report).clone();
        if let Some(existing) = &*lock(&self.existing) {
            report.remaining = existing().iter().map(Remaining::of).collect();
        }
        let running = lock(&self.running);
        if let Some(call) = running.as_ref().filter(|_| self.has_begun()) {
            let name = &lock(&self.current).name;
            report.unfinished = Some(format!("{name}: {}", call.method));
        }
        write(&report);
        drop(lock(&self.scratch).take());
        // When this process ends, the provider ends too.
        process::exit(self.interruption().unwrap_or(Status::Interrupted) as i32);
    }

    fn limit(&self, error: &ClientError, method: &Method) {
        let mut current = lock(&self.current);
        match error.kind() {
            ClientErrorKind::TimedOut => current.time_outs += 1,
            ClientErrorKind::OutOfMemory => {
                let case = current.case;
                current.memory.insert(case);
            }
            _ => return,
        }
        if !Limited::is_limit(error, method) {
            return;
        }
        let (problem, case) = (error.message().to_owned(), current.case);
        match current.limits.iter_mut().find(|one| one.problem == problem) {
            Some(same) => same.count += 1,
            None => current.limits.push(Limit {
                problem,
                case,
                count: 1,
            }),
        }
    }
}

/// A provider whose calls can be cancelled and have budgets.
#[derive(Clone)]
pub(crate) struct Limited {
    pub(crate) client: Client,
    pub(crate) control: Arc<Control>,
}

impl Running for Limited {
    type Error = ClientError;

    fn protocol(&self) -> u32 {
        self.client.protocol()
    }

    fn call(&self, method: &'static Method, request: &[u8]) -> Result<Bytes, ClientError> {
        let control = &self.control;
        *lock(&control.running) = Some(InProgress {
            client: self.client.clone(),
            method: method.name,
            number: control.calls.fetch_add(1, Ordering::Relaxed),
        });
        let response = self.client.call(method, request);
        *lock(&control.running) = None;
        if let Err(error) = &response {
            control.limit(error, method);
        }
        response
    }

    fn is_end(error: &ClientError) -> bool {
        Client::is_end(error)
    }

    fn must_restart(error: &ClientError) -> bool {
        Client::must_restart(error)
    }

    /// A call that waits for a service can take any amount of time.
    fn is_limit(error: &ClientError, method: &Method) -> bool {
        let waits = matches!(
            method.name,
            "ApplyResourceChange"
                | "ReadResource"
                | "ImportResourceState"
                | "ReadDataSource"
                | "OpenEphemeralResource"
        );
        Client::is_limit(error, method) || (waits && error.kind() == ClientErrorKind::TimedOut)
    }
}

/// Handles signals in a separate thread until the returned value is dropped.
///
/// After the first signal, the run finishes its current step and cleans up. After the second signal, the program exits
/// within a few seconds, and `write` writes the reports of the run so far.
pub(crate) fn listen(
    control: &Arc<Control>,
    write: impl Fn(&Report) + Send + 'static,
) -> Result<Listening, Failure> {
    let control = Arc::clone(control);
    signals::listen(|signals| async move { handle(&control, signals, &write).await })
}

async fn handle(control: &Control, mut signals: Signals, write: &dyn Fn(&Report)) {
    control.count(signals.any().await);
    if !control.has_begun() {
        // Nothing is examined yet. If the program is not a provider, the attempt to start the program can take a long
        // time to fail.
        control.give_up(write);
    }
    let call = control.running();
    signals::announce_end();
    tokio::select! {
        () = time::sleep(PATIENCE) => {
            if call.is_some() && call == control.running() {
                cancel(control).await;
            }
            control.count(signals.any().await);
        }
        is_termination = signals.any() => control.count(is_termination),
    }
    tokio::select! {
        () = async { cancel(control).await; time::sleep(LAST).await } => {}
        _ = signals.any() => {}
    }
    control.give_up(write);
    future::pending::<()>().await;
}

async fn cancel(control: &Control) {
    if let Some(call) = control.cancel() {
        // A provider that hangs does not respond.
        _ = time::timeout(LAST / 2, call).await;
    }
}
