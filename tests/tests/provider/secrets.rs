//! Secrets in what handlers report.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use prost::Message as _;
use tfvalue::provider::{
    Action, Context, Function, Provider, ProviderConfig, Resource, Secrets, StateReceiver,
    StateSender, StateStore,
};
use tfvalue::tfplugin6::{
    DynamicValue, apply_resource_change, call_function, configure_provider, configure_state_store,
    delete_state, get_states, invoke_action, lock_state, read_state_bytes, unlock_state,
    validate_resource_config,
};
use tfvalue::{
    Attr, Diagnostic, Diagnostics, Dynamic, Error, Path, Set, TfFunction, TfSchema, Unknown,
};
use tfvalue_testing::Harness;
use tfvalue_tests::vault::{self, SESSION};

use crate::calls::{config, configured};
use crate::{call, method, streamed};

/// Substrings that all secrets in the tests contain.
const SECRETS: [&str; 7] = [
    "hunter",
    "sesame",
    "271828",
    "quiet",
    "token",
    SESSION,
    "renewed-2718",
];

/// Returns a configuration that contains all secrets.
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
    // A panic is a bug in the provider and is therefore reported as a finding.
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
    // Another test that is masking a text at this moment still has the secrets.
    let began = Instant::now();
    while Secrets::mask(text) != text {
        assert!(began.elapsed() < Duration::from_secs(10), "still masked");
        thread::yield_now();
    }
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

/// A store that only returns errors, and whose errors contain its key.
#[derive(TfSchema)]
#[tf(kind = state_store)]
struct Teller {
    #[tf(required, sensitive)]
    key: Attr<String>,
}

impl Teller {
    fn tell<T>(&self, context: &Context<String>) -> Result<T, Diagnostics> {
        let (key, client) = (self.key.require("key")?, context.client());
        Err(Error::msg(format!("{key} and {client} are told")).into())
    }
}

impl StateStore for Teller {
    const NAME: &'static str = "teller";
    type Client = String;

    async fn configure(&self, _: &mut Context<String>) -> Result<(), Diagnostics> {
        Ok(())
    }

    async fn states(&self, context: &mut Context<String>) -> Result<Vec<String>, Diagnostics> {
        self.tell(context)
    }

    async fn read(
        &self,
        _: &str,
        _: StateSender<'_>,
        context: &mut Context<String>,
    ) -> Result<(), Diagnostics> {
        self.tell(context)
    }

    async fn write(
        &self,
        _: &str,
        _: StateReceiver<'_>,
        context: &mut Context<String>,
    ) -> Result<(), Diagnostics> {
        self.tell(context)
    }

    async fn delete(&self, _: &str, context: &mut Context<String>) -> Result<(), Diagnostics> {
        self.tell(context)
    }

    async fn lock(
        &self,
        _: &str,
        _: &str,
        context: &mut Context<String>,
    ) -> Result<String, Diagnostics> {
        self.tell(context)
    }

    async fn unlock(
        &self,
        _: &str,
        _: &str,
        context: &mut Context<String>,
    ) -> Result<(), Diagnostics> {
        self.tell(context)
    }
}

