#![no_main]
//! Reads refinements of every type and writes them again.

use libfuzzer_sys::fuzz_target;
use tfvalue::{Type, msgpack};

fuzz_target!(|input: (u8, &[u8])| {
    let (kind, payload) = input;
    let Ok(len) = u16::try_from(payload.len()) else {
        return;
    };
    let ty = match kind % 7 {
        0 => Type::String,
        1 => Type::Number,
        2 => Type::Bool,
        3 => Type::list(Type::String),
        4 => Type::set(Type::Number),
        5 => Type::map(Type::Dynamic),
        _ => Type::Dynamic,
    };
    let bytes = [&[0xc8][..], &len.to_be_bytes(), &[12], payload].concat();
    let Ok(value) = msgpack::value_from_slice(&bytes, &ty) else {
        return;
    };
    let written = match msgpack::value_to_vec(&value, &ty) {
        Ok(written) => written,
        // Bounds take up more space as plain decimal strings, and the length is limited.
        Err(error) if error.to_string().contains("the refinements take") => return,
        Err(error) => panic!("{value}: {error}"),
    };
    let again = msgpack::value_from_slice(&written, &ty).unwrap();
    assert_eq!(msgpack::value_to_vec(&again, &ty).unwrap(), written);
});
