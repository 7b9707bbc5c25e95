//! Learns from validation errors which values an attribute accepts.
//!
//! The annotations of a provider that runs in another process are not known. However, the provider's errors list
//! accepted values, such as `expected type to be one of ["a" "b"], got "x"`, or describe lengths, ranges, formats and
//! regular expressions.

use tfvalue::{Number, Value};

use super::random::Rng;

/// The maximum number of characters that are searched in a message.
const LONGEST: usize = 4_000;

/// The maximum number of values of one kind that are taken from a message.
const MOST: usize = 64;

/// The maximum length of a string that is created for a length in an error.
const LONGEST_STRING: usize = 2_048;

/// A certificate for `example.com`.
const CERTIFICATE: &str = "-----BEGIN CERTIFICATE-----\n\
    MIIBQjCB9aADAgECAhR8gJTShtw6VSQo/Ex5BIF9xMW5UDAFBgMrZXAwFjEUMBIG\n\
    A1UEAwwLZXhhbXBsZS5jb20wIBcNMjYxMTI4MDQ1NDM4WhgPMjEyNjExMDQwNDU0\n\
    MzhaMBYxFDASBgNVBAMMC2V4YW1wbGUuY29tMCowBQYDK2VwAyEAbRnaQdtKrPHK\n\
    hJCA6mBzwfisWS+v0+W6yeZRTaCiSdejUzBRMB0GA1UdDgQWBBQw383vaZqhmAxW\n\
    EIbWuhYfRtvqwTAfBgNVHSMEGDAWgBQw383vaZqhmAxWEIbWuhYfRtvqwTAPBgNV\n\
    HRMBAf8EBTADAQH/MAUGAytlcANBAIuhCRUpXUhyCV7CUsxol7B6foxOFq+7VEIE\n\
    suX8ihvTgnK5ZcztWIwRLRbryOEaQvQsMV7coTFeh3tlJYbp/Q0=\n\
    -----END CERTIFICATE-----\n";

/// The public key of the certificate.
const PUBLIC_KEY: &str = "-----BEGIN PUBLIC KEY-----\n\
    MCowBQYDK2VwAyEAbRnaQdtKrPHKhJCA6mBzwfisWS+v0+W6yeZRTaCiSdc=\n\
    -----END PUBLIC KEY-----\n";

/// The same moment in two time zones.
const TIMES: &[&str] = &["2030-01-01T00:00:00Z", "2030-01-01T02:00:00+02:00"];

