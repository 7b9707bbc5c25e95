//! Writes scalars and headers in canonical form, as the same bytes that the reference implementation writes.
//!
//! Source: "MessagePack Serialization Rules" in the wire format documentation. These rules recommend the most compact
//! encoding.

use rmp::encode;

use super::number::Num;
use super::read::Reader;
use crate::error::{Error, Result};
use crate::nfc::nfc;
use crate::number::{Number, Wire, exact_double, whole};
use crate::text;

/// Writing to a `Vec` cannot fail.
#[allow(clippy::needless_pass_by_value)] // the result is what is consumed
fn sure<T, E>(result: Result<T, E>) {
    debug_assert!(result.is_ok());
}

#[inline]
pub(crate) fn nil(out: &mut Vec<u8>) {
    out.push(0xc0);
}

#[inline]
pub(crate) fn bool(out: &mut Vec<u8>, value: bool) {
    out.push(if value { 0xc3 } else { 0xc2 });
}

#[inline]
pub(crate) fn int(out: &mut Vec<u8>, value: i64) {
    match value {
        -0x20..=0x7f => out.push(value as u8),
        0x80..=0xff => out.extend_from_slice(&[0xcc, value as u8]),
        0x100..=0xffff => {
            let [high, low] = (value as u16).to_be_bytes();
            out.extend_from_slice(&[0xcd, high, low]);
        }
        0x1_0000..=0xffff_ffff => {
            let [a, b, c, d] = (value as u32).to_be_bytes();
            out.extend_from_slice(&[0xce, a, b, c, d]);
        }
        0x1_0000_0000.. => {
            let [a, b, c, d, e, f, g, h] = value.to_be_bytes();
            out.extend_from_slice(&[0xcf, a, b, c, d, e, f, g, h]);
        }
        _ => sure(encode::write_sint(out, value)),
    }
}

/// Writes a double, or an integer if the double is a whole number. Returns `true` if the number was written as a
/// decimal string.
#[inline]
pub(crate) fn float(out: &mut Vec<u8>, value: f64) -> Result<bool> {
    match whole(value) {
        Some(int) => self::int(out, int),
        // The number is neither NaN nor outside the range of the integers, so it has a fraction.
        None if value.abs() < i64::MAX as f64 => double(out, value),
        None => return any_float(out, value),
    }
    Ok(false)
}

#[cold]
#[inline(never)]
fn any_float(out: &mut Vec<u8>, value: f64) -> Result<bool> {
    Ok(number(out, &Number::try_from(value)?))
}

/// Writes a double as a double.
#[inline]
fn double(out: &mut Vec<u8>, value: f64) {
    let [a, b, c, d, e, f, g, h] = value.to_be_bytes();
    out.extend_from_slice(&[0xcb, a, b, c, d, e, f, g, h]);
}

/// Writes a number, and returns `true` if it was written as a decimal string.
#[inline(never)]
pub(crate) fn number(out: &mut Vec<u8>, number: &Number) -> bool {
    match number.wire() {
        Wire::Int(value) => int(out, value),
        Wire::Float(value) => double(out, value),
        Wire::Text => {
            number.push_text(out, str_header);
            return true;
        }
    }
    false
}

/// Writes a number for the JSON printer, either as an integer or as its text in a bin.
pub(super) fn number_text(out: &mut Vec<u8>, number: &Number) {
    match number.as_i64() {
        // A zero may have a minus sign.
        Some(value) if value != 0 => int(out, value),
        _ => number.push_text(out, bin_header),
    }
}

/// Writes bytes, which are either the JSON of a type or text for the JSON printer.
pub(super) fn bin(out: &mut Vec<u8>, bytes: &[u8]) -> Result<()> {
    bin_header(out, len(bytes.len())?);
    out.extend_from_slice(bytes);
    Ok(())
}

#[inline]
fn bin_header(out: &mut Vec<u8>, len: u32) {
    match u8::try_from(len) {
        Ok(len) => out.extend_from_slice(&[0xc4, len]),
        Err(_) => sure(encode::write_bin_len(out, len)),
    }
}

