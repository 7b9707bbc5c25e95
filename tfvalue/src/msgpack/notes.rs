//! Errors that are found while a value is written but do not stop the writing, so that all such errors are found. The
//! errors concern unknown values and NaN in a state.
//!
//! # Why
//!
//! serde does not tell a serializer the path of the current value. Keeping a path up to date for each value would cost
//! more than writing the values themselves. The path is needed only if there is an error. An error that stops the
//! writing receives its path while it propagates. However, the author of a provider that leaves five values unknown
//! should see all five errors, so the writing continues.
//!
//! # How
//!
//! A note is an error together with its position in the output. When a list, map or object ends, all notes at or after
//! its beginning belong to this container. A walk through the written bytes finds the part at this position. This part
//! provides one step of the path, and the note moves to the beginning of the container:
//!
//! ```text
//! { disks = [{ size = 10 }, { size = (unknown) }] }
//!
//! end of the second disk:   the note is at `size`          .size
//! end of the list:          the note is at the disk        [1].size
//! end of the object:        the note is at the list        disks[1].size
//! ```
//!
//! Without notes, paths cost nothing. If there are notes, each container around a note is walked once more. The parts
//! must still be in the order in which they were written, so a set or a map is sorted only after its notes have been
//! located.

use super::entries::{Kind, Span};
use super::read::Reader;
use crate::error::{Error, Result};
use crate::path::Step;

/// The errors in a value. Each error has the output position of the part that it belongs to. When a list, map or object
/// ends, its position replaces the positions of its parts.
#[derive(Debug, Default)]
pub(super) struct Notes(Vec<(usize, Error)>);

impl Notes {
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    #[inline]
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn push(&mut self, position: usize, error: Error) {
        self.0.push((position, error));
    }

    /// Removes the sensitive value from the errors, starting with the error at index `first`.
    pub(super) fn redact(&mut self, first: usize) {
        let notes = self.0.split_off(first).into_iter();
        self.0
            .extend(notes.map(|(position, error)| (position, error.redact_written())));
    }

    /// Removes all notes, and fails with their errors.
    pub(super) fn report(&mut self) -> Result<()> {
        Error::join(self.0.drain(..).map(|(_, error)| error).collect())
    }

    /// Adds a step to each error in a list, map or object. The step leads to the part with the error. The parts must
    /// still be in the order in which they were written.
    pub(super) fn locate(&mut self, out: &[u8], span: Span, kind: Kind) -> Result<()> {
        let first = self.0.partition_point(|(at, _)| *at < span.start);
        let mut walk = Walk::new(out, span, kind)?;
        for (position, error) in self.0.split_off(first) {
            walk.go_to(position)?;
            self.push(span.start, error.at_step(walk.step()));
        }
        Ok(())
    }
}

/// Moves from one part to the next.
struct Walk<'a> {
    reader: Reader<'a>,
    kind: Kind,
    /// The position in the output at which the reader begins.
    start: usize,
    /// The position after the part.
    end: usize,
    /// The number of parts up to the end of this part.
    count: u64,
    /// The key or the name of the part.
    key: &'a str,
}

impl<'a> Walk<'a> {
    fn new(out: &'a [u8], span: Span, kind: Kind) -> Result<Self> {
        let start = span.first_part(kind)?;
        Ok(Walk {
            reader: Reader::new(&out[start..]),
            kind,
            start,
            end: start,
            count: 0,
            key: "",
        })
    }

    fn next(&mut self) -> Result<()> {
        if !self.kind.is_sequence() {
            self.key = self.reader.str("a key")?;
        }
        self.reader.skip()?;
        self.end = self.start + self.reader.pos();
        self.count += 1;
        Ok(())
    }

    /// Advances to the part that is at a position in the output.
    fn go_to(&mut self, position: usize) -> Result<()> {
        while self.end <= position {
            self.next()?;
        }
        Ok(())
    }

    /// Returns the step that leads to the part.
    fn step(&self) -> Step {
        match self.kind {
            Kind::List | Kind::Tuple => Step::Index(self.count - 1),
            Kind::Map | Kind::Entries => Step::Key(self.key.into()),
            Kind::Object => Step::Attribute(self.key.to_owned().into()),
        }
    }
}
