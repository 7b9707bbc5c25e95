//! The private data from the first plan of a change, which the second plan receives.

use std::sync::atomic::{AtomicU32, Ordering};

use tfvalue::provider::{ClientCapabilities, Context, Plan, Provider, Resource};
use tfvalue::tfplugin6::{self, DynamicValue, plan_resource_change};
use tfvalue::{Attr, Diagnostics, TfSchema};
use tfvalue_testing::Harness;
use tfvalue_tests::no_config::NoConfig;

use crate::call;
use crate::calls::configured;

/// A value that is different in each call.
fn random() -> u32 {
    static LAST: AtomicU32 = AtomicU32::new(0);
    LAST.fetch_add(1, Ordering::Relaxed)
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Password {
    #[tf(optional, replace)]
    length: Attr<u32>,
    /// A new value is generated for each rotation.
    #[tf(optional)]
    rotation: Attr<u32>,
    #[tf(computed)]
    value: Attr<u32>,
}

impl Resource for Password {
    const NAME: &'static str = "password";
    type Client = ();

    tfvalue::state_only!(|password| {
        if password.value.is_unknown() {
            password.value.set(random());
        }
    });

    async fn plan(plan: &mut Plan<'_, Self>, context: &mut Context<()>) -> Result<(), Diagnostics> {
        let is_possible = context.client_capabilities().store_planned_private;
        let change = plan.change()?;
        if change.planned.value.is_unknown() && is_possible {
            let value = context.planned_private("value")?.unwrap_or_else(random);
            context.set_private("value", &value)?;
            change.planned.value.set(value);
        }
        Ok(())
    }
}

fn provider() -> Provider<()> {
    Provider::new::<NoConfig>("x").resource::<Password>()
}

#[test]
fn a_random_value_is_planned_once() {
    let harness = Harness::new(provider());
    harness.configure("{}").succeeds();
    let mut password = harness.resource("x_password");
    let value = |created: &tfvalue_testing::Outcome| created.state::<Password>().value;
    let created = password.apply(r#"{"length": 8}"#).created();
    assert_eq!(created.plan::<Password>().value, value(&created));
    let first = value(&created);

    // The private data of the object contains the old value, which does not come from a plan.
    let updated = password.apply(r#"{"length": 8, "rotation": 1}"#);
    let updated = updated.updated();
    assert_eq!(updated.plan::<Password>().value, value(&updated));
    assert_ne!(value(&updated), first);

    let replaced = password.apply(r#"{"length": 9, "rotation": 1}"#);
    let replaced = replaced.replaced();
    assert_eq!(replaced.plan::<Password>().value, value(&replaced));
    password.destroy().destroyed();
}

#[test]
fn clients_without_the_capability_plan_an_unknown_value() {
    let older = ClientCapabilities::default();
    for harness in [
        Harness::new(provider()).client_capabilities(older),
        Harness::new(provider()).protocol(5),
    ] {
        harness.configure("{}").succeeds();
        let mut password = harness.resource("x_password");
        let created = password.apply("{}");
        assert!(created.created().plan::<Password>().value.is_unknown());
        password.apply(r#"{"rotation": 1}"#).updated();
    }
}

#[test]
fn it_is_not_the_private_data_of_the_object() {
    let config = Password {
        length: Attr::null(),
        rotation: Attr::null(),
        value: Attr::null(),
    };
    let config = DynamicValue::encode(&config).unwrap();
    let mut request = plan_resource_change::Request {
        type_name: "x_password".to_owned(),
        prior_state: Some(DynamicValue::null()),
        proposed_new_state: Some(config.clone()),
        config: Some(config),
        prior_private: br#"{"value":1000,"other":2}"#.to_vec(),
        planned_private: br#"{"value":1001}"#.to_vec(),
        client_capabilities: Some(tfplugin6::ClientCapabilities {
            store_planned_private: true,
            ..Default::default()
        }),
        ..Default::default()
    };
    let provider = configured(provider(), "{}");
    let plan = |request: &plan_resource_change::Request| -> plan_resource_change::Response {
        call(&provider, "PlanResourceChange", request)
    };
    let planned = plan(&request);
    assert_eq!(planned.diagnostics, []);
    assert_eq!(planned.planned_private, br#"{"other":2,"value":1001}"#);
    let planned: Password = planned.planned_state.unwrap().decode().unwrap();
    assert_eq!(planned.value, 1001);

    request.planned_private = b"secret, and not JSON".to_vec();
    let planned = plan(&request);
    let [error] = &planned.diagnostics[..] else {
        panic!("{:?}", planned.diagnostics)
    };
    assert!(
        error.detail.contains("a JSON object is required"),
        "{}",
        error.detail
    );
    assert!(!error.detail.contains("secret"), "{}", error.detail);
}
