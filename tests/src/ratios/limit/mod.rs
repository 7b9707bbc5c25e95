//! The limit: MessagePack of exactly these structs, read and written without serde, as one would
//! by hand.
//!
//! It checks all that the library checks:
//!
//! * the input is there, lengths in it reserve no more memory than serde lets them, text is UTF-8,
//!   numbers are numbers, objects have exactly their attributes, and no key of a map is there
//!   twice, in any Unicode normal form;
//! * text is written in NFC, sets in their order and without duplicates, lengths fit.
//!
//! It does less only where that is no check. It takes the attributes of an object in one order,
//! and scalars in the form in which Terraform sends them. Errors say nothing.
//!
//! Short text is read and written by the same code as in the library. What is rare is left to the
//! library: what is not in NFC, out of order or there twice, and refinements that say more than
//! that a value will not be null.

mod objects;
mod read;
#[path = "../../../../tfvalue/src/text/mod.rs"]
#[allow(dead_code)] // only what is for short text is needed
#[allow(clippy::collapsible_if)] // the library supports older compilers than the tests
mod text;
mod write;

pub(super) use self::read::Read;
pub(super) use self::write::Write;

/// The input is not what it should be, or the value cannot be written.
#[derive(Debug)]
pub(super) struct Malformed;

/// An unknown value that will not be null.
const NOT_NULL: &[u8; 6] = &[0xc7, 3, 12, 0x81, 1, 0xc2];

/// Reads a value that takes up the whole of `input`.
pub(super) fn from_slice<'de, T: Read<'de>>(mut input: &'de [u8]) -> Result<T, Malformed> {
    let value = T::read(&mut input)?;
    match input.is_empty() {
        true => Ok(value),
        false => Err(Malformed),
    }
}

/// Adds a value to the end of `out`; if that fails, nothing.
pub(super) fn write<T: Write>(value: &T, out: &mut Vec<u8>) -> Result<(), Malformed> {
    let start = out.len();
    let mut output = write::Output::new(std::mem::take(out));
    value.write(&mut output);
    let failed = output.failed();
    *out = output.into_bytes();
    match failed {
        true => {
            out.truncate(start);
            Err(Malformed)
        }
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;
    use tfvalue::{Attr, Refinements, Set, Unknown, msgpack};

    use super::{Read, Write};
    use crate::ratios::models::derived::attr;
    use crate::ratios::payloads;

    /// What is compared with us must do the same as we do.
    #[track_caller]
    fn same<T: Deserialize<'static> + serde::Serialize + Read<'static> + Write>(payload: &str) {
        let bytes = payloads::bytes(payload);
        let ours: T = msgpack::from_slice(bytes).unwrap();
        let limit: T = super::from_slice(bytes).unwrap();
        assert_eq!(msgpack::to_vec(&limit).unwrap(), bytes);
        for value in [ours, limit] {
            let mut out = Vec::new();
            super::write(&value, &mut out).unwrap();
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
        same::<attr::Small<String>>("small");
        same::<attr::Small<&str>>("small");
    }

    /// Both read the same value, or neither reads one.
    #[track_caller]
    fn read_alike<T: Read<'static> + serde::Serialize>(input: &'static [u8], is_valid: bool) {
        let ours = msgpack::from_slice::<T>(input);
        let limit = super::from_slice::<T>(input);
        assert_eq!((ours.is_ok(), limit.is_ok()), (is_valid, is_valid));
        if let (Ok(ours), Ok(limit)) = (ours, limit) {
            assert_eq!(
                msgpack::to_vec(&limit).unwrap(),
                msgpack::to_vec(&ours).unwrap()
            );
        }
    }

    #[test]
    fn checks_what_is_read_as_we_do() {
        type Map = BTreeMap<String, i64>;
        read_alike::<Map>(b"\x82\xa1a\x01\xa1b\x02", true);
        read_alike::<Map>(b"\x82\xa1b\x01\xa1a\x02", true);
        read_alike::<Map>(b"\x82\xa1a\x01\xa1a\x02", false);
        read_alike::<Map>(b"\x89\xa1a\x01\xa1b\x02\xa1c\x03\xa1d\x04\xa1e\x05\xa1f\x06\xa1g\x07\xa1h\x08\xa1h\x09", false);
        read_alike::<Map>(b"\xdf\xff\xff\xff\xff\xa1a\x01", false);
        // The same character, composed and not.
        read_alike::<Map>(b"\x82\xa3e\xcc\x81\x01\xa2\xc3\xa9\x02", false);
        read_alike::<Map>(b"\x81\xa3e\xcc\x81\x01", true);
        read_alike::<String>(b"\xa1\xff", false);
        read_alike::<f64>(b"\xcb\x7f\xf8\0\0\0\0\0\0", false);
        read_alike::<f64>(b"\xca\x7f\xc0\0\0", false);
        read_alike::<Vec<i64>>(b"\xdd\xff\xff\xff\xff\x01", false);
        read_alike::<Attr<String>>(b"\xd4\0\0", true);
        read_alike::<Attr<String>>(b"\xc7\x03\x0c\x81\x01\xc2", true);
        read_alike::<Attr<String>>(b"\xc7\x02\x0c\x81\x01", false);
        read_alike::<Attr<String>>(b"\xc7\x03\x0c\x81\x01", false);
    }

    /// Both write the same bytes, or neither writes any.
    #[track_caller]
    fn written_alike<T: Write>(value: &T) {
        let mut out = b"before".to_vec();
        let written = super::write(value, &mut out);
        let ours = msgpack::to_vec(value);
        assert_eq!(written.is_ok(), ours.is_ok());
        assert_eq!(out, [b"before", &*ours.unwrap_or_default()].concat());
    }

    #[test]
    fn checks_what_is_written_as_we_do() {
        for text in [
            "e\u{301}",
            &"e\u{301}".repeat(50),
            "\u{e9}",
            &"a".repeat(300),
        ] {
            written_alike(&text.to_owned());
            written_alike(&BTreeMap::from([(text, 1), ("z", 2), ("f", 3)]));
        }
        written_alike(&BTreeMap::from([("e\u{301}", 1), ("\u{e9}", 2)]));
        for texts in [
            &["b", "a", "b"][..],
            &["a", "a"],
            &["e\u{301}", "f"],
            &["a", "b"],
            &[],
        ] {
            written_alike(&texts.iter().copied().collect::<Set<&str>>());
        }
        for float in [
            f64::NAN,
            f64::INFINITY,
            9.223372036854776e18,
            1e300,
            -0.0,
            0.5,
            -3.0,
        ] {
            written_alike(&float);
        }
        for integer in [
            0,
            -32,
            -33,
            127,
            128,
            255,
            256,
            65535,
            65536,
            -129,
            -32769,
            i64::MIN,
        ] {
            written_alike(&integer);
            written_alike(&(integer as f64));
        }
        let prefix = Refinements::new().prefix("ami-").unwrap();
        written_alike(&Attr::<String>::refined(prefix));
    }

    #[test]
    fn leaves_duplicate_objects_out_as_we_do() {
        let object = |id: &Attr<&'static str>| attr::CapacityReservationTarget { id: id.clone() };
        let (known, unknown) = (Attr::from("a"), Unknown::unknown());
        for ids in [
            vec![&known, &known],
            vec![&unknown, &unknown, &known],
            vec![&known; 100],
        ] {
            written_alike(&ids.into_iter().map(object).collect::<Set<_>>());
        }
    }
}
