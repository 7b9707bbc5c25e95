//! Sets of objects: the cost of finding duplicates.

use std::hint::black_box;

use tfvalue::{Attr, Set, TfSchema, Type, msgpack};

use crate::captures::Message;
use crate::go::{Format, Operation};
use crate::payloads;
use crate::{Bound, Case, Contender};

/// An element.
#[derive(TfSchema)]
#[tf(object)]
struct Rule {
    cidr: Attr<String>,
    from_port: Attr<i64>,
    protocol: Attr<String>,
    to_port: Attr<i64>,
}

const SIZES: [usize; 7] = [2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 100_000];

pub(super) fn cases() -> Vec<Case> {
    let mut cases = vec![
        Case::new("set of 3,251 objects, dynamic decode", || {
            vec![set("tfvalue", 3_251), list(3_251).time(Bound::AtMost(20.0))]
        })
        .go(Operation::Decode, Format::Msgpack, || message(3_251), None),
        Case::new("set of 3,251 objects, typed encode", || {
            let set: Set<Rule> = rules(3_251).into_iter().collect();
            let list: Vec<Rule> = rules(3_251);
            vec![
                Contender::ours(move || msgpack::to_vec(black_box(&set)).expect("bytes")),
                Contender::new("as a list", move || {
                    msgpack::to_vec(black_box(&list)).expect("bytes")
                })
                .time(Bound::AtMost(20.0)),
            ]
        }),
    ];
    for size in SIZES {
        cases.push(Case::new(
            format!("set of {size} objects, dynamic decode"),
            move || {
                vec![
                    set("tfvalue", size),
                    set("half as many", size / 2).time(Bound::AtMost(2.3)),
                ]
            },
        ));
    }
    cases
}

fn rules(count: usize) -> Vec<Rule> {
    let rule = |at: usize| {
        // Every tenth element is a duplicate of an earlier element.
        let n = if at % 10 == 9 { at / 10 } else { at };
        Rule {
            cidr: format!("10.{}.{}.0/24", n / 256, n % 256).into(),
            from_port: (n as i64 % 1_000).into(),
            protocol: "tcp".to_owned().into(),
            to_port: (n as i64 % 1_000 + 100).into(),
        }
    };
    (0..count).map(rule).collect()
}

fn message(count: usize) -> Vec<Message> {
    vec![Message {
        ty: Type::set(element()),
        bytes: payloads::written(&rules(count)).to_vec(),
    }]
}

fn element() -> Type {
    <Rule as tfvalue::types::TfType>::ty()
}

fn set(name: &'static str, count: usize) -> Contender {
    decode(name, count, Type::set(element()))
}

fn list(count: usize) -> Contender {
    decode("as a list", count, Type::list(element()))
}

fn decode(name: &'static str, count: usize, ty: Type) -> Contender {
    let bytes = payloads::written(&rules(count));
    Contender::new(name, move || {
        msgpack::value_from_slice(black_box(bytes), &ty).expect("a value")
    })
}
