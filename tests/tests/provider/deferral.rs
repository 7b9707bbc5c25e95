//! Deferral of a whole provider with `Context::defer` in `configure`.

use prost::Message as _;
use tfvalue::provider::{
    Action, Context, DataSource, DeferReason, Description, DynamicPlan, DynamicResource,
    EphemeralResource, Opened, Plan, Provider, ProviderConfig, Resource,
};
use tfvalue::rules::Rule;
use tfvalue::tfplugin6::{
    ClientCapabilities, Deferred, DynamicValue, ResourceIdentityData, apply_resource_change,
    configure_provider, import_resource_state, open_ephemeral_resource, plan_action,
    plan_resource_change, read_data_source, read_resource, renew_ephemeral_resource,
    validate_resource_config,
};
use tfvalue::{Attr, Diagnostic, Diagnostics, Error, Path, TfSchema, Type, Value, types::TfType};
use tfvalue_testing::{Harness, Outcome};
use tfvalue_tests::no_config::NoConfig;

use crate::call;
use crate::calls::texts;

#[derive(TfSchema)]
#[tf(kind = provider)]
struct Config {
    #[tf(optional)]
    url: Attr<String>,
    #[tf(optional)]
    trouble: Attr<String>,
}

impl ProviderConfig for Config {
    type Client = String;

    async fn configure(self, context: &mut Context<()>) -> Result<String, Diagnostics> {
        context.warn(Diagnostic::warning("Slow", "The service is slow."));
        if self.trouble == "neither" {
            return Err(Diagnostics::new());
        }
        let is_deferred =
            self.url.is_unknown() && context.defer(DeferReason::ProviderConfigUnknown);
        if is_deferred && self.trouble != "client" {
            return Err(Diagnostics::new());
        }
        Ok(self.url.value().cloned().unwrap_or_default())
    }
}

#[derive(TfSchema)]
#[tf(kind(resource, data_source, ephemeral), import = "name", identity = ServerId)]
struct Server {
    #[tf(required)]
    name: Attr<String>,
    #[tf(default = 2)]
    cpus: Attr<i64>,
    #[tf(computed)]
    id: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = identity)]
struct ServerId {
    #[tf(required)]
    name: String,
}

impl Resource for Server {
    const NAME: &'static str = "server";
    type Client = String;
    tfvalue::state_only!(|server| server.id.set("srv-1".to_owned()));

    async fn plan(
        plan: &mut Plan<'_, Self>,
        context: &mut Context<String>,
    ) -> Result<(), Diagnostics> {
        let change = plan.change()?;
        if change.planned.id.is_unknown() {
            change.planned.id.set(context.client().to_string());
        }
        Ok(())
    }
}

impl DataSource for Server {
    const NAME: &'static str = "server";
    type Client = String;

    async fn read(mut config: Self, _: &mut Context<String>) -> Result<Self, Diagnostics> {
        config.id.set("srv-1".to_owned());
        Ok(config)
    }
}

impl EphemeralResource for Server {
    const NAME: &'static str = "server";
    type Client = String;

    async fn open(mut config: Self, _: &mut Context<String>) -> Result<Opened<Self>, Diagnostics> {
        config.id.set("srv-1".to_owned());
        Ok(config.into())
    }
}

/// A resource whose planning function always runs.
#[derive(TfSchema)]
#[tf(kind = resource)]
struct Quota {
    #[tf(required)]
    limit: Attr<i64>,
    #[tf(computed)]
    region: Attr<String>,
}

impl Resource for Quota {
    const NAME: &'static str = "quota";
    const PLANS_DEFERRED: bool = true;
    type Client = String;
    tfvalue::state_only!(|quota| quota.region.set("x"));

