//! Calls that succeed.

use prost::Message as _;
use tfvalue::provider::{DeferReason, Provider};
use tfvalue::tfplugin6::{
    AttributePath, ClientCapabilities, Diagnostic, DynamicValue, RawState, apply_resource_change,
    call_function, close_ephemeral_resource, configure_provider, import_resource_state,
    invoke_action, list_resource, move_resource_state, open_ephemeral_resource, plan_action,
    plan_resource_change, read_data_source, read_resource, renew_ephemeral_resource, stop_provider,
    upgrade_resource_identity, upgrade_resource_state, validate_provider_config,
    validate_resource_config,
};
use tfvalue::{
    Path, TfSchema, Type, Value, json, rules, tfplugin5,
    types::{ObjectType, TfType},
};

use crate::notes::{self, Count, Key, Note, Store};
use crate::{call, call_version, interrupted, method, streamed};

/// A configured provider.
pub(crate) fn provider() -> Provider<Store> {
    configured(notes::provider(), r#"{"folder": "/notes"}"#)
}

/// Configures a provider and returns it.
pub(crate) fn configured<C: Send + Sync + 'static>(
    provider: Provider<C>,
    json: &str,
) -> Provider<C> {
    let request = configure_provider::Request {
        config: Some(config(json)),
        ..Default::default()
    };
    let response: configure_provider::Response = call(&provider, "ConfigureProvider", &request);
    assert_eq!(texts(&response.diagnostics), [""; 0]);
    provider
}

pub(crate) fn config(json: &str) -> DynamicValue {
    DynamicValue {
        json: json.into(),
        msgpack: Vec::new(),
    }
}

fn value(json: &str) -> Value {
    json::value_from_slice(json.as_bytes(), &Note::ty()).unwrap()
}

/// Plans and applies a change in the same way as Terraform. Returns the responses.
pub(crate) fn change(
    provider: &Provider<Store>,
    prior: Option<DynamicValue>,
    config: &str,
    private: &[u8],
) -> (
    plan_resource_change::Response,
    apply_resource_change::Response,
) {
    let prior = prior.unwrap_or_else(DynamicValue::null);
    let config = value(config);
    let prior_value = prior.decode_value(&Note::ty()).unwrap();
    let proposed = rules::proposed_new_state(
        &Note::block(),
        rules::PlanRequest {
            config: &config,
            prior: &prior_value,
        },
    )
    .unwrap();
    let encoded = |value: &Value| Some(DynamicValue::encode_value(value, &Note::ty()).unwrap());
    let planned: plan_resource_change::Response = call(
        provider,
        "PlanResourceChange",
        &plan_resource_change::Request {
            type_name: "notes_note".into(),
            prior_state: Some(prior.clone()),
            proposed_new_state: encoded(&proposed),
            config: encoded(&config),
            prior_private: private.to_vec(),
            ..Default::default()
        },
    );
    let applied = call(
        provider,
        "ApplyResourceChange",
        &apply_resource_change::Request {
            type_name: "notes_note".into(),
            prior_state: Some(prior),
            planned_state: planned.planned_state.clone(),
            config: encoded(&config),
            planned_private: planned.planned_private.clone(),
            ..Default::default()
        },
    );
    (planned, applied)
}

pub(crate) fn note(state: &Option<DynamicValue>) -> Note {
    state.as_ref().unwrap().decode().unwrap()
}

pub(crate) fn texts(diagnostics: &[Diagnostic]) -> Vec<String> {
    let text = |one: &Diagnostic| {
        let path = one
            .attribute
            .as_ref()
            .map(|path| Path::try_from(path).unwrap());
        let path = path.unwrap_or_default();
        format!("{path} | {} | {}", one.summary, one.detail)
    };
    diagnostics.iter().map(text).collect()
}

