//! Final plans and replacements that were found with the program `agreement`.

use tfvalue::rules::{
    BothPlans, Fault, PlanRequest, PlanResponse, PlannedAction, Rule, action, check_final_plan,
    check_plan,
};
use tfvalue::schema::{Attribute, Block, NestedBlock, Nesting};
use tfvalue::{Path, Type, Value, paths::Step, types::ObjectType};

use super::schema::{block, read};

fn check(block: &Block, first: &Value, last: &Value) -> Vec<Fault> {
    let both = BothPlans {
        first: (first, PlannedAction::Create),
        last: (last, PlannedAction::Create),
    };
    check_final_plan(block, both)
}

/// An element that exists in only one of the states has changed, even if the value at the path is null.
#[test]
fn a_null_in_an_element_that_vanishes_requires_replacement() {
    let states = [
        r#"{"list": [{"o": "a"}, {"n": 1}]}"#,
        r#"{"list": [{"o": "a"}]}"#,
    ];
    let [long, short] = states.map(read);
    let paths = [Path::from("list").index(1).attribute("o")];
    for (prior, planned) in [(&long, &short), (&short, &long)] {
        let response = PlanResponse::new(planned).requires_replace(&paths);
        let found = action(&block(), prior, response);
        assert_eq!(found, PlannedAction::Replace, "{prior} {planned}");
    }
    let paths = [Path::from("list").index(0).attribute("n")];
    let response = PlanResponse::new(&short).requires_replace(&paths);
    assert_eq!(action(&block(), &long, response), PlannedAction::Update);
}

/// The type of an unknown object contains the planned keys.
#[test]
fn a_map_of_blocks_with_dynamic_attributes_that_becomes_unknown_keeps_its_keys() {
    let dynamic = Block::new().attributes([Attribute::new("d", Type::Dynamic).optional()]);
    let block = Block::new().block_types([NestedBlock::new("map", Nesting::Map, dynamic)]);
    let one = || Value::object([("d", Value::from(1))]).unwrap();
    let map = |keys: &[&'static str]| Value::object(keys.iter().map(|&key| (key, one()))).unwrap();
    let state = |map: Value| Value::object([("map", map)]).unwrap();
    let last = state(Value::unknown(map(&["k", "new"]).ty()));
    let faults = check(&block, &state(map(&["k", "old"])), &last);
    let mut places: Vec<_> = faults
        .iter()
        .map(|fault| (fault.terraform_path(), fault.rule))
        .collect();
    places.sort_by_key(|(place, rule)| (*place, format!("{rule:?}")));
    let expected = [
        (".map", Rule::BlockKeyAppeared),
        (".map", Rule::BlockKeyVanished),
        (".map.k.d", Rule::NowUnknown),
    ];
    assert_eq!(places, expected);
}

/// All parts of an unknown block are unknown. If one of the parts is a map of blocks, Terraform crashes on it.
#[test]
fn an_unknown_block_in_a_set_has_an_unknown_map_of_blocks() {
    let inner = Block::new().attributes([Attribute::new("o", Type::String).optional()]);
    let inner_ty = inner.implied_type();
    let one = Block::new().block_types([NestedBlock::new("map", Nesting::Map, inner)]);
    let one_ty = one.implied_type();
    let nested = Block::new().block_types([NestedBlock::new("one", Nesting::Single, one)]);
    let ty = nested.implied_type();
    let block = Block::new().block_types([NestedBlock::new("set", Nesting::Set, nested)]);
    let state = |element: Value| {
        let set = Value::set(ty.clone(), [element]).unwrap();
        Value::object([("set", set)]).unwrap()
    };
    let with = |one: Value| Value::object([("one", one)]).unwrap();
    let map = Value::map(
        inner_ty.clone(),
        [("k", Value::object([("o", "a")]).unwrap())],
    );
    let known = with(Value::object([("map", map.unwrap())]).unwrap());
    let absent = with(Value::null(one_ty));
    let unknown = state(Value::unknown(ty.clone()));
    let crashes = |first: &Value| check(&block, first, &unknown).iter().any(Fault::is_crash);
    assert!(crashes(&state(known)));
    // Without a planned map, there is nothing to compare.
    assert!(!crashes(&state(absent)));
}

/// The parts of an unknown object that contains blocks have the types that the object's type specifies for them.
#[test]
fn an_object_of_blocks_that_becomes_unknown_has_objects_of_blocks_within() {
    let dynamic = Block::new().attributes([Attribute::new("d", Type::Dynamic).optional()]);
    let inner = NestedBlock::new("inner", Nesting::Map, dynamic);
    let outer = NestedBlock::new("outer", Nesting::Map, Block::new().block_types([inner]));
    let block = Block::new().block_types([outer]);
    let none = || Value::object([("", ""); 0]).unwrap();
    let outer = |inner: Value| {
        let one = Value::object([("inner", inner)]).unwrap();
        Value::object([("k", one)]).unwrap()
    };
    let state = |outer: Value| Value::object([("outer", outer)]).unwrap();
    let first = state(outer(none()));
    let faults = |outer: &Value| check(&block, &first, &state(Value::unknown(outer.ty())));
    assert!(faults(&outer(none())).is_empty());
    let untyped = faults(&outer(Value::unknown(Type::Dynamic)));
    let mut crashes = untyped.iter().filter(|fault| fault.is_crash());
    assert!(crashes.any(|fault| fault.terraform_path() == ".outer.k.inner"));
}

/// The type of an unknown object determines whether a path leads into the object, even if the step is a key.
#[test]
fn a_key_that_an_unknown_object_does_not_have_leads_nowhere() {
    let ty = Type::Object(ObjectType::new([("name", Type::String)]));
    let block = Block::new().attributes([Attribute::new("tags", ty.clone()).computed()]);
    let state = |tags| Value::object([("tags", tags)]).unwrap();
    let prior = state(Value::object([("name", "a")]).unwrap());
    let planned = state(Value::unknown(ty));
    let faults = |key: &str| {
        let paths = [Path::from("tags").step(Step::Key(key.to_owned().into()))];
        let response = PlanResponse::new(&planned).requires_replace(&paths);
        let config = state(Value::null(planned.get("tags").unwrap().ty()));
        let request = PlanRequest {
            config: &config,
            prior: &prior,
        };
        let rules = check_plan(&block, request, response).into_iter();
        (
            rules.map(|one| one.rule).collect::<Vec<_>>(),
            action(&block, &prior, response),
        )
    };
    assert_eq!(faults("name"), (vec![], PlannedAction::Replace));
    let wrong = (vec![Rule::NoSuchReplacePath], PlannedAction::Update);
    assert_eq!(faults("zzz"), wrong);
}
