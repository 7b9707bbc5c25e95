//! `Context::poll`: waits until a condition is met.

use std::fmt::Display;
use std::future::Future;
use std::hash::{BuildHasher as _, RandomState};
use std::pin::pin;
use std::time::{Duration, Instant};

use super::limit;
use super::{Call, Context};
use crate::diagnostics::{Diagnostic, Diagnostics};

/// The result of a check in [`Context::poll`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Polled<T, S = &'static str> {
    /// The condition is met. [`Context::poll`] returns this value.
    Ready(T),
    /// The condition is not met yet. The log and the error show the given state, such as `"starting"`, so the state
    /// must not contain a sensitive value.
    ///
    /// A temporary error can also be given as a state: `Polled::Pending(error.to_string())`.
    Pending(S),
    /// The object was not found. It is an error if the object is missing [too often](Polling::missing) in a row.
    Missing,
}

/// The timing of the checks in [`Context::poll_with`].
///
/// By default, the first check happens immediately. The next checks follow after half a second, one second, two seconds
/// and so on, up to ten seconds. Random jitter of up to 25% is added to each of these times, so that many
/// objects are not checked at the same time. The first [`Polled::Ready`] ends the wait, and the 21st
/// [`Polled::Missing`] in a row is an error. The wait ends when the time limit of the operation is exceeded, or after
/// 20 minutes if the operation has no time limit.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use tfvalue::provider::Polling;
///
/// /// A database takes minutes, and the service allows few calls.
/// const STARTS: Polling = Polling::new()
///     .delay(Duration::from_secs(60))
///     .backoff(Duration::from_secs(5), Duration::from_secs(30));
/// # let _ = STARTS;
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use = "a `Polling` has no effect before it is passed to `Context::poll_with`"]
pub struct Polling {
    delay: Duration,
    first: Duration,
    longest: Duration,
    times: u32,
    missing: u32,
    time_limit: Option<Duration>,
    /// Only a harness reads this field.
    repeats_calls: bool,
}

impl Polling {
    /// Returns the default.
    pub const fn new() -> Self {
        Polling {
            delay: Duration::ZERO,
            first: Duration::from_millis(500),
            longest: Duration::from_secs(10),
            times: 1,
            missing: 20,
            time_limit: None,
            repeats_calls: false,
        }
    }

    /// Sets the time before the first check.
    pub const fn delay(self, delay: Duration) -> Self {
        Polling { delay, ..self }
    }

    /// Sets the time between the first two checks, and the longest time between two checks. The time doubles after each
    /// check until it reaches the longest time. The time between two checks is at least one millisecond.
    pub const fn backoff(self, first: Duration, longest: Duration) -> Self {
        Polling {
            first,
            longest,
            ..self
        }
    }

    /// Sets a constant time between two checks.
    pub const fn every(self, time: Duration) -> Self {
        self.backoff(time, time)
    }

    /// Sets how many checks in a row must return [`Polled::Ready`].
    pub const fn times(self, times: u32) -> Self {
        Polling { times, ..self }
    }

    /// Sets how many checks in a row may return [`Polled::Missing`].
    pub const fn missing(self, missing: u32) -> Self {
        Polling { missing, ..self }
    }

    /// Declares that the function only retries a call that the service temporarily rejects, and that no new object
    /// exists yet. In `create`, such a wait need not [save](Context::save) the object first.
    pub const fn repeats_calls(self) -> Self {
        Polling {
            repeats_calls: true,
            ..self
        }
    }

    /// Sets the maximum duration of the whole wait. If the [deadline](Context::deadline) of the operation is earlier,
    /// the wait ends at the deadline. The default is 20 minutes if the operation has no deadline. Otherwise, there is
    /// no limit.
    pub const fn time_limit(self, time_limit: Duration) -> Self {
        Polling {
            time_limit: Some(time_limit),
            ..self
        }
    }
}

impl Default for Polling {
    fn default() -> Self {
        Polling::new()
    }
}

