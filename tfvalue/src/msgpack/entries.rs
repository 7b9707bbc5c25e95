//! The state of a list, map or object while its parts are being written.

use super::read::Reader;
use super::write;
use crate::error::Result;
use crate::path::Step;
use crate::text;

/// The kind of a value with parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    /// A list or set.
    List,
    Tuple,
    Map,
    /// A struct with flattened fields, which serde serializes as a map of unknown length.
    Entries,
    Object,
}

impl Kind {
    #[inline]
    pub(super) fn is_sequence(self) -> bool {
        matches!(self, Kind::List | Kind::Tuple)
    }

    /// Returns `true` if all elements must have the same type.
    #[inline]
    pub(super) fn is_collection(self) -> bool {
        matches!(self, Kind::List | Kind::Map)
    }
}

/// A list, map or object in the output.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    /// The position of the header.
    pub(super) start: usize,
    /// The number of parts in the header, or `None` if no header has been written.
    pub(super) announced: Option<usize>,
    /// The number of parts that have been written so far.
    pub(super) written: usize,
}

impl Span {
    /// Writes the header.
    #[inline(always)] // so that the result stays in registers
    pub(super) fn new(out: &mut Vec<u8>, announced: Option<usize>, kind: Kind) -> Result<Self> {
        let start = out.len();
        if let Some(len) = announced {
            header(out, len, kind)?;
        }
        Ok(Span {
            start,
            announced,
            written: 0,
        })
    }

    /// Returns the position of the first part.
    pub(super) fn first_part(self, kind: Kind) -> Result<usize> {
        let mut written = Vec::new();
        if let Some(len) = self.announced {
            header(&mut written, len, kind)?;
        }
        Ok(self.start + written.len())
    }

    /// Corrects the header if the number in it differs from the number of parts that were written.
    pub(super) fn correct_header(self, out: &mut Vec<u8>, kind: Kind) -> Result<()> {
        if self.announced != Some(self.written) {
            let mut new = Vec::new();
            header(&mut new, self.written, kind)?;
            out.splice(self.start..self.first_part(kind)?, new);
        }
        Ok(())
    }
}

#[inline]
fn header(out: &mut Vec<u8>, len: usize, kind: Kind) -> Result<()> {
    if kind.is_sequence() {
        write::array_len(out, len)
    } else {
        write::map_len(out, len)
    }
}

/// The entries of a map or the members of an object.
#[derive(Clone, Copy, Debug)]
pub(super) struct WrittenEntries {
    pub(super) span: Span,
    pub(super) kind: Kind,
    /// The position of the previous key.
    last: usize,
    /// The [prefix](text::prefix) of the previous key.
    prefix: u64,
    pub(super) sorted: bool,
}

impl WrittenEntries {
    #[inline(always)]
    pub(super) fn new(out: &mut Vec<u8>, announced: Option<usize>, kind: Kind) -> Result<Self> {
        let span = Span::new(out, announced, kind)?;
        Ok(WrittenEntries {
            span,
            kind,
            last: span.start,
            prefix: 0,
            sorted: true,
        })
    }

    /// Writes a key and compares it with the previous key.
    #[inline(always)]
    pub(super) fn key(&mut self, out: &mut Vec<u8>, key: &str) -> Result<()> {
        let start = out.len();
        match write::short_str(out, key) {
            Some(prefix) if prefix > self.prefix => {
                self.prefix = prefix;
                self.last = start;
                self.span.written += 1;
                Ok(())
            }
            Some(_) => self.compare(out, start),
            None => {
                write::any_str(out, key)?;
                self.compare(out, start)
            }
        }
    }

    /// Compares the full text of the key at `start` with the full text of the previous key.
    #[inline(never)]
    fn compare(&mut self, out: &[u8], start: usize) -> Result<()> {
        let key = key_at(out, start)?;
        self.sorted &= self.span.written == 0 || key_at(out, self.last)? < key;
        self.prefix = text::prefix(key);
        self.last = start;
        self.span.written += 1;
        Ok(())
    }

    /// Returns the step to the value of the previous key.
    #[cold]
    pub(super) fn step(&self, out: &[u8]) -> Step {
        let key = key_at(out, self.last).unwrap_or_default();
        Step::Key(String::from_utf8_lossy(key).into())
    }
}

/// Returns the text of the key at `start`.
fn key_at(out: &[u8], start: usize) -> Result<&[u8]> {
    Reader::new(&out[start..]).str_bytes("a key")
}
