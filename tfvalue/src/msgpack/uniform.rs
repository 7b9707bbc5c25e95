//! Whether the elements of a collection that holds dynamic values are of one type.
//!
//! Terraform crashes when it reads a collection whose elements differ in their types; see
//! [the same for values](super::value). Here no type is known, but envelopes are: each is noted with
//! the path to it within the element, and all elements must have the same envelopes at the same
//! paths.

use super::value::differing;
use crate::error::{Error, Result};
use crate::path::Step;

/// What is noted while a value is written, and gets the path to it step by step.
#[derive(Debug)]
pub(super) enum Note {
    /// An unknown in a state. It does not stop the writing, so that all are found.
    Fault(Error),
    /// An envelope inside a collection.
    Envelope(Envelope),
}

impl Note {
    /// Adds the step that leads to the part where the note was taken.
    pub(super) fn at(self, step: &Step) -> Self {
        match self {
            Note::Fault(error) => Note::Fault(error.at(step.clone())),
            Note::Envelope(envelope) => Note::Envelope(envelope.at(Place::Part(step.clone()))),
        }
    }

    /// Removes what a fault shows of the value, which is sensitive, and what one about its type
    /// would show.
    pub(super) fn redact(self) -> Self {
        match self {
            Note::Fault(error) => Note::Fault(error.redact()),
            Note::Envelope(envelope) => Note::Envelope(Envelope {
                sensitive: Some(envelope.places.len()),
                ..envelope
            }),
        }
    }

    pub(super) fn into_fault(self) -> Option<Error> {
        match self {
            Note::Fault(error) => Some(error),
            Note::Envelope(_) => None,
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

    /// Puts an error at the place of the envelope within the element.
    fn locate(&self, mut error: Error) -> Error {
        for (at, place) in self.places.iter().enumerate() {
            error = self.redact(error, at).at(place.step().clone());
        }
        self.redact(error, self.places.len())
    }

    /// Redacts an error if it is at the value that is sensitive.
    fn redact(&self, error: Error, places: usize) -> Error {
        match self.sensitive {
            Some(sensitive) if sensitive == places => error.redact(),
            _ => error,
        }
    }
}

/// The envelopes that all elements of a collection must have, as its first element with any has
/// them.
#[derive(Debug)]
pub(super) struct Shared {
    /// How many collections are around the elements.
    pub(super) depth: usize,
    envelopes: Vec<Envelope>,
    /// The step to that element.
    first: Step,
    /// How many elements have them.
    count: usize,
    /// The first element without them.
    lacking: Option<usize>,
}

impl Shared {
    /// Takes the envelopes of the element at `index` out of the notes from `from` on, and compares
    /// them with those of the elements before.
    ///
    /// # Errors
    ///
    /// If they differ.
    #[cold]
    #[inline(never)]
    pub(super) fn add(
        all: &mut Vec<Shared>,
        depth: usize,
        notes: &mut Vec<Note>,
        from: usize,
        index: usize,
        step: impl FnOnce() -> Step,
    ) -> Result<()> {
        let mut envelopes = Vec::new();
        for note in notes.split_off(from) {
            match note {
                Note::Envelope(envelope) => envelopes.push(envelope),
                fault @ Note::Fault(_) => notes.push(fault),
            }
        }
        if envelopes.is_empty() {
            return Ok(());
        }
        match all.last() {
            Some(shared) if shared.depth == depth => compare(&shared.envelopes, &envelopes)?,
            _ => all.push(Shared {
                depth,
                envelopes,
                first: step(),
                count: 0,
                lacking: None,
            }),
        }
        let Some(shared) = all.last_mut() else {
            return Ok(());
        };
        if shared.count < index {
            shared.lacking.get_or_insert(shared.count);
        }
        shared.count += 1;
        Ok(())
    }

    /// Returns the first of `len` elements that lacks what others have.
    pub(super) fn lacking(&self, len: usize) -> Option<usize> {
        // What is dynamic itself, and not only in parts, may lack a type.
        let whole = matches!(&*self.envelopes, [envelope] if envelope.places.is_empty());
        let lacking = self.lacking.or((self.count < len).then_some(self.count));
        lacking.filter(|_| !whole)
    }

    /// Says that an element lacks what others have.
    pub(super) fn missing(&self) -> Error {
        let first = self.envelopes.first();
        let error = differing(first.map(|envelope| &*envelope.ty), None);
        match first {
            Some(envelope) if envelope.sensitive.is_some() => error.redact(),
            _ => error,
        }
    }

    /// Returns what is to be noted of the collection as a whole.
    pub(super) fn into_notes(self) -> impl Iterator<Item = Note> {
        let first = self.first;
        self.envelopes
            .into_iter()
            .map(move |envelope| Note::Envelope(envelope.at(Place::Element(first.clone()))))
    }
}

fn compare(before: &[Envelope], here: &[Envelope]) -> Result<()> {
    for (a, b) in before.iter().zip(here) {
        if a.places != b.places {
            return Err(match here.iter().any(|b| a.places == b.places) {
                true => b.locate(differing(None, Some(&b.ty))),
                false => a.locate(differing(Some(&a.ty), None)),
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
