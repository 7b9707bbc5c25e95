//! The lifetime of the process.

use std::mem;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time;

/// The time within which running calls must end after they are asked to stop. Terraform kills a provider after two
/// seconds.
pub(super) const GRACE: Duration = Duration::from_millis(1000);

/// The time within which Terraform must connect. go-plugin waits just as long for the handshake.
const CONNECT: Duration = Duration::from_secs(60);

/// The state of the process that all connections and calls share.
#[derive(Clone)]
pub(super) struct Lifetime(Arc<watch::Sender<LifetimeState>>);

#[derive(Default)]
struct LifetimeState {
    /// The number of open connections.
    connections: usize,
    /// The number of running calls.
    calls: usize,
    /// Whether calls have overlapped since the process was last idle.
    is_parallel: bool,
    /// Whether calls overlapped before the process was last idle.
    was_parallel: bool,
    was_connected: bool,
    is_over: bool,
}

impl Lifetime {
    pub(super) fn new() -> Self {
        Lifetime(Arc::new(watch::Sender::new(LifetimeState::default())))
    }

    /// Asks the process to end.
    pub(super) fn end(&self) {
        self.0.send_modify(|state| state.is_over = true);
    }

    /// Waits until the process is asked to end.
    pub(super) async fn ended(&self) {
        self.until(|state| state.is_over).await;
    }

    /// Waits until the last connection is closed, or until the time in which Terraform must connect has passed.
    pub(super) async fn abandoned(&self) {
        if time::timeout(CONNECT, self.until(|state| state.was_connected))
            .await
            .is_ok()
        {
            self.until(|state| state.connections == 0).await;
        }
    }

    /// Waits until no call is running and all connections are closed, for at most [`GRACE`].
    pub(super) async fn settled(&self) {
        let settled = self.until(|state| state.calls == 0 && state.connections == 0);
        // A call that does not end in time is aborted when the process ends.
        _ = time::timeout(GRACE, settled).await;
    }

    async fn until(&self, condition: impl FnMut(&LifetimeState) -> bool) {
        // The sender is a field of `self`, so waiting cannot fail.
        _ = self.0.subscribe().wait_for(condition).await;
    }

    pub(super) fn connection(&self) -> Presence {
        self.0.send_modify(|state| {
            state.was_connected = true;
            state.connections += 1;
        });
        Presence(self.clone(), |state| {
            state.connections -= 1;
            true
        })
    }

    /// Returns `true` if calls come one at a time. This is the case if neither the running call nor the previous call
    /// overlapped with any other call.
    pub(super) fn is_sequential(&self) -> bool {
        let state = self.0.borrow();
        !state.is_parallel && !state.was_parallel
    }

    /// Counts a call. Only the task that ends the process waits for calls, so calls do not wake any other task.
    pub(super) fn call(&self) -> Presence {
        self.0.send_if_modified(|state| {
            state.calls += 1;
            if state.calls == 1 {
                state.was_parallel = mem::take(&mut state.is_parallel);
            } else {
                state.is_parallel = true;
            }
            false
        });
        Presence(self.clone(), |state| {
            state.calls -= 1;
            state.is_over
        })
    }
}

/// A connection or a call, counted until it is dropped. The function updates the count, and returns `true` if the
/// change is relevant to other tasks.
pub(super) struct Presence(Lifetime, fn(&mut LifetimeState) -> bool);

impl Drop for Presence {
    fn drop(&mut self) {
        self.0.0.send_if_modified(self.1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_sequential_if_the_one_before_was_the_only_one() {
        let lifetime = Lifetime::new();
        for _ in 0..3 {
            let _call = lifetime.call();
            assert!(lifetime.is_sequential());
        }
        let (first, second) = (lifetime.call(), lifetime.call());
        assert!(!lifetime.is_sequential());
        drop(first);
        let third = lifetime.call();
        drop(second);
        assert!(!lifetime.is_sequential());
        drop(third);
        for is_sequential in [false, true, true] {
            let _call = lifetime.call();
            assert_eq!(lifetime.is_sequential(), is_sequential);
        }
    }
}
