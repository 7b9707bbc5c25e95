//! Checks of sets within sets also take linear time.

use super::{check_work, members, null, text, unknown};
use crate::rules::{
    ApplyResponse, PlanRequest, PlanResponse, Rule, check_apply, check_plan, proposed_new_state,
};
use crate::schema::{Attribute, Block, NestedType, Nesting};
use crate::ty::Type;
use crate::value::{Value, work};

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
        work::of(|| {
            assert_eq!(check_apply(&block, &planned, ApplyResponse::new(&new)), []);
            assert_eq!(
                check_apply(&block, &planned, ApplyResponse::new(&wrong)),
                []
            );
        })
    };
    // 4 and 8 elements at each of four levels: the second value has 16 times as many parts.
    let (few, many) = (check(4), check(8));
    assert!(many <= few * 64, "{many} visits, {few} for a sixteenth");
}

#[test]
fn elements_that_only_sets_within_their_sets_tell_apart() {
    fn schema(depth: usize) -> NestedType {
        let mut all = members();
        if depth > 0 {
            all.push(Attribute::new("s", schema(depth - 1)).optional());
        }
        NestedType::new(Nesting::Set, all)
    }
    let block = Block::new().attributes([Attribute::new("s", schema(2)).optional()]);
    // A set with `count` elements, each of which contains a set of sets. From element `wrong` on, the innermost
    // elements have the names of other elements.
    let whole = |count: usize, wrong: usize, c: &dyn Fn(usize) -> Value| {
        let set = |count: usize, element: &dyn Fn(usize) -> Vec<(&'static str, Value)>| {
            let elements = (0..count).map(|at| {
                let computed = [("c", c(at)), ("oc", c(at))];
                Value::object(element(at).into_iter().chain(computed)).unwrap()
            });
            ("s", Value::set(Type::Dynamic, elements).unwrap())
        };
        Value::object([set(count, &|i| {
            let name = if i < wrong { i } else { i + count };
            let inner = |j| set(2, &|k| vec![("o", text(format!("{name}-{j}-{k}")))]);
            vec![("o", null()), set(3, &|j| vec![("o", null()), inner(j)])]
        })])
        .unwrap()
    };
    check_work(|count| {
        let planned = whole(count, count, &|_| unknown());
        let new = whole(count, count, &|at| text(format!("c{at}")));
        assert_eq!(check_apply(&block, &planned, ApplyResponse::new(&new)), []);
        let wrong = whole(count, count - 9, &|at| text(format!("c{at}")));
        let faults = check_apply(&block, &planned, ApplyResponse::new(&wrong));
        let rules: Vec<Rule> = faults.iter().map(|fault| fault.rule).collect();
        assert_eq!(rules, [Rule::PlannedSetElementUnmatched; 9]);
    });
}

/// Previously, the string form of each element was written twice for each level of sets, so the work doubled with each
/// level.
#[test]
fn sets_of_any_depth_are_ordered_once_on_each_level() {
    let deepest = 16;
    let set = |ty: &Type, elements: Vec<Value>| Value::set(ty.clone(), elements).unwrap();
    let mut element = set(&Type::String, vec![text("a")]);
    let mut empty = set(&Type::String, Vec::new());
    for _ in 1..deepest {
        let ty = element.ty();
        element = set(&ty, vec![element, empty]);
        empty = set(&ty, Vec::new());
    }
    let members = vec![Attribute::new("d", element.ty()).optional()];
    let nested = NestedType::new(Nesting::Set, members);
    let block = Block::new().attributes([Attribute::new("s", nested).optional()]);
    let object = Value::object([("d", element)]).unwrap();
    let elements = vec![object.clone(), Value::null(object.ty())];
    let config = Value::object([("s", set(&object.ty(), elements))]).unwrap();
    let prior = Value::null(block.implied_type());
    let visits = work::of(|| {
        assert_eq!(
            proposed_new_state(
                &block,
                PlanRequest {
                    config: &config,
                    prior: &prior
                }
            )
            .unwrap(),
            config
        );
        let faults = check_plan(
            &block,
            PlanRequest {
                config: &prior,
                prior: &prior,
            },
            PlanResponse::new(&config),
        );
        assert_eq!(faults.len(), 1);
        let wrong = Value::object([("s", Value::null(block.implied_type()))]).unwrap();
        assert!(
            !check_plan(
                &block,
                PlanRequest {
                    config: &config,
                    prior: &prior
                },
                PlanResponse::new(&wrong)
            )
            .is_empty()
        );
    });
    assert!(visits <= 20 * deepest * deepest, "{visits} visits");
}
