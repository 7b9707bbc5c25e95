//! Handlers that fail, panic, or return a value that Terraform would reject.

use std::env;
use std::process::Command;

use tfvalue::tfplugin6::{DynamicValue, read_resource, validate_resource_config};

use crate::calls::{change, config, note, provider, texts};
use crate::{call, notes};

/// Creates a note whose attribute `trouble` has the given value. Returns the state and the messages.
fn create(trouble: &str) -> (Option<DynamicValue>, Vec<String>) {
    let config = format!(r#"{{"title": "a", "trouble": {trouble:?}}}"#);
    let (_, applied) = change(&provider(), None, &config, b"");
    (applied.new_state, texts(&applied.diagnostics))
}

#[test]
fn a_failed_handler_keeps_the_prior_state() {
    let (state, faults) = create("error");
    assert_eq!(state, Some(DynamicValue::null()));
    assert_eq!(faults, ["text | Disk full | There is no space left."]);

    let provider = provider();
    let (_, applied) = change(&provider, None, r#"{"title": "a"}"#, b"");
    let prior = applied.new_state;
    let config = r#"{"title": "a", "trouble": "error"}"#;
    let (_, updated) = change(&provider, prior.clone(), config, &applied.private);
    assert_eq!(updated.new_state, prior);
    assert_eq!(updated.diagnostics.len(), 1);
}

#[test]
fn a_saved_state_survives_failures_and_panics() {
    let (state, faults) = create("saved");
    assert_eq!(note(&state).id.as_deref(), Some("/notes/a"));
    assert_eq!(faults, [" | Operation failed | the disk is full"]);
    let (state, faults) = create("saved panic");
    assert_eq!(note(&state).revision, 1);
    assert!(faults[0].contains("after saving"));
}

#[test]
fn a_saved_state_is_completed_like_others() {
    let config = r#"{"title": "a", "text": "b", "trouble": "saved spelling"}"#;
    let (_, applied) = change(&provider(), None, config, b"");
    assert_eq!(texts(&applied.diagnostics).len(), 1);
    assert_eq!(note(&applied.new_state).text.as_deref(), Some("b"));
    let identity = applied.new_identity.unwrap().identity_data.unwrap();
    assert_eq!(identity.msgpack, b"\x81\xa5title\xa1a");
}

#[test]
fn a_panic_is_a_diagnostic_with_its_location() {
    let (state, faults) = create("panic");
    assert_eq!(state, Some(DynamicValue::null()));
    let [fault] = &faults[..] else {
        panic!("{faults:?}")
    };
    let (before, after) = fault.split_once(" at ").unwrap();
    assert_eq!(
        before,
        " | The provider failed unexpectedly | This is a bug in the provider. It panicked"
    );
    assert!(
        after.starts_with("tests/tests/provider/notes.rs:"),
        "{after}"
    );
    assert!(after.ends_with(": no note Some(\"a\")"), "{after}");
}

/// The process exits, so no diagnostic can report the problem.
#[test]
fn a_panic_while_another_unwinds_is_printed() {
    const CHILD: &str = "TFVALUE_TESTS_CHILD";
    if env::var_os(CHILD).is_some() {
        create("two panics");
        return;
    }
    let child = Command::new(env::current_exe().unwrap())
        .args(["a_panic_while_another_unwinds_is_printed", "--nocapture"])
        .env(CHILD, "1")
        .output()
        .unwrap();
    assert!(!child.status.success());
    let text = String::from_utf8(child.stderr).unwrap();
    assert!(text.contains("the second panic"), "{text}");
}

#[test]
fn answers_are_checked_by_the_rules_of_terraform() {
    let (state, faults) = create("unknown");
    // The object exists, so its state is not lost.
    assert_eq!(note(&state).id.as_deref(), Some("/notes/a"));
    assert!(note(&state).revision.is_null());
    assert_eq!(
        faults,
        [
            " | Provider returned invalid result object after apply | This is a bug in the provider, not in \
             the configuration: `create` left this attribute unknown:\n\n    revision\n\n`create` must set \
             it before it returns, to null if there is no value. Terraform stores the other values."
        ]
    );
    let (state, faults) = create("inconsistent");
    assert_eq!(note(&state).text.as_deref(), Some("something else"));
    let [fault] = &faults[..] else {
        panic!("{faults:?}")
    };
    assert_eq!(
        *fault,
        "text | Provider produced inconsistent result after apply | text: was cty.StringVal(\"empty\"), \
         but now cty.StringVal(\"something else\")\n\nThis is a bug in the provider: its response breaks \
         the rule ValueChanged of Terraform."
    );

    let config = r#"{"title": "a", "trouble": "invalid plan"}"#;
    let (planned, _) = change(&provider(), None, config, b"");
    assert_eq!(planned.planned_state, None);
    let faults = texts(&planned.diagnostics);
    assert!(
        faults[0].starts_with("title | Provider produced invalid plan | "),
        "{faults:?}"
    );
    assert!(
        faults[0].contains("PlannedValueDiffersFromConfig"),
        "{faults:?}"
    );

    let unchecked = provider().check_responses(false);
    let (planned, _) = change(&unchecked, None, config, b"");
    assert!(planned.diagnostics.is_empty());
}

#[test]
fn spellings_that_mean_the_same_are_kept() {
    let config = r#"{"title": "a", "text": "b", "trouble": "spelling"}"#;
    let (_, applied) = change(&provider(), None, config, b"");
    assert_eq!(texts(&applied.diagnostics), [""; 0]);
    assert_eq!(note(&applied.new_state).text.as_deref(), Some("b"));
}

#[test]
fn a_refused_plan_names_the_attribute() {
    let config = r#"{"title": "a", "trouble": "refused"}"#;
    let (planned, _) = change(&provider(), None, config, b"");
    assert_eq!(
        texts(&planned.diagnostics),
        ["trouble | Invalid value | trouble: the plan is refused"]
    );
}

#[test]
fn calls_before_the_configuration_are_errors() {
    let request = read_resource::Request {
        type_name: "notes_note".into(),
        ..Default::default()
    };
    let read: read_resource::Response = call(&notes::provider(), "ReadResource", &request);
    assert_eq!(
        texts(&read.diagnostics),
        [
            " | The provider is not configured | Terraform must configure the provider before it calls it."
        ]
    );
}

#[test]
fn unknown_types_are_errors() {
    let request = validate_resource_config::Request {
        type_name: "notes_x".into(),
        config: Some(config("{}")),
        ..Default::default()
    };
    let response: validate_resource_config::Response =
        call(&provider(), "ValidateResourceConfig", &request);
    assert_eq!(
        texts(&response.diagnostics),
        [
            " | Unknown resource type | This version of the provider has no resource type \"notes_x\"."
        ]
    );
}
