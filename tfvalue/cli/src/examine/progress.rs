//! Shows the progress on standard error: as a bar on a terminal, and otherwise as a line at intervals.

use std::io::{IsTerminal as _, stderr};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::arguments::Arguments;
use super::control::lock;
use crate::terminal::{count, escaped};

/// The time between two lines.
const PAUSE: Duration = Duration::from_secs(30);

/// The progress of a run.
pub(crate) struct Progress {
    bar: ProgressBar,
    /// Whether findings are printed as soon as they occur.
    is_shown: bool,
    state: Arc<Mutex<State>>,
    /// Ends the thread that prints the lines when this value is dropped.
    _end: Sender<()>,
}

#[derive(Clone, Default)]
struct State {
    types: usize,
    all: usize,
    cases: u64,
    calls: u64,
    name: String,
}

impl Progress {
    pub(crate) fn new(arguments: &Arguments, types: usize) -> Self {
        let cases = arguments.case.map_or(arguments.cases, |_| 1);
        let bar = ProgressBar::new(types as u64 * cases);
        let is_terminal = stderr().is_terminal();
        if arguments.quiet {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        let template = "{bar:20} {pos} of {len} cases, {per_sec}, {eta} left: {msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        let state = Arc::new(Mutex::new(State {
            all: types,
            ..State::default()
        }));
        let (end, ended) = channel();
        if !arguments.quiet && !is_terminal {
            let (state, began) = (Arc::clone(&state), Instant::now());
            // The thread ends with the run.
            drop(thread::spawn(move || {
                while ended.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
                    let line = line(&lock(&state), began.elapsed());
                    eprintln!("{}", escaped(&line));
                }
            }));
        }
        Progress {
            bar,
            is_shown: !arguments.quiet,
            state,
            _end: end,
        }
    }

    pub(crate) fn begin_type(&self, name: &str) {
        self.bar.set_message(escaped(name).into_owned());
        let mut state = lock(&self.state);
        state.types += 1;
        name.clone_into(&mut state.name);
    }

    pub(crate) fn begin_case(&self, calls: u64) {
        self.bar.inc(1);
        let mut state = lock(&self.state);
        state.cases += 1;
        state.calls = calls;
    }

    /// Prints a finding.
    pub(crate) fn print(&self, line: &str) {
        if self.bar.is_hidden() && self.is_shown {
            eprintln!("{}", escaped(line));
        } else {
            self.bar.println(escaped(line));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn line(state: &State, time: Duration) -> String {
    let State {
        types,
        all,
        cases,
        calls,
        name,
    } = state;
    format!(
        "{} s: resource type {types} of {all}, {}, {}: {name}",
        time.as_secs(),
        count(*cases, "case"),
        count(*calls, "call"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_the_figures() {
        let state = State {
            types: 2,
            all: 10,
            cases: 34,
            calls: 5210,
            name: "random_password".to_owned(),
        };
        assert_eq!(
            line(&state, Duration::from_secs(60)),
            "60 s: resource type 2 of 10, 34 cases, 5210 calls: random_password"
        );
    }
}
