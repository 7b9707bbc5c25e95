//! The names of attributes were not escaped as Terraform escapes them, so that the bytes of dynamic
//! values differed.

use tfvalue::{Type, Value, msgpack};

#[test]
fn names_are_escaped_for_html() {
    let json = r#"["object",{"\u003ca\u003e\u0026\u2028\"é":"string"}]"#;
    let ty = Type::from_json(json.as_bytes()).unwrap();
    assert_eq!(ty.to_json(), json);
    let bytes = msgpack::value_to_vec(&Value::null(ty), &Type::Dynamic).unwrap();
    assert!(bytes.windows(6).any(|window| window == b"\\u003c"));
}
