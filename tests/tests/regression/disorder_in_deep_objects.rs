//! An object whose members came out of order was read anew from its first member, and so was each
//! object within it, so that the time doubled with each level.

use tfvalue::{ObjectType, Type, msgpack};

#[test]
fn disorder_in_deep_objects() {
    let object = |inner: Type| {
        let attributes = [("a", inner), ("b", Type::Bool), ("c", Type::Bool)];
        Type::Object(ObjectType::new(attributes))
    };
    let (mut ty, mut bytes) = (Type::Bool, b"\xc3".to_vec());
    for _ in 0..100 {
        ty = object(ty);
        bytes = [b"\x83\xa1a", &bytes[..], b"\xa1c\xc2\xa1b\xc3"].concat();
    }
    let value = msgpack::value_from_slice(&bytes, &ty).unwrap();
    assert_eq!(value.get("b").unwrap().as_bool(), Some(true));
    assert_eq!(value.get("c").unwrap().as_bool(), Some(false));
}
