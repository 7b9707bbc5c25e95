//! Reads MessagePack. Each function removes the bytes that it reads from the front of the input.

use std::collections::BTreeMap;

use serde::Deserialize;
use tfvalue::{Set, Unknown, msgpack, types::Refinements};

use super::{Malformed, NOT_NULL, text};

type Result<T> = std::result::Result<T, Malformed>;

/// The maximum number of bytes that a list reserves before its elements are read, as in serde.
const MOST_RESERVED: usize = 1024 * 1024;

/// Returns the number of elements for which to reserve memory, if the input declares `len` elements.
#[inline]
fn at_once<T>(len: usize) -> usize {
    len.min(MOST_RESERVED / size_of::<T>())
}

/// The maximum number of entries that are inserted into a map one at a time. A map with more entries is collected from
/// a vector.
const FEW: usize = 8;

/// A type that can be read.
pub(crate) trait Read<'de>: Deserialize<'de> {
    /// Reads a value.
    fn read(input: &mut &'de [u8]) -> Result<Self>;
}

impl<'de> Read<'de> for &'de str {
    #[inline(always)]
    fn read(input: &mut &'de [u8]) -> Result<Self> {
        match short_ascii(input) {
            Some(text) => Ok(text),
            None => any_text(input),
        }
    }
}

/// Reads a string that is short, ASCII, and not at the end of the input. Nearly all strings meet these conditions.
#[inline(always)]
fn short_ascii<'de>(input: &mut &'de [u8]) -> Option<&'de str> {
    let [header @ 0xa0..=0xbf, rest @ ..] = *input else {
        return None;
    };
    let (text, rest) = text::split_ascii(rest, header & 0x1f)?;
    *input = rest;
    Some(text)
}

#[inline(never)]
fn any_text<'de>(input: &mut &'de [u8]) -> Result<&'de str> {
    let len = match byte(input)? {
        marker @ 0xa0..=0xbf => usize::from(marker & 0x1f),
        0xd9 => usize::from(byte(input)?),
        0xda => usize::from(u16::from_be_bytes(array(input)?)),
        0xdb => u32::from_be_bytes(array(input)?) as usize,
        _ => return Err(Malformed),
    };
    let (bytes, rest) = input.split_at_checked(len).ok_or(Malformed)?;
    *input = rest;
    match text::ascii(bytes) {
        Some(text) => Ok(text),
        None => std::str::from_utf8(bytes).map_err(|_| Malformed),
    }
}

impl<'de> Read<'de> for String {
    #[inline(always)]
    fn read(input: &mut &'de [u8]) -> Result<Self> {
        <&str>::read(input).map(str::to_owned)
    }
}

impl<'de> Read<'de> for bool {
    #[inline]
    fn read(input: &mut &'de [u8]) -> Result<Self> {
        match byte(input)? {
            0xc2 => Ok(false),
            0xc3 => Ok(true),
            _ => Err(Malformed),
        }
    }
}

impl<'de> Read<'de> for i64 {
    #[inline]
    fn read(input: &mut &'de [u8]) -> Result<Self> {
        let marker = byte(input)?;
        integer(marker, input)
    }
}

impl<'de> Read<'de> for f64 {
    #[inline]
    fn read(input: &mut &'de [u8]) -> Result<Self> {
        let float = match byte(input)? {
            0xcb => f64::from_be_bytes(array(input)?),
            0xca => f64::from(f32::from_be_bytes(array(input)?)),
            marker => return integer(marker, input).map(|integer| integer as f64),
        };
        if float.is_nan() {
            return Err(Malformed);
        }
        Ok(float)
    }
}

impl<'de, T: Read<'de>> Read<'de> for Option<T> {
    #[inline]
    fn read(input: &mut &'de [u8]) -> Result<Self> {
        if let Some((0xc0, rest)) = input.split_first() {
            *input = rest;
            return Ok(None);
        }
        T::read(input).map(Some)
    }
}

impl<'de, T: Read<'de>> Read<'de> for Unknown<T> {
    #[inline]
    fn read(input: &mut &'de [u8]) -> Result<Self> {
        match **input {
            // A single byte has no room for refinements.
            [0xd4, _, _, ref rest @ ..] => {
                *input = rest;
                Ok(Unknown::unknown())
            }
            [0xc7, ..] => refined(input),
            _ => T::read(input).map(Unknown::Known),
        }
    }
}

/// Reads an unknown value with refinements of fewer than 256 bytes.
#[cold]
fn refined<'de, T: Read<'de>>(input: &mut &'de [u8]) -> Result<Unknown<T>> {
    if let Some(rest) = input.strip_prefix(NOT_NULL) {
        *input = rest;
        return Ok(Unknown::refined(Refinements::new().not_null()));
    }
    let len = usize::from(*input.get(1).ok_or(Malformed)?);
    let (unknown, rest) = input.split_at_checked(3 + len).ok_or(Malformed)?;
    *input = rest;
    msgpack::from_slice(unknown).map_err(|_| Malformed)
}

