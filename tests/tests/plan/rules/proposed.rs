//! The proposed new state, the empty value, and conversions.

use tfvalue::rules::{PlanRequest, coerce, older, planned_data_source, proposed_new_state};
use tfvalue::schema::{Attribute, Block, NestedBlock, NestedType, Nesting};
use tfvalue::{Type, Value, types::ObjectType};

use super::schema::{PLACES, block, read};

#[track_caller]
fn check(prior: &str, config: &str, expected: &str) {
    let proposed = proposed_new_state(
        &block(),
        PlanRequest {
            config: &read(config),
            prior: &read(prior),
        },
    )
    .unwrap();
    assert_eq!(proposed, read(expected), "prior {prior}, config {config}");
}

#[test]
fn members_in_every_nesting() {
    // The prior members, the configured members, and the proposed members.
    let rows = [
        ("", "", ""),
        ("", r#""o": "a""#, r#""o": "a""#),
        (
            r#""c": "x", "oc": "y", "o": "z""#,
            "",
            r#""c": "x", "oc": "y""#,
        ),
        (
            r#""c": "x", "oc": "y""#,
            r#""oc": "z""#,
            r#""c": "x", "oc": "z""#,
        ),
        (
            r#""c": "x", "oc": "y""#,
            r#""oc": "?""#,
            r#""c": "x", "oc": "?""#,
        ),
        (r#""l": ["a"]"#, r#""l": []"#, r#""l": []"#),
    ];
    for place in &PLACES {
        for (prior, config, expected) in rows {
            check(&place.of(prior), &place.of(config), &place.of(expected));
        }
    }
}

#[test]
fn objects() {
    check("", "", "");
    check(r#"{"o": "a"}"#, "", r#"{"o": "a"}"#);
    check(r#"{"o": "a"}"#, "?", r#"{"o": "a"}"#);
    check("", r#"{"o": "a"}"#, r#"{"o": "a"}"#);
    check(r#"{"one": {"c": "x"}}"#, "{}", "{}");
    check("{}", r#"{"one": {}}"#, r#"{"one": {}}"#);
    check(r#"{"group": {"c": "x"}}"#, "{}", r#"{"group": {"c": "x"}}"#);
}

#[test]
fn collections() {
    for (name, before) in [("list", ""), ("n_list", ""), ("map", "k"), ("n_map", "k")] {
        let state = |elements: &[&str]| {
            let keyed = elements
                .iter()
                .enumerate()
                .map(|(at, members)| match before {
                    "" => format!("{{{members}}}"),
                    key => format!(r#""{key}{at}": {{{members}}}"#),
                });
            let all = keyed.collect::<Vec<_>>().join(", ");
            match before {
                "" => format!(r#"{{"{name}": [{all}]}}"#),
                _ => format!(r#"{{"{name}": {{{all}}}}}"#),
            }
        };
        let check = |prior: &[&str], config: &[&str], expected: &[&str]| {
            check(&state(prior), &state(config), &state(expected));
        };
        check(
            &[r#""c": "x""#],
            &["", r#""o": "a""#],
            &[r#""c": "x""#, r#""o": "a""#],
        );
        check(&[r#""c": "x""#, r#""c": "y""#], &[""], &[r#""c": "x""#]);
        check(&[r#""c": "x""#], &[], &[]);
        super::proposed::check(
            &state(&[r#""c": "x""#]),
            &format!(r#"{{"{name}": "?"}}"#),
            &format!(r#"{{"{name}": "?"}}"#),
        );
    }
    check(
        r#"{"n_list": [{"c": "x"}]}"#,
        r#"{"n_list": [null]}"#,
        r#"{"n_list": [null]}"#,
    );
    check(
        r#"{"dyn_list": [{"d": 1}]}"#,
        r#"{"dyn_list": [{"d": "a"}, {"d": 2}]}"#,
        r#"{"dyn_list": [{"d": "a"}, {"d": 2}]}"#,
    );
    check(
        "{}",
        r#"{"dyn_map": {"a": {"d": 2}}}"#,
        r#"{"dyn_map": {"a": {"d": 2}}}"#,
    );
}

#[test]
fn sets() {
    for name in ["set", "n_set"] {
        let state = |elements: &[&str]| {
            let all: Vec<String> = elements
                .iter()
                .map(|members| format!("{{{members}}}"))
                .collect();
            format!(r#"{{"{name}": [{}]}}"#, all.join(", "))
        };
        let check = |prior: &[&str], config: &[&str], expected: &[&str]| {
            check(&state(prior), &state(config), &state(expected));
        };
        check(
            &[r#""o": "a", "c": "x""#, r#""o": "b", "c": "y""#],
            &[r#""o": "b""#, r#""o": "z""#],
            &[r#""o": "b", "c": "y""#, r#""o": "z""#],
        );
        // Each prior element is used only once.
        check(
            &[r#""o": "a", "oc": "x""#, r#""o": "a", "oc": "y""#],
            &[r#""o": "a""#, r#""o": "a", "oc": "y""#],
            &[r#""o": "a", "oc": "x""#, r#""o": "a", "oc": "y""#],
        );
        // A part that is a set must be equal.
        check(
            &[r#""t": ["a"], "c": "x""#],
            &[r#""t": ["b"]"#],
            &[r#""t": ["b"]"#],
        );
        check(
            &[r#""t": ["a"], "c": "x""#],
            &[r#""t": ["a"]"#],
            &[r#""t": ["a"], "c": "x""#],
        );
        // Refinements are ignored in the comparison.
        check(
            &[r#""o": "?", "c": "x""#],
            &[r#""o": "?web-""#],
            &[r#""o": "?web-", "c": "x""#],
        );
    }
}

#[test]
fn removed_nested_attributes() {
    // Values that only a configuration can set have been removed; values that the provider may have set are kept.
    check(r#"{"n_oc": {"o": "a", "c": "x"}}"#, "{}", "{}");
    check(
        r#"{"n_oc": {"oc": "a", "c": "x"}}"#,
        "{}",
        r#"{"n_oc": {"oc": "a", "c": "x"}}"#,
    );
    check(
        r#"{"n_oc": {"c": "x"}}"#,
        r#"{"n_oc": {"o": "b"}}"#,
        r#"{"n_oc": {"o": "b", "c": "x"}}"#,
    );
}

#[test]
fn elements_with_nested_objects() {
    let inner = [
        Attribute::new("o", Type::String).optional(),
        Attribute::new("c", Type::String).computed(),
    ];
    let object = |nesting| NestedType::new(nesting, inner.clone());
    let element = NestedType::new(
        Nesting::Set,
        [
            Attribute::new("one", object(Nesting::Single)).optional(),
            Attribute::new("list", object(Nesting::List)).optional(),
        ],
    );
    let block = Block::new().attributes([Attribute::new("set", element).optional()]);
    let read = |text: &str| {
        tfvalue::json::value_from_slice(text.as_bytes(), &block.implied_type()).unwrap()
    };
    let check = |prior: &str, config: &str, expected: &str| {
        let [prior, config, expected] =
            [prior, config, expected].map(|set| read(&format!(r#"{{"set": [{set}]}}"#)));
        assert_eq!(
            proposed_new_state(
                &block,
                PlanRequest {
                    config: &config,
                    prior: &prior
                }
            )
            .unwrap(),
            expected,
            "{config}"
        );
    };
    check(
        r#"{"one": {"o": "a", "c": "x"}}"#,
        r#"{"one": {"o": "a"}}"#,
        r#"{"one": {"o": "a", "c": "x"}}"#,
    );
    check(
        r#"{"one": {"o": "a", "c": "x"}}"#,
        r#"{"one": {"o": "b"}}"#,
        r#"{"one": {"o": "b"}}"#,
    );
    // Only the parts of the prior element are compared.
    check(
        r#"{"one": {"o": "a", "c": "x"}, "list": [{"o": "p", "c": "y"}]}"#,
        r#"{"one": {"o": "a"}, "list": [{"o": "p"}, {"o": "q"}]}"#,
        r#"{"one": {"o": "a", "c": "x"}, "list": [{"o": "p", "c": "y"}, {"o": "q"}]}"#,
    );
    check(
        r#"{"one": null, "list": [{"o": "p", "c": "y"}]}"#,
        r#"{"one": {"o": "a"}, "list": [{"o": "p"}]}"#,
        r#"{"one": {"o": "a"}, "list": [{"o": "p", "c": "y"}]}"#,
    );
    check(
        r#"{"one": {"o": "a"}, "list": [{"o": "p", "c": "y"}]}"#,
        r#"{"list": [{"o": "p"}]}"#,
        r#"{"list": [{"o": "p"}]}"#,
    );
}

#[test]
fn data_sources() {
    let proposed = |config| planned_data_source(&block(), &read(config)).unwrap();
    let all = proposed(r#"{"o": "a", "list": [{"o": "b"}], "set": [{"o": "c"}]}"#);
    let at = |names: &[&str]| {
        names
            .iter()
            .fold(&all, |value, name| match name.parse::<usize>() {
                Ok(index) => value.get(index).unwrap(),
                Err(_) => value.get(*name).unwrap(),
            })
    };
    assert!(
        at(&["c"]).is_unknown() && at(&["oc"]).is_unknown() && at(&["list", "0", "c"]).is_unknown()
    );
    assert_eq!(at(&["o"]), &"a".into());
    assert!(at(&["n"]).is_null() && at(&["set", "0", "c"]).is_null());
}

/// Terraform 1.11 leaves the elements of maps as configured, even in a set.
#[test]
fn data_sources_of_older_versions() {
    let members = || {
        [
            Attribute::new("c", Type::String).computed(),
            Attribute::new("o", Type::String).optional(),
        ]
    };
    let map = NestedType::new(Nesting::Map, members());
    let inner = Block::new().attributes([
        Attribute::new("c", Type::String).computed(),
        Attribute::new("m", map).optional(),
    ]);
    let block = Block::new().block_types([
        NestedBlock::new("set", Nesting::Set, inner.clone()),
        NestedBlock::new("list", Nesting::List, inner.clone()),
    ]);
    let ty = ObjectType::new([("c", Type::String), ("o", Type::String)]);
    let ty = Type::Object(ty);
    let known = |c: Value| Value::object([("c", c), ("o", "a".into())]).unwrap();
    let null = || Value::null(Type::String);
    let unknown = || Value::unknown(Type::String);
    let state = |elements: [Value; 2], set_c: Value, list_c: Value| {
        let map = Value::map(ty.clone(), ["k", "l"].into_iter().zip(elements)).unwrap();
        let one = |c| Value::object([("c", c), ("m", map.clone())]).unwrap();
        let ty = inner.implied_type();
        let set = Value::set(ty.clone(), [one(set_c)]).unwrap();
        let list = Value::list(ty, [one(list_c)]).unwrap();
        Value::object([("set", set), ("list", list)]).unwrap()
    };
    let config = state([Value::unknown(ty.clone()), known(null())], null(), null());
    assert_eq!(
        older::planned_data_source(&block, &config).unwrap(),
        state(
            [Value::unknown(ty.clone()), known(null())],
            null(),
            unknown()
        )
    );
    let newer = planned_data_source(&block, &config).unwrap();
    let within = |value: &Value, block: &str, index: usize| {
        let one = value
            .get(block)
            .unwrap()
            .elements()
            .unwrap()
            .next()
            .unwrap();
        let map = one.get("m").unwrap();
        map.entries().unwrap().nth(index).unwrap().1.clone()
    };
    let all = |c: Value, o: Value| Value::object([("c", c), ("o", o)]).unwrap();
    assert_eq!(within(&newer, "list", 0), all(unknown(), unknown()));
    assert_eq!(within(&newer, "list", 1), known(unknown()));
    assert_eq!(within(&newer, "set", 0), all(unknown(), unknown()));
    assert_eq!(within(&newer, "set", 1), known(null()));
}

#[test]
fn empty_values() {
    let empty = block().empty();
    assert_eq!(empty, read("{}"));
    assert_eq!(empty.ty(), read(r#"{"list": []}"#).ty());
    assert!(empty.get("one").unwrap().is_null() && !empty.get("group").unwrap().is_null());
    assert_eq!(empty.get("dyn_list"), Some(&Value::empty_tuple()));
    assert_eq!(empty.get("dyn_map"), Some(&Value::empty_object()));
}

#[test]
fn conversion() {
    let inner = Block::new().attributes([Attribute::new("n", Type::Number).required()]);
    let nested = NestedType::new(
        Nesting::List,
        [
            Attribute::new("a", Type::String).required(),
            Attribute::new("b", Type::Bool).optional(),
        ],
    );
    let block = Block::new()
        .attributes([
            Attribute::new("name", Type::String).required(),
            Attribute::new("tags", Type::map(Type::String)).optional(),
            Attribute::new("list", Type::list(Type::Number)).optional(),
            Attribute::new("nested", nested).optional(),
            Attribute::new("secret", Type::Number)
                .optional()
                .sensitive(),
        ])
        .block_types([
            NestedBlock::new("one", Nesting::Single, inner.clone()),
            NestedBlock::new("group", Nesting::Group, inner.clone()),
            NestedBlock::new("blocks", Nesting::List, inner.clone()),
            NestedBlock::new("map", Nesting::Map, inner),
        ]);
    let object = |members: &[(&str, Value)]| Value::object(members.iter().cloned()).unwrap();
    let name = ("name", Value::from(1));
    let coerced = coerce(&block, &object(std::slice::from_ref(&name))).unwrap();
    assert_eq!(
        coerced.to_string(),
        r#"{ blocks = [], group = { n = null }, list = null, map = {}, name = "1", nested = null, one = null, secret = null, tags = null }"#
    );
    assert!(coerced.ty().conforms_to(&block.implied_type()));
    let whole = object(&[
        name.clone(),
        ("tags", object(&[("a", true.into())])),
        ("list", Value::tuple([Value::from("1"), Value::from(2)])),
        (
            "nested",
            Value::tuple([object(&[("a", "x".into()), ("z", "dropped".into())])]),
        ),
        ("blocks", Value::tuple([object(&[("n", "5".into())])])),
        ("map", object(&[("k", object(&[("n", 5.into())]))])),
    ]);
    let coerced = coerce(&block, &whole).unwrap();
    assert_eq!(
        coerced.get("tags").unwrap().to_string(),
        r#"{ "a" = "true" }"#
    );
    assert_eq!(coerced.get("list").unwrap().to_string(), "[1, 2]");
    assert_eq!(
        coerced.get("nested").unwrap().to_string(),
        r#"[{ a = "x", b = null }]"#
    );
    assert_eq!(coerced.get("blocks").unwrap().to_string(), "[{ n = 5 }]");
    assert_eq!(
        coerced.get("map").unwrap().ty(),
        object(&[("k", object(&[("n", 5.into())]))]).ty()
    );

    let null = |ty| Value::null(ty);
    assert_eq!(
        coerce(&block, &null(Type::Dynamic)).unwrap(),
        null(block.implied_type())
    );
    assert!(
        coerce(&block, &Value::unknown(Type::Dynamic))
            .unwrap()
            .is_unknown()
    );
    let kept = coerce(
        &block,
        &object(&[
            name.clone(),
            ("blocks", null(Type::Dynamic)),
            ("map", Value::unknown(Type::Dynamic)),
        ]),
    )
    .unwrap();
    assert!(kept.get("blocks").unwrap().is_null() && kept.get("map").unwrap().is_unknown());

    let errors = [
        (Value::from(1), "an object is required, got a number"),
        (object(&[]), "name: the attribute is missing"),
        (
            object(&[name.clone(), ("zzz", 1.into())]),
            r#"unsupported attribute "zzz""#,
        ),
        (
            object(&[name.clone(), ("blocks", 1.into())]),
            "blocks: a list is required, got a number",
        ),
        (
            object(&[name.clone(), ("list", Value::tuple(["x"]))]),
            "list[0]: a number is required, got a string",
        ),
        (
            object(&[name.clone(), ("blocks", Value::tuple([object(&[])]))]),
            "blocks[0].n: the attribute is missing",
        ),
        (
            object(&[name, ("secret", "hunter2".into())]),
            "secret: a number is required, got a string",
        ),
    ];
    for (value, expected) in errors {
        assert_eq!(coerce(&block, &value).unwrap_err().to_string(), expected);
    }
}

/// Terraform treats the elements of an unknown map as unknown, so a prior null matches them.
#[test]
fn null_elements_fit_unknown_maps() {
    let inner = Block::new().attributes([Attribute::new("x", Type::String).optional()]);
    let outer = Block::new()
        .attributes([Attribute::new("size", Type::Number).optional().computed()])
        .block_types([NestedBlock::new("rule", Nesting::Map, inner.clone())]);
    let block = Block::new().block_types([NestedBlock::new("disk", Nesting::Set, outer.clone())]);
    let disk = |size: Value, rules: Value| {
        let disk = Value::object([("size", size), ("rule", rules)]).unwrap();
        let disks = Value::set(outer.implied_type(), [disk]).unwrap();
        Value::object([("disk", disks)]).unwrap()
    };
    let rules = Type::map(inner.implied_type());
    let null = [("a", Value::null(inner.implied_type()))];
    let empty = [("a", inner.empty())];
    for (elements, size) in [(null, Value::from(1)), (empty, Value::null(Type::Number))] {
        let prior = disk(
            Value::from(1),
            Value::map(inner.implied_type(), elements).unwrap(),
        );
        let config = disk(Value::null(Type::Number), Value::unknown(rules.clone()));
        let request = PlanRequest {
            config: &config,
            prior: &prior,
        };
        let expected = disk(size, Value::unknown(rules.clone()));
        assert_eq!(proposed_new_state(&block, request).unwrap(), expected);
    }
}

/// An attribute below null has the type that it has in the prior state; an attribute in a new element of a map has the
/// type that it has in the configuration.
#[test]
fn dynamic_attributes_below_null_keep_their_types() {
    let members = || {
        [
            Attribute::new("d", Type::Dynamic).optional().computed(),
            Attribute::new("o", Type::String).optional(),
        ]
    };
    let one = NestedType::new(Nesting::Single, members());
    let block = Block::new().attributes([Attribute::new("one", one).optional()]);
    let state = |one: Value| Value::object([("one", one)]).unwrap();
    let object = |d: Value| Value::object([("d", d), ("o", "a".into())]).unwrap();
    let null = || Value::null(Type::Dynamic);
    let prior = state(Value::null(object(Value::null(Type::Number)).ty()));
    let config = state(object(null()));
    let request = PlanRequest {
        config: &config,
        prior: &prior,
    };
    let proposed = proposed_new_state(&block, request).unwrap();
    let ty = |state: &Value, path: &'static str| state.lookup(&path.into()).unwrap().ty();
    assert_eq!(ty(&proposed, "one.d"), Type::Number);

    let map = NestedBlock::new("map", Nesting::Map, Block::new().attributes(members()));
    let block = Block::new().block_types([map]);
    let element = object(Value::null(Type::Bool));
    let keys = Value::object([("k", element)]).unwrap();
    let config = Value::object([("map", keys)]).unwrap();
    let planned = planned_data_source(&block, &config).unwrap();
    assert_eq!(ty(&planned, r#"map["k"].d"#), Type::Bool);
}
