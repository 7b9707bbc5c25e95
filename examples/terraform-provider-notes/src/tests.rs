//! Calls the provider without a process and without Terraform.

use std::future::Future;
use std::pin::pin;
use std::task;

use tempfile::TempDir;
use tfvalue::prost::Message;
use tfvalue::tfplugin6::{
    Diagnostic, DynamicValue, RawState, apply_resource_change, call_function, configure_provider,
    import_resource_state, plan_resource_change, read_data_source, read_resource,
    upgrade_resource_state, validate_resource_config,
};
use tfvalue::{TfType, Value, rules};

use super::*;

/// A configured provider, and the folder of its notes.
struct Bench {
    folder: TempDir,
    provider: Provider<PathBuf>,
}

impl Bench {
    fn new() -> Self {
        let bench = Bench {
            folder: TempDir::new().unwrap(),
            provider: provider(),
        };
        let config = format!("{{\"directory\": {:?}}}", bench.folder.path());
        let request = configure_provider::Request {
            config: Some(from_json(&config)),
            ..Default::default()
        };
        let answer: configure_provider::Response = bench.call("ConfigureProvider", &request);
        assert_eq!(texts(&answer.diagnostics), Vec::<String>::new());
        bench
    }

    fn call<R: Message + Default>(&self, method: &str, request: &impl Message) -> R {
        let request = request.encode_to_vec();
        let mut answer = pin!(self.provider.answer(6, method, &request));
        let mut context = task::Context::from_waker(task::Waker::noop());
        match answer.as_mut().poll(&mut context) {
            task::Poll::Ready(answer) => R::decode(answer.unwrap()).unwrap(),
            task::Poll::Pending => panic!("the handlers never wait"),
        }
    }

    /// Plans and applies a change as Terraform does.
    fn change(
        &self,
        prior: &DynamicValue,
        config: &str,
    ) -> (
        plan_resource_change::Response,
        apply_resource_change::Response,
    ) {
        let config = json::value_from_slice(config.as_bytes(), &Note::ty()).unwrap();
        let prior_value = prior.decode_value(&Note::ty()).unwrap();
        let proposed = rules::proposed_new_state(&Note::block(), &prior_value, &config).unwrap();
        let encoded = |value: &Value| Some(DynamicValue::encode_value(value, &Note::ty()).unwrap());
        let request = plan_resource_change::Request {
            type_name: "notes_note".into(),
            prior_state: Some(prior.clone()),
            proposed_new_state: encoded(&proposed),
            config: encoded(&config),
            ..Default::default()
        };
        let planned: plan_resource_change::Response = self.call("PlanResourceChange", &request);
        let request = apply_resource_change::Request {
            type_name: "notes_note".into(),
            prior_state: Some(prior.clone()),
            planned_state: planned.planned_state.clone(),
            config: encoded(&config),
            ..Default::default()
        };
        let applied = self.call("ApplyResourceChange", &request);
        (planned, applied)
    }

    fn read(&self, state: DynamicValue) -> Option<Note> {
        let request = read_resource::Request {
            type_name: "notes_note".into(),
            current_state: Some(state),
            ..Default::default()
        };
        let answer: read_resource::Response = self.call("ReadResource", &request);
        assert_eq!(texts(&answer.diagnostics), Vec::<String>::new());
        answer.new_state.unwrap().decode().unwrap()
    }

