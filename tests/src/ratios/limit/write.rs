//! Writing: each function adds to the end of the output, in the shortest form.

use std::collections::BTreeMap;

use tfvalue::{Set, Unknown};

/// What can be written.
pub(crate) trait Write {
    /// Writes the value.
    fn write(&self, out: &mut Vec<u8>);
}

impl Write for str {
    #[inline]
    fn write(&self, out: &mut Vec<u8>) {
        match self.len() {
            len @ 0..32 => out.push(0xa0 | len as u8),
            len => long(out, [0xd9, 0xda, 0xdb], len),
        }
        out.extend_from_slice(self.as_bytes());
    }
}

impl Write for &str {
    #[inline]
    fn write(&self, out: &mut Vec<u8>) {
        str::write(self, out);
    }
}

impl Write for String {
    #[inline]
    fn write(&self, out: &mut Vec<u8>) {
        str::write(self, out);
    }
}

impl Write for bool {
    #[inline]
    fn write(&self, out: &mut Vec<u8>) {
        out.push(0xc2 | u8::from(*self));
    }
}

impl Write for i64 {
    #[inline]
    fn write(&self, out: &mut Vec<u8>) {
        match *self {
            value @ -32..128 => out.push(value as u8),
            value @ 128..0x100 => out.extend_from_slice(&[0xcc, value as u8]),
            value @ 0x100..0x1_0000 => marked(out, 0xcd, (value as u16).to_be_bytes()),
            value @ 0x1_0000..0x1_0000_0000 => marked(out, 0xce, (value as u32).to_be_bytes()),
            value @ 0x1_0000_0000.. => marked(out, 0xcf, value.to_be_bytes()),
            value if value >= i64::from(i8::MIN) => marked(out, 0xd0, (value as i8).to_be_bytes()),
            value if value >= i64::from(i16::MIN) => {
                marked(out, 0xd1, (value as i16).to_be_bytes());
            }
            value if value >= i64::from(i32::MIN) => {
                marked(out, 0xd2, (value as i32).to_be_bytes());
            }
            value => marked(out, 0xd3, value.to_be_bytes()),
        }
    }
}

impl Write for f64 {
    #[inline]
    fn write(&self, out: &mut Vec<u8>) {
        // Whole numbers are written as such.
        match *self as i64 {
            whole if whole as f64 == *self => whole.write(out),
            _ => marked(out, 0xcb, self.to_be_bytes()),
        }
    }
}

impl<T: Write> Write for Option<T> {
    #[inline]
    fn write(&self, out: &mut Vec<u8>) {
        match self {
            None => out.push(0xc0),
            Some(value) => value.write(out),
        }
    }
}

impl<T: Write> Write for Unknown<T> {
    #[inline]
    fn write(&self, out: &mut Vec<u8>) {
        match self {
            Unknown::Known(value) => value.write(out),
            Unknown::Unknown(_) => out.extend_from_slice(&[0xd4, 0, 0]),
        }
    }
}

impl<T: Write> Write for Vec<T> {
    #[inline]
    fn write(&self, out: &mut Vec<u8>) {
        array_len(out, self.len());
        self.iter().for_each(|element| element.write(out));
    }
}

impl<T: Write + Element> Write for Set<T> {
    #[inline]
    fn write(&self, out: &mut Vec<u8>) {
        array_len(out, self.len());
        if !T::ORDERED || self.iter().is_sorted_by(|a, b| a.text() < b.text()) {
            return self.iter().for_each(|element| element.write(out));
        }
        let mut elements: Vec<&str> = self.iter().map(T::text).collect();
        elements.sort_unstable();
        elements.iter().for_each(|element| element.write(out));
    }
}

impl<K: Write, T: Write> Write for BTreeMap<K, T> {
    #[inline]
    fn write(&self, out: &mut Vec<u8>) {
        map_len(out, self.len());
        for (key, value) in self {
            key.write(out);
            value.write(out);
        }
    }
}

/// An element of a set: text is put in order, objects stay as they are.
pub(crate) trait Element {
    /// Whether there is an order.
    const ORDERED: bool;

    /// What it is ordered by.
    fn text(&self) -> &str {
        ""
    }
}

impl Element for &str {
    const ORDERED: bool = true;

    fn text(&self) -> &str {
        self
    }
}

impl Element for String {
    const ORDERED: bool = true;

    fn text(&self) -> &str {
        self
    }
}

/// Writes the beginning of a map or an object.
#[inline]
pub(super) fn map_len(out: &mut Vec<u8>, len: usize) {
    match len {
        0..16 => out.push(0x80 | len as u8),
        16..0x1_0000 => marked(out, 0xde, (len as u16).to_be_bytes()),
        _ => marked(out, 0xdf, (len as u32).to_be_bytes()),
    }
}

#[inline]
fn array_len(out: &mut Vec<u8>, len: usize) {
    match len {
        0..16 => out.push(0x90 | len as u8),
        16..0x1_0000 => marked(out, 0xdc, (len as u16).to_be_bytes()),
        _ => marked(out, 0xdd, (len as u32).to_be_bytes()),
    }
}

/// Writes a length of one, two or four bytes behind its marker.
#[inline]
fn long(out: &mut Vec<u8>, markers: [u8; 3], len: usize) {
    match len {
        0..0x100 => out.extend_from_slice(&[markers[0], len as u8]),
        0x100..0x1_0000 => marked(out, markers[1], (len as u16).to_be_bytes()),
        _ => marked(out, markers[2], (len as u32).to_be_bytes()),
    }
}

#[inline]
fn marked<const N: usize>(out: &mut Vec<u8>, marker: u8, bytes: [u8; N]) {
    out.push(marker);
    out.extend_from_slice(&bytes);
}
