//! Keeps the end of a provider's log.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The maximum number of bytes of the log that are kept.
const TAIL: usize = 64 << 10;

/// The maximum number of bytes of a panic that are kept.
const PANIC: usize = 16 << 10;

/// The maximum number of bytes of a line that are examined.
const LINE: usize = 1 << 10;

/// What programs in several languages print, in lower case, when they end because they cannot allocate memory.
const OUT_OF_MEMORY: [&str; 5] = [
    // Go and JavaScript.
    "out of memory",
    "cannot allocate memory",
    // Rust.
    "memory allocation of",
    // C++.
    "bad_alloc",
    // Python.
    "memoryerror",
];

/// The output that the provider has written to standard error.
#[derive(Clone, Default)]
pub(crate) struct Log(Arc<Shared>);

#[derive(Default)]
struct Shared {
    /// Locked before the state. The receivers can read the log, so the state is not locked while they run.
    receivers: Mutex<Vec<Receiver>>,
    state: Mutex<State>,
}

type Receiver = Box<dyn FnMut(&[u8]) + Send>;

#[derive(Default)]
struct State {
    tail: VecDeque<u8>,
    /// The beginning of the current line.
    line: Vec<u8>,
    /// The last panic, starting with its first line.
    panic: Vec<u8>,
    is_in_panic: bool,
}

impl Log {
    fn state(&self) -> MutexGuard<'_, State> {
        let state = self.0.state.lock();
        state.unwrap_or_else(PoisonError::into_inner)
    }

    fn receivers(&self) -> MutexGuard<'_, Vec<Receiver>> {
        let receivers = self.0.receivers.lock();
        receivers.unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn add(&self, bytes: &[u8]) {
        let mut receivers = self.receivers();
        self.state().add(bytes);
        for receive in &mut *receivers {
            receive(bytes);
        }
    }

    /// Passes on the log, including the part that was kept.
    pub(crate) fn pass_on(&self, mut receive: impl FnMut(&[u8]) + Send + 'static) {
        let mut receivers = self.receivers();
        let kept = Vec::from(self.state().tail.clone());
        if !kept.is_empty() {
            receive(&kept);
        }
        receivers.push(Box::new(receive));
    }

    pub(crate) fn text(&self) -> String {
        printable(self.state().tail.make_contiguous())
    }

    pub(crate) fn panic(&self) -> Option<String> {
        let state = self.state();
        (!state.panic.is_empty()).then(|| printable(&state.panic))
    }

    /// Returns `true` if the provider has ended because it could not allocate memory.
    pub(crate) fn is_out_of_memory(&self) -> bool {
        let panic = self.panic();
        let reason = panic.as_deref().and_then(|panic| panic.lines().next());
        let reason = reason.map_or_else(|| self.text(), str::to_owned);
        let reason = reason.to_lowercase();
        OUT_OF_MEMORY.iter().any(|text| reason.contains(text))
    }
}

impl State {
    fn add(&mut self, bytes: &[u8]) {
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            let room = LINE.saturating_sub(self.line.len());
            self.line.extend(part.iter().take(room));
            if part.ends_with(b"\n") {
                self.end_line();
            }
        }
        let kept = &bytes[bytes.len().saturating_sub(TAIL)..];
        let surplus = (self.tail.len() + kept.len()).saturating_sub(TAIL);
        self.tail.drain(..surplus);
        self.tail.extend(kept);
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        if is_panic(&line) {
            self.panic.clear();
            self.is_in_panic = true;
        }
        // Log lines within a panic come from other threads.
        let is_log = line.starts_with(b"{\"@");
        if self.is_in_panic && !is_log && self.panic.len() + line.len() <= PANIC {
            let is_cut = !line.ends_with(b"\n");
            self.panic.extend(&line);
            if is_cut {
                self.panic.push(b'\n');
            }
        }
        if line.starts_with(b"note: run with `RUST_BACKTRACE") {
            self.is_in_panic = false;
        }
    }
}

/// Returns `true` for the first line of a panic, or of a fatal error in Go's runtime.
fn is_panic(line: &[u8]) -> bool {
    let contains = |text: &[u8]| line.windows(text.len()).any(|part| part == text);
    line.starts_with(b"panic: ")
        || line.starts_with(b"fatal error: ")
        || (line.starts_with(b"thread '") && contains(b" panicked at "))
}

/// Returns the string without the control characters that change the state of a terminal.
fn printable(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let is_kept = |c: &char| !c.is_control() || matches!(c, '\n' | '\t');
    text.chars().filter(is_kept).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_is_kept() {
        let log = Log::default();
        for number in 0..20_000 {
            log.add(format!("line {number}\n").as_bytes());
        }
        let text = log.text();
        assert!(text.ends_with("line 19998\nline 19999\n") && text.len() == TAIL);
        log.add(&vec![b'x'; 3 * TAIL]);
        assert_eq!(log.text(), "x".repeat(TAIL));
        assert!(log.state().line.len() <= LINE);
    }

    #[test]
    fn what_is_kept_is_passed_on_first() {
        let (log, passed) = (Log::default(), Arc::new(Mutex::new(Vec::new())));
        log.add(b"first\nsec");
        let (receiver, own) = (Arc::clone(&passed), log.clone());
        log.pass_on(move |bytes| {
            receiver.lock().unwrap().extend_from_slice(bytes);
            // The receiver can read the log.
            assert!(own.text().ends_with("sec") || own.text().ends_with("ond"));
        });
        log.add(b"ond");
        assert_eq!(*passed.lock().unwrap(), b"first\nsecond");
    }

    #[test]
    fn a_lack_of_memory_is_recognized() {
        let is_out_of_memory = |text: &str| {
            let log = Log::default();
            log.add(text.as_bytes());
            log.is_out_of_memory()
        };
        for text in [
            "runtime: out of memory: cannot allocate 8 bytes\nfatal error: out of memory\n\ngoroutine 1:\n",
            "fatal error: runtime: cannot allocate memory\n",
            "memory allocation of 8 bytes failed\n",
            "terminate called after throwing an instance of 'std::bad_alloc'\n",
            "Traceback (most recent call last):\nMemoryError\n",
        ] {
            assert!(is_out_of_memory(text), "{text}");
        }
        assert!(!is_out_of_memory(
            "the server is out of memory\npanic: boom\n"
        ));
        assert!(!is_out_of_memory(""));
    }

    #[test]
    fn panics_are_found_between_lines_of_the_log() {
        let log = Log::default();
        let text =
            "start\npanic: boom\n{\"@level\":\"info\"}\n\ngoroutine 1 [running]:\nmain.main()\n";
        for byte in text.bytes() {
            log.add(&[byte]);
        }
        let expected = "panic: boom\n\ngoroutine 1 [running]:\nmain.main()\n";
        assert_eq!(log.panic().as_deref(), Some(expected));
        log.add(b"thread 'main' (7) panicked at src/main.rs:1:2:\nno \x1b[31mway\n");
        log.add(b"note: run with `RUST_BACKTRACE=1` environment variable\nmore\n");
        let panic = log.panic().unwrap();
        assert!(
            panic.starts_with("thread 'main' (7) panicked at src/main.rs:1:2:\nno [31mway\nnote")
        );
        assert!(!panic.contains("more"), "{panic}");
        for _ in 0..10_000 {
            log.add(b"panic: again\n");
            log.add(&[b'x'; 100]);
        }
        assert!(log.state().panic.len() <= PANIC);
    }
}
