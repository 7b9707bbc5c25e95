//! Times that can be compared on a machine that does other things beside.

use std::io;
use std::time::{Duration, Instant};

use super::Contender;
use super::case::Memory;

/// What a contender took.
#[derive(Clone, Copy, Debug)]
pub struct Timed {
    /// Median of the seconds that it takes once.
    pub seconds: f64,
    /// What it takes of memory, once it has run before.
    pub memory: Memory,
}

/// The shortest time that is measured; what is faster is repeated.
const BATCH: Duration = Duration::from_millis(1);

/// Fewest times that each is measured, for what takes long.
const LEAST: usize = 3;

/// Measures all contenders by turns, for about as long as `budget` says.
///
/// The next is always the one that has had the least time: A B A B where both take as long, and
/// more of what is faster.
///
/// # Errors
///
/// If another program takes part, and has ended.
///
/// # Panics
///
/// If [`Counting`](crate::peak::Counting) is not the allocator.
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
    // Memory is counted apart, so that the counting takes no time above.
    runners.into_iter().map(Runner::finish).collect()
}

/// Does some work once, in a function of its own: what is done here is what callgrind counts.
#[inline(never)]
pub fn counted(work: &mut dyn FnMut()) {
    work();
}

/// A contender and how it fares.
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

/// Finds how often a contender must run to take long enough.
fn repeats(contender: &mut Contender) -> io::Result<u32> {
    let mut repeats = 1;
    while contender.run(repeats)? < BATCH {
        repeats *= 2;
    }
    Ok(repeats)
}
