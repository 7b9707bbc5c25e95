#![no_main]
//! Reads MessagePack and JSON as structs, and writes the structs again. The input changes the bytes of a random value,
//! because libFuzzer would hardly find the names of the attributes.

use libfuzzer_sys::fuzz_target;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tfvalue::rules::normalize_legacy_object;
use tfvalue::{TfSchema, Value, json, msgpack};
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
    let is_same = |read: &Value, written: &Value| {
        let [read, written] = [read, written].map(|one| normalize_legacy_object(&block, one));
        !is_exact || read == written
    };
    if let Ok(mut bytes) = msgpack::value_to_vec(&value, &ty) {
        edit(&mut bytes, edits);
        if let Ok(read) = msgpack::from_slice::<T>(&bytes) {
            let value = msgpack::value_from_slice(&bytes, &ty).unwrap();
            let bytes = msgpack::to_vec(&read).unwrap();
            let written = msgpack::value_from_slice(&bytes, &ty).unwrap();
            assert!(is_same(&value, &written), "{value}\n{written}");
            let again: T = msgpack::from_slice(&bytes).unwrap();
            assert_eq!(msgpack::to_vec(&again).unwrap(), bytes);
        }
    }
    if let Ok(text) = json::value_to_string(&value, &ty) {
        let mut bytes = text.into_bytes();
        edit(&mut bytes, edits);
        if let Ok(read) = json::from_slice::<T>(&bytes) {
            let value = json::value_from_slice(&bytes, &ty).unwrap();
            let bytes = json::to_vec(&read).unwrap();
            let written = json::value_from_slice(&bytes, &ty).unwrap();
            assert!(is_same(&value, &written), "{value}\n{written}");
            let again: T = json::from_slice(&bytes).unwrap();
            assert_eq!(json::to_vec(&again).unwrap(), bytes);
        }
    }
}

fn edit(bytes: &mut Vec<u8>, edits: &[Edit]) {
    for (kind, at, byte) in edits {
        let at = usize::from(*at) % (bytes.len() + 1);
        match kind {
            0 => bytes.insert(at, *byte),
            _ if at == bytes.len() => {}
            1 => drop(bytes.remove(at)),
            _ => bytes[at] = *byte,
        }
    }
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
