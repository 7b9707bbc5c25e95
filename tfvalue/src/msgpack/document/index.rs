//! The index of a document, and the checks that make it safe to use.

use super::super::read::Reader;
use super::super::value::Decoder;
use crate::limits::MAX_DEPTH;
use crate::nfc::nfc;
use crate::text;
use crate::ty::{ObjectType, Type};
use crate::value::Recent;

/// A container in the input.
#[derive(Clone, Copy, Default)]
pub(super) struct Container {
    /// Where it ends.
    pub(super) end: u32,
    /// The number of the first container behind it.
    pub(super) next: u32,
}

/// How many bytes of input a container has at least, in nearly all documents.
const BYTES_OF_CONTAINER: usize = 32;

/// Reads a value like [`Decoder`], but keeps only where its containers end.
///
/// It accepts the same input. `None` means an error, which [`Decoder`] then describes.
pub(super) struct Indexer<'a> {
    reader: Reader<'a>,
    depth: u8,
    pub(super) containers: Vec<Container>,
    pub(super) types: Vec<(u32, Type)>,
    recent: Recent<'a>,
    /// Whether [`Decoder`] reads the value around this one, so that its collections need no further check.
    decoded: bool,
}

impl<'a> Indexer<'a> {
    pub(super) fn read(input: &'a [u8], ty: &Type) -> Option<Self> {
        u32::try_from(input.len()).ok()?;
        let mut indexer = Indexer {
            reader: Reader::new(input),
            depth: MAX_DEPTH,
            containers: Vec::with_capacity(input.len() / BYTES_OF_CONTAINER),
            types: Vec::new(),
            recent: Recent::default(),
            decoded: false,
        };
        indexer.value(ty)?;
        indexer.reader.end().ok()?;
        Some(indexer)
    }

    #[inline(always)] // the most common values need no call
    fn value(&mut self, ty: &Type) -> Option<()> {
        match (ty, self.reader.rest) {
            // Null, or unknown without refinements, for which there is no room.
            (_, [0xc0, rest @ ..] | [0xd4, _, _, rest @ ..])
            | (Type::Bool, [0xc2 | 0xc3, rest @ ..]) => {
                self.reader.rest = rest;
                Some(())
            }
            (Type::String, _) if self.reader.short_ascii().is_some() => Some(()),
            (Type::Number, _) if self.reader.fixed_number().is_some() => Some(()),
            _ => self.any_value(ty),
        }
    }

    #[inline(never)]
    fn any_value(&mut self, ty: &Type) -> Option<()> {
        if self.reader.at_unknown().ok()? {
            let start = self.reader.clone();
            return match self.reader.unknown().ok()? {
                [] => Some(()),
                _ => self.decode(start, ty),
            };
        }
        match ty {
            Type::Number => self.reader.any_parsed_number().ok().map(drop),
            Type::String => self.reader.str("a string").ok().map(drop),
            Type::Bool => None,
            _ => self.container(ty),
        }
    }

    fn container(&mut self, ty: &Type) -> Option<()> {
        self.depth = self.depth.checked_sub(1)?;
        let number = self.containers.len();
        self.containers.push(Container::default());
        match (ty, self.reader.rest) {
            // An empty collection.
            (Type::List(_) | Type::Set(_), [0x90, rest @ ..])
            | (Type::Map(_), [0x80, rest @ ..]) => {
                self.reader.rest = rest;
                Some(())
            }
            (Type::List(element) | Type::Set(element) | Type::Map(element), _) => {
                self.collection(ty, element, number)
            }
            (Type::Tuple(types), _) => self.tuple(types),
            (Type::Object(object), _) => self.object(object),
            _ => self.dynamic(number),
        }?;
        self.containers[number] = Container {
            end: u32::try_from(self.reader.pos()).ok()?,
            next: u32::try_from(self.containers.len()).ok()?,
        };
        self.depth += 1;
        Some(())
    }

    /// Reads a collection. [`Decoder`] compares the types of its elements, if they can differ.
    fn collection(&mut self, ty: &Type, element: &Type, number: usize) -> Option<()> {
        let start = self.reader.clone();
        let decode = !self.decoded && !element.is_settled();
        self.decoded |= decode;
        match ty {
            Type::Map(_) => self.entries(element, number)?,
            _ => {
                for _ in 0..self.reader.array_len("a list").ok()? {
                    self.value(element)?;
                }
            }
        }
        if decode {
            self.decoded = false;
            self.depth += 1;
            self.decode(start, ty)?;
            self.depth -= 1;
        }
        Some(())
    }

