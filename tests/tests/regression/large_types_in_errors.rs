//! The error for an object with a missing member contained two whole types: 1.4 MB for the largest resource of the AWS
//! provider.

use tfvalue::{Type, Value, json, msgpack, types::ObjectType};

fn wide(last: &str, ty: Type) -> Type {
    let names = (0..1_000).map(|at| (format!("attribute_{at:03}"), Type::String));
    Type::Object(ObjectType::new(names.chain([(last.to_owned(), ty)])))
}

fn object(last: &str, value: Value) -> Value {
    let member = |at| (format!("attribute_{at:03}"), Value::null(Type::String));
    Value::object((0..1_000).map(member).chain([(last.to_owned(), value)])).unwrap()
}

#[track_caller]
fn assert_error(value: &Value, ty: &Type, message: &str) {
    for error in [
        msgpack::value_to_vec(value, ty).unwrap_err(),
        json::value_to_string(value, ty).unwrap_err(),
    ] {
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn values_that_do_not_fit_a_wide_type() {
    let ty = wide("arn", Type::String);
    let one = || Value::from(1);
    assert_error(&object("bar", one()), &ty, "arn: the attribute is missing");
    assert_error(
        &object("arn", one()),
        &ty,
        "arn: a string is required, got a number",
    );
    let more = Type::Object(ObjectType::new([("attribute_000", Type::String)]));
    let surplus = r#"unsupported attribute "arn""#;
    assert_error(&object("arn", one()), &more, surplus);

    // Nulls also have a type.
    let null = Value::null(Type::list(wide("bar", Type::String)));
    assert_error(
        &null,
        &Type::list(ty.clone()),
        "arn: the attribute is missing",
    );
    let tuple = Value::null(Type::tuple([Type::Bool]));
    let pair = Type::tuple([Type::Bool, Type::Bool]);
    assert_error(
        &tuple,
        &pair,
        "a tuple of 2 elements is required, got 1 element",
    );
}

#[test]
fn elements_of_several_wide_types() {
    let objects = [
        object("arn", Value::from(1)),
        object("arn", Value::from("a")),
    ];
    let error = Value::list(Type::Dynamic, objects).unwrap_err();
    let message = "[1].arn: a number is required, got a string";
    assert_eq!(error.to_string(), message);
    let objects = [object("arn", Value::from(1)), object("bar", Value::from(1))];
    let error = Value::list(Type::Dynamic, objects).unwrap_err();
    assert_eq!(error.to_string(), "[1].arn: the attribute is missing");
}
