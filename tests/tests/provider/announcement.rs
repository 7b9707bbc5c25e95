//! Schemas, metadata and capabilities.

use std::panic;

use prost::Message;
use tfvalue::provider::{CallErrorKind, Context, Provider, Resource};
use tfvalue::{Attr, Diagnostics, TfSchema, tfplugin5, tfplugin6};
use tfvalue_tests::no_config::NoConfig;

use crate::notes::provider;
use crate::{call, call_version, method, ready};

#[test]
fn both_versions_announce_the_same() {
    let provider = provider();
    let request = tfplugin6::get_provider_schema::Request::default();
    let six: tfplugin6::get_provider_schema::Response =
        call(&provider, "GetProviderSchema", &request);
    assert!(six.diagnostics.is_empty(), "{:?}", six.diagnostics);
    assert_eq!(six.resource_schemas["notes_note"].version, 1);
    assert!(six.data_source_schemas.contains_key("notes_count"));
    assert!(six.ephemeral_resource_schemas.contains_key("notes_key"));
    assert!(six.list_resource_schemas.contains_key("notes_note"));
    assert!(six.action_schemas.contains_key("notes_clear"));
    assert!(six.functions.contains_key("divide"));
    assert!(six.server_capabilities.unwrap().move_resource_state);
    let five: tfplugin5::get_provider_schema::Response =
        call_version(&provider, 5, "GetSchema", &request);
    assert!(five.diagnostics.is_empty());
    assert!(five.resource_schemas.contains_key("notes_note"));
    assert!(five.action_schemas.contains_key("notes_clear"));
    let schemas = provider.schemas().unwrap();
    assert!(schemas.resource_identity_schemas.contains_key("notes_note"));
    let identities: tfplugin6::get_resource_identity_schemas::Response =
        call(&provider, "GetResourceIdentitySchemas", &request);
    assert!(identities.identity_schemas.contains_key("notes_note"));
}

#[test]
fn metadata_names_all_parts() {
    let request = tfplugin6::get_metadata::Request::default();
    let six: tfplugin6::get_metadata::Response = call(&provider(), "GetMetadata", &request);
    let five: tfplugin5::get_metadata::Response =
        call_version(&provider(), 5, "GetMetadata", &request);
    assert_eq!(six.resources[0].type_name, "notes_note");
    assert_eq!(six.data_sources[0].type_name, "notes_count");
    assert_eq!(six.ephemeral_resources[0].type_name, "notes_key");
    assert_eq!(six.list_resources[0].type_name, "notes_note");
    assert_eq!(six.actions[0].type_name, "notes_clear");
    assert_eq!(six.functions[0].name, "divide");
    assert_eq!(five.actions, six.actions);
    assert_eq!(five.go_actions, six.actions);
    assert_eq!(five.functions, six.functions);
}

#[test]
fn the_announcement_is_encoded_once() {
    let provider = provider();
    let announced = || ready(provider.respond(method(6, "GetProviderSchema"), b"")).unwrap();
    assert_eq!(announced().as_ptr(), announced().as_ptr());
}

#[test]
fn malformed_requests_are_errors() {
    let provider = provider();
    for method in tfplugin6::METHODS {
        match ready(provider.respond(method, b"\xff\xff")) {
            Err(error) => assert!(
                matches!(
                    error.kind(),
                    CallErrorKind::InvalidArgument | CallErrorKind::Unimplemented
                ),
                "{}",
                method.name
            ),
            // These messages have no fields, so the request is not read.
            Ok(_) => assert!(
                [
                    "GetMetadata",
                    "GetProviderSchema",
                    "GetResourceIdentitySchemas",
                    "StopProvider"
                ]
                .contains(&method.name),
                "{}",
                method.name
            ),
        }
    }
}

/// Protocol 5 has no nested attributes, and cannot represent computed members of a nested attribute.
#[derive(TfSchema)]
#[tf(kind = resource)]
struct Modern {
    #[tf(optional)]
    part: Attr<Part>,
}

#[derive(TfSchema)]
struct Part {
    #[tf(computed)]
    id: Attr<String>,
}

impl Resource for Modern {
    const NAME: &'static str = "modern";
    type Client = ();

    async fn create(plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        Ok(plan)
    }

    async fn read(state: Self, _: &mut Context<()>) -> Result<Option<Self>, Diagnostics> {
        let _ = state.part.value().map(|part| &part.id);
        Ok(Some(state))
    }

    async fn delete(_: Self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

#[test]
fn version_5_leaves_out_what_it_cannot_represent() {
    let provider = Provider::new::<NoConfig>("x").resource::<Modern>();
    let five = ready(provider.respond(method(5, "GetSchema"), b"")).unwrap();
    let five = tfplugin5::get_provider_schema::Response::decode(five).unwrap();
    assert!(five.resource_schemas.is_empty());
    let [warning] = &five.diagnostics[..] else {
        panic!("{:?}", five.diagnostics)
    };
    assert_eq!(warning.summary, "Not available in protocol 5");
    let detail = "resource_schemas[\"x_modern\"].part.id: protocol 5 has no nested attributes";
    assert!(warning.detail.starts_with(detail), "{}", warning.detail);
    let six = ready(provider.respond(method(6, "GetProviderSchema"), b"")).unwrap();
    let six = tfplugin6::get_provider_schema::Response::decode(six).unwrap();
    assert!(six.resource_schemas.contains_key("x_modern"));
}

#[test]
#[should_panic(expected = "\"x_modern\" is added twice")]
fn two_resources_with_a_name() {
    let _ = Provider::new::<NoConfig>("x")
        .resource::<Modern>()
        .resource::<Modern>();
}

#[test]
fn the_name_is_the_last_part_of_the_address() {
    for address in [
        "a-1",
        "me/a-1",
        "example.com/me/a-1",
        "localhost:8080/me/a-1",
    ] {
        assert_eq!(Provider::new::<NoConfig>(address).name(), "a-1");
    }
    for address in [
        "", "X", "a--b", "a_b", "/a", "a/", "me//a", "/me/a", "h/t/t/p", "a b/c/d",
    ] {
        let new = panic::catch_unwind(|| Provider::new::<NoConfig>(address));
        assert!(new.is_err(), "{address:?}");
    }
}

#[test]
#[should_panic(expected = "\"X\" is not the source address of a provider")]
fn invalid_address() {
    let _ = Provider::new::<NoConfig>("X");
}
