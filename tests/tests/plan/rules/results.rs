//! New states after apply, and all states and objects that are read.

use tfvalue::rules::{
    ApplyResponse, Fault, Phase, Rule, check_apply, check_data_source, check_failed_apply,
    check_import, check_refresh, check_upgrade, may_be_legacy, normalize_legacy_object,
    range_includes,
};
use tfvalue::schema::{Attribute, Block};
use tfvalue::tfplugin6::DynamicValue;
use tfvalue::{
    Path, Type, Value,
    types::{ObjectType, Refinements},
};

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
fn check(planned: &str, new: &str, expected: &[&str]) {
    let faults = check_apply(&block(), &read(planned), ApplyResponse::new(&read(new)));
    assert_eq!(lines(&faults), expected, "planned {planned}, new {new}");
}

/// The members of the planned object and the new object, and the faults: rule, member, text.
type Row = (
    &'static str,
    &'static str,
    &'static [(&'static str, &'static str, &'static str)],
);

const MEMBERS: &[Row] = &[
    (r#""o": "a", "n": 1"#, r#""o": "a", "n": 1"#, &[]),
    (r#""c": "?", "o": "?""#, r#""c": "x""#, &[]),
    (r#""o": "?web-""#, r#""o": "web-1""#, &[]),
    (
        r#""o": "?web-""#,
        r#""o": "db-1""#,
        &[(
            "RefinementBroken",
            ".o",
            r#"final value cty.StringVal("db-1") does not conform to planning placeholder cty.UnknownVal(cty.String).Refine().NotNull().StringPrefixFull("web-").NewValue()"#,
        )],
    ),
    (
        r#""o": "?web-""#,
        "",
        &[(
            "RefinementBroken",
            ".o",
            r#"final value cty.NullVal(cty.String) does not conform to planning placeholder cty.UnknownVal(cty.String).Refine().NotNull().StringPrefixFull("web-").NewValue()"#,
        )],
    ),
    (
        r#""o": "a""#,
        r#""o": "b""#,
        &[(
            "ValueChanged",
            ".o",
            r#"was cty.StringVal("a"), but now cty.StringVal("b")"#,
        )],
    ),
    (
        r#""c": "a""#,
        r#""c": "b""#,
        &[(
            "ValueChanged",
            ".c",
            r#"was cty.StringVal("a"), but now cty.StringVal("b")"#,
        )],
    ),
    (
        r#""o": "a""#,
        "",
        &[("NowNull", ".o", r#"was cty.StringVal("a"), but now null"#)],
    ),
    (
        "",
        r#""o": "a""#,
        &[("WasNull", ".o", r#"was null, but now cty.StringVal("a")"#)],
    ),
    (
        "",
        r#""l": []"#,
        &[(
            "WasNull",
            ".l",
            "was null, but now cty.ListValEmpty(cty.String)",
        )],
    ),
    (
        r#""s": "a""#,
        r#""s": "b""#,
        &[(
            "SensitiveValueInconsistent",
            ".s",
            "inconsistent values for sensitive attribute",
        )],
    ),
    (
        r#""s": "a""#,
        "",
        &[(
            "SensitiveValueInconsistent",
            ".s",
            "inconsistent values for sensitive attribute",
        )],
    ),
    (r#""s": "?""#, r#""s": "b""#, &[]),
    (
        r#""l": ["a", "b"]"#,
        r#""l": ["b", "a"]"#,
        &[
            (
                "ValueChanged",
                ".l[0]",
                r#"was cty.StringVal("a"), but now cty.StringVal("b")"#,
            ),
            (
                "ValueChanged",
                ".l[1]",
                r#"was cty.StringVal("b"), but now cty.StringVal("a")"#,
            ),
        ],
    ),
    (
        r#""l": ["a", "b"]"#,
        r#""l": ["a"]"#,
        &[("ElementVanished", ".l", "element 1 has vanished")],
    ),
    (
        r#""l": ["a"]"#,
        r#""l": ["a", "b"]"#,
        &[("ElementAppeared", ".l", "new element 1 has appeared")],
    ),
    (
        r#""m": {"a": "x", "b": "?"}"#,
        r#""m": {"a": "y", "c": "z"}"#,
        &[
            (
                "ValueChanged",
                r#".m["a"]"#,
                r#"was cty.StringVal("x"), but now cty.StringVal("y")"#,
            ),
            ("ElementVanished", ".m", r#"element "b" has vanished"#),
            ("ElementAppeared", ".m", r#"new element "c" has appeared"#),
        ],
    ),
    (r#""t": ["a", "?"]"#, r#""t": ["a"]"#, &[]),
    (r#""t": ["a", "?"]"#, r#""t": ["b", "a"]"#, &[]),
    (
        r#""t": ["a", "?b"]"#,
        r#""t": ["a", "c"]"#,
        &[(
            "PlannedSetElementUnmatched",
            ".t",
            r#"planned set element cty.UnknownVal(cty.String).Refine().NotNull().StringPrefixFull("b").NewValue() does not correlate with any element in actual"#,
        )],
    ),
    (
        r#""t": ["a"]"#,
        r#""t": ["b"]"#,
        &[(
            "PlannedSetElementUnmatched",
            ".t",
            r#"planned set element cty.StringVal("a") does not correlate with any element in actual"#,
        )],
    ),
    (
        r#""t": ["a"]"#,
        r#""t": ["b", "a"]"#,
        &[
            (
                "ActualSetElementUnmatched",
                ".t",
                r#"actual set element cty.StringVal("b") does not correlate with any element in plan"#,
            ),
            ("SetGrew", ".t", "length changed from 1 to 2"),
        ],
    ),
    (
        r#""t": ["?"]"#,
        r#""t": ["b", "a"]"#,
        &[("SetGrew", ".t", "length changed from 1 to 2")],
    ),
];

#[test]
fn members_in_every_nesting() {
    for place in &PLACES {
        for (planned, new, faults) in MEMBERS {
            let expected: Vec<String> = faults
                .iter()
                .map(|(rule, at, text)| format!("{rule} {}{at}: {text}", place.result_path))
                .collect();
            let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
            check(&place.of(planned), &place.of(new), &expected);
        }
    }
}

#[test]
fn objects() {
    let root = "Root object was present, but now absent";
    check(
        r#"{"o": "a"}"#,
        "",
        &[&format!("PresentNowAbsent : {root}")],
    );
    let legacy = check_apply(
        &block(),
        &read(r#"{"o": "a"}"#),
        ApplyResponse::new(&read("")).legacy_type_system(true),
    );
    assert_eq!(
        legacy
            .iter()
            .map(|one| (one.rule, one.is_fatal()))
            .collect::<Vec<_>>(),
        [(Rule::PresentNowAbsent, false), (Rule::NullResult, true),]
    );
    check("", "", &[]);
    check(
        "",
        r#"{"o": "a"}"#,
        &["ObjectAfterDestroy : the object still exists after it was destroyed"],
    );
    let faults = check_apply(&block(), &read(""), ApplyResponse::new(&read("{}")));
    assert!(faults[0].detail("p", "a.b").starts_with(
        "After applying a Delete plan, the provider returned a non-null object for a.b. Destroying",
    ));
    check(
        r#"{"one": {}}"#,
        "{}",
        &["PresentNowAbsent .one: was present, but now absent"],
    );
    check(
        "{}",
        r#"{"one": {}}"#,
        &["AbsentNowPresent .one: was absent, but now present"],
    );
}

#[test]
fn dynamic_values() {
    check(r#"{"d": "?"}"#, r#"{"d": 1}"#, &[]);
    check("{}", r#"{"d": 1}"#, &[]); // An untyped null.
    check(
        r#"{"d": "a"}"#,
        r#"{"d": 1}"#,
        &["WrongFinalType .d: wrong final value type: string required"],
    );
    check(
        r#"{"d": "a"}"#,
        "{}",
        &["WrongFinalType .d: wrong final value type: string required"],
    );
}

#[test]
fn collections_of_blocks() {
    check(
        r#"{"list": [{}, {}]}"#,
        r#"{"list": [{}]}"#,
        &["BlockCountChanged .list: block count changed from 2 to 1"],
    );
    check(
        r#"{"map": {"a": {}}}"#,
        r#"{"map": {}}"#,
        &["BlockCountChanged .map: block count changed from 1 to 0"],
    );
    check(
        r#"{"map": {"a": {}}}"#,
        r#"{"map": {"b": {"o": "x"}}}"#,
        &[],
    );
    check(
        r#"{"dyn_map": {"a": {}}}"#,
        r#"{"dyn_map": {"b": {}}}"#,
        &[
            r#"BlockKeyVanished .dyn_map: block key "a" has vanished"#,
            r#"BlockKeyAppeared .dyn_map: new block key "b" has appeared"#,
        ],
    );
    check(
        r#"{"dyn_map": {"a": {"d": 1}}}"#,
        r#"{"dyn_map": {"a": {"d": 2}}}"#,
        &["ValueChanged .dyn_map.a.d: was cty.NumberIntVal(1), but now cty.NumberIntVal(2)"],
    );
    check(
        r#"{"dyn_list": [{"d": 1}]}"#,
        r#"{"dyn_list": [{"d": 2}]}"#,
        &["ValueChanged .dyn_list[0].d: was cty.NumberIntVal(1), but now cty.NumberIntVal(2)"],
    );
    for name in ["list", "set", "map", "dyn_list", "dyn_map"] {
        let unknown = format!(r#"{{"{name}": "?"}}"#);
        let known = if name.ends_with("map") {
            r#"{"k": {}}"#
        } else {
            "[{}]"
        };
        check(&unknown, &format!(r#"{{"{name}": {known}}}"#), &[]);
        check(&unknown, "{}", &[]);
        if !name.starts_with("dyn") {
            check(
                &format!(r#"{{"{name}": {known}}}"#),
                &format!(r#"{{"{name}": "null"}}"#),
                &[],
            );
        }
    }
    check(
        r#"{"n_list": [null]}"#,
        r#"{"n_list": [null]}"#,
        &[
            "NullElement .n_list[0]: a null element next to sensitive or write-only attributes, which \
           crashes Terraform",
        ],
    );
}

#[test]
fn sets_of_blocks() {
    let set = |members: &[&str]| {
        let elements: Vec<String> = members
            .iter()
            .map(|members| format!("{{{members}}}"))
            .collect();
        format!(r#"{{"set": [{}]}}"#, elements.join(", "))
    };
    let check = |planned: &[&str], new: &[&str], expected: &[&str]| {
        check(&set(planned), &set(new), expected);
    };
    check(&[r#""o": "a", "c": "?""#], &[r#""o": "a", "c": "x""#], &[]);
    check(
        &[r#""o": "a", "c": "?""#, r#""o": "b", "c": "?""#],
        &[r#""o": "b", "c": "y""#, r#""o": "a", "c": "x""#],
        &[],
    );
    // One element can be the counterpart of several elements.
    check(
        &[r#""o": "a", "c": "?""#, r#""o": "?", "c": "?""#],
        &[r#""o": "a", "c": "x""#],
        &[],
    );
    check(
        &[r#""o": "a", "c": "?""#],
        &[r#""o": "b", "c": "x""#],
        &[
            "PlannedSetElementUnmatched .set: sensitive planned set element does not correlate with any element in actual",
        ],
    );
    check(
        &[r#""o": "a", "c": "?""#],
        &[r#""o": "a", "c": "x""#, r#""o": "b", "c": "x""#],
        &[
            "ActualSetElementUnmatched .set: sensitive actual set element does not correlate with any element in plan",
            "BlockSetGrew .set: block set length changed from 1 to 2",
        ],
    );
    check(
        &[r#""o": "a", "c": "?""#],
        &[r#""o": "a", "c": "x""#, r#""o": "a", "c": "y""#],
        &["BlockSetGrew .set: block set length changed from 1 to 2"],
    );
    check(
        &[r#""s": "secret", "c": "?""#],
        &[r#""s": "other", "c": "x""#],
        &[
            "PlannedSetElementUnmatched .set: sensitive planned set element does not correlate with any element in actual",
        ],
    );
}

#[test]
fn unknown_values() {
    let new = read(
        r#"{"o": "?", "l": ["a", "?"], "m": {"k": "?"}, "t": ["?"], "s": "?", "list": [{"c": "?"}], "set": [{"c": "?"}], "n_map": {"k": {"c": "?"}}, "n_list": ["?"]}"#,
    );
    let mut faults = check_apply(
        &block(),
        &new,
        ApplyResponse::new(&new).legacy_type_system(true),
    );
    faults.retain(|fault| !fault.is_crash());
    let places: Vec<&str> = faults.iter().map(Fault::terraform_path).collect();
    assert_eq!(
        places,
        [
            ".l[1]",
            r#".m["k"]"#,
            ".n_list[0]",
            r#".n_map["k"].c"#,
            ".o",
            ".s",
            ".t[...]",
            ".list[0].c",
            ".set[...].c",
        ]
    );
    assert!(
        faults
            .iter()
            .all(|fault| fault.rule == Rule::UnknownInResult && fault.is_fatal())
    );
    assert_eq!(
        faults[0].summary(),
        "Provider returned invalid result object after apply"
    );
    assert!(faults[0].detail("p", "a.b").starts_with(
        "After the apply operation, the provider still indicated an unknown value for a.b.l[1]. All values",
    ));
    let failed = check_failed_apply(&block(), &new);
    assert_eq!(
        failed.iter().filter(|fault| !fault.is_crash()).count(),
        faults.len()
    );
    assert!(check_failed_apply(&block(), &read("")).is_empty());
}

/// The messages are the same as Terraform's, which do not identify the element.
#[test]
fn elements_of_sets_are_named_in_the_text_of_a_fault() {
    let new =
        read(r#"{"set": [{"c": "?", "o": "a"}, {"c": "x", "o": "b"}, {"c": "?", "s": "hush"}]}"#);
    let faults = check_apply(
        &block(),
        &new,
        ApplyResponse::new(&new).legacy_type_system(true),
    );
    let texts: Vec<_> = faults.iter().map(ToString::to_string).collect();
    let unknown = "unknown value cty.UnknownVal(cty.String)";
    assert_eq!(
        texts,
        [
            format!(r#"set[o = "a"].c: {unknown}"#),
            format!("set[o = null].c: {unknown}"),
        ]
    );
    for fault in &faults {
        assert_eq!(fault.terraform_path(), ".set[...].c");
        let detail = fault.detail("p", "a.b");
        assert!(
            detail.contains(" unknown value for a.b.set[...].c. All values"),
            "{detail}"
        );
    }
    assert_eq!(faults[1].path.to_string(), "set[2].c");
}

#[test]
fn apply_of_legacy_providers_is_only_logged() {
    let faults = check_apply(
        &block(),
        &read(r#"{"o": "a"}"#),
        ApplyResponse::new(&read(r#"{"o": "b"}"#)).legacy_type_system(true),
    );
    assert_eq!(faults.len(), 1);
    assert!(!faults[0].is_fatal());
    assert_eq!(faults[0].phase, Phase::Apply);
}

#[test]
fn wrong_types_and_write_only_attributes() {
    let empty = read("{}");
    let members = empty.members().into_iter().flatten();
    let members = members.map(|(name, value)| {
        let is_wrong = name == "o";
        (name, if is_wrong { 1.into() } else { value.clone() })
    });
    let wrong = Value::object(members).unwrap();
    let with_secret = read(r#"{"one": {"w": "a"}}"#);
    type Check = fn(&Block, &Value) -> Vec<Fault>;
    let checks: [Check; 5] = [
        check_refresh,
        check_data_source,
        check_import,
        check_upgrade,
        check_failed_apply,
    ];
    for check in checks {
        assert!(
            check(&block(), &wrong)
                .iter()
                .all(|fault| fault.rule == Rule::WrongType)
        );
        assert!(!check(&block(), &wrong).is_empty());
        assert_eq!(
            lines(&check(&block(), &with_secret)),
            ["WriteOnlyValue .one.w: a value for the write-only attribute",]
        );
        assert!(check(&block(), &read(r#"{"o": "a"}"#)).is_empty());
    }
}

#[test]
fn null_and_unknown_results() {
    let null = read("");
    assert!(check_refresh(&block(), &null).is_empty());
    assert!(check_upgrade(&block(), &null).is_empty());
    assert_eq!(
        check_data_source(&block(), &null)[0].summary(),
        "Provider produced null object"
    );
    assert_eq!(check_import(&block(), &null)[0].rule, Rule::NullResult);
    let unknown = read(r#"{"o": "?"}"#);
    for faults in [
        check_refresh(&block(), &unknown),
        check_data_source(&block(), &unknown),
    ] {
        assert_eq!(
            lines(&faults),
            ["UnknownInResult .o: unknown value cty.UnknownVal(cty.String)"]
        );
    }
    assert!(
        check_data_source(&block(), &unknown)[0]
            .detail("p", "data.a.b")
            .starts_with("Provider \"provider[\\\"p\\\"]\" produced a value for data.a.b that is not wholly known.",)
    );
}

#[test]
fn completed_blocks() {
    let complete = |text| normalize_legacy_object(&block(), &read(text));
    assert_eq!(
        complete(r#"{"list": "null", "set": "null", "group": "null"}"#),
        read("{}")
    );
    // Providers with the legacy SDK have no dynamic attributes.
    let dynamic = read(r#"{"dyn_list": "null"}"#);
    assert_eq!(normalize_legacy_object(&block(), &dynamic), dynamic);
    let group = complete(r#"{"group": "?"}"#);
    assert!(group.get(Path::from("group.o")).unwrap().is_unknown());
    assert_eq!(
        complete(r#"{"one": {"o": "a"}, "list": [{"o": "b"}]}"#),
        read(r#"{"one": {"o": "a"}, "list": [{"o": "b"}]}"#)
    );
    let unknown = complete(r#"{"list": "?"}"#);
    let element = unknown.get("list").and_then(|list| list.get(0)).unwrap();
    assert!(
        element
            .members()
            .unwrap()
            .all(|(_, member)| member.is_unknown())
    );
    assert!(complete("").is_null());

    let legacy =
        |ty: Type| may_be_legacy(&Block::new().attributes([Attribute::new("a", ty).optional()]));
    let object = Type::Object(ObjectType::new([("a", Type::String)]));
    assert!(
        legacy(Type::map(Type::String))
            && legacy(Type::list(Type::map(Type::String)))
            && legacy(Type::list(object.clone()))
    );
    assert!(
        !legacy(object.clone())
            && !legacy(Type::tuple([]))
            && !legacy(Type::map(object))
            && !legacy(Type::list(Type::list(Type::list(Type::String))))
    );
    assert!(!may_be_legacy(&block()));
}

#[test]
fn refinements() {
    let number = |low, high| {
        Refinements::new()
            .at_least(low, true)
            .unwrap()
            .at_most(high, false)
            .unwrap()
    };
    let length = |low, high| {
        Refinements::new()
            .min_length(low)
            .unwrap()
            .max_length(high)
            .unwrap()
    };
    let list = |count: usize| Value::list(Type::String, vec!["a"; count]).unwrap();
    let unknown =
        |ty: Type, refinements: &Refinements| Value::refined(ty, refinements.clone()).unwrap();
    let not_null = Refinements::new().not_null();
    let set = Value::set(
        Type::String,
        [Value::unknown(Type::String), "a".into(), "b".into()],
    )
    .unwrap();
    let rows: [(Value, Refinements, Option<bool>); 22] = [
        ("a".into(), Refinements::new(), Some(true)),
        (Value::null(Type::String), Refinements::new(), Some(true)),
        (Value::null(Type::String), not_null.clone(), Some(false)),
        (Value::unknown(Type::String), not_null.clone(), None),
        (
            unknown(Type::String, &not_null),
            not_null.clone(),
            Some(true),
        ),
        (1.into(), number(1, 5), Some(true)),
        (5.into(), number(1, 5), Some(false)),
        (0.into(), number(1, 5), Some(false)),
        (Value::null(Type::Number), number(1, 5), Some(true)),
        (Value::unknown(Type::Number), number(1, 5), None),
        (
            unknown(Type::Number, &number(6, 9)),
            number(1, 5),
            Some(false),
        ),
        (unknown(Type::Number, &number(2, 3)), number(1, 5), None),
        (unknown(Type::Number, &number(5, 9)), number(1, 5), None),
        (list(2), length(1, 2), Some(true)),
        (list(3), length(1, 2), Some(false)),
        (list(0), length(1, 2), Some(false)),
        (set.clone(), length(1, 2), None),
        (set.clone(), length(4, 9), Some(false)),
        (set, length(1, 3), Some(true)),
        (
            unknown(Type::list(Type::String), &length(3, 4)),
            length(1, 2),
            Some(false),
        ),
        (
            unknown(Type::list(Type::String), &length(2, 4)),
            length(1, 2),
            None,
        ),
        (Value::unknown(Type::Dynamic), number(1, 5), None),
    ];
    for (value, refinements, expected) in rows {
        assert_eq!(
            range_includes(&value, &refinements),
            expected,
            "{value} {refinements}"
        );
    }
}

/// Terraform reads an empty object for every object type, and then reports the missing attributes.
#[test]
fn missing_attributes_are_named() {
    let disk = Type::Object(ObjectType::new([("size", Type::Number)]));
    let attributes = [("disk", disk.clone()), ("disks", Type::list(disk))];
    let attributes = attributes.map(|(name, ty)| Attribute::new(name, ty).computed());
    let block = Block::new().attributes(attributes);
    let response = DynamicValue {
        msgpack: b"\x82\xa4disk\x80\xa5disks\x91\x80".to_vec(),
        ..Default::default()
    };
    let new = tfvalue_testing::response::decode(&response, &block.implied_type()).unwrap();
    let expected = [
        r#"WrongType .disk: missing required attribute "size""#,
        r#"WrongType .disks[...]: missing required attribute "size""#,
    ];
    assert_eq!(lines(&check_refresh(&block, &new)), expected);
}
