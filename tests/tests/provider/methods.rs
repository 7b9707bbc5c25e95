//! Each method of both protocols has a response, even if the provider defines nothing.

use std::collections::BTreeSet;

use prost::Message as _;
use tfvalue::provider::{CallErrorKind, Method, Provider, Streams};
use tfvalue::tfplugin6::{
    RequestChunkMeta, call_function, configure_provider, get_metadata, get_provider_schema,
    move_resource_state, validate_provider_config, write_state_bytes,
};
use tfvalue::{tfplugin5, tfplugin6};
use tfvalue_tests::no_config::NoConfig;

use crate::calls::config;
use crate::{ready, streamed};

/// The response of a provider that has no types.
#[derive(Debug, PartialEq)]
enum Response {
    /// A response without fields: there is nothing to report or to list.
    Empty,
    /// An announcement without errors.
    Announcement,
    /// An error with this text.
    Error(&'static str),
}

use Response::{Announcement, Empty, Error};

/// All methods of protocol 6, and the methods of protocol 5 that have a different name.
const RESPONSES: [(&str, Response); 42] = [
    ("ApplyResourceChange", Error("Unknown resource type")),
    (
        "CallFunction",
        Error("This version of the provider has no function \"x\"."),
    ),
    (
        "CloseEphemeralResource",
        Error("Unknown ephemeral resource type"),
    ),
    ("Configure", Empty),
    ("ConfigureProvider", Empty),
    ("ConfigureStateStore", Error("Unknown state store")),
    ("DeleteState", Error("Unknown state store")),
    ("GenerateResourceConfig", Error("Unknown resource type")),
    ("GetFunctions", Empty),
    ("GetMetadata", Announcement),
    ("GetProviderSchema", Announcement),
    ("GetResourceIdentitySchemas", Empty),
    ("GetSchema", Announcement),
    ("GetStates", Error("Unknown state store")),
    ("ImportResourceState", Error("Unknown resource type")),
    ("InvokeAction", Error("Unknown action")),
    ("ListResource", Error("Unknown list resource")),
    ("LockState", Error("Unknown state store")),
    ("MoveResourceState", Error("Unknown resource type")),
    (
        "OpenEphemeralResource",
        Error("Unknown ephemeral resource type"),
    ),
    ("PlanAction", Error("Unknown action")),
    ("PlanResourceChange", Error("Unknown resource type")),
    ("PrepareProviderConfig", Empty),
    ("ReadDataSource", Error("Unknown data source")),
    ("ReadResource", Error("Unknown resource type")),
    ("ReadStateBytes", Error("Unknown state store")),
    (
        "RenewEphemeralResource",
        Error("Unknown ephemeral resource type"),
    ),
    ("Stop", Empty),
    ("StopProvider", Empty),
    ("UnlockState", Error("Unknown state store")),
    ("UpgradeResourceIdentity", Error("Unknown resource type")),
    ("UpgradeResourceState", Error("Unknown resource type")),
    ("ValidateActionConfig", Error("Unknown action")),
    ("ValidateDataResourceConfig", Error("Unknown data source")),
    ("ValidateDataSourceConfig", Error("Unknown data source")),
    (
        "ValidateEphemeralResourceConfig",
        Error("Unknown ephemeral resource type"),
    ),
    ("ValidateListResourceConfig", Error("Unknown list resource")),
    ("ValidateProviderConfig", Empty),
    ("ValidateResourceConfig", Error("Unknown resource type")),
    ("ValidateResourceTypeConfig", Error("Unknown resource type")),
    ("ValidateStateStoreConfig", Error("Unknown state store")),
    ("WriteStateBytes", Error("Unknown state store")),
];

/// Returns a request for the type `x`.
fn request(method: &str) -> Vec<u8> {
    let type_name = || "x".to_owned();
    let config = Some(config("{}"));
    match method {
        "Configure" | "ConfigureProvider" => configure_provider::Request {
            config,
            ..Default::default()
        }
        .encode_to_vec(),
        "PrepareProviderConfig" | "ValidateProviderConfig" => {
            validate_provider_config::Request { config }.encode_to_vec()
        }
        "MoveResourceState" => move_resource_state::Request {
            target_type_name: type_name(),
            ..Default::default()
        }
        .encode_to_vec(),
        "WriteStateBytes" => write_state_bytes::RequestChunk {
            meta: Some(RequestChunkMeta {
                type_name: type_name(),
                ..Default::default()
            }),
            ..Default::default()
        }
        .encode_to_vec(),
        // In all other requests, the name is the first field.
        _ => call_function::Request {
            name: type_name(),
            ..Default::default()
        }
        .encode_to_vec(),
    }
}

/// Returns the response, or the only message in a stream.
fn response(method: &Method) -> Vec<u8> {
    let provider = Provider::new::<NoConfig>("x");
    let configure = match method.version {
        5 => "Configure",
        _ => "ConfigureProvider",
    };
    let configure = crate::method(method.version, configure);
    ready(provider.respond(configure, &request(configure.name))).unwrap();
    let request = request(method.name);
    if method.streams == Streams::Nothing {
        return ready(provider.respond(method, &request)).unwrap().to_vec();
    }
    let messages = streamed(&provider, method, [request]).unwrap();
    assert_eq!(messages.len(), 1, "{}", method.name);
    messages.concat()
}

#[test]
fn every_method_has_a_response() {
    let mut seen = BTreeSet::new();
    for methods in [tfplugin5::METHODS, tfplugin6::METHODS] {
        for method in methods {
            let name = method.name;
            let Some((_, expected)) = RESPONSES.iter().find(|(known, _)| *known == name) else {
                panic!("{name} is not in the table");
            };
            seen.insert(name);
            let response = response(method);
            match expected {
                // The configuration itself is part of this response.
                Empty if name == "PrepareProviderConfig" => {
                    assert_eq!(response, b"\n\x04\x12\x02{}");
                }
                Empty => assert_eq!(response, b"", "{name}"),
                Announcement => announces_nothing(name, &response),
                Error(text) => assert_eq!(count(&response, text), 1, "{name}: {response:?}"),
            }
        }
    }
    assert_eq!(seen.len(), RESPONSES.len());
}

fn announces_nothing(method: &str, response: &[u8]) {
    if method == "GetMetadata" {
        let metadata = get_metadata::Response::decode(response).unwrap();
        assert!(
            metadata
                .server_capabilities
                .unwrap()
                .get_provider_schema_optional
        );
        assert!(metadata.diagnostics.is_empty() && metadata.resources.is_empty());
    } else {
        let schemas = get_provider_schema::Response::decode(response).unwrap();
        assert!(schemas.server_capabilities.unwrap().move_resource_state);
        assert!(schemas.provider.is_some());
        assert!(schemas.diagnostics.is_empty() && schemas.resource_schemas.is_empty());
    }
}

fn count(response: &[u8], text: &str) -> usize {
    let parts = response.windows(text.len());
    parts.filter(|part| *part == text.as_bytes()).count()
}

#[test]
fn a_method_of_one_protocol_is_unknown_in_the_other() {
    for (version, methods, other) in [
        (5, tfplugin5::METHODS, tfplugin6::METHODS),
        (6, tfplugin6::METHODS, tfplugin5::METHODS),
    ] {
        for method in methods {
            assert_eq!(Method::find(version, method.name), Some(method));
        }
        for method in other {
            let is_known = methods.iter().any(|known| known.name == method.name);
            assert_eq!(Method::find(version, method.name).is_some(), is_known);
        }
    }
    assert_eq!(Method::find(6, ""), None);
    assert_eq!(Method::find(4, "Stop"), None);
}

#[test]
fn a_method_with_a_stream_is_no_method_without() {
    let provider = Provider::new::<NoConfig>("x");
    for method in tfplugin6::METHODS {
        let error = match method.streams {
            Streams::Nothing => streamed(&provider, method, []).unwrap_err(),
            _ => ready(provider.respond(method, b"")).unwrap_err(),
        };
        assert_eq!(error.kind(), CallErrorKind::Unimplemented);
        assert!(error.to_string().contains(method.name), "{error}");
    }
}
