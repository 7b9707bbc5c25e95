//! The checks take linear work. It is counted in members and values that they visit.

use super::part::work;
use super::{Rule, check_apply, check_plan, proposed_new_state};
use crate::refinements::Refinements;
use crate::schema::{Attribute, Block, NestedBlock, NestedType, Nesting};
use crate::ty::Type;
use crate::value::Value;

fn members() -> Vec<Attribute> {
    vec![
        Attribute::new("c", Type::String).computed(),
        Attribute::new("o", Type::String).optional(),
        Attribute::new("oc", Type::String).optional().computed(),
    ]
}

/// A set of blocks, and a set of nested attributes.
fn block() -> Block {
    let nested = NestedType::new(Nesting::Set, members());
    Block::new()
        .attributes([Attribute::new("n", nested).optional()])
        .block_types([NestedBlock::new(
            "b",
            Nesting::Set,
            Block::new().attributes(members()),
        )])
}

fn text(value: impl AsRef<str>) -> Value {
    Value::string(value)
}

fn null() -> Value {
    Value::null(Type::String)
}

fn unknown() -> Value {
    Value::unknown(Type::String)
}

fn state(count: usize, elements: impl Fn(usize) -> [Value; 3]) -> Value {
    let set = || {
        let elements = (0..count).map(|at| {
            let [c, o, oc] = elements(at);
            Value::object([("c", c), ("o", o), ("oc", oc)]).unwrap()
        });
        Value::set(Type::Dynamic, elements).unwrap()
    };
    Value::object([("n", set()), ("b", set())]).unwrap()
}

/// Checks that twice as many elements take twice the work, and not much for each.
#[track_caller]
fn check_work(run: impl Fn(usize)) {
    let measure = |count: usize| {
        work::reset();
        run(count);
        work::done()
    };
    let (few, many) = (measure(500), measure(1000));
    assert!(
        few > 500,
        "{few} visits for 500 elements: they are not counted"
    );
    assert!(
        many <= few * 21 / 10,
        "{many} visits for 1000 elements, {few} for 500"
    );
    assert!(many <= 1000 * 2500, "{many} visits for 1000 elements");
}

#[test]
fn elements_that_differ_in_known_parts() {
    check_work(|count| {
        let last = count - 1;
        let prior = state(count, |at| {
            [text(format!("c{at}")), text(format!("o{at}")), null()]
        });
        let config = state(count, |at| {
            [null(), text(format!("o{}", last - at)), null()]
        });
        assert_eq!(
            proposed_new_state(&block(), &prior, &config).unwrap(),
            prior
        );
        let planned = state(count, |at| [unknown(), text(format!("o{at}")), unknown()]);
        assert_eq!(
            check_plan(&block(), &prior, &config, &planned, &[], false),
            []
        );
        let new = state(count, |at| {
            [
                text(format!("x{at}")),
                text(format!("o{}", last - at)),
                text("y"),
            ]
        });
        assert_eq!(check_apply(&block(), &planned, &new, false), []);
        // One element differs.
        let name = |at| {
            if at == 7 {
                "z".to_owned()
            } else {
                format!("o{at}")
            }
        };
        let new = state(count, |at| [text("x"), text(name(at)), text("y")]);
        let faults = check_apply(&block(), &planned, &new, false);
        assert_eq!(faults.len(), 2);
        assert!(
            faults
                .iter()
                .all(|fault| fault.rule == Rule::PlannedSetElementUnmatched)
        );
    });
}

#[test]
fn elements_that_are_alike() {
    check_work(|count| {
        let planned = state(count, |_| [unknown(), text("o"), unknown()]);
        let new = state(count, |at| [text(format!("x{at}")), text("o"), text("y")]);
        assert_eq!(check_apply(&block(), &planned, &new, false), []);
        let other = state(count, |at| {
            [text(format!("x{at}")), text("other"), text("y")]
        });
        assert_eq!(
            check_apply(&block(), &planned, &other, false).len(),
            2 * count
        );
        let prior = state(count, |at| {
            [text(format!("x{at}")), text("o"), text(format!("y{at}"))]
        });
        let config = state(1, |_| [null(), text("o"), null()]);
        proposed_new_state(&block(), &prior, &config).unwrap();
        let config = state(count, |at| [text(format!("{at}")), text("o"), null()]);
        proposed_new_state(&block(), &prior, &config).unwrap();
    });
}

