//! Strings that are stored inline if they are short.

use std::borrow::Cow;

use super::{BLOCK, split_ascii};

/// An immutable string that stores up to [`INLINE`] bytes inline.
#[derive(Clone)]
pub(crate) struct SmallStr(Storage);

/// The storage of a [`SmallStr`].
#[derive(Clone)]
enum Storage {
    /// The MessagePack encoding of the string: a header with the length, followed by the string. The bytes after the
    /// string are unspecified.
    Inline([u8; 1 + INLINE]),
    Heap(Box<str>),
}

/// The length of the longest string that is stored inline. With this limit, a `SmallStr` takes 24 bytes.
const INLINE: usize = 22;

/// The MessagePack header of a short string with length 0.
const HEADER: u8 = 0xa0;

impl From<&str> for SmallStr {
    #[inline]
    fn from(text: &str) -> Self {
        let len = text.len();
        if len > INLINE {
            return SmallStr(Storage::Heap(text.into()));
        }
        let mut bytes = [0; 1 + INLINE];
        bytes[0] = HEADER | len as u8;
        bytes[1..][..len].copy_from_slice(text.as_bytes());
        SmallStr(Storage::Inline(bytes))
    }
}

impl From<Cow<'_, str>> for SmallStr {
    #[inline]
    fn from(text: Cow<'_, str>) -> Self {
        match text {
            Cow::Owned(text) if text.len() > INLINE => SmallStr(Storage::Heap(text.into())),
            text => (*text).into(),
        }
    }
}

impl From<SmallStr> for String {
    fn from(text: SmallStr) -> String {
        match text.0 {
            Storage::Heap(text) => text.into(),
            Storage::Inline(_) => (*text).to_owned(),
        }
    }
}

impl std::ops::Deref for SmallStr {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        match &self.0 {
            Storage::Inline([header, bytes @ ..]) => {
                let text = &bytes[..usize::from(header ^ HEADER)];
                // SAFETY: every constructor copies a whole string and its length.
                unsafe { std::str::from_utf8_unchecked(text) }
            }
            Storage::Heap(text) => text,
        }
    }
}

impl SmallStr {
    /// Splits a short string with its header off the front of MessagePack data. Returns `None` in the same cases as
    /// [`split_ascii`], and if the string is too long to be stored inline.
    #[inline(always)]
    pub(crate) fn split(input: &[u8]) -> Option<(Self, &[u8])> {
        let (bytes, (header, after)) = (input.first_chunk()?, input.split_first()?);
        let len = header.checked_sub(HEADER)?;
        if usize::from(len) > INLINE {
            return None;
        }
        let (_, rest) = split_ascii(after, len)?;
        Some((SmallStr(Storage::Inline(*bytes)), rest))
    }

    /// Returns a block that starts with the string, and the length of the string. Returns `None` if the string is not
    /// stored inline. The rest of the block is unspecified.
    #[inline(always)]
    pub(crate) fn block(&self) -> Option<([u8; BLOCK], u8)> {
        let Storage::Inline([header, bytes @ ..]) = &self.0 else {
            return None;
        };
        let mut block = [0; BLOCK];
        block[..INLINE].copy_from_slice(bytes);
        Some((block, header ^ HEADER))
    }

    /// If the string is stored inline, appends its MessagePack encoding to `out` and returns `true`.
    ///
    /// This function copies all inline bytes and then sets the length, because copying a constant length needs no
    /// function call.
    #[inline(always)]
    pub(crate) fn push_short(&self, out: &mut Vec<u8>) -> bool {
        let Storage::Inline(bytes) = &self.0 else {
            return false;
        };
        out.reserve(bytes.len());
        let at = out.len();
        // SAFETY: there is room for the bytes after the end of `out`. The written bytes do not overlap with `self`,
        // because `out` is borrowed exclusively. The header contains the length of the string, which is at most `INLINE`.
        unsafe {
            let to = out.as_mut_ptr().add(at);
            to.cast::<[u8; 1 + INLINE]>().write(*bytes);
            out.set_len(at + 1 + usize::from(bytes[0] ^ HEADER));
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{TEXT, with_others};
    use super::*;

    #[test]
    fn splits_and_pushes_messagepack() {
        for len in 0..BLOCK {
            for (text, is_ascii) in with_others(len) {
                let bytes = [&text[..], &[0xff; BLOCK]].concat();
                let wire = [&[HEADER | len as u8], &bytes[..]].concat();
                let small = SmallStr::split(&wire);
                assert_eq!(small.is_some(), is_ascii && len <= INLINE, "{text:?}");
                if let Some((read, rest)) = small {
                    assert_eq!((read.as_bytes(), rest), (&text[..], &[0xff; BLOCK][..]));
                    let mut out = Vec::new();
                    assert!(read.push_short(&mut out));
                    assert_eq!(out, wire[..=len]);
                }
            }
        }
    }

    #[test]
    fn small_str_returns_its_text() {
        let text = std::str::from_utf8(TEXT).unwrap();
        for len in 0..TEXT.len() {
            let small = SmallStr::from(&text[..len]);
            assert_eq!(&*small.clone(), &text[..len]);
            assert_eq!(String::from(small), &text[..len]);
            let small = SmallStr::from(Cow::Owned(text[..len].to_owned()));
            assert_eq!(&*small, &text[..len]);
        }
        assert_eq!(&*SmallStr::from("überall"), "überall");
    }
}