#[test]
fn a_note_from_its_creation_to_its_end() {
    let provider = provider();
    let (planned, applied) = change(&provider, None, r#"{"title": "a", "password": "123"}"#, b"");
    let plan = note(&planned.planned_state);
    assert!(plan.id.is_unknown() && plan.revision.is_unknown());
    assert_eq!(plan.text.as_deref(), Some("empty"));
    assert!(plan.password.is_null());
    let created = note(&applied.new_state);
    assert_eq!(created.id.as_deref(), Some("/notes/a"));
    assert_eq!(created.revision, 1);
    assert!(created.password.is_null());
    assert_eq!(
        texts(&applied.diagnostics),
        ["password | Weak password | Use a longer one."]
    );
    assert_eq!(applied.private, br#"{"count":1}"#);
    let identity = applied.new_identity.unwrap().identity_data.unwrap();
    assert_eq!(identity.msgpack, b"\x81\xa5title\xa1a");

    // A refresh keeps the spelling.
    let request = read_resource::Request {
        type_name: "notes_note".into(),
        current_state: applied.new_state.clone(),
        private: applied.private.clone(),
        ..Default::default()
    };
    let read: read_resource::Response = call(&provider, "ReadResource", &request);
    assert_eq!(read.new_state, applied.new_state);
    assert_eq!(read.private, applied.private);
    assert!(read.new_identity.is_some());

    let (planned, updated) = change(
        &provider,
        applied.new_state.clone(),
        r#"{"title": "a", "text": "b"}"#,
        &applied.private,
    );
    assert!(planned.requires_replace.is_empty());
    assert_eq!(note(&updated.new_state).revision, 2);
    assert_eq!(note(&updated.new_state).id.as_deref(), Some("/notes/a"));
    assert_eq!(updated.private, br#"{"count":2}"#);

    let (planned, _) = change(
        &provider,
        updated.new_state.clone(),
        r#"{"title": "b"}"#,
        b"",
    );
    assert_eq!(
        planned.requires_replace,
        [AttributePath::from(Path::from("title"))]
    );

    let request = apply_resource_change::Request {
        type_name: "notes_note".into(),
        prior_state: updated.new_state,
        planned_state: Some(DynamicValue::null()),
        config: Some(DynamicValue::null()),
        ..Default::default()
    };
    let deleted: apply_resource_change::Response = call(&provider, "ApplyResourceChange", &request);
    assert_eq!(deleted.new_state, Some(DynamicValue::null()));
    assert!(deleted.diagnostics.is_empty());

    let request = read_resource::Request {
        type_name: "notes_note".into(),
        current_state: applied.new_state,
        ..Default::default()
    };
    let read: read_resource::Response = call(&provider, "ReadResource", &request);
    assert_eq!(read.new_state, Some(DynamicValue::null()));
}

#[test]
fn the_plan_function_requires_replacement() {
    let provider = provider();
    let (_, applied) = change(&provider, None, r#"{"title": "a"}"#, b"");
    let (planned, _) = change(
        &provider,
        applied.new_state,
        r#"{"title": "a", "trouble": "replace"}"#,
        b"",
    );
    assert_eq!(
        planned.requires_replace,
        [AttributePath::from(Path::from("trouble"))]
    );
    let (planned, _) = change(
        &provider,
        None,
        r#"{"title": "a", "trouble": "replace"}"#,
        b"",
    );
    assert!(planned.requires_replace.is_empty());
}

/// Terraform does not check a deferred plan.
#[test]
fn a_deferred_plan_is_not_checked() {
    let config = value(r#"{"title": "a", "trouble": "deferred"}"#);
    let config = DynamicValue::encode_value(&config, &Note::ty()).unwrap();
    for is_allowed in [true, false] {
        let request = plan_resource_change::Request {
            type_name: "notes_note".into(),
            proposed_new_state: Some(config.clone()),
            config: Some(config.clone()),
            client_capabilities: Some(ClientCapabilities {
                deferral_allowed: is_allowed,
                ..Default::default()
            }),
            ..Default::default()
        };
        let planned: plan_resource_change::Response =
            call(&provider(), "PlanResourceChange", &request);
        assert_eq!(texts(&planned.diagnostics), [""; 0]);
        assert_eq!(note(&planned.planned_state).title.is_unknown(), is_allowed);
        let reason = planned.deferred.map(|deferred| deferred.reason());
        assert_eq!(
            reason,
            is_allowed.then_some(DeferReason::ResourceConfigUnknown)
        );
    }
}

#[test]
fn a_time_limit_sets_the_deadline() {
    let provider = provider();
    let slow = r#"{"title": "a", "trouble": "slow"}"#;
    let (_, failed) = change(&provider, None, slow, b"");
    let left = |minutes| [format!(" | Invalid value | {minutes} minutes are left")];
    assert_eq!(texts(&failed.diagnostics), left(20));
    let (_, created) = change(&provider, None, r#"{"title": "a"}"#, b"");
    let (_, failed) = change(&provider, created.new_state, slow, b"");
    assert_eq!(texts(&failed.diagnostics), left(10));
}

#[test]
fn a_plan_to_destroy_is_null() {
    let provider = provider();
    let (_, applied) = change(&provider, None, r#"{"title": "a"}"#, b"");
    let request = plan_resource_change::Request {
        type_name: "notes_note".into(),
        prior_state: applied.new_state,
        proposed_new_state: Some(DynamicValue::null()),
        config: Some(DynamicValue::null()),
        prior_private: b"p".to_vec(),
        ..Default::default()
    };
    let planned: plan_resource_change::Response = call(&provider, "PlanResourceChange", &request);
    assert_eq!(planned.planned_state, Some(DynamicValue::null()));
    assert_eq!(planned.planned_private, b"p");
}

#[test]
fn validation_reports_all_faults_in_both_versions() {
    let provider = notes::provider();
    let request = validate_resource_config::Request {
        type_name: "notes_note".into(),
        config: Some(config(r#"{"title": "", "text": 1.5, "trouble": null}"#)),
        ..Default::default()
    };
    let six: validate_resource_config::Response =
        call(&provider, "ValidateResourceConfig", &request);
    assert_eq!(
        texts(&six.diagnostics),
        [
            "title | Invalid value | title: a string of 1 to 20 characters is required, got 0 characters"
        ]
    );
    let five: tfplugin5::validate_resource_type_config::Response =
        call_version(&provider, 5, "ValidateResourceTypeConfig", &request);
    assert_eq!(five.diagnostics, six.diagnostics);

    let request = validate_provider_config::Request {
        config: Some(config(r#"{"folder": null}"#)),
    };
    let six: validate_provider_config::Response =
        call(&provider, "ValidateProviderConfig", &request);
    assert_eq!(
        texts(&six.diagnostics),
        ["folder | Invalid value | folder: a value is required, got null"]
    );
    let five: tfplugin5::prepare_provider_config::Response =
        call_version(&provider, 5, "PrepareProviderConfig", &request);
    assert_eq!(five.diagnostics, six.diagnostics);
    assert_eq!(five.prepared_config, request.config);
}

#[test]
fn configuration_warns() {
    let request = configure_provider::Request {
        config: Some(config(r#"{"folder": "/tmp"}"#)),
        ..Default::default()
    };
    for (version, method) in [(5, "Configure"), (6, "ConfigureProvider")] {
        let response: configure_provider::Response =
            call_version(&notes::provider(), version, method, &request);
        assert_eq!(
            texts(&response.diagnostics),
            ["folder | Temporary folder | Notes will be lost."]
        );
    }
}

#[test]
fn states_are_upgraded_moved_and_imported() {
    let provider = provider();
    let raw_state = |json: &str| {
        Some(RawState {
            json: json.into(),
            ..Default::default()
        })
    };
    let request = upgrade_resource_state::Request {
        type_name: "notes_note".into(),
        version: 0,
        raw_state: raw_state(r#"{"name": "old", "more": 1}"#),
    };
    let upgraded: upgrade_resource_state::Response =
        call(&provider, "UpgradeResourceState", &request);
    assert_eq!(note(&upgraded.upgraded_state).title.as_deref(), Some("old"));

    let request = move_resource_state::Request {
        source_type_name: "other_note".into(),
        target_type_name: "notes_note".into(),
        source_state: raw_state("{}"),
        ..Default::default()
    };
    let moved: move_resource_state::Response = call(&provider, "MoveResourceState", &request);
    assert!(moved.target_state.is_none() && !moved.diagnostics.is_empty());

    let import = |id: &str, identity| {
        let request = import_resource_state::Request {
            type_name: "notes_note".into(),
            id: id.into(),
            identity,
            ..Default::default()
        };
        let imported: import_resource_state::Response =
            call(&provider, "ImportResourceState", &request);
        (imported.imported_resources, texts(&imported.diagnostics))
    };
    let (objects, _) = import("a", None);
    assert_eq!(note(&objects[0].state).title.as_deref(), Some("a"));
    let identity = objects[0].identity.clone();
    assert!(identity.is_some());
    let (objects, _) = import("", identity);
    assert_eq!(note(&objects[0].state).title.as_deref(), Some("a"));
    let (objects, faults) = import("text:x", None);
    assert!(objects.is_empty());
    assert_eq!(faults, [" | Invalid value | no note has this text"]);

    for (version, stored) in [(0, r#"{"name": "a"}"#), (1, r#"{"title": "a"}"#)] {
        let request = upgrade_resource_identity::Request {
            type_name: "notes_note".into(),
            version,
            raw_identity: raw_state(stored),
        };
        let upgraded: upgrade_resource_identity::Response =
            call(&provider, "UpgradeResourceIdentity", &request);
        let data = upgraded.upgraded_identity.unwrap().identity_data.unwrap();
        let ty = Type::Object(ObjectType::new([("title", Type::String)]));
        let data = data.decode_value(&ty).unwrap();
        assert_eq!(data.to_string(), r#"{ title = "a" }"#);
    }
}

#[test]
fn data_sources_are_read() {
    let provider = provider();
    change(&provider, None, r#"{"title": "abc"}"#, b"");
    for version in [5, 6] {
        let request = read_data_source::Request {
            type_name: "notes_count".into(),
            config: Some(config(r#"{"prefix": "a", "count": null}"#)),
            ..Default::default()
        };
        let read: read_data_source::Response =
            call_version(&provider, version, "ReadDataSource", &request);
        let count: Count = read.state.unwrap().decode().unwrap();
        assert_eq!(count.count, 1);
    }
}

#[test]
fn data_sources_have_defaults() {
    let provider = provider();
    change(&provider, None, r#"{"title": "abc"}"#, b"");
    for (prefix, expected, found) in [("null", "a", 1), (r#""b""#, "b", 0), (r#""""#, "", 1)] {
        let request = read_data_source::Request {
            type_name: "notes_count".into(),
            config: Some(config(&format!(r#"{{"prefix": {prefix}, "count": null}}"#))),
            ..Default::default()
        };
        let read: read_data_source::Response = call(&provider, "ReadDataSource", &request);
        let count: Count = read.state.unwrap().decode().unwrap();
        assert_eq!(count.prefix.as_deref(), Some(expected));
        assert_eq!(count.count, found);
    }
}

#[test]
fn the_struct_of_a_resource_has_no_defaults_as_a_data_source() {
    let provider = provider();
    let request = read_data_source::Request {
        type_name: "notes_note".into(),
        config: Some(
            DynamicValue::encode(&Note {
                title: "a".into(),
                ..Note::default()
            })
            .unwrap(),
        ),
        ..Default::default()
    };
    let read: read_data_source::Response = call(&provider, "ReadDataSource", &request);
    let found = note(&read.state);
    assert_eq!(found.title.as_deref(), Some("a"));
    assert!(found.text.is_null());
}

#[test]
fn ephemeral_resources_are_opened_renewed_and_closed() {
    let provider = provider();
    let request = open_ephemeral_resource::Request {
        type_name: "notes_key".into(),
        config: Some(config(r#"{"key": null, "number": null}"#)),
        ..Default::default()
    };
    let opened: open_ephemeral_resource::Response =
        call(&provider, "OpenEphemeralResource", &request);
    let key: Key = opened.result.unwrap().decode().unwrap();
    assert_eq!(key.key.as_deref(), Some("k-1"));
    let renew_at = opened.renew_at.unwrap();
    assert_eq!((renew_at.seconds, renew_at.nanos), (60, 5));
    let request = renew_ephemeral_resource::Request {
        type_name: "notes_key".into(),
        private: opened.private,
    };
    let renewed: renew_ephemeral_resource::Response =
        call(&provider, "RenewEphemeralResource", &request);
    assert_eq!(renewed.renew_at, None);
    let request = close_ephemeral_resource::Request {
        type_name: "notes_key".into(),
        private: renewed.private,
    };
    let closed: close_ephemeral_resource::Response =
        call(&provider, "CloseEphemeralResource", &request);
    assert!(closed.diagnostics.is_empty());
}

#[test]
fn functions_need_no_configuration() {
    let call_divide = |arguments: [i64; 2]| {
        let request = call_function::Request {
            name: "divide".into(),
            arguments: arguments
                .map(|argument| DynamicValue::encode(&argument).unwrap())
                .into(),
        };
        let response: call_function::Response = call(&notes::provider(), "CallFunction", &request);
        response
    };
    assert_eq!(call_divide([6, 3]).result.unwrap().msgpack, b"\x02");
    let error = call_divide([6, 0]).error.unwrap();
    assert_eq!(error.text, "a divisor other than 0 is required");
    assert_eq!(error.function_argument, Some(1));
    let error = call_divide([13, 1]).error.unwrap();
    assert!(error.text.contains("13 is unlucky"), "{}", error.text);
}

/// Returns the messages in a stream.
pub(crate) fn stream<C: Send + Sync + 'static>(
    provider: &Provider<C>,
    name: &str,
    request: &impl prost::Message,
) -> Vec<Vec<u8>> {
    let responses = streamed(provider, method(6, name), [request.encode_to_vec()]).unwrap();
    responses.into_iter().map(Vec::from).collect()
}

#[test]
fn lists_and_actions_stream() {
    let provider = provider();
    change(&provider, None, r#"{"title": "a"}"#, b"");
    change(&provider, None, r#"{"title": "b"}"#, b"");
    let list = |text: &str, limit| {
        let request = list_resource::Request {
            type_name: "notes_note".into(),
            config: Some(config(&format!(r#"{{"text": {text}}}"#))),
            include_resource_object: true,
            limit,
        };
        let messages = stream(&provider, "ListResource", &request);
        let events = messages
            .iter()
            .map(|message| list_resource::Event::decode(&message[..]));
        events.collect::<Result<Vec<_>, _>>().unwrap()
    };
    let warning = " | Slow search | All notes are listed.";
    let events = list("null", 10);
    assert_eq!(events.len(), 3);
    assert_eq!(events[1].display_name, "note b");
    assert_eq!(note(&events[1].resource_object).title.as_deref(), Some("b"));
    assert!(events[1].identity.is_some());
    assert!(events[1].diagnostic.is_empty());
    // Terraform accepts an event without an identity if it has a warning.
    assert!(events[2].identity.is_none());
    assert_eq!(texts(&events[2].diagnostic), [warning]);
    // Terraform reads one event, which contains the warning.
    let events = list("null", 1);
    assert_eq!(events.len(), 1);
    assert_eq!(texts(&events[0].diagnostic), [warning]);
    let events = list("\"\"", 1);
    assert_eq!(
        texts(&events[0].diagnostic),
        [
            " | Empty text | It is in each note.",
            "text | Invalid value | text: a text is required"
        ]
    );

    let request = invoke_action::Request {
        action_type: "notes_clear".into(),
        config: Some(config(r#"{"sure": true}"#)),
        ..Default::default()
    };
    let invoke = || {
        let messages = stream(&provider, "InvokeAction", &request);
        let events = messages
            .iter()
            .map(|message| invoke_action::Event::decode(&message[..]));
        events
            .map(|event| event.unwrap().r#type.unwrap())
            .collect::<Vec<_>>()
    };
    let events = invoke();
    let [
        invoke_action::event::Type::Progress(progress),
        invoke_action::event::Type::Completed(completed),
    ] = &events[..]
    else {
        panic!("{events:?}")
    };
    assert_eq!(progress.message, "removing 2 notes");
    assert_eq!(
        texts(&completed.diagnostics),
        [" | Empty | There are no notes left."]
    );
    // A warning from an action that fails.
    let events = invoke();
    let [invoke_action::event::Type::Completed(completed)] = &events[..] else {
        panic!("{events:?}")
    };
    let faults = texts(&completed.diagnostics);
    assert_eq!(faults[0], " | Empty | There are no notes.");
    assert!(faults[1].contains("nothing to clear"), "{faults:?}");

    let request = plan_action::Request {
        action_type: "notes_clear".into(),
        config: Some(config(r#"{"sure": false}"#)),
        ..Default::default()
    };
    let planned: plan_action::Response = call(&provider, "PlanAction", &request);
    assert_eq!(
        texts(&planned.diagnostics),
        ["sure | Invalid value | sure: confirm the action"]
    );
}

#[test]
fn stopping_reaches_the_running_handlers() {
    let provider = provider();
    let note = value(r#"{"title": "a", "text": "b", "trouble": "wait"}"#);
    let encoded = Some(DynamicValue::encode_value(&note, &Note::ty()).unwrap());
    let apply = apply_resource_change::Request {
        type_name: "notes_note".into(),
        prior_state: Some(DynamicValue::null()),
        planned_state: encoded.clone(),
        config: encoded,
        ..Default::default()
    };
    // A later call is not stopped, because a provider that is being debugged serves several runs of Terraform.
    for (version, method) in [(5, "Stop"), (6, "StopProvider"), (6, "StopProvider")] {
        let stop = || {
            let request = stop_provider::Request::default();
            let stopped: stop_provider::Response =
                call_version(&provider, version, method, &request);
            assert_eq!(stopped.error, "");
        };
        let applied: apply_resource_change::Response =
            interrupted(&provider, "ApplyResourceChange", &apply, stop);
        assert_eq!(
            texts(&applied.diagnostics),
            [" | Invalid value | the user has interrupted the call"]
        );
    }
}
