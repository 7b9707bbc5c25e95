//! What is measured: a case, and those who do it.

use std::hint::black_box;
use std::io;
use std::time::{Duration, Instant};

use super::captures::Message;
use super::go::{Format, Go, Operation, Running, Task};
use crate::peak;

/// One thing to do, done by several.
pub struct Case {
    /// What is done.
    pub name: String,
    contenders: Box<dyn Fn() -> Vec<Contender>>,
    go: Option<Task>,
}

/// One way to do it.
pub struct Contender {
    /// Who does it.
    pub name: &'static str,
    /// How our time should compare with this one's.
    pub time: Option<Bound>,
    /// How our peak of memory should compare with this one's.
    pub peak: Option<Bound>,
    /// How our instructions should compare with this one's.
    pub instructions: Option<Bound>,
    work: Work,
}

enum Work {
    /// Does it once, and drops what comes of it.
    Here(Box<dyn FnMut()>),
    /// Another program does it.
    Elsewhere(Running),
}

/// What is taken of memory.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    /// How often memory is allocated.
    pub allocations: u64,
    /// The most bytes that are held at once, where that is known.
    pub peak: Option<usize>,
}

/// A target.
#[derive(Clone, Copy, Debug)]
pub enum Bound {
    /// The other takes so many times what we take, or more.
    AtLeast(f64),
    /// We take so many times what the other takes, or less.
    AtMost(f64),
}

impl Case {
    /// Makes a case; its contenders are prepared when it is measured. The first is us.
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

    /// Lets Go's libraries do it too. `least` says how many times our time go-cty should take.
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

    /// Prepares those who do it, us first.
    #[must_use]
    pub fn contenders(&self) -> Vec<Contender> {
        (self.contenders)()
    }

    /// Prepares Go's libraries to do it, if it is theirs.
    ///
    /// # Errors
    ///
    /// If their program has ended.
    pub fn go_contenders(&self, go: &Go) -> io::Result<Vec<Contender>> {
        match &self.go {
            Some(task) => go.contenders(&self.name, task),
            None => Ok(Vec::new()),
        }
    }
}

impl Contender {
    /// Makes one from what it does.
    pub(super) fn new<T>(name: &'static str, mut work: impl FnMut() -> T + 'static) -> Self {
        Contender {
            name,
            time: None,
            peak: None,
            instructions: None,
            work: Work::Here(Box::new(move || drop(black_box(work())))),
        }
    }

    /// Makes ourselves.
    pub(super) fn ours<T>(work: impl FnMut() -> T + 'static) -> Self {
        Contender::new("tfvalue", work)
    }

    /// Makes one that works in another program.
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

    /// Returns what it does here, which does it once; nothing if it works in another program.
    pub fn work(&mut self) -> Option<&mut (dyn FnMut() + 'static)> {
        match &mut self.work {
            Work::Here(work) => Some(&mut **work),
            Work::Elsewhere(_) => None,
        }
    }

    /// Does it so often, and returns the time for all.
    ///
    /// # Errors
    ///
    /// If it works in another program, and that has ended.
    pub fn run(&mut self, repeats: u32) -> io::Result<Duration> {
        match &mut self.work {
            Work::Here(work) => {
                let start = Instant::now();
                (0..repeats).for_each(|_| work());
                Ok(start.elapsed())
            }
            Work::Elsewhere(running) => running.run(repeats).map(|(time, _)| time),
        }
    }

    /// Does it once, and returns what that took of memory.
    ///
    /// # Errors
    ///
    /// If it works in another program, and that has ended.
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
    /// Returns the ratio of what we take and what the other takes, in the sense of the target.
    #[must_use]
    pub fn ratio(self, ours: f64, other: f64) -> f64 {
        match self {
            Bound::AtLeast(_) => other / ours,
            Bound::AtMost(_) => ours / other,
        }
    }

    /// Tells whether the target is met.
    #[must_use]
    pub fn is_met(self, ours: f64, other: f64) -> bool {
        let ratio = self.ratio(ours, other);
        match self {
            Bound::AtLeast(least) => ratio >= least,
            Bound::AtMost(most) => ratio <= most,
        }
    }
}
