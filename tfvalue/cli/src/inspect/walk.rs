//! Walks through MessagePack data without a type.

use rmp::Marker;
use tfvalue::{Path, Type, paths::Step};

/// The rest of the input.
pub(super) struct Walk<'a> {
    rest: &'a [u8],
    len: usize,
}

/// A scalar, or the header of a container with its number of elements or entries.
pub(super) enum Header<'a> {
    Array(usize),
    Map(usize),
    Text(&'a [u8]),
    Other,
}

impl<'a> Walk<'a> {
    pub(super) fn new(input: &'a [u8]) -> Self {
        Walk {
            rest: input,
            len: input.len(),
        }
    }

    pub(super) fn at(&self) -> usize {
        self.len - self.rest.len()
    }

    /// Skips `values` values. Returns `None` at the end of the input and for malformed input.
    pub(super) fn skip(&mut self, values: u64) -> Option<()> {
        let mut pending = values;
        while pending > 0 {
            pending -= 1;
            pending += match self.header()? {
                Header::Array(len) => len as u64,
                Header::Map(len) => 2 * len as u64,
                Header::Text(_) | Header::Other => 0,
            };
        }
        Some(())
    }

    /// Walks to the part at a path in a value with a type constraint.
    fn seek(&mut self, path: &[Step], ty: &Type) -> Option<()> {
        let [step, deeper @ ..] = path else {
            return Some(());
        };
        match (self.header()?, step, ty) {
            (Header::Array(2), _, Type::Dynamic) => {
                let Header::Text(json) = self.header()? else {
                    return None;
                };
                self.seek(path, &Type::from_json(json).ok()?)
            }
            (Header::Array(len), Step::Index(index), ty) => {
                let index = usize::try_from(*index).ok().filter(|&index| index < len)?;
                self.skip(index as u64)?;
                let element = match ty {
                    Type::List(element) | Type::Set(element) => element,
                    Type::Tuple(types) => types.get(index)?,
                    _ => return None,
                };
                self.seek(deeper, element)
            }
            (Header::Map(len), Step::Key(key), Type::Map(element)) => {
                self.find(len, key)?;
                self.seek(deeper, element)
            }
            (Header::Map(len), Step::Attribute(name), Type::Object(object)) => {
                self.find(len, name)?;
                self.seek(deeper, &object.get(name)?.ty)
            }
            _ => None,
        }
    }

    /// Walks to the value of an entry.
    fn find(&mut self, entries: usize, name: &str) -> Option<()> {
        for _ in 0..entries {
            match self.header()? {
                Header::Text(key) if key == name.as_bytes() => return Some(()),
                Header::Text(_) => self.skip(1)?,
                _ => return None,
            }
        }
        None
    }

    /// Reads a scalar, or the header of a container.
    pub(super) fn header(&mut self) -> Option<Header<'a>> {
        let marker = Marker::from_u8(self.take(1)?[0]);
        let scalar = match marker {
            Marker::FixArray(len) => return Some(Header::Array(usize::from(len))),
            Marker::Array16 => return self.len(2).map(Header::Array),
            Marker::Array32 => return self.len(4).map(Header::Array),
            Marker::FixMap(len) => return Some(Header::Map(usize::from(len))),
            Marker::Map16 => return self.len(2).map(Header::Map),
            Marker::Map32 => return self.len(4).map(Header::Map),
            Marker::FixStr(len) => return self.take(usize::from(len)).map(Header::Text),
            Marker::Str8 | Marker::Bin8 => return self.text(1),
            Marker::Str16 | Marker::Bin16 => return self.text(2),
            Marker::Str32 | Marker::Bin32 => return self.text(4),
            Marker::Reserved => return None,
            Marker::Null | Marker::True | Marker::False => 0,
            Marker::FixPos(_) | Marker::FixNeg(_) => 0,
            Marker::U8 | Marker::I8 => 1,
            Marker::U16 | Marker::I16 | Marker::FixExt1 => 2,
            Marker::FixExt2 => 3,
            Marker::U32 | Marker::I32 | Marker::F32 => 4,
            Marker::FixExt4 => 5,
            Marker::U64 | Marker::I64 | Marker::F64 => 8,
            Marker::FixExt8 => 9,
            Marker::FixExt16 => 17,
            Marker::Ext8 => 1 + self.len(1)?,
            Marker::Ext16 => 1 + self.len(2)?,
            Marker::Ext32 => 1 + self.len(4)?,
        };
        self.take(scalar).map(|_| Header::Other)
    }

    fn text(&mut self, width: usize) -> Option<Header<'a>> {
        let len = self.len(width)?;
        self.take(len).map(Header::Text)
    }

    fn len(&mut self, width: usize) -> Option<usize> {
        let bytes = self.take(width)?;
        Some(
            bytes
                .iter()
                .fold(0, |len, &byte| len << 8 | usize::from(byte)),
        )
    }

    fn take(&mut self, len: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(len)?;
        self.rest = rest;
        Some(taken)
    }
}

/// Returns the position of the first byte of the part at a path.
pub(super) fn locate(input: &[u8], path: &Path, ty: &Type) -> Option<usize> {
    let mut walk = Walk::new(input);
    walk.seek(path.steps(), ty)?;
    Some(walk.at())
}
