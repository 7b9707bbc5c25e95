//! Strings and numbers near the limits of their encodings.

use tfvalue::Number;

use super::Rng;

/// The parts of strings in addition to plain letters: marks in and out of order, letters that compose and decompose,
/// Hangul, joined emoji, characters that JSON and HTML escape, and the limits of UTF-8.
const PIECES: &[&str] = &[
    "e\u{301}",
    "\u{e9}",
    "a\u{323}\u{307}",
    "a\u{307}\u{323}",
    "\u{212b}",
    "\u{1100}\u{1161}",
    "\u{ac00}",
    "\u{11a8}",
    "\u{1f468}\u{200d}\u{1f469}",
    "\u{1f1e6}\u{1f1fa}",
    "\u{958}",
    "\u{2126}",
    "\u{fb01}",
    "\u{0}",
    "\u{1f}",
    "\u{7f}",
    "\u{80}",
    "\u{7ff}",
    "\u{800}",
    "\u{ffff}",
    "\u{10000}",
    "\u{10ffff}",
    "\u{2028}",
    "\u{2029}",
    "<",
    ">",
    "&",
    "\"",
    "\\",
    "/",
    "\n",
    "\r",
    "\t",
    "\u{8}",
    "\u{c}",
    "\u{301}",
    " ",
    "-",
    ":",
    "${x}",
    "\u{f71}\u{f72}",
    "\u{fffd}",
    "\u{feff}",
    "\u{1d15e}",
    "\u{3099}",
    "\u{304b}\u{3099}",
];

/// Returns a random string. Most strings are short; some have exactly a length at which the header changes.
pub fn string(rng: &mut Rng) -> String {
    match rng.below(40) {
        0..4 => String::new(),
        4 => {
            let len = [31, 32, 255, 256, 300][rng.below(5)];
            "x".repeat(len)
        }
        5 if rng.one_in(40) => "y".repeat(65_535 + rng.below(2)),
        6..14 => (0..=rng.below(6)).map(|_| rng.pick(PIECES)).collect(),
        14..17 => {
            let pieces = (0..=rng.below(70)).map(|_| rng.pick(PIECES));
            pieces.flat_map(|piece| ["ab", piece]).collect()
        }
        17 => (0..=rng.below(4)).map(|_| any_char(rng)).collect(),
        18 => number(rng).to_string(),
        19 => rng
            .pick(&["true", "false", "0", "1", "null", "Inf"])
            .to_owned(),
        _ => letters(rng),
    }
}

fn any_char(rng: &mut Rng) -> char {
    let end = [0x500, 0x3000, 0x11_0000][rng.below(3)];
    char::from_u32(rng.below(end) as u32).unwrap_or('\u{e000}')
}

fn letters(rng: &mut Rng) -> String {
    let letter = |rng: &mut Rng| char::from(b'a' + rng.below(4) as u8);
    (0..=rng.below(8)).map(|_| letter(rng)).collect()
}

/// Returns a random number: an integer near the limits of a width, a double, or a decimal string.
pub fn number(rng: &mut Rng) -> Number {
    let text = match rng.below(16) {
        0..5 => return Number::from(rng.below(300) as i64 - 100),
        5..8 => return Number::from(edge(rng)),
        8 => return Number::from(rng.next() as i64 >> rng.below(64)),
        9 => return float(rng).try_into().unwrap_or(Number::from(0)),
        10 => {
            return ((rng.next() as i32 >> rng.below(32)) as f64 / 1024.0)
                .try_into()
                .unwrap_or(Number::from(0));
        }
        11 if rng.one_in(4) => rng.pick(&["-0", "inf", "-inf"]).to_owned(),
        11 | 12 => format!("{}.{}", rng.below(1000), rng.below(1000)),
        13 => format!("{}{}", rng.pick(&["", "-"]), digits(rng, 40)),
        14 => format!("-{}.{}", digits(rng, 25), digits(rng, 25)),
        _ => format!("{}e{}", digits(rng, 20), rng.below(60) as i64 - 30),
    };
    text.parse().unwrap_or(Number::from(0))
}

/// Returns an integer whose difference from a power of two is at most two.
fn edge(rng: &mut Rng) -> i128 {
    let power = 1_i128 << [5, 7, 8, 15, 16, 24, 31, 32, 53, 54, 62, 63, 64, 65, 100][rng.below(15)];
    let near = power + rng.below(5) as i128 - 2;
    if rng.one_in(2) { near } else { -near }
}

/// Returns a double that is not NaN and sometimes has random bits.
fn float(rng: &mut Rng) -> f64 {
    let float = match rng.below(4) {
        0 => f64::from_bits(rng.next()),
        1 => f64::from(f32::from_bits(rng.next() as u32)),
        2 => rng.below(1000) as f64 / 10.0,
        _ => (rng.next() as i64 >> rng.below(60)) as f64 / (1_u64 << rng.below(63)) as f64,
    };
    if float.is_nan() { 0.5 } else { float }
}

fn digits(rng: &mut Rng, most: usize) -> String {
    let digit = |rng: &mut Rng| char::from(b'0' + rng.below(10) as u8);
    (0..=rng.below(most)).map(|_| digit(rng)).collect()
}
