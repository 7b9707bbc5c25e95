//! Derived structs, beside serde's own derives and rmp-serde.

use std::hint::black_box;

use rmp_serde::Serializer as PeerSerializer;
use serde::de::{Deserialize, DeserializeOwned};
use serde::ser::Serialize;
use tfvalue::msgpack;

use crate::ratios::models::derived::{attr, option};
use crate::ratios::models::stock;
use crate::ratios::payloads;
use crate::ratios::{Bound, Case, Contender};

pub(super) fn cases() -> Vec<Case> {
    [
        of::<
            attr::Resource<String>,
            attr::Resource<&str>,
            option::Resource<String>,
            option::Resource<&str>,
            stock::Resource<String>,
            stock::Resource<&str>,
        >("resource", true),
        of::<
            attr::Wide<String>,
            attr::Wide<&str>,
            option::Wide<String>,
            option::Wide<&str>,
            stock::Wide<String>,
            stock::Wide<&str>,
        >("wide", true),
        of::<
            attr::Small<String>,
            attr::Small<&str>,
            option::Small<String>,
            option::Small<&str>,
            stock::Small<String>,
            stock::Small<&str>,
        >("small", false),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// All that is done with a payload: ours, ours borrowed, the same without unknowns, and the peer's.
fn of<Ours, Borrowed, Known, KnownBorrowed, Peer, PeerBorrowed>(
    payload: &'static str,
    targets: bool,
) -> Vec<Case>
where
    Ours: DeserializeOwned + Serialize + 'static,
    Borrowed: Deserialize<'static> + Serialize + 'static,
    Known: DeserializeOwned + Serialize + 'static,
    KnownBorrowed: Deserialize<'static> + Serialize + 'static,
    Peer: DeserializeOwned + Serialize + 'static,
    PeerBorrowed: Deserialize<'static> + Serialize + 'static,
{
    let peer = move |least: f64| {
        let bytes = payloads::known(payload);
        let peer = Contender::new("rmp-serde, owned", move || {
            rmp_serde::from_slice::<Peer>(black_box(bytes)).expect("a value")
        });
        match targets {
            true => peer.time(Bound::AtLeast(least)),
            false => peer,
        }
    };
    vec![
        Case::new(format!("typed decode, owned, {payload}"), move || {
            vec![decode::<Ours>(payloads::bytes(payload)), peer(1.7)]
        }),
        Case::new(format!("typed decode, borrowed, {payload}"), move || {
            let bytes = payloads::known(payload);
            vec![
                decode::<Borrowed>(payloads::bytes(payload)),
                peer(4.0),
                Contender::new("rmp-serde, borrowed", move || {
                    rmp_serde::from_slice::<PeerBorrowed>(black_box(bytes)).expect("a value")
                }),
            ]
        }),
        Case::new(
            format!("typed encode, reused buffer, {payload}"),
            move || {
                let peer = encode_peer::<Peer>(payloads::known(payload));
                vec![
                    encode::<Ours>(payloads::bytes(payload)),
                    match targets {
                        true => peer.time(Bound::AtLeast(2.5)),
                        false => peer,
                    },
                ]
            },
        ),
        Case::new(
            format!("without unknowns: typed decode, owned, {payload}"),
            move || vec![decode::<Known>(payloads::known(payload)), peer(1.7)],
        ),
        Case::new(
            format!("without unknowns: typed decode, borrowed, {payload}"),
            move || vec![decode::<KnownBorrowed>(payloads::known(payload)), peer(4.0)],
        ),
        Case::new(
            format!("without unknowns: typed encode, reused buffer, {payload}"),
            move || {
                vec![
                    encode::<Known>(payloads::known(payload)),
                    encode_peer::<Peer>(payloads::known(payload)),
                ]
            },
        ),
    ]
}

fn decode<T: Deserialize<'static> + 'static>(bytes: &'static [u8]) -> Contender {
    Contender::ours(move || msgpack::from_slice::<T>(black_box(bytes)).expect("a value"))
}

fn encode<T: Deserialize<'static> + Serialize + 'static>(bytes: &'static [u8]) -> Contender {
    let value: T = msgpack::from_slice(bytes).expect("a value");
    let mut out = Vec::new();
    Contender::ours(move || {
        out.clear();
        let serializer = msgpack::Serializer::new(&mut out);
        serializer.write(black_box(&value)).expect("bytes");
        out.len()
    })
}

fn encode_peer<T: Deserialize<'static> + Serialize + 'static>(bytes: &'static [u8]) -> Contender {
    let value: T = rmp_serde::from_slice(bytes).expect("a value");
    let mut out = Vec::new();
    Contender::new("rmp-serde, named", move || {
        out.clear();
        let mut serializer = PeerSerializer::new(&mut out).with_struct_map();
        black_box(&value).serialize(&mut serializer).expect("bytes");
        out.len()
    })
}
