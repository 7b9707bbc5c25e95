//! JSON objects used memory for all members of their type, even for missing members: 63 KB of `{}` used 246 MB.

use tfvalue::{Type, errors::Category, json, types::ObjectType};

fn wide(attributes: usize) -> Type {
    let names = (0..attributes).map(|at| (format!("a{at}"), Type::String));
    Type::Object(ObjectType::new(names))
}

#[test]
fn limits_missing_members() {
    let ty = Type::list(wide(1_000));
    let text = format!("[{}{{}}]", "{},".repeat(10_000));
    for (input, ty) in [
        (text.clone(), &ty),
        (
            format!(r#"{{"value":{text},"type":{}}}"#, ty.to_json()),
            &Type::Dynamic,
        ),
    ] {
        let error = json::value_from_slice(input.as_bytes(), ty).unwrap_err();
        assert_eq!(error.category(), Category::Limit);
        let message = "too many attributes are missing for the size of the input";
        assert_eq!(error.message(), message);
    }
}

#[test]
fn accepts_missing_members() {
    // Short JSON for a large object.
    let value = json::value_from_slice(b"{}", &wide(10_000)).unwrap();
    assert_eq!(value.members().unwrap().len(), 10_000);
    // Members that are present do not count toward the limit, regardless of their order.
    let object = r#"{"a3":"d","a2":"c","a1":"b","a0":"a"},"#.repeat(50_000);
    let text = format!("[{object}{{}}]");
    let value = json::value_from_slice(text.as_bytes(), &Type::list(wide(4))).unwrap();
    assert_eq!(value.elements().unwrap().len(), 50_001);
}
