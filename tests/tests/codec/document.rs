//! A document accepts what `value_from_slice` accepts, fails with the same errors, and has the same values.

use tfvalue::msgpack::{self, Document, Node};
use tfvalue::{ObjectType, Path, Type, Value};
use tfvalue_tests::peak::measure;
use tfvalue_tests::random::{self, Rng};

/// Compares a node and all of its parts with a value.
fn assert_same(node: Node<'_>, value: &Value) {
    assert_eq!(node.to_value(), *value);
    if matches!(value.refinements(), Some(one) if *one != tfvalue::Refinements::new()) {
        return;
    }
    assert_eq!(node.is_null(), value.is_null());
    assert_eq!(node.as_bool(), value.as_bool());
    assert_eq!(node.as_number().as_ref(), value.as_number());
    assert_eq!(node.as_str().as_deref(), value.as_str());
    assert_eq!(node.entries().is_some(), value.entries().is_some());
    assert_eq!(node.members().is_some(), value.members().is_some());
    assert_eq!(node.elements().is_some(), value.elements().is_some());
    for (key, part) in value.entries().into_iter().flatten() {
        assert_same(node.get(key).unwrap(), part);
    }
    for (name, part) in value.members().into_iter().flatten() {
        let Some(one) = node.get(name) else {
            panic!("{name:?} of {} {value}", node.ty())
        };
        assert_same(one, part);
    }
    let Some(elements) = value.elements() else {
        return;
    };
    let nodes = node.elements().into_iter().flatten();
    if let Type::Set(_) = node.ty() {
        let set = Value::set(Type::Dynamic, nodes.map(|part| part.to_value())).unwrap();
        assert_eq!(set.elements().unwrap().len(), elements.len());
        return;
    }
    assert_eq!(nodes.clone().count(), elements.len());
    for (part, value) in nodes.zip(elements) {
        assert_same(part, value);
    }
}

/// Compares a document with the value of the same bytes. Returns whether they are valid.
fn compare(bytes: &[u8], ty: &Type) -> bool {
    match (
        Document::from_slice(bytes, ty),
        msgpack::value_from_slice(bytes, ty),
    ) {
        (Ok(document), Ok(value)) => {
            assert_same(document.root(), &value);
            true
        }
        (Err(error), Err(expected)) => {
            assert_eq!(error.to_string(), expected.to_string());
            assert_eq!(error.path(), expected.path());
            false
        }
        (Err(error), Ok(_)) => panic!("{error} for {bytes:02x?} of {ty}"),
        (Ok(_), Err(error)) => panic!("no error, but {error} for {bytes:02x?} of {ty}"),
    }
}

#[test]
fn documents_agree_with_values() {
    let (mut valid, mut invalid) = (0, 0);
    for case in 0..5_000 {
        let rng = &mut Rng::new(31, case);
        let ty = random::ty(rng, 3);
        let concrete = random::concrete(rng, &ty.without_optional());
        let value = random::value(rng, &concrete).unwrap();
        let Ok(bytes) = msgpack::value_to_vec(&value, &ty) else {
            continue;
        };
        assert!(compare(&bytes, &ty), "case {case}");
        for _ in 0..8 {
            let mut damaged = bytes.clone();
            let at = rng.below(damaged.len());
            match rng.below(4) {
                0 => damaged.truncate(at),
                1 => drop(damaged.remove(at)),
                2 => damaged.insert(at, rng.next() as u8),
                _ => damaged[at] = rng.next() as u8,
            }
            if compare(&damaged, &ty) {
                valid += 1;
            } else {
                invalid += 1;
            }
        }
    }
    assert!(valid > 1_000 && invalid > 1_000, "{valid} and {invalid}");
}

#[test]
fn unusual_orders() {
    let object = ObjectType::new([("a", Type::Number), ("b", Type::list(Type::Number))]);
    let object = Type::Object(object);
    let bytes = b"\x82\xa1b\x92\x01\x02\xa1a\x03";
    assert!(compare(bytes, &object));
    assert!(!compare(b"\x82\xa1b\x92\x01\x02\xa1b\x90", &object));
    let map = Type::map(Type::Number);
    assert!(compare(b"\x82\xa1b\x01\xa1a\x02", &map));
    assert!(!compare(b"\x83\xa1b\x01\xa1a\x02\xa1b\x03", &map));
    // Two spellings of one key.
    assert!(!compare(b"\x82\xa3e\xcc\x81\x01\xa2\xc3\xa9\x02", &map));
    let nested = Type::map(Type::map(Type::Dynamic));
    let types = b"\x81\xa1a\x82\xa1b\x92\xc4\x08\"number\"\x01\xa1a\x92\xc4\x08\"string\"\xa1x";
    assert!(!compare(types, &nested));
}

#[test]
fn nodes_are_compared_as_values() {
    let ty = Type::list(Type::set(Type::Number));
    let bytes = b"\x93\x92\x01\x02\x92\x02\x01\x91\x01";
    let document = Document::from_slice(bytes, &ty).unwrap();
    let node = |index: usize| document.root().get(index).unwrap();
    assert_eq!(node(0), node(1));
    assert_ne!(node(0), node(2));
    let error = document.root().lookup(&Path::root().index(7)).unwrap_err();
    let value = document.root().to_value();
    let expected = value.lookup(&Path::root().index(7)).unwrap_err();
    assert_eq!(error.to_string(), expected.to_string());
}

#[test]
fn documents_take_little_memory() {
    let ty = Type::list(Type::list(Type::String));
    let bytes = [&[0xdd, 0, 4, 0, 0][..], &vec![0x90; 1 << 18]].concat();
    let (result, peak) = measure(|| Document::from_slice(&bytes, &ty));
    result.unwrap();
    assert!(peak <= 64 * bytes.len(), "{peak}");

    let depth = 127;
    let ty = (0..depth).fold(Type::String, |ty, _| Type::map(ty));
    let one: Vec<u8> = b"\x82\xa1b\xc0\xa1a".repeat(depth - 1);
    let bytes = [&one[..], b"\x80"].concat();
    assert!(compare(&bytes, &ty));
}
