//! Finds secrets in text.
//!
//! # Why
//!
//! Handlers write plain text, such as diagnostics, panic messages and log lines. In plain text, a secret can be found
//! only by its value. The secret is often spelled differently, because strings are quoted in other notations:
//!
//! ```text
//! secret    pass"word
//! text      POST /login failed: {"password":"pass\"word"}
//! masked    POST /login failed: {"password":"(sensitive value)"}
//! ```
//!
//! # How
//!
//! 1. [`decoded`] decodes the escapes of JSON, HCL, URLs and Debug in the text, and records where each byte comes from.
//!    The text is decoded instead of the secrets being encoded, because a secret has many spellings, but a message has
//!    only one.
//! 2. [`search`] finds all secrets in each decoded text in one pass. Each secret that was found is masked in the
//!    original text.
//! 3. Overlapping places are merged, so no part of a shorter secret remains.
//!
//! Invariants: a secret of at least four characters is found in the text and in each decoded text, even if only the
//! first 64 bytes of the secret are present, because messages can be truncated. The text `(sensitive value)` and other
//! words of this crate are never masked, because a mask in known words would reveal the secret. The time is linear in
//! the length of the text. Secrets that are added one by one are collected in searches of growing size, as in a binary
//! counter, because the algorithm does not support insertion.

pub(crate) mod decoded;
mod search;

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use self::decoded::Decoded;
use self::search::Search;
use crate::number::NumberError;

/// What replaces a secret.
const MASK: &str = "(sensitive value)";

/// The minimum number of characters in a string that is masked. Shorter strings occur in any text.
const LEAST: usize = 4;

/// The minimum number of characters in a single line of a longer secret.
const LEAST_LINE: usize = 8;

/// The strings to mask.
#[derive(Default)]
pub(crate) struct Masks {
    strings: Vec<Arc<str>>,
    known: HashSet<Arc<str>>,
    /// The searches. Each search covers the strings from its index up to the index of the next search, and has at least
    /// twice as many strings as the next search. Adding all strings one by one therefore takes *n* log *n* time in total.
    searches: Vec<(usize, Search)>,
    /// The number of strings that the searches contain.
    searched: usize,
}

impl Masks {
    /// Adds a string and its lines.
    pub(crate) fn add(&mut self, text: &str) {
        let text = text.trim();
        self.insert(text, LEAST);
        if text.as_bytes().contains(&b'\n') {
            for line in text.lines().map(str::trim) {
                self.insert(line, LEAST_LINE);
            }
        }
    }

    fn insert(&mut self, text: &str, least: usize) {
        let is_common = matches!(text, "true" | "false" | "null");
        // The configuration and the planned state often have the same values.
        if is_common || self.known.contains(text) || text.chars().nth(least - 1).is_none() {
            return;
        }
        let text = Arc::<str>::from(text);
        self.strings.push(Arc::clone(&text));
        self.known.insert(text);
    }

    /// Adds the new strings to the searches.
    fn update(&mut self) {
        let count = self.strings.len();
        if self.searched == count {
            return;
        }
        let mut start = self.searched;
        while let Some((first, _)) = self.searches.last() {
            if start - first >= 2 * (count - start) {
                break;
            }
            start = *first;
            self.searches.pop();
        }
        let strings = self.strings[start..].iter().map(|string| &**string);
        self.searches.push((start, Search::new(strings)));
        self.searched = count;
    }
}

/// A message in which secrets are masked.
pub(crate) struct MaskedText<'t> {
    text: &'t str,
    decoded: Vec<Decoded<'t>>,
    /// The places in the text that contain words of this crate. These words are known, so a mask in these words would
    /// reveal the secret instead of hiding it.
    own: Vec<Range<usize>>,
    secrets: Vec<Range<usize>>,
}

impl<'t> MaskedText<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let masks = text.match_indices(MASK);
        let masks = masks.map(|(at, mask)| at..at + mask.len());
        let mut own: Vec<_> = masks.chain(NumberError::bounds_in(text)).collect();
        own.sort_by_key(|own| own.start);
        MaskedText {
            text,
            decoded: decoded::all(text),
            own,
            secrets: Vec::new(),
        }
    }

    /// Finds secrets. The time is linear in the length of the text.
    pub(crate) fn search(&mut self, masks: &mut Masks) {
        masks.update();
        for (_, search) in &masks.searches {
            for decoded in &self.decoded {
                let mut found = Vec::new();
                search.find(&decoded.bytes, &mut |start, end| {
                    let secret = self.place(decoded, start, end);
                    if !self.is_own(&secret) {
                        add(&mut found, secret);
                    }
                });
                self.secrets.append(&mut found);
            }
        }
    }

    /// Returns the place of a decoded part in the original text. If only some bytes of the last character match, the
    /// place does not include that character.
    fn place(&self, decoded: &Decoded<'_>, start: usize, end: usize) -> Range<usize> {
        let (start, mut end) = decoded.original(start, end);
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        start..end
    }

    fn is_own(&self, place: &Range<usize>) -> bool {
        let own = self.own.partition_point(|own| own.end < place.end);
        self.own
            .get(own)
            .is_some_and(|own| own.start <= place.start)
    }

    /// Returns the text with the secrets that were found removed.
    pub(crate) fn masked(mut self) -> Cow<'t, str> {
        if self.secrets.is_empty() {
            return Cow::Borrowed(self.text);
        }
        // Each search has found its secrets in order, which makes sorting fast.
        self.secrets.sort_by_key(|secret| secret.start);
        let mut places: Vec<Range<usize>> = Vec::new();
        for secret in self.secrets {
            match places.last_mut() {
                Some(last) if secret.start < last.end => last.end = last.end.max(secret.end),
                _ => places.push(secret),
            }
        }
        let (mut masked, mut copied) = (String::new(), 0);
        for place in places {
            masked.push_str(&self.text[copied..place.start]);
            masked.push_str(MASK);
            copied = place.end;
        }
        masked.push_str(&self.text[copied..]);
        Cow::Owned(masked)
    }
}

/// Adds a secret, which must not end before any secret that was added earlier. Overlapping secrets are merged.
fn add(places: &mut Vec<Range<usize>>, mut secret: Range<usize>) {
    while let Some(last) = places.last().filter(|last| secret.start < last.end) {
        secret.start = secret.start.min(last.start);
        places.pop();
    }
    places.push(secret);
}

#[cfg(test)]
mod tests;
