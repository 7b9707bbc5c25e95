//! Values of a type that is only known at run time, compared with rmpv.

use std::hint::black_box;

use tfvalue::msgpack;
use tfvalue::{Type, Value};

use crate::go::{Format, Operation};
use crate::payloads;
use crate::{Bound, Case, Contender};

pub(super) fn cases() -> Vec<Case> {
    let payloads = [
        "wide", "resource", "small", "deep", "strings", "numbers", "decimals",
    ];
    let decode = payloads.map(|payload| {
        Case::new(format!("dynamic decode, {payload}"), move || {
            let peer = peer_decode(payload);
            let peer = match payload {
                "wide" => peer.time(Bound::AtLeast(3.0)).peak(Bound::AtMost(0.4)),
                _ => peer,
            };
            vec![decode(payload), peer]
        })
        .go(
            Operation::Decode,
            Format::Msgpack,
            move || vec![payloads::message(payload)],
            least(payload, &[("wide", 12.0), ("decimals", 10.0)]),
        )
    });
    let encode = payloads.map(|payload| {
        Case::new(format!("dynamic encode, {payload}"), move || {
            let peer = peer_encode(payload);
            let peer = match payload {
                "decimals" => peer.instructions(Bound::AtLeast(0.5)),
                _ => peer,
            };
            vec![encode(payload), peer]
        })
        .go(
            Operation::Encode,
            Format::Msgpack,
            move || vec![payloads::message(payload)],
            least(payload, &[("resource", 20.0), ("decimals", 200.0)]),
        )
    });
    decode.into_iter().chain(encode).collect()
}

/// Returns the target for go-cty, if there is one: the minimum ratio of go-cty's time to our time.
fn least(payload: &str, targets: &[(&str, f64)]) -> Option<f64> {
    let target = targets.iter().find(|(name, _)| *name == payload);
    target.map(|(_, least)| *least)
}

fn decode(payload: &str) -> Contender {
    let (bytes, ty) = (payloads::bytes(payload), payloads::ty(payload));
    Contender::ours(move || value(black_box(bytes), &ty))
}

fn peer_decode(payload: &str) -> Contender {
    let bytes = payloads::bytes(payload);
    Contender::new("rmpv", move || peer_value(black_box(bytes)))
}

fn encode(payload: &str) -> Contender {
    let ty = payloads::ty(payload);
    let value = value(payloads::bytes(payload), &ty);
    Contender::ours(move || msgpack::value_to_vec(black_box(&value), &ty).expect("bytes"))
}

fn peer_encode(payload: &str) -> Contender {
    let value = peer_value(payloads::bytes(payload));
    Contender::new("rmpv", move || {
        let mut out = Vec::with_capacity(128);
        rmpv::encode::write_value(&mut out, black_box(&value)).expect("bytes");
        out
    })
}

fn value(bytes: &[u8], ty: &Type) -> Value {
    msgpack::value_from_slice(bytes, ty).expect("a value")
}

fn peer_value(mut bytes: &[u8]) -> rmpv::Value {
    rmpv::decode::read_value(&mut bytes).expect("a value")
}
