//! The property mode reports each fault with its rule and attribute.

use std::collections::BTreeSet;

use tfvalue_testing::{Failure, FindingKind, Property, PropertyReport};
use tfvalue_tests::random;

use super::spoiled::{faults, harness};

fn run(fault: &'static str, cases: u64) -> Result<PropertyReport, Failure> {
    run_with(fault, cases, 1)
}

fn run_with(fault: &'static str, cases: u64, seed: u64) -> Result<PropertyReport, Failure> {
    Property::new("shop_item", || harness(fault, 6))
        .hint("name", r#"["a", "b", "too long for a name"]"#)
        .hint("color", r#"["red", "green"]"#)
        .hint(
            "zone",
            if fault == "keep missing" {
                "[null]"
            } else {
                r#"[null, "eu", "us"]"#
            },
        )
        .import(|state| Some(state.get("id")?.as_str()?.to_owned()))
        .drift()
        .cases(cases)
        .seed(seed)
        .run()
}

#[test]
fn a_correct_provider_passes() {
    let tested = run("", random::cases(40)).unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(tested.cases, random::cases(40));
    assert!(tested.applied > 120, "{tested:?}");
}

#[test]
fn each_fault_is_found() {
    for (fault, check, path) in faults() {
        let path = path.replace("[0]", "");
        // A fault can have several effects, and a case ends with the first effect.
        let is_found = |seed| {
            let Err(failure) = run_with(fault, 20, seed) else {
                panic!("{fault}: nothing was found");
            };
            failure.findings.iter().any(|finding| {
                finding.kind == check && finding.path.to_string().replace("[0]", "") == path
            })
        };
        assert!(
            (1..6).any(is_found),
            "{fault}: {check} at {path:?} was not found"
        );
    }
}

#[test]
fn the_smallest_case_is_reported() {
    let failure = run("list reordered", 300).unwrap_err();
    let expected = r#"{"name":"a","tags":["a","b"]}"#;
    assert_eq!(failure.configs, [expected], "{failure}");
    let failure = run("empty update", 300).unwrap_err();
    assert_eq!(failure.configs, [r#"{"name":"a"}"#; 2], "{failure}");
}

#[test]
fn a_seed_decides_the_cases() {
    let text = |seed| {
        let property = Property::new("shop_item", || harness("list reordered", 6));
        let failure = property.seed(seed).run().unwrap_err();
        (failure.case, failure.to_string())
    };
    assert_eq!(text(1), text(1));
    let cases: BTreeSet<u64> = (1..6).map(|seed| text(seed).0).collect();
    assert!(cases.len() > 1, "{cases:?}");
}

/// The report explains how to run the failing case again.
#[test]
fn a_case_can_be_run_again() {
    let property = || Property::new("shop_item", || harness("list reordered", 6));
    let failure = property().seed(3).run().unwrap_err();
    let (text, number) = (failure.to_string(), failure.case);
    let calls = format!("run it again with `.seed(3).case({number})`");
    assert!(number > 0 && text.contains(&calls), "{text}");
    let again = property().seed(3).case(number).run().unwrap_err();
    assert_eq!(again.to_string(), text);
    let before = property().seed(3).case(number - 1).run().unwrap();
    assert_eq!(before.cases, 1);
}

#[test]
fn sensitive_values_are_not_in_the_report() {
    let failure = run("write-only echoed", 300).unwrap_err();
    let expected = r#"{"name":"a","password":"(sensitive)"}"#;
    assert_eq!(failure.configs, [expected], "{failure}");
}

#[test]
fn errors_while_a_change_is_applied_are_findings() {
    let property = Property::new("shop_item", || harness("", 6));
    let failure = property.hint("color", r#"["broken"]"#).run().unwrap_err();
    let finding = &failure.findings[0];
    assert_eq!(finding.kind, FindingKind::UnexpectedError);
    assert_eq!(finding.path.to_string(), "color");
}

#[test]
#[should_panic(
    expected = "shop_item: the provider rejects all configurations: add hints\n  error at name: "
)]
fn a_provider_that_rejects_everything_is_reported() {
    let property = Property::new("shop_item", || harness("", 6));
    let property = property.hint("name", r#"["far too long"]"#);
    property.cases(20).check();
}

#[test]
#[should_panic(expected = "hint \"colour\": there is no such attribute")]
fn a_hint_for_nothing_is_reported() {
    let property = Property::new("shop_item", || harness("", 6));
    property.hint("colour", r#"["red"]"#).check();
}
