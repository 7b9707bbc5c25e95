//! The signal that running calls should end.

use std::collections::BTreeMap;
use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context as Polling, Poll, Waker};
use std::time::Instant;

use super::alarm::Alarm;

/// Stops the calls that are running. Terraform can use a provider again after stopping it if the user started the
/// provider.
#[derive(Default)]
pub(crate) struct Stop(Arc<SharedStop>);

#[derive(Default)]
struct SharedStop {
    /// The number of times that calls have been stopped.
    count: AtomicU64,
    waiting: Mutex<Waiting>,
}

/// The tasks that wait.
#[derive(Default)]
struct Waiting {
    next: u64,
    wakers: BTreeMap<u64, Waker>,
}

impl Stop {
    /// Returns the signal for a call that is starting.
    pub(crate) fn signal(&self) -> Signal {
        Signal {
            shared: Arc::clone(&self.0),
            count: self.0.count(),
        }
    }

    /// Sets the signals of all running calls.
    pub(crate) fn set(&self) {
        self.0.count.fetch_add(1, Ordering::AcqRel);
        let wakers = std::mem::take(&mut self.0.waiting().wakers);
        for waker in wakers.into_values() {
            waker.wake();
        }
    }
}

impl SharedStop {
    fn count(&self) -> u64 {
        self.count.load(Ordering::Acquire)
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        let waiting = self.waiting.lock();
        waiting.unwrap_or_else(PoisonError::into_inner)
    }
}

/// Signals that a call should end.
#[derive(Clone, Default)]
pub(crate) struct Signal {
    shared: Arc<SharedStop>,
    /// The number of stops before the start of the call.
    count: u64,
}

impl Signal {
    pub(crate) fn is_set(&self) -> bool {
        self.shared.count() != self.count
    }

    /// Sets this signal and the signals of all running calls.
    pub(crate) fn set(&self) {
        Stop(Arc::clone(&self.shared)).set();
    }

    /// Runs a future until the signal is set or a deadline has passed.
    pub(crate) async fn until<F: Future>(
        &self,
        deadline: Option<Instant>,
        mut future: Pin<&mut F>,
    ) -> Option<F::Output> {
        let mut end = pin!(self.wait(deadline));
        let result = poll_fn(|polling| match future.as_mut().poll(polling) {
            Poll::Ready(result) => Poll::Ready(Some(result)),
            Poll::Pending => end.as_mut().poll(polling).map(|()| None),
        });
        result.await
    }

    /// Waits until the signal is set or the deadline has passed.
    pub(crate) fn wait(&self, deadline: Option<Instant>) -> Wait {
        Wait {
            signal: self.clone(),
            number: None,
            alarm: deadline.map(Alarm::at),
        }
    }
}

/// A task that waits until it is dropped.
pub(crate) struct Wait {
    signal: Signal,
    /// The number of the task's waker.
    number: Option<u64>,
    alarm: Option<Alarm>,
}

impl Future for Wait {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, polling: &mut Polling<'_>) -> Poll<()> {
        let Wait {
            signal,
            number,
            alarm,
        } = &mut *self;
        if alarm
            .as_mut()
            .is_some_and(|alarm| alarm.is_over(polling.waker()))
        {
            return Poll::Ready(());
        }
        let mut waiting = signal.shared.waiting();
        if signal.is_set() {
            return Poll::Ready(());
        }
        let number = *number.get_or_insert_with(|| {
            waiting.next += 1;
            waiting.next
        });
        let old = waiting.wakers.insert(number, polling.waker().clone());
        // Dropping a waker can drop a task, so the waker must not be dropped while the lock is held.
        drop(waiting);
        drop(old);
        Poll::Pending
    }
}

impl Drop for Wait {
    fn drop(&mut self) {
        if let Some(number) = self.number {
            let old = self.signal.shared.waiting().wakers.remove(&number);
            drop(old);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;
    use std::task::Wake;
    use std::thread;
    use std::time::Duration;

    use super::*;

    #[derive(Default)]
    struct Count(AtomicUsize);

    impl Count {
        fn get(&self) -> usize {
            self.0.load(Ordering::Acquire)
        }
    }

    impl Wake for Count {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::Release);
        }
    }

    fn is_over(wait: &mut Wait, waker: &Waker) -> bool {
        let mut polling = Polling::from_waker(waker);
        pin!(wait).poll(&mut polling).is_ready()
    }

    #[test]
    fn wakes_everybody_who_waits() {
        let count = Arc::new(Count::default());
        let waker = Waker::from(Arc::clone(&count));
        let stop = Stop::default();
        let signal = stop.signal();
        let (mut one, mut two) = (signal.wait(None), signal.wait(None));
        assert!(!is_over(&mut one, &waker));
        assert!(!is_over(&mut one, &waker));
        assert!(!is_over(&mut two, &waker));
        assert!(!signal.is_set());
        stop.set();
        assert!(signal.is_set());
        assert_eq!(count.get(), 2);
        assert!(is_over(&mut one, &waker));
        assert!(is_over(&mut two, &waker));
        assert!(is_over(&mut signal.wait(None), &waker));
    }

    #[test]
    fn later_calls_are_not_stopped() {
        let stop = Stop::default();
        stop.set();
        let signal = stop.signal();
        assert!(!signal.is_set());
        assert!(!is_over(&mut signal.wait(None), Waker::noop()));
        stop.set();
        assert!(signal.is_set());
    }

    #[test]
    fn who_no_longer_waits_is_forgotten() {
        let count = Arc::new(Count::default());
        let waker = Waker::from(Arc::clone(&count));
        let stop = Stop::default();
        let later = Instant::now() + Duration::from_secs(3600);
        for deadline in [None, Some(later)] {
            for _ in 0..100 {
                assert!(!is_over(&mut stop.signal().wait(deadline), &waker));
            }
        }
        drop(waker);
        assert_eq!(Arc::strong_count(&count), 1);
        stop.set();
        assert_eq!(count.get(), 0);
    }

    #[test]
    fn a_deadline_wakes() {
        let count = Arc::new(Count::default());
        let waker = Waker::from(Arc::clone(&count));
        let signal = Stop::default().signal();
        let now = Instant::now();
        let after = |time| now + Duration::from_millis(time);
        // The last task is the first to wake.
        let mut waits = [20, 10, 5].map(|time| signal.wait(Some(after(time))));
        let mut late = signal.wait(Some(after(3_600_000)));
        assert!(!is_over(&mut late, &waker));
        let pending = waits
            .iter_mut()
            .filter_map(|wait| (!is_over(wait, &waker)).then_some(()));
        let pending = pending.count();
        while count.get() < pending {
            thread::yield_now();
        }
        for wait in &mut waits {
            assert!(is_over(wait, &waker));
        }
        assert!(now.elapsed() >= Duration::from_millis(20));
        assert!(!is_over(&mut late, &waker));
        assert!(!signal.is_set());
    }
}
