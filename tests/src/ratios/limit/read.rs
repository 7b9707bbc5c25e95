//! Reading: each function takes what it reads off the front of the input.

use std::collections::BTreeMap;

use tfvalue::{Set, Unknown};

use super::Malformed;

type Result<T> = std::result::Result<T, Malformed>;

/// What can be read.
pub(crate) trait Read<'de>: Sized {
    /// Reads a value.
    fn read(input: &mut &'de [u8]) -> Result<Self>;
}

impl<'de> Read<'de> for &'de str {
    #[inline]
    fn read(input: &mut &'de [u8]) -> Result<Self> {
        let len = match byte(input)? {
            marker @ 0xa0..=0xbf => usize::from(marker & 0x1f),
            0xd9 => usize::from(byte(input)?),
            0xda => usize::from(u16::from_be_bytes(array(input)?)),
            0xdb => u32::from_be_bytes(array(input)?) as usize,
            _ => return Err(Malformed),
        };
        let (text, rest) = input.split_at_checked(len).ok_or(Malformed)?;
        *input = rest;
        std::str::from_utf8(text).map_err(|_| Malformed)
    }
}

impl<'de> Read<'de> for String {
    #[inline]
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
        match byte(input)? {
            0xcb => Ok(f64::from_be_bytes(array(input)?)),
            0xca => Ok(f64::from(f32::from_be_bytes(array(input)?))),
            marker => integer(marker, input).map(|integer| integer as f64),
        }
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
        match input.first() {
            Some(0xd4 | 0xc7) => unknown(input).map(|()| Unknown::unknown()),
            _ => T::read(input).map(Unknown::Known),
        }
    }
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
            return Err(Malformed); // an element takes a byte at least
        }
        let mut list = Vec::with_capacity(len);
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

impl<'de, K: Read<'de> + Ord, T: Read<'de>> Read<'de> for BTreeMap<K, T> {
    #[inline]
    fn read(input: &mut &'de [u8]) -> Result<Self> {
        let mut map = BTreeMap::new();
        for _ in 0..map_len(input)? {
            if map.insert(K::read(input)?, T::read(input)?).is_some() {
                return Err(Malformed);
            }
        }
        Ok(map)
    }
}

/// Reads the beginning of an object of so many attributes.
#[inline]
pub(super) fn object(input: &mut &[u8], len: usize) -> Result<()> {
    match map_len(input)? == len {
        true => Ok(()),
        false => Err(Malformed),
    }
}

/// Reads the name of an attribute, with its marker.
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

/// Skips an unknown value: an ext of one byte, or one with a length of one byte.
#[cold]
fn unknown(input: &mut &[u8]) -> Result<()> {
    let len = match byte(input)? {
        0xc7 => usize::from(byte(input)?),
        _ => 1,
    };
    *input = input.get(1 + len..).ok_or(Malformed)?;
    Ok(())
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
