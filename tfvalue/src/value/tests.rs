//! For any input, the work for equality, hashes and sets is proportional to the size of the values. The work is the
//! number of values that are compared or hashed.

use std::hash::{BuildHasher, RandomState};

use super::{Value, work};
use crate::ty::Type;

fn hash(value: &Value) -> u64 {
    thread_local! {
        static STATE: RandomState = RandomState::new();
    }
    STATE.with(|state| state.hash_one(value))
}

fn set(elements: impl IntoIterator<Item = Value>) -> Value {
    Value::set(Type::Dynamic, elements).unwrap()
}

/// Returns the number of values in a value, including the value itself.
fn size(value: &Value) -> u64 {
    1 + value.parts().iter().map(size).sum::<u64>()
}

/// Creates a set, a copy of the set in reverse order, and a set that lacks one of the elements. Compares these sets,
/// and returns the number of visits for each value in the sets.
fn visits_per_value(elements: &[Value]) -> u64 {
    let mut count = 0;
    let visits = work::of(|| {
        let all = set(elements.to_vec());
        let reversed = set(elements.iter().rev().cloned());
        let fewer = set(elements[1..].to_vec());
        assert_eq!(all, reversed);
        assert_ne!(all, fewer);
        assert_eq!(all.parts().len(), elements.len());
        count = size(&all) + size(&reversed) + size(&fewer);
    });
    visits / count
}

/// If the key of `DefaultHasher` is zero, the hashes of the first two strings in each group have the same sum as the
/// hashes of the other two.
const SUMS: [[&str; 4]; 12] = [
    ["a2d73f7", "bb7c43", "c3d4070", "da17db"],
    ["a24259f", "b2d6aa0", "c3589d2", "d1f73fb"],
    ["a3291b1", "b4dfec", "c63cc5", "d3afe59"],
    ["a1db0df", "bc83a9", "c1cbd2", "d1d1085"],
    ["a215da9", "b1660d6", "c3ef9c7", "d25732c"],
    ["a1b6112", "b2a6d53", "c33665d", "d1a4fee"],
    ["a184308", "bd8630", "c29dd5a", "d3f4b22"],
    ["a2f6e26", "b360882", "cb2c0a", "d1d3639"],
    ["a25827d", "b78c4a", "c1c5fd1", "d28fccd"],
    ["a1d4747", "b15bd42", "c265586", "d355d3a"],
    ["a1c7c4", "b1de659", "c2a6728", "d3f7959"],
    ["a27e655", "b2afcc7", "c2c5519", "dad9f"],
];

/// Returns sets of strings whose hashes have the same sum. Such sets can be found only if the key is known.
fn sets_of_one_sum(bits: u32) -> Vec<Value> {
    let half = |choice: u32, bit: u32| {
        let start = if choice >> bit & 1 == 0 { 0 } else { 2 };
        &SUMS[bit as usize][start..start + 2]
    };
    (0..1 << bits)
        .map(|choice| {
            let strings = (0..bits).flat_map(|bit| half(choice, bit).iter().copied());
            set(strings.map(Value::from))
        })
        .collect()
}

#[test]
fn sums_of_hashes_cannot_be_chosen() {
    for bits in [8, 9, 10, 11] {
        let sets = sets_of_one_sum(bits);
        let visits = visits_per_value(&sets);
        assert!(
            visits <= 16,
            "{visits} visits for each value of {} sets",
            sets.len()
        );
        assert_ne!(hash(&sets[0]), hash(&sets[1]));
    }
}

/// Returns distinct lists, nested three levels deep, that all contain the same number of lists.
fn lists_of_one_length(bits: u32) -> Vec<Value> {
    let list = |elements: Vec<Value>, depth: usize| {
        let ty = (1..depth).fold(Type::Bool, |ty, _| Type::list(ty));
        Value::list(ty, elements).unwrap()
    };
    (0..1_u32 << bits)
        .map(|choice| {
            let mut outer: Vec<Vec<Value>> = vec![Vec::new()];
            for bit in 0..bits {
                match outer.last_mut() {
                    Some(last) if choice >> bit & 1 == 1 => last.push(list(Vec::new(), 1)),
                    _ => outer.push(Vec::new()),
                }
            }
            list(outer.into_iter().map(|inner| list(inner, 2)).collect(), 3)
        })
        .collect()
}

#[test]
fn empty_lists_in_different_places_have_different_hashes() {
    for bits in [8, 9, 10, 11] {
        let visits = visits_per_value(&lists_of_one_length(bits));
        assert!(visits <= 16, "{visits} visits for each value");
    }
}

#[test]
fn names_and_types_are_in_the_hash() {
    let object = |name: &str| Value::object([(name, true)]).unwrap();
    let empty = |ty| Value::list(ty, [] as [Value; 0]).unwrap();
    let different = [
        object("a"),
        object("b"),
        Value::null(Type::String),
        Value::null(Type::Number),
        Value::unknown(Type::String),
        Value::unknown(Type::Number),
        empty(Type::String),
        empty(Type::Number),
        Value::tuple([object("a")]),
        Value::tuple([object("b")]),
        Value::tuple([empty(Type::String)]),
        Value::tuple([empty(Type::Number)]),
    ];
    for (at, a) in different.iter().enumerate() {
        for b in &different[at + 1..] {
            assert_ne!(hash(a), hash(b), "{a} {b}");
        }
    }
}

/// Returns nested sets. Each level contains the level below and an empty set.
fn chain(depth: u32, is_reversed: bool) -> Value {
    let empty = |depth: u32| {
        let ty = (1..depth).fold(Type::Bool, |ty, _| Type::set(ty));
        Value::set(ty, [] as [Value; 0]).unwrap()
    };
    (1..depth).fold(empty(1), |inner, depth| {
        let mut elements = [inner, empty(depth)];
        if is_reversed {
            elements.reverse();
        }
        // The two elements of the innermost set are equal.
        set(elements)
    })
}

#[test]
fn sets_of_any_depth_are_compared_once_on_each_level() {
    for depth in [10, 100] {
        let visits = work::of(|| {
            let [a, b] = [false, true].map(|is_reversed| chain(depth, is_reversed));
            assert_eq!(a, b);
            assert_eq!(hash(&a), hash(&b));
            assert_ne!(a, chain(depth - 1, false));
        });
        let most = 20 * u64::from(depth).pow(2);
        assert!(visits <= most, "{visits} visits for {depth} levels");
    }
}
