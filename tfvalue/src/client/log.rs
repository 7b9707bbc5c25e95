//! The end of a provider's log.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The bytes of the log that are kept.
const TAIL: usize = 64 << 10;

/// The bytes of a panic that are kept.
const PANIC: usize = 16 << 10;

/// The bytes of a line that are looked at.
const LINE: usize = 1 << 10;

/// The bytes of a line that is passed on. Terraform splits longer lines in the same way.
const PASSED_LINE: usize = 64 << 10;

/// What the provider has written to standard error.
#[derive(Clone, Default)]
pub(super) struct Log(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    tail: VecDeque<u8>,
    /// The beginning of the current line.
    line: Vec<u8>,
    /// The last panic, from its first line on.
    panic: Vec<u8>,
    is_in_panic: bool,
    passed_on: Option<PassedOn>,
}

/// A function that receives the lines of the log.
struct PassedOn {
    write: fn(&str),
    /// The end of the log, without a line feed.
    line: Vec<u8>,
}

impl Log {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn add(&self, bytes: &[u8]) {
        let mut state = self.state();
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            let room = LINE.saturating_sub(state.line.len());
            state.line.extend(part.iter().take(room));
            if part.ends_with(b"\n") {
                state.end_line();
            }
        }
        let kept = &bytes[bytes.len().saturating_sub(TAIL)..];
        let surplus = (state.tail.len() + kept.len()).saturating_sub(TAIL);
        state.tail.drain(..surplus);
        state.tail.extend(kept);
        if let Some(passed_on) = &mut state.passed_on {
            passed_on.add(bytes);
        }
    }

    /// Passes the lines of the log on, also those that are kept.
    pub(super) fn pass_on(&self, write: fn(&str)) {
        let mut state = self.state();
        let line = Vec::new();
        let mut passed_on = PassedOn { write, line };
        passed_on.add(state.tail.make_contiguous());
        state.passed_on = Some(passed_on);
    }

    pub(super) fn text(&self) -> String {
        printable(self.state().tail.make_contiguous())
    }

    pub(super) fn panic(&self) -> Option<String> {
        let state = self.state();
        (!state.panic.is_empty()).then(|| printable(&state.panic))
    }
}

impl State {
    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        if is_panic(&line) {
            self.panic.clear();
            self.is_in_panic = true;
        }
        // Lines of the log come from other threads.
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

impl PassedOn {
    fn add(&mut self, bytes: &[u8]) {
        self.line.extend(bytes);
        let end = match self.line.iter().rposition(|&byte| byte == b'\n') {
            Some(last) => last + 1,
            None if self.line.len() < PASSED_LINE => return,
            None => {
                self.line.push(b'\n');
                self.line.len()
            }
        };
        (self.write)(&String::from_utf8_lossy(&self.line[..end]));
        self.line.drain(..end);
    }
}

/// Returns `true` for the first line of a panic, or a fatal error of Go's runtime.
fn is_panic(line: &[u8]) -> bool {
    let contains = |text: &[u8]| line.windows(text.len()).any(|part| part == text);
    line.starts_with(b"panic: ")
        || line.starts_with(b"fatal error: ")
        || (line.starts_with(b"thread '") && contains(b" panicked at "))
}

/// Returns text without the control characters that change a terminal.
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
    fn whole_lines_are_passed_on() {
        static LINES: Mutex<String> = Mutex::new(String::new());
        let write = |lines: &str| {
            assert!(lines.ends_with('\n'));
            LINES.lock().unwrap().push_str(lines);
        };
        let log = Log::default();
        log.add(b"first\nsec");
        log.pass_on(write);
        log.add(b"ond\nthi");
        log.add(b"rd");
        assert_eq!(*LINES.lock().unwrap(), "first\nsecond\n");
        log.add(b"\n");
        assert!(LINES.lock().unwrap().ends_with("\nthird\n"));
        // An endless line is split.
        for _ in 0..20 {
            log.add(&[b'x'; PASSED_LINE / 10]);
        }
        assert!(LINES.lock().unwrap().lines().last().unwrap().len() >= PASSED_LINE);
        let state = log.state();
        let rest = &state.passed_on.as_ref().unwrap().line;
        assert!(rest.len() < PASSED_LINE);
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
