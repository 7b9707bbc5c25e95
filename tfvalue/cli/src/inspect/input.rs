//! Reads the value from the command line, a file or standard input, and decodes hex and base64.

use std::io::Read;

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use super::Format;
use super::arguments::{Arguments, Encoding, Source};
use crate::files::{self, Kind, Wanted};
use crate::terminal::Failure;

/// Reads the argument, the file or standard input.
pub(super) fn read(arguments: &Arguments, stdin: &mut dyn Read) -> Result<Vec<u8>, Failure> {
    match arguments.source() {
        Source::File(file) => files::read(file),
        Source::Stdin => {
            let mut bytes = Vec::new();
            let read = stdin.read_to_end(&mut bytes);
            read.map_err(|error| Failure::unusable(format!("{}: {error}", arguments.source())))?;
            Ok(files::without_mark(bytes))
        }
        Source::Value => Ok(arguments.input.as_bytes().to_vec()),
    }
}

/// Fails if the input is not a value.
pub(super) fn check(arguments: &Arguments, given: &[u8]) -> Result<(), Failure> {
    let kind = Kind::of(given);
    let is_other = match kind {
        Kind::Empty | Kind::Configuration | Kind::PlanText | Kind::Utf16 | Kind::Gzip => true,
        Kind::Messages | Kind::SavedPlan => true,
        Kind::Text => unhex(given).is_none() && unbase64(given).is_none(),
        _ => false,
    };
    match arguments.source() {
        _ if !is_other => Ok(()),
        Source::Value => Err(Failure::usage(
            "the value is neither hex, base64 nor JSON; write @FILE for the path of a file",
        )),
        source => Err(Failure::unusable(format!(
            "{source}: {}",
            kind.instead_of(Wanted::Value)
        ))),
    }
}

/// Decodes the value and detects its format.
pub(super) fn decode(arguments: &Arguments, given: Vec<u8>) -> Result<(Vec<u8>, Format), Failure> {
    let encoding = arguments
        .encoding()
        .unwrap_or_else(|| guess(&given, arguments.format()));
    let bytes = match encoding {
        Encoding::Raw => given,
        Encoding::Hex => unhex(&given).ok_or_else(|| Failure::usage("the input is not hex"))?,
        Encoding::Base64 => {
            unbase64(&given).ok_or_else(|| Failure::usage("the input is neither hex nor base64"))?
        }
    };
    let format = arguments.format().unwrap_or(if looks_like_json(&bytes) {
        Format::Json
    } else {
        Format::Msgpack
    });
    Ok((bytes, format))
}

/// Detects the encoding. Text that is not JSON is hex if possible, and base64 otherwise. Binary input is the value itself.
fn guess(given: &[u8], format: Option<Format>) -> Encoding {
    let text = |&byte: &u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
    if format == Some(Format::Json) || looks_like_json(given) || !given.iter().all(text) {
        Encoding::Raw
    } else if unhex(given).is_some() {
        Encoding::Hex
    } else {
        Encoding::Base64
    }
}

/// Hex, base64, and the MessagePack encoding of an object, list or map never begin with these characters.
fn looks_like_json(bytes: &[u8]) -> bool {
    let text = bytes.trim_ascii();
    matches!(
        text,
        [b'{' | b'[' | b'"', ..] | b"null" | b"true" | b"false"
    )
}

fn unhex(text: &[u8]) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> = visible(text)
        .map(|byte| char::from(byte).to_digit(16).map(|digit| digit as u8))
        .collect();
    let digits = digits.filter(|digits| digits.len() % 2 == 0)?;
    Some(digits.chunks(2).map(|two| two[0] << 4 | two[1]).collect())
}

/// Decodes base64 in the standard or the URL-safe alphabet, with or without padding.
fn unbase64(text: &[u8]) -> Option<Vec<u8>> {
    const ANY: GeneralPurpose = GeneralPurpose::new(
        &STANDARD,
        GeneralPurposeConfig::new()
            .with_decode_allow_trailing_bits(true)
            .with_decode_padding_mode(DecodePaddingMode::Indifferent),
    );
    let standard = |byte| match byte {
        b'-' => b'+',
        b'_' => b'/',
        byte => byte,
    };
    ANY.decode(visible(text).map(standard).collect::<Vec<_>>())
        .ok()
}

fn visible(text: &[u8]) -> impl Iterator<Item = u8> {
    text.iter()
        .copied()
        .filter(|byte| !byte.is_ascii_whitespace())
}

#[cfg(test)]
mod tests {
    use super::{unbase64, unhex};

    #[test]
    fn decodes_hex_and_base64() {
        for (text, bytes) in [
            ("", &b""[..]),
            ("Zg==", b"f"),
            ("Zg", b"f"),
            ("Zm8=", b"fo"),
            ("Zm9v\nYmE=\n", b"fooba"),
            ("+/-_", b"\xfb\xff\xbf"),
        ] {
            assert_eq!(unbase64(text.as_bytes()).as_deref(), Some(bytes), "{text}");
        }
        for wrong in ["A", "Zg===", "Z=g=", "Zm9v?"] {
            assert_eq!(unbase64(wrong.as_bytes()), None, "{wrong}");
        }
        assert_eq!(unhex(b"d4 00\n0C").as_deref(), Some(&b"\xd4\0\x0c"[..]));
        assert_eq!(unhex(b"d4f"), None);
        assert_eq!(unhex(b"xx"), None);
    }
}