    fn entries(&mut self, element: &Type, number: usize) -> Option<()> {
        let len = self.reader.map_len("a map").ok()?;
        let start = self.place(number + 1);
        // Where nothing is smaller than the key before, nothing is a duplicate. ASCII has one normalization form.
        let (mut last, mut ascending) = ("", true);
        for at in 0..len {
            let key = self.reader.str("a string as the key").ok()?;
            ascending &=
                text::is_ascii(key) && (at == 0 || text::less(last.as_bytes(), key.as_bytes()));
            last = key;
            self.value(element)?;
        }
        if ascending || self.has_distinct_keys(start, len, element) {
            Some(())
        } else {
            None
        }
    }

    #[cold]
    fn has_distinct_keys(&self, start: Place, len: usize, element: &Type) -> bool {
        let mut cursor = Cursor {
            input: self.reader.input(),
            containers: &self.containers,
            place: start,
        };
        let mut keys: Vec<_> = (0..len)
            .map(|_| {
                let key = nfc(cursor.text());
                cursor.skip(element);
                key
            })
            .collect();
        keys.sort_unstable();
        keys.windows(2).all(|pair| pair[0] != pair[1])
    }

    fn place(&self, container: usize) -> Place {
        Place {
            at: self.reader.pos() as u32,
            container: container as u32,
        }
    }

    fn tuple(&mut self, types: &[Type]) -> Option<()> {
        if self.reader.array_len("a tuple").ok()? != types.len() {
            return None;
        }
        types.iter().try_for_each(|ty| self.value(ty))
    }

    fn object(&mut self, object: &ObjectType) -> Option<()> {
        if self.reader.map_len("an object").ok()? != object.len() {
            return None;
        }
        for (at, attribute) in object.iter().enumerate() {
            if !self.reader.name(&attribute.name) {
                return self.object_in_disorder(object, at);
            }
            self.value(&attribute.ty)?;
        }
        Some(())
    }

    /// Reads the members of an object that is out of order, after the first `ordered` ones.
    #[cold]
    fn object_in_disorder(&mut self, object: &ObjectType, ordered: usize) -> Option<()> {
        let mut seen = vec![false; object.len()];
        seen[..ordered].fill(true);
        for _ in ordered..object.len() {
            let at = object.position(self.reader.str("a name").ok()?)?;
            if std::mem::replace(&mut seen[at], true) {
                return None;
            }
            self.value(&object[at].ty)?;
        }
        Some(())
    }

    /// Reads the envelope of a dynamic value.
    fn dynamic(&mut self, number: usize) -> Option<()> {
        if self.reader.array_len("a type and a value").ok()? != 2 {
            return None;
        }
        let json = self.reader.str_bytes("a type").ok()?;
        let ty = self.recent.ty(json).ok()?;
        let bare = self.reader.at_unknown().ok()? || self.reader.peek().ok()? == 0xc0;
        let ty = if bare { ty } else { ty.without_optional() };
        self.value(&ty)?;
        self.types.push((u32::try_from(number).ok()?, ty));
        Some(())
    }

    #[cold]
    fn decode(&self, start: Reader<'a>, ty: &Type) -> Option<()> {
        let value = Decoder::new(start, self.depth).value(ty);
        value.ok().map(drop)
    }
}

/// A place in the input.
#[derive(Clone, Copy, Default)]
pub(super) struct Place {
    pub(super) at: u32,
    /// The number of the first container that begins there or behind.
    pub(super) container: u32,
}

/// Steps over parts of a value that was checked.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'a> {
    pub(super) input: &'a [u8],
    pub(super) containers: &'a [Container],
    pub(super) place: Place,
}

impl<'a> Cursor<'a> {
    pub(super) fn reader(&self) -> Reader<'a> {
        Reader::new(self.input.get(self.place.at as usize..).unwrap_or_default())
    }

    /// Moves behind what a reader has read.
    pub(super) fn follow(&mut self, reader: &Reader<'a>) {
        self.place.at += reader.pos() as u32;
    }

    /// Reads a key or a name.
    pub(super) fn text(&mut self) -> &'a str {
        let mut reader = self.reader();
        let text = reader.str("a string").unwrap_or_default();
        self.follow(&reader);
        text
    }

    /// Steps over a value.
    pub(super) fn skip(&mut self, ty: &Type) {
        let mut reader = self.reader();
        let is_scalar = matches!(ty, Type::Bool | Type::Number | Type::String)
            || matches!(reader.at_unknown(), Ok(true))
            || matches!(reader.nil(), Ok(true));
        if is_scalar {
            if reader.pos() == 0 {
                _ = reader.skip_shallow();
            }
            self.follow(&reader);
        } else if let Some(container) = self.containers.get(self.place.container as usize) {
            self.place = Place {
                at: container.end,
                container: container.next,
            };
        }
    }
}