/// Replaces the decimal string from `start` to the end of `out`, which a [`Number`] has just written, with a double if
/// the double is exact. With `as_text`, the string becomes a bin instead. Returns `true` if the number is still a
/// decimal string.
pub(super) fn settle_number_text(out: &mut Vec<u8>, start: usize, as_text: bool) -> Result<bool> {
    // Only decimals that end in the digit 5 can equal a double that is not a whole number.
    match out[start..] {
        [0xa0..=0xbf | 0xd9..=0xdb, .., b'5'] => {}
        [0xa0..=0xbf | 0xd9..=0xdb, ..] if !as_text => return Ok(true),
        _ if !as_text => return Ok(false),
        _ => {}
    }
    let Ok(Num::Text(text)) = Reader::new(&out[start..]).number() else {
        return Ok(false);
    };
    if as_text {
        let text = text.to_owned();
        out.truncate(start);
        sure(encode::write_bin(out, text.as_bytes()));
    } else if let Some(value) = exact_double(text) {
        out.truncate(start);
        double(out, value);
        return Ok(false);
    }
    Ok(true)
}

/// Writes a string in NFC.
#[inline(always)] // so that the bytes of names are known when it is compiled
pub(crate) fn str(out: &mut Vec<u8>, text: &str) -> Result<()> {
    match short_str(out, text) {
        Some(_) => Ok(()),
        None => any_str(out, text),
    }
}

/// Writes a short ASCII string, and returns its [prefix](text::prefix).
#[inline(always)]
pub(super) fn short_str(out: &mut Vec<u8>, text: &str) -> Option<u64> {
    text::push_short_ascii(out, 0xa0 | text.len() as u8, text.as_bytes())
}

/// Writes text as it is.
pub(super) fn text(out: &mut Vec<u8>, text: &str) -> Result<()> {
    str_header(out, len(text.len())?);
    out.extend_from_slice(text.as_bytes());
    Ok(())
}

#[inline(never)]
pub(super) fn any_str(out: &mut Vec<u8>, text: &str) -> Result<()> {
    // The fast path also fails if there is too little space. Now there is enough.
    out.reserve(text::BLOCK);
    if short_str(out, text).is_some() {
        return Ok(());
    }
    match u8::try_from(text.len()) {
        Ok(len @ 32..) if text.is_ascii() => {
            out.reserve(2 + text.len());
            out.extend_from_slice(&[0xd9, len]);
            out.extend_from_slice(text.as_bytes());
            Ok(())
        }
        _ => self::text(out, &nfc(text)),
    }
}

#[inline]
fn str_header(out: &mut Vec<u8>, len: u32) {
    match len {
        0..32 => out.push(0xa0 | len as u8),
        _ => sure(encode::write_str_len(out, len)),
    }
}

/// Writes the header of an array.
#[inline]
pub(crate) fn array_len(out: &mut Vec<u8>, count: usize) -> Result<()> {
    if count < 16 {
        out.push(0x90 | count as u8);
        return Ok(());
    }
    long_array_len(out, count)
}

#[inline(never)]
fn long_array_len(out: &mut Vec<u8>, count: usize) -> Result<()> {
    sure(encode::write_array_len(out, len(count)?));
    Ok(())
}

/// Writes the header of a map.
#[inline]
pub(crate) fn map_len(out: &mut Vec<u8>, count: usize) -> Result<()> {
    if count < 16 {
        out.push(0x80 | count as u8);
        return Ok(());
    }
    long_map_len(out, count)
}

#[inline(never)]
fn long_map_len(out: &mut Vec<u8>, count: usize) -> Result<()> {
    sure(encode::write_map_len(out, len(count)?));
    Ok(())
}

/// Writes an unknown value with the given refinement payload.
pub(crate) fn unknown(out: &mut Vec<u8>, payload: &[u8]) -> Result<()> {
    if payload.is_empty() {
        out.extend_from_slice(&[0xd4, 0, 0]);
        return Ok(());
    }
    sure(encode::write_ext_meta(out, len(payload.len())?, 12));
    out.extend_from_slice(payload);
    Ok(())
}

fn len(len: usize) -> Result<u32> {
    u32::try_from(len)
        .map_err(|_| Error::limit("MessagePack holds no more than 4294967295 of anything"))
}
