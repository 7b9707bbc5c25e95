//! `refine`, `provider_only`, `write_only` and `plan` in every nesting mode.

mod refine {
    use std::collections::BTreeMap;

    use tfvalue::{Attr, Set, TfSchema, Unknown};

    use crate::shape::{Row, run};

    #[derive(TfSchema, Clone)]
    struct Part {
        #[tf(required)]
        key: Attr<String>,
        #[tf(computed, refine(not_null, prefix = "t-"))]
        token: Attr<String>,
    }

    shapes!(Part);

    #[test]
    fn promises_something_about_unknown_values() {
        const STORED: &str = r#"{"key": "a", "token": "t-1"}"#;
        const UNKNOWN: &str = r#"{"key": "a", "token": "?t-"}"#;
        run(
            &shapes(),
            &[
                Row::new("create", "", r#"{"key": "a"}"#).planned(UNKNOWN),
                Row::new("no-op", STORED, r#"{"key": "a"}"#),
                Row::new("update", STORED, r#"{"key": "a"}"#)
                    .changed()
                    .planned(UNKNOWN),
            ],
        );
    }
}

mod promises {
    use tfvalue::{Attr, Number, TfSchema, plan};

    const MOST: i64 = 9;

    #[derive(TfSchema, Clone, Default)]
    #[tf(kind = resource)]
    struct Sizes {
        #[tf(computed, refine(at_most = 10.5))]
        decimal: Attr<Number>,
        #[tf(computed, refine(not_null, at_least = -2.25, at_most = MOST))]
        both: Attr<Number>,
        #[tf(computed, refine(at_least = 1))]
        whole: Attr<u8>,
        #[tf(computed, refine(min_length = 1, max_length = 3))]
        list: Attr<Vec<Attr<String>>>,
    }

    #[test]
    fn bounds_are_decimal_numbers_and_constants() {
        let (planned, _) = plan::typed(&Sizes::default(), None).unwrap();
        let promised = [
            planned.decimal.refinements(),
            planned.both.refinements(),
            planned.whole.refinements(),
            planned.list.refinements(),
        ];
        assert_eq!(
            promised.map(|promised| promised.unwrap().to_string()),
            [
                "(at most 10.5)",
                "(not null, at least -2.25, at most 9)",
                "(at least 1)",
                "(at least 1 element, at most 3 elements)",
            ]
        );
    }
}

mod provider_only {
    use std::collections::BTreeMap;

    use tfvalue::{Attr, Set, TfSchema, Unknown};

    use crate::shape::{Row, run};

    #[derive(TfSchema, Clone)]
    struct Part {
        #[tf(required, replace)]
        key: Attr<String>,
        #[tf(optional, provider_only)]
        wait: Attr<i64>,
        #[tf(computed)]
        serial: Attr<i64>,
    }

    shapes!(Part);

    #[test]
    fn is_no_change_to_others() {
        const STORED: &str = r#"{"key": "a", "wait": 1, "serial": 1}"#;
        run(
            &shapes(),
            &[
                Row::new("changed", STORED, r#"{"key": "a", "wait": 2}"#)
                    .planned(r#"{"key": "a", "wait": 2, "serial": 1}"#),
                Row::new("removed", STORED, r#"{"key": "a"}"#)
                    .planned(r#"{"key": "a", "serial": 1}"#),
                Row::new("unknown", STORED, r#"{"key": "a", "wait": "?"}"#)
                    .planned(r#"{"key": "a", "wait": "?", "serial": 1}"#),
                Row::new(
                    "something else changes, too",
                    STORED,
                    r#"{"key": "a", "wait": 2}"#,
                )
                .changed()
                .planned(r#"{"key": "a", "wait": 2, "serial": "?"}"#),
            ],
        );
    }
}

mod function {
    use std::collections::BTreeMap;

    use tfvalue::plan::Change;
    use tfvalue::{Attr, Error, Set, TfSchema, Unknown};

    use crate::shape::{Row, run};

    #[derive(TfSchema, Clone)]
    #[tf(plan = plan)]
    struct Part {
        #[tf(required)]
        key: Attr<String>,
        #[tf(optional, computed)]
        label: Attr<String>,
        #[tf(computed)]
        age: Attr<String>,
    }

    fn plan(change: &mut Change<'_, Part>) -> Result<(), Error> {
        let is_configured = change
            .config
            .as_ref()
            .is_some_and(|config| !config.label.is_null());
        if let (Some(key), false) = (change.planned.key.value(), is_configured) {
            change.planned.label = key.to_uppercase().into();
        }
        change.planned.age = if change.prior.is_some() { "old" } else { "new" }.into();
        if change.planned.key == "far" {
            change.require_replace("key");
        }
        Ok(())
    }

    #[derive(TfSchema, Clone)]
    struct Flattened {
        #[tf(required)]
        key: Attr<String>,
        #[tf(optional, computed)]
        label: Attr<String>,
        #[tf(computed)]
        age: Attr<String>,
    }

    shapes!(Part, Flattened);

    #[test]
    fn runs_after_the_members() {
        const STORED: &str = r#"{"key": "a", "label": "A", "age": "old"}"#;
        let mut shapes = shapes();
        // The root flattens a struct that has no function.
        shapes.retain(|shape| !shape.steps.is_empty());
        run(
            &shapes,
            &[
                Row::new("create", "", r#"{"key": "a"}"#)
                    .planned(r#"{"key": "a", "label": "A", "age": "new"}"#),
                Row::new("configured", "", r#"{"key": "a", "label": "b"}"#)
                    .planned(r#"{"key": "a", "label": "b", "age": "new"}"#),
                Row::new("unknown", "", r#"{"key": "?"}"#)
                    .planned(r#"{"key": "?", "label": "?", "age": "new"}"#),
                Row::new("no-op", STORED, r#"{"key": "a"}"#),
                Row::new("update", STORED, r#"{"key": "b"}"#)
                    .planned(r#"{"key": "b", "label": "B", "age": "old"}"#)
                    .in_sets(r#"{"key": "b", "label": "B", "age": "new"}"#),
                Row::new("replaced", STORED, r#"{"key": "far"}"#)
                    .planned(r#"{"key": "far", "label": "FAR", "age": "old"}"#)
                    .in_sets(r#"{"key": "far", "label": "FAR", "age": "new"}"#)
                    .replaces(&["key"]),
            ],
        );
    }
}

mod write_only {
    use std::collections::BTreeMap;

    use tfvalue::plan::{resource_change, semantic_equality};
    use tfvalue::rules::{
        BothPlans, PlanRequest, PlanResponse, PlannedAction, check_final_plan, check_plan,
    };
    use tfvalue::{Attr, TfSchema, Unknown, Value};
    use tfvalue_tests::objects::object_of;

    use crate::shape::{In, Row, Shape, run};

    #[derive(TfSchema, Clone)]
    struct Part {
        #[tf(required)]
        key: Attr<String>,
        #[tf(optional, write_only)]
        secret: Attr<String>,
        #[tf(computed)]
        serial: Attr<i64>,
    }

    // Terraform allows no write-only attributes in sets.
    #[derive(TfSchema, Clone)]
    #[tf(kind = resource)]
    struct Modes {
        #[tf(optional)]
        other: Attr<String>,
        #[tf(flatten)]
        modes: Outer,
        #[tf(optional)]
        in_list: Attr<Vec<Attr<Outer>>>,
        #[tf(block)]
        block: Attr<Part>,
        #[tf(block)]
        blocks: Unknown<Vec<Part>>,
        #[tf(block)]
        block_map: Unknown<BTreeMap<String, Part>>,
    }

    #[derive(TfSchema, Clone)]
    struct Outer {
        #[tf(optional)]
        one: Attr<Part>,
        #[tf(optional)]
        list: Attr<Vec<Attr<Part>>>,
        #[tf(optional)]
        map: Attr<BTreeMap<String, Attr<Part>>>,
    }

    #[test]
    fn is_null() {
        const STORED: &str = r#"{"key": "a", "serial": 1}"#;
        let modes: [&[(&str, In)]; 9] = [
            &[("one", In::One)],
            &[("list", In::List)],
            &[("map", In::Map)],
            &[("block", In::One)],
            &[("blocks", In::List)],
            &[("block_map", In::Map)],
            &[("in_list", In::List), ("one", In::One)],
            &[("in_list", In::List), ("list", In::List)],
            &[("in_list", In::List), ("map", In::Map)],
        ];
        let shapes = modes.map(|steps| Shape {
            steps,
            block: Modes::block(),
            plan: resource_change::<Modes>,
            semantic_equality: semantic_equality::<Modes>,
        });
        run(
            &shapes,
            &[
                Row::new("create", "", r#"{"key": "a", "secret": "s"}"#)
                    .planned(r#"{"key": "a", "serial": "?"}"#),
                Row::new("no-op", STORED, r#"{"key": "a", "secret": "s"}"#),
                Row::new("unknown", STORED, r#"{"key": "a", "secret": "?"}"#),
                Row::new("update", STORED, r#"{"key": "b", "secret": "s"}"#)
                    .planned(r#"{"key": "b", "serial": "?"}"#),
            ],
        );
    }

    /// A struct whose write-only member is nested more deeply.
    #[derive(TfSchema, Clone)]
    struct Deep {
        #[tf(optional)]
        part: Attr<Part>,
    }

    #[derive(TfSchema, Clone)]
    #[tf(kind = resource)]
    struct Elements {
        #[tf(flatten)]
        modes: Outer,
        #[tf(optional)]
        in_list: Attr<Vec<Attr<Outer>>>,
        #[tf(optional)]
        deep: Attr<Vec<Attr<Deep>>>,
        #[tf(computed)]
        revision: Attr<i64>,
    }

    #[test]
    fn is_null_in_an_element_that_is_unknown() {
        let block = Elements::block();
        let read = |text: &str| object_of(&block, &serde_json::from_str(text).unwrap());
        let null = Value::null(block.implied_type());
        const PLANNED: &str = r#"{"key": "?", "serial": "?"}"#;
        const PART: &str = r#"{"key": "a", "serial": 1}"#;
        let rows = [
            (
                r#"{"list": [X, {"key": "b"}]}"#,
                r#"{"list": [X, {"key": "b", "serial": "?"}]}"#,
            ),
            (r#"{"map": {"k": X}}"#, r#"{"map": {"k": X}}"#),
            (
                r#"{"in_list": [{"list": [X]}]}"#,
                r#"{"in_list": [{"list": [X]}]}"#,
            ),
            (r#"{"in_list": ["?"]}"#, r#"{"in_list": ["?"]}"#),
            (r#"{"deep": ["?"]}"#, r#"{"deep": ["?"]}"#),
            (
                r#"{"one": "?", "list": "?"}"#,
                r#"{"one": "?", "list": "?"}"#,
            ),
        ];
        for (config, planned) in rows {
            let known = |part: &str| config.replace('X', part).replace(r#""?""#, "null");
            for prior in [null.clone(), read(&known(PART))] {
                let config = read(&config.replace('X', r#""?""#));
                let expected = read(&planned.replace('X', PLANNED).replacen(
                    '{',
                    r#"{"revision": "?", "#,
                    1,
                ));
                let got = resource_change::<Elements>(PlanRequest {
                    config: &config,
                    prior: &prior,
                })
                .unwrap();
                assert_eq!(got.state, expected);
                let faults = check_plan(
                    &block,
                    PlanRequest {
                        config: &config,
                        prior: &prior,
                    },
                    PlanResponse::new(&got.state),
                );
                assert!(faults.is_empty(), "{faults:?}");
                // The element turns out to be an object.
                let second = read(&known(r#"{"key": "c", "secret": "s"}"#));
                let last = resource_change::<Elements>(PlanRequest {
                    config: &second,
                    prior: &prior,
                })
                .unwrap();
                let action = if prior.is_null() {
                    PlannedAction::Create
                } else {
                    PlannedAction::Update
                };
                let plans = ((&got.state, action), (&last.state, action));
                let faults = check_final_plan(
                    &block,
                    BothPlans {
                        first: plans.0,
                        last: plans.1,
                    },
                );
                assert!(faults.is_empty(), "{faults:?}");
            }
        }
    }
}
