//! Recognizes the time of day, which is different in each read or plan.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tfvalue::{Number, Value};

/// The number of seconds by which the time can advance between two calls.
const LONGEST: i64 = 3_600;

/// The maximum distance between the time of day and a value that a call has just returned, in seconds.
const RECENT: u64 = 10;

const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];

/// Returns `true` if both values are times, and the second time is the first or a little later.
pub(super) fn advances(old: &Value, new: &Value) -> bool {
    let (Some(old), Some(new)) = (seconds_of(old), seconds_of(new)) else {
        return false;
    };
    (0..=LONGEST).contains(&(new - old))
}

/// Returns `true` for the time of day.
pub(super) fn is_now(value: &Value) -> bool {
    seconds_of(value).is_some_and(|seconds| now().abs_diff(seconds) <= RECENT)
}

/// Returns the time until the next second begins.
pub(super) fn until_next_second() -> Duration {
    Duration::from_secs(1) - Duration::from_nanos(since_1970().subsec_nanos().into())
}

fn since_1970() -> Duration {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default()
}

fn now() -> i64 {
    i64::try_from(since_1970().as_secs()).unwrap_or(0)
}

/// Returns the seconds since 1970 that a value contains, without a fraction.
fn seconds_of(value: &Value) -> Option<i64> {
    let number = |number: i64| {
        // Seconds, milliseconds, microseconds or nanoseconds.
        let units = [1, 1_000, 1_000_000, 1_000_000_000];
        let mut seconds = units.iter().map(|unit| number / unit);
        seconds.find(|seconds| now().abs_diff(*seconds) <= LONGEST.unsigned_abs())
    };
    if let Some(text) = value.as_str() {
        let parsed = of_rfc_3339(text).or_else(|| of_rfc_1123(text));
        return parsed.or_else(|| number(text.parse().ok()?));
    }
    let own = value.as_number().and_then(Number::as_i128)?;
    number(i64::try_from(own).ok()?)
}

/// Reads a time such as `2030-01-01T00:00:00+02:00`, or with a space in the middle.
fn of_rfc_3339(text: &str) -> Option<i64> {
    let date = of_date([text.get(..4)?, text.get(5..7)?, text.get(8..10)?])?;
    let separators = [4, 7, 10].map(|index| text.as_bytes().get(index).copied());
    let [Some(b'-'), Some(b'-'), Some(b'T' | b't' | b' ')] = separators else {
        return None;
    };
    let time = of_time(text.get(11..19)?)?;
    let zone = text.get(19..)?;
    let zone = zone.trim_start_matches(|letter: char| letter == '.' || letter.is_ascii_digit());
    Some(date + time - of_zone(zone.trim_start()))
}

/// Reads a time such as `Tue, 01 Jan 2030 00:00:00 GMT`.
fn of_rfc_1123(text: &str) -> Option<i64> {
    let words: Vec<_> = text.split(' ').collect();
    let [_, day, month, year, time, _] = words[..] else {
        return None;
    };
    let month = 1 + MONTHS.iter().position(|name| *name == month)?;
    Some(of_date([year, &month.to_string(), day])? + of_time(time)?)
}

/// Returns the seconds from 1970 to a date.
fn of_date(parts: [&str; 3]) -> Option<i64> {
    let [year, month, day] = parts.map(|part| part.parse::<i64>().ok());
    let (year, month, day) = (year?, month?, day?);
    let is_date =
        (0..=9_999).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
    if !is_date {
        return None;
    }
    // The year starts in March, so that the leap day is its last day.
    let year = if month > 2 { year } else { year - 1 };
    let days = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let years = year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    Some((years + days - 719_468) * 86_400)
}

/// Returns the seconds of a time such as `12:30:00`.
fn of_time(text: &str) -> Option<i64> {
    let mut parts = text.split(':').map(|part| {
        let part = part.parse::<i64>().ok();
        part.filter(|part| (0..=60).contains(part))
    });
    let (hours, minutes, seconds) = (parts.next()??, parts.next()??, parts.next()??);
    Some(hours * 3_600 + minutes * 60 + seconds)
}

/// Returns the seconds by which a zone such as `+02:00` is ahead. Other zones count as UTC.
fn of_zone(text: &str) -> i64 {
    let sign = match text.as_bytes().first() {
        Some(b'+') => 1,
        Some(b'-') => -1,
        _ => return 0,
    };
    let part = |text: Option<&str>| text.and_then(|text| text.parse::<i64>().ok());
    let minutes = text.get(3..).unwrap_or_default().trim_start_matches(':');
    let hours = part(text.get(1..3)).unwrap_or(0);
    sign * (hours * 3_600 + part(minutes.get(..2)).unwrap_or(0) * 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_in_all_formats() {
        for (text, seconds) in [
            ("1970-01-01T00:00:00Z", 0),
            ("2000-02-29T00:00:00.5Z", 951_782_400),
            ("2024-03-01 02:30:00.123 +0230 UTC", 1_709_251_200),
            ("2024-02-29T23:00:00-01:00", 1_709_251_200),
            ("Fri, 01 Mar 2024 00:00:00 GMT", 1_709_251_200),
        ] {
            assert_eq!(seconds_of(&text.into()), Some(seconds), "{text}");
        }
        for text in ["", "a", "17", "2024-13-01T00:00:00Z", "2024-03-01"] {
            assert_eq!(seconds_of(&text.into()), None, "{text}");
        }
    }

    #[test]
    fn only_the_time_of_day_advances() {
        let [first, second, later] = [
            "2024-03-01T00:00:00Z",
            "2024-03-01T00:00:01Z",
            "2025-03-01T00:00:01Z",
        ];
        assert!(advances(&first.into(), &second.into()));
        assert!(!advances(&second.into(), &first.into()));
        assert!(!advances(&first.into(), &later.into()));
        assert!(!advances(&1.into(), &2.into()));
        assert!(is_now(&now().to_string().into()) && !is_now(&first.into()));
    }
}
