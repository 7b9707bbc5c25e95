//! Defines `Failure`, the full report about a case that has failed.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::panic::{self, AssertUnwindSafe};

use serde_json::Value;

/// The maximum number of log lines that are printed.
const LINES: usize = 60;

/// Why a case has failed.
#[derive(Default)]
pub(super) struct Failure {
    pub(super) case: String,
    /// The program, if it was found.
    pub(super) program: String,
    /// The number and the title of the step, or a note that the case was destroying its objects.
    pub(super) step: String,
    pub(super) problem: String,
    pub(super) config: String,
    /// The commands with their output.
    pub(super) transcript: String,
    /// The log of the provider, as JSON.
    pub(super) log: String,
}

impl Failure {
    /// Returns a failure that occurred before the first step.
    pub(super) fn early(case: String, problem: String) -> Box<Self> {
        Box::new(Failure {
            case,
            problem,
            ..Failure::default()
        })
    }

    /// Adds a failure that occurred at the end of the case.
    pub(super) fn also(&mut self, end: &Failure) {
        self.problem += &format!("\nand at the end: {}", end.problem);
        self.transcript += &end.transcript;
        self.log += &end.log;
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.case)?;
        if !self.step.is_empty() {
            write!(f, ", {}, with {}", self.step, self.program)?;
        }
        write!(f, ": {}", self.problem)?;
        if !self.config.trim().is_empty() {
            f.write_str("\n\nmain.tf\n")?;
            for (index, line) in self.config.lines().enumerate() {
                writeln!(f, "{:4}: {line}", index + 1)?;
            }
        }
        if !self.transcript.is_empty() {
            write!(f, "\n{}", self.transcript.trim_end())?;
        }
        let lines: Vec<_> = self.log.lines().collect();
        if !lines.is_empty() {
            f.write_str("\n\nlog of the provider\n")?;
            let left_out = lines.len().saturating_sub(LINES);
            if left_out > 0 {
                writeln!(f, "({left_out} lines are left out)")?;
            }
            for line in &lines[left_out..] {
                writeln!(f, "{}", event(line))?;
            }
        }
        Ok(())
    }
}

/// Returns a log line in readable form.
fn event(line: &str) -> String {
    let Ok(Value::Object(mut members)) = serde_json::from_str(line) else {
        return line.to_owned();
    };
    let mut take = |name| match members.remove(name) {
        Some(Value::String(text)) => text,
        _ => String::new(),
    };
    let (level, call, message) = (take("@level"), take("tf_rpc"), take("@message"));
    let (_, _) = (take("@timestamp"), take("@module"));
    let rest = members
        .iter()
        .map(|(name, value)| format!(" {name}={value}"));
    format!("  {level:5} {call}: {message}{}", rest.collect::<String>())
}

thread_local! {
    static IS_CHECKING: Cell<bool> = const { Cell::new(false) };
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Makes [`check`] return the locations of panics instead of printing them.
pub(super) fn keep_places() {
    let default = panic::take_hook();
    panic::set_hook(Box::new(move |info| match info.location() {
        Some(location) if IS_CHECKING.get() => PLACE.set(format!("{location}: ")),
        _ => default(info),
    }));
}

/// Runs a function that the test provides, and returns the message of its panic as an error.
pub(super) fn check(run: impl FnOnce()) -> Result<(), String> {
    IS_CHECKING.set(true);
    let result = panic::catch_unwind(AssertUnwindSafe(run));
    IS_CHECKING.set(false);
    result.map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        format!("{}{}", PLACE.take(), text.unwrap_or("a check panicked"))
    })
}
