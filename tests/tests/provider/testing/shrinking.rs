//! Tests the smallest failing case: it contains nothing irrelevant, and has the fault that was found first.

use tfvalue::provider::{Context, Provider, Resource};
use tfvalue::{Attr, Diagnostics, Dynamic, Error, TfSchema};
use tfvalue_testing::{Config, Failure, FindingKind, Harness, Property};
use tfvalue_tests::no_config::NoConfig;

/// A parcel that exists only in the state.
#[derive(Clone, Default, TfSchema)]
#[tf(kind = resource)]
struct Parcel {
    #[tf(required)]
    fault: Attr<String>,
    #[tf(required)]
    color: Attr<String>,
    #[tf(optional)]
    meta: Dynamic,
    #[tf(optional)]
    size: Attr<i64>,
    #[tf(optional)]
    parts: Attr<Vec<Attr<Part>>>,
    #[tf(computed, keep)]
    owner: Attr<String>,
}

#[derive(Clone, Default, TfSchema)]
struct Part {
    #[tf(required)]
    weight: Attr<i64>,
    #[tf(optional)]
    label: Attr<String>,
}

impl Resource for Parcel {
    const NAME: &'static str = "parcel";
    type Client = ();

    async fn create(mut plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        plan.owner.set("ann");
        let fault = plan.fault.require("fault")?.clone();
        let is_large = plan.size.value() > Some(&9);
        match &*fault {
            "part" => {
                let part = plan.parts.value_mut().and_then(|parts| parts.first_mut());
                if let Some(part) = part.and_then(Attr::value_mut) {
                    part.weight = part.weight.value().map(|weight| weight + 1).into();
                }
            }
            "meta"
                if plan
                    .meta
                    .value()
                    .is_some_and(|meta| meta.as_bool().is_some()) =>
            {
                plan.meta.set_null();
            }
            "errors" if plan.color == "a" => {
                return Err(Error::msg("there is no such color").into());
            }
            "errors" if is_large => {
                return Err(Error::msg("the parcel is too large").into());
            }
            "values" if is_large => {
                if plan.color == "a" {
                    plan.color.set("b");
                }
                plan.size.set(1);
            }
            _ => {}
        }
        Ok(plan)
    }

    async fn read(state: Self, _: &mut Context<()>) -> Result<Option<Self>, Diagnostics> {
        // A parcel without an owner does not exist.
        Ok(Some(state).filter(|state| !state.owner.is_null()))
    }

    async fn update(_: Self, plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        Ok(plan)
    }

    async fn delete(_: Self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

fn harness() -> Harness<()> {
    let provider = Provider::new::<NoConfig>("post").resource::<Parcel>();
    let harness = Harness::new(provider);
    harness.configure("{}").succeeds();
    // There is nothing to delete: the object remains readable after being destroyed.
    harness.allow(tfvalue_testing::Lint::NotDeleted, tfvalue::Path::root())
}

fn failure(fault: &str, seed: u64) -> Failure {
    let property = Property::new("post_parcel", harness)
        .hint("fault", &format!("[{fault:?}]"))
        .hint("color", r#"["red", "green"]"#)
        .hint("size", "[5, 50]");
    property.seed(seed).run().unwrap_err()
}

#[test]
fn what_does_not_matter_is_not_configured() {
    for seed in 1..4 {
        let failure = failure("part", seed);
        let expected = r#"{"color":"a","fault":"part","parts":[{"weight":1}]}"#;
        assert_eq!(failure.configs, [expected], "{failure}");
    }
}

#[test]
fn dynamic_values_are_written_as_in_a_configuration() {
    for seed in 1..4 {
        let failure = failure("meta", seed);
        let expected = r#"{"color":"a","fault":"meta","meta":false}"#;
        assert_eq!(failure.configs, [expected], "{failure}");
        // The text can be copied into a test.
        let harness = harness();
        let config = Config::from(failure.configs[0].clone());
        let outcome = harness.resource("post_parcel").apply(config);
        assert!(outcome.has(failure.findings[0].kind, "meta"), "{outcome}");
    }
}

#[test]
fn the_fault_stays_the_one_that_was_found() {
    for seed in 1..4 {
        let failure = failure("errors", seed);
        let [finding] = &failure.findings[..] else {
            panic!("{failure}");
        };
        assert_eq!(finding.kind, FindingKind::UnexpectedError);
        assert!(
            finding.problem.ends_with("the parcel is too large"),
            "{failure}"
        );
        let expected = r#"{"color":"b","fault":"errors","size":10}"#;
        assert_eq!(failure.configs, [expected], "{failure}");
    }
    for seed in 1..4 {
        let failure = failure("values", seed);
        let paths: Vec<_> = failure
            .findings
            .iter()
            .map(|one| one.path.to_string())
            .collect();
        assert_eq!(paths, ["size"], "{failure}");
    }
}