    async fn plan(
        plan: &mut Plan<'_, Self>,
        context: &mut Context<String>,
    ) -> Result<(), Diagnostics> {
        let change = plan.change()?;
        change
            .planned
            .region
            .set(format!("of {:?}", context.client()));
        match change.planned.limit.copied() {
            Some(limit) if limit > 100 => Err(Error::msg("too high").at("limit").into()),
            Some(100) => {
                context.defer(DeferReason::AbsentPrereq);
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

/// The same resource, described at run time.
struct Quotas;

impl DynamicResource for Quotas {
    type Client = String;
    const PLANS_DEFERRED: bool = true;

    fn describe(&self) -> Description {
        Description::new(Quota::schema())
    }

    async fn create(&self, plan: Value, _: &mut Context<String>) -> Result<Value, Diagnostics> {
        Ok(plan)
    }

    async fn read(
        &self,
        state: Value,
        _: &mut Context<String>,
    ) -> Result<Option<Value>, Diagnostics> {
        Ok(Some(state))
    }

    async fn delete(&self, _: Value, _: &mut Context<String>) -> Result<(), Diagnostics> {
        Ok(())
    }

    async fn plan(
        &self,
        _: &mut DynamicPlan<'_>,
        _: &mut Context<String>,
    ) -> Result<(), Diagnostics> {
        Err(Error::msg("too high").at("limit").into())
    }
}

#[derive(TfSchema)]
#[tf(kind = action)]
struct Restart {}

impl Action for Restart {
    const NAME: &'static str = "restart";
    type Client = String;

    async fn invoke(_: Self, _: &mut Context<String>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

#[derive(TfSchema)]
#[tf(kind = action)]
struct Stop {}

impl Action for Stop {
    const NAME: &'static str = "stop";
    type Client = ();

    async fn plan(_: Self, context: &mut Context<()>) -> Result<(), Diagnostics> {
        context.defer(DeferReason::AbsentPrereq);
        Ok(())
    }

    async fn invoke(_: Self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

const ALLOWED: Option<ClientCapabilities> = Some(ClientCapabilities {
    deferral_allowed: true,
    write_only_attributes_allowed: true,
    store_planned_private: false,
    computed_blocks_allowed: false,
});

/// Returns the provider after configuring it with an unknown URL.
fn provider(
    trouble: Option<&str>,
    client_capabilities: Option<ClientCapabilities>,
) -> (Provider<String>, Vec<String>) {
    let provider = Provider::new::<Config>("cloud")
        .resource::<Server>()
        .data_source::<Server>()
        .ephemeral_resource::<Server>()
        .action::<Restart>()
        .resource::<Quota>()
        .dynamic_resource("quotas", Quotas);
    let config = Config {
        url: Attr::Unknown(tfvalue::types::Refinements::default()),
        trouble: trouble.map(str::to_owned).into(),
    };
    let request = configure_provider::Request {
        config: Some(DynamicValue::encode_plan(&config).unwrap()),
        client_capabilities,
        ..Default::default()
    };
    let response: configure_provider::Response = call(&provider, "ConfigureProvider", &request);
    let texts = texts(&response.diagnostics);
    (provider, texts)
}

const SLOW: &str = " | Slow | The service is slow.";

fn deferred() -> Provider<String> {
    let (provider, texts) = provider(None, ALLOWED);
    assert_eq!(texts, [SLOW]);
    provider
}

const REASON: Option<DeferReason> = Some(DeferReason::ProviderConfigUnknown);

fn reason(deferred: Option<Deferred>) -> Option<DeferReason> {
    deferred.map(|deferred| deferred.reason())
}

fn server(json: &str) -> DynamicValue {
    let value = tfvalue::json::value_from_slice(json.as_bytes(), &Server::ty()).unwrap();
    DynamicValue::encode_value(&value, &Server::ty()).unwrap()
}

fn unknown() -> DynamicValue {
    DynamicValue::encode_value(&Value::unknown(Server::ty()), &Server::ty()).unwrap()
}

const CONFIG: &str = r#"{"name": "a", "cpus": null, "id": null}"#;

fn plan(client_capabilities: Option<ClientCapabilities>) -> plan_resource_change::Request {
    plan_resource_change::Request {
        type_name: "cloud_server".into(),
        prior_state: Some(DynamicValue::null()),
        proposed_new_state: Some(server(CONFIG)),
        config: Some(server(CONFIG)),
        prior_private: b"{}".to_vec(),
        client_capabilities,
        ..Default::default()
    }
}

/// Without a client, only the annotations determine the plan.
#[test]
fn a_plan_is_deferred() {
    let planned: plan_resource_change::Response =
        call(&deferred(), "PlanResourceChange", &plan(ALLOWED));
    assert_eq!(texts(&planned.diagnostics), [""; 0]);
    assert_eq!(reason(planned.deferred), REASON);
    assert_eq!(planned.planned_private, b"{}");
    let planned: Server = planned.planned_state.unwrap().decode().unwrap();
    assert_eq!(planned.cpus, 2);
    assert!(planned.id.is_unknown());
}

#[test]
fn a_plan_to_destroy_is_deferred() {
    let request = plan_resource_change::Request {
        prior_state: Some(server(r#"{"name": "a", "cpus": 2, "id": "srv-1"}"#)),
        proposed_new_state: Some(DynamicValue::null()),
        config: Some(DynamicValue::null()),
        ..plan(ALLOWED)
    };
    let planned: plan_resource_change::Response = call(&deferred(), "PlanResourceChange", &request);
    assert_eq!(texts(&planned.diagnostics), [""; 0]);
    assert_eq!(reason(planned.deferred), REASON);
    assert!(planned.planned_state.unwrap().is_null());
}

#[test]
fn a_read_is_deferred_and_the_state_remains() {
    let state = server(r#"{"name": "a", "cpus": 2, "id": "srv-1"}"#);
    let identity = ResourceIdentityData {
        identity_data: Some(DynamicValue::encode(&ServerId { name: "a".into() }).unwrap()),
    };
    let request = read_resource::Request {
        type_name: "cloud_server".into(),
        current_state: Some(state.clone()),
        current_identity: Some(identity.clone()),
        private: b"{}".to_vec(),
        client_capabilities: ALLOWED,
        ..Default::default()
    };
    let read: read_resource::Response = call(&deferred(), "ReadResource", &request);
    assert_eq!(texts(&read.diagnostics), [""; 0]);
    assert_eq!(reason(read.deferred), REASON);
    assert_eq!(read.new_state, Some(state));
    assert_eq!(read.new_identity, Some(identity));
    assert_eq!(read.private, b"{}");
}

#[test]
fn imports_data_sources_ephemeral_resources_and_actions_are_deferred() {
    let provider = deferred();
    let request = import_resource_state::Request {
        type_name: "cloud_server".into(),
        id: "a".into(),
        client_capabilities: ALLOWED,
        ..Default::default()
    };
    let imported: import_resource_state::Response =
        call(&provider, "ImportResourceState", &request);
    assert_eq!(texts(&imported.diagnostics), [""; 0]);
    assert_eq!(reason(imported.deferred), REASON);
    assert!(imported.imported_resources.is_empty());

    let request = read_data_source::Request {
        type_name: "cloud_server".into(),
        config: Some(server(CONFIG)),
        client_capabilities: ALLOWED,
        ..Default::default()
    };
    let read: read_data_source::Response = call(&provider, "ReadDataSource", &request);
    assert_eq!(texts(&read.diagnostics), [""; 0]);
    assert_eq!(reason(read.deferred), REASON);
    assert_eq!(read.state, Some(unknown()));

    let request = open_ephemeral_resource::Request {
        type_name: "cloud_server".into(),
        config: Some(server(CONFIG)),
        client_capabilities: ALLOWED,
    };
    let opened: open_ephemeral_resource::Response =
        call(&provider, "OpenEphemeralResource", &request);
    assert_eq!(texts(&opened.diagnostics), [""; 0]);
    assert_eq!(reason(opened.deferred), REASON);
    assert_eq!(opened.result, Some(unknown()));

    let request = plan_action::Request {
        action_type: "cloud_restart".into(),
        client_capabilities: ALLOWED,
        ..Default::default()
    };
    let planned: plan_action::Response = call(&provider, "PlanAction", &request);
    assert_eq!(texts(&planned.diagnostics), [""; 0]);
    assert_eq!(reason(planned.deferred), REASON);
}

#[test]
fn what_cannot_be_deferred_requires_a_client() {
    let provider = deferred();
    let request = validate_resource_config::Request {
        type_name: "cloud_server".into(),
        config: Some(server(CONFIG)),
        ..Default::default()
    };
    let validated: validate_resource_config::Response =
        call(&provider, "ValidateResourceConfig", &request);
    assert_eq!(texts(&validated.diagnostics), [""; 0]);

    let none = " | The provider is not configured | The provider defers everything to a later run of Terraform.";
    let request = apply_resource_change::Request {
        type_name: "cloud_server".into(),
        ..Default::default()
    };
    let applied: apply_resource_change::Response = call(&provider, "ApplyResourceChange", &request);
    assert_eq!(texts(&applied.diagnostics), [none]);
    let request = renew_ephemeral_resource::Request::default();
    let renewed: renew_ephemeral_resource::Response =
        call(&provider, "RenewEphemeralResource", &request);
    assert_eq!(texts(&renewed.diagnostics), [none]);
    // This version of Terraform could not store a deferred change.
    let planned: plan_resource_change::Response =
        call(&provider, "PlanResourceChange", &plan(None));
    assert_eq!(texts(&planned.diagnostics), [none]);
}

/// `Context::defer` returns `false`, and nothing is deferred.
#[test]
fn a_client_without_deferral_is_not_deferred() {
    let denied = ALLOWED.map(|client| ClientCapabilities {
        deferral_allowed: false,
        ..client
    });
    for client in [None, denied] {
        let (provider, texts_of_configure) = provider(None, client);
        assert_eq!(texts_of_configure, [SLOW]);
        let planned: plan_resource_change::Response =
            call(&provider, "PlanResourceChange", &plan(ALLOWED));
        assert_eq!(texts(&planned.diagnostics), [""; 0]);
        assert_eq!(reason(planned.deferred), None);
        assert!(
            planned
                .planned_state
                .unwrap()
                .decode::<Server>()
                .unwrap()
                .id
                == ""
        );
    }
}

/// A provider that has a client can also defer.
#[test]
fn a_client_does_not_prevent_deferral() {
    let (provider, texts_of_configure) = provider(Some("client"), ALLOWED);
    assert_eq!(texts_of_configure, [SLOW]);
    let planned: plan_resource_change::Response =
        call(&provider, "PlanResourceChange", &plan(ALLOWED));
    assert_eq!(texts(&planned.diagnostics), [""; 0]);
    assert_eq!(reason(planned.deferred), REASON);
    assert!(
        planned
            .planned_state
            .unwrap()
            .decode::<Server>()
            .unwrap()
            .id
            .is_unknown()
    );
}

#[test]
fn neither_a_client_nor_an_error_nor_a_deferral_is_a_bug() {
    let (_, texts) = provider(Some("neither"), ALLOWED);
    assert_eq!(texts.len(), 2);
    assert!(
        texts[1].contains("The provider failed, but reported no error."),
        "{texts:?}"
    );
}

/// Returns a harness whose provider is configured with an unknown URL.
fn harness(client_capabilities: ClientCapabilities) -> Harness<String> {
    let provider = Provider::new::<Config>("cloud")
        .resource::<Server>()
        .data_source::<Server>()
        .ephemeral_resource::<Server>();
    let harness = Harness::new(provider).client_capabilities(client_capabilities);
    let config = Value::object([
        ("url", Value::unknown(Type::String)),
        ("trouble", Value::null(Type::String)),
    ]);
    let _ = harness.configure(config.unwrap()).succeeds();
    harness
}

#[test]
fn the_outcome_of_a_step_says_what_is_deferred_and_why() {
    let harness = harness(ALLOWED.unwrap());
    let mut server = harness.resource("cloud_server");
    let name = r#"{"name": "a"}"#;
    let is = |outcome: Outcome, method: &str| {
        let outcome = outcome.defers(DeferReason::ProviderConfigUnknown);
        assert_eq!(outcome.deferred.unwrap().method, method);
        let text =
            format!("\n  {method} is deferred: the configuration of the provider is unknown");
        assert!(outcome.to_string().contains(&text), "{outcome}");
        assert!(outcome.action.is_none());
        outcome
    };
    let planned = is(server.plan(name), "PlanResourceChange");
    assert!(planned.value.is_null());
    is(server.apply(name), "PlanResourceChange");
    is(server.import("a"), "ImportResourceState");
    is(harness.data_source("cloud_server", name), "ReadDataSource");
    is(
        harness.ephemeral_resource("cloud_server", name),
        "OpenEphemeralResource",
    );
    let stored = r#"{"name": "a", "cpus": 2, "id": "srv-1"}"#;
    let _ = server.upgrade(0, stored).succeeds();
    // The state remains.
    for outcome in [server.refresh(), server.apply(name), server.destroy()] {
        let state: Server = is(outcome, "ReadResource").state();
        assert_eq!(state.id, "srv-1");
    }
}

#[test]
fn a_deferral_without_permission_breaks_a_rule() {
    let denied = ClientCapabilities {
        deferral_allowed: false,
        ..ALLOWED.unwrap()
    };
    let provider = std::sync::Arc::new(deferred());
    let harness = Harness::from_fn(move |method, request| {
        // The provider ignores the deferrals that the client allows.
        let request = match method.name {
            "PlanResourceChange" => {
                let mut request = plan_resource_change::Request::decode(request).unwrap();
                request.client_capabilities = ALLOWED;
                request.encode_to_vec()
            }
            _ => request.to_vec(),
        };
        crate::ready(provider.respond(method, &request))
    });
    let harness = harness.client_capabilities(denied);
    let outcome = harness.resource("cloud_server").plan(r#"{"name": "a"}"#);
    assert!(
        outcome.has(Rule::UnexpectedDeferral, Path::root()),
        "{outcome}"
    );
    assert_eq!(
        outcome.deferred.unwrap().reason,
        DeferReason::ProviderConfigUnknown
    );
}

/// The equivalent of `EnablePlanModification` in the Go framework.
#[test]
fn a_resource_can_plan_although_the_provider_defers() {
    let planned = |provider: &Provider<String>, name: &str, limit: i64| {
        let config = Quota {
            limit: limit.into(),
            region: Attr::null(),
        };
        let config = DynamicValue::encode_plan(&config).unwrap();
        let request = plan_resource_change::Request {
            type_name: name.into(),
            prior_state: Some(DynamicValue::null()),
            proposed_new_state: Some(config.clone()),
            config: Some(config),
            client_capabilities: ALLOWED,
            ..Default::default()
        };
        let planned: plan_resource_change::Response =
            call(provider, "PlanResourceChange", &request);
        let region = planned.planned_state.map(|state| {
            let quota: Quota = state.decode().unwrap();
            format!("{:?}", quota.region)
        });
        let errors = texts(&planned.diagnostics);
        (reason(planned.deferred).unwrap(), region, errors)
    };
    let (with_client, _) = provider(Some("client"), ALLOWED);
    let (reason, region, errors) = planned(&with_client, "cloud_quota", 1);
    assert_eq!(
        (reason, errors),
        (DeferReason::ProviderConfigUnknown, Vec::new())
    );
    assert!(region.unwrap().contains("of "));
    // The reason given by the resource comes first.
    assert_eq!(
        planned(&with_client, "cloud_quota", 100).0,
        DeferReason::AbsentPrereq
    );
    for name in ["cloud_quota", "cloud_quotas"] {
        let (reason, _, errors) = planned(&with_client, name, 101);
        assert_eq!(reason, DeferReason::ProviderConfigUnknown);
        assert_eq!(errors.len(), 1, "{errors:?}");
        assert!(
            errors[0].starts_with("limit | ") && errors[0].ends_with("too high"),
            "{errors:?}"
        );
    }
    // Without a client, only the annotations determine the plan.
    for name in ["cloud_quota", "cloud_quotas"] {
        let (_, region, errors) = planned(&deferred(), name, 101);
        assert_eq!(errors, [""; 0]);
        assert!(region.unwrap().contains("unknown"));
    }
}

/// Terraform accepts only one reason.
#[test]
fn an_action_that_is_deferred_for_another_reason_is_found() {
    let provider = Provider::new::<NoConfig>("cloud")
        .action::<Stop>()
        .check_responses(true);
    let configured: configure_provider::Response = call(
        &provider,
        "ConfigureProvider",
        &configure_provider::Request {
            config: Some(DynamicValue::encode_plan(&NoConfig {}).unwrap()),
            ..Default::default()
        },
    );
    assert!(configured.diagnostics.is_empty());
    let request = |client_capabilities| plan_action::Request {
        action_type: "cloud_stop".into(),
        config: Some(DynamicValue::encode_plan(&Stop {}).unwrap()),
        client_capabilities,
    };
    let planned: plan_action::Response = call(&provider, "PlanAction", &request(ALLOWED));
    let texts = texts(&planned.diagnostics);
    assert_eq!(texts.len(), 1);
    let expected = " | Invalid deferred reason | an action can only be deferred because of \
                    PROVIDER_CONFIG_UNKNOWN, got ABSENT_PREREQ";
    assert!(texts[0].starts_with(expected), "{texts:?}");
    let planned: plan_action::Response = call(&provider, "PlanAction", &request(None));
    assert_eq!(planned.deferred, None);
    assert!(planned.diagnostics.is_empty());
    let unchecked = provider.check_responses(false);
    let planned: plan_action::Response = call(&unchecked, "PlanAction", &request(ALLOWED));
    assert_eq!(reason(planned.deferred), Some(DeferReason::AbsentPrereq));
    assert!(planned.diagnostics.is_empty());
}
