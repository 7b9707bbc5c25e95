//! A `plan` function that does not read the plan.

use std::cell::Cell;

use tfvalue::provider::{Context, Plan, Provider, Resource};
use tfvalue::tfplugin6::plan_resource_change;
use tfvalue::{Attr, Diagnostic, Diagnostics, TfSchema};
use tfvalue_tests::no_config::NoConfig;

use crate::call;
use crate::calls::{config as json, configured, texts};

thread_local! {
    static CALLS: Cell<u32> = const { Cell::new(0) };
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Certificate {
    #[tf(optional)]
    name: Attr<String>,
    #[tf(optional)]
    usage: Attr<Usage>,
    #[tf(computed)]
    serial: Attr<i64>,
}

#[derive(TfSchema)]
struct Usage {
    #[tf(optional)]
    signing: Attr<bool>,
}

impl Resource for Certificate {
    const NAME: &'static str = "certificate";
    type Client = ();

    tfvalue::state_only!(|certificate| {
        if certificate.serial.is_unknown() {
            certificate.serial.set(7);
        }
    });

    async fn plan(_: &mut Plan<'_, Self>, context: &mut Context<()>) -> Result<(), Diagnostics> {
        CALLS.set(CALLS.get() + 1);
        context.warn(Diagnostic::warning(
            "Short lifetime",
            "The certificate expires in a day.",
        ));
        Ok(())
    }
}

/// Plans an update of a stored object. Returns the planned serial number, and the number of calls of the function.
#[track_caller]
fn update(config: &str) -> (Attr<i64>, u32) {
    let provider = configured(
        Provider::new::<NoConfig>("x").resource::<Certificate>(),
        "{}",
    );
    CALLS.set(0);
    let prior = r#"{"name": "a", "usage": {"signing": true}, "serial": 7}"#;
    let request = plan_resource_change::Request {
        type_name: "x_certificate".to_owned(),
        prior_state: Some(json(prior)),
        proposed_new_state: Some(json(config)),
        config: Some(json(config)),
        ..Default::default()
    };
    let response: plan_resource_change::Response = call(&provider, "PlanResourceChange", &request);
    assert_eq!(
        texts(&response.diagnostics),
        [" | Short lifetime | The certificate expires in a day."]
    );
    let planned: Certificate = response.planned_state.unwrap().decode().unwrap();
    (planned.serial, CALLS.get())
}

#[test]
fn a_function_that_does_not_read_the_plan() {
    let rows = [
        (
            r#"{"name": "a", "usage": {"signing": true}, "serial": null}"#,
            7.into(),
            1,
        ),
        (
            r#"{"name": "b", "usage": {"signing": true}, "serial": null}"#,
            Attr::unknown(),
            2,
        ),
        (
            r#"{"name": "a", "usage": {"signing": false}, "serial": null}"#,
            Attr::unknown(),
            2,
        ),
        (
            r#"{"name": "a", "usage": null, "serial": null}"#,
            Attr::unknown(),
            2,
        ),
    ];
    for (config, serial, calls) in rows {
        assert_eq!(update(config), (serial, calls), "{config}");
    }
}
