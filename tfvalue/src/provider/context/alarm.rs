//! Wakes tasks at given times. A provider has no runtime, so a thread of this crate wakes the tasks.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::task::Waker;
use std::thread;
use std::time::Instant;

/// Wakes a task at a given time, unless this value is dropped first.
pub(crate) struct Alarm {
    time: Instant,
    key: Option<AlarmKey>,
}

/// The time, and a number that makes the key unique.
type AlarmKey = (Instant, u64);

struct Alarms {
    next: u64,
    wakers: BTreeMap<AlarmKey, Waker>,
    has_thread: bool,
}

static ALARMS: Mutex<Alarms> = Mutex::new(Alarms {
    next: 0,
    wakers: BTreeMap::new(),
    has_thread: false,
});

/// Is notified when the first alarm changes.
static CHANGED: Condvar = Condvar::new();

fn alarms() -> MutexGuard<'static, Alarms> {
    ALARMS.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Alarm {
    pub(crate) fn at(time: Instant) -> Self {
        Alarm { time, key: None }
    }

    /// Returns `true` if the time has passed. Otherwise, the waker wakes its task at the time of the alarm.
    pub(crate) fn is_over(&mut self, waker: &Waker) -> bool {
        if Instant::now() >= self.time {
            return true;
        }
        let mut alarms = alarms();
        let key = *self.key.get_or_insert_with(|| {
            alarms.next += 1;
            (self.time, alarms.next)
        });
        let old = alarms.wakers.insert(key, waker.clone());
        if !alarms.has_thread {
            let thread = thread::Builder::new().name("deadlines".to_owned());
            // If the thread cannot be started, the task does not notice that the time has passed until it runs for
            // another reason.
            alarms.has_thread = thread.spawn(run).is_ok();
        } else if alarms.wakers.keys().next() == Some(&key) {
            CHANGED.notify_one();
        }
        // Dropping a waker can drop a task, so the waker must not be dropped while the lock is held.
        drop(alarms);
        drop(old);
        false
    }
}

impl Drop for Alarm {
    fn drop(&mut self) {
        if let Some(key) = self.key {
            let old = alarms().wakers.remove(&key);
            drop(old);
        }
    }
}

/// Wakes the task of each alarm at the time of the alarm.
fn run() {
    let mut guard = alarms();
    loop {
        let Some((&(time, _), _)) = guard.wakers.first_key_value() else {
            guard = CHANGED.wait(guard).unwrap_or_else(PoisonError::into_inner);
            continue;
        };
        let left = time.saturating_duration_since(Instant::now());
        if left.is_zero() {
            let over = guard.wakers.pop_first();
            drop(guard);
            if let Some((_, waker)) = over {
                waker.wake();
            }
            guard = alarms();
        } else {
            let waited = CHANGED.wait_timeout(guard, left);
            (guard, _) = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }
}
