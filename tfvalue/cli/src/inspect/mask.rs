//! Finds the bytes of sensitive values in MessagePack.

use std::ops::Range;

use super::shape::Shape;
use super::walk::{Header, Walk};

/// Returns the byte ranges to hide. If the input is malformed, everything after the malformed byte is hidden.
pub(super) fn hidden(input: &[u8], shape: Shape<'_>) -> Vec<Range<usize>> {
    let mut mask = Mask {
        walk: Walk::new(input),
        len: input.len(),
        hidden: Vec::new(),
    };
    if shape.hides_something() {
        let _ = mask.value(shape);
        mask.hidden.push(mask.walk.at()..input.len());
    }
    mask.hidden
}

struct Mask<'a> {
    walk: Walk<'a>,
    len: usize,
    hidden: Vec<Range<usize>>,
}

impl Mask<'_> {
    /// Walks over a value. Returns `None` at the end of the input and for malformed input.
    fn value(&mut self, shape: Shape<'_>) -> Option<()> {
        if !shape.hides_something() {
            return self.walk.skip(1);
        }
        let start = self.walk.at();
        if shape.is_hidden() || shape.is_enveloped() {
            return self.hide(start, 1);
        }
        let element = shape.element();
        match (self.walk.header()?, element) {
            (Header::Array(len), Some(element)) => (0..len).try_for_each(|_| self.value(element)),
            (Header::Map(len), Some(element)) => (0..len).try_for_each(|_| {
                self.walk.skip(1)?;
                self.value(element)
            }),
            (Header::Map(len), None) => (0..len).try_for_each(|_| {
                let key = self.walk.at();
                match self.member(shape) {
                    Some(member) => self.value(member),
                    None => {
                        self.hidden.push(key..self.len);
                        None
                    }
                }
            }),
            // If the value is a list instead of an object, any element may be a misplaced sensitive value.
            (Header::Array(len), None) => self.hide(start, len as u64),
            (Header::Text(_) | Header::Other, _) => self.hide(start, 0),
        }
    }

    /// Reads the name of a member. Returns `None` if the schema has no such member.
    fn member<'a>(&mut self, shape: Shape<'a>) -> Option<Shape<'a>> {
        let Header::Text(name) = self.walk.header()? else {
            return None;
        };
        shape.member(std::str::from_utf8(name).ok()?)
    }

    /// Hides everything from `start` to the end of the next `values` values.
    fn hide(&mut self, start: usize, values: u64) -> Option<()> {
        let done = self.walk.skip(values);
        let end = done.map_or(self.len, |()| self.walk.at());
        self.hidden.push(start..end);
        done
    }
}
