//! Writes MessagePack in its shortest form. Each function appends to the output.

use std::collections::BTreeMap;

use serde::Serialize;
use tfvalue::{Set, Unknown, msgpack, types::Refinements};
use unicode_normalization::{IsNormalized, is_nfc_quick};

use super::{NOT_NULL, text};

/// The maximum number of elements that are compared in pairs, without an allocation.
const FEW: usize = 16;

/// The output so far.
pub(crate) struct Output {
    bytes: Vec<u8>,
    /// Whether a part could not be written. The output is then discarded.
    failed: bool,
}

impl Output {
    pub(super) fn new(bytes: Vec<u8>) -> Self {
        Output {
            bytes,
            failed: false,
        }
    }

    pub(super) fn failed(&self) -> bool {
        self.failed
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Adds a single byte.
    #[inline(always)]
    pub(super) fn push(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    /// Adds a constant number of bytes.
    #[inline(always)]
    pub(super) fn array<const N: usize>(&mut self, bytes: &[u8; N]) {
        self.bytes.extend_from_slice(bytes);
    }

    #[cold]
    fn fail(&mut self) {
        self.failed = true;
    }

    /// Lets the library write a rare value.
    #[cold]
    #[inline(never)]
    fn rare<T: Serialize + ?Sized>(&mut self, value: &T) {
        match msgpack::to_vec(value) {
            Ok(bytes) => self.bytes.extend_from_slice(&bytes),
            Err(_) => self.fail(),
        }
    }
}

/// A type that can be written.
pub(crate) trait Write: Serialize {
    /// Writes the value.
    fn write(&self, out: &mut Output);
}

impl Write for str {
    #[inline(always)]
    fn write(&self, out: &mut Output) {
        if text::push_short_ascii(&mut out.bytes, 0xa0 | self.len() as u8, self.as_bytes())
            .is_none()
        {
            any_text(self, out);
        }
    }
}

#[inline(never)]
fn any_text(text: &str, out: &mut Output) {
    if !text::is_ascii(text) && is_nfc_quick(text.chars()) != IsNormalized::Yes {
        return out.rare(text);
    }
    match text.len() {
        len @ 0..32 => out.push(0xa0 | len as u8),
        len @ 32..0x100 => out.array(&[0xd9, len as u8]),
        len => long(out, 0xda, len),
    }
    out.bytes.extend_from_slice(text.as_bytes());
}

impl Write for &str {
    #[inline(always)]
    fn write(&self, out: &mut Output) {
        str::write(self, out);
    }
}

impl Write for String {
    #[inline(always)]
    fn write(&self, out: &mut Output) {
        str::write(self, out);
    }
}

impl Write for bool {
    #[inline]
    fn write(&self, out: &mut Output) {
        out.push(0xc2 | u8::from(*self));
    }
}

impl Write for i64 {
    #[inline]
    fn write(&self, out: &mut Output) {
        match *self {
            value @ -32..128 => out.push(value as u8),
            value @ 128..0x100 => out.array(&[0xcc, value as u8]),
            value @ 0x100..0x1_0000 => {
                out.array::<3>(&marked(0xcd, (value as u16).to_be_bytes()));
            }
            value @ 0x1_0000..0x1_0000_0000 => {
                out.array::<5>(&marked(0xce, (value as u32).to_be_bytes()));
            }
            value @ 0x1_0000_0000.. => out.array::<9>(&marked(0xcf, value.to_be_bytes())),
            value => negative(value, out),
        }
    }
}

/// Writes an integer less than -32.
fn negative(value: i64, out: &mut Output) {
    if let Ok(value) = i8::try_from(value) {
        out.array::<2>(&marked(0xd0, value.to_be_bytes()));
    } else if let Ok(value) = i16::try_from(value) {
        out.array::<3>(&marked(0xd1, value.to_be_bytes()));
    } else if let Ok(value) = i32::try_from(value) {
        out.array::<5>(&marked(0xd2, value.to_be_bytes()));
    } else {
        out.array::<9>(&marked(0xd3, value.to_be_bytes()));
    }
}

impl Write for f64 {
    #[inline]
    fn write(&self, out: &mut Output) {
        // Whole numbers are written as integers. Numbers above the range of `i64` saturate to `i64::MAX`.
        match *self as i64 {
            whole if whole as f64 == *self && whole != i64::MAX => whole.write(out),
            _ if self.abs() < i64::MAX as f64 => {
                out.array::<9>(&marked(0xcb, self.to_be_bytes()));
            }
            _ => out.rare(self),
        }
    }
}

impl<T: Write> Write for Option<T> {
    #[inline]
    fn write(&self, out: &mut Output) {
        match self {
            None => out.push(0xc0),
            Some(value) => value.write(out),
        }
    }
}

impl<T: Write> Write for Unknown<T> {
    #[inline]
    fn write(&self, out: &mut Output) {
        match self {
            Unknown::Known(value) => value.write(out),
            Unknown::Unknown(refinements) => {
                if !unknown(refinements, out) {
                    out.rare(self);
                }
            }
        }
    }
}

/// Writes an unknown value and returns `true`, unless the value has refinements other than "not null".
#[inline(never)]
fn unknown(refinements: &Refinements, out: &mut Output) -> bool {
    if refinements.is_empty() {
        out.array(&[0xd4, 0, 0]);
        return true;
    }
    let is_just_not_null = refinements.is_not_null()
        && refinements.known_prefix().is_none()
        && refinements.lower().is_none()
        && refinements.upper().is_none()
        && refinements.lengths() == (0, None);
    if is_just_not_null {
        out.array(NOT_NULL);
    }
    is_just_not_null
}

impl<T: Write> Write for Vec<T> {
    #[inline]
    fn write(&self, out: &mut Output) {
        array_len(out, self.len());
        self.iter().for_each(|element| element.write(out));
    }
}

impl<T: Element> Write for Set<T> {
    #[inline]
    fn write(&self, out: &mut Output) {
        let start = out.bytes.len();
        if !T::write_set(self, out) {
            out.bytes.truncate(start);
            out.rare(self);
        }
    }
}

/// An element of a set.
pub(crate) trait Element: Write + Sized {
    /// Writes a set and returns `true`, unless elements are unsorted or duplicates.
    fn write_set(set: &Set<Self>, out: &mut Output) -> bool;
}

macro_rules! text {
    ($($text:ty)*) => {$(
        /// ASCII strings are sorted by their bytes. Other strings are written by the library.
        impl Element for $text {
            #[inline]
            fn write_set(set: &Set<Self>, out: &mut Output) -> bool {
                array_len(out, set.len());
                let mut last: Option<&str> = None;
                set.iter().all(|text| {
                    text.write(out);
                    let last = last.replace(text);
                    text::is_ascii(text)
                        && last.is_none_or(|last| text::less(last.as_bytes(), text.as_bytes()))
                })
            }
        }
    )*};
}

text!(&str String);

/// Writes a set of objects in order and returns `true`, unless there are duplicates or too many objects.
#[inline]
pub(super) fn objects<T: Write>(set: &Set<T>, out: &mut Output) -> bool {
    array_len(out, set.len());
    if set.len() > FEW {
        return false;
    }
    let mut starts = [0; FEW];
    for (at, object) in set.iter().enumerate() {
        let start = out.bytes.len();
        starts[at] = start;
        object.write(out);
        // Compare the object with all earlier objects, starting with the last.
        let bytes = &out.bytes[start..];
        let mut end = start;
        for &start in starts[..at].iter().rev() {
            if out.bytes[start..end] == *bytes {
                return false;
            }
            end = start;
        }
    }
    true
}

impl<K: Write + AsRef<str>, T: Write> Write for BTreeMap<K, T> {
    #[inline]
    fn write(&self, out: &mut Output) {
        let start = out.bytes.len();
        map_len(out, self.len());
        for (key, value) in self {
            // Normalization may change the order.
            if !text::is_ascii(key.as_ref()) {
                out.bytes.truncate(start);
                return out.rare(self);
            }
            key.write(out);
            value.write(out);
        }
    }
}

/// Writes the header of a map or an object.
#[inline]
pub(super) fn map_len(out: &mut Output, len: usize) {
    match len {
        0..16 => out.push(0x80 | len as u8),
        _ => long(out, 0xde, len),
    }
}

#[inline]
fn array_len(out: &mut Output, len: usize) {
    match len {
        0..16 => out.push(0x90 | len as u8),
        _ => long(out, 0xdc, len),
    }
}

/// Writes a header whose length takes up two bytes, or, with the next marker, four bytes.
#[inline]
fn long(out: &mut Output, marker: u8, len: usize) {
    if let Ok(len) = u16::try_from(len) {
        out.array::<3>(&marked(marker, len.to_be_bytes()));
    } else if let Ok(len) = u32::try_from(len) {
        out.array::<5>(&marked(marker + 1, len.to_be_bytes()));
    } else {
        out.fail();
    }
}

/// Returns a marker followed by bytes.
#[inline(always)]
fn marked<const N: usize, const ALL: usize>(marker: u8, bytes: [u8; N]) -> [u8; ALL] {
    let mut all = [marker; ALL];
    all[1..].copy_from_slice(&bytes);
    all
}
