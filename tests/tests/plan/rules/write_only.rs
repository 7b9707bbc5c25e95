//! How Terraform searches for write-only attributes (found with the program `agreement`).

use tfvalue::rules::{
    Fault, PlanRequest, PlanResponse, Rule, check_apply, check_import, check_move, check_plan,
    check_upgrade,
};
use tfvalue::schema::{Attribute, Block, NestedBlock, Nesting};
use tfvalue::{Type, Value};

fn places(faults: &[Fault]) -> Vec<(Rule, &str)> {
    let places = faults
        .iter()
        .map(|fault| (fault.rule, fault.terraform_path()));
    places.collect()
}

fn object<const N: usize>(members: [(&str, Value); N]) -> Value {
    Value::object(members).unwrap()
}

/// Returns a block with a write-only attribute `w` and a dynamic attribute.
fn secret() -> Block {
    Block::new().attributes([
        Attribute::new("d", Type::Dynamic).optional(),
        Attribute::new("w", Type::String).optional().write_only(),
    ])
}

fn planned(block: &Block, planned: &Value) -> Vec<Fault> {
    let request = PlanRequest {
        config: planned,
        prior: &Value::null(block.implied_type()),
    };
    check_plan(block, request, PlanResponse::new(planned))
}

/// Terraform reads the attribute at its path, and rejects the response if there is no attribute at the path.
#[test]
fn blocks_without_their_write_only_attributes_are_rejected() {
    let blocks = [("list", Nesting::List), ("map", Nesting::Map)];
    let blocks = blocks.map(|(name, nesting)| NestedBlock::new(name, nesting, secret()));
    let block = Block::new().block_types(blocks);
    let null = || Value::null(Type::String);
    let right = || object([("d", 1.into()), ("w", null())]);
    let state = |list: Value, map: Value| object([("list", list), ("map", map)]);
    let tuple = |element: Value| Value::tuple([right(), element]);
    let keys = |element: Value| object([("k", element)]);
    for (wrong, place, key) in [
        (object([("d", 1.into())]), ".list[1]", r#".map["k"]"#),
        ("a".into(), ".list[1]", r#".map["k"]"#),
    ] {
        for (state, place) in [
            (state(tuple(wrong.clone()), keys(right())), place),
            (state(tuple(right()), keys(wrong.clone())), key),
        ] {
            let expected = [(Rule::BlocksOfWrongShape, place)];
            assert_eq!(places(&planned(&block, &state)), expected, "{state}");
            assert_eq!(places(&check_upgrade(&block, &state)), expected, "{state}");
            let response = tfvalue::rules::ApplyResponse::new(&state);
            let faults = check_apply(&block, &state, response);
            assert_eq!(places(&faults), expected, "{state}");
        }
    }
    // The other attributes may be missing, as may blocks.
    for element in [object([("w", null())]), null()] {
        let state = state(tuple(element.clone()), keys(element));
        assert_eq!(check_upgrade(&block, &state), [], "{state}");
    }
    // A key does not lead to a block in a list.
    let keyed = state(keys(right()), keys(right()));
    let expected = [(Rule::BlocksOfWrongShape, ".list")];
    assert_eq!(places(&check_upgrade(&block, &keyed)), expected);
}

/// The search is performed before the type check, and crashes Terraform if there is no object to search.
#[test]
fn a_missing_object_with_write_only_attributes_crashes() {
    let inner =
        Block::new().attributes([Attribute::new("w", Type::String).optional().write_only()]);
    let one = Block::new()
        .attributes([Attribute::new("o", Type::String).optional()])
        .block_types([NestedBlock::new("inner", Nesting::Single, inner)]);
    let block = Block::new().block_types([NestedBlock::new("one", Nesting::Single, one)]);
    let empty = object([("one", object([]))]);
    let crash = [(Rule::BlocksOfWrongShape, ".one")];
    for faults in [
        planned(&block, &empty),
        check_import(&block, &empty),
        check_move(&block, &empty),
    ] {
        assert_eq!(places(&faults), crash);
        assert!(faults[0].is_crash());
    }
    // In an upgraded state, Terraform checks the type first.
    let missing = (Rule::WrongType, ".one");
    assert_eq!(places(&check_upgrade(&block, &empty)), [missing, missing]);
}

/// The value of a write-only attribute is found even if the type of the state is wrong.
#[test]
fn imported_and_moved_states_are_searched_before_their_type_is_checked() {
    let one = Block::new().attributes([Attribute::new("o", Type::String).optional()]);
    let block = Block::new()
        .attributes([Attribute::new("w", Type::String).optional().write_only()])
        .block_types([NestedBlock::new("one", Nesting::Single, one)]);
    let state = |w: Value| object([("one", object([])), ("w", w)]);
    let check: [fn(&Block, &Value) -> Vec<Fault>; 2] = [check_import, check_move];
    for check in check {
        let faults = check(&block, &state("a".into()));
        assert_eq!(places(&faults), [(Rule::WriteOnlyValue, ".w")]);
        let faults = check(&block, &state(Value::null(Type::String)));
        assert_eq!(places(&faults), [(Rule::WrongType, ".one")]);
    }
}
