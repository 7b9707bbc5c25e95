//! The writer behind the serializers: the output, and the state that must be kept while the output grows.

use serde::ser::Serialize;

use super::entries::WrittenEntries;
use super::notes::Notes;
use super::read::Reader;
use super::write;
use crate::bridge::payload::PayloadSerializer;
use crate::bridge::side_channel;
use crate::error::{Error, Result};
use crate::number::Number;

/// Writes values for [`Serializer`](super::Serializer) and for JSON.
///
/// The output is valid only after [`finish`](Self::finish), which returns the errors that did not
/// stop the writing.
#[derive(Debug, Default)]
pub struct Writer {
    pub(crate) out: Vec<u8>,
    pub(super) purpose: Purpose,
    pub(super) mode: Mode,
    /// Whether a number has been written as a decimal string. Sets with such strings are sorted by value.
    pub(super) number_text: bool,
    /// The positions of the elements of the open sets, with the innermost set last.
    pub(super) elements: Vec<usize>,
    /// The number of open collections whose elements must all have the same type.
    pub(super) collections: usize,
    pub(super) state: WriterState,
    /// The errors that have been found since the value began, in the order of the output.
    pub(super) notes: Notes,
    /// The open objects that are not derived structs, with the innermost object last.
    pub(super) foreign: Vec<WrittenEntries>,
}

/// The purpose for which a value is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Purpose {
    /// Everything is written unchanged.
    #[default]
    Plain,
    /// The response to a plan. Write-only members are written as null at any depth.
    Plan,
    /// A state or result. Write-only members are written as null, and unknown values are errors, each with its own path.
    State,
}

/// The tasks that remain at the end of a list, map or object.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub(super) enum WriterState {
    #[default]
    Clean,
    /// There are notes.
    Noted,
    /// A part could not be written, so the whole value fails.
    Failed,
}

/// How the output is used.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Mode {
    /// Sent as Terraform's MessagePack.
    #[default]
    Wire,
    /// Printed as JSON. Decimals are marked, minus zero is kept, and values that JSON cannot
    /// represent are errors.
    Json,
    /// Compared. Each number has only one form, and each set has only one order.
    Comparable,
}

/// A value that can be written, with its type erased, so that code that uses the value is compiled only once.
pub(crate) trait Encode {
    fn encode(&self, writer: &mut Writer) -> Result<()>;
}

impl<T: Serialize> Encode for T {
    fn encode(&self, writer: &mut Writer) -> Result<()> {
        self.serialize(writer)
    }
}

impl Writer {
    /// Creates a writer that appends to `out`.
    pub(super) fn new(out: Vec<u8>, purpose: Purpose) -> Self {
        Writer {
            out,
            purpose,
            ..Writer::default()
        }
    }

    /// Creates a writer whose output is printed as JSON.
    pub(crate) fn for_json(out: Vec<u8>) -> Self {
        Writer {
            out,
            mode: Mode::Json,
            ..Writer::default()
        }
    }

    /// Creates a writer whose output is the same for values that Terraform considers equal.
    pub(crate) fn comparable() -> Self {
        Writer {
            mode: Mode::Comparable,
            ..Writer::default()
        }
    }

    /// Writes a value and returns the output.
    ///
    /// # Errors
    ///
    /// Fails if the value cannot be written, or if it has unknown values that are not allowed.
    pub(crate) fn write<T: Serialize + ?Sized>(mut self, value: &T) -> Result<Vec<u8>> {
        value.serialize(&mut self)?;
        self.finish()?;
        Ok(self.out)
    }

    /// Returns the errors that did not stop the writing of a value.
    #[inline]
    pub(crate) fn finish(&mut self) -> Result<()> {
        match self.state {
            WriterState::Clean => Ok(()),
            _ => self.report(),
        }
    }

    #[cold]
    #[inline(never)]
    fn report(&mut self) -> Result<()> {
        self.state = WriterState::Clean;
        self.notes.report()
    }

    /// Adds a note about an error in the part that begins at the current position.
    #[cold]
    pub(super) fn note(&mut self, error: Error) {
        self.notes.push(self.out.len(), error);
        if self.state == WriterState::Clean {
            self.state = WriterState::Noted;
        }
    }

    /// Adds a note about an unknown value that is not allowed here.
    #[cold]
    pub(super) fn fault(&mut self) {
        self.note(Error::unknown());
    }

    /// Fails for a value that the format cannot represent. In a state, such a value becomes null with a note, so that
    /// the other values can be kept.
    #[cold]
    #[inline(never)]
    pub(super) fn invalid(&mut self, error: Error) -> Result<()> {
        if self.purpose != Purpose::State {
            return Err(error);
        }
        self.note(error);
        write::nil(&mut self.out);
        Ok(())
    }

    /// Truncates the output to `len` bytes and resets the state.
    pub(crate) fn go_back(&mut self, len: usize) {
        self.out.truncate(len);
        self.number_text = false;
        self.elements.clear();
        self.collections = 0;
        self.state = WriterState::Clean;
        self.notes.clear();
        self.foreign.clear();
    }

    /// Writes a sensitive value, and removes the value from all errors.
    pub(super) fn sensitive<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let before = self.notes.len();
        side_channel::REDACTS.set(true);
        let result = value.serialize(&mut *self);
        if self.notes.len() > before {
            self.notes.redact(before);
        }
        result.map_err(Error::redact_written)
    }

    pub(super) fn number(&mut self, number: &Number) -> Result<()> {
        match self.mode {
            Mode::Wire => {
                self.number_text |= write::number(&mut self.out, number);
                Ok(())
            }
            Mode::Json if !number.is_finite() => Err(Error::infinity()),
            // Minus zero equals zero.
            Mode::Comparable if number.as_i64() == Some(0) => {
                write::int(&mut self.out, 0);
                Ok(())
            }
            Mode::Json | Mode::Comparable => {
                write::number_text(&mut self.out, number);
                Ok(())
            }
        }
    }

    /// Replaces the decimal string at the end of the output, from `start` on, with the number that it represents.
    #[cold]
    pub(super) fn text_to_number(&mut self, start: usize) -> Result<()> {
        let number: Number = Reader::new(&self.out[start..]).str("a number")?.parse()?;
        self.out.truncate(start);
        self.number(&number)
    }

    /// Writes an unknown value, or adds a note if the value is not allowed.
    pub(super) fn unknown<T: Serialize + ?Sized>(&mut self, placeholder: &T) -> Result<()> {
        if self.purpose == Purpose::State || self.mode == Mode::Json {
            self.fault();
            write::nil(&mut self.out);
            return Ok(());
        }
        let out = &mut self.out;
        placeholder.serialize(PayloadSerializer(|payload: &[u8]| {
            write::unknown(out, payload)
        }))
    }
}
