//! Write-only attributes, and the capabilities of the client.

use std::sync::{Arc, Mutex};

use tfvalue::provider::{ClientCapabilities, Context, Plan, Provider, ProviderConfig, Resource};
use tfvalue::tfplugin6::{self, DynamicValue, validate_resource_config};
use tfvalue::{Attr, Diagnostic, Diagnostics, TfSchema, Unknown};
use tfvalue_testing::Harness;

use crate::call;
use crate::calls::config;

type Seen = Arc<Mutex<Vec<ClientCapabilities>>>;

#[derive(TfSchema)]
#[tf(kind = provider)]
struct Config {}

impl ProviderConfig for Config {
    type Client = Seen;

    async fn configure(self, context: &mut Context<()>) -> Result<Seen, Diagnostics> {
        Ok(Arc::new(Mutex::new(vec![context.client_capabilities()])))
    }
}

#[derive(TfSchema, Default)]
#[tf(kind = resource, check = check_user)]
struct User {
    #[tf(optional, sensitive, prefer_write_only = "password_wo, key", describe)]
    password: Attr<String>,
    #[tf(optional, write_only, length = 3..)]
    password_wo: Attr<String>,
    #[tf(optional, write_only)]
    key: Attr<String>,
    #[tf(block)]
    login: Unknown<Vec<Login>>,
}

#[derive(TfSchema)]
struct Login {
    #[tf(optional, write_only)]
    pin: Attr<i64>,
}

fn check_user(_: &User) -> Diagnostics {
    if ClientCapabilities::current().write_only_attributes_allowed {
        Diagnostic::warning("New", "The client is new.").into()
    } else {
        Diagnostics::new()
    }
}

impl Resource for User {
    const NAME: &'static str = "user";
    type Client = Seen;

    async fn plan(_: &mut Plan<'_, Self>, context: &mut Context<Seen>) -> Result<(), Diagnostics> {
        see(context);
        Ok(())
    }

    async fn create(plan: Self, context: &mut Context<Seen>) -> Result<Self, Diagnostics> {
        see(context);
        Ok(plan)
    }

    async fn read(state: Self, _: &mut Context<Seen>) -> Result<Option<Self>, Diagnostics> {
        Ok(Some(state))
    }

    async fn delete(_: Self, _: &mut Context<Seen>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

fn see(context: &Context<Seen>) {
    let capabilities = context.client_capabilities();
    context.client().lock().unwrap().push(capabilities);
}

fn provider() -> Provider<Seen> {
    Provider::new::<Config>("cloud").resource::<User>()
}

const NEW: tfplugin6::ClientCapabilities = tfplugin6::ClientCapabilities {
    deferral_allowed: true,
    write_only_attributes_allowed: true,
    store_planned_private: false,
    computed_blocks_allowed: false,
};

/// Returns the paths and headlines of the diagnostics for a configuration.
fn validated(client: Option<tfplugin6::ClientCapabilities>, json: &str) -> Vec<String> {
    let request = validate_resource_config::Request {
        type_name: "cloud_user".into(),
        config: Some(config(json)),
        client_capabilities: client,
    };
    let response: validate_resource_config::Response =
        call(&provider(), "ValidateResourceConfig", &request);
    let texts = response.diagnostics.iter().map(|one| {
        let path = one
            .attribute
            .as_ref()
            .map(|path| tfvalue::Path::try_from(path).unwrap());
        let path = path.map(|path| path.to_string()).unwrap_or_default();
        format!("{path}: {}", one.summary)
    });
    texts.collect()
}

const ALL: &str = r#"{"password": null, "password_wo": "abc", "key": null, "login": [{"pin": 1}, {"pin": null}]}"#;

#[test]
fn write_only_values_are_refused_for_clients_that_would_store_them() {
    assert_eq!(validated(Some(NEW), ALL), [": New"]);
    let refused = [
        "password_wo: WriteOnly Attribute Not Allowed",
        "login[0].pin: WriteOnly Attribute Not Allowed",
    ];
    assert_eq!(validated(None, ALL), refused);
    assert_eq!(
        validated(Some(tfplugin6::ClientCapabilities::default()), ALL),
        refused
    );
    let none = r#"{"password": "abc", "password_wo": null, "key": null, "login": []}"#;
    assert_eq!(validated(None, none), [""; 0]);
}

#[test]
fn unknown_write_only_values_are_refused_too() {
    let user = User {
        key: Attr::unknown(),
        ..User::default()
    };
    let request = validate_resource_config::Request {
        type_name: "cloud_user".into(),
        config: Some(DynamicValue::encode(&user).unwrap()),
        client_capabilities: None,
    };
    let response: validate_resource_config::Response =
        call(&provider(), "ValidateResourceConfig", &request);
    let [refused] = &response.diagnostics[..] else {
        panic!("{:?}", response.diagnostics);
    };
    assert!(refused.detail.contains("Terraform 1.11"), "{refused:?}");
}

#[test]
fn values_are_not_in_the_error() {
    let request = validate_resource_config::Request {
        type_name: "cloud_user".into(),
        config: Some(config(&ALL.replace("abc", "hush"))),
        client_capabilities: None,
    };
    let response: validate_resource_config::Response =
        call(&provider(), "ValidateResourceConfig", &request);
    assert!(!format!("{response:?}").contains("hush"));
}

#[test]
fn write_only_attributes_are_preferred() {
    let with = |password: &str, twin: &str| {
        let json = format!(
            r#"{{"password": {password}, "password_wo": {twin}, "key": null, "login": []}}"#
        );
        validated(Some(NEW), &json)
    };
    assert_eq!(
        with(r#""abc""#, "null"),
        [": New", "password: A write-only attribute is available"]
    );
    assert_eq!(with(r#""abc""#, r#""abc""#), [": New"]);
    assert_eq!(with("null", "null"), [": New"]);
    let unknown = User {
        password: Attr::unknown(),
        ..User::default()
    };
    // Without a client, no write-only attribute is recommended.
    let encoded = DynamicValue::encode(&unknown).unwrap();
    assert!(encoded.validate_config::<User>().is_empty());
}

#[test]
fn handlers_know_the_client() {
    let harness = Harness::new(provider()).client_capabilities(NEW);
    harness.configure("{}").succeeds();
    let mut user = harness.resource("cloud_user");
    user.apply(r#"{"key": "abc"}"#).created();
    let seen = harness.client().lock().unwrap().clone();
    // The request to create the user does not contain the client's capabilities.
    assert!(seen.len() >= 3, "{seen:?}");
    assert!(seen.iter().all(|client| *client == NEW.into()), "{seen:?}");

    let old = Harness::new(provider()).client_capabilities(ClientCapabilities::default());
    old.configure("{}").succeeds();
    let mut user = old.resource("cloud_user");
    user.apply(r#"{"key": "abc"}"#)
        .fails("key", "Terraform 1.11");
}

#[test]
fn the_description_mentions_the_preference() {
    let schemas = provider().schemas().unwrap();
    let password = schemas.resource_schemas["cloud_user"]
        .block
        .attribute("password");
    assert_eq!(
        password.unwrap().description,
        "Prefer `password_wo` or `key`, which is never stored."
    );
}