    fn names(&self) -> Vec<String> {
        let request = read_data_source::Request {
            type_name: "notes_notes".into(),
            config: Some(from_json(r#"{"names": null}"#)),
            ..Default::default()
        };
        let answer: read_data_source::Response = self.call("ReadDataSource", &request);
        let notes: Notes = answer.state.unwrap().decode().unwrap();
        notes.names.into_value().unwrap()
    }
}

fn from_json(json: &str) -> DynamicValue {
    DynamicValue {
        json: json.into(),
        msgpack: Vec::new(),
    }
}

fn texts(diagnostics: &[Diagnostic]) -> Vec<String> {
    let text = |one: &Diagnostic| format!("{}: {}", one.summary, one.detail);
    diagnostics.iter().map(text).collect()
}

const FIRST: &str = r#"{"id": null, "name": "first", "text": "one two", "tags": ["b", "a"],
    "revision": null, "meta": {"author": "me", "words": null}}"#;

#[test]
fn a_note_is_created_read_updated_and_deleted() {
    let bench = Bench::new();
    let (planned, applied) = bench.change(&DynamicValue::null(), FIRST);
    let plan: Note = planned.planned_state.unwrap().decode().unwrap();
    assert!(plan.id.is_unknown() && plan.revision.is_unknown());
    assert!(plan.meta.value().unwrap().words.is_unknown());
    assert_eq!(texts(&applied.diagnostics), Vec::<String>::new());
    let state = applied.new_state.unwrap();
    let note = bench.read(state.clone()).unwrap();
    assert_eq!(note.id.as_deref(), Some("first"));
    assert_eq!(note.meta.value().unwrap().words, 2);
    assert_eq!(bench.names(), ["first"]);

    let (_, again) = bench.change(&DynamicValue::null(), FIRST);
    assert!(texts(&again.diagnostics)[0].starts_with("Cannot create the note: "));

    let (planned, applied) = bench.change(&state, &FIRST.replace("\"one two\"", "null"));
    assert_eq!(planned.requires_replace, []);
    let note = bench.read(applied.new_state.unwrap()).unwrap();
    assert_eq!((note.revision, note.text), (2.into(), "".into()));

    let (planned, _) = bench.change(&state, &FIRST.replace("first", "second"));
    assert_eq!(planned.requires_replace.len(), 1);

    let request = apply_resource_change::Request {
        type_name: "notes_note".into(),
        prior_state: Some(state.clone()),
        planned_state: Some(DynamicValue::null()),
        ..Default::default()
    };
    let _: apply_resource_change::Response = bench.call("ApplyResourceChange", &request);
    assert!(bench.read(state).is_none());
}

#[test]
fn a_note_of_version_0_is_upgraded() {
    let bench = Bench::new();
    let stored = r#"{"id": "first", "name": "first", "body": "one two", "tags": ["a"],
        "revision": 3, "meta": {"author": "me", "words": 2}}"#;
    let request = upgrade_resource_state::Request {
        type_name: "notes_note".into(),
        version: 0,
        raw_state: Some(RawState {
            json: stored.into(),
            ..Default::default()
        }),
    };
    let answer: upgrade_resource_state::Response = bench.call("UpgradeResourceState", &request);
    let ty = Note::ty();
    let upgraded = answer.upgraded_state.unwrap().decode_value(&ty).unwrap();
    let current = stored.replace("body", "text");
    let expected = json::value_from_slice(current.as_bytes(), &ty).unwrap();
    assert_eq!(upgraded, expected);
}

#[test]
fn a_note_is_imported_by_its_name() {
    let bench = Bench::new();
    bench.change(&DynamicValue::null(), FIRST);
    let import = |id: &str| {
        let request = import_resource_state::Request {
            type_name: "notes_note".into(),
            id: id.into(),
            ..Default::default()
        };
        let answer: import_resource_state::Response = bench.call("ImportResourceState", &request);
        answer.imported_resources[0].state.clone().unwrap()
    };
    let note = bench.read(import("first")).unwrap();
    assert_eq!(note.text.as_deref(), Some("one two"));
    assert!(bench.read(import("other")).is_none());

    let request = read_resource::Request {
        type_name: "notes_note".into(),
        current_state: Some(import("../first")),
        ..Default::default()
    };
    let answer: read_resource::Response = bench.call("ReadResource", &request);
    let fault = "Invalid name: lower case letters, digits and dashes are required";
    assert_eq!(texts(&answer.diagnostics), [fault]);
}

#[test]
fn configurations_are_validated() {
    let config = FIRST.replace("first", "First").replace(r#""b", "a""#, "");
    let request = validate_resource_config::Request {
        type_name: "notes_note".into(),
        config: Some(from_json(&config)),
        ..Default::default()
    };
    let answer: validate_resource_config::Response =
        Bench::new().call("ValidateResourceConfig", &request);
    let faults = texts(&answer.diagnostics).join("\n");
    assert!(
        faults.contains("lower case letters, digits and dashes are required"),
        "{faults}"
    );
    assert!(faults.contains("at least 1 element"), "{faults}");
}

#[test]
fn slug_makes_a_name() {
    for (text, name) in [
        ("First Note!", "first-note"),
        ("--", ""),
        ("été 24", "t-24"),
    ] {
        let request = call_function::Request {
            name: "slug".into(),
            arguments: vec![from_json(&format!("{text:?}"))],
        };
        let answer: call_function::Response = Bench::new().call("CallFunction", &request);
        let result: String = answer.result.unwrap().decode().unwrap();
        assert_eq!(result, name);
        assert_eq!(check_name(&result).is_ok(), !name.is_empty());
    }
}
