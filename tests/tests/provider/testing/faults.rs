//! In the steps of a typical test, the harness reports each fault with its rule and attribute.

use std::thread;

use tfvalue::provider::{Context, Provider, Resource};
use tfvalue::rules::Rule;
use tfvalue::{Attr, Diagnostics, Path, TfSchema, Type, Value};
use tfvalue_testing::{Finding, FindingKind, Harness};
use tfvalue_tests::no_config::NoConfig;

use super::shop;
use super::spoiled::{faults, harness};

/// Runs the same steps for every fault. Returns all findings.
fn play<C: Send + Sync + 'static>(harness: &Harness<C>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let configs = [
        r#"{"name": "a"}"#,
        r#"{"name": "a", "size": 5, "color": "red", "tags": ["x", "y"], "password": "p"}"#,
        r#"{"name": "a", "size": 6, "color": "red", "tags": [], "disk": [{"size": 3}]}"#,
        r#"{"name": "a", "size": 7, "color": "red", "tags": [], "disk": [{"size": 3}]}"#,
        r#"{"name": "a", "size": 7, "color": "red", "tags": [], "disk": [{"size": 4}]}"#,
        r#"{"name": "a", "size": 7, "color": "red", "tags": [], "disk": [{"size": 4}]}"#,
        r#"{"name": "b"}"#,
        r#"{"name": "c", "color": "green"}"#,
    ];
    let mut item = harness.resource("shop_item");
    for config in configs {
        findings.extend(item.apply(config).findings);
    }
    findings.extend(item.drift().findings);
    if let Ok(state) = id(&item.refresh()) {
        findings.extend(item.import(&state).findings);
    }
    findings.extend(item.destroy().findings);
    findings
}

fn id(outcome: &tfvalue_testing::Outcome) -> Result<String, ()> {
    let id = outcome.value.get("id").and_then(|id| id.as_str());
    id.map(str::to_owned).ok_or(())
}

fn is(finding: &Finding, kind: FindingKind, path: &str) -> bool {
    finding.kind == kind && finding.path.to_string() == path
}

#[test]
fn a_correct_provider_passes_in_both_protocols() {
    for version in [5, 6] {
        assert_eq!(play(&harness("", version)), []);
    }
}

#[test]
fn each_fault_is_found() {
    for (fault, check, path) in faults() {
        for version in [5, 6] {
            let findings = play(&harness(fault, version));
            let found = findings.iter().any(|finding| is(finding, check, path));
            assert!(
                found,
                "{fault}: {check} at {path:?} is not in {findings:#?}"
            );
        }
    }
}

/// The harness only noticed events on its own thread.
#[test]
fn bugs_are_found_on_any_thread() {
    let harness = Harness::with_block_on(shop::provider(), |call| {
        thread::scope(|scope| scope.spawn(|| crate::ready(call)).join().unwrap())
    });
    harness.configure(r#"{"fault": "plan panics"}"#).succeeds();
    let outcome = harness
        .resource("shop_item")
        .apply(r#"{"name": "a", "color": "red"}"#);
    assert!(outcome.has(FindingKind::Bug, Path::root()), "{outcome}");
}

#[test]
fn values_that_differ_in_their_types_are_printed_with_them() {
    let harness = harness("value changed", 6);
    let outcome = harness.resource("shop_item").apply(r#"{"name": "a"}"#);
    let mut finding = outcome.findings[0].clone();
    finding.expected = Some(Value::null(Type::String));
    finding.actual = Some(Value::null(Type::Dynamic));
    let text = finding.to_string();
    assert!(
        text.ends_with("\n    expected: null of type string\n    got:      null of type dynamic"),
        "{text}"
    );
}

#[test]
fn the_report_names_step_rule_attribute_and_values() {
    let harness = harness("value changed", 6);
    let outcome = harness.resource("shop_item").apply(r#"{"name": "a"}"#);
    assert_eq!(
        outcome.to_string(),
        "step 2 (apply shop_item): 1 finding\n  \
         step 2, ApplyResourceChange: rule ValueChanged at size: was cty.NumberIntVal(1), but now \
         cty.NumberIntVal(99)\n    expected: 1\n    got:      99"
    );
}

/// Each update increments the version, although the plan keeps the prior version.
#[derive(TfSchema)]
#[tf(kind = resource)]
struct Flag {
    #[tf(required)]
    key: Attr<String>,
    #[tf(computed, keep)]
    version: Attr<i64>,
}

impl Resource for Flag {
    const NAME: &'static str = "flag";
    type Client = ();

    async fn create(plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        Ok(Flag {
            version: 1.into(),
            ..plan
        })
    }

    async fn read(state: Self, _: &mut Context<()>) -> Result<Option<Self>, Diagnostics> {
        Ok(Some(state))
    }

    async fn update(_: Self, plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        Ok(Flag {
            version: 2.into(),
            ..plan
        })
    }

    async fn delete(_: Self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

#[test]
fn the_report_names_keep_if_an_update_changes_a_computed_value() {
    let harness = Harness::new(Provider::new::<NoConfig>("shop").resource::<Flag>());
    harness.configure("{}").succeeds();
    let mut flag = harness.resource("shop_flag");
    flag.apply(r#"{"key": "a"}"#).created();
    let outcome = flag.apply(r#"{"key": "b"}"#);
    assert!(outcome.has(Rule::ValueChanged, "version"), "{outcome}");
    assert!(
        outcome
            .to_string()
            .contains("help:     `keep` plans the prior value: remove it"),
        "{outcome}"
    );
}
