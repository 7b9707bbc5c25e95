//! Writes lines to standard error in the form that Terraform adds to its log (`TF_LOG=info`).

use std::backtrace::Backtrace;
use std::io::{self, Write as _};
use std::panic;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::{Map, Value};

/// Logs an event with values.
pub fn info(message: &str, values: &[(&str, &str)]) {
    structured("info", message, values);
}

/// Logs an error with values.
pub fn error(message: &str, values: &[(&str, &str)]) {
    structured("error", message, values);
}

/// Writes a line for users, outside the log.
pub(super) fn plain(line: &str) {
    // If standard error is closed, there is no way to report it.
    _ = writeln!(io::stderr().lock(), "{line}");
}

/// Reports panics to Terraform, which shows all output after a line that begins with `panic: `. By
/// default, it would only report that a request was canceled.
pub(super) fn report_panics() {
    panic::set_hook(Box::new(|info| {
        plain(&format!("panic: {info}\n\n{}", Backtrace::force_capture()));
    }));
}

fn structured(level: &str, message: &str, values: &[(&str, &str)]) {
    plain(&line(level, message, values, SystemTime::now()));
}

/// Returns a line: a JSON object. Terraform crashes if `@message` is not a string.
fn line(level: &str, message: &str, values: &[(&str, &str)], now: SystemTime) -> String {
    let since = now.duration_since(UNIX_EPOCH).unwrap_or_default();
    let mut object = Map::new();
    let head = [
        ("@level", level),
        ("@message", message),
        ("@module", "inventory"),
        ("@timestamp", &timestamp(since)),
    ];
    for &(key, value) in head.iter().chain(values) {
        object.insert(key.to_owned(), Value::from(value));
    }
    Value::from(object).to_string()
}

/// Formats a time since 1970, with exactly six fractional digits as Terraform requires.
fn timestamp(since: Duration) -> String {
    let seconds = since.as_secs();
    let (year, month, day) = date(seconds / 86_400);
    let (hour, minute, second) = (seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60);
    let micros = since.subsec_micros();
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{micros:06}Z")
}

/// Converts days since 1970 to a date.
fn date(mut days: u64) -> (u64, u64, u64) {
    let mut year = 1970;
    while days >= days_of(year) {
        days -= days_of(year);
        year += 1;
    }
    let february = if days_of(year) == 366 { 29 } else { 28 };
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    (year, month, days + 1)
}

fn days_of(year: u64) -> u64 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    if leap { 366 } else { 365 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_timestamps() {
        let cases = [
            (0, "1970-01-01T00:00:00.000000Z"),
            (951_782_399, "2000-02-28T23:59:59.000000Z"),
            (951_782_400, "2000-02-29T00:00:00.000000Z"),
            (1_709_251_200, "2024-03-01T00:00:00.000000Z"),
            (1_735_689_599, "2024-12-31T23:59:59.000000Z"),
            (1_795_176_000, "2026-11-20T12:00:00.000000Z"),
        ];
        for (seconds, expected) in cases {
            assert_eq!(timestamp(Duration::from_secs(seconds)), expected);
        }
        let fraction = Duration::new(1, 2_003_999);
        assert_eq!(timestamp(fraction), "1970-01-01T00:00:01.002003Z");
    }

    #[test]
    fn line_is_a_json_object() {
        let line = line("info", "two\nlines", &[("name", "\"x\"")], UNIX_EPOCH);
        assert!(!line.contains('\n'));
        let expected = serde_json::json!({
            "@level": "info",
            "@message": "two\nlines",
            "@module": "inventory",
            "@timestamp": "1970-01-01T00:00:00.000000Z",
            "name": "\"x\"",
        });
        assert_eq!(serde_json::from_str::<Value>(&line).unwrap(), expected);
    }
}
