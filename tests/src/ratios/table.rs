//! The table of ratios, as Markdown.

use std::fmt;

use super::{Bound, Contender, Timed};

/// A line of the table: us and another.
pub struct Row<'a> {
    /// What is done.
    pub case: &'a str,
    /// What we took.
    pub ours: Timed,
    /// Who the other is, and what it took; nothing where there is no other.
    pub other: Option<(&'a Contender, Timed)>,
}

/// Prints the head of the table.
pub fn print_head() {
    println!(
        "| case | tfvalue | peer | time | ratio | target | | allocations | peak memory, KB |\n\
         |---|---:|---|---:|---:|---:|---|---:|---:|"
    );
}

impl Row<'_> {
    /// Prints the line, and one more where the memory has a target.
    pub fn print(&self) {
        let (case, ours) = (self.case, self.ours);
        let Some((contender, other)) = self.other else {
            let (time, allocations) = (Time(ours.seconds), ours.used.allocations);
            println!(
                "| {case} | {time} | | | | | | {allocations} | {:.1} |",
                kilobytes(ours)
            );
            return;
        };
        let verdict = Verdict::of(contender.time, ours.seconds, other.seconds);
        println!(
            "| {case} | {} | {} | {} | {verdict} | {} / {} | {:.1} / {:.1} |",
            Time(ours.seconds),
            contender.name,
            Time(other.seconds),
            ours.used.allocations,
            other.used.allocations,
            kilobytes(ours),
            kilobytes(other),
        );
        if contender.peak.is_some() {
            let verdict = Verdict::of(contender.peak, kilobytes(ours), kilobytes(other));
            println!(
                "| {case}: peak memory | {:.1} KB | {} | {:.1} KB | {verdict} | | |",
                kilobytes(ours),
                contender.name,
                kilobytes(other),
            );
        }
    }
}

/// A ratio, its target, and whether that is met.
struct Verdict {
    bound: Option<Bound>,
    ours: f64,
    other: f64,
}

impl Verdict {
    fn of(bound: Option<Bound>, ours: f64, other: f64) -> Self {
        Verdict { bound, ours, other }
    }

    /// Tells whether the target is met, if there is one.
    fn is_met(&self) -> bool {
        self.bound
            .is_none_or(|bound| bound.is_met(self.ours, self.other))
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(bound) = self.bound else {
            return write!(f, "{:.2} | | ", self.other / self.ours);
        };
        write!(f, "{:.2} | ", bound.ratio(self.ours, self.other))?;
        match bound {
            Bound::AtLeast(least) => write!(f, "≥ {least}")?,
            Bound::AtMost(most) => write!(f, "≤ {most}")?,
        }
        f.write_str(if self.is_met() {
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

fn kilobytes(timed: Timed) -> f64 {
    timed.used.peak as f64 / 1e3
}
