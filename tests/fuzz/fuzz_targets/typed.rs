#![no_main]
//! Reads MessagePack and JSON as structs, and writes the structs again. The input changes the bytes of a random value,
//! because libFuzzer would hardly find the names of the attributes.

use libfuzzer_sys::fuzz_target;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tfvalue::rules::normalize_legacy_object;
use tfvalue::schema::Block;
use tfvalue::{Result, TfSchema, Type, Value, json, msgpack};
use tfvalue_tests::models::aws::{instance::Instance, security_group::SecurityGroup};
use tfvalue_tests::models::derived::{attr, option};
use tfvalue_tests::random::{self, Rng};

/// What to do with the bytes at a position: 0 inserts the byte, 1 removes one, and any other number replaces one.
type Edit = (u8, u16, u8);

/// Reading and writing preserves the value, except that a `lossy` attribute rounds numbers, and that null in place of a
/// block becomes a block without elements.
fn check<T: TfSchema + Serialize + DeserializeOwned>(is_exact: bool, seed: u32, edits: &[Edit]) {
    let block = T::block();
    let ty = block.implied_type();
    let Ok(value) = random::value(&mut Rng::new(seed.into(), 0), &ty) else {
        return;
    };
    if let Ok(bytes) = msgpack::value_to_vec(&value, &ty) {
        let format = Format {
            read: |bytes| msgpack::from_slice::<T>(bytes),
            write: |read| msgpack::to_vec(read),
            value: msgpack::value_from_slice,
        };
        format.check(is_exact, &block, edited(bytes, edits));
    }
    if let Ok(text) = json::value_to_string(&value, &ty) {
        let format = Format {
            read: |bytes| json::from_slice::<T>(bytes),
            write: |read| json::to_vec(read),
            value: json::value_from_slice,
        };
        format.check(is_exact, &block, edited(text.into_bytes(), edits));
    }
}

/// The functions of a format.
struct Format<T> {
    read: fn(&[u8]) -> Result<T>,
    write: fn(&T) -> Result<Vec<u8>>,
    value: fn(&[u8], &Type) -> Result<Value>,
}

impl<T> Format<T> {
    fn check(&self, is_exact: bool, block: &Block, bytes: Vec<u8>) {
        let Ok(read) = (self.read)(&bytes) else {
            return;
        };
        let ty = block.implied_type();
        let value = (self.value)(&bytes, &ty).unwrap();
        let bytes = (self.write)(&read).unwrap();
        let written = (self.value)(&bytes, &ty).unwrap();
        let complete = |one: &Value| normalize_legacy_object(block, one);
        assert!(
            !is_exact || complete(&value) == complete(&written),
            "{value}\n{written}"
        );
        let again = (self.read)(&bytes).unwrap();
        assert_eq!((self.write)(&again).unwrap(), bytes);
    }
}

fn edited(mut bytes: Vec<u8>, edits: &[Edit]) -> Vec<u8> {
    for (kind, at, byte) in edits {
        let at = usize::from(*at) % (bytes.len() + 1);
        match kind {
            0 => bytes.insert(at, *byte),
            _ if at == bytes.len() => {}
            1 => drop(bytes.remove(at)),
            _ => bytes[at] = *byte,
        }
    }
    bytes
}

fuzz_target!(|input: (u8, u32, Vec<Edit>)| {
    let (kind, seed, edits) = input;
    match kind % 6 {
        0 => check::<attr::Resource<String>>(false, seed, &edits),
        1 => check::<attr::Wide<String>>(false, seed, &edits),
        2 => check::<option::Resource<String>>(false, seed, &edits),
        3 => check::<option::Wide<String>>(false, seed, &edits),
        4 => check::<Instance>(true, seed, &edits),
        _ => check::<SecurityGroup>(true, seed, &edits),
    }
});
