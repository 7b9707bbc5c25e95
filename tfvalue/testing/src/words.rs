//! Values that services often mishandle.

use std::sync::LazyLock;

use tfvalue::Number;

use super::random::Rng;

/// Strings that every service should store unchanged.
const PLAIN: [&str; 8] = ["a", "b", "red", "web-1", "10", "x y", "Ä", ""];

/// Strings that services tend to change, truncate or misread.
const DIFFICULT: [&str; 52] = [
    // White space.
    " ",
    "\n",
    "red\n",
    "red ",
    " red",
    "\tred",
    "red\n\n",
    "a\nb",
    "a\r\nb\r\n",
    "a  b",
    "a\u{a0}b",
    // Upper and lower case, including letters without a counterpart.
    "A",
    "RED",
    "Red",
    "Straße",
    "İi",
    // Other forms of the same letters. Terraform composes accents (NFC), but leaves these letters unchanged.
    "\u{fb01}ne",
    "①",
    "Ａ",
    "q\u{307}\u{323}",
    "x²",
    // Characters that consist of several code points or have no width.
    "👩\u{200d}👩\u{200d}👧",
    "a\u{200b}b",
    "\u{feff}a",
    "日本語",
    "שלום",
    // Characters that have a special meaning in another language.
    "\"a\"",
    "it's",
    "a\\b",
    "a\\nb",
    "${a}",
    "$${a}",
    "%{ if a }",
    "%%{a}",
    "{{ a }}",
    "<b>&amp;</b>",
    "a,b;c",
    "a=b",
    "a:b#c",
    "a/b/../c",
    "a%20b+c",
    "?a=b&c",
    "*",
    "# a",
    "-",
    // Strings that look like other values.
    "true",
    "null",
    "0",
    "007",
    "1.0",
    "1e3",
    "{}",
];

/// Lengths just above the limits at which services truncate strings.
const LENGTHS: [usize; 6] = [33, 65, 129, 256, 257, 1025];

/// The letters of long strings. Some letters take several bytes, so a service that truncates strings to a number of
/// bytes splits a letter.
const LETTERS: [&str; 3] = ["x", "ä", "日"];

/// Numbers that every service should store unchanged.
const SMALL: [i64; 7] = [1, 2, 3, 0, 10, 60, -1];

/// Numbers that need more than 32 or 64 bits, or that no float can represent.
static DIFFICULT_NUMBERS: LazyLock<Vec<Number>> = LazyLock::new(|| {
    let all = [
        "127",
        "128",
        "255",
        "256",
        "-129",
        "32768",
        "65536",
        "2147483647",
        "2147483648",
        "-2147483648",
        "-2147483649",
        "4294967296",
        "16777217",
        "9007199254740992",
        "9007199254740993",
        "-9007199254740993",
        "9223372036854775807",
        "-9223372036854775808",
        "9223372036854775808",
        "18446744073709551616",
        "0.1",
        "0.5",
        "-0.25",
        "1.005",
        "99.999",
        "0.30000000000000004",
        "123456789.123456789",
        "3.14159265358979323846264338327950288",
        "0.0000001",
        "1e21",
        "12345678901234567890123456789",
    ];
    let numbers = all.iter().filter_map(|text| text.parse().ok());
    numbers.collect()
});

/// Returns a text.
pub(super) fn text(rng: &mut Rng) -> String {
    match rng.below(16) {
        0..8 => (*rng.pick(&PLAIN)).to_owned(),
        8 => {
            let length = *rng.pick(&LENGTHS);
            rng.pick(&LETTERS).repeat(length)
        }
        // This returns many strings at once, because the smallest case keeps only the string that matters.
        9 => DIFFICULT.concat(),
        10..12 => (0..6).map(|_| *rng.pick(&DIFFICULT)).collect(),
        _ => (*rng.pick(&DIFFICULT)).to_owned(),
    }
}

/// Returns a secret that no other string contains.
pub(super) fn secret(rng: &mut Rng) -> String {
    let number = rng.below(usize::MAX);
    match rng.below(8) {
        0 => format!("pass \"{number:x}\" & word"),
        1 => format!("-----BEGIN KEY-----\n{number:x}\n-----END KEY-----\n"),
        // A secret that is too short for most services, so their errors may show the secret.
        2 => letters(number, 6),
        3 => letters(number, 7),
        // Characters that password rules require.
        4 => format!("Aa1!{}", letters(number, 12)),
        5 => format!("{number:016x}{number:016x}"),
        _ => format!("secret-{number:x}"),
    }
}

/// Returns letters and digits that occur in no other string.
fn letters(mut number: usize, count: usize) -> String {
    const LETTERS: &[u8; 36] = b"abcdefghijklmnopqrstuvwxyz0123456789";
    let next = || {
        let letter = LETTERS[number % LETTERS.len()];
        number /= LETTERS.len();
        char::from(letter)
    };
    std::iter::repeat_with(next).take(count).collect()
}

/// Returns a key for a map element.
pub(super) fn key(rng: &mut Rng, index: usize) -> String {
    match rng.below(4) {
        0 => text(rng),
        _ => format!("k{index}"),
    }
}

/// Returns a number.
pub(super) fn number(rng: &mut Rng) -> Number {
    match rng.below(2) {
        0 => Number::from(*rng.pick(&SMALL)),
        _ => rng.pick(&DIFFICULT_NUMBERS).clone(),
    }
}

/// Returns the numbers that a bounded attribute may allow.
pub(super) fn numbers() -> impl Iterator<Item = Number> {
    let small = SMALL.iter().map(|number| Number::from(*number));
    small.chain(DIFFICULT_NUMBERS.iter().cloned())
}

/// Returns a string that differs from `text` so little that some services treat both strings as the same.
pub(super) fn similar(rng: &mut Rng, text: &str) -> String {
    match rng.below(5) {
        0 => text.to_uppercase(),
        1 => text.to_lowercase(),
        2 => format!("{text} "),
        3 => format!("{text}\n"),
        _ => text.trim().to_owned(),
    }
}
