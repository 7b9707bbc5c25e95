//! Plans: Tests for `check_plan`, and for everything that depends on a plan.

use tfvalue::rules::{
    BothPlans, Fault, OpenedEphemeral, PlanRequest, PlanResponse, PlannedAction, Rule, action,
    check_ephemeral_resource, check_final_plan, check_plan, check_replacement_plan, replace_paths,
};
use tfvalue::schema::{Attribute, Block, NestedBlock, Nesting};
use tfvalue::{Path, Type, Value};

use super::schema::{PLACES, block, read};

fn lines(faults: &[Fault]) -> Vec<String> {
    faults
        .iter()
        .map(|fault| {
            format!(
                "{:?} {}: {}",
                fault.rule,
                fault.terraform_path(),
                fault.problem()
            )
        })
        .collect()
}

#[track_caller]
fn check(prior: &str, config: &str, planned: &str, expected: &[&str]) {
    let faults = check_plan(
        &block(),
        PlanRequest {
            config: &read(config),
            prior: &read(prior),
        },
        PlanResponse::new(&read(planned)),
    );
    assert_eq!(
        lines(&faults),
        expected,
        "prior {prior}, config {config}, planned {planned}"
    );
}

/// The members of the prior, configured and planned objects, and the faults: rule, member, text.
type Row = (
    &'static str,
    &'static str,
    &'static str,
    &'static [(&'static str, &'static str, &'static str)],
);

