//! Prints ratios as a Markdown table.

use std::fmt;

use super::case::Memory;
use super::{Bound, Contender, Timed};

/// Prints the table's header.
pub fn print_head() {
    println!(
        "| case | tfvalue | peer | time | ratio | target | | allocations | peak memory, KB |\n\
         |---|---:|---|---:|---:|---:|---|---:|---:|"
    );
}

/// Prints a case: one line for each contender except the first, which is tfvalue.
pub fn print_case(case: &str, contenders: &[Contender], times: &[Timed]) {
    let ours = times[0];
    if times.len() == 1 {
        let (time, memory) = (Time(ours.seconds), ours.memory);
        let (allocations, peak) = (memory.allocations, Peak(memory));
        println!("| {case} | {time} | | | | | | {allocations} | {peak} |");
    }
    for (contender, other) in contenders.iter().zip(times).skip(1) {
        print_line(case, contender, ours, *other);
    }
}

/// Prints the results for tfvalue and another contender. If there is a target for memory, prints a line for memory.
fn print_line(case: &str, contender: &Contender, ours: Timed, other: Timed) {
    println!(
        "| {case} | {} | {} | {} | {} | {} / {} | {} / {} |",
        Time(ours.seconds),
        contender.name,
        Time(other.seconds),
        Verdict(contender.time, ours.seconds, other.seconds),
        ours.memory.allocations,
        other.memory.allocations,
        Peak(ours.memory),
        Peak(other.memory),
    );
    if let (Some(_), Some(peak), Some(other_peak)) =
        (contender.peak, ours.memory.peak, other.memory.peak)
    {
        println!(
            "| {case}: peak memory | {} KB | {} | {} KB | {} | | |",
            Peak(ours.memory),
            contender.name,
            Peak(other.memory),
            Verdict(contender.peak, peak as f64, other_peak as f64),
        );
    }
}

/// The target, our result, and the other library's result. Displays the ratio and the target, and whether the target is
/// met.
struct Verdict(Option<Bound>, f64, f64);

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verdict(bound, ours, other) = *self;
        let Some(bound) = bound else {
            return write!(f, "{:.2} | | ", other / ours);
        };
        write!(f, "{:.2} | ", bound.ratio(ours, other))?;
        match bound {
            Bound::AtLeast(least) => write!(f, "≥ {least}")?,
            Bound::AtMost(most) => write!(f, "≤ {most}")?,
        }
        f.write_str(if bound.is_met(ours, other) {
            " | met"
        } else {
            " | **missed**"
        })
    }
}

struct Time(f64);

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            seconds if seconds < 1e-6 => write!(f, "{:.0} ns", seconds * 1e9),
            seconds if seconds < 1e-3 => write!(f, "{:.2} µs", seconds * 1e6),
            seconds => write!(f, "{:.2} ms", seconds * 1e3),
        }
    }
}

struct Peak(Memory);

impl fmt::Display for Peak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.peak {
            Some(bytes) => write!(f, "{:.1}", bytes as f64 / 1e3),
            None => f.write_str("?"),
        }
    }
}
