//! The printer: converts canonical MessagePack to JSON.

use crate::error::{Error, Result};
use crate::msgpack::number::Num;
use crate::msgpack::read::Reader;
use crate::number::Number;
use crate::text;

/// Prints a value that is encoded as canonical MessagePack. The content of a `bin` is printed unchanged.
pub(crate) fn print(canonical: &[u8]) -> Result<Vec<u8>> {
    let mut out = Vec::with_capacity(canonical.len() * 2);
    value(&mut Reader::new(canonical), &mut out)?;
    out.pop();
    Ok(out)
}

/// Prints a value and a comma. The end of a list or map overwrites the comma.
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

/// The number of bytes that are checked at once.
const BLOCK: usize = text::BLOCK;

/// Prints the string in the first `len` bytes of a block, followed by the byte `after`.
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

/// Returns `true` if a byte must be escaped or is not ASCII.
#[inline(always)]
fn may_be_special(byte: u8) -> bool {
    // As a signed number, a byte that is not ASCII is less than a space. The quotation mark and the ampersand differ by
    // a single bit, as do the two angle brackets.
    ((byte as i8) < 0x20) | (byte | 0x04 == b'&') | (byte | 0x02 == b'>') | (byte == b'\\')
}

/// Prints a string with the escapes of Go's `encoding/json`, which Terraform uses, followed by the byte `after`. The
/// escaped characters include `&`, `<` and `>`, and the line separators U+2028 and U+2029.
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

/// Prints the first `len` bytes of a string with escapes, and returns the number of bytes that were printed. This
/// number is greater than `len` if a line separator crosses the boundary.
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
    /// Creates the error for an infinity, which JSON cannot represent.
    #[cold]
    pub(crate) fn infinity() -> Self {
        Error::mismatch("a finite number", "an infinity, which JSON cannot hold")
    }
}
