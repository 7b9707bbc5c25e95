//! Writes the log to standard error on a separate thread.
//!
//! If standard error is not read, writing to it blocks. In that case, only this thread waits. The queue is limited, and
//! the log reports how many lines are missing.

use std::io::{self, Write as _};
use std::mem;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime};

use tracing::Level;

use super::line::LineMembers;
use crate::timestamp::timestamp;

/// The maximum total size of the waiting lines.
const MAX_QUEUE: usize = 1 << 20;

/// The time allowed for writing the rest of the log when the process ends.
const PATIENCE: Duration = Duration::from_millis(500);

static QUEUE: Mutex<Queue> = Mutex::new(Queue {
    lines: String::new(),
    missing: 0,
    has_thread: false,
    is_writing: false,
});

/// Notified when the first line arrives, and when all lines have been written.
static CHANGED: Condvar = Condvar::new();

struct Queue {
    lines: String,
    /// The number of lines that did not fit into the queue after `lines`.
    missing: u64,
    has_thread: bool,
    is_writing: bool,
}

/// Appends a line to the log. The thread is started when the first line arrives.
pub(in crate::serve) fn write(line: &str) {
    let mut queue = queue();
    // After a line is dropped, all further lines are dropped until the thread takes the preceding lines.
    if queue.missing > 0 || queue.lines.len() + line.len() > MAX_QUEUE {
        queue.missing += 1;
        return;
    }
    queue.lines.push_str(line);
    if !queue.has_thread {
        let thread = thread::Builder::new().name("log".to_owned());
        // If the thread cannot be started, another attempt is made when the next line arrives.
        queue.has_thread = thread.spawn(run).is_ok();
    } else if queue.lines.len() == line.len() {
        CHANGED.notify_all();
    }
}

/// Waits until all lines are written, but only for a limited time.
pub(in crate::serve) fn flush() {
    let mut queue = queue();
    if queue.has_thread {
        let waits = |queue: &mut Queue| queue.is_writing || !queue.lines.is_empty();
        // Lines that are not written in time are lost when the process ends.
        drop(CHANGED.wait_timeout_while(queue, PATIENCE, waits));
    } else {
        let lines = queue.take();
        drop(queue);
        print(&lines);
    }
}

/// Writes the lines in the queue as they arrive.
fn run() {
    let mut queue = queue();
    loop {
        let waits = |queue: &mut Queue| queue.lines.is_empty();
        let waited = CHANGED.wait_while(queue, waits);
        queue = waited.unwrap_or_else(PoisonError::into_inner);
        let lines = queue.take();
        queue.is_writing = true;
        drop(queue);
        print(&lines);
        queue = self::queue();
        queue.is_writing = false;
        CHANGED.notify_all();
    }
}

/// Writes text for the user.
pub(in crate::serve) fn print(text: &str) {
    // If standard error is closed, nothing can be reported.
    _ = io::stderr().lock().write_all(text.as_bytes());
}

fn queue() -> MutexGuard<'static, Queue> {
    QUEUE.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Queue {
    /// Takes all lines. If lines are missing, appends a line that reports their number.
    fn take(&mut self) -> String {
        let mut lines = mem::take(&mut self.lines);
        let missing = mem::take(&mut self.missing);
        if missing > 0 {
            let message = format!(
                "{missing} lines of the log are missing, because the log was not read in time"
            );
            let since = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
            let members = LineMembers::with_message(message);
            lines.push_str(&members.line(Level::WARN, module_path!(), &timestamp(since)));
        }
        lines
    }
}
