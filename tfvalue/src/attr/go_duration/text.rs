//! The notation of Go's durations.

use std::fmt;

use crate::error::{Error, Result};

/// The reason why a string is not a duration.
pub(super) enum DurationFault {
    Syntax,
    NoUnit,
    Unit,
    TooLong,
}

impl DurationFault {
    #[cold]
    pub(super) fn error(&self, got: fmt::Arguments<'_>) -> Error {
        let expected = match self {
            DurationFault::Syntax => "a duration such as \"1h30m\"",
            DurationFault::NoUnit => "a duration with a unit, such as \"30s\",",
            DurationFault::Unit => "a duration in the units h, m, s, ms, us and ns",
            DurationFault::TooLong => {
                "a duration of at most 2562047h47m16s, which is about 292 years,"
            }
        };
        Error::mismatch_value(expected, "another string", got)
    }
}

/// Returns the nanoseconds of a string.
///
/// # Errors
///
/// Fails if the string is not a duration.
pub(crate) fn nanos(text: &str) -> Result<i64> {
    parse(text.as_bytes()).map_err(|fault| fault.error(format_args!("{text:?}")))
}

/// The absolute value of the smallest duration, in nanoseconds.
const MOST: u64 = 1 << 63;

/// Returns the nanoseconds of a string, computed in the same way as in Go's `time.ParseDuration`: fractions are
/// computed as doubles and truncated to whole nanoseconds.
pub(super) const fn parse(text: &[u8]) -> Result<i64, DurationFault> {
    let (is_negative, mut rest) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        rest => (false, rest),
    };
    match rest {
        [] => return Err(DurationFault::Syntax),
        [b'0'] => return Ok(0),
        _ => {}
    }
    let mut sum = 0_u64;
    while !rest.is_empty() {
        let (nanos, after) = match part(rest) {
            Ok(part) => part,
            Err(fault) => return Err(fault),
        };
        rest = after;
        sum = match sum.checked_add(nanos) {
            Some(sum) if sum <= MOST => sum,
            _ => return Err(DurationFault::TooLong),
        };
    }
    match (is_negative, sum) {
        (true, sum) => Ok(0_i64.wrapping_sub_unsigned(sum)),
        (false, MOST) => Err(DurationFault::TooLong),
        (false, sum) => Ok(0_i64.wrapping_add_unsigned(sum)),
    }
}

/// Reads a number with its unit. Returns the nanoseconds and the rest of the string.
const fn part(text: &[u8]) -> Result<(u64, &[u8]), DurationFault> {
    let (whole, after_whole) = match whole(text) {
        Ok(whole) => whole,
        Err(fault) => return Err(fault),
    };
    let (fraction, scale, after) = match after_whole {
        [b'.', digits @ ..] => fraction(digits),
        rest => (0, 1.0, rest),
    };
    let has_digits = after_whole.len() < text.len() || after.len() + 1 < after_whole.len();
    if !has_digits {
        return Err(DurationFault::Syntax);
    }
    let (unit, rest) = after.split_at(unit_length(after));
    let unit: u64 = match unit {
        b"" => return Err(DurationFault::NoUnit),
        b"ns" => 1,
        // Either of the two characters for "micro": U+00B5 and U+03BC.
        b"us" | b"\xc2\xb5s" | b"\xce\xbcs" => 1_000,
        b"ms" => 1_000_000,
        b"s" => 1_000_000_000,
        b"m" => 60 * 1_000_000_000,
        b"h" => 3600 * 1_000_000_000,
        _ => return Err(DurationFault::Unit),
    };
    if whole > MOST / unit {
        return Err(DurationFault::TooLong);
    }
    // The first term is at most 2^63, and the second term is less than one unit.
    let nanos = whole * unit + (fraction as f64 * (unit as f64 / scale)) as u64;
    if nanos > MOST {
        return Err(DurationFault::TooLong);
    }
    Ok((nanos, rest))
}

/// Reads the digits before the point.
const fn whole(mut text: &[u8]) -> Result<(u64, &[u8]), DurationFault> {
    let mut value = 0_u64;
    while let [digit @ b'0'..=b'9', rest @ ..] = text {
        if value > MOST / 10 {
            return Err(DurationFault::TooLong);
        }
        value = value * 10 + (*digit - b'0') as u64;
        if value > MOST {
            return Err(DurationFault::TooLong);
        }
        text = rest;
    }
    Ok((value, text))
}

/// Reads the digits after the point. Returns the value of the digits, and the power of ten to divide the value by.
/// Digits that exceed the range of the integer are ignored.
const fn fraction(mut text: &[u8]) -> (u64, f64, &[u8]) {
    let (mut value, mut scale, mut is_full) = (0_u64, 1.0, false);
    while let [digit @ b'0'..=b'9', rest @ ..] = text {
        text = rest;
        is_full = is_full || value > (MOST - 1) / 10;
        if is_full {
            continue;
        }
        let next = value * 10 + (*digit - b'0') as u64;
        if next > MOST {
            is_full = true;
            continue;
        }
        (value, scale) = (next, scale * 10.0);
    }
    (value, scale, text)
}

/// Returns the number of bytes before the next number.
const fn unit_length(text: &[u8]) -> usize {
    let mut at = 0;
    while at < text.len() && !matches!(text[at], b'.' | b'0'..=b'9') {
        at += 1;
    }
    at
}

/// Formats a duration in the same way as Go's `Duration.String`.
pub(super) fn spell(nanos: u64) -> String {
    const SECOND: u64 = 1_000_000_000;
    match nanos {
        0 => "0s".to_owned(),
        1..1_000 => format!("{nanos}ns"),
        1_000..1_000_000 => format!("{}µs", decimal(nanos, 3)),
        1_000_000..SECOND => format!("{}ms", decimal(nanos, 6)),
        _ => {
            let (minutes, rest) = (nanos / (60 * SECOND), nanos % (60 * SECOND));
            let seconds = decimal(rest, 9);
            match (minutes / 60, minutes % 60) {
                (0, 0) => format!("{seconds}s"),
                (0, minutes) => format!("{minutes}m{seconds}s"),
                (hours, minutes) => format!("{hours}h{minutes}m{seconds}s"),
            }
        }
    }
}

/// Writes a number divided by a power of ten.
fn decimal(number: u64, places: usize) -> String {
    let power = 10_u64.pow(places as u32);
    let fraction = format!("{:0places$}", number % power);
    match fraction.trim_end_matches('0') {
        "" => (number / power).to_string(),
        fraction => format!("{}.{fraction}", number / power),
    }
}