#[test]
fn later_calls_of_a_state_store_show_no_secrets_of_its_configuration() {
    let provider = Provider::new::<Config>("post").state_store::<Teller>();
    let provider = configured(provider, r#"{"key": "the-master-key"}"#);
    let (type_name, state_id) = (String::from("post_teller"), String::from("default"));
    let request = configure_state_store::Request {
        type_name: type_name.clone(),
        config: Some(config(r#"{"key": "the-store-key"}"#)),
        capabilities: None,
    };
    let response: configure_state_store::Response =
        call(&provider, "ConfigureStateStore", &request);
    assert!(response.diagnostics.is_empty());
    let request = get_states::Request {
        type_name: type_name.clone(),
    };
    let listed: get_states::Response = call(&provider, "GetStates", &request);
    let request = delete_state::Request {
        type_name: type_name.clone(),
        state_id: state_id.clone(),
    };
    let deleted: delete_state::Response = call(&provider, "DeleteState", &request);
    let request = lock_state::Request {
        type_name: type_name.clone(),
        state_id: state_id.clone(),
        operation: "apply".into(),
    };
    let locked: lock_state::Response = call(&provider, "LockState", &request);
    let request = unlock_state::Request {
        type_name: type_name.clone(),
        state_id: state_id.clone(),
        lock_id: "1".into(),
    };
    let unlocked: unlock_state::Response = call(&provider, "UnlockState", &request);
    let request = read_state_bytes::Request {
        type_name,
        state_id,
    };
    let read = streamed(
        &provider,
        method(6, "ReadStateBytes"),
        [request.encode_to_vec()],
    );
    let read = read_state_bytes::Response::decode(&read.unwrap()[0][..]).unwrap();
    for diagnostics in [
        listed.diagnostics,
        deleted.diagnostics,
        locked.diagnostics,
        unlocked.diagnostics,
        read.diagnostics,
    ] {
        let told = "(sensitive value) and (sensitive value) are told";
        assert_eq!(diagnostics[0].detail, told);
    }
}

/// Fails.
#[derive(TfFunction)]
#[tf(returns = String)]
struct Tell {
    text: String,
}

impl Function for Tell {
    const NAME: &'static str = "tell";

    async fn run(self) -> Result<String, Diagnostics> {
        Err(Error::msg(format!("{} is told", self.text)).into())
    }
}

#[test]
fn errors_of_functions_show_no_secrets_of_the_provider() {
    let provider = Provider::new::<Config>("post").function::<Tell>();
    let provider = configured(provider, r#"{"key": "the-master-key"}"#);
    let request = call_function::Request {
        name: "tell".into(),
        arguments: vec![DynamicValue::encode("the-master-key").unwrap()],
    };
    let response: call_function::Response = call(&provider, "CallFunction", &request);
    assert_eq!(response.error.unwrap().text, "(sensitive value) is told");
}

/// Secrets in all kinds of values.
#[derive(TfSchema, Default)]
#[tf(kind = resource)]
struct Chest {
    #[tf(optional, sensitive)]
    any: Dynamic,
    #[tf(optional)]
    plain: Dynamic,
    #[tf(optional, sensitive)]
    pair: Attr<Vec<Attr<i64>>>,
    #[tf(optional)]
    one: Attr<Drawer>,
    #[tf(optional)]
    by_name: Attr<std::collections::BTreeMap<String, Attr<Drawer>>>,
    #[tf(block)]
    loose: Attr<Loose>,
    #[tf(block)]
    fixed: Unknown<Set<Drawer>>,
}

#[derive(TfSchema)]
struct Drawer {
    #[tf(optional)]
    label: Attr<String>,
    #[tf(optional, sensitive)]
    text: Attr<String>,
}

#[derive(TfSchema)]
struct Loose {
    #[tf(optional)]
    label: Dynamic,
    #[tf(optional, sensitive)]
    text: Dynamic,
}

impl Resource for Chest {
    const NAME: &'static str = "chest";
    type Client = String;

    async fn create(_: Self, _: &mut Context<String>) -> Result<Self, Diagnostics> {
        let told = "[any-1] [any-2] [31415] [27182] [one-1] [map-1] [loose-1] [16180] [set-1]";
        let open = "[open] [string] [key-1] [plain-1]";
        Err(Diagnostic::error("Told", format!("{told} {open}")).into())
    }

    async fn read(state: Self, _: &mut Context<String>) -> Result<Option<Self>, Diagnostics> {
        Ok(Some(state))
    }

    async fn delete(_: Self, _: &mut Context<String>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

#[test]
fn secrets_are_found_in_all_kinds_of_values() {
    let provider = Provider::new::<Config>("post").resource::<Chest>();
    let provider = configured(provider, r#"{"key": "the-master-key"}"#);
    let planned = config(
        r#"{
            "any": {"type": ["tuple", ["string", ["object", {"key-1": "string"}]]], "value": ["any-1", {"key-1": "any-2"}]},
            "plain": {"type": "string", "value": "plain-1"},
            "pair": [31415, 27182],
            "one": {"label": "open", "text": "one-1"},
            "by_name": {"key-1": {"label": "open", "text": "map-1"}, "none": null},
            "loose": {
                "label": {"type": "string", "value": "open"},
                "text": {"type": ["tuple", ["string", "number"]], "value": ["loose-1", 16180]}
            },
            "fixed": [{"label": "open", "text": "set-1"}]
        }"#,
    );
    let tell = |planned: DynamicValue| {
        let request = apply_resource_change::Request {
            type_name: "post_chest".into(),
            prior_state: Some(DynamicValue::null()),
            planned_state: Some(planned),
            ..apply_resource_change::Request::default()
        };
        let response: apply_resource_change::Response =
            call(&provider, "ApplyResourceChange", &request);
        response.diagnostics[0].detail.clone()
    };
    let masked = "[(sensitive value)] ".repeat(9) + "[open] [string] [key-1] [plain-1]";
    assert_eq!(tell(planned.clone()), masked);
    let ty = <Chest as tfvalue::types::TfType>::ty();
    let value = planned.decode_value(&ty).unwrap();
    assert_eq!(
        tell(DynamicValue::encode_value(&value, &ty).unwrap()),
        masked
    );
}

/// Attributes whose values can be equal to the bounds that errors print.
#[derive(TfSchema)]
#[tf(kind = resource)]
struct Bounds {
    #[tf(optional, sensitive, range = 100_000..=999_999)]
    pin: Attr<i64>,
    #[tf(optional, sensitive)]
    largest: Attr<i32>,
    #[tf(optional, sensitive)]
    word: Attr<String>,
    #[tf(optional, range = 100_000..=999_999)]
    size: Attr<i64>,
    #[tf(optional)]
    amount: Attr<i32>,
    #[tf(optional, one_of = ["small", "large"], conflicts_with = "amount")]
    kind: Attr<String>,
    #[tf(optional, check = check_label)]
    label: Attr<String>,
    #[tf(optional, each(one_of = ["small", "large"]))]
    labels: Attr<std::collections::BTreeMap<String, Attr<String>>>,
}

fn check_label(label: &str) -> Result<(), String> {
    Err(format!("{label:?} is no label"))
}

impl Resource for Bounds {
    const NAME: &'static str = "bounds";
    type Client = String;

    async fn create(planned: Self, _: &mut Context<String>) -> Result<Self, Diagnostics> {
        Ok(planned)
    }

    async fn read(state: Self, _: &mut Context<String>) -> Result<Option<Self>, Diagnostics> {
        Ok(Some(state))
    }

    async fn delete(_: Self, _: &mut Context<String>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

/// Validates a configuration in which the other attributes are null, and returns the details.
fn bounds(attributes: &str) -> Vec<String> {
    let names = [
        "pin", "largest", "word", "size", "amount", "kind", "label", "labels",
    ];
    let absent = names
        .iter()
        .filter(|name| !attributes.contains(&format!("{name:?}:")));
    let absent: String = absent.map(|name| format!(", {name:?}: null")).collect();
    let request = validate_resource_config::Request {
        type_name: "post_bounds".into(),
        config: Some(config(&format!("{{{attributes}{absent}}}"))),
        client_capabilities: None,
    };
    let provider = Provider::new::<Config>("post").resource::<Bounds>();
    let response: validate_resource_config::Response =
        call(&provider, "ValidateResourceConfig", &request);
    let diagnostics = response.diagnostics.into_iter();
    diagnostics
        .map(|one| format!("{}: {}", one.summary, one.detail))
        .collect()
}

/// Masking part of a well-known message would reveal the secret.
#[test]
fn constraints_do_not_show_which_of_their_bounds_is_a_secret() {
    let pin = "size: a number from 100000 to 999999 is required, got 5";
    for secret in [100_000, 999_999] {
        let found = bounds(&format!(r#""pin": {secret}, "size": 5"#));
        assert_eq!(found.len(), 1);
        assert!(found[0].ends_with(pin), "{found:?}");
    }
    let found = bounds(r#""largest": 2147483647, "amount": 2147483648"#);
    assert!(
        found[0].ends_with(
            "amount: a whole number from -2147483648 to 2147483647 is required, got 2147483648"
        ),
        "{found:?}"
    );
    let found = bounds(r#""largest": 2147483648"#);
    let required = "largest: a whole number from -2147483648 to 2147483647 is required";
    assert!(
        found[0].contains(required) && !found[0].contains("2147483648 is"),
        "{found:?}"
    );
    for word in [
        "small",
        "large",
        "required",
        "conflicts",
        "amount",
        "kind",
        "Invalid",
        "none",
    ] {
        let found = bounds(&format!(
            r#""word": {word:?}, "kind": "medium", "amount": 1"#
        ));
        let shown = found.join(" ");
        assert!(
            shown.contains("conflicts with `amount`: only one of them can be set"),
            "{shown}"
        );
        assert!(
            shown.contains(r#"kind: one of "small" or "large" is required, got "medium""#),
            "{shown}"
        );
        assert!(!shown.contains("(sensitive"), "{shown}");
    }
}

/// Text that comes from a value or from other code is masked, in every notation.
#[test]
fn values_in_errors_of_constraints_are_masked() {
    let found = bounds(r#""pin": 271828, "size": 271828"#).join(" ");
    assert_eq!(found, "");
    let found = bounds(r#""pin": 100001, "largest": 27182, "size": 27182"#).join(" ");
    assert!(
        found.ends_with("size: a number from 100000 to 999999 is required, got (sensitive value)"),
        "{found}"
    );
    let found =
        bounds(r#""word": "a\"gr\u00fcn", "kind": "a\"gr\u00fcn", "label": "a\"gr\u00fcn""#)
            .join(" ");
    assert!(
        found.contains(r#"kind: one of "small" or "large" is required, got "(sensitive value)""#),
        "{found}"
    );
    assert!(
        found.contains(r#""(sensitive value)" is no label"#),
        "{found}"
    );
    let found = bounds(r#""word": "secret-key", "labels": {"secret-key": "x"}"#).join(" ");
    assert!(found.contains(r#"labels["(sensitive value)"]"#), "{found}");
}
