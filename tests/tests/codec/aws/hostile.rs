//! Corrupted payloads: reading returns an error with a path or position, or a value. Reading never panics, and the
//! memory usage is proportional to the size of the input.

use serde::de::DeserializeOwned;
use tfvalue::{errors::Category, msgpack};
use tfvalue_tests::models::aws::instance::Instance;
use tfvalue_tests::models::aws::security_group::SecurityGroup;
use tfvalue_tests::models::aws::ssm_parameter::SsmParameter;
use tfvalue_tests::peak::measure;

use super::captured;

/// Reads a value, and checks that reading used little memory.
fn read<T: DeserializeOwned>(bytes: &[u8]) -> tfvalue::Result<Option<T>> {
    let (result, peak) = measure(|| msgpack::from_slice(bytes));
    // The size of a struct does not depend on the input: nil is sufficient for any struct.
    let room = 64 * bytes.len() + (1 << 20) + 64 * size_of::<T>();
    assert!(peak <= room, "{peak} bytes for an input of {}", bytes.len());
    result
}

fn assert_robust<T: DeserializeOwned>(schema: &str) {
    let payloads = captured(schema);
    let payloads = payloads
        .iter()
        .filter(|(_, bytes)| bytes.len() > 1)
        .step_by(4);
    for (shift, (id, bytes)) in payloads.enumerate() {
        for len in 0..bytes.len() {
            let error = read::<T>(&bytes[..len])
                .err()
                .expect("a truncated payload is an error");
            assert_eq!(
                error.category(),
                Category::Eof,
                "{id} truncated at {len}: {error}"
            );
        }
        let mut flipped = bytes.clone();
        for (at, mask) in (0..bytes.len()).zip([0xff, 0x80, 0x01].into_iter().cycle().skip(shift)) {
            flipped[at] ^= mask;
            if let Err(error) = read::<T>(&flipped) {
                let placed = !error.path().is_root() || error.position().is_some();
                assert!(placed || at == 0, "{id} flipped at {at}: {error}");
            }
            flipped[at] = bytes[at];
        }
    }
}

#[test]
fn instances() {
    assert_robust::<Instance>("resource/aws_instance");
}

#[test]
fn security_groups() {
    assert_robust::<SecurityGroup>("resource/aws_security_group");
}

#[test]
fn parameters() {
    assert_robust::<SsmParameter>("resource/aws_ssm_parameter");
}

#[test]
fn declared_lengths_beyond_the_input() {
    for head in [0xdb, 0xdd, 0xdf, 0xc6, 0xc9] {
        let bytes = [head, 0xff, 0xff, 0xff, 0xff, 0x0c];
        read::<Vec<u64>>(&bytes).unwrap_err();
        read::<Vec<String>>(&bytes).unwrap_err();
        read::<std::collections::HashMap<String, Instance>>(&bytes).unwrap_err();
        assert!(read::<Instance>(&bytes).is_err());
        let nested: Vec<u8> = [0xdd, 0xff, 0xff, 0xff, 0xff].repeat(100);
        read::<Vec<Vec<Vec<Vec<[u64; 8]>>>>>(&nested).unwrap_err();
    }
}