/// Example values for formats, keyed by a word that names the format.
const FORMATS: &[(&str, &[&str])] = &[
    ("arn", &["arn:aws:iam::123456789012:role/example"]),
    ("base64", &["YQ=="]),
    ("boolean", &["true"]),
    ("cidr", &["10.0.0.0/16", "2001:db8::/32"]),
    ("date", &["2030-01-01", "2030-01-01T00:00:00Z"]),
    ("domain", &["example.com"]),
    ("dot", &["example.com."]),
    // Some providers wait for the duration.
    ("duration", &["1s"]),
    ("email", &["a@example.com"]),
    ("fqdn", &["example.com."]),
    ("http", &["https://example.com/"]),
    ("integer", &["1"]),
    ("ip", &["10.0.0.1"]),
    ("ipv4", &["10.0.0.1"]),
    ("ipv6", &["2001:db8::1"]),
    (
        "json",
        &["{}", r#"{"Version":"2012-10-17","Statement":[]}"#],
    ),
    ("mac", &["02:00:00:00:00:01"]),
    ("number", &["1"]),
    ("pem", &[CERTIFICATE, PUBLIC_KEY]),
    ("port", &["80"]),
    ("qualified", &["example.com."]),
    ("rfc3339", TIMES),
    ("time", &["2030-01-01T00:00:00Z", "10:00"]),
    ("timestamp", TIMES),
    ("url", &["https://example.com/"]),
    ("uuid", &["123e4567-e89b-12d3-a456-426614174000"]),
    ("yaml", &["{}"]),
];

/// Returns the strings and numbers that an error message contains. The caller chooses the values that have the
/// right type.
pub(super) fn values(rng: &mut Rng, text: &str) -> Vec<Value> {
    let text: String = text.chars().take(LONGEST).collect();
    let numbers = numbers(&text);
    let mut found: Vec<Value> = quoted(&text).into_iter().map(Value::from).collect();
    let words: Vec<_> = text
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .map(str::to_ascii_lowercase)
        .collect();
    for (word, formats) in FORMATS {
        if words.iter().any(|other| other == word) {
            found.extend(formats.iter().copied().map(Value::from));
        }
    }
    found.extend(patterns(rng, &text).into_iter().map(Value::from));
    let has_digits = words.iter().any(|word| word.starts_with("digit"));
    for number in numbers {
        if let Ok(length @ 1..=LONGEST_STRING) = usize::try_from(number) {
            found.push("a".repeat(length).into());
            found.extend(has_digits.then(|| "1".repeat(length).into()));
        }
        found.push(Number::from(number).into());
        found.push(Number::from(number.saturating_add(1)).into());
    }
    found
}

/// Phrases in errors about mutually exclusive attributes.
const CONFLICTS: &[&str] = &[
    "cannot be",
    "combination",
    "conflict",
    "exactly one",
    "exclusive",
    "not both",
    "only one",
];

/// Returns `true` if an error reports that attributes are mutually exclusive.
pub(super) fn is_conflict(text: &str) -> bool {
    let text = text.to_lowercase();
    CONFLICTS.iter().any(|words| text.contains(words))
}

/// Returns the short quoted strings in a message.
fn quoted(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for quote in ['"', '\'', '`'] {
        // Parts between two quotes have odd indices.
        let parts = text.split(quote).skip(1).step_by(2);
        let short = parts.filter(|part| part.len() <= 256 && !part.contains('\n'));
        found.extend(short.take(MOST).map(str::to_owned));
    }
    // Go can also print a list of strings without quotes: `one of [a b c]`.
    let lists = text
        .split('[')
        .skip(1)
        .filter_map(|rest| rest.split_once(']'));
    for (list, _) in lists.filter(|(list, _)| !list.contains('"')) {
        let words = list.split([' ', ',']).filter(|word| !word.is_empty());
        found.extend(words.take(MOST).map(str::to_owned));
    }
    found
}

/// Returns the integers.
fn numbers(text: &str) -> Vec<i64> {
    let is_number = |letter: char| letter.is_ascii_digit() || letter == '-';
    let parts = text.split(|letter| !is_number(letter));
    let numbers = parts.filter_map(|part| part.trim_end_matches('-').parse().ok());
    numbers.take(MOST).collect()
}

/// Returns strings that match the regular expressions in a message.
fn patterns(rng: &mut Rng, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (start, _) in text.match_indices('^').take(4) {
        let rest = &text[start..];
        let end = rest.find("$").map(|end| &rest[..=end]);
        let words = rest.split(['"', '`', '\'', ' ', '\n']).next();
        for pattern in [end, words].into_iter().flatten() {
            let pattern = pattern.replace("\\\\", "\\");
            let strings = (0..2).filter_map(|_| super::pattern::matching(rng, &pattern));
            found.extend(strings.filter(|text| text.len() <= LONGEST_STRING));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_values() {
        for (text, value) in [
            (r#"expected type to be one of ["a" "b"], got x"#, "b".into()),
            (
                "Attribute kind value must be one of: [big small]",
                "small".into(),
            ),
            (
                r#""x" (a) is an invalid ARN: arn: invalid prefix"#,
                Value::from("arn:aws:iam::123456789012:role/example"),
            ),
            (
                "expected size to be in the range (8 - 128), got 0",
                8.into(),
            ),
            (
                "string length must be at least 20, got: 1",
                "a".repeat(20).into(),
            ),
            ("must be a valid CIDR block", "10.0.0.0/16".into()),
            ("invalid duration \"a\"", "1s".into()),
            ("the name must be fully qualified", "example.com.".into()),
            ("no PEM data found", PUBLIC_KEY.into()),
            (
                "is no account ID (exactly 12 digits)",
                "1".repeat(12).into(),
            ),
        ] {
            let found = values(&mut Rng::new(1, 1), text);
            assert!(found.contains(&value), "{text}: {found:?}");
        }
    }

    #[test]
    fn errors_contain_patterns() {
        let text = r#"name must match the pattern "^[a-z]{3}-x$", got 1"#;
        let found = values(&mut Rng::new(1, 1), text);
        let is_match = |value: &Value| {
            value
                .as_str()
                .is_some_and(|it| it.len() == 5 && it.ends_with("-x"))
        };
        assert!(found.iter().any(is_match), "{found:?}");
    }
}
