//! `Value::null(t)` was not equal to a null value that was read with the type `t`, if `t` has optional members.

use tfvalue::{Type, Value, json, msgpack, types::Refinements};

#[test]
fn ignores_optional_members() {
    let read = |json: &str| Type::from_json(json.as_bytes()).unwrap();
    let object = read(r#"["object",{"a":"string","b":"string"},["b"]]"#);
    let strict = read(r#"["object",{"a":"string","b":"string"}]"#);
    for (marked, plain) in [
        (object.clone(), strict.clone()),
        (Type::list(object.clone()), Type::list(strict.clone())),
    ] {
        let null = Value::null(marked.clone());
        assert_eq!(null, msgpack::value_from_slice(b"\xc0", &marked).unwrap());
        assert_eq!(null, json::value_from_slice(b"null", &marked).unwrap());
        assert_eq!(null, Value::null(plain.clone()));
        let unknown = Value::unknown(marked.clone());
        let bytes = b"\xd4\0\0";
        assert_eq!(unknown, msgpack::value_from_slice(bytes, &marked).unwrap());
        let refined = |ty: &Type| Value::refined(ty.clone(), Refinements::new().not_null());
        assert_eq!(refined(&marked).unwrap(), refined(&plain).unwrap());
        assert_ne!(null, Value::null(Type::String));
        assert_ne!(null, unknown);
    }
    let other = read(r#"["object",{"a":"string","b":"number"},["b"]]"#);
    assert_ne!(Value::null(object), Value::null(other));
}
