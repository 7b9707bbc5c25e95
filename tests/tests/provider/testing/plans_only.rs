//! The findings of `Property::plan_only`, for which nothing is created.

use tfvalue::provider::{Context, Plan, Provider, Resource};
use tfvalue::rules::Rule;
use tfvalue::{Attr, Diagnostics, TfSchema};
use tfvalue_testing::{Failure, FindingKind, Harness, Lint, Property};
use tfvalue_tests::no_config::NoConfig;

use super::shop;

/// Defines a resource whose plan contains a fault.
macro_rules! faulty {
    ($name:ident, $text:literal, |$change:ident| $body:expr) => {
        #[derive(TfSchema)]
        #[tf(kind = resource)]
        struct $name {
            #[tf(computed, keep)]
            id: Attr<String>,
            #[tf(optional)]
            text: Attr<String>,
            #[tf(computed, keep)]
            number: Attr<i64>,
        }

        impl Resource for $name {
            const NAME: &'static str = $text;
            type Client = ();

            tfvalue::state_only!(|it| {
                it.id.set("i-1".to_owned());
                it.number.set(it.number.copied().unwrap_or(0));
            });

            async fn plan(
                plan: &mut Plan<'_, Self>,
                _: &mut Context<()>,
            ) -> Result<(), Diagnostics> {
                #[allow(unused_mut)]
                let mut $change = plan.change()?;
                $body;
                Ok(())
            }
        }
    };
}

faulty!(Correct, "correct", |change| drop(change));
// A different text requires replacement, but an unknown text does not.
faulty!(Decides, "decides", |change| {
    let prior = change.prior.as_ref().and_then(|prior| prior.text.known());
    let planned = change.planned.text.known();
    if planned.is_some() && prior != planned {
        change.require_replace("text");
    }
});
// The number is the length of the text, or 0 if the text is unknown.
faulty!(Counts, "counts", |change| {
    let length = change
        .planned
        .text
        .as_deref()
        .map_or(0, |text| text.len() as i64);
    change.planned.number.set(length);
});
faulty!(Ticks, "ticks", |change| {
    let next = change
        .prior
        .as_ref()
        .and_then(|prior| prior.number.copied());
    change.planned.number.set(next.unwrap_or(0) + 1);
});
faulty!(Forgets, "forgets", |change| change.planned.number =
    Attr::unknown());

fn harness() -> Harness<()> {
    let provider = Provider::new::<NoConfig>("faulty")
        .resource::<Correct>()
        .resource::<Decides>()
        .resource::<Counts>()
        .resource::<Ticks>()
        .resource::<Forgets>();
    let harness = Harness::new(provider);
    harness.configure("{}").succeeds();
    harness
}

#[track_caller]
fn found(name: &str) -> Failure {
    let failures = Property::new(&format!("faulty_{name}"), harness)
        .plan_only()
        .run();
    failures.expect_err("a finding")
}

#[track_caller]
fn assert_found(name: &str, kind: impl Into<FindingKind>, path: &str, text: &str) {
    let failure = found(name);
    let finding = &failure.findings[0];
    assert_eq!(
        (finding.kind, finding.path.to_string().as_str()),
        (kind.into(), path),
        "{failure}"
    );
    assert!(finding.to_string().contains(text), "{failure}");
}

#[test]
fn the_final_plan_is_compared_with_the_first() {
    assert_found(
        "decides",
        Rule::ActionChanged,
        "",
        "changed the planned action from Update to",
    );
    assert_found(
        "counts",
        Rule::ValueChanged,
        "number",
        "was cty.NumberIntVal(0)",
    );
}

#[test]
fn the_next_plan_must_be_empty() {
    let text = "if the plan is applied, the plan after the change was applied has a change";
    assert_found("ticks", Lint::PlanNotEmpty, "number", text);
    let text = "if the plan is applied, planned as unknown although nothing changes";
    assert_found("forgets", Lint::UnknownWithoutChange, "number", text);
}

#[test]
fn a_correct_provider_passes() {
    Property::new("faulty_correct", harness).plan_only().check();
    let shop = || {
        let harness = Harness::new(shop::provider());
        harness.configure("{}").succeeds();
        harness
    };
    Property::new("shop_item", shop).plan_only().check();
}
