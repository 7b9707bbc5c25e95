//! Map keys in JSON could contain unescaped control characters, which JSON does not allow.

use tfvalue::{Type, json};

#[test]
fn rejects_unescaped_control_characters() {
    let ty = Type::map(Type::Bool);
    for text in [
        "{\"a\u{1}\":true}",
        "{\"\n\":true}",
        "{\"\\u0061\u{1f}\":true}",
    ] {
        assert!(
            json::value_from_slice(text.as_bytes(), &ty).is_err(),
            "{text:?}"
        );
    }
    let value = json::value_from_slice(br#"{"\u0001\ud800":true}"#, &ty).unwrap();
    assert_eq!(value.entries().unwrap().next().unwrap().0, "\u{1}\u{fffd}");
}
