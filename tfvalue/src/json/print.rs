//! The printer: from a value in canonical form to its JSON text.

use crate::error::{Error, Result};
use crate::msgpack::number::Num;
use crate::msgpack::read::Reader;
use crate::number::Number;
use crate::text;

/// Prints a value in canonical form, in which bin stands for what is printed as it is.
pub(crate) fn print(canonical: &[u8]) -> Result<Vec<u8>> {
    let mut out = Vec::with_capacity(canonical.len() * 2);
    value(&mut Reader::new(canonical), &mut out)?;
    out.pop();
    Ok(out)
}

/// Prints a value and a comma, in whose place the end of a list or map is put.
#[inline(always)]
fn value(reader: &mut Reader<'_>, out: &mut Vec<u8>) -> Result<()> {
    match reader.short_block() {
        Some((block, len)) => {
            short_string(block, len, b',', out);
            Ok(())
        }
        None => any_value(reader, out),
    }
}

fn any_value(reader: &mut Reader<'_>, out: &mut Vec<u8>) -> Result<()> {
    match reader.peek()? {
        0xc0 => {
            reader.nil()?;
            out.extend_from_slice(b"null,");
        }
        0xc2 | 0xc3 => {
            let word: &[u8] = if reader.bool()? { b"true," } else { b"false," };
            out.extend_from_slice(word);
        }
        0xa0..=0xbf | 0xd9..=0xdb => string(reader.str_bytes("a string")?, b',', out),
        0xc4..=0xc6 => {
            out.extend_from_slice(reader.str_bytes("text")?);
            out.push(b',');
        }
        0x90..=0x9f | 0xdc | 0xdd => {
            out.push(b'[');
            let len = reader.array_len("a list")?;
            for _ in 0..len {
                value(reader, out)?;
            }
            end(len, b']', out);
        }
        0x80..=0x8f | 0xde | 0xdf => {
            out.push(b'{');
            let len = reader.map_len("a map")?;
            for _ in 0..len {
                match reader.short_block() {
                    Some((block, len)) => short_string(block, len, b':', out),
                    None => string(reader.str_bytes("a string")?, b':', out),
                }
                value(reader, out)?;
            }
            end(len, b'}', out);
        }
        _ => number(reader.number()?, out)?,
    }
    Ok(())
}

/// Prints the end of a list or map and a comma.
pub(super) fn end(len: usize, bracket: u8, out: &mut Vec<u8>) {
    if len > 0 {
        out.pop();
    }
    out.extend_from_slice(&[bracket, b',']);
}

fn number(number: Num<'_>, out: &mut Vec<u8>) -> Result<()> {
    match number {
        Num::Int(n) => push_number(&Number::from(n), out),
        Num::Uint(n) => push_number(&Number::from(n), out),
        Num::Float(n) => push_number(&Number::try_from(n)?, out),
        Num::Text(text) => out.extend_from_slice(text.as_bytes()),
    }
    out.push(b',');
    Ok(())
}

pub(super) fn push_number(number: &Number, out: &mut Vec<u8>) {
    number.push_text(out, |_, _| {});
}

/// How many bytes are looked at together.
const BLOCK: usize = text::BLOCK;

/// Prints a string, of which there is a whole block with whatever stands behind it.
#[inline(always)]
pub(super) fn short_string(block: &[u8; BLOCK], len: u8, after: u8, out: &mut Vec<u8>) {
    let len = usize::from(len) % BLOCK;
    let special = match block.first_chunk::<16>() {
        Some(half) if len <= 16 => text::any(half, len, may_be_special),
        _ => text::any(block, len, may_be_special),
    };
    if special {
        string(&block[..len], after, out);
    } else {
        text::push_quoted(out, block, len, after);
    }
}

/// Tells whether a byte cannot be printed as it is, or is one of several that stand for a
/// character.
#[inline(always)]
fn may_be_special(byte: u8) -> bool {
    // Below the space, or not ASCII; and in pairs that differ by a bit, quotation mark and
    // ampersand, and the angle brackets.
    ((byte as i8) < 0x20) | (byte | 0x04 == b'&') | (byte | 0x02 == b'>') | (byte == b'\\')
}

/// Prints a string with the escapes that Terraform writes: also those for HTML, and for the two
/// line separators that JavaScript minds.
pub(super) fn string(text: &[u8], after: u8, out: &mut Vec<u8>) {
    out.push(b'"');
    let mut rest = text;
    while let Some((block, tail)) = rest.split_first_chunk::<BLOCK>() {
        if text::any(block, BLOCK, may_be_special) {
            let escaped = escape(rest, BLOCK, out);
            rest = &rest[escaped..];
        } else {
            out.extend_from_slice(block);
            rest = tail;
        }
    }
    escape(rest, rest.len(), out);
    out.extend_from_slice(&[b'"', after]);
}

/// Prints the first `len` bytes of some text with escapes, and a byte or two more where a
/// character takes them, and tells how many it were.
fn escape(text: &[u8], len: usize, out: &mut Vec<u8>) -> usize {
    let mut plain = 0;
    let mut at = 0;
    while at < len {
        let taken = match text[at..] {
            [0xe2, 0x80, 0xa8 | 0xa9, ..] => 3,
            [byte, ..] if byte < 0x80 && may_be_special(byte) => 1,
            _ => {
                at += 1;
                continue;
            }
        };
        out.extend_from_slice(&text[plain..at]);
        push_escape(&text[at..at + taken], out);
        at += taken;
        plain = at;
    }
    out.extend_from_slice(&text[plain..at]);
    at
}

fn push_escape(character: &[u8], out: &mut Vec<u8>) {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    let short = match character {
        [byte @ (b'"' | b'\\')] => *byte,
        b"\n" => b'n',
        b"\r" => b'r',
        b"\t" => b't',
        b"\x08" => b'b',
        b"\x0c" => b'f',
        [byte] => {
            out.extend_from_slice(b"\\u00");
            out.push(HEX[usize::from(byte >> 4)]);
            return out.push(HEX[usize::from(byte & 0xf)]);
        }
        _ => {
            out.extend_from_slice(b"\\u202");
            return out.push(HEX[usize::from(character[2] & 0xf)]);
        }
    };
    out.extend_from_slice(&[b'\\', short]);
}

impl Error {
    /// Says that JSON has no infinities.
    #[cold]
    pub(crate) fn infinity() -> Self {
        Error::mismatch("a finite number", "an infinity, which JSON cannot hold")
    }
}
