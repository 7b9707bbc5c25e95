//! A case to measure, with its contenders.

use std::hint::black_box;
use std::io;
use std::time::Duration;

use super::captures::Message;
use super::clock;
use super::go::{Format, Go, Operation, Running, Task};
use tfvalue_tests::peak;

/// A task that several contenders perform.
pub struct Case {
    /// The task.
    pub name: String,
    contenders: Box<dyn Fn() -> Vec<Contender>>,
    go: Option<Task>,
}

/// A library, or another means of performing the task.
pub struct Contender {
    /// The name of the library.
    pub name: &'static str,
    /// The target for the ratio of our time to this contender's time.
    pub time: Option<Bound>,
    /// The target for the ratio of our peak memory to this contender's peak memory.
    pub peak: Option<Bound>,
    /// The target for the ratio of our instruction count to this contender's instruction count.
    pub instructions: Option<Bound>,
    work: Work,
}

enum Work {
    /// Performs the task once and drops the result.
    Here(Box<dyn FnMut()>),
    /// Performs the task in another process.
    Elsewhere(Running),
}

/// The memory that a task uses.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    /// The number of allocations.
    pub allocations: u64,
    /// The maximum number of bytes that are allocated at the same time, if known.
    pub peak: Option<usize>,
}

/// A target for a ratio.
#[derive(Clone, Copy, Debug)]
pub enum Bound {
    /// The minimum ratio of the other contender's result to tfvalue's result.
    AtLeast(f64),
    /// The maximum ratio of tfvalue's result to the other contender's result.
    AtMost(f64),
}

impl Case {
    /// Creates a case. The contenders are prepared when the case is measured; the first contender is tfvalue.
    pub(super) fn new(
        name: impl Into<String>,
        contenders: impl Fn() -> Vec<Contender> + 'static,
    ) -> Self {
        Case {
            name: name.into(),
            contenders: Box::new(contenders),
            go: None,
        }
    }

    /// Adds the Go libraries. `least` is the target for go-cty: the minimum ratio of go-cty's time to our time.
    pub(super) fn go(
        mut self,
        operation: Operation,
        format: Format,
        messages: impl Fn() -> Vec<Message> + 'static,
        least: Option<f64>,
    ) -> Self {
        self.go = Some(Task {
            operation,
            format,
            messages: Box::new(messages),
            time: least.map(Bound::AtLeast),
        });
        self
    }

    /// Prepares the contenders, tfvalue first.
    #[must_use]
    pub fn contenders(&self) -> Vec<Contender> {
        (self.contenders)()
    }

    /// Prepares the Go libraries if they participate in this case.
    ///
    /// # Errors
    ///
    /// Fails if the process of the Go libraries has exited.
    pub fn go_contenders(&self, go: &Go) -> io::Result<Vec<Contender>> {
        match &self.go {
            Some(task) => go.contenders(&self.name, task),
            None => Ok(Vec::new()),
        }
    }
}

impl Contender {
    /// Creates a contender that runs `work`.
    pub(super) fn new<T>(name: &'static str, mut work: impl FnMut() -> T + 'static) -> Self {
        Contender {
            name,
            time: None,
            peak: None,
            instructions: None,
            work: Work::Here(Box::new(move || drop(black_box(work())))),
        }
    }

    /// Creates the contender tfvalue.
    pub(super) fn ours<T>(work: impl FnMut() -> T + 'static) -> Self {
        Contender::new("tfvalue", work)
    }

    /// Creates a contender that runs in another process.
    pub(super) fn elsewhere(name: &'static str, work: Running) -> Self {
        Contender {
            work: Work::Elsewhere(work),
            ..Contender::new(name, || ())
        }
    }

    pub(super) fn time(mut self, bound: Bound) -> Self {
        self.time = Some(bound);
        self
    }

    pub(super) fn instructions(mut self, bound: Bound) -> Self {
        self.instructions = Some(bound);
        self
    }

    pub(super) fn peak(mut self, bound: Bound) -> Self {
        self.peak = Some(bound);
        self
    }

    /// Returns the function that performs the task once, or `None` if the contender runs in another process.
    pub fn work(&mut self) -> Option<&mut (dyn FnMut() + 'static)> {
        match &mut self.work {
            Work::Here(work) => Some(&mut **work),
            Work::Elsewhere(_) => None,
        }
    }

    /// Performs the task `repeats` times and returns the total processor time.
    ///
    /// # Errors
    ///
    /// Fails if the other process has exited.
    pub fn run(&mut self, repeats: u32) -> io::Result<Duration> {
        match &mut self.work {
            Work::Here(work) => {
                let start = clock::now();
                (0..repeats).for_each(|_| work());
                Ok(clock::now() - start)
            }
            Work::Elsewhere(running) => running.run(repeats).map(|(time, _)| time),
        }
    }

    /// Performs the task once and returns the amount of memory used.
    ///
    /// # Errors
    ///
    /// Fails if the other process has exited.
    pub(super) fn memory(&mut self) -> io::Result<Memory> {
        match &mut self.work {
            Work::Here(work) => {
                let ((), used) = peak::account(work);
                Ok(Memory {
                    allocations: used.allocations as u64,
                    peak: Some(used.peak),
                })
            }
            Work::Elsewhere(running) => running.run(1).map(|(_, allocations)| Memory {
                allocations,
                peak: None,
            }),
        }
    }
}

impl Bound {
    /// Returns the ratio of our result to the other contender's result, or the inverse, depending on the target.
    #[must_use]
    pub fn ratio(self, ours: f64, other: f64) -> f64 {
        match self {
            Bound::AtLeast(_) => other / ours,
            Bound::AtMost(_) => ours / other,
        }
    }

    /// Returns `true` if the target is met.
    #[must_use]
    pub fn is_met(self, ours: f64, other: f64) -> bool {
        let ratio = self.ratio(ours, other);
        match self {
            Bound::AtLeast(least) => ratio >= least,
            Bound::AtMost(most) => ratio <= most,
        }
    }
}