impl<C> Context<C> {
    /// Calls a function repeatedly until a condition is met, for example until a new object is ready, or until a
    /// deleted object no longer exists. [`Polling`] describes the default times between the calls.
    ///
    /// The log shows each state. Before you wait for a new object, [`save`](Self::save) the object. Otherwise,
    /// Terraform loses the object if the wait fails.
    ///
    /// # Errors
    ///
    /// Fails if the function fails, if the call [should end](Self::is_cancelled), if the wait takes too long, or if
    /// the object is [missing](Polled::Missing) too often. The error shows the last state:
    ///
    /// ```text
    /// Error: Time limit exceeded
    ///
    /// The operation "create" exceeded its time limit of 20m0s. After 125 checks, the last state was "starting".
    /// The attribute timeouts.create sets the limit.
    /// ```
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::provider::{Context, Polled};
    /// use tfvalue::{Attr, Diagnostic, Diagnostics, TfSchema};
    ///
    /// #[derive(TfSchema)]
    /// #[tf(kind = resource)]
    /// struct Server {
    ///     #[tf(computed)]
    ///     id: Attr<i64>,
    ///     #[tf(computed)]
    ///     address: Attr<String>,
    /// }
    ///
    /// struct Client;
    ///
    /// # struct Seen { status: String, address: String }
    /// impl Client {
    ///     // …
    /// #     async fn create(&self) -> std::io::Result<i64> { Ok(7) }
    /// #     async fn get(&self, _: i64) -> std::io::Result<Option<Seen>> { Ok(None) }
    /// #     async fn delete(&self, _: i64) -> std::io::Result<()> { Ok(()) }
    /// }
    ///
    /// async fn create(mut plan: Server, context: &mut Context<Client>) -> Result<Server, Diagnostics> {
    ///     let client = context.client().clone();
    ///     let id = client.create().await?;
    ///     plan.id.set(id);
    ///     context.save(&plan)?;
    ///     let check = async || match client.get(id).await? {
    ///         Some(seen) if seen.status == "running" => Ok(Polled::Ready(seen)),
    ///         Some(seen) if seen.status == "failed" => {
    ///             Err(Diagnostic::error("Server failed", "It did not start."))?
    ///         }
    ///         Some(seen) => Ok(Polled::Pending(seen.status)),
    ///         None => Ok(Polled::Missing),
    ///     };
    ///     plan.address.set(context.poll(check).await?.address);
    ///     Ok(plan)
    /// }
    ///
    /// async fn delete(state: Server, context: &mut Context<Client>) -> Result<(), Diagnostics> {
    ///     let client = context.client();
    ///     let id = *state.id.require("id")?;
    ///     client.delete(id).await?;
    ///     let check = async || match client.get(id).await? {
    ///         Some(seen) => Ok(Polled::Pending(seen.status)),
    ///         None => Ok(Polled::Ready(())),
    ///     };
    ///     context.poll(check).await
    /// }
    /// # fn is_send(_: impl Send) {}
    /// # let _ = |plan, state, context: &mut Context<Client>| {
    /// #     is_send(create(plan, context));
    /// #     is_send(delete(state, context));
    /// # };
    /// ```
    pub async fn poll<T, S, F>(&self, check: impl FnMut() -> F) -> Result<T, Diagnostics>
    where
        S: Display,
        F: Future<Output = Result<Polled<T, S>, Diagnostics>>,
    {
        self.poll_with(Polling::new(), check).await
    }

    /// Calls a function repeatedly until a condition is met, as [`poll`](Self::poll) does, but with different times
    /// between the calls.
    ///
    /// # Errors
    ///
    /// See [`poll`](Self::poll).
    ///
    /// # Examples
    ///
    /// In this example, the service has several replicas, so an update must be visible in three checks in a row:
    ///
    /// ```
    /// use std::time::Duration;
    /// use tfvalue::Diagnostics;
    /// use tfvalue::provider::{Context, Polled, Polling};
    ///
    /// const CONSISTENT: Polling = Polling::new().times(3).every(Duration::from_secs(2));
    ///
    /// # struct Client;
    /// # impl Client {
    /// #     async fn size(&self) -> std::io::Result<u64> { Ok(10) }
    /// # }
    /// async fn wait_for_size(size: u64, context: &Context<Client>) -> Result<(), Diagnostics> {
    ///     let check = async || match context.client().size().await? {
    ///         seen if seen == size => Ok(Polled::Ready(())),
    ///         seen => Ok(Polled::Pending(format!("{seen} GiB"))),
    ///     };
    ///     context.poll_with(CONSISTENT, check).await
    /// }
    /// ```
    pub async fn poll_with<T, S, F>(
        &self,
        polling: Polling,
        mut check: impl FnMut() -> F,
    ) -> Result<T, Diagnostics>
    where
        S: Display,
        F: Future<Output = Result<Polled<T, S>, Diagnostics>>,
    {
        let mut watch = Watch::start(&self.call, polling);
        watch.sleep(polling.delay).await?;
        loop {
            let seen = watch.until_over(check()).await??;
            if let Some(value) = watch.note(seen)? {
                return Ok(value);
            }
            watch.pause().await?;
        }
    }
}

/// The target by which users filter the log lines of this module. It does not depend on the location of this file.
const TARGET: &str = "tfvalue::provider::poll";

/// The longest duration of a wait if there is no other limit. It is the default for operations in terraform-plugin-sdk.
const TIME_LIMIT: Duration = Duration::from_secs(20 * 60);

/// The shortest time between two checks, which allows other tasks to run.
const SHORTEST: Duration = Duration::from_millis(1);

/// The result of a check, with its types erased.
enum PollState {
    Ready,
    Pending(String),
    Missing,
}

/// A running wait.
struct Watch<'a> {
    call: &'a Call,
    polling: Polling,
    /// The limit of the wait, if it is reached before the time limit of the operation.
    limit: Option<Duration>,
    /// The end of the wait. A limit beyond the latest representable time counts as no limit.
    deadline: Option<Instant>,
    /// The time before the next check.
    pause: Duration,
    checks: u32,
    /// The number of consecutive checks, up to the latest check, that returned the same state.
    in_a_row: u32,
    last: PollState,
}

