//! Faults and envelopes that are found while a value is written, but do not stop the writing.
//!
//! A note keeps its position in the output. Paths are resolved only at the end of a list, map or
//! object that has notes, by a walk through what was written: without notes, they cost nothing.
//!
//! Envelopes are noted because Terraform crashes when it reads a collection whose elements differ
//! in their types; see [the same for values](super::value). The types of elements are not known here, but their
//! envelopes contain types: all elements must have the same envelopes at the same paths.

use super::entries::{Kind, Span};
use super::read::Reader;
use super::value::differing;
use crate::error::{Error, Result};
use crate::path::Step;

/// Something that was noticed.
#[derive(Debug)]
pub(super) enum Note {
    /// A value that a state cannot have: an unknown one or NaN. It does not stop the writing, so that all are found.
    Fault(Error),
    /// An envelope inside a collection.
    Envelope(Envelope),
}

impl Note {
    /// Prepends the step to the part that the note is about.
    fn at(self, step: Step) -> Self {
        match self {
            Note::Fault(error) => Note::Fault(error.at_step(step)),
            Note::Envelope(envelope) => Note::Envelope(envelope.at(Place::Part(step))),
        }
    }

    fn redact(self) -> Self {
        match self {
            Note::Fault(error) => Note::Fault(error.redact_written()),
            Note::Envelope(envelope) => Note::Envelope(Envelope {
                sensitive: Some(envelope.places.len()),
                ..envelope
            }),
        }
    }
}

/// The type that an envelope names.
#[derive(Debug)]
pub(super) struct Envelope {
    /// The canonical JSON of the type.
    ty: Box<str>,
    /// Where the envelope is within the element, innermost first.
    places: Vec<Place>,
    /// How many of these places are within a sensitive value, if there is one.
    sensitive: Option<usize>,
}

/// A step from a value to a part.
#[derive(Debug)]
enum Place {
    Part(Step),
    /// Any element: all of a collection have the same envelopes. The step leads to the first.
    Element(Step),
}

impl Place {
    fn step(&self) -> &Step {
        match self {
            Place::Part(step) | Place::Element(step) => step,
        }
    }
}

impl PartialEq for Place {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Place::Part(a), Place::Part(b)) => a == b,
            (Place::Element(_), Place::Element(_)) => true,
            _ => false,
        }
    }
}

impl Envelope {
    /// Notes an envelope by the JSON of its type.
    pub(super) fn new(ty: &[u8]) -> Self {
        Envelope {
            ty: String::from_utf8_lossy(ty).into(),
            places: Vec::new(),
            sensitive: None,
        }
    }

    fn at(mut self, place: Place) -> Self {
        self.places.push(place);
        self
    }

    /// Adds the path of the envelope within the element to an error.
    fn locate(&self, mut error: Error) -> Error {
        for (at, place) in self.places.iter().enumerate() {
            error = self.redact(error, at).at_step(place.step().clone());
        }
        self.redact(error, self.places.len())
    }

    /// Redacts an error if it is at the value that is sensitive.
    fn redact(&self, error: Error, places: usize) -> Error {
        match self.sensitive {
            Some(sensitive) if sensitive == places => error.redact_written(),
            _ => error,
        }
    }
}

/// The notes on a value, each with the position in the output of the part it is about.
/// When a list, map or object ends, its position replaces those of its parts.
#[derive(Debug, Default)]
pub(super) struct Notes(Vec<(usize, Note)>);

impl Notes {
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    #[inline]
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn push(&mut self, position: usize, note: Note) {
        self.0.push((position, note));
    }

    /// Removes what the faults from the `first` note on show of the value, which is sensitive, and
    /// what a fault about its type would show.
    pub(super) fn redact(&mut self, first: usize) {
        let notes = self.0.split_off(first);
        let notes = notes.into_iter();
        self.0
            .extend(notes.map(|(position, note)| (position, note.redact())));
    }

    /// Removes all notes, and fails with the faults among them.
    pub(super) fn report(&mut self) -> Result<()> {
        let faults = self.0.drain(..).filter_map(|(_, note)| match note {
            Note::Fault(error) => Some(error),
            Note::Envelope(_) => None,
        });
        Error::join(faults.collect())
    }

