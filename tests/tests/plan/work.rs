//! The amount of work for planning is linear, as measured by a rule for `same_as` that counts how many times it is
//! called.

use std::cell::Cell;
use std::hash::{BuildHasher, RandomState};

use tfvalue::plan::{Change, semantic_equality, typed};
use tfvalue::{Attr, Error, Set, TfSchema, Type, Value, msgpack, types::Refinements};

thread_local! {
    static CALLS: Cell<usize> = const { Cell::new(0) };
}

fn counted(text: &str) -> Option<String> {
    CALLS.set(CALLS.get() + 1);
    Some(text.trim_start_matches('0').to_owned())
}

fn all_the_same(_: &str) -> Option<String> {
    CALLS.set(CALLS.get() + 1);
    Some(String::new())
}

#[derive(TfSchema, Clone, Default)]
#[tf(kind = resource)]
struct Server {
    #[tf(optional, replace)]
    elements: Attr<Set<Attr<Element>>>,
    #[tf(optional, pair_by = "key")]
    identified: Attr<Set<Attr<Element>>>,
    #[tf(optional)]
    choices: Attr<Set<Attr<Choice>>>,
    #[tf(optional, same_as = any_order)]
    ordered: Attr<Vec<Attr<Element>>>,
    #[tf(optional, same_as = any_order, pair_by = "key")]
    ordered_by: Attr<Vec<Attr<Element>>>,
    #[tf(optional, same_as(rule = any_order, each = counted))]
    names: Attr<Vec<Attr<String>>>,
}

#[derive(TfSchema, Clone, Default)]
struct Element {
    #[tf(optional, same_as = counted, replace)]
    key: Attr<String>,
    #[tf(optional, same_as = all_the_same)]
    text: Attr<String>,
    #[tf(computed, keep)]
    id: Attr<String>,
    #[tf(optional)]
    list: Attr<Vec<Attr<Part>>>,
    #[tf(optional)]
    set: Attr<Set<Attr<Part>>>,
}

#[derive(TfSchema, Clone, Default)]
struct Part {
    #[tf(required, same_as = counted)]
    key: Attr<String>,
    #[tf(computed, same_as = counted)]
    id: Attr<String>,
}

#[derive(TfSchema, Clone, Default)]
struct Choice {
    #[tf(optional, computed, same_as = counted)]
    key: Attr<String>,
    #[tf(flatten)]
    low: Bits,
    #[tf(optional, computed)]
    high: Attr<Bits>,
}

#[derive(TfSchema, Clone, Default)]
struct Bits {
    #[tf(optional, computed)]
    a: Attr<bool>,
    #[tf(optional, computed)]
    b: Attr<bool>,
    #[tf(optional, computed)]
    c: Attr<bool>,
    #[tf(optional, computed)]
    d: Attr<bool>,
    #[tf(optional, computed)]
    e: Attr<bool>,
    #[tf(optional, computed)]
    f: Attr<bool>,
}

/// Checks that twice as many elements require twice the work, and returns the plan for many elements.
#[track_caller]
fn check_work(server: impl Fn(usize) -> (Server, Server)) -> (Server, Server) {
    let work = |count: usize| {
        let (config, prior) = server(count);
        CALLS.set(0);
        let (planned, _) = typed(&config, Some(&prior)).unwrap();
        let [old, new] = [&prior, &planned].map(|server| {
            msgpack::value_from_slice(
                &msgpack::to_vec(server).unwrap(),
                &Server::schema().implied_type(),
            )
            .unwrap()
        });
        semantic_equality::<Server>(&old, new.clone()).unwrap();
        (CALLS.get(), planned, prior)
    };
    let (few, ..) = work(500);
    let (many, planned, prior) = work(1000);
    assert!(few > 500, "{few} calls: the rule is not used");
    assert!(
        many <= few * 21 / 10,
        "{many} calls for 1000 elements, {few} for 500"
    );
    assert!(many <= 1000 * 400, "{many} calls for 1000 elements");
    (planned, prior)
}

