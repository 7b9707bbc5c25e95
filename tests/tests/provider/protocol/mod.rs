//! Compares the messages in the protocols with a table of all fields.
//!
//! The tables in `data/protocol` describe the protocols of Terraform 1.16, in the format that the program in
//! `protocol/` prints.

mod messages;
mod peer;
mod sample;
mod table;

use std::collections::BTreeSet;

use messages::{Codec, ENUMERATIONS, TFPLUGIN5, TFPLUGIN6};
use prost::Message as _;
use table::{Field, Table};
use tfvalue::provider::{Method, Streams};
use tfvalue::tfplugin6::diagnostic::Severity;
use tfvalue::tfplugin6::{Diagnostic, DynamicValue, RawState, plan_resource_change};
use tfvalue::{Type, Value, tfplugin5, tfplugin6};

fn protocols() -> [(Table, &'static [(&'static str, Codec)]); 2] {
    [
        (Table::read("tfplugin5"), TFPLUGIN5),
        (Table::read("tfplugin6"), TFPLUGIN6),
    ]
}

#[test]
fn every_message_has_a_type() {
    for (table, codecs) in protocols() {
        let types: BTreeSet<_> = codecs.iter().map(|(name, _)| *name).collect();
        let messages: BTreeSet<_> = table.messages.keys().map(String::as_str).collect();
        assert_eq!(types, messages);
    }
}

/// Decoding and encoding preserve each field. The debug output shows each field with its name and type.
#[test]
fn fields_have_their_numbers_names_and_types() {
    for (table, codecs) in protocols() {
        for (message, codec) in codecs {
            for field in &table.messages[*message] {
                let bytes = sample::field(&table, field);
                let (again, debug) = codec(&bytes)
                    .unwrap_or_else(|error| panic!("{message}.{}: {error}", field.name));
                assert_eq!(again, bytes, "{message}.{}: {debug}", field.name);
                shows(message, field, &debug);
            }
        }
    }
}

#[test]
fn messages_write_their_fields_in_the_order_of_the_numbers() {
    for (table, codecs) in protocols() {
        for (message, codec) in codecs {
            let bytes = sample::message(&table, message);
            let (again, _) = codec(&bytes).unwrap_or_else(|error| panic!("{message}: {error}"));
            assert_eq!(again, bytes, "{message}");
        }
    }
}

#[test]
fn damaged_messages_are_errors_or_other_messages() {
    for (table, codecs) in protocols() {
        for (message, codec) in codecs {
            let bytes = sample::message(&table, message);
            // Messages can contain themselves, so some samples are long.
            for at in 0..bytes.len().min(300) {
                if let Ok((again, _)) = codec(&bytes[..at]) {
                    assert_eq!(again, bytes[..at], "{message}, cut at {at}");
                }
                for flip in [0x01, 0x07, 0x80, 0xff] {
                    let mut damaged = bytes.clone();
                    damaged[at] ^= flip;
                    if let Ok((again, _)) = codec(&damaged) {
                        let (third, _) = codec(&again).unwrap();
                        assert_eq!(third, again, "{message}, {flip} at {at}");
                    }
                }
            }
        }
    }
}

