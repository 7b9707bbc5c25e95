//! Differences that were found by comparing the rules with the Terraform program (program `agreement`).

use tfvalue::rules::{
    ApplyResponse, BothPlans, Fault, OpenedEphemeral, PlanRequest, PlanResponse, PlannedAction,
    Rule, action, check_apply, check_data_source, check_ephemeral_resource, check_final_plan,
    check_import, check_plan, check_refresh, check_replacement_plan, check_upgrade,
    planned_data_source, proposed_new_state, replace_paths,
};
use tfvalue::schema::{Attribute, Block, NestedBlock, NestedType, Nesting};
use tfvalue::{
    Path, Type, Value, msgpack,
    types::{ObjectAttribute, ObjectType},
};

use super::schema::{block, read};

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
    // In a list, this only applies to an element that has a prior element.
    for (prior, config, expected) in [
        (
            format!(r#"{{"n_list": [{known}]}}"#),
            r#"{"n_list": ["?", "?"]}"#,
            format!(r#"{{"n_list": [{unknown}, "?"]}}"#),
        ),
        (
            format!(r#"{{"n_map": {{"a": {known}}}}}"#),
            r#"{"n_map": {"a": "?", "b": "?"}}"#,
            format!(r#"{{"n_map": {{"a": {unknown}, "b": {unknown}}}}}"#),
        ),
        (
            String::new(),
            r#"{"n_set": ["?"]}"#,
            format!(r#"{{"n_set": [{unknown}]}}"#),
        ),
    ] {
        let proposed = proposed_new_state(
            &block(),
            PlanRequest {
                config: &read(config),
                prior: &read(&prior),
            },
        )
        .unwrap();
        assert_eq!(proposed, read(&expected), "{config}");
    }
}

/// Returns a block with a list of nested attributes, one of which is write-only.
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
        ApplyResponse::new(&read(r#"{"o": "b"}"#)),
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
    let faults = check_plan(
        &block,
        PlanRequest {
            config: &unknown,
            prior: &null,
        },
        PlanResponse::new(&unknown),
    );
    assert_eq!(places(&faults), [(Rule::WriteOnlyValue, ".list[0].w")]);
}

#[test]
fn a_result_with_write_only_values_is_not_checked_for_unknown_ones() {
    let block = with_write_only();
    let members = [("o", Value::unknown(Type::String)), ("w", "a".into())];
    let new = list_of(&block, Value::object(members).unwrap());
    let faults = check_apply(&block, &new, ApplyResponse::new(&new));
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
    let faults = check_apply(&block, &new, ApplyResponse::new(&new));
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
    let faults = check_plan(
        &block,
        PlanRequest {
            config: &config,
            prior: &prior,
        },
        PlanResponse::new(&planned).requires_replace(&paths[..1]),
    );
    assert_eq!(faults, []);
    let faults = check_plan(
        &block,
        PlanRequest {
            config: &config,
            prior: &prior,
        },
        PlanResponse::new(&planned).requires_replace(&paths[1..]),
    );
    assert_eq!(places(&faults), [(Rule::NoSuchReplacePath, "")]);
    assert_eq!(
        action(
            &block,
            &prior,
            PlanResponse::new(&planned).requires_replace(&paths[1..])
        ),
        PlannedAction::Update
    );
}

#[test]
fn steps_of_paths_are_converted_to_each_other() {
    let ty = Type::map(Type::map(Type::String));
    let block = Block::new().attributes([
        Attribute::new("m", ty.clone()).optional(),
        Attribute::new("l", Type::list(Type::String)).optional(),
    ]);
    let inner = |value: &str| Value::map(Type::String, [("7", value)]).unwrap();
    let state = |value: &str| {
        let map = Value::map(Type::map(Type::String), [("k", inner(value))]).unwrap();
        let list = Value::list(Type::String, [value]).unwrap();
        Value::object([("m", map), ("l", list)]).unwrap()
    };
    let (prior, planned) = (state("a"), state("b"));
    let m = Path::from("m");
    let paths = [
        m.clone().key("k").index(7),
        m.clone().attribute("k").key("7"),
        Path::from("l").key("0"),
    ];
    assert_eq!(
        replace_paths(
            &block,
            &prior,
            PlanResponse::new(&planned).requires_replace(&paths)
        ),
        paths
    );
    // A list has no attributes and no further elements.
    let paths = [Path::from("l").attribute("0"), Path::from("l").key("1")];
    let faults = check_plan(
        &block,
        PlanRequest {
            config: &planned,
            prior: &prior,
        },
        PlanResponse::new(&planned).requires_replace(&paths),
    );
    assert_eq!(places(&faults), [(Rule::NoSuchReplacePath, ""); 2]);
    // An unknown map can contain any element.
    let unknown = Value::object([
        ("m", Value::unknown(ty)),
        ("l", planned.get("l").unwrap().clone()),
    ])
    .unwrap();
    let paths = [m.key("x").index(7)];
    let faults = check_plan(
        &block,
        PlanRequest {
            config: &unknown,
            prior: &prior,
        },
        PlanResponse::new(&unknown).requires_replace(&paths),
    );
    assert_eq!(faults, []);
}

#[test]
fn a_final_plan_of_null_is_an_update() {
    let (prior, null) = (read(r#"{"o": "a"}"#), Value::null(block().implied_type()));
    let last = action(&block(), &prior, PlanResponse::new(&null));
    let faults = check_final_plan(
        &block(),
        BothPlans {
            first: (&prior, PlannedAction::Update),
            last: (&null, last),
        },
    );
    assert_eq!(places(&faults), [(Rule::PresentNowAbsent, "")]);
    let last = action(&block(), &null, PlanResponse::new(&null));
    let faults = check_final_plan(
        &block(),
        BothPlans {
            first: (&prior, PlannedAction::Create),
            last: (&null, last),
        },
    );
    assert_eq!(places(&faults), [(Rule::PresentNowAbsent, "")]);
}

#[test]
fn new_elements_of_maps_of_blocks_are_proposed_as_new_objects() {
    let ty = Type::Object(ObjectType::new([("c", Type::String)]));
    let set = NestedType::new(Nesting::Set, [Attribute::new("c", Type::String).computed()]);
    let nested = Block::new().attributes([Attribute::new("set", set).optional()]);
    let block = Block::new().block_types([NestedBlock::new("map", Nesting::Map, nested)]);
    let null = Value::object([("c", Value::null(Type::String))]).unwrap();
    let set = Value::set(ty.clone(), [Value::unknown(ty), null]).unwrap();
    let element = Value::object([("set", set)]).unwrap();
    let map = Value::map(element.ty(), [("k", element)]).unwrap();
    let config = Value::object([("map", map)]).unwrap();
    let prior = Value::null(block.implied_type());
    let proposed = proposed_new_state(
        &block,
        PlanRequest {
            config: &config,
            prior: &prior,
        },
    )
    .unwrap();
    let text =
        r#"{ map = { "k" = { set = toset([{ c = (known after apply) }, { c = null }]) } } }"#;
    assert_eq!(proposed.to_string(), text);
}

#[test]
fn null_elements_next_to_secrets_crash() {
    for special in [Attribute::sensitive, Attribute::write_only] {
        let member = special(Attribute::new("s", Type::String).optional());
        let is_write_only = member.write_only;
        let list = NestedType::new(Nesting::List, [member]);
        let block = Block::new().attributes([Attribute::new("list", list).optional()]);
        let ty = Type::Object(ObjectType::new([("s", Type::String)]));
        let config = list_of(&block, Value::null(ty));
        let null = Value::null(block.implied_type());
        let expected = [(Rule::NullElement, ".list[0]")];
        let faults = check_plan(
            &block,
            PlanRequest {
                config: &config,
                prior: &null,
            },
            PlanResponse::new(&config),
        );
        assert_eq!(places(&faults), expected);
        assert!(faults[0].is_crash() && faults[0].is_fatal());
        assert_eq!(places(&check_refresh(&block, &config)), expected);
        // Terraform does not check for sensitive attributes in the second plan of a replacement.
        let second = check_replacement_plan(&block, &config);
        assert_eq!(second.is_empty(), !is_write_only);
        assert_eq!(
            places(&check_apply(&block, &config, ApplyResponse::new(&config))),
            expected
        );
    }
}

#[test]
fn blocks_of_wrong_shape_crash() {
    let with_dynamic = Block::new().attributes([Attribute::new("d", Type::Dynamic).optional()]);
    let blocks = [Nesting::List, Nesting::Map].map(|nesting| {
        let name = format!("{nesting:?}").to_lowercase();
        NestedBlock::new(name, nesting, with_dynamic.clone())
    });
    let block = Block::new().block_types(blocks);
    let none = Value::object([("", ""); 0]).unwrap();
    let state = |list: Value, map: Value| Value::object([("list", list), ("map", map)]).unwrap();
    let empty = || Value::tuple([] as [Value; 0]);
    for (new, place) in [
        (state("a".into(), none.clone()), ".list"),
        (state(Value::tuple(["a"]), none.clone()), ".list[0]"),
        (state(empty(), empty()), ".map"),
    ] {
        let faults = check_refresh(&block, &new);
        assert_eq!(places(&faults), [(Rule::BlocksOfWrongShape, place)]);
        assert!(faults[0].is_crash());
    }
    let right = state(empty(), none);
    assert_eq!(check_refresh(&block, &right), []);
}

/// Terraform checks only the nested attributes and blocks that contain sensitive attributes.
#[test]
fn other_blocks_of_wrong_shape_do_not_crash() {
    let secret = || Attribute::new("s", Type::String).optional().sensitive();
    let members = NestedType::new(Nesting::Single, [secret()]);
    let [within, flat] = [Attribute::new("n", members).optional(), secret()].map(|attribute| {
        let dynamic = Attribute::new("d", Type::Dynamic).optional();
        let inner = Block::new().attributes([dynamic, attribute]);
        Block::new().block_types([NestedBlock::new("list", Nesting::List, inner)])
    });
    let crashes = |block: &Block, list: &Value| {
        let state = Value::object([("list", list.clone())]).unwrap();
        let faults = check_data_source(block, &state);
        faults.iter().any(Fault::is_crash)
    };
    let text = || Value::tuple(["a"]);
    let member = Value::object([("n", Value::null(Type::Bool))]).unwrap();
    for (list, is_crash) in [
        (text(), true),
        (Value::object([("k", "a")]).unwrap(), true),
        (Value::tuple([member]), false),
        (Value::tuple([Value::null(Type::String)]), false),
        (Value::tuple([Value::unknown(Type::String)]), false),
    ] {
        assert_eq!(crashes(&within, &list), is_crash, "{list}");
        assert!(!crashes(&flat, &list), "{list}");
    }
    assert!(crashes(&within, &"a".into()));
}

/// The plan after a refresh reads all attributes.
#[test]
fn a_block_within_a_dynamic_one_has_all_attributes() {
    let inner = Block::new().attributes([Attribute::new("a", Type::Dynamic).optional()]);
    let outer = Block::new().block_types([NestedBlock::new("one", Nesting::Single, inner)]);
    let block = Block::new().block_types([NestedBlock::new("list", Nesting::List, outer)]);
    let state = |one: Value| {
        let element = Value::object([("one", one)]).unwrap();
        Value::object([("list", Value::tuple([element]))]).unwrap()
    };
    let other = Value::object([("z", "a")]).unwrap();
    let expected = [(Rule::BlocksOfWrongShape, ".list[0].one")];
    assert_eq!(places(&check_refresh(&block, &state(other))), expected);
    let right = state(Value::object([("a", 1)]).unwrap());
    assert_eq!(check_refresh(&block, &right), []);
    let request = PlanRequest {
        config: &right,
        prior: &Value::null(block.implied_type()),
    };
    let wrong = state(Value::object([("z", "a")]).unwrap());
    let planned = check_plan(&block, request, PlanResponse::new(&wrong));
    assert_eq!(places(&planned), expected);
    let result = check_apply(&block, &right, ApplyResponse::new(&wrong));
    assert_eq!(places(&result), expected);
    let text = check_data_source(&block, &"a".into())[0].detail("p", "data.a.b");
    let start = r#"Provider "provider[\"p\"]" produced an invalid value for data.a.b: "#;
    assert!(text.starts_with(start), "{text}");
}

#[test]
fn a_known_map_of_blocks_must_not_become_unknown() {
    let inner = Block::new().attributes([Attribute::new("o", Type::String).optional()]);
    let ty = inner.implied_type();
    let nested = Block::new().block_types([NestedBlock::new("map", Nesting::Map, inner)]);
    let planned = Value::map(ty.clone(), [("k", Value::object([("o", "a")]).unwrap())]).unwrap();
    let unknown = Value::unknown(Type::map(ty));
    for nesting in [Nesting::Single, Nesting::List, Nesting::Set] {
        let block = Block::new().block_types([NestedBlock::new("b", nesting, nested.clone())]);
        let state = |map: &Value| {
            let one = Value::object([("map", map.clone())]).unwrap();
            let all = match nesting {
                Nesting::List => Value::list(one.ty(), [one]).unwrap(),
                Nesting::Set => Value::set(one.ty(), [one]).unwrap(),
                _ => one,
            };
            Value::object([("b", all)]).unwrap()
        };
        let (first, last) = (state(&planned), state(&unknown));
        let plans = [
            (&first, PlannedAction::Create),
            (&last, PlannedAction::Create),
        ];
        let faults = check_final_plan(
            &block,
            BothPlans {
                first: plans[0],
                last: plans[1],
            },
        );
        assert!(faults.iter().any(Fault::is_crash), "{nesting:?}");
        let faults = check_final_plan(
            &block,
            BothPlans {
                first: plans[1],
                last: plans[0],
            },
        );
        assert_eq!(faults, [], "{nesting:?}");
    }
}

const PROVIDER: &str = "example.com/shop/shop";

#[test]
fn terraform_prints_less_about_sensitive_members() {
    let members = [
        Attribute::new("o", Type::String).optional(),
        Attribute::new("s", Type::String).optional().sensitive(),
    ];
    let list = NestedType::new(Nesting::List, members);
    let block = Block::new().attributes([Attribute::new("list", list).optional()]);
    let with = |o: &str| list_of(&block, Value::object([("o", o), ("s", "secret")]).unwrap());
    let faults = check_apply(&block, &with("a"), ApplyResponse::new(&with("b")));
    assert_eq!(places(&faults), [(Rule::ValueChanged, ".list[0].o")]);
    let text = faults[0].detail(PROVIDER, "shop_thing.a");
    assert!(
        text.contains("new value: .list: inconsistent values for sensitive attribute."),
        "{text}"
    );
}

#[test]
fn terraform_does_not_name_unknown_values_that_are_read() {
    let state = read(r#"{"o": "?"}"#);
    let faults = check_refresh(&block(), &state);
    let text = faults[0].detail(PROVIDER, "shop_thing.a");
    let expected = "shop_thing.a during refresh: The returned state contains unknown values.";
    assert!(text.contains(expected), "{text}");
    let faults = check_upgrade(&block(), &state);
    let text = faults[0].detail(PROVIDER, "shop_thing.a");
    assert!(text.starts_with("The shop provider upgraded"), "{text}");
}

#[test]
fn words_of_other_moments() {
    let null = Value::null(block().implied_type());
    let faults = check_import(&block(), &null);
    assert_eq!(faults[0].summary(), "Import returned null resource");
    let faults = check_ephemeral_resource(
        &block(),
        OpenedEphemeral {
            config: &read(r#"{"o": "a"}"#),
            result: &null,
        },
    );
    let text = faults[0].detail(PROVIDER, "module.m.ephemeral.shop_token.a");
    assert!(
        text.starts_with("The provider for shop_token produced"),
        "{text}"
    );
    let faults = check_apply(
        &block(),
        &read(r#"{"o": "a"}"#),
        ApplyResponse::new(&read(r#"{"o": "b"}"#)),
    );
    let text = faults[0].detail(PROVIDER, "shop_thing.a");
    let provider = r#"provider "provider[\"example.com/shop/shop\"]" produced"#;
    assert!(text.contains(provider), "{text}");
    // The line in the log.
    let faults = check_apply(
        &block(),
        &read(r#"{"o": "a"}"#),
        ApplyResponse::new(&read(r#"{"o": "b"}"#)).legacy_type_system(true),
    );
    assert_eq!(
        faults[0].detail(PROVIDER, "shop_thing.a"),
        r#".o: was cty.StringVal("a"), but now cty.StringVal("b")"#
    );
}

#[test]
fn an_unknown_object_has_write_only_values() {
    let block = with_write_only();
    let block = Block::new().attributes([
        Attribute::new("w", Type::String).optional().write_only(),
        block.attributes[0].clone(),
    ]);
    let ty = block.implied_type();
    let (null, unknown) = (Value::null(ty.clone()), Value::unknown(ty));
    let config = Value::object([("w", "a".into()), ("list", Value::null(Type::Dynamic))]).unwrap();
    let faults = check_plan(
        &block,
        PlanRequest {
            config: &config,
            prior: &null,
        },
        PlanResponse::new(&unknown),
    );
    let fault = faults.iter().find(|fault| fault.terraform_path() == ".w");
    let text = fault.unwrap().detail(PROVIDER, "shop_thing.a");
    assert!(
        text.contains("shop_thing.a.w: planned value for write-only attribute is not null."),
        "{text}"
    );
}

#[test]
fn a_list_of_blocks_with_dynamic_attributes_crashes_data_sources() {
    let with_dynamic = Block::new().attributes([Attribute::new("d", Type::Dynamic).optional()]);
    let nested = NestedBlock::new("list", Nesting::List, with_dynamic);
    let block = Block::new().block_types([nested]);
    let config = |blocks: Vec<Value>| Value::object([("list", Value::tuple(blocks))]).unwrap();
    let error = planned_data_source(&block, &config(vec![Value::object([("d", "a")]).unwrap()]));
    assert_eq!(
        error.unwrap_err().to_string(),
        "list: a list of blocks with dynamic attributes in a data source crashes Terraform"
    );
    let none = config(Vec::new());
    assert_eq!(planned_data_source(&block, &none).unwrap(), none);
}

#[test]
fn an_unknown_number_of_elements_has_an_upper_bound() {
    let element = Attribute::new("o", Type::String).optional();
    let list = NestedType::new(Nesting::List, [element]);
    let block = Block::new().attributes([Attribute::new("list", list).optional()]);
    let ty = Type::Object(ObjectType::new([("o", Type::String)]));
    let state = |list: Value| Value::object([("list", list)]).unwrap();
    let config = state(Value::unknown(Type::list(ty.clone())));
    let planned = state(Value::list(ty, [] as [Value; 0]).unwrap());
    let null = Value::null(block.implied_type());
    let faults = check_plan(
        &block,
        PlanRequest {
            config: &config,
            prior: &null,
        },
        PlanResponse::new(&planned),
    );
    assert_eq!(
        faults[0].problem(),
        "count in plan (cty.NumberIntVal(0)) disagrees with count in config \
         (cty.UnknownVal(cty.Number).Refine().NotNull().NumberLowerBound(cty.NumberIntVal(0), \
         true).NumberUpperBound(cty.NumberIntVal(9.223372036854775807e+18), true).NewValue())"
    );
}

#[test]
fn sets_are_printed_in_the_order_of_go_cty() {
    let ty = Type::set(Type::list(Type::String));
    let block = Block::new().attributes([Attribute::new("s", ty).optional()]);
    let list = |text: &str| Value::list(Type::String, [text]).unwrap();
    let state = |elements: Vec<Value>| {
        let set = Value::set(Type::list(Type::String), elements).unwrap();
        Value::object([("s", set)]).unwrap()
    };
    let null = Value::null(Type::list(Type::String));
    let config = state(vec![list("a")]);
    let planned = state(vec![null, list("c"), list("b")]);
    let prior = Value::null(block.implied_type());
    let faults = check_plan(
        &block,
        PlanRequest {
            config: &config,
            prior: &prior,
        },
        PlanResponse::new(&planned),
    );
    let [b, c] =
        ["b", "c"].map(|text| format!("cty.ListVal([]cty.Value{{cty.StringVal({text:?})}})"));
    let set = format!("cty.SetVal([]cty.Value{{{b}, {c}, cty.NullVal(cty.List(cty.String))}})");
    assert!(faults[0].problem().contains(&set), "{}", faults[0]);
}

#[test]
fn sensitive_members_in_maps_of_blocks_with_dynamic_attributes_are_not_found() {
    let members = [
        Attribute::new("o", Type::String).optional(),
        Attribute::new("s", Type::String).optional().sensitive(),
    ];
    let list = NestedType::new(Nesting::List, members);
    let inner = Block::new().attributes([
        Attribute::new("d", Type::Dynamic).optional(),
        Attribute::new("list", list).optional(),
    ]);
    let state = |o: &str| {
        let element = Value::object([("o", o), ("s", "secret")]).unwrap();
        let list = Value::list(element.ty(), [element]).unwrap();
        let one = Value::object([("d", "a".into()), ("list", list)]).unwrap();
        let map = Value::object([("k", one)]).unwrap();
        Value::object([("map", map)]).unwrap()
    };
    let block = Block::new().block_types([NestedBlock::new("map", Nesting::Map, inner)]);
    let faults = check_apply(&block, &state("a"), ApplyResponse::new(&state("b")));
    let text = faults[0].detail(PROVIDER, "shop_thing.a");
    let expected = r#".map.k.list[0].o: was cty.StringVal("a"), but now cty.StringVal("b")."#;
    assert!(text.contains(expected), "{text}");
}

#[test]
fn null_for_a_map_of_blocks_with_dynamic_attributes_crashes() {
    let with_dynamic = Block::new().attributes([Attribute::new("d", Type::Dynamic).optional()]);
    let block = Block::new().block_types([NestedBlock::new("map", Nesting::Map, with_dynamic)]);
    let state = |map: Value| Value::object([("map", map)]).unwrap();
    let one = Value::object([("d", "a")]).unwrap();
    let map = Value::object([("k", one)]).unwrap();
    let (planned, new) = (state(map.clone()), state(Value::null(map.ty())));
    let faults = check_apply(&block, &planned, ApplyResponse::new(&new));
    assert_eq!(places(&faults), [(Rule::BlocksOfWrongShape, ".map")]);
    let none = state(Value::null(Value::object([("", ""); 0]).unwrap().ty()));
    let faults = check_apply(&block, &planned, ApplyResponse::new(&none));
    assert_eq!(places(&faults), [(Rule::BlockKeyVanished, ".map")]);
}

#[test]
fn an_unknown_map_of_blocks_with_dynamic_attributes_has_the_keys_of_its_type() {
    let with_dynamic = Block::new().attributes([Attribute::new("d", Type::Dynamic).optional()]);
    let block = Block::new().block_types([NestedBlock::new("map", Nesting::Map, with_dynamic)]);
    let state = |map: Value| Value::object([("map", map)]).unwrap();
    let one = Value::object([("d", "a")]).unwrap();
    let map = Value::object([("k", one)]).unwrap();
    let empty = state(Value::object([("", ""); 0]).unwrap());
    let planned = state(Value::unknown(map.ty()));
    let faults = check_apply(
        &block,
        &planned,
        ApplyResponse::new(&empty).legacy_type_system(true),
    );
    assert_eq!(places(&faults), [(Rule::BlockKeyVanished, ".map")]);
    assert!(
        check_apply(
            &block,
            &planned,
            ApplyResponse::new(&state(map)).legacy_type_system(true)
        )
        .is_empty()
    );
}

/// The type of a dynamic attribute in an unknown block comes from the type of the block.
#[test]
fn dynamic_attributes_of_unknown_blocks() {
    let dynamic = Block::new().attributes([Attribute::new("d", Type::Dynamic).optional()]);
    let nested = NestedBlock::new("b", Nesting::List, dynamic);
    let block = Block::new().block_types([nested]);
    let object = Value::object([("d", Value::from(1))]).unwrap();
    let state = |one: Value| Value::object([("b", Value::tuple([one]))]).unwrap();
    let unknown = Value::unknown(object.ty());
    let both = BothPlans {
        first: (&state(object), PlannedAction::Create),
        last: (&state(unknown), PlannedAction::Create),
    };
    let faults = check_final_plan(&block, both);
    let faults: Vec<_> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(faults, ["b[0].d: was known, but now unknown"]);
}

/// Terraform compares each planned element with each actual element, and reads all attributes of both elements.
#[test]
fn blocks_below_dynamic_ones_that_lack_an_attribute_crash() {
    let inner = || {
        Block::new().attributes([
            Attribute::new("a", Type::String).optional(),
            Attribute::new("o", Type::String).optional(),
        ])
    };
    for nesting in [Nesting::Set, Nesting::List, Nesting::Map] {
        let outer = Block::new()
            .attributes([Attribute::new("d", Type::Dynamic).optional()])
            .block_types([NestedBlock::new("inner", nesting, inner())]);
        let block = Block::new().block_types([NestedBlock::new("list", Nesting::List, outer)]);
        let state = |element: Value| {
            let ty = element.ty();
            let inner = match nesting {
                Nesting::Set => Value::set(ty, [element]),
                Nesting::List => Value::list(ty, [element]),
                _ => Value::map(ty, [("k", element)]),
            };
            let outer = Value::object([("d", Value::from(1)), ("inner", inner.unwrap())]);
            Value::object([("list", Value::tuple([outer.unwrap()]))]).unwrap()
        };
        let right = state(Value::object([("a", "x"), ("o", "y")]).unwrap());
        let wrong = state(Value::object([("o", "y")]).unwrap());
        let faults = check_apply(&block, &right, ApplyResponse::new(&wrong));
        let expected = [(Rule::BlocksOfWrongShape, ".list[0].inner")];
        assert_eq!(places(&faults), expected, "{nesting:?}");
        assert_eq!(check_apply(&block, &right, ApplyResponse::new(&right)), []);
    }
}

/// A list of blocks with a dynamic attribute, a nested attribute, and an attribute with an optional member.
fn untyped() -> Block {
    let members = [Attribute::new("x", Type::String).optional()];
    let object = ObjectType::from_iter([ObjectAttribute::new("y", Type::String).optional()]);
    let element = Block::new().attributes([
        Attribute::new("any", Type::Dynamic).optional(),
        Attribute::new("n", NestedType::new(Nesting::Single, members)).optional(),
        Attribute::new("o", Type::Object(object)).optional(),
    ]);
    Block::new().block_types([NestedBlock::new("list", Nesting::List, element)])
}

#[test]
fn types_of_values_have_no_optional_members() {
    let block = untyped();
    let element = block.block_type("list").unwrap().block.implied_type();
    let object = Type::Object(ObjectType::new([("y", Type::String)]));
    let Type::Object(members) = &element else {
        panic!("{element}");
    };
    assert_eq!(members.get("o").unwrap().ty, object);
    // The type of a dynamic value is sent on the wire.
    let list = Value::tuple([Value::null(element)]);
    let bytes = msgpack::value_to_vec(&list, &Type::Dynamic).unwrap();
    assert!(String::from_utf8_lossy(&bytes).contains(r#""o":["object",{"y":"string"}]"#));
}

#[test]
fn nested_attributes_of_an_untyped_block_without_a_member_crash_terraform() {
    let block = untyped();
    let none = Value::object([("y", Value::null(Type::String))]).unwrap();
    let state = |n: Value| {
        let members = [
            ("any", Value::null(Type::Dynamic)),
            ("n", n),
            ("o", none.clone()),
        ];
        let list = Value::tuple([Value::object(members).unwrap()]);
        Value::object([("list", list)]).unwrap()
    };
    let config = state(Value::object([("x", "a")]).unwrap());
    let planned = state(Value::object([] as [(&str, Value); 0]).unwrap());
    let prior = Value::null(block.implied_type());
    let request = PlanRequest {
        config: &config,
        prior: &prior,
    };
    let check = |planned| check_plan(&block, request, PlanResponse::new(planned));
    assert_eq!(check(&config), []);
    assert!(check(&planned).iter().any(Fault::is_crash));
}
