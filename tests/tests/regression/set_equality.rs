//! Sets that contain duplicates were not equal to the same sets without the duplicates, although both are written in
//! the same way. Comparing sets whose elements are in different orders took quadratic time.

use std::cell::Cell;

use serde::{Serialize, Serializer};
use tfvalue::{Attr, Number, Set, TfSchema, types::Refinements};

fn set<T: Clone>(elements: &[T]) -> Set<T> {
    Set::from(elements.to_vec())
}

#[test]
fn ignores_duplicates() {
    assert_eq!(set(&[1, 1]), set(&[1]));
    assert_eq!(set(&[2, 1, 2]), set(&[1, 1, 2]));
    assert_ne!(set(&[1, 1]), set(&[1, 2]));
    assert_ne!(set(&[1]), set(&[]));
    assert_eq!(set(&["\u{e9}", "e\u{301}"]), set(&["\u{e9}"]));
    assert_eq!(set(&[set(&[1, 2]), set(&[2, 1])]), set(&[set(&[2, 1, 1])]));
    assert_eq!(set(&[Some(true), None, None]), set(&[None, Some(true)]));
}

#[test]
fn every_unknown_element_counts() {
    let unknown = Attr::<String>::unknown;
    let refined = || Attr::<String>::refined(Refinements::new().not_null());
    assert_eq!(set(&[unknown(), "a".into()]), set(&["a".into(), unknown()]));
    assert_eq!(set(&[unknown(), refined()]), set(&[refined(), unknown()]));
    assert_ne!(set(&[unknown(), unknown()]), set(&[unknown()]));
    assert_ne!(set(&[unknown(), unknown()]), set(&[unknown(), refined()]));
    assert_ne!(set(&[unknown()]), set(&["a".into()]));
}

#[test]
fn compares_numbers_by_value() {
    let double = |float: f64| Number::try_from(float).unwrap();
    let text = |text: &str| text.parse::<Number>().unwrap();
    assert_eq!(
        set(&[double(0.1), text("2")]),
        set(&[text("2"), text("0.10")])
    );
    assert_eq!(
        set(&[double(-0.0), text("2")]),
        set(&[text("2"), text("0")])
    );
    assert_eq!(
        set(&[double(f64::INFINITY), text("2")]),
        set(&[text("2"), double(f64::INFINITY)])
    );
    assert_ne!(
        set(&[double(0.1), text("2")]),
        set(&[text("2"), text("0.10000000000000001")])
    );
    assert_eq!(set(&[0.5, -0.0]), set(&[0.0, 0.5]));
    assert_ne!(set(&[f64::NAN]), set(&[f64::NAN]));
}

#[derive(Clone, PartialEq, TfSchema)]
#[tf(object)]
struct Rule {
    port: Attr<Number>,
    hosts: Attr<Set<Attr<String>>>,
}

#[test]
fn sets_in_objects_in_sets() {
    let rule = |port: &str, hosts: [&str; 2]| Rule {
        port: port.parse::<Number>().ok().into(),
        hosts: Set::from_iter(hosts.map(Attr::from)).into(),
    };
    let one = set(&[rule("1", ["a", "b"]), rule("2", ["c", "d"])]);
    assert_eq!(one, set(&[rule("2.0", ["d", "c"]), rule("1", ["b", "a"])]));
    assert_ne!(one, set(&[rule("2", ["d", "c"]), rule("1", ["b", "c"])]));
}

thread_local! {
    static WORK: Cell<usize> = const { Cell::new(0) };
}

/// Counts how many times values are compared and written.
#[derive(Clone, Debug)]
struct Counted(usize);

impl PartialEq for Counted {
    fn eq(&self, other: &Self) -> bool {
        WORK.set(WORK.get() + 1);
        self.0 == other.0
    }
}

impl Serialize for Counted {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        WORK.set(WORK.get() + 1);
        self.0.serialize(serializer)
    }
}

#[test]
fn takes_linear_time() {
    const LEN: usize = 16_000;
    let up: Set<Counted> = (0..LEN).map(Counted).collect();
    let down: Set<Counted> = (0..LEN).rev().map(Counted).collect();
    assert_eq!(up, down);
    assert!(WORK.get() <= 4 * LEN, "{}", WORK.get());
    let other: Set<Counted> = (1..=LEN).map(Counted).collect();
    assert_ne!(up, other);
    assert!(WORK.get() <= 8 * LEN, "{}", WORK.get());
}
