//! The property mode finds each fault by its rule and attribute.

use tfvalue::testing::{Failure, Property, Tested};

use crate::spoiled::{faults, harness};

fn run(fault: &'static str, cases: u64) -> Result<Tested, Failure> {
    Property::new("shop_item", || harness(fault, 6))
        .hint("name", r#"["a", "b", "too long for a name"]"#)
        .hint("color", r#"["red", "green"]"#)
        .import(|state| Some(state.get("id")?.as_str()?.to_owned()))
        .cases(cases)
        .run()
}

#[test]
fn a_correct_provider_passes() {
    let tested = run("", 100).unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(tested.cases, 100);
    assert!(tested.applied > 300, "{tested:?}");
}

#[test]
fn each_fault_is_found() {
    for (fault, check, path) in faults() {
        let Err(failure) = run(fault, 300) else {
            panic!("{fault}: nothing was found");
        };
        let path = path.replace("[0]", "");
        let found = failure.findings.iter().any(|finding| {
            finding.check == check && finding.path.to_string().replace("[0]", "") == path
        });
        assert!(found, "{fault}: {check} at {path:?} is not in {failure}");
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
