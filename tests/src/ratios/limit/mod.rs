//! The limit: MessagePack of exactly these structs, read and written without serde, as one would
//! by hand.
//!
//! It checks what has to be checked: that the input is there, text is UTF-8, objects are complete
//! and their attributes the right ones, keys are there once. It knows one order of attributes,
//! has neither paths nor messages for errors, skips refinements, and does not normalise text.

mod objects;
mod read;
mod write;

pub(super) use self::read::Read;
pub(super) use self::write::Write;

/// The input is not what it should be.
#[derive(Debug)]
pub(super) struct Malformed;

/// Reads a value that takes up the whole of `input`.
pub(super) fn from_slice<'de, T: Read<'de>>(mut input: &'de [u8]) -> Result<T, Malformed> {
    let value = T::read(&mut input)?;
    match input.is_empty() {
        true => Ok(value),
        false => Err(Malformed),
    }
}
