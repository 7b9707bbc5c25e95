//! Handwritten code that reads and writes the MessagePack of exactly these structs, without serde. The code shows how
//! fast tfvalue could be at best.
//!
//! The code performs the same checks as the library:
//!
//! * Reading: the input is complete, a declared length reserves no more memory than with serde, strings are UTF-8,
//!   numbers are not NaN, objects have exactly their attributes, and maps have no duplicate keys, compared in NFC.
//! * Writing: strings are in NFC, sets are sorted and without duplicates, and lengths fit in 32 bits.
//!
//! The code accepts less input than the library: objects must have their attributes in one order, and scalars must be
//! in the form in which Terraform sends them. Its errors contain no information.
//!
//! The code uses the library's functions for short strings. Rare cases are handled by the library: strings that are not
//! in NFC, keys and elements that are unsorted or duplicates, and refinements other than "not null".

mod objects;
mod read;
#[path = "../../../../tfvalue/src/text/mod.rs"]
#[allow(dead_code, unused_imports)] // not all functions are needed
#[allow(clippy::collapsible_if)] // the library supports older compilers than the tests
mod text;
mod write;

pub(super) use self::read::Read;
pub(super) use self::write::Write;

/// The error for invalid input, or for a value that cannot be written.
#[derive(Debug)]
pub(super) struct Malformed;

/// An unknown value that is known not to be null.
const NOT_NULL: &[u8; 6] = &[0xc7, 3, 12, 0x81, 1, 0xc2];

/// Reads a value from `input`, which must contain nothing else.
pub(super) fn from_slice<'de, T: Read<'de>>(mut input: &'de [u8]) -> Result<T, Malformed> {
    let value = T::read(&mut input)?;
    if !input.is_empty() {
        return Err(Malformed);
    }
    Ok(value)
}

/// Adds a value to the end of `out`. Adds nothing on failure.
pub(super) fn write<T: Write>(value: &T, out: &mut Vec<u8>) -> Result<(), Malformed> {
    let start = out.len();
    let mut output = write::Output::new(std::mem::take(out));
    value.write(&mut output);
    let failed = output.failed();
    *out = output.into_bytes();
    if failed {
        out.truncate(start);
        return Err(Malformed);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;
    use tfvalue::{Attr, Set, Unknown, msgpack, types::Refinements};

    use super::{Read, Write};
    use crate::payloads;
    use tfvalue_tests::models::derived::attr;

    /// Checks that the code reads and writes a payload as the library does.
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
    fn agrees_with_the_library() {
        same::<attr::Resource<String>>("resource");
        same::<attr::Resource<&str>>("resource");
        same::<attr::Wide<String>>("wide");
        same::<attr::Wide<&str>>("wide");
        same::<attr::Small<String>>("small");
        same::<attr::Small<&str>>("small");
    }

    /// Checks that the code reads an input as the library does, or that both reject the input.
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
    fn rejects_the_same_input_as_the_library() {
        type Map = BTreeMap<String, i64>;
        read_alike::<Map>(b"\x82\xa1a\x01\xa1b\x02", true);
        read_alike::<Map>(b"\x82\xa1b\x01\xa1a\x02", true);
        read_alike::<Map>(b"\x82\xa1a\x01\xa1a\x02", false);
        read_alike::<Map>(b"\x89\xa1a\x01\xa1b\x02\xa1c\x03\xa1d\x04\xa1e\x05\xa1f\x06\xa1g\x07\xa1h\x08\xa1h\x09", false);
        read_alike::<Map>(b"\xdf\xff\xff\xff\xff\xa1a\x01", false);
        // The same character, composed and decomposed.
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

    /// Checks that the code writes a value as the library does, or that both reject the value.
    #[track_caller]
    fn written_alike<T: Write>(value: &T) {
        let mut out = b"before".to_vec();
        let written = super::write(value, &mut out);
        let ours = msgpack::to_vec(value);
        assert_eq!(written.is_ok(), ours.is_ok());
        assert_eq!(out, [b"before", &*ours.unwrap_or_default()].concat());
    }

    #[test]
    fn writes_rare_values_like_the_library() {
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
    fn removes_duplicate_objects_like_the_library() {
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
