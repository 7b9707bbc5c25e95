#![no_main]
//! Reads JSON according to a type constraint and writes the value again.

use libfuzzer_sys::fuzz_target;
use tfvalue::{json, msgpack};
use tfvalue_tests::random::{self, Rng};

fuzz_target!(|input: (u16, &[u8])| {
    let (seed, bytes) = input;
    let ty = random::ty(&mut Rng::new(u64::from(seed), 0), 3);
    let Ok(value) = json::value_from_slice(bytes, &ty) else {
        return;
    };
    // Terraform cannot read some of the values that it writes, as in the target `msgpack`.
    if let Err(error) = msgpack::value_to_vec(&value, &ty) {
        let text = error.to_string();
        assert!(
            text.contains("the same type as in the other elements"),
            "{value}: {text}"
        );
        return;
    }
    let written = match json::value_to_string(&value, &ty) {
        Ok(written) => written,
        Err(error) if error.to_string().contains("an infinity") => return,
        Err(error) => panic!("{value} of {}: {error}", ty.to_json()),
    };
    let again = json::value_from_slice(written.as_bytes(), &ty).unwrap();
    assert_eq!(json::value_to_string(&again, &ty).unwrap(), written);
});
