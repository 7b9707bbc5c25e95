//! A simple executor.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Runs a future on the current thread. The thread sleeps while the future is waiting.
pub fn block_on<T>(future: impl Future<Output = T>) -> T {
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut future = pin!(future);
    loop {
        match future.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(value) => return value,
            Poll::Pending => thread::park(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn another_thread_wakes_a_future() {
        let shared = Arc::new(Mutex::new((false, None::<Waker>)));
        let other = Arc::clone(&shared);
        let mut polls = 0;
        let future = std::future::poll_fn(|context| {
            polls += 1;
            let mut shared = shared.lock().unwrap();
            if shared.0 {
                return Poll::Ready(7);
            }
            shared.1 = Some(context.waker().clone());
            Poll::Pending
        });
        let thread = thread::spawn(move || {
            loop {
                let mut shared = other.lock().unwrap();
                if let Some(waker) = shared.1.take() {
                    shared.0 = true;
                    return waker.wake();
                }
                drop(shared);
                thread::yield_now();
            }
        });
        assert_eq!(block_on(future), 7);
        thread.join().unwrap();
        assert!(polls >= 2);
    }
}
