//! Reading took exponential time in the depth if the members of nested objects were out of order: each of these objects
//! was read again from its first member.

use tfvalue::{Type, msgpack, types::ObjectType};

#[test]
fn deep_objects_take_linear_time() {
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
