//! Captured values, one after another.

use std::hint::black_box;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tfvalue::msgpack;
use tfvalue::{Type, Value};

use crate::captures::{Message, messages, of_schema};
use crate::go::{Format, Operation};
use crate::{Case, Contender};
use tfvalue_tests::models::aws::instance::Instance;
use tfvalue_tests::models::aws::security_group::SecurityGroup;
use tfvalue_tests::models::aws::ssm_parameter::SsmParameter;

pub(super) fn cases() -> Vec<Case> {
    vec![
        Case::new("AWS captures, dynamic decode", || {
            let messages = messages();
            let raw: Vec<_> = messages
                .iter()
                .map(|message| message.bytes.clone())
                .collect();
            vec![
                Contender::ours(move || black_box(&messages).iter().for_each(|m| drop(read(m)))),
                Contender::new("rmpv", move || {
                    black_box(&raw).iter().for_each(|bytes| drop(peer(bytes)));
                }),
            ]
        })
        .go(Operation::Decode, Format::Msgpack, messages, Some(12.0)),
        Case::new("AWS captures, dynamic encode", || {
            let values: Vec<_> = messages()
                .into_iter()
                .map(|message| (read(&message), message.ty))
                .collect();
            let peers: Vec<_> = messages().iter().map(|m| peer(&m.bytes)).collect();
            vec![
                Contender::ours(move || {
                    black_box(&values)
                        .iter()
                        .for_each(|(value, ty)| drop(write(value, ty)));
                }),
                Contender::new("rmpv", move || {
                    black_box(&peers).iter().for_each(|value| {
                        let mut out = Vec::with_capacity(128);
                        rmpv::encode::write_value(&mut out, value).expect("bytes");
                    });
                }),
            ]
        })
        .go(Operation::Encode, Format::Msgpack, messages, Some(20.0)),
        typed::<Instance>("resource/aws_instance"),
        typed::<SecurityGroup>("resource/aws_security_group"),
        typed::<SsmParameter>("resource/aws_ssm_parameter"),
    ]
}

/// Reads and writes all values of a schema with a derived struct.
fn typed<T: DeserializeOwned + Serialize + 'static>(schema: &'static str) -> Case {
    Case::new(
        format!("AWS captures, typed round trip, {schema}"),
        move || {
            let values = of_schema(schema);
            let mut out = Vec::new();
            vec![Contender::ours(move || {
                for bytes in black_box(&values) {
                    let value: Option<T> = msgpack::from_slice(bytes).expect("a value");
                    out.clear();
                    let serializer = msgpack::Serializer::new(&mut out);
                    serializer.write(&value).expect("bytes");
                }
            })]
        },
    )
}

fn read(message: &Message) -> Value {
    msgpack::value_from_slice(&message.bytes, &message.ty).expect("a value")
}

fn write(value: &Value, ty: &Type) -> Vec<u8> {
    msgpack::value_to_vec(value, ty).expect("bytes")
}

fn peer(mut bytes: &[u8]) -> rmpv::Value {
    rmpv::decode::read_value(&mut bytes).expect("a value")
}