const MEMBERS: &[Row] = &[
    // What is planned as configured.
    ("", r#""o": "a""#, r#""o": "a""#, &[]),
    ("", r#""o": "?""#, r#""o": "?""#, &[]),
    ("", r#""o": "?web-""#, r#""o": "?""#, &[]),
    ("", r#""o": "?""#, r#""o": "?web-""#, &[]),
    ("", r#""l": ["a", "?"]"#, r#""l": ["a", "?web-"]"#, &[]),
    ("", r#""t": ["a", "?"]"#, r#""t": ["?web-", "a"]"#, &[]),
    // What the provider adds.
    ("", "", r#""c": "x", "oc": "x""#, &[]),
    ("", "", r#""c": "?", "oc": "?""#, &[]),
    ("", r#""c": "ignored""#, r#""c": "x""#, &[]),
    (
        "",
        "",
        r#""o": "x""#,
        &[(
            "PlannedValueForNonComputed",
            ".o",
            r#"planned value cty.StringVal("x") for a non-computed attribute"#,
        )],
    ),
    (
        "",
        "",
        r#""o": "?""#,
        &[(
            "PlannedValueForNonComputed",
            ".o",
            "planned value cty.UnknownVal(cty.String) for a non-computed attribute",
        )],
    ),
    (
        "",
        "",
        r#""l": []"#,
        &[(
            "PlannedValueForNonComputed",
            ".l",
            "planned value cty.ListValEmpty(cty.String) for a non-computed attribute",
        )],
    ),
    (
        "",
        "",
        r#""s": "x""#,
        &[(
            "PlannedValueForNonComputed",
            ".s",
            "sensitive planned value for a non-computed attribute",
        )],
    ),
    // What the provider changes.
    (
        "",
        r#""o": "a""#,
        r#""o": "b""#,
        &[(
            "PlannedValueDiffersFromConfig",
            ".o",
            r#"planned value cty.StringVal("b") does not match config value cty.StringVal("a")"#,
        )],
    ),
    (
        "",
        r#""oc": "a""#,
        r#""oc": "?""#,
        &[(
            "PlannedValueDiffersFromConfig",
            ".oc",
            r#"planned value cty.UnknownVal(cty.String) does not match config value cty.StringVal("a")"#,
        )],
    ),
    (
        "",
        r#""oc": "a""#,
        "",
        &[(
            "PlannedValueDiffersFromConfig",
            ".oc",
            r#"planned value cty.NullVal(cty.String) does not match config value cty.StringVal("a")"#,
        )],
    ),
    (
        "",
        r#""o": "?""#,
        r#""o": "a""#,
        &[(
            "PlannedValueDiffersFromConfig",
            ".o",
            r#"planned value cty.StringVal("a") does not match config value cty.UnknownVal(cty.String)"#,
        )],
    ),
    (
        r#""s": "z""#,
        r#""s": "a""#,
        r#""s": "b""#,
        &[(
            "PlannedValueDiffersFromConfig",
            ".s",
            "sensitive planned value does not match config value nor prior value",
        )],
    ),
    (
        "",
        r#""s": "a""#,
        r#""s": "b""#,
        &[(
            "PlannedValueDiffersFromConfig",
            ".s",
            "sensitive planned value does not match config value",
        )],
    ),
    // The prior value has the same meaning and can be planned, but a mixture of the two values cannot.
    (r#""o": "A""#, r#""o": "a""#, r#""o": "A""#, &[]),
    (
        r#""o": "A""#,
        r#""o": "a""#,
        r#""o": "b""#,
        &[(
            "PlannedValueDiffersFromConfig",
            ".o",
            r#"planned value cty.StringVal("b") does not match config value cty.StringVal("a") nor prior value cty.StringVal("A")"#,
        )],
    ),
    (
        r#""l": ["A", "B"]"#,
        r#""l": ["a", "b"]"#,
        r#""l": ["A", "b"]"#,
        &[(
            "PlannedValueDiffersFromConfig",
            ".l",
            r#"planned value cty.ListVal([]cty.Value{cty.StringVal("A"), cty.StringVal("b")}) does not match config value cty.ListVal([]cty.Value{cty.StringVal("a"), cty.StringVal("b")}) nor prior value cty.ListVal([]cty.Value{cty.StringVal("A"), cty.StringVal("B")})"#,
        )],
    ),
    // Numbers and maps, and two faults.
    (
        "",
        r#""n": 1000000, "m": {"b": "2", "a": "1"}"#,
        r#""n": 0.5, "m": {}"#,
        &[
            (
                "PlannedValueDiffersFromConfig",
                ".m",
                r#"planned value cty.MapValEmpty(cty.String) does not match config value cty.MapVal(map[string]cty.Value{"a":cty.StringVal("1"), "b":cty.StringVal("2")})"#,
            ),
            (
                "PlannedValueDiffersFromConfig",
                ".n",
                "planned value cty.NumberFloatVal(0.5) does not match config value cty.NumberIntVal(1e+06)",
            ),
        ],
    ),
];

#[test]
fn members_in_every_nesting() {
    for place in &PLACES {
        for (prior, config, planned, faults) in MEMBERS {
            let [config, planned] = [config, planned].map(|text| place.of(text));
            let prior = if prior.is_empty() {
                String::new()
            } else {
                place.of(prior)
            };
            let path = |member| format!("{}{member}", place.path);
            let expected = faults
                .iter()
                .map(|(rule, at, text)| format!("{rule} {}: {text}", path(at)));
            let expected: Vec<String> = expected.collect();
            let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
            check(&prior, &config, &planned, &expected);
        }
    }
}

#[test]
fn removed_values() {
    const TEXT: &str = r#"planned value cty.StringVal("x") for a non-computed attribute"#;
    for place in &PLACES {
        let [with, without] = [r#""o": "x""#, ""].map(|text| place.of(text));
        let fault = format!("PlannedValueForNonComputed {}.o: {TEXT}", place.path);
        // The prior value of a nested attribute can be planned as a whole.
        let expected: &[&str] = if place.path.contains(".n_") {
            &[]
        } else {
            &[&fault]
        };
        check(&with, &without, &with, expected);
    }
}

#[test]
fn elements_of_sets_are_not_compared() {
    for name in ["set", "n_set"] {
        let state = |o: &str| format!(r#"{{"{name}": [{{"o": "{o}"}}]}}"#);
        check("", &state("a"), &state("b"), &[]);
    }
}

#[test]
fn objects() {
    check(
        "",
        r#"{"o": "a"}"#,
        "",
        &["PlannedForAbsence : planned for absence but config wants existence"],
    );
    check(
        r#"{"o": "a"}"#,
        "",
        r#"{"o": "a"}"#,
        &["ObjectInDestroyPlan : planned a non-null destroy value"],
    );
    check(r#"{"o": "a"}"#, "", "", &[]);
}

/// This fault is also reported with the legacy type system, and hides all other faults.
#[test]
fn plans_to_destroy() {
    let (prior, null) = (read(r#"{"o": "a"}"#), read(""));
    let planned = read(r#"{"o": "b", "w": "secret"}"#);
    let request = PlanRequest {
        config: &null,
        prior: &prior,
    };
    let paths = ["z".into()];
    let response = PlanResponse::new(&planned)
        .requires_replace(&paths)
        .legacy_type_system(true);
    let faults = check_plan(&block(), request, response);
    assert_eq!(
        lines(&faults),
        ["ObjectInDestroyPlan : planned a non-null destroy value"]
    );
    assert_eq!(faults[0].summary(), "Provider produced invalid plan");
    assert_eq!(
        faults[0].detail("example.com/a/b", "b_c.d").lines().next(),
        Some(r#"Provider "example.com/a/b" planned a non-null destroy value for b_c.d."#),
    );
    let response = PlanResponse::new(&null).requires_replace(&paths);
    assert_eq!(check_plan(&block(), request, response), []);
}

#[test]
fn nested_attributes() {
    let absence = |name: &str| {
        format!("PlannedForAbsence .{name}: planned for absence but config wants existence")
    };
    for (name, value) in [
        ("n_one", "{}"),
        ("n_list", "[{}]"),
        ("n_map", r#"{"k": {}}"#),
        ("n_set", "[{}]"),
    ] {
        let config = format!(r#"{{"{name}": {value}}}"#);
        check("", &config, "{}", &[&absence(name)]);
        let unknown = format!(r#"{{"{name}": "?"}}"#);
        check(
            "",
            &config,
            &unknown,
            &[&format!(
                "PlannedUnknownForConfigured .{name}: planned unknown for configured value"
            )],
        );
        check("", &unknown, &unknown, &[]);
    }
    check(
        "",
        "{}",
        r#"{"n_one": {"o": "a"}}"#,
        &[
            r#"PlannedValueForNonComputed .n_one: sensitive planned value for a non-computed attribute"#,
        ],
    );
    check("", "{}", r#"{"n_oc": {"o": "a"}}"#, &[]);
    check(
        "",
        r#"{"n_list": [{}, {}]}"#,
        r#"{"n_list": [{}]}"#,
        &[
            "PlannedElementCount .n_list: count in plan (cty.NumberIntVal(1)) disagrees with count in config (cty.NumberIntVal(2))",
        ],
    );
    check(
        "",
        r#"{"n_list": "?"}"#,
        r#"{"n_list": [{}]}"#,
        &[
            "PlannedElementCount .n_list: count in plan (cty.NumberIntVal(1)) disagrees with count in config (cty.UnknownVal(cty.Number).Refine().NotNull().NumberLowerBound(cty.NumberIntVal(0), true).NumberUpperBound(cty.NumberIntVal(9.223372036854775807e+18), true).NewValue())",
        ],
    );
    check(
        "",
        r#"{"n_map": {"a": {}}}"#,
        r#"{"n_map": {"b": {}}}"#,
        &[
            r#"PlannedElementKey .n_map: map key "b" from plan is not present in config"#,
            r#"MissingElementKey .n_map: map key "a" from config is not present in plan"#,
        ],
    );
    check(
        "",
        r#"{"n_set": [{"o": "a"}, {"o": "b"}]}"#,
        r#"{"n_set": [{"o": "a"}]}"#,
        &[
            "PlannedElementCount .n_set: count in plan (cty.NumberIntVal(1)) disagrees with count in config (cty.NumberIntVal(2))",
        ],
    );
    // Unknown elements may turn out to be equal.
    check(
        "",
        r#"{"n_set": [{"o": "a"}]}"#,
        r#"{"n_set": [{"o": "a"}, {"o": "?"}]}"#,
        &[],
    );
    check(
        "",
        r#"{"n_set": [{"o": "a"}, {"o": "b"}]}"#,
        r#"{"n_set": [{"o": "?"}]}"#,
        &[
            "PlannedElementCount .n_set: count in plan (cty.NumberIntVal(1)) disagrees with count in config (cty.NumberIntVal(2))",
        ],
    );
}

#[test]
fn absent_blocks() {
    for (name, kind) in [
        ("list", "list"),
        ("map", "map"),
        ("set", "set"),
        ("group", "group"),
    ] {
        let planned = format!(r#"{{"{name}": "null"}}"#);
        check(
            "",
            "{}",
            &planned,
            &[&format!(
                "NullBlocks .{name}: attribute representing a {kind} of nested blocks must be empty to \
             indicate no blocks, not null"
            )],
        );
    }
    check(
        "",
        "{}",
        r#"{"one": {}}"#,
        &["PlannedForExistence .one: planned for existence but config wants absence"],
    );
    check(
        "",
        r#"{"one": {}}"#,
        "{}",
        &["PlannedForAbsence .one: planned for absence but config wants existence"],
    );
    // A null from a legacy provider counts as empty.
    check("", r#"{"list": "null"}"#, r#"{"list": []}"#, &[]);
    check(
        "",
        r#"{"list": "null"}"#,
        r#"{"list": [{}]}"#,
        &["PlannedBlockCount .list: block count in plan (1) disagrees with count in config (0)"],
    );
}

#[test]
fn collections_of_blocks() {
    const ELEMENT: &str = "element representing nested block must not be unknown itself; set nested \
                           attribute values to unknown instead";
    check(
        "",
        r#"{"list": [{}, {}]}"#,
        r#"{"list": [{}]}"#,
        &["PlannedBlockCount .list: block count in plan (1) disagrees with count in config (2)"],
    );
    check(
        "",
        r#"{"dyn_list": [{}, {}]}"#,
        r#"{"dyn_list": [{}]}"#,
        &[
            "PlannedBlockCount .dyn_list: block count in plan (1) disagrees with count in config (2)",
        ],
    );
    check(
        "",
        r#"{"map": {"a": {}}}"#,
        r#"{"map": {"a": {}, "b": {}}}"#,
        &["PlannedBlockCount .map: block count in plan (2) disagrees with count in config (1)"],
    );
    check(
        "",
        r#"{"map": {"a": {}}}"#,
        r#"{"map": {"b": {}}}"#,
        &[
            r#"PlannedBlockKey .map["b"]: block key "b" from plan is not present in config"#,
            r#"MissingBlockKey .map: block key "a" from config is not present in plan"#,
        ],
    );
    check(
        "",
        r#"{"dyn_map": {"a": {}}}"#,
        r#"{"dyn_map": {"b": {}, "c": {}}}"#,
        &[
            r#"PlannedBlockKey .dyn_map: block key "b" from plan is not present in config"#,
            r#"PlannedBlockKey .dyn_map: block key "c" from plan is not present in config"#,
            r#"MissingBlockKey .dyn_map: block key "a" from config is not present in plan"#,
        ],
    );
    check(
        "",
        r#"{"dyn_map": {"a": {"d": "x"}}}"#,
        r#"{"dyn_map": {"a": {"d": 1}}}"#,
        &[
            r#"PlannedValueDiffersFromConfig .dyn_map.a.d: planned value cty.NumberIntVal(1) does not match config value cty.StringVal("x")"#,
        ],
    );
    check(
        "",
        r#"{"list": [{}]}"#,
        r#"{"list": ["?"]}"#,
        &[&format!("PlannedUnknownElement .list[0]: {ELEMENT}")],
    );
    check(
        "",
        r#"{"map": {"k": {}}}"#,
        r#"{"map": {"k": "?"}}"#,
        &[&format!(r#"PlannedUnknownElement .map["k"]: {ELEMENT}"#)],
    );
    check(
        "",
        r#"{"set": [{}]}"#,
        r#"{"set": ["?"]}"#,
        &[&format!("PlannedUnknownElement .set[...]: {ELEMENT}")],
    );
}

#[test]
fn unknown_blocks() {
    for name in ["list", "set"] {
        let [unknown, known] =
            [r#""?""#, r#"[{"o": "a"}]"#].map(|value| format!(r#"{{"{name}": {value}}}"#));
        check("", &unknown, &unknown, &[]);
        check(
            "",
            &unknown,
            &known,
            &[&format!(
                "ChangedUnknownBlocks .{name}: sensitive planned value for unknown dynamic block"
            )],
        );
        check(
            "",
            &known,
            &unknown,
            &[&format!(
                "PlannedUnknownBlocks .{name}: planned unknown value for non-computed block"
            )],
        );
    }
    check(
        "",
        r#"{"dyn_list": "?"}"#,
        r#"{"dyn_list": [{"d": 1}]}"#,
        &[
            r#"ChangedUnknownBlocks .dyn_list: planned value cty.TupleVal([]cty.Value{cty.ObjectVal(map[string]cty.Value{"d":cty.NumberIntVal(1)})}) for unknown dynamic block"#,
        ],
    );
}

#[test]
fn write_only_attributes_end_the_check() {
    check(
        "",
        r#"{"w": "secret", "o": "a"}"#,
        r#"{"w": "secret", "o": "b"}"#,
        &["WriteOnlyValue .w: a value for the write-only attribute"],
    );
    check("", r#"{"w": "secret"}"#, "{}", &[]);
    check(
        "",
        r#"{"one": {"w": "a"}, "n_one": {"w": "b"}}"#,
        r#"{"one": {"w": "a"}, "n_one": {"w": "b"}}"#,
        &[
            "WriteOnlyValue .n_one.w: a value for the write-only attribute",
            "WriteOnlyValue .one.w: a value for the write-only attribute",
        ],
    );
}

#[test]
fn wrong_types_end_the_check() {
    let empty = read("{}");
    let others = empty.members().into_iter().flatten();
    let others = others.filter(|(name, _)| *name != "o");
    let wrong = [("o", Value::from(1)), ("z", Value::from("secret"))];
    let all = others.map(|(name, value)| (name, value.clone()));
    let object = Value::object(all.chain(wrong)).unwrap();
    let faults = check_plan(
        &block(),
        PlanRequest {
            config: &read("{}"),
            prior: &read(""),
        },
        PlanResponse::new(&object).legacy_type_system(true),
    );
    assert!(
        faults
            .iter()
            .all(|fault| fault.rule == Rule::WrongType && fault.is_fatal())
    );
    assert!(
        lines(&faults).contains(&"WrongType .o: string required, but received number".to_owned())
    );
    assert!(!format!("{faults:?}").contains("secret"));
}

#[test]
fn blocks_of_wrong_shape() {
    let state = |value: Value| {
        let members = read("{}");
        let members = members.members().unwrap().map(|(name, old)| match name {
            "dyn_list" => (name.to_owned(), value.clone()),
            _ => (name.to_owned(), old.clone()),
        });
        Value::object(members.collect::<Vec<_>>()).unwrap()
    };
    let one = state(Value::tuple([
        Value::object([("d", Value::from(1))]).unwrap()
    ]));
    for planned in [
        Value::from("text"),
        Value::tuple(["text"]),
        Value::tuple([Value::null(Type::String)]),
    ] {
        let faults = check_plan(
            &block(),
            PlanRequest {
                config: &one,
                prior: &read(""),
            },
            PlanResponse::new(&state(planned.clone())),
        );
        assert!(!faults.is_empty(), "{planned}");
    }
}

#[test]
fn legacy_type_system() {
    let faults = check_plan(
        &block(),
        PlanRequest {
            config: &read("{}"),
            prior: &read(""),
        },
        PlanResponse::new(&read(r#"{"o": "a"}"#))
            .requires_replace(&["z".into()])
            .legacy_type_system(true),
    );
    assert_eq!(
        faults
            .iter()
            .map(|fault| (fault.rule, fault.is_fatal()))
            .collect::<Vec<_>>(),
        [(Rule::PlannedValueForNonComputed, false),]
    );
    let faults = check_plan(
        &block(),
        PlanRequest {
            config: &read("{}"),
            prior: &read(""),
        },
        PlanResponse::new(&read(r#"{"w": "a"}"#)).legacy_type_system(true),
    );
    assert!(faults[0].is_fatal());
}

#[test]
fn requires_replace() {
    let (prior, planned) = (
        read(
            r#"{"o": "a", "n": 1, "oc": "x", "list": [{"o": "a"}], "n_map": {"k": {"o": "a"}}, "set": [{"o": "a"}]}"#,
        ),
        read(
            r#"{"o": "b", "n": 1, "oc": "?", "list": [{"o": "b"}], "n_map": {}, "set": [{"o": "b"}]}"#,
        ),
    );
    let o = |path: Path| path.attribute("o");
    let all = [
        Path::from("o"),
        "n".into(),
        "oc".into(),
        "w".into(),
        o(Path::from("list").index(0)),
        o(Path::from("n_map").key("k")),
    ];
    let counting = replace_paths(
        &block(),
        &prior,
        PlanResponse::new(&planned).requires_replace(&all),
    );
    let counting: Vec<String> = counting.iter().map(ToString::to_string).collect();
    assert_eq!(counting, ["o", "oc", "w", "list[0].o", r#"n_map["k"].o"#]);
    assert_eq!(
        check_plan(
            &block(),
            PlanRequest {
                config: &read("{}"),
                prior: &prior
            },
            PlanResponse::new(&planned)
                .requires_replace(&all)
                .legacy_type_system(true)
        )
        .iter()
        .filter(|one| one.is_fatal())
        .count(),
        0
    );

    let bad = [
        Path::from("z"),
        o(Path::from("list").index(7)),
        o(Path::from("set").index(0)),
    ];
    let faults = check_plan(
        &block(),
        PlanRequest {
            config: &planned,
            prior: &prior,
        },
        PlanResponse::new(&planned).requires_replace(&bad),
    );
    assert_eq!(
        lines(&faults),
        [
            r#"NoSuchReplacePath : non-existent attribute path cty.Path{cty.GetAttrStep{Name:"z"}}"#,
            r#"NoSuchReplacePath : non-existent attribute path cty.Path{cty.GetAttrStep{Name:"list"}, cty.IndexStep{Key:cty.NumberIntVal(7)}, cty.GetAttrStep{Name:"o"}}"#,
            r#"NoSuchReplacePath : non-existent attribute path cty.Path{cty.GetAttrStep{Name:"set"}, cty.IndexStep{Key:cty.NumberIntVal(0)}, cty.GetAttrStep{Name:"o"}}"#,
        ]
    );
    assert_eq!(
        faults[0].detail("example.com/a/b", "b_c.d").lines().next(),
        Some(
            r#"Provider "example.com/a/b" has indicated "requires replacement" on b_c.d for a non-existent attribute path cty.Path{cty.GetAttrStep{Name:"z"}}."#
        ),
    );
    // Paths that require replacement have no effect if the object is new.
    assert!(
        check_plan(
            &block(),
            PlanRequest {
                config: &planned,
                prior: &read("")
            },
            PlanResponse::new(&planned).requires_replace(&bad)
        )
        .is_empty()
    );
    assert!(
        replace_paths(
            &block(),
            &read(""),
            PlanResponse::new(&planned).requires_replace(&all)
        )
        .is_empty()
    );
}

/// `b["0"]` is the same element as `b[0]`, but only the latter may appear in the path of a write-only attribute.
#[test]
fn paths_of_write_only_attributes_are_exact() {
    let inner = || {
        Block::new().attributes([
            Attribute::new("o", Type::String).optional(),
            Attribute::new("w", Type::String).optional().write_only(),
        ])
    };
    let block = Block::new().block_types([
        NestedBlock::new("list", Nesting::List, inner()),
        NestedBlock::new("map", Nesting::Map, inner()),
        NestedBlock::new("one", Nesting::Single, inner()),
    ]);
    let ty = inner().implied_type();
    let state = |o: &str| {
        let one = Value::object([("o", Value::from(o)), ("w", Value::null(Type::String))]).unwrap();
        let list = Value::list(ty.clone(), [one.clone()]).unwrap();
        let map = Value::map(ty.clone(), [("0", one.clone())]).unwrap();
        Value::object([("list", list), ("map", map), ("one", one)]).unwrap()
    };
    let (prior, planned) = (state("a"), state("b"));
    let w = |path: Path| path.attribute("w");
    for (path, expected) in [
        (w(Path::from("list").index(0)), PlannedAction::Replace),
        (w(Path::from("list").key("0")), PlannedAction::Update),
        (w(Path::from("map").key("0")), PlannedAction::Replace),
        (w(Path::from("map").index(0)), PlannedAction::Update),
        (w(Path::from("map").attribute("0")), PlannedAction::Update),
        (w("one".into()), PlannedAction::Replace),
    ] {
        let paths = [path];
        let response = PlanResponse::new(&planned).requires_replace(&paths);
        assert_eq!(action(&block, &prior, response), expected, "{}", paths[0]);
        let request = PlanRequest {
            config: &planned,
            prior: &prior,
        };
        assert_eq!(check_plan(&block, request, response), []);
    }
}

/// The legacy type system can plan null for a configured object.
#[test]
fn legacy_providers_create_nothing() {
    let null = read("");
    let response = PlanResponse::new(&null);
    let legacy = response.legacy_type_system(true);
    assert_eq!(action(&block(), &null, response), PlannedAction::NoOp);
    assert_eq!(action(&block(), &null, legacy), PlannedAction::Create);
}

#[test]
fn actions() {
    let rows = [
        ("", r#"{"o": "a"}"#, PlannedAction::Create),
        (r#"{"o": "a"}"#, "", PlannedAction::Delete),
        (r#"{"o": "a"}"#, r#"{"o": "a"}"#, PlannedAction::NoOp),
        (
            r#"{"o": "a"}"#,
            r#"{"o": "a", "n": 1}"#,
            PlannedAction::Update,
        ),
        (
            r#"{"o": "a"}"#,
            r#"{"o": "a", "c": "?"}"#,
            PlannedAction::Update,
        ),
        (r#"{"o": "a"}"#, r#"{"o": "b"}"#, PlannedAction::Replace),
        (r#"{"o": "a"}"#, r#"{"o": "?"}"#, PlannedAction::Replace),
        ("", "", PlannedAction::NoOp),
    ];
    for (prior, planned, expected) in rows {
        let found = action(
            &block(),
            &read(prior),
            PlanResponse::new(&read(planned)).requires_replace(&["o".into()]),
        );
        assert_eq!(found, expected, "{prior} {planned}");
    }
    // Terraform only logs that null was planned for a configured object.
    let (prior, planned, paths) = (read(r#"{"o": "a"}"#), read(""), ["o".into()]);
    let response = PlanResponse::new(&planned).requires_replace(&paths);
    let found = action(&block(), &prior, response.legacy_type_system(true));
    assert_eq!(found, PlannedAction::Replace);
}

#[test]
fn second_plans() {
    assert!(check_replacement_plan(&block(), &read(r#"{"o": "anything"}"#)).is_empty());
    assert_eq!(
        check_replacement_plan(&block(), &read(r#"{"w": "a"}"#))[0].rule,
        Rule::WriteOnlyValue
    );

    let (first, last) = (
        read(r#"{"o": "?", "c": "?"}"#),
        read(r#"{"o": "a", "c": "?"}"#),
    );
    let check = |last: &Value, action| {
        check_final_plan(
            &block(),
            BothPlans {
                first: (&first, PlannedAction::Update),
                last: (last, action),
            },
        )
    };
    assert!(check(&last, PlannedAction::Update).is_empty());
    assert!(check(&last, PlannedAction::NoOp).is_empty());
    assert_eq!(
        lines(&check(&last, PlannedAction::Create)),
        ["ActionChanged : changed the planned action from Update to Create",]
    );
    let first = &last;
    let faults = check_final_plan(
        &block(),
        BothPlans {
            first: (first, PlannedAction::Create),
            last: (&read(r#"{"o": "?"}"#), PlannedAction::Create),
        },
    );
    assert_eq!(
        lines(&faults),
        ["NowUnknown .o: was known, but now unknown"]
    );
    assert!(faults[0].is_fatal());
    assert_eq!(
        faults[0].summary(),
        "Provider produced inconsistent final plan"
    );
    assert!(faults[0].detail("p", "a.b").starts_with(
        "When expanding the plan for a.b to include new values learned so far during apply, provider \
         \"p\" produced an invalid new value for .o: was known, but now unknown.",
    ));
}

#[test]
fn ephemeral_results() {
    let check = |result| {
        check_ephemeral_resource(
            &block(),
            OpenedEphemeral {
                config: &read(r#"{"o": "a"}"#),
                result: &read(result),
            },
        )
    };
    assert!(check(r#"{"o": "a", "c": "x"}"#).is_empty());
    let faults = check(r#"{"o": "b"}"#);
    assert_eq!(
        faults[0].summary(),
        "Provider produced invalid ephemeral resource instance"
    );
    assert_eq!(
        faults[0].detail("p", "probe_eph"),
        r#"The provider for probe_eph produced an inconsistent result: .o: planned value cty.StringVal("b") does not match config value cty.StringVal("a")."#,
    );
}
