//! `Provider::fall_back_to`: two providers as one.

mod calls;
mod computed_blocks;
mod config;
mod old;
mod process;

use std::collections::BTreeSet;
use std::process::Command;

use tfvalue::prost::Message as _;
use tfvalue::prost::bytes::Bytes;
use tfvalue::provider::{Context, Function, Provider, ProviderConfig, Resource};
use tfvalue::serve::InProcess;
use tfvalue::{Attr, Diagnostic, Diagnostics, TfFunction, TfSchema, Unknown};
use tfvalue::{tfplugin5, tfplugin6};
use tfvalue_client::{CallError, Client, Method};
use tfvalue_testing::Harness;

use self::old::Old;
use super::run;

/// A field with the number 1000, which does not exist in any message.
const UNKNOWN_FIELD: [u8; 6] = [0xc2, 0x3e, 3, b'n', b'e', b'w'];

/// The part of the other provider's configuration that this provider needs.
#[derive(TfSchema)]
#[tf(kind = provider)]
struct Config {
    #[tf(required)]
    url: Attr<String>,
}

impl ProviderConfig for Config {
    type Client = String;

    async fn configure(self, context: &mut Context<()>) -> Result<String, Diagnostics> {
        let url = self.url.require("url")?;
        if url == "warn" {
            context.warn(Diagnostic::warning("Both", "The same."));
            context.warn(Diagnostic::warning("New", "Only here."));
        }
        Ok(url.clone())
    }
}

/// The resource of this provider, which stores the URL from the provider's configuration.
#[derive(TfSchema)]
#[tf(kind = resource)]
struct Disk {
    #[tf(computed, keep)]
    url: Attr<String>,
}

impl Resource for Disk {
    const NAME: &'static str = "disk";
    type Client = String;

    async fn create(mut plan: Self, context: &mut Context<String>) -> Result<Self, Diagnostics> {
        plan.url.set(context.client().as_str());
        Ok(plan)
    }

    async fn read(state: Self, _: &mut Context<String>) -> Result<Option<Self>, Diagnostics> {
        Ok(Some(state))
    }

