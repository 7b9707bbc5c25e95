//! Derived structs, compared with rmp-serde using serde's derive macros, and with handwritten code.

use std::hint::black_box;

use rmp_serde::Serializer as PeerSerializer;
use serde::{Deserialize, Serialize};
use tfvalue::msgpack;

use crate::limit::{self, Read, Write};
use crate::payloads;
use crate::{Bound, Case, Contender};
use tfvalue_tests::models::derived::{attr, option};
use tfvalue_tests::models::stock;

/// A struct that all contenders can read and write.
trait Model: Deserialize<'static> + Serialize + 'static {}

impl<T: Deserialize<'static> + Serialize + 'static> Model for T {}

/// A struct for which there is also handwritten code.
trait ByHand: Model + Read<'static> + Write {}

impl<T: Model + Read<'static> + Write> ByHand for T {}

pub(super) fn cases() -> Vec<Case> {
    use {attr as a, option as o, stock as s};
    type Text = &'static str;

    [
        peers::<a::Resource<String>, a::Resource<Text>, s::Resource<String>, s::Resource<Text>>(
            "resource",
        ),
        peers::<a::Wide<String>, a::Wide<Text>, s::Wide<String>, s::Wide<Text>>("wide"),
        peers::<a::Small<String>, a::Small<Text>, s::Small<String>, s::Small<Text>>("small"),
        unknowns::<a::Resource<String>, a::Resource<Text>, o::Resource<String>, o::Resource<Text>>(
            "resource",
        ),
        unknowns::<a::Wide<String>, a::Wide<Text>, o::Wide<String>, o::Wide<Text>>("wide"),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The maximum ratios of our instruction counts to the instruction counts of handwritten code.
struct Most {
    owned: f64,
    borrowed: Option<f64>,
    encode: f64,
}

impl Most {
    fn of(payload: &str) -> Self {
        let (owned, borrowed, encode) = match payload {
            "resource" => (1.05, Some(0.8), 1.3),
            "wide" => (1.0, Some(1.0), 1.05),
            _ => (1.4, None, 2.0),
        };
        Most {
            owned,
            borrowed,
            encode,
        }
    }
}

/// Reads and writes a payload with all contenders. For the other contenders, null replaces unknown values, which they
/// cannot read.
///
/// Only the handwritten code has a target, because the instruction count of rmp-serde varies by half between builds.
fn peers<Owned, Borrowed, PeerOwned, PeerBorrowed>(payload: &'static str) -> [Case; 3]
where
    Owned: ByHand,
    Borrowed: ByHand,
    PeerOwned: Model,
    PeerBorrowed: Model,
{
    let most = Most::of(payload);
    [
        Case::new(format!("typed decode, owned, {payload}"), move || {
            let (bytes, known) = (payloads::bytes(payload), payloads::known(payload));
            vec![
                decode::<Owned>("tfvalue", bytes),
                decode_peer::<PeerOwned>("rmp-serde", known),
                decode_by_hand::<Owned>(bytes).instructions(Bound::AtMost(most.owned)),
            ]
        }),
        Case::new(format!("typed decode, borrowed, {payload}"), move || {
            let (bytes, known) = (payloads::bytes(payload), payloads::known(payload));
            let limit = decode_by_hand::<Borrowed>(bytes);
            vec![
                decode::<Borrowed>("tfvalue", bytes),
                decode_peer::<PeerOwned>("rmp-serde, owned", known),
                decode_peer::<PeerBorrowed>("rmp-serde", known),
                match most.borrowed {
                    Some(most) => limit.instructions(Bound::AtMost(most)),
                    None => limit,
                },
            ]
        }),
        Case::new(
            format!("typed encode, reused buffer, {payload}"),
            move || {
                let (bytes, known) = (payloads::bytes(payload), payloads::known(payload));
                vec![
                    encode::<Owned>("tfvalue", bytes),
                    encode_peer::<PeerOwned>(known),
                    encode_by_hand::<Owned>(bytes).instructions(Bound::AtMost(most.encode)),
                ]
            },
        ),
    ]
}

/// Reads and writes a payload that has no unknown values, with structs that allow unknown values and with structs that
/// do not.
fn unknowns<Owned, Borrowed, Known, KnownBorrowed>(payload: &'static str) -> [Case; 3]
where
    Owned: Model,
    Borrowed: Model,
    Known: Model,
    KnownBorrowed: Model,
{
    const WITHOUT: &str = "without unknowns";
    let most = |contender: Contender| contender.instructions(Bound::AtMost(1.045));
    [
        Case::new(
            format!("unknown support, decode, owned, {payload}"),
            move || {
                let known = payloads::known(payload);
                let without = decode::<Known>(WITHOUT, known);
                vec![decode::<Owned>("tfvalue", known), most(without)]
            },
        ),
        Case::new(
            format!("unknown support, decode, borrowed, {payload}"),
            move || {
                let known = payloads::known(payload);
                let without = decode::<KnownBorrowed>(WITHOUT, known);
                vec![decode::<Borrowed>("tfvalue", known), most(without)]
            },
        ),
        Case::new(format!("unknown support, encode, {payload}"), move || {
            let known = payloads::known(payload);
            let without = encode::<Known>(WITHOUT, known);
            vec![encode::<Owned>("tfvalue", known), most(without)]
        }),
    ]
}

fn decode<T: Model>(name: &'static str, bytes: &'static [u8]) -> Contender {
    Contender::new(name, move || {
        msgpack::from_slice::<T>(black_box(bytes)).expect("a value")
    })
}

fn decode_peer<T: Model>(name: &'static str, bytes: &'static [u8]) -> Contender {
    Contender::new(name, move || {
        rmp_serde::from_slice::<T>(black_box(bytes)).expect("a value")
    })
}

fn decode_by_hand<T: ByHand>(bytes: &'static [u8]) -> Contender {
    Contender::new("by hand", move || {
        limit::from_slice::<T>(black_box(bytes)).expect("a value")
    })
}

fn encode<T: Model>(name: &'static str, bytes: &'static [u8]) -> Contender {
    let value: T = msgpack::from_slice(bytes).expect("a value");
    let mut out = Vec::new();
    Contender::new(name, move || {
        out.clear();
        let serializer = msgpack::Serializer::new(&mut out);
        serializer.write(black_box(&value)).expect("bytes");
        out.len()
    })
}

fn encode_peer<T: Model>(bytes: &'static [u8]) -> Contender {
    let value: T = rmp_serde::from_slice(bytes).expect("a value");
    let mut out = Vec::new();
    Contender::new("rmp-serde, named", move || {
        out.clear();
        let mut serializer = PeerSerializer::new(&mut out).with_struct_map();
        black_box(&value).serialize(&mut serializer).expect("bytes");
        out.len()
    })
}

fn encode_by_hand<T: ByHand>(bytes: &'static [u8]) -> Contender {
    let value: T = limit::from_slice(bytes).expect("a value");
    let mut out = Vec::new();
    Contender::new("by hand", move || {
        out.clear();
        limit::write(black_box(&value), &mut out).expect("bytes");
        out.len()
    })
}
