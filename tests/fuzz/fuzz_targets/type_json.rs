#![no_main]
//! Reads a type constraint and writes it again.

use libfuzzer_sys::fuzz_target;
use tfvalue::Type;

fuzz_target!(|input: &[u8]| {
    let Ok(ty) = Type::from_json(input) else {
        return;
    };
    let json = ty.to_json();
    let again = Type::from_json(json.as_bytes()).unwrap();
    assert_eq!(again, ty);
    assert_eq!(again.to_json(), json);
    assert!(ty.conforms_to(&ty.without_optional()));
});
