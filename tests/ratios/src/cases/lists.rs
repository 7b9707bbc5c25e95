//! Lists of 100,000 strings or numbers.

use std::hint::black_box;

use serde::{Deserialize, Serialize};
use tfvalue::{Number, msgpack};

use crate::payloads;
use crate::{Bound, Case, Contender};

pub(super) fn cases() -> Vec<Case> {
    vec![
        Case::new("list of 100,000 strings, borrowed, decode", || {
            let bytes = payloads::bytes("strings");
            vec![
                decode::<&str>(bytes),
                peer::<&str>(bytes).time(Bound::AtLeast(5.0)),
            ]
        }),
        Case::new("list of 100,000 strings, owned, decode", || {
            let bytes = payloads::bytes("strings");
            vec![decode::<String>(bytes), peer::<String>(bytes)]
        }),
        Case::new("list of 100,000 strings, encode", || {
            encode::<&str, &str>(payloads::bytes("strings"))
        }),
        Case::new("list of 100,000 integers, decode", || {
            let bytes = payloads::written(&payloads::integers());
            vec![
                decode::<i64>(bytes),
                peer::<i64>(bytes).time(Bound::AtLeast(2.0)),
            ]
        }),
        Case::new("list of 100,000 integers, encode", || {
            encode::<i64, i64>(payloads::written(&payloads::integers()))
        }),
        Case::new("list of 100,000 mixed numbers as f64, decode", || {
            let bytes = payloads::bytes("numbers");
            vec![decode::<f64>(bytes), peer::<f64>(bytes)]
        }),
        Case::new("list of 100,000 mixed numbers as Number, decode", || {
            let bytes = payloads::bytes("numbers");
            vec![decode::<Number>(bytes), peer::<f64>(bytes)]
        }),
        Case::new("list of 100,000 mixed numbers as Number, encode", || {
            encode::<Number, f64>(payloads::bytes("numbers"))
        }),
        Case::new("decimals, typed decode", || {
            // A mixture of strings and doubles, which the types of other libraries cannot represent.
            vec![decode::<Number>(payloads::bytes("decimals"))]
        }),
        Case::new("decimals, typed encode", || {
            vec![encode_ours::<Number>(payloads::bytes("decimals"))]
        }),
    ]
}

fn decode<T: Deserialize<'static> + 'static>(bytes: &'static [u8]) -> Contender {
    Contender::ours(move || msgpack::from_slice::<Vec<T>>(black_box(bytes)).expect("a list"))
}

fn peer<T: Deserialize<'static> + 'static>(bytes: &'static [u8]) -> Contender {
    let name = std::any::type_name::<T>();
    let name = match name {
        "&str" => "rmp-serde, &str",
        "f64" => "rmp-serde, f64",
        "i64" => "rmp-serde, i64",
        _ => "rmp-serde, String",
    };
    Contender::new(name, move || {
        rmp_serde::from_slice::<Vec<T>>(black_box(bytes)).expect("a list")
    })
}

fn encode<Ours, Peer>(bytes: &'static [u8]) -> Vec<Contender>
where
    Ours: Deserialize<'static> + Serialize + 'static,
    Peer: Deserialize<'static> + Serialize + 'static,
{
    let list: Vec<Peer> = rmp_serde::from_slice(bytes).expect("a list");
    let mut out = Vec::new();
    let peer = Contender::new("rmp-serde", move || {
        out.clear();
        let mut serializer = rmp_serde::Serializer::new(&mut out);
        black_box(&list).serialize(&mut serializer).expect("bytes");
        out.len()
    });
    vec![encode_ours::<Ours>(bytes), peer]
}

fn encode_ours<T: Deserialize<'static> + Serialize + 'static>(bytes: &'static [u8]) -> Contender {
    let list: Vec<T> = msgpack::from_slice(bytes).expect("a list");
    let mut out = Vec::new();
    Contender::ours(move || {
        out.clear();
        let serializer = msgpack::Serializer::new(&mut out);
        serializer.write(black_box(&list)).expect("bytes");
        out.len()
    })
}