fn set<T: TfSchema>(elements: impl Iterator<Item = T>) -> Attr<Set<Attr<T>>> {
    elements.map(Attr::from).collect::<Set<_>>().into()
}

fn elements(count: usize, element: impl Fn(usize) -> Element) -> (Server, Server) {
    let prior = |at| Element {
        id: format!("i{at}").into(),
        ..element(at)
    };
    let config = Server {
        elements: set((0..count).map(&element)),
        ..Server::default()
    };
    let prior = Server {
        elements: set((0..count).map(prior)),
        ..Server::default()
    };
    (config, prior)
}

fn key(at: usize) -> Attr<String> {
    format!("k{at}").into()
}

#[track_caller]
fn check_unchanged((planned, prior): (Server, Server)) {
    let [planned, prior] = [planned, prior].map(|server| msgpack::to_vec(&server).unwrap());
    assert!(planned == prior);
}

#[test]
fn elements_that_are_the_same() {
    check_unchanged(check_work(|count| {
        elements(count, |at| Element {
            key: key(at),
            ..Element::default()
        })
    }));
}

#[test]
fn elements_that_differ() {
    check_work(|count| {
        let (config, _) = elements(count, |at| Element {
            key: key(at),
            ..Element::default()
        });
        let (_, prior) = elements(count, |at| Element {
            key: format!("p{at}").into(),
            ..Element::default()
        });
        (config, prior)
    });
}

#[test]
fn elements_that_mean_the_same() {
    check_work(|count| {
        let (config, _) = elements(count, |at| Element {
            text: format!("new {at}").into(),
            ..Element::default()
        });
        let (_, prior) = elements(count, |at| Element {
            text: format!("old {at}").into(),
            ..Element::default()
        });
        (config, prior)
    });
}

#[test]
fn elements_that_are_identified_by_a_member() {
    check_work(|count| {
        let (config, prior) = elements(count, |at| Element {
            key: key(at),
            ..Element::default()
        });
        let identified = |server: Server| Server {
            identified: server.elements,
            ..Server::default()
        };
        (identified(config), identified(prior))
    });
}

#[test]
fn lists_in_another_order() {
    let element = |at: usize| Element {
        key: key(at),
        ..Element::default()
    };
    let stored = |at: usize| Element {
        id: format!("i{at}").into(),
        ..element(at)
    };
    let list = |elements: Vec<Element>| elements.into_iter().map(Attr::from).collect::<Vec<_>>();
    let (planned, prior) = check_work(|count| {
        let config = Server {
            ordered: list((0..count).map(element).collect()).into(),
            ordered_by: list((0..count).map(element).collect()).into(),
            names: (0..count).map(key).collect::<Vec<_>>().into(),
            ..Server::default()
        };
        let prior = Server {
            ordered: list((0..count).rev().map(stored).collect()).into(),
            ordered_by: list((0..count).rev().map(stored).collect()).into(),
            names: (0..count).rev().map(key).collect::<Vec<_>>().into(),
            ..Server::default()
        };
        (config, prior)
    });
    let [planned, prior] = [planned, prior].map(|server| {
        let ids = |list: Attr<Vec<Attr<Element>>>| {
            let elements = list.value().cloned().unwrap().into_iter();
            elements
                .map(|element| element.value().unwrap().id.clone())
                .collect::<Vec<_>>()
        };
        (ids(server.ordered), ids(server.ordered_by))
    });
    let reversed = |mut ids: Vec<Attr<String>>| {
        ids.reverse();
        ids
    };
    assert!(planned == (reversed(prior.0), reversed(prior.1)));
}

