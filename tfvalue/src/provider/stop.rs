//! The signal that running calls should end.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context as Polling, Poll, Waker};
use std::time::Instant;

use super::alarm::Alarm;

/// Is set once, by the call `StopProvider`.
#[derive(Clone, Default)]
pub(super) struct Stop(Arc<Shared>);

#[derive(Default)]
struct Shared {
    is_set: AtomicBool,
    waiting: Mutex<Waiting>,
}

/// The tasks that wait.
#[derive(Default)]
struct Waiting {
    next: u64,
    wakers: BTreeMap<u64, Waker>,
}

impl Stop {
    pub(super) fn is_set(&self) -> bool {
        self.0.is_set.load(Ordering::Acquire)
    }

    pub(super) fn set(&self) {
        self.0.is_set.store(true, Ordering::Release);
        let wakers = std::mem::take(&mut self.waiting().wakers);
        for waker in wakers.into_values() {
            waker.wake();
        }
    }

    /// Waits until it is set, or for a deadline.
    pub(super) fn wait(&self, deadline: Option<Instant>) -> Wait {
        Wait {
            stop: self.clone(),
            number: None,
            alarm: deadline.map(Alarm::at),
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        let waiting = self.0.waiting.lock();
        waiting.unwrap_or_else(PoisonError::into_inner)
    }
}

/// A task that waits, until it is dropped.
pub(super) struct Wait {
    stop: Stop,
    /// The number of its waker.
    number: Option<u64>,
    alarm: Option<Alarm>,
}

impl Future for Wait {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, polling: &mut Polling<'_>) -> Poll<()> {
        let Wait {
            stop,
            number,
            alarm,
        } = &mut *self;
        if alarm
            .as_mut()
            .is_some_and(|alarm| alarm.is_over(polling.waker()))
        {
            return Poll::Ready(());
        }
        let mut waiting = stop.waiting();
        if stop.is_set() {
            return Poll::Ready(());
        }
        let number = *number.get_or_insert_with(|| {
            waiting.next += 1;
            waiting.next
        });
        let old = waiting.wakers.insert(number, polling.waker().clone());
        // To drop a waker can drop a task, so it must not happen under the lock.
        drop(waiting);
        drop(old);
        Poll::Pending
    }
}

impl Drop for Wait {
    fn drop(&mut self) {
        if let Some(number) = self.number {
            let old = self.stop.waiting().wakers.remove(&number);
            drop(old);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
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
        let (mut one, mut two) = (stop.wait(None), stop.wait(None));
        assert!(!is_over(&mut one, &waker));
        assert!(!is_over(&mut one, &waker));
        assert!(!is_over(&mut two, &waker));
        assert!(!stop.is_set());
        stop.set();
        assert!(stop.is_set());
        assert_eq!(count.get(), 2);
        assert!(is_over(&mut one, &waker));
        assert!(is_over(&mut two, &waker));
        assert!(is_over(&mut stop.wait(None), &waker));
    }

    #[test]
    fn who_no_longer_waits_is_forgotten() {
        let count = Arc::new(Count::default());
        let waker = Waker::from(Arc::clone(&count));
        let stop = Stop::default();
        let later = Instant::now() + Duration::from_secs(3600);
        for deadline in [None, Some(later)] {
            for _ in 0..100 {
                assert!(!is_over(&mut stop.wait(deadline), &waker));
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
        let stop = Stop::default();
        let now = Instant::now();
        let after = |time| now + Duration::from_millis(time);
        // The last one is the first to wake.
        let mut waits = [20, 10, 5].map(|time| stop.wait(Some(after(time))));
        let mut late = stop.wait(Some(after(3_600_000)));
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
        assert!(!stop.is_set());
    }
}
