//! The signal that Terraform wants running calls to end.

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context as Polling, Poll, Waker};

/// Is set once, by the call `StopProvider`.
#[derive(Clone, Default)]
pub(super) struct Stop(Arc<Shared>);

#[derive(Default)]
struct Shared {
    is_set: AtomicBool,
    wakers: Mutex<Vec<Waker>>,
}

impl Stop {
    pub(super) fn is_set(&self) -> bool {
        self.0.is_set.load(Ordering::Acquire)
    }

    pub(super) fn set(&self) {
        self.0.is_set.store(true, Ordering::Release);
        for waker in std::mem::take(&mut *self.wakers()) {
            waker.wake();
        }
    }

    /// Waits until it is set.
    pub(super) fn wait(&self) -> impl Future<Output = ()> + Send + use<> {
        Wait(self.clone())
    }

    fn wakers(&self) -> std::sync::MutexGuard<'_, Vec<Waker>> {
        self.0.wakers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Wait(Stop);

impl Future for Wait {
    type Output = ();

    fn poll(self: Pin<&mut Self>, polling: &mut Polling<'_>) -> Poll<()> {
        let mut wakers = self.0.wakers();
        if self.0.is_set() {
            return Poll::Ready(());
        }
        if !wakers.iter().any(|waker| waker.will_wake(polling.waker())) {
            wakers.push(polling.waker().clone());
        }
        Poll::Pending
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;
    use std::task::Wake;

    use super::*;

    struct Count(AtomicUsize);

    impl Wake for Count {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[test]
    fn wakes_everybody_who_waits() {
        let count = Arc::new(Count(AtomicUsize::new(0)));
        let waker = Waker::from(Arc::clone(&count));
        let mut polling = Polling::from_waker(&waker);
        let stop = Stop::default();
        let mut wait = Box::pin(stop.wait());
        assert!(wait.as_mut().poll(&mut polling).is_pending());
        assert!(wait.as_mut().poll(&mut polling).is_pending());
        assert!(!stop.is_set());
        stop.set();
        assert!(stop.is_set());
        assert_eq!(count.0.load(Ordering::Relaxed), 1);
        assert!(wait.as_mut().poll(&mut polling).is_ready());
        assert!(Box::pin(stop.wait()).as_mut().poll(&mut polling).is_ready());
    }
}
