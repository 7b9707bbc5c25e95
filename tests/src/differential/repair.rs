//! Repairs invalid strings in JSON in the same way as go-cty.

use super::difference::Difference;

const REPLACEMENT: &str = "\u{fffd}";

/// Replaces each byte that is not valid UTF-8 with a replacement character, if one is given.
pub(super) fn utf8(input: &[u8]) -> Option<(Difference, Vec<u8>)> {
    if std::str::from_utf8(input).is_ok() {
        return None;
    }
    let mut out = String::new();
    for chunk in input.utf8_chunks() {
        out.push_str(chunk.valid());
        out.push_str(&REPLACEMENT.repeat(chunk.invalid().len()));
    }
    Some((Difference::NotUtf8, out.into_bytes()))
}

/// Replaces each unpaired surrogate with a replacement character, if one is given.
pub(super) fn surrogates(input: &[u8]) -> Option<(Difference, Vec<u8>)> {
    let mut out = Vec::with_capacity(input.len());
    let (mut rest, mut found) = (input, false);
    while let [first, tail @ ..] = rest {
        let len = match (escape(rest), rest.get(6..).and_then(escape)) {
            (Some(0xd800..0xdc00), Some(0xdc00..0xe000)) => 12,
            (Some(0xd800..0xe000), _) => {
                out.extend_from_slice(b"\\ufffd");
                (rest, found) = (&rest[6..], true);
                continue;
            }
            // An escaped backslash does not begin another escape.
            _ if *first == b'\\' && !tail.is_empty() => 2,
            _ => 1,
        };
        out.extend_from_slice(&rest[..len]);
        rest = &rest[len..];
    }
    found.then_some((Difference::Surrogate, out))
}

/// Reads the code unit of an escape if the text begins with an escape.
fn escape(text: &[u8]) -> Option<u16> {
    let digits = text.strip_prefix(b"\\u")?.get(..4)?;
    let all = digits.iter().all(u8::is_ascii_hexdigit);
    u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16)
        .ok()
        .filter(|_| all)
}
