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

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::{Read, Write};
    use crate::ratios::models::derived::attr;
    use crate::ratios::payloads;

    /// What is compared with us must do the same as we do.
    #[track_caller]
    fn same<T: Deserialize<'static> + serde::Serialize + Read<'static> + Write>(payload: &str) {
        let bytes = payloads::bytes(payload);
        let ours: T = tfvalue::msgpack::from_slice(bytes).unwrap();
        let limit: T = super::from_slice(bytes).unwrap();
        assert_eq!(tfvalue::msgpack::to_vec(&limit).unwrap(), bytes);
        for value in [ours, limit] {
            let mut out = Vec::new();
            value.write(&mut out);
            assert_eq!(out, bytes);
        }
        for end in (0..bytes.len()).step_by(bytes.len() / 10) {
            assert!(super::from_slice::<T>(&bytes[..end]).is_err());
        }
    }

    #[test]
    fn does_what_we_do() {
        same::<attr::Resource<String>>("resource");
        same::<attr::Resource<&str>>("resource");
        same::<attr::Wide<String>>("wide");
        same::<attr::Wide<&str>>("wide");
    }
}
