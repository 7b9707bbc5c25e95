#![no_main]
//! Reads MessagePack according to a type constraint and writes the value again.

use libfuzzer_sys::fuzz_target;
use tfvalue::msgpack;
use tfvalue_tests::random::{self, Rng};

fuzz_target!(|input: (u16, &[u8])| {
    let (seed, bytes) = input;
    let ty = random::ty(&mut Rng::new(u64::from(seed), 0), 3);
    let Ok(value) = msgpack::value_from_slice(bytes, &ty) else {
        return;
    };
    let written = match msgpack::value_to_vec(&value, &ty) {
        Ok(written) => written,
        // Bounds take up more space as plain decimal strings, and the length is limited.
        Err(error) if error.to_string().contains("the refinements take") => return,
        // Terraform writes `[[], ["a"]]` of list(list(dynamic)), but cannot read it, so it is read and not written.
        Err(error)
            if error
                .to_string()
                .contains("the same type as in the other elements") =>
        {
            return;
        }
        Err(error) => panic!("{value} of {}: {error}", ty.to_json()),
    };
    let again = msgpack::value_from_slice(&written, &ty).unwrap();
    assert_eq!(msgpack::value_to_vec(&again, &ty).unwrap(), written);
});
