//! RFC 3339 timestamps in the format that Terraform requires in the log.

use std::time::Duration;

/// Formats the time since 1970 in UTC, with exactly six fractional digits.
pub(crate) fn timestamp(since: Duration) -> String {
    let seconds = since.as_secs();
    let (year, month, day) = date(seconds / 86_400);
    let (hour, minute, second) = (seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60);
    let micros = since.subsec_micros();
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{micros:06}Z")
}

/// Converts days since 1970 to a date.
///
/// The year starts in March, so the leap day is the last day of the year, and each group of five months has 153 days.
fn date(days: u64) -> (u64, u64, u64) {
    // Days since 0000-03-01.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (era * 400 + year + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_timestamps() {
        for (seconds, expected) in [
            (0, "1970-01-01T00:00:00.000000Z"),
            (951_782_399, "2000-02-28T23:59:59.000000Z"),
            (951_782_400, "2000-02-29T00:00:00.000000Z"),
            (1_709_251_200, "2024-03-01T00:00:00.000000Z"),
            (1_735_689_599, "2024-12-31T23:59:59.000000Z"),
            (1_795_176_000, "2026-11-20T12:00:00.000000Z"),
        ] {
            assert_eq!(timestamp(Duration::from_secs(seconds)), expected);
        }
        let fraction = Duration::new(1, 2_003_999);
        assert_eq!(timestamp(fraction), "1970-01-01T00:00:01.002003Z");
    }
}
