//! A null list or set of blocks was read and written as an empty list or set, which changed the AWS provider's
//! responses for `aws_cloudwatch_event_target`.

use tfvalue::{Attr, Set, TfSchema, Type, json, msgpack};

#[derive(TfSchema, PartialEq)]
struct EventTarget {
    #[tf(block(max_items = 1))]
    sagemaker_pipeline_target: Vec<SagemakerPipelineTarget>,
}

#[derive(TfSchema, PartialEq)]
struct SagemakerPipelineTarget {
    #[tf(block(max_items = 200))]
    pipeline_parameter_list: Attr<Set<PipelineParameter>>,
}

#[derive(TfSchema, PartialEq)]
struct PipelineParameter {
    #[tf(required)]
    name: Attr<String>,
    #[tf(required)]
    value: Attr<String>,
}

/// `{"sagemaker_pipeline_target": [{"pipeline_parameter_list": …}]}`
fn target(list: &[u8]) -> Vec<u8> {
    let head = b"\x81\xb9sagemaker_pipeline_target\x91\x81\xb7pipeline_parameter_list";
    [&head[..], list].concat()
}

#[test]
fn null_empty_and_unknown_differ() {
    for list in [b"\xc0".as_slice(), b"\x90", b"\xd4\0\0"] {
        let bytes = target(list);
        let read: EventTarget = msgpack::from_slice(&bytes).unwrap();
        let blocks = &read.sagemaker_pipeline_target[0].pipeline_parameter_list;
        assert_eq!(blocks.is_null(), list == b"\xc0");
        assert_eq!(blocks.is_unknown(), list == b"\xd4\0\0");
        assert_eq!(msgpack::to_vec(&read).unwrap(), bytes);

        let value = msgpack::value_from_slice(&bytes, &EventTarget::ty_of_block()).unwrap();
        let written = msgpack::value_to_vec(&value, &EventTarget::ty_of_block()).unwrap();
        assert_eq!(written, bytes);
        assert!(value.read_into::<EventTarget>().unwrap() == read);
    }
}

#[test]
fn null_and_missing_in_json() {
    let null = r#"{"sagemaker_pipeline_target":[{"pipeline_parameter_list":null}]}"#;
    let read: EventTarget = json::from_slice(null.as_bytes()).unwrap();
    assert_eq!(json::to_string(&read).unwrap(), null);
    // A missing member in JSON is null.
    let missing: EventTarget = json::from_slice(br#"{"sagemaker_pipeline_target":[{}]}"#).unwrap();
    assert!(missing == read);
    let empty = null.replace("null", "[]");
    let read: EventTarget = json::from_slice(empty.as_bytes()).unwrap();
    assert_eq!(json::to_string(&read).unwrap(), empty);
}

impl EventTarget {
    fn ty_of_block() -> Type {
        EventTarget::block().implied_type()
    }
}