    /// Adds to each note taken in a list, map or object the step that leads to its part. Of the
    /// envelopes in a collection, only those remain that all of its elements have, and none if no
    /// other collection is around it.
    ///
    /// The parts must still be in the order in which they were written.
    ///
    /// # Errors
    ///
    /// Fails if the elements of a collection have different envelopes.
    pub(super) fn locate(
        &mut self,
        out: &[u8],
        span: Span,
        kind: Kind,
        in_collection: bool,
    ) -> Result<()> {
        let first = self.0.partition_point(|(at, _)| *at < span.start);
        let mut notes = self.0.split_off(first).into_iter().peekable();
        let mut walk = Walk::new(out, span, kind)?;
        let mut shared: Option<Shared> = None;
        let mut element = Vec::new();
        while let Some((position, note)) = notes.next() {
            walk.go_to(position)?;
            match note {
                Note::Envelope(envelope) if kind.is_collection() => element.push(envelope),
                note => self.push(span.start, note.at(walk.step())),
            }
            let is_last = notes.peek().is_none_or(|(next, _)| *next >= walk.end);
            if is_last && !element.is_empty() {
                Shared::add(&mut shared, std::mem::take(&mut element), &walk)?;
            }
        }
        let Some(shared) = shared else {
            return Ok(());
        };
        if let Some(index) = shared.lacking(span.written) {
            let mut walk = Walk::new(out, span, kind)?;
            walk.go_to_part(index)?;
            return Err(shared.missing().at_step(walk.step()));
        }
        if in_collection {
            let envelopes = shared.into_notes().map(|note| (span.start, note));
            self.0.extend(envelopes);
        }
        Ok(())
    }
}

/// Goes from one part to the next.
struct Walk<'a> {
    reader: Reader<'a>,
    kind: Kind,
    /// The position in the output at which the reader begins.
    start: usize,
    /// The position behind the part.
    end: usize,
    /// How many parts there are up to the end of this one.
    count: usize,
    /// The key or name of the part.
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

    /// Goes on to the part that is at a position of the output.
    fn go_to(&mut self, position: usize) -> Result<()> {
        while self.end <= position {
            self.next()?;
        }
        Ok(())
    }

    fn go_to_part(&mut self, index: usize) -> Result<()> {
        (self.count..=index).try_for_each(|_| self.next())
    }

    fn index(&self) -> usize {
        self.count - 1
    }

    /// Returns the step that leads to the part.
    fn step(&self) -> Step {
        match self.kind {
            Kind::List | Kind::Tuple => Step::Index(self.index() as u64),
            Kind::Map | Kind::Entries => Step::Key(self.key.into()),
            Kind::Object => Step::Attribute(self.key.to_owned().into()),
        }
    }
}

/// The envelopes that all elements of a collection must have, as its first element with any has
/// them.
struct Shared {
    envelopes: Vec<Envelope>,
    /// The step to that element.
    first: Step,
    /// How many elements have them.
    count: usize,
    /// The first element without them.
    lacking: Option<usize>,
}

impl Shared {
    /// Compares the envelopes of an element with those of the elements before.
    ///
    /// # Errors
    ///
    /// Fails if they differ.
    fn add(shared: &mut Option<Self>, element: Vec<Envelope>, walk: &Walk<'_>) -> Result<()> {
        if let Some(shared) = shared {
            compare(&shared.envelopes, &element).map_err(|error| error.at_step(walk.step()))?;
        }
        let shared = shared.get_or_insert_with(|| Shared {
            envelopes: element,
            first: walk.step(),
            count: 0,
            lacking: None,
        });
        if shared.count < walk.index() {
            shared.lacking.get_or_insert(shared.count);
        }
        shared.count += 1;
        Ok(())
    }

    /// Returns the first of `len` elements that lacks what others have.
    fn lacking(&self, len: usize) -> Option<usize> {
        // What is dynamic itself, and not only in parts, may lack a type.
        let whole = matches!(&*self.envelopes, [envelope] if envelope.places.is_empty());
        let lacking = self.lacking.or((self.count < len).then_some(self.count));
        lacking.filter(|_| !whole)
    }

    /// Returns the error for an element that lacks the envelopes of others.
    fn missing(&self) -> Error {
        let first = self.envelopes.first();
        let error = differing(first.map(|envelope| &*envelope.ty), None);
        match first {
            Some(envelope) if envelope.sensitive.is_some() => error.redact_written(),
            _ => error,
        }
    }

    /// Returns what is to be noted of the collection as a whole.
    fn into_notes(self) -> impl Iterator<Item = Note> {
        let first = self.first;
        self.envelopes
            .into_iter()
            .map(move |envelope| Note::Envelope(envelope.at(Place::Element(first.clone()))))
    }
}

fn compare(before: &[Envelope], here: &[Envelope]) -> Result<()> {
    for (a, b) in before.iter().zip(here) {
        if a.places != b.places {
            return Err(if here.iter().any(|b| a.places == b.places) {
                b.locate(differing(None, Some(&b.ty)))
            } else {
                a.locate(differing(Some(&a.ty), None))
            });
        }
        if a.ty != b.ty {
            return Err(b.locate(differing(Some(&a.ty), Some(&b.ty))));
        }
    }
    match (before.get(here.len()), here.get(before.len())) {
        (Some(a), _) => Err(a.locate(differing(Some(&a.ty), None))),
        (_, Some(b)) => Err(b.locate(differing(None, Some(&b.ty)))),
        _ => Ok(()),
    }
}