#[test]
fn elements_that_differ_in_a_list_or_set_of_theirs() {
    let part = |at| Part {
        key: key(at),
        id: Attr::null(),
    };
    check_unchanged(check_work(|count| {
        elements(count, |at| Element {
            list: vec![Attr::from(part(at))].into(),
            ..Element::default()
        })
    }));
    check_unchanged(check_work(|count| {
        elements(count, |at| Element {
            set: set(std::iter::once(part(at))),
            ..Element::default()
        })
    }));
}

#[test]
fn elements_that_differ_in_computed_members_of_a_set_of_theirs() {
    let servers = |count, id: fn(usize) -> Attr<String>| {
        elements(count, move |at| Element {
            set: set(std::iter::once(Part {
                key: "k".into(),
                id: id(at),
            })),
            ..Element::default()
        })
    };
    check_work(|count| {
        let (config, _) = servers(count, |at| format!("new {at}").into());
        let (_, prior) = servers(count, |at| format!("old {at}").into());
        (config, prior)
    });
}

#[test]
fn elements_that_leave_out_different_members() {
    let bits = |at: usize| {
        let bit = |bit: usize| {
            if at >> bit & 1 == 1 {
                true.into()
            } else {
                Attr::null()
            }
        };
        Bits {
            a: bit(0),
            b: bit(1),
            c: bit(2),
            d: bit(3),
            e: bit(4),
            f: bit(5),
        }
    };
    check_work(|count| {
        let choice = |at: usize| Choice {
            key: key(at),
            low: bits(at),
            high: bits(at >> 6).into(),
        };
        let stored = |at: usize| Choice {
            key: key(at),
            low: bits(63),
            high: bits(63).into(),
        };
        let config = Server {
            choices: set((0..count).map(choice)),
            ..Server::default()
        };
        let prior = Server {
            choices: set((0..count).map(stored)),
            ..Server::default()
        };
        (config, prior)
    });
}

#[derive(TfSchema, Clone, Default)]
#[tf(kind = resource)]
struct Planned {
    #[tf(optional)]
    part: Attr<CountedPart>,
    #[tf(optional)]
    name: Attr<String>,
    #[tf(optional, computed)]
    zone: Attr<String>,
    #[tf(computed)]
    revision: Attr<i64>,
}

#[derive(TfSchema, Clone, Default)]
#[tf(plan = count)]
struct CountedPart {
    #[tf(optional)]
    key: Attr<String>,
}

fn count(_: &mut Change<'_, CountedPart>) -> Result<(), Error> {
    CALLS.set(CALLS.get() + 1);
    Ok(())
}

#[test]
fn a_changed_attribute_is_found_before_nested_attributes_are_planned() {
    let part = |key: &str| CountedPart { key: key.into() }.into();
    let prior = Planned {
        part: part("a"),
        name: "a".into(),
        zone: "a".into(),
        revision: 1.into(),
    };
    let calls = |part, name: &str, zone| {
        CALLS.set(0);
        let (revision, name) = (Attr::null(), name.into());
        let config = Planned {
            part,
            name,
            zone,
            revision,
        };
        let (planned, _) = typed(&config, Some(&prior)).unwrap();
        (CALLS.get(), planned.revision.is_unknown())
    };
    // The first pass decides that nothing changes.
    assert_eq!(calls(part("a"), "a", Attr::null()), (1, false));
    assert_eq!(calls(part("a"), "b", Attr::null()), (1, true));
    assert_eq!(calls(part("a"), "a", "b".into()), (1, true));
    assert_eq!(calls(part("b"), "a", Attr::null()), (2, true));
    assert_eq!(calls(Attr::null(), "a", Attr::null()), (0, true));
}

#[test]
fn unknown_values_with_different_prefixes_have_different_hashes() {
    let hasher = RandomState::new();
    let [a, b] = ["web-1-", "web-2-"].map(|prefix| {
        let promise = Refinements::new().full_prefix(prefix).unwrap();
        hasher.hash_one(Value::refined(Type::String, promise).unwrap())
    });
    assert_ne!(a, b);
}
