//! Each kind of constraint in every nesting mode, two levels deep.

use std::collections::BTreeMap;

use tfvalue::tfplugin6::DynamicValue;
use tfvalue::{Attr, Set, TfSchema, Unknown};

use super::faults;

macro_rules! modes {
    ($Name:ident, $Inner:ident $(, $attr:meta)*) => {
        #[derive(TfSchema, Default)]
        $(#[$attr])*
        struct $Name {
            #[tf(optional)]
            single: Attr<$Inner>,
            #[tf(optional)]
            list: Attr<Vec<Attr<$Inner>>>,
            #[tf(optional)]
            set: Attr<Set<Attr<$Inner>>>,
            #[tf(optional)]
            map: Attr<BTreeMap<String, Attr<$Inner>>>,
            #[tf(optional, object)]
            object: Attr<$Inner>,
            #[tf(optional, object)]
            deep: Attr<Vec<Attr<BTreeMap<String, Attr<$Inner>>>>>,
        }
    };
}

modes!(Attributes, Level, tf(kind = resource));
modes!(Level, Part);

#[derive(TfSchema, Default)]
struct Part {
    #[tf(optional, one_of = ["a", "b"])]
    key: Attr<String>,
    #[tf(optional, conflicts_with = "key")]
    other: Attr<String>,
}

#[derive(TfSchema, Default)]
#[tf(kind = resource)]
struct Blocks {
    #[tf(block)]
    single: Option<Outer>,
    #[tf(block(group))]
    group: Outer,
    #[tf(block)]
    list: Unknown<Vec<Outer>>,
    #[tf(block)]
    set: Unknown<Set<Outer>>,
    #[tf(block)]
    map: Unknown<BTreeMap<String, Outer>>,
}

#[derive(TfSchema, Default)]
struct Outer {
    #[tf(optional, one_of = ["a", "b"], at_least_one_of = "other")]
    key: Attr<String>,
    #[tf(optional)]
    other: Attr<String>,
    #[tf(block)]
    inner: Unknown<Vec<Part>>,
}

const PART: &str = r#"{"key": "c", "other": "x"}"#;

fn level(inner: &str) -> String {
    format!(
        r#"{{"single": {inner}, "list": [null, {inner}], "set": [{inner}], "map": {{"k": {inner}}},
            "object": {inner}, "deep": [{{"m": {inner}}}]}}"#
    )
}

const PLACES: [&str; 6] = [
    "deep[0][\"m\"]",
    "list[1]",
    "map[\"k\"]",
    "object",
    "set[]",
    "single",
];

#[test]
fn nested_attributes_two_levels_deep() {
    let found = faults::<Attributes>(&level(&level(PART)));
    let mut expected = Vec::new();
    let object = r#"{ key = "c", other = "x" }"#;
    let outer_set = format!(r#"set[deep = [{{ "m" = {object} }}]]"#);
    let inner_set = r#"set[key = "c"]"#;
    for outer in PLACES.map(|place| place.replace("set[]", &outer_set)) {
        for inner in PLACES.map(|place| place.replace("set[]", inner_set)) {
            expected.push(format!(
                "{outer}.{inner}.key: one of \"a\" or \"b\" is required, got \"c\""
            ));
            expected.push(format!(
                "{outer}.{inner}.other: conflicts with `key`: only one of them can be set"
            ));
        }
    }
    assert_eq!(found, expected);
}

#[test]
fn null_and_unknown_parents() {
    assert!(faults::<Attributes>(&level("null")).is_empty());
    let unknown = Attributes {
        single: Attr::unknown(),
        list: vec![Attr::unknown(), Attr::null()].into(),
        set: Attr::unknown(),
        map: BTreeMap::from([("k".to_owned(), Attr::unknown())]).into(),
        object: Attr::unknown(),
        deep: vec![Attr::unknown()].into(),
    };
    let config = DynamicValue::encode(&unknown).unwrap();
    assert!(config.decode_config::<Attributes>().is_ok());
}

#[test]
fn nested_blocks_two_levels_deep() {
    let outer = format!(r#"{{"key": null, "other": null, "inner": [{PART}]}}"#);
    let config = format!(
        r#"{{"single": {outer}, "group": {outer}, "list": [{outer}], "set": [{outer}], "map": {{"k": {outer}}}}}"#
    );
    let mut expected = Vec::new();
    for place in ["group", "list[0]", "map[\"k\"]", "set[...]", "single"] {
        expected.extend([
            format!("{place}.inner[0].key: one of \"a\" or \"b\" is required, got \"c\""),
            format!("{place}.inner[0].other: conflicts with `key`: only one of them can be set"),
            format!("{place}.key: at least one of `key` or `other` is required, got none"),
        ]);
    }
    assert_eq!(faults::<Blocks>(&config), expected);
}

#[test]
fn omitted_blocks() {
    let config = DynamicValue::encode(&Blocks::default()).unwrap();
    let faults = config.validate_config::<Blocks>();
    assert!(faults.is_empty(), "{faults:?}");
    let unknown = Blocks {
        list: Unknown::unknown(),
        set: Unknown::unknown(),
        map: Unknown::unknown(),
        ..Blocks::default()
    };
    let config = DynamicValue::encode(&unknown).unwrap();
    assert!(config.decode_config::<Blocks>().is_ok());
}

#[derive(TfSchema)]
struct Flat {
    #[tf(flatten)]
    common: Part,
    #[tf(optional, required_with = "key")]
    extra: Attr<String>,
}

#[test]
fn flattened_members() {
    let config = r#"{"key": "c", "other": "x", "extra": null}"#;
    assert_eq!(faults::<Flat>(config).len(), 2);
    let config = r#"{"key": null, "other": "x", "extra": "y"}"#;
    assert_eq!(
        faults::<Flat>(config),
        ["extra: requires `key`, which must be set"]
    );
}

#[derive(TfSchema)]
struct Computed {
    #[tf(optional, members = computed)]
    result: Attr<Outermost>,
}

#[derive(TfSchema)]
struct Outermost {
    #[tf(optional, exactly_one_of = "b")]
    a: Attr<String>,
    #[tf(optional)]
    b: Attr<String>,
}

#[test]
fn members_that_only_the_provider_sets() {
    let config = r#"{"result": {"a": null, "b": null}}"#;
    assert!(faults::<Computed>(config).is_empty());
}