#[test]
fn values_and_private_data_do_not_appear_in_the_debug_output() {
    let password = Value::string("hunter2");
    let config = DynamicValue::encode_value(&password, &Type::String).unwrap();
    let json = DynamicValue {
        json: br#""hunter2""#.to_vec(),
        ..Default::default()
    };
    let request = plan_resource_change::Request {
        type_name: "shop_order".to_owned(),
        prior_state: Some(json),
        config: Some(config),
        prior_private: b"hunter2".to_vec(),
        ..Default::default()
    };
    let debug = format!("{request:?}");
    assert!(
        !debug.contains("hunter2") && !debug.contains("104"),
        "{debug}"
    );
    assert!(debug.contains(r#"type_name: "shop_order""#), "{debug}");
    assert!(debug.contains("config: Some(DynamicValue { msgpack: [..; 8], json: [..; 0] })"));
    assert!(debug.contains("prior_private: [..; 7]"), "{debug}");

    let mut state = RawState::default();
    state.flatmap.insert("password".into(), "hunter2".into());
    assert_eq!(
        format!("{state:?}"),
        "RawState { json: [..; 0], flatmap: {..; 1} }"
    );
}

#[test]
fn numbers_of_enumerations_appear_as_their_variants() {
    let mut diagnostic = Diagnostic::default();
    for (number, text) in [(0, "Invalid"), (2, "Warning"), (7, "7")] {
        diagnostic.severity = number;
        assert!(format!("{diagnostic:?}").contains(&format!("severity: {text},")));
    }
    assert_eq!(diagnostic.severity(), Severity::Invalid);
}

#[test]
fn faults_name_the_message_and_the_field() {
    // `config.msgpack` is a number.
    let error = plan_resource_change::Request::decode(&b"\x22\x02\x08\x01"[..]).unwrap_err();
    let text = error.to_string();
    assert!(
        text.contains("DynamicValue.msgpack: Request.config: "),
        "{text}"
    );
    // Deeply nested blocks.
    let deep = (0..200).fold(Vec::new(), |inner, _| {
        let block = sample::bytes_field(2, &inner);
        sample::bytes_field(3, &block)
    });
    let error = tfplugin6::schema::Block::decode(&*deep).unwrap_err();
    assert!(error.to_string().contains("recursion limit"), "{error}");
}

fn shows(message: &str, field: &Field, debug: &str) {
    // prost prints the variant of a `oneof`, which has the name of the field.
    let name = if field.is_variant {
        camel_case(&field.name)
    } else {
        format!("{}: ", field.name)
    };
    let Some((_, value)) = debug.split_once(&name) else {
        panic!("{message}.{} is missing in {debug}", field.name);
    };
    // The root block of a schema is kept as bytes.
    if let Some(nested) = field.message().filter(|_| message != "Schema") {
        let name = nested.rsplit('.').next().unwrap();
        let is_shown = value.contains(&format!("{name} {{"));
        assert!(is_shown, "{message}.{}: {debug}", field.name);
    }
}

fn camel_case(name: &str) -> String {
    let mut words = String::new();
    for word in name.split('_') {
        words.push_str(&word[..1].to_uppercase());
        words.push_str(&word[1..]);
    }
    words
}

#[test]
fn messages_have_no_other_fields() {
    let [(_, _), (newer, _)] = protocols();
    for (table, codecs) in protocols() {
        for (message, codec) in codecs {
            let known = |table: &Table, number| {
                let fields = table.messages.get(*message);
                fields.is_some_and(|fields| fields.iter().any(|field| field.number == number))
            };
            // Protocol 5 and protocol 6 share messages, but in protocol 6, these messages have more fields.
            for number in
                (1..=40).filter(|&number| !known(&table, number) && !known(&newer, number))
            {
                for bytes in [
                    sample::varint_field(number, 1),
                    sample::bytes_field(number, b""),
                ] {
                    let (again, _) = codec(&bytes)
                        .unwrap_or_else(|error| panic!("{message} has field {number}: {error}"));
                    assert!(again.is_empty(), "{message} has field {number}");
                }
            }
        }
    }
}

#[test]
fn enumerations_have_their_numbers_and_names() {
    for (table, _) in protocols() {
        assert!(!table.enumerations.is_empty());
        for (enumeration, values) in &table.enumerations {
            let name_of = ENUMERATIONS
                .iter()
                .find(|(name, _)| name == enumeration)
                .unwrap()
                .1;
            for (number, name) in values {
                assert_eq!(name_of(*number).as_ref(), Some(name), "{enumeration}");
            }
            assert_eq!(name_of(values.len() as i32), None, "{enumeration}");
        }
    }
}

#[test]
fn methods_have_their_paths_and_streams() {
    for (version, methods) in [(5, tfplugin5::METHODS), (6, tfplugin6::METHODS)] {
        let table = Table::read(&format!("tfplugin{version}"));
        let ours: Vec<_> = methods.iter().map(describe).collect();
        assert_eq!(ours, table.methods);
        for method in methods {
            let path = format!("/tfplugin{version}.Provider/{}", method.name);
            assert_eq!(method.path, path);
        }
    }
}

fn describe(method: &Method) -> String {
    let streams = match method.streams {
        Streams::Requests => " requests",
        Streams::Responses => " responses",
        _ => "",
    };
    format!("Provider {}{streams}", method.name)
}
