//! Structs cannot represent every spelling of a value. Nevertheless, plans and results contain the spelling from the
//! configuration.

use tfvalue::provider::{Context, EphemeralResource, Imported, Opened, Plan, Provider, Resource};
use tfvalue::tfplugin6::{
    DynamicValue, apply_resource_change, import_resource_state, open_ephemeral_resource,
    plan_resource_change,
};
use tfvalue::{Attr, Diagnostics, TfSchema, Type, Unknown, Value, types::TfType};
use tfvalue_tests::no_config::NoConfig;

use crate::call;
use crate::calls::{config, configured, texts};

#[derive(Default, TfSchema)]
#[tf(kind = resource)]
struct Alarm {
    #[tf(optional, lossy)]
    share: Attr<f64>,
    #[tf(optional, empty_as_null)]
    hosts: Unknown<Vec<Attr<String>>>,
    #[tf(optional, empty_as_null)]
    note: Attr<String>,
    #[tf(required, empty_as_null)]
    title: Attr<String>,
    #[tf(default = "", empty_as_null)]
    text: Attr<String>,
    #[tf(computed)]
    label: Attr<String>,
}

impl Resource for Alarm {
    const NAME: &'static str = "alarm";
    type Client = ();

    async fn create(mut plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        (plan.title, plan.text) = (Attr::null(), Attr::null());
        Ok(plan)
    }

    async fn read(state: Self, _: &mut Context<()>) -> Result<Option<Self>, Diagnostics> {
        Ok(Some(state))
    }

    async fn update(_: Self, plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        Ok(plan)
    }

    async fn delete(_: Self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        Ok(())
    }

    async fn plan(plan: &mut Plan<'_, Self>, _: &mut Context<()>) -> Result<(), Diagnostics> {
        plan.change()?.planned.label = "l".into();
        Ok(())
    }

    async fn import(_: String, _: &mut Context<()>) -> Result<Imported<Self>, Diagnostics> {
        Ok(Imported::State(Alarm {
            note: "".into(),
            ..Alarm::default()
        }))
    }
}

#[derive(TfSchema)]
#[tf(kind = ephemeral)]
struct Quota {
    #[tf(required, lossy)]
    share: Attr<f64>,
    #[tf(computed)]
    key: Attr<String>,
}

impl EphemeralResource for Quota {
    const NAME: &'static str = "quota";
    type Client = ();

    async fn open(config: Self, _: &mut Context<()>) -> Result<Opened<Self>, Diagnostics> {
        let key = "k".into();
        Ok(Opened::from(Quota { key, ..config }))
    }
}

/// Creates a provider that checks its responses against Terraform's rules.
fn provider() -> Provider<()> {
    let provider = Provider::new::<NoConfig>("ops")
        .resource::<Alarm>()
        .ephemeral_resource::<Quota>()
        .check_responses(true);
    configured(provider, "{}")
}

#[track_caller]
fn assert_value(value: Option<DynamicValue>, ty: &Type, expected: &str) {
    let value: Value = value.unwrap().decode_value(ty).unwrap();
    assert_eq!(value.to_string(), expected);
}

#[test]
fn results_of_ephemeral_resources_have_the_digits_of_the_configuration() {
    let request = open_ephemeral_resource::Request {
        type_name: "ops_quota".into(),
        config: Some(config(r#"{"share": 0.1234567890123456789, "key": null}"#)),
        ..Default::default()
    };
    let opened: open_ephemeral_resource::Response =
        call(&provider(), "OpenEphemeralResource", &request);
    assert_eq!(texts(&opened.diagnostics), [""; 0]);
    let expected = r#"{ key = "k", share = 0.1234567890123456789 }"#;
    assert_value(opened.result, &Quota::ty(), expected);
}

#[test]
fn plans_of_functions_have_what_the_configuration_has() {
    let provider = provider();
    let alarm = r#"{"share": 0.1234567890123456789, "hosts": [], "note": "", "title": "", "text": null, "label": null}"#;
    let request = plan_resource_change::Request {
        type_name: "ops_alarm".into(),
        prior_state: Some(DynamicValue::null()),
        proposed_new_state: Some(config(alarm)),
        config: Some(config(alarm)),
        ..Default::default()
    };
    let planned: plan_resource_change::Response = call(&provider, "PlanResourceChange", &request);
    assert_eq!(texts(&planned.diagnostics), [""; 0]);
    let expected = r#"{ hosts = [], label = "l", note = "", share = 0.1234567890123456789, text = "", title = "" }"#;
    assert_value(planned.planned_state.clone(), &Alarm::ty(), expected);

    let request = apply_resource_change::Request {
        type_name: "ops_alarm".into(),
        prior_state: Some(DynamicValue::null()),
        planned_state: planned.planned_state,
        config: request.config,
        ..Default::default()
    };
    let applied: apply_resource_change::Response = call(&provider, "ApplyResourceChange", &request);
    assert_eq!(texts(&applied.diagnostics), [""; 0]);
    assert_value(applied.new_state, &Alarm::ty(), expected);
}

#[test]
fn imported_states_have_null_where_the_configuration_can_have_it() {
    let request = import_resource_state::Request {
        type_name: "ops_alarm".into(),
        id: "1".into(),
        ..Default::default()
    };
    let mut imported: import_resource_state::Response =
        call(&provider(), "ImportResourceState", &request);
    assert_eq!(texts(&imported.diagnostics), [""; 0]);
    let state = imported.imported_resources.remove(0).state;
    let expected =
        r#"{ hosts = null, label = null, note = null, share = null, text = "", title = "" }"#;
    assert_value(state, &Alarm::ty(), expected);
}
