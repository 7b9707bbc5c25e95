//! Each method of both protocols has an answer, also if the provider has nothing.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use prost::Message as _;
use prost::bytes::Bytes;
use tfvalue::provider::{CallErrorKind, Provider};
use tfvalue::tfplugin6::{
    Method, RequestChunkMeta, Streams, call_function, configure_provider, get_metadata,
    get_provider_schema, move_resource_state, validate_provider_config, write_state_bytes,
};
use tfvalue::{tfplugin5, tfplugin6};
use tfvalue_tests::no_config::NoConfig;

use crate::calls::config;
use crate::ready;

/// What a provider without any types answers.
#[derive(Debug, PartialEq)]
enum Answered {
    /// A response without fields: nothing is wrong, or there is nothing to list.
    Empty,
    /// An announcement without errors.
    Announcement,
    /// An error with this text.
    Error(&'static str),
}

use Answered::{Announcement, Empty, Error};

/// All methods of protocol 6, and those of protocol 5 with another name.
const ANSWERS: [(&str, Answered); 42] = [
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

/// Returns a request about the type `x`.
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
        .encode_length_delimited_to_vec(),
        // In all others, the name is the first field.
        _ => call_function::Request {
            name: type_name(),
            ..Default::default()
        }
        .encode_to_vec(),
    }
}

/// Returns the answer, or the only message of a stream.
fn answer(version: u32, method: &Method) -> Vec<u8> {
    let provider = Provider::new::<NoConfig>("x");
    let configure = if version == 5 {
        "Configure"
    } else {
        "ConfigureProvider"
    };
    ready(provider.answer(version, configure, &request(configure))).unwrap();
    let request = request(method.name);
    if method.streams != Streams::Responses {
        let answer = ready(provider.answer(version, method.name, &request));
        return answer.unwrap().to_vec();
    }
    let messages = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&messages);
    let sink = Arc::new(move |message: Bytes| sink.lock().unwrap().push(message.to_vec()));
    ready(provider.stream(version, method.name, &request, sink)).unwrap();
    let messages = std::mem::take(&mut *messages.lock().unwrap());
    assert_eq!(messages.len(), 1, "{}", method.name);
    messages.concat()
}

#[test]
fn every_method_has_an_answer() {
    let mut seen = BTreeSet::new();
    for (version, methods) in [(5, tfplugin5::METHODS), (6, tfplugin6::METHODS)] {
        for method in methods {
            let name = method.name;
            let Some((_, expected)) = ANSWERS.iter().find(|(known, _)| *known == name) else {
                panic!("{name} is not in the table");
            };
            seen.insert(name);
            let answer = answer(version, method);
            match expected {
                // The configuration itself is part of this answer.
                Empty if name == "PrepareProviderConfig" => assert_eq!(answer, b"\n\x04\x12\x02{}"),
                Empty => assert_eq!(answer, b"", "{name}"),
                Announcement => announces_nothing(name, &answer),
                Error(text) => assert_eq!(count(&answer, text), 1, "{name}: {answer:?}"),
            }
        }
    }
    assert_eq!(seen.len(), ANSWERS.len());
}

fn announces_nothing(method: &str, answer: &[u8]) {
    if method == "GetMetadata" {
        let metadata = get_metadata::Response::decode(answer).unwrap();
        assert!(
            metadata
                .server_capabilities
                .unwrap()
                .get_provider_schema_optional
        );
        assert!(metadata.diagnostics.is_empty() && metadata.resources.is_empty());
    } else {
        let schemas = get_provider_schema::Response::decode(answer).unwrap();
        assert!(schemas.server_capabilities.unwrap().move_resource_state);
        assert!(schemas.provider.is_some());
        assert!(schemas.diagnostics.is_empty() && schemas.resource_schemas.is_empty());
    }
}

fn count(answer: &[u8], text: &str) -> usize {
    let parts = answer.windows(text.len());
    parts.filter(|part| *part == text.as_bytes()).count()
}

#[test]
fn a_method_of_one_protocol_is_unknown_in_the_other() {
    let provider = Provider::new::<NoConfig>("x");
    for (version, methods, other) in [
        (5, tfplugin5::METHODS, tfplugin6::METHODS),
        (6, tfplugin6::METHODS, tfplugin5::METHODS),
    ] {
        for method in other {
            if methods.iter().any(|known| known.name == method.name) {
                continue;
            }
            let error = match method.streams {
                Streams::Responses => {
                    ready(provider.stream(version, method.name, b"", Arc::new(|_| {}))).unwrap_err()
                }
                _ => ready(provider.answer(version, method.name, b"")).unwrap_err(),
            };
            let text = format!(
                "this provider does not implement the method {}",
                method.name
            );
            assert_eq!(
                (error.kind(), error.to_string()),
                (CallErrorKind::Unimplemented, text)
            );
        }
    }
}
