//! Requests that Terraform never sends.

use prost::Message;
use tfvalue::provider::{Provider, Streams};
use tfvalue::tfplugin6::{
    DynamicValue, RawState, apply_resource_change, import_resource_state, plan_resource_change,
    read_data_source, read_resource, upgrade_resource_state, validate_resource_config,
};
use tfvalue_tests::random::Rng;

use crate::calls::{config, provider};
use crate::{ready, stores, streamed};

/// Encoded requests that contain values of the schema.
fn requests() -> Vec<(&'static str, Vec<u8>)> {
    let note = || {
        Some(config(
            r#"{"id": "i", "title": "a", "text": "b", "revision": 1, "password": null, "trouble": null}"#,
        ))
    };
    let type_name = || "notes_note".to_owned();
    vec![
        (
            "PlanResourceChange",
            plan_resource_change::Request {
                type_name: type_name(),
                prior_state: note(),
                proposed_new_state: note(),
                config: note(),
                prior_private: b"{\"count\":1}".to_vec(),
                ..Default::default()
            }
            .encode_to_vec(),
        ),
        (
            "ApplyResourceChange",
            apply_resource_change::Request {
                type_name: type_name(),
                prior_state: note(),
                planned_state: note(),
                config: note(),
                planned_private: b"{\"count\":1}".to_vec(),
                ..Default::default()
            }
            .encode_to_vec(),
        ),
        (
            "ReadResource",
            read_resource::Request {
                type_name: type_name(),
                current_state: note(),
                ..Default::default()
            }
            .encode_to_vec(),
        ),
        (
            "ValidateResourceConfig",
            validate_resource_config::Request {
                type_name: type_name(),
                config: note(),
                ..Default::default()
            }
            .encode_to_vec(),
        ),
        (
            "UpgradeResourceState",
            upgrade_resource_state::Request {
                type_name: type_name(),
                version: 0,
                raw_state: Some(RawState {
                    json: br#"{"name": "a"}"#.to_vec(),
                    ..Default::default()
                }),
            }
            .encode_to_vec(),
        ),
        (
            "ImportResourceState",
            import_resource_state::Request {
                type_name: type_name(),
                id: "a".to_owned(),
                ..Default::default()
            }
            .encode_to_vec(),
        ),
        (
            "ReadDataSource",
            read_data_source::Request {
                type_name: "notes_count".to_owned(),
                config: Some(DynamicValue {
                    msgpack: b"\x82\xa5count\xc0\xa6prefix\xa1a".to_vec(),
                    json: Vec::new(),
                }),
                ..Default::default()
            }
            .encode_to_vec(),
        ),
    ]
}

/// The headline of the diagnostic for a panic.
const PANIC: &[u8] = b"failed unexpectedly";

fn has_panicked(answer: &[u8]) -> bool {
    answer.windows(PANIC.len()).any(|part| part == PANIC)
}

#[test]
fn truncated_and_damaged_requests_never_panic() {
    let provider = provider();
    let mut random = Rng::new(7, 0);
    let mut answered = 0;
    for (method, request) in requests() {
        for end in 0..=request.len() {
            let answer = ready(provider.respond(crate::method(6, method), &request[..end]));
            assert!(
                !answer.is_ok_and(|answer| has_panicked(&answer)),
                "{method} {end}"
            );
        }
        for round in 0..2_000 {
            let mut damaged = request.clone();
            for _ in 0..=random.below(3) {
                let at = random.below(damaged.len());
                damaged[at] = random.below(256) as u8;
            }
            let Ok(answer) = ready(provider.respond(crate::method(6, method), &damaged)) else {
                continue;
            };
            answered += 1;
            assert!(!has_panicked(&answer), "{method} {round}: {damaged:02x?}");
        }
    }
    assert!(answered > 3_000, "{answered}");
}

#[test]
fn garbage_never_panics() {
    answers_garbage(&provider());
    answers_garbage(&stores::provider(0));
}

fn answers_garbage<C: Send + Sync + 'static>(provider: &Provider<C>) {
    let mut random = Rng::new(8, 0);
    for version in [5, 6] {
        let methods = match version {
            5 => tfvalue::tfplugin5::METHODS,
            _ => tfvalue::tfplugin6::METHODS,
        };
        for method in methods {
            for _ in 0..200 {
                let length = random.below(40);
                let garbage: Vec<_> = (0..length).map(|_| random.below(256) as u8).collect();
                let answer = match method.streams {
                    Streams::Requests | Streams::Responses => {
                        streamed(provider, method, [garbage]).map(|all| all.concat())
                    }
                    _ => ready(provider.respond(method, &garbage)).map(Into::into),
                };
                let panicked = answer.is_ok_and(|answer| has_panicked(&answer));
                assert!(!panicked, "{}", method.name);
            }
        }
    }
}