    async fn delete(_: Self, _: &mut Context<String>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

#[derive(TfFunction)]
#[tf(returns = String)]
struct Same {
    text: String,
}

impl Function for Same {
    const NAME: &'static str = "same";

    async fn run(self) -> Result<String, Diagnostics> {
        Ok(self.text)
    }
}

fn provider() -> Provider<String> {
    Provider::new::<Config>("example/cloud")
        .resource::<Disk>()
        .function::<Same>()
}

fn respond(
    provider: &Provider<String>,
    version: u32,
    method: &str,
    request: &[u8],
) -> Result<Bytes, CallError> {
    let method = Method::find(version, method).unwrap();
    run(provider.respond(method, request))
}

/// The types of both providers are announced, regardless of the protocol versions that the providers and Terraform use.
#[test]
fn both_are_announced() {
    for theirs in [5, 6] {
        let old = Old::default();
        let (_served, client) = old.serve(theirs);
        let provider = provider().fall_back_to(client);
        let has_store = theirs == 6;

        let response = respond(&provider, 6, "GetProviderSchema", b"").unwrap();
        let response = tfplugin6::get_provider_schema::Response::decode(response).unwrap();
        assert_eq!(response.diagnostics, []);
        let names: BTreeSet<_> = response.resource_schemas.keys().collect();
        let resources = ["cloud_disk", "cloud_network", "cloud_server"];
        assert_eq!(Vec::from_iter(names), resources);
        assert_eq!(response.functions.len(), 2);
        assert!(response.list_resource_schemas.contains_key("cloud_server"));
        assert!(response.action_schemas.contains_key("cloud_reboot"));
        assert_eq!(response.state_store_schemas.len(), usize::from(has_store));
        // The configuration has the other provider's schema.
        let config = response.provider.unwrap().decode_block().unwrap();
        assert_eq!((config.attributes.len(), config.block_types.len()), (2, 1));
        let capabilities = response.server_capabilities.unwrap();
        assert_eq!(capabilities.plan_destroy, theirs == 5);
        assert_eq!(capabilities.get_provider_schema_optional, theirs == 6);
        assert!(capabilities.move_resource_state && !capabilities.generate_resource_config);
        // If the versions are the same, no field is lost.
        let block = response.resource_schemas["cloud_server"].block.as_ref();
        let is_kept = block.unwrap().ends_with(&UNKNOWN_FIELD);
        assert_eq!(is_kept, theirs == 6);

        let response = respond(&provider, 5, "GetSchema", b"").unwrap();
        let response = tfplugin5::get_provider_schema::Response::decode(response).unwrap();
        assert_eq!(response.resource_schemas.len(), 3);
        let warnings = response.diagnostics.iter().map(|one| one.detail.as_str());
        let expected = [r#"state_store_schemas["cloud_store"]: protocol 5 has no state stores"#];
        assert_eq!(Vec::from_iter(warnings), expected[..usize::from(has_store)]);

        let response = respond(&provider, 6, "GetMetadata", b"").unwrap();
        let response = tfplugin6::get_metadata::Response::decode(response).unwrap();
        let names = response.resources.iter().map(|one| one.type_name.as_str());
        assert_eq!(Vec::from_iter(names), resources);
        assert_eq!(response.actions[0].type_name, "cloud_reboot");
        assert_eq!(response.state_stores.len(), usize::from(has_store));
        let response = respond(&provider, 5, "GetMetadata", b"").unwrap();
        let response = tfplugin5::get_metadata::Response::decode(response).unwrap();
        assert_eq!(response.actions[0].type_name, "cloud_reboot");
        let response = respond(&provider, 6, "GetFunctions", b"").unwrap();
        let response = tfplugin6::get_functions::Response::decode(response).unwrap();
        assert_eq!(response.functions.len(), 2);
        let response = respond(&provider, 6, "GetResourceIdentitySchemas", b"").unwrap();
        let response = tfplugin6::get_resource_identity_schemas::Response::decode(response);
        assert!(
            response
                .unwrap()
                .identity_schemas
                .contains_key("cloud_server")
        );

        let schemas = provider.schemas().unwrap();
        let names: Vec<_> = schemas.resource_schemas.keys().collect();
        assert_eq!(names, resources);
        assert!(
            schemas
                .resource_identity_schemas
                .contains_key("cloud_server")
        );
        assert!(
            schemas
                .provider
                .unwrap()
                .block
                .block_type("limits")
                .is_some()
        );

        // Each method was called once.
        for method in ["GetProviderSchema", "GetResourceIdentitySchemas"] {
            assert_eq!(old.requests(method).len(), 1);
        }

        // A client also sees a single provider.
        let source = "registry.terraform.io/example/cloud";
        let served = InProcess::start(provider).unwrap();
        for version in [5, 6] {
            let client = Client::attach(&served.reattach(source, version), source).wait();
            let request = tfplugin6::get_metadata::Request::default();
            let response = client.unwrap().get_metadata(&request).wait().unwrap();
            assert_eq!(response.actions[0].type_name, "cloud_reboot");
            let has_store = has_store && version == 6;
            assert_eq!(response.state_stores.len(), usize::from(has_store));
        }
    }
}

/// An object of this provider can go through its whole lifecycle alongside the other provider.
#[test]
fn own_resources_work() {
    for (ours, theirs) in [(5, 6), (6, 5), (6, 6)] {
        let old = Old::default();
        old.responds("ValidateProviderConfig", &[b""]);
        old.responds("ConfigureProvider", &[b""]);
        let (_served, client) = old.serve(theirs);
        let harness = Harness::new(provider().fall_back_to(client)).protocol(ours);
        harness
            .configure(r#"{"url": "a", "token": "s3cret"}"#)
            .succeeds();
        assert_eq!(*harness.client(), "a");
        let mut disk = harness.resource("cloud_disk");
        let created = disk.apply("{}").created();
        assert_eq!(created.value.get("url").unwrap().as_str(), Some("a"));
        disk.apply("{}").unchanged();
        let text = harness.function("same", &["a".into()]).unwrap();
        assert_eq!(text.as_str(), Some("a"));
    }
}

/// The names and attributes that cannot exist in both providers.
#[derive(TfSchema)]
#[tf(kind = provider)]
struct Conflicts {
    #[tf(optional)]
    url: Attr<i64>,
    #[tf(optional)]
    token: Attr<String>,
    #[tf(optional)]
    zone: Attr<String>,
    #[tf(block)]
    limits: Unknown<Vec<Limits>>,
}

#[derive(TfSchema)]
struct Limits {
    #[tf(optional)]
    requests: Attr<i64>,
}

impl ProviderConfig for Conflicts {
    type Client = String;

    async fn configure(self, _: &mut Context<()>) -> Result<String, Diagnostics> {
        _ = (self.url, self.token, self.zone, self.limits);
        Ok(String::new())
    }
}

impl Limits {
    fn _requests(self) -> Attr<i64> {
        self.requests
    }
}

#[test]
fn conflicts_are_errors() {
    let old = Old::default();
    let (_served, client) = old.serve(5);
    let provider = Provider::new::<Conflicts>("example/cloud")
        .resource_as::<Disk>("server")
        .resource_as::<Disk>("network")
        .fall_back_to(client);
    let expected = [
        r#"resource_schemas["cloud_network"]: the other provider has it, too: remove it from one of them"#,
        r#"resource_schemas["cloud_server"]: the other provider has it, too: remove it from one of them"#,
        "provider.token: it must be as in the other provider, but is no longer sensitive",
        r#"provider.url: it must be as in the other provider, but type changed from "string" to "number""#,
        "provider.url: it must be as in the other provider, but is no longer required",
        "provider.zone: the other provider does not have it: remove it",
        "provider.limits: it must be as in the other provider, but maximum number of blocks changed from 1 to unlimited",
        "provider.limits.calls: the other provider has it: add it",
        "provider.limits.requests: the other provider does not have it: remove it",
    ];
    let error = provider.schemas().unwrap_err();
    let faults: Vec<_> = error.faults().map(ToString::to_string).collect();
    assert_eq!(faults, expected);
    let response = respond(&provider, 6, "GetProviderSchema", b"").unwrap();
    let response = tfplugin6::get_provider_schema::Response::decode(response).unwrap();
    let details = response.diagnostics.iter().map(|one| one.detail.as_str());
    assert_eq!(Vec::from_iter(details), expected);
    assert_eq!(
        response.diagnostics[0].summary,
        "Conflict with the other provider"
    );
}

/// Terraform prints the reason why the other provider does not start.
#[test]
fn a_provider_that_does_not_start_is_an_error() {
    let client = Client::start(&Command::new("./no-such-program"));
    let provider = provider().fall_back_to(client);
    let error = provider.schemas().unwrap_err().to_string();
    assert!(error.contains("The other provider failed"), "{error}");
    let response = respond(&provider, 6, "GetProviderSchema", b"").unwrap();
    let response = tfplugin6::get_provider_schema::Response::decode(response).unwrap();
    let [diagnostic] = &response.diagnostics[..] else {
        panic!("{response:?}");
    };
    assert!(
        diagnostic.detail.contains("no-such-program"),
        "{diagnostic:?}"
    );
}
