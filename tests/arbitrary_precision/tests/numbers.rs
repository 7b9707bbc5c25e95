//! Tests with the feature `arbitrary_precision` of `serde_json`, which any crate in a build may enable. With this
//! feature, numbers are represented as structs whose only field is the string.

use serde::Serialize;
use serde_json::{Value as Json, json};
use tfvalue::tfplugin6::DynamicValue;
use tfvalue::{Attr, Number, Set, TfSchema, Type, Value, json, msgpack, schema};
use tfvalue_json_schema::Plain;
use tfvalue_show::{self as show, Plan};

#[test]
fn feature_is_enabled() {
    let digits = "0.1000000000000000055511151231257827";
    let number: Json = serde_json::from_str(digits).unwrap();
    assert_eq!(number.to_string(), digits);
}

#[track_caller]
fn assert_written(value: impl Serialize, bytes: &[u8], text: &str) {
    assert_eq!(msgpack::to_vec(&value).unwrap(), bytes);
    assert_eq!(json::to_string(&value).unwrap(), text);
}

#[test]
fn writes_numbers_of_serde_json() {
    assert_written(json!([1]), b"\x91\x01", "[1]");
    assert_written(
        json!({"b": -300, "a": [0.5]}),
        b"\x82\xa1a\x91\xcb\x3f\xe0\0\0\0\0\0\0\xa1b\xd1\xfe\xd4",
        r#"{"a":[0.5],"b":-300}"#,
    );
    let long: Json =
        serde_json::from_str("[18446744073709551616, 0.10000000000000000001]").unwrap();
    let bytes = b"\x92\xb418446744073709551616\xb60.10000000000000000001";
    assert_written(
        &long,
        bytes,
        "[18446744073709551616,0.10000000000000000001]",
    );
    let numbers = Set::from(vec![json!(10), json!(9), json!(10)]);
    assert_written(numbers, b"\x92\x09\x0a", "[9,10]");
    json::to_string(&serde_json::from_str::<Json>("1e5000").unwrap()).unwrap_err();
}

#[test]
fn converts_values_of_serde_json() {
    let value = Value::of(&json!(1.5), &Type::Number).unwrap();
    assert_eq!(value, Value::try_from(1.5).unwrap());
    let list = Value::of(&json!([1, 2]), &Type::list(Type::Number)).unwrap();
    assert_eq!(list.clone().read_into::<Json>().unwrap(), json!([1, 2]));
    assert_eq!(list.read_into::<Vec<u8>>().unwrap(), [1, 2]);
}

#[test]
fn reads_values_of_serde_json() {
    let value: Json = msgpack::from_slice(b"\x93\x01\xcb\x3f\xe0\0\0\0\0\0\0\xc0").unwrap();
    assert_eq!(value, json!([1, 0.5, null]));
    let value: Json = json::from_str("[1, 0.5, -7, null]").unwrap();
    assert_eq!(value, json!([1, 0.5, -7, null]));
}

#[derive(PartialEq, TfSchema)]
struct Disk {
    #[tf(required)]
    size: Attr<u64>,
    #[tf(optional)]
    price: Attr<Number>,
}

fn disk() -> Disk {
    let price: Number = "0.10000000000000000001".parse().unwrap();
    Disk {
        size: 20.into(),
        price: price.into(),
    }
}

#[test]
fn serde_json_reads_and_writes_derived_structs() {
    // In other formats, numbers with more digits than a double can represent are strings.
    let text = serde_json::to_string(&disk()).unwrap();
    assert_eq!(text, r#"{"price":"0.10000000000000000001","size":20}"#);
    assert_eq!(serde_json::from_str::<Disk>(&text).unwrap(), disk());
    let text = r#"{"price": 0.10000000000000000001, "size": 20}"#;
    assert_eq!(serde_json::from_str::<Disk>(text).unwrap(), disk());
    let value: Json = serde_json::from_str(text).unwrap();
    assert_eq!(serde_json::from_value::<Disk>(value).unwrap(), disk());
}

#[test]
fn decodes_json_of_the_protocol() {
    let value = DynamicValue {
        json: br#"{"price": 0.10000000000000000001, "size": 20}"#.to_vec(),
        msgpack: Vec::new(),
    };
    assert_eq!(value.decode::<Disk>().unwrap(), disk());
}

#[test]
fn reads_schemas() {
    let text = serde_json::to_string(&json!({"version": 3, "block": {"block_types": {"disk": {
        "nesting_mode": "list", "block": {}, "min_items": 1, "max_items": 2,
    }}}}));
    let schema: schema::Schema = schema::json::from_slice(text.unwrap().as_bytes()).unwrap();
    assert_eq!(schema.version, 3);
    let block = schema.block.block_type("disk").unwrap();
    assert_eq!((block.min_items, block.max_items), (1, 2));
}

#[test]
fn reads_plans() {
    let plan = json!({
        "format_version": "1.2",
        "resource_changes": [{
            "address": "a.b[1]", "mode": "managed", "type": "a", "name": "b", "provider_name": "a", "index": 1,
            "change": {"actions": ["create"], "before": null, "after": {"size": 20, "price": 0.5}},
        }],
    });
    let plan: Plan = show::from_slice(plan.to_string().as_bytes()).unwrap();
    let after: Disk = plan.resource_changes[0].change.after().read().unwrap();
    assert_eq!(after.size, 20);
}

#[test]
fn plain_json_keeps_every_digit() {
    let text = "[18446744073709551616,0.10000000000000000001,1e+400,-0.5,7]";
    let json: Json = serde_json::from_str(text).unwrap();
    let value = Plain::from(&Type::list(Type::Number)).read(&json).unwrap();
    let digits = "0.10000000000000000001".parse::<Number>().unwrap();
    assert_eq!(value.get(1), Some(&Value::from(digits)));
    let back = Plain::from(&value.ty()).write(&value).unwrap();
    assert_eq!(Plain::from(&value.ty()).read(&back).unwrap(), value);
    let any = Plain::from(&Type::Dynamic).read(&json).unwrap();
    assert_eq!(any.get(0), value.get(0));
}
