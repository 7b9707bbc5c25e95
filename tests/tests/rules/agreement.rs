//! What the comparison with a real Terraform found (program `agreement`).

use tfvalue::rules::{
    Action, Fault, Rule, action, check_apply, check_plan, check_refresh, check_upgrade,
    proposed_new_state,
};
use tfvalue::schema::{Attribute, Block, NestedBlock, NestedType, Nesting};
use tfvalue::{Path, Type, Value};

use crate::schema::{block, read};

fn places(faults: &[Fault]) -> Vec<(Rule, &str)> {
    let place = faults
        .iter()
        .map(|fault| (fault.rule, fault.terraform_path()));
    place.collect()
}

#[test]
fn unknown_elements_of_nested_attributes_are_proposed_as_objects() {
    let known = r#"{"o": "a"}"#;
    let unknown =
        r#"{"c": "?", "l": "?", "m": "?", "n": "?", "o": "?", "oc": "?", "s": "?", "t": "?"}"#;
    // In a list or map, only an element with a prior one.
    for (prior, config, expected) in [
        (
            format!(r#"{{"n_list": [{known}]}}"#),
            r#"{"n_list": ["?", "?"]}"#,
            format!(r#"{{"n_list": [{unknown}, "?"]}}"#),
        ),
        (
            format!(r#"{{"n_map": {{"a": {known}}}}}"#),
            r#"{"n_map": {"a": "?", "b": "?"}}"#,
            format!(r#"{{"n_map": {{"a": {unknown}, "b": "?"}}}}"#),
        ),
        (
            String::new(),
            r#"{"n_set": ["?"]}"#,
            format!(r#"{{"n_set": [{unknown}]}}"#),
        ),
    ] {
        let proposed = proposed_new_state(&block(), &read(&prior), &read(config)).unwrap();
        assert_eq!(proposed, read(&expected), "{config}");
    }
}

/// Returns a block with a list of nested attributes, one of them write-only.
fn with_write_only() -> Block {
    let members = [
        Attribute::new("o", Type::String).optional(),
        Attribute::new("w", Type::String).optional().write_only(),
    ];
    let list = NestedType::new(Nesting::List, members);
    Block::new().attributes([Attribute::new("list", list).optional()])
}

fn list_of(block: &Block, element: Value) -> Value {
    let Type::Object(ty) = block.implied_type() else {
        unreachable!("blocks are objects");
    };
    let Type::List(ty) = ty.get("list").unwrap().ty.clone() else {
        unreachable!("the nesting mode is list");
    };
    Value::object([("list", Value::list(Type::clone(&ty), [element]).unwrap())]).unwrap()
}

#[test]
fn a_result_names_the_configuration_of_the_provider() {
    let faults = check_apply(
        &block(),
        &read(r#"{"o": "a"}"#),
        &read(r#"{"o": "b"}"#),
        false,
    );
    let detail = faults[0].detail("example.com/shop/shop", "shop_item.a");
    let expected = r#"When applying changes to shop_item.a, provider "provider[\"example.com/shop/shop\"]" produced an unexpected new value: .o: was cty.StringVal("a"), but now cty.StringVal("b")."#;
    assert!(detail.starts_with(expected), "{detail}");
}

#[test]
fn unknown_elements_have_write_only_values() {
    let block = with_write_only();
    let ty = Value::object([("o", "a"), ("w", "a")]).unwrap().ty();
    let unknown = list_of(&block, Value::unknown(ty));
    let null = Value::null(block.implied_type());
    let faults = check_plan(&block, &null, &unknown, &unknown, &[], false);
    assert_eq!(places(&faults), [(Rule::WriteOnlyValue, ".list[0].w")]);
}

#[test]
fn a_result_with_write_only_values_is_not_checked_for_unknown_ones() {
    let block = with_write_only();
    let members = [("o", Value::unknown(Type::String)), ("w", "a".into())];
    let new = list_of(&block, Value::object(members).unwrap());
    let faults = check_apply(&block, &new, &new, false);
    assert_eq!(places(&faults), [(Rule::WriteOnlyValue, ".list[0].w")]);
}

#[test]
fn a_refreshed_state_with_unknown_values_is_not_checked_for_write_only_ones() {
    let block = with_write_only();
    let members = [("o", Value::unknown(Type::String)), ("w", "a".into())];
    let new = list_of(&block, Value::object(members).unwrap());
    let unknown = (Rule::UnknownInResult, ".list[0].o");
    let write_only = (Rule::WriteOnlyValue, ".list[0].w");
    assert_eq!(places(&check_refresh(&block, &new)), [unknown]);
    assert_eq!(places(&check_upgrade(&block, &new)), [unknown, write_only]);
}

#[test]
fn upgraded_states_are_known() {
    let faults = check_upgrade(&block(), &read(r#"{"o": "?"}"#));
    assert_eq!(places(&faults), [(Rule::UnknownInResult, ".o")]);
}

#[test]
fn keys_of_blocks_with_dynamic_attributes_are_printed_as_attributes() {
    let with_dynamic = Block::new().attributes([
        Attribute::new("d", Type::Dynamic).optional(),
        Attribute::new("o", Type::String).optional(),
    ]);
    let block = Block::new().block_types([NestedBlock::new("map", Nesting::Map, with_dynamic)]);
    let one = [("d", "a".into()), ("o", Value::unknown(Type::String))];
    let map = Value::object([("k", Value::object(one).unwrap())]).unwrap();
    let new = Value::object([("map", map)]).unwrap();
    let faults = check_apply(&block, &new, &new, false);
    assert_eq!(places(&faults), [(Rule::UnknownInResult, ".map.k.o")]);
}

#[test]
fn a_path_into_a_set_of_an_unknown_value_does_not_exist() {
    let ty = Type::map(Type::set(Type::String));
    let block = Block::new().attributes([Attribute::new("m", ty.clone()).computed()]);
    let set = Value::set(Type::String, ["a"]).unwrap();
    let prior = Value::map(Type::set(Type::String), [("k", set)]).unwrap();
    let [prior, planned] = [prior, Value::unknown(ty)].map(|m| Value::object([("m", m)]).unwrap());
    let config = Value::object([("m", Value::null(planned.get("m").unwrap().ty()))]).unwrap();
    let element = Path::from("m").key("k");
    let within = element.clone().index(0);
    let paths = [element, within];
    let faults = check_plan(&block, &prior, &config, &planned, &paths[..1], false);
    assert_eq!(faults, []);
    let faults = check_plan(&block, &prior, &config, &planned, &paths[1..], false);
    assert_eq!(places(&faults), [(Rule::NoSuchReplacePath, "")]);
    assert_eq!(
        action(&block, &prior, &planned, &paths[1..]),
        Action::Update
    );
}
