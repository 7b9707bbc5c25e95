//! Times that can be compared on a machine that does other things beside.

use std::time::{Duration, Instant};

use super::Contender;
use crate::peak::{self, Used};

/// What a contender took.
#[derive(Clone, Copy, Debug)]
pub struct Timed {
    /// Median of the seconds that it takes once.
    pub seconds: f64,
    /// What it takes of memory, once it has run before.
    pub used: Used,
}

/// The shortest time that is measured; what is faster is repeated.
const BATCH: Duration = Duration::from_millis(1);

/// Fewest rounds, for what takes long.
const ROUNDS: usize = 5;

/// Measures all contenders by turns (A B A B and so on), for about as long as `budget` says.
///
/// # Panics
///
/// If [`peak::Counting`] is not the allocator.
pub fn race(contenders: &mut [Contender], budget: Duration) -> Vec<Timed> {
    let repeats: Vec<u32> = contenders.iter_mut().map(repeats).collect();
    let mut times = vec![Vec::new(); contenders.len()];
    let start = Instant::now();
    while times[0].len() < ROUNDS || start.elapsed() < budget {
        for ((contender, repeats), times) in contenders.iter_mut().zip(&repeats).zip(&mut times) {
            times.push(batch(contender, *repeats).as_secs_f64() / f64::from(*repeats));
        }
    }
    // Memory is counted apart, so that the counting takes no time above.
    let used = contenders
        .iter_mut()
        .map(|contender| peak::account(&mut contender.work).1);
    times
        .into_iter()
        .zip(used)
        .map(|(times, used)| Timed {
            seconds: median(times),
            used,
        })
        .collect()
}

/// Does some work once, in a function of its own: what is done here is what callgrind counts.
#[inline(never)]
pub fn counted(work: &mut dyn FnMut()) {
    work();
}

/// Finds how often a contender must run to take long enough.
fn repeats(contender: &mut Contender) -> u32 {
    let mut repeats = 1;
    while batch(contender, repeats) < BATCH {
        repeats *= 2;
    }
    repeats
}

fn batch(contender: &mut Contender, repeats: u32) -> Duration {
    let start = Instant::now();
    for _ in 0..repeats {
        (contender.work)();
    }
    start.elapsed()
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
