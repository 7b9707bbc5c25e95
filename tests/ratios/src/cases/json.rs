//! JSON, compared with serde_json.

use std::hint::black_box;

use tfvalue::{Type, Value, json};

use crate::go::{Format, Operation};
use crate::payloads;
use crate::{Bound, Case, Contender};
use tfvalue_tests::models::derived::attr::{Resource, Wide};
use tfvalue_tests::models::stock;

/// The maximum ratio of our time to the time of serde_json with serde's derive macros.
const TARGET: Bound = Bound::AtMost(1.2);

pub(super) fn cases() -> Vec<Case> {
    let mut cases = vec![
        Case::new("JSON typed decode, wide", || {
            let text = payloads::text("wide");
            vec![
                Contender::ours(move || json::from_slice::<Wide<String>>(black_box(text)).unwrap()),
                Contender::new("serde_json", move || {
                    serde_json::from_slice::<stock::Wide<String>>(black_box(text)).unwrap()
                })
                .time(TARGET),
            ]
        }),
        Case::new("JSON typed decode, resource", || {
            let text = payloads::text("resource");
            vec![
                Contender::ours(move || {
                    json::from_slice::<Resource<String>>(black_box(text)).unwrap()
                }),
                Contender::new("serde_json", move || {
                    serde_json::from_slice::<stock::Resource<String>>(black_box(text)).unwrap()
                }),
            ]
        }),
        Case::new("JSON typed encode, wide", || {
            let text = payloads::text("wide");
            let ours: Wide<String> = json::from_slice(text).expect("a value");
            let peer: stock::Wide<String> = serde_json::from_slice(text).expect("a value");
            vec![
                Contender::ours(move || json::to_vec(black_box(&ours)).expect("text")),
                Contender::new("serde_json", move || {
                    serde_json::to_vec(black_box(&peer)).expect("text")
                })
                .time(TARGET),
            ]
        }),
    ];
    for payload in ["wide", "resource"] {
        let least = (payload == "wide").then_some(30.0);
        let messages = move || vec![payloads::text_message(payload)];
        cases.extend([
            dynamic_decode(payload).go(Operation::Decode, Format::Json, messages, least),
            dynamic_encode(payload).go(Operation::Encode, Format::Json, messages, least),
        ]);
    }
    // The Go libraries would take seconds for these cases.
    cases.extend([dynamic_decode("decimals"), dynamic_encode("decimals")]);
    cases
}

fn dynamic_decode(payload: &'static str) -> Case {
    Case::new(format!("JSON dynamic decode, {payload}"), move || {
        decode(payload)
    })
}

fn dynamic_encode(payload: &'static str) -> Case {
    Case::new(format!("JSON dynamic encode, {payload}"), move || {
        encode(payload)
    })
}

fn decode(payload: &str) -> Vec<Contender> {
    let (text, ty) = (payloads::text(payload), payloads::ty(payload));
    vec![
        Contender::ours(move || value(black_box(text), &ty)),
        Contender::new("serde_json::Value", move || peer(black_box(text))),
    ]
}

fn encode(payload: &str) -> Vec<Contender> {
    let (text, ty) = (payloads::text(payload), payloads::ty(payload));
    let (ours, peer) = (value(text, &ty), peer(text));
    let ours = Contender::ours(move || json::value_to_string(black_box(&ours), &ty).expect("text"));
    let peer = Contender::new("serde_json::Value", move || {
        serde_json::to_string(black_box(&peer)).expect("text")
    });
    let peer = match payload {
        "decimals" => peer.instructions(Bound::AtLeast(0.9)),
        _ => peer,
    };
    vec![ours, peer]
}

fn value(text: &[u8], ty: &Type) -> Value {
    json::value_from_slice(text, ty).expect("a value")
}

fn peer(text: &[u8]) -> serde_json::Value {
    serde_json::from_slice(text).expect("a value")
}
