//! Sets with many elements in which different parts are unknown.

use super::{check_work, null, text, unknown};
use crate::rules::{ApplyResponse, Fault, Rule, check_apply};
use crate::schema::{Attribute, Block, NestedBlock, Nesting};
use crate::ty::{ObjectType, Type};
use crate::value::Value;

/// A set of blocks with a name and eight attributes, each of which can be unknown.
fn block() -> Block {
    let others = (0..8).map(|at| Attribute::new(format!("c{at}"), Type::String).computed());
    let name = Attribute::new("name", Type::String).required();
    let inner = Block::new().attributes([name].into_iter().chain(others));
    Block::new().block_types([NestedBlock::new("b", Nesting::Set, inner)])
}

/// Returns `count` blocks. The bits of a block's number determine which attributes have the value `other`.
fn state(count: usize, name: impl Fn(usize) -> Value, other: &Value) -> Value {
    let blocks = (0..count).map(|at| {
        let others = (0..8).map(|bit| {
            let is_other = at >> bit & 1 == 1;
            let value = if is_other { other.clone() } else { null() };
            (format!("c{bit}"), value)
        });
        let name = ("name".to_owned(), name(at));
        Value::object([name].into_iter().chain(others)).unwrap()
    });
    Value::object([("b", Value::set(Type::Dynamic, blocks).unwrap())]).unwrap()
}

fn rules(faults: &[Fault]) -> Vec<Rule> {
    faults.iter().map(|fault| fault.rule).collect()
}

#[test]
fn names_tell_elements_of_any_pattern_apart() {
    let named = |at| text(format!("name {at}"));
    check_work(|count| {
        let planned = state(count, named, &unknown());
        let new = state(count, named, &text("x"));
        assert_eq!(
            check_apply(&block(), &planned, ApplyResponse::new(&new)),
            []
        );
        let renamed = |at| named(if at == 300 { count } else { at });
        let new = state(count, renamed, &text("x"));
        let faults = check_apply(&block(), &planned, ApplyResponse::new(&new));
        assert_eq!(rules(&faults), [Rule::PlannedSetElementUnmatched]);
        assert!(faults[0].problem().contains("\"name 300\""));
    });
}

/// If no part is known in all elements, not all pairs are compared, but no incorrect fault is reported.
#[test]
fn elements_of_many_patterns_without_names() {
    let planned = state(600, |_| unknown(), &unknown());
    let new = state(600, |at| text(format!("{at}")), &text("x"));
    let faults = check_apply(&block(), &planned, ApplyResponse::new(&new));
    assert!(faults.iter().all(Fault::is_incomplete), "{faults:?}");
}

/// The elements differ only in a list that is next to an unknown value.
#[test]
fn elements_that_differ_within_lists_and_maps() {
    let object = |members: [(&'static str, Type); 2]| Type::Object(ObjectType::new(members));
    let inner = object([("id", Type::String), ("name", Type::String)]);
    let member = object([
        ("list", Type::list(inner.clone())),
        ("map", Type::map(inner.clone())),
    ]);
    let block = Block::new().attributes([Attribute::new("s", Type::set(member)).optional()]);
    let state = |count: usize, name: &dyn Fn(usize) -> String, id: &Value| {
        let elements = (0..count).map(|at| {
            let part = |name: String| {
                Value::object([("id", id.clone()), ("name", Value::from(name))]).unwrap()
            };
            let list = [part("same".into()), part(name(at / 2))];
            let list = Value::list(inner.clone(), list).unwrap();
            let map = [(name(at), part("same".into()))];
            let map = Value::map(inner.clone(), map).unwrap();
            Value::object([("list", list), ("map", map)]).unwrap()
        });
        Value::object([("s", Value::set(Type::Dynamic, elements).unwrap())]).unwrap()
    };
    let named = |at: usize| format!("name {at}");
    check_work(|count| {
        let planned = state(count, &named, &unknown());
        let new = state(count, &named, &text("x"));
        assert_eq!(check_apply(&block, &planned, ApplyResponse::new(&new)), []);
        let renamed = |at: usize| named(if at == count - 1 { count } else { at });
        let new = state(count, &renamed, &text("x"));
        let faults = check_apply(&block, &planned, ApplyResponse::new(&new));
        assert_eq!(rules(&faults), [Rule::PlannedSetElementUnmatched]);
    });
}
