//! Secrets in what handlers report.

use std::sync::Arc;

use prost::Message as _;
use tfvalue::provider::{Action, Context, Provider, ProviderConfig, Secrets};
use tfvalue::testing::Harness;
use tfvalue::tfplugin6::{configure_provider, invoke_action, validate_resource_config};
use tfvalue::{Attr, Diagnostic, Diagnostics, Path, TfSchema};
use tfvalue_tests::vault::{self, SESSION};

use crate::calls::{config, configured};
use crate::{call, method, streamed};

/// Parts of all secrets in the tests.
const SECRETS: [&str; 7] = [
    "hunter",
    "sesame",
    "271828",
    "quiet",
    "token",
    SESSION,
    "renewed-2718",
];

/// Returns a configuration with all of them.
fn safe(end: &str) -> String {
    format!(
        r#"{{
            "name": "main", "password": "hunter-42", "password_wo": "open-sesame", "pin": 271828,
            "keys": [{{"texts": ["quiet-1", "quiet-2"]}}, {{"texts": null}}], "end": {end:?}
        }}"#
    )
}

fn harness() -> Harness<vault::Client> {
    let harness = Harness::new(vault::provider());
    harness.configure(r#"{"token": "top-token"}"#).succeeds();
    harness
}

#[track_caller]
fn assert_masked(text: &str) {
    for secret in SECRETS {
        assert!(!text.contains(secret), "{secret} is in {text}");
    }
    assert!(text.contains("(sensitive value)"), "{text}");
}

#[test]
fn diagnostics_of_handlers_show_no_secrets() {
    let harness = harness();
    let outcome = harness.resource("inventory_safe").apply(safe("fail"));
    let errors: Vec<_> = outcome.errors().map(|error| format!("{error:?}")).collect();
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert_masked(&errors[0]);
    let all = "(sensitive value) and (sensitive value) and (sensitive value) and (sensitive value) and \
               (sensitive value) with (sensitive value)";
    outcome.fails("name", all);
}

#[test]
fn warnings_and_panics_show_no_secrets() {
    let harness = harness();
    let outcome = harness.resource("inventory_safe").apply(safe(""));
    let shown = format!("{:?}", outcome.diagnostics);
    assert_masked(&shown);
    outcome.warns(Path::root(), "(sensitive value), (sensitive value)");
    let outcome = harness.resource("inventory_safe").apply(safe("panic"));
    // A panic is a bug of the provider, which is a finding.
    let findings = format!("{outcome}");
    assert!(findings.contains("panicked"), "{findings}");
    assert_masked(&findings);
}

#[test]
fn validation_shows_no_secrets() {
    let request = validate_resource_config::Request {
        type_name: "inventory_safe".into(),
        config: Some(config(
            r#"{"name": "a", "password": "hunter-42", "password_wo": null, "pin": null, "keys": null,
                "end": "warn"}"#,
        )),
        client_capabilities: None,
    };
    let provider = vault::provider();
    let response: validate_resource_config::Response =
        call(&provider, "ValidateResourceConfig", &request);
    assert_eq!(response.diagnostics.len(), 1);
    assert_eq!(response.diagnostics[0].detail, "(sensitive value) is weak.");
}

#[test]
fn secrets_live_as_long_as_their_call_or_handle() {
    let secrets = Secrets::default();
    secrets.add("a-registered-value");
    let handle = secrets.clone();
    drop(secrets);
    let text = "it is a-registered-value";
    assert_eq!(Secrets::mask(text), "it is (sensitive value)");
    drop(handle);
    assert_eq!(Secrets::mask(text), text);
}

#[derive(TfSchema)]
#[tf(kind = provider)]
struct Config {
    #[tf(optional, sensitive)]
    key: Attr<String>,
}

impl ProviderConfig for Config {
    type Client = String;

    async fn configure(self, _: &mut Context<()>) -> Result<String, Diagnostics> {
        let key = self.key.require("key")?.clone();
        match key.strip_prefix("bad-") {
            Some(_) => Err(Diagnostic::error("Bad key", format!("The key is {key}.")).into()),
            None => Ok(key),
        }
    }
}

#[derive(TfSchema)]
#[tf(kind = action)]
struct Letter {
    #[tf(optional, write_only)]
    text: Attr<String>,
}

impl Action for Letter {
    const NAME: &'static str = "send";
    type Client = String;

    async fn invoke(config: Self, context: &mut Context<String>) -> Result<(), Diagnostics> {
        let text = config.text.require("text")?;
        let client = Arc::clone(context.client());
        context
            .progress(format!("sending {text} with {client}"))
            .await;
        Err(Diagnostic::error("Not sent", format!("{text:?} with {client}")).into())
    }
}

#[test]
fn the_configuration_is_masked_in_its_own_call_and_later_ones() {
    let provider = || Provider::new::<Config>("post").action::<Letter>();
    let request = configure_provider::Request {
        config: Some(config(r#"{"key": "bad-hunter"}"#)),
        ..Default::default()
    };
    let response: configure_provider::Response = call(&provider(), "ConfigureProvider", &request);
    assert_eq!(
        response.diagnostics[0].detail,
        "The key is (sensitive value)."
    );

    let provider = configured(provider(), r#"{"key": "the-master-key"}"#);
    let request = invoke_action::Request {
        action_type: "post_send".into(),
        config: Some(config(r#"{"text": "two\nlines \"of text\""}"#)),
        ..Default::default()
    };
    let events = streamed(
        &provider,
        method(6, "InvokeAction"),
        [request.encode_to_vec()],
    );
    let events: Vec<_> = events
        .unwrap()
        .into_iter()
        .map(|event| format!("{:?}", invoke_action::Event::decode(event).unwrap()))
        .collect();
    assert_eq!(events.len(), 2);
    assert!(
        events[0].contains("sending (sensitive value) with (sensitive value)"),
        "{events:?}"
    );
    assert!(
        events[1].contains("(sensitive value)") && !events[1].contains("lines"),
        "{events:?}"
    );
    assert!(!events[1].contains("master"), "{events:?}");
}