impl<'de, T: Read<'de>> Read<'de> for Vec<T> {
    #[inline]
    fn read(input: &mut &'de [u8]) -> Result<Self> {
        let len = match byte(input)? {
            marker @ 0x90..=0x9f => usize::from(marker & 0xf),
            0xdc => usize::from(u16::from_be_bytes(array(input)?)),
            0xdd => u32::from_be_bytes(array(input)?) as usize,
            _ => return Err(Malformed),
        };
        if len > input.len() {
            return Err(Malformed); // each element takes at least a byte
        }
        let mut list = Vec::with_capacity(at_once::<T>(len));
        for _ in 0..len {
            list.push(T::read(input)?);
        }
        Ok(list)
    }
}

impl<'de, T: Read<'de>> Read<'de> for Set<T> {
    #[inline]
    fn read(input: &mut &'de [u8]) -> Result<Self> {
        Vec::read(input).map(Set::from)
    }
}

impl<'de, K, T> Read<'de> for BTreeMap<K, T>
where
    K: Deserialize<'de> + From<&'de str> + Ord,
    T: Read<'de>,
{
    #[inline]
    fn read(input: &mut &'de [u8]) -> Result<Self> {
        let whole = *input;
        let len = map_len(input)?;
        let mut keys = Keys::default();
        let map = if len <= FEW {
            let mut map = BTreeMap::new();
            for _ in 0..len {
                map.insert(K::from(keys.next(input)?), T::read(input)?);
            }
            map
        } else {
            let mut entries = Vec::with_capacity(at_once::<(K, T)>(len));
            for _ in 0..len {
                entries.push((K::from(keys.next(input)?), T::read(input)?));
            }
            entries.into_iter().collect()
        };
        if keys.others {
            return with_any_keys(&whole[..whole.len() - input.len()]);
        }
        Ok(map)
    }
}

/// The keys of a map.
#[derive(Default)]
struct Keys<'de> {
    last: Option<&'de str>,
    /// Whether any key is not ASCII or is out of order.
    others: bool,
}

impl<'de> Keys<'de> {
    #[inline(always)]
    fn next(&mut self, input: &mut &'de [u8]) -> Result<&'de str> {
        let key = match short_ascii(input) {
            Some(key) => key,
            None => {
                let key = any_text(input)?;
                self.others |= !text::is_ascii(key);
                key
            }
        };
        let last = self.last.replace(key);
        self.others |= last.is_some_and(|last| !text::less(last.as_bytes(), key.as_bytes()));
        Ok(key)
    }
}

/// Reads a map again with the library, which finds all duplicate keys.
#[cold]
fn with_any_keys<'de, T: Deserialize<'de>>(map: &'de [u8]) -> Result<T> {
    msgpack::from_slice(map).map_err(|_| Malformed)
}

/// Reads the header of an object with `len` attributes.
#[inline]
pub(super) fn object(input: &mut &[u8], len: usize) -> Result<()> {
    if map_len(input)? == len {
        Ok(())
    } else {
        Err(Malformed)
    }
}

/// Reads the MessagePack of an attribute's name.
#[inline(always)]
pub(super) fn key<const N: usize>(input: &mut &[u8], key: &'static [u8; N]) -> Result<()> {
    *input = input.strip_prefix(key).ok_or(Malformed)?;
    Ok(())
}

#[inline]
fn map_len(input: &mut &[u8]) -> Result<usize> {
    match byte(input)? {
        marker @ 0x80..=0x8f => Ok(usize::from(marker & 0xf)),
        0xde => Ok(usize::from(u16::from_be_bytes(array(input)?))),
        0xdf => Ok(u32::from_be_bytes(array(input)?) as usize),
        _ => Err(Malformed),
    }
}

#[inline]
fn integer(marker: u8, input: &mut &[u8]) -> Result<i64> {
    Ok(match marker {
        0..=0x7f => i64::from(marker),
        0xe0..=0xff => i64::from(marker as i8),
        0xcc => i64::from(byte(input)?),
        0xcd => i64::from(u16::from_be_bytes(array(input)?)),
        0xce => i64::from(u32::from_be_bytes(array(input)?)),
        0xcf => i64::try_from(u64::from_be_bytes(array(input)?)).map_err(|_| Malformed)?,
        0xd0 => i64::from(byte(input)? as i8),
        0xd1 => i64::from(i16::from_be_bytes(array(input)?)),
        0xd2 => i64::from(i32::from_be_bytes(array(input)?)),
        0xd3 => i64::from_be_bytes(array(input)?),
        _ => return Err(Malformed),
    })
}

#[inline]
fn byte(input: &mut &[u8]) -> Result<u8> {
    let (byte, rest) = input.split_first().ok_or(Malformed)?;
    *input = rest;
    Ok(*byte)
}

#[inline]
fn array<const N: usize>(input: &mut &[u8]) -> Result<[u8; N]> {
    let (array, rest) = input.split_first_chunk().ok_or(Malformed)?;
    *input = rest;
    Ok(*array)
}