impl<'a> Watch<'a> {
    fn start(call: &'a Call, polling: Polling) -> Self {
        let is_unsaved = call.handler == Some("create") && call.saved.is_none();
        if let Some(observer) = call
            .observer()
            .filter(|_| is_unsaved && !polling.repeats_calls)
        {
            observer.waits_unsaved();
        }
        let operation = call.limit.as_ref().map(|limit| limit.deadline);
        let limit = match operation {
            Some(_) => polling.time_limit,
            None => Some(polling.time_limit.unwrap_or(TIME_LIMIT)),
        };
        let own = limit.and_then(|limit| Instant::now().checked_add(limit));
        let is_own = own.is_some_and(|own| operation.is_none_or(|operation| own < operation));
        Watch {
            call,
            polling,
            limit: limit.filter(|_| is_own),
            deadline: if is_own { own } else { operation },
            pause: polling.first.max(SHORTEST),
            checks: 0,
            in_a_row: 0,
            last: PollState::Pending(String::new()),
        }
    }

    /// Waits before the next check. Each wait is longer than the previous one.
    async fn pause(&mut self) -> Result<(), Diagnostics> {
        let pause = self.pause;
        let longest = self.polling.longest.max(pause);
        self.pause = pause.saturating_mul(2).min(longest);
        let random = RandomState::new().hash_one(self.checks) % 256;
        let jitter = pause / 1024 * random as u32;
        self.sleep(pause.saturating_add(jitter)).await
    }

    async fn sleep(&mut self, time: Duration) -> Result<(), Diagnostics> {
        if self.call.skips_pauses() {
            let passed = |end: Instant| end.checked_sub(time).unwrap_or_else(Instant::now);
            self.deadline = self.deadline.map(passed);
        } else {
            let end = Instant::now().checked_add(time);
            let end = end.into_iter().chain(self.deadline).min();
            self.call.stop.wait(end).await;
        }
        if self.call.stop.is_set() || self.is_over() {
            return Err(self.end());
        }
        Ok(())
    }

    /// Runs a check until the time is up.
    async fn until_over<F: Future>(&self, check: F) -> Result<F::Output, Diagnostics> {
        let seen = self.call.stop.until(self.deadline, pin!(check)).await;
        seen.ok_or_else(|| self.end())
    }

    fn is_over(&self) -> bool {
        self.deadline.is_some_and(|end| Instant::now() >= end)
    }

    /// Returns the value if the condition is met.
    fn note<T, S: Display>(&mut self, seen: Polled<T, S>) -> Result<Option<T>, Diagnostics> {
        let (state, value) = match seen {
            Polled::Ready(value) => (PollState::Ready, Some(value)),
            Polled::Pending(state) => (PollState::Pending(state.to_string()), None),
            Polled::Missing => (PollState::Missing, None),
        };
        self.record(state)?;
        Ok(value.filter(|_| self.in_a_row >= self.polling.times))
    }

    fn record(&mut self, state: PollState) -> Result<(), Diagnostics> {
        let is_new = match (&self.last, &state) {
            (PollState::Pending(last), PollState::Pending(state)) => last != state,
            (last, state) => std::mem::discriminant(last) != std::mem::discriminant(state),
        };
        self.in_a_row = if is_new {
            1
        } else {
            self.in_a_row.saturating_add(1)
        };
        self.checks = self.checks.saturating_add(1);
        self.last = state;
        self.log(is_new);
        if matches!(self.last, PollState::Missing) && self.in_a_row > self.polling.missing {
            let detail = format!("{} checks in a row did not find the object.", self.in_a_row);
            return Err(Diagnostic::error("Object not found", detail).into());
        }
        Ok(())
    }

    /// Logs the state. A new state is logged at a higher level.
    fn log(&self, is_new: bool) {
        let (checks, state) = (self.checks, self.state());
        if is_new {
            tracing::info!(target: TARGET, checks, state, "polled");
        } else {
            tracing::debug!(target: TARGET, checks, state, "polled");
        }
    }

    fn state(&self) -> &str {
        match &self.last {
            PollState::Ready => "ready",
            PollState::Missing => "not found",
            PollState::Pending(state) => state,
        }
    }

    /// Returns the error to report when the time is up or the wait is interrupted.
    fn end(&self) -> Diagnostics {
        let seen = match (self.checks, self.state()) {
            (0, _) => "No check was complete.".to_owned(),
            (1, state) => format!("After 1 check, the last state was {state:?}."),
            (checks, state) => format!("After {checks} checks, the last state was {state:?}."),
        };
        let error = match (self.limit, &self.call.limit) {
            (Some(own), _) if self.is_over() => limit::exceeded_wait(own, &seen),
            (None, Some(limit)) if self.is_over() => limit.error(&seen),
            _ => limit::interrupted(&seen),
        };
        error.into()
    }
}