/// There are too many trials to find all of these faults, but each that is reported is one.
#[test]
fn elements_that_only_refinements_tell_apart() {
    let promise = |prefix: &str| {
        let refinements = Refinements::new().full_prefix(prefix).unwrap();
        Value::refined(Type::String, refinements).unwrap()
    };
    check_work(|count| {
        let planned = state(count, |at| [promise(&format!("a{at}-")), null(), null()]);
        let new = state(count, |at| [text(format!("b{at}-1")), null(), null()]);
        let faults = check_apply(&block(), &planned, &new, false);
        assert!(!faults.is_empty());
        assert!(
            faults
                .iter()
                .all(|fault| fault.rule == Rule::PlannedSetElementUnmatched)
        );
        let right = state(count, |at| {
            [text(format!("a{}-1", count - 1 - at)), null(), null()]
        });
        assert_eq!(check_apply(&block(), &planned, &right, false), []);
    });
}

#[test]
fn elements_that_leave_out_different_members() {
    check_work(|count| {
        let choice = |at| if at % 2 == 0 { null() } else { text("oc") };
        let config = state(count, |at| [null(), text(format!("o{at}")), choice(at)]);
        let prior = state(count, |at| [text("c"), text(format!("o{at}")), text("oc")]);
        assert_eq!(
            proposed_new_state(&block(), &prior, &config).unwrap(),
            prior
        );
    });
}

/// Small sets are compared exactly like in Terraform: each element with each.
#[test]
fn all_faults_of_small_sets() {
    let promise = |prefix: String| {
        let refinements = Refinements::new().full_prefix(&prefix).unwrap();
        Value::refined(Type::String, refinements).unwrap()
    };
    let planned = state(100, |at| [promise(format!("a{at}-")), null(), null()]);
    let new = state(100, |at| {
        [
            text(format!("a{}-1", if at == 5 { 6 } else { at })),
            null(),
            null(),
        ]
    });
    let faults = check_apply(&block(), &planned, &new, false);
    let paths: Vec<String> = faults.iter().map(|fault| fault.path.to_string()).collect();
    assert_eq!(paths, ["n", "b"]);
}

#[test]
fn sets_within_sets() {
    fn schema(depth: usize) -> Vec<Attribute> {
        let mut all = vec![Attribute::new("c", Type::String).computed()];
        if depth > 0 {
            all.push(
                Attribute::new("s", NestedType::new(Nesting::Set, schema(depth - 1))).optional(),
            );
        }
        all
    }
    fn tree(depth: usize, width: usize, id: &impl Fn(usize) -> Value) -> Value {
        let elements = (0..width).map(|at| {
            let mut members = vec![("c", id(at))];
            if depth > 0 {
                members.push(("s", tree(depth - 1, width, id)));
            }
            Value::object(members).unwrap()
        });
        Value::set(Type::Dynamic, elements).unwrap()
    }
    let check = |width: usize| {
        let set = NestedType::new(Nesting::Set, schema(3));
        let block = Block::new().attributes([Attribute::new("s", set).optional()]);
        let whole =
            |id: &dyn Fn(usize) -> Value| Value::object([("s", tree(3, width, &id))]).unwrap();
        let planned = whole(&|_| unknown());
        let new = whole(&|at| text(at.to_string()));
        let wrong = whole(&|at| {
            if at == 0 {
                null()
            } else {
                text(at.to_string())
            }
        });
        work::reset();
        assert_eq!(check_apply(&block, &planned, &new, false), []);
        assert_eq!(check_apply(&block, &planned, &wrong, false), []);
        work::done()
    };
    // 4 and 8 elements on each of four levels: 16 times as many values.
    let (few, many) = (check(4), check(8));
    assert!(many <= few * 64, "{many} visits, {few} for a sixteenth");
}
