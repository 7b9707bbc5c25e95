//! Measures times reliably on a machine that is also running other work.

use std::io;
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

use super::Contender;
use super::case::Memory;

/// The resources that a contender used.
#[derive(Clone, Copy, Debug)]
pub struct Timed {
    /// The median time of one repetition in seconds.
    pub seconds: f64,
    /// The memory that a run uses if the contender has run before.
    pub memory: Memory,
}

/// The minimum duration of a measurement; faster work is repeated.
const BATCH: Duration = Duration::from_millis(1);

/// The minimum number of measurements for each contender.
const LEAST: usize = 3;

/// Measures all contenders, interleaved, for a total time of about `budget`.
///
/// The next contender is always the contender that has used the least time so far. Two contenders with the same speed
/// alternate; a faster contender runs more often.
///
/// # Errors
///
/// Fails if the process of another contender has exited.
///
/// # Panics
///
/// Panics if [`Counting`](tfvalue_tests::peak::Counting) is not the allocator.
pub fn race(contenders: &mut [Contender], budget: Duration) -> io::Result<Vec<Timed>> {
    let mut runners = Vec::with_capacity(contenders.len());
    for contender in contenders {
        runners.push(Runner {
            repeats: repeats(contender)?,
            contender,
            spent: Duration::ZERO,
            times: Vec::new(),
        });
    }
    let start = Instant::now();
    loop {
        let over = start.elapsed() >= budget;
        let waiting = runners
            .iter_mut()
            .filter(|runner| !over || runner.times.len() < LEAST);
        match waiting.min_by_key(|runner| runner.spent) {
            Some(runner) => runner.measure()?,
            None => break,
        }
    }
    // Memory is measured in a separate run, so that counting does not affect the measured times.
    runners.into_iter().map(Runner::finish).collect()
}

/// Returns the processor time of this thread, which does not include waiting for other programs.
pub(super) fn now() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec as u32)
}

/// Runs a piece of work once, in a separate function: callgrind counts the instructions in this function.
#[inline(never)]
pub fn counted(work: &mut dyn FnMut()) {
    work();
}

/// A contender and its measurements.
struct Runner<'a> {
    contender: &'a mut Contender,
    repeats: u32,
    spent: Duration,
    times: Vec<f64>,
}

impl Runner<'_> {
    fn measure(&mut self) -> io::Result<()> {
        let time = self.contender.run(self.repeats)?;
        self.spent += time;
        self.times
            .push(time.as_secs_f64() / f64::from(self.repeats));
        Ok(())
    }

    fn finish(mut self) -> io::Result<Timed> {
        self.times.sort_by(f64::total_cmp);
        Ok(Timed {
            seconds: self.times[self.times.len() / 2],
            memory: self.contender.memory()?,
        })
    }
}

/// Returns the number of times that a contender must run to take long enough for a measurement.
fn repeats(contender: &mut Contender) -> io::Result<u32> {
    let mut repeats = 1;
    while contender.run(repeats)? < BATCH {
        repeats *= 2;
    }
    Ok(repeats)
}
