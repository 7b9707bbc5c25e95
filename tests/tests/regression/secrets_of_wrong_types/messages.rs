//! Uses values of wrong types in messages to a provider, in stored states, and in plans for people.

use std::fmt::Debug;
use std::future::Future;
use std::pin::pin;
use std::task::{Context as Polling, Poll, Waker};

use prost::Message;
use serde_json::json;
use tfvalue::provider::{Context, Method, Provider, Resource};
use tfvalue::state::MoveSource;
use tfvalue::tfplugin6::{
    DynamicValue, RawState, apply_resource_change, configure_provider, move_resource_state,
    plan_resource_change, read_resource, upgrade_resource_state, validate_resource_config,
};
use tfvalue::{Diagnostics, Value, json, msgpack, types::TfType};
use tfvalue_testing::Harness;
use tfvalue_tests::no_config::NoConfig;

use super::{KnownVault, Texts, Vault};

impl Resource for Vault {
    const NAME: &'static str = "vault";
    type Client = ();

    async fn create(plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        Ok(plan)
    }

    async fn read(state: Self, _: &mut Context<()>) -> Result<Option<Self>, Diagnostics> {
        Ok(Some(state))
    }

    async fn update(_: Self, plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        Ok(plan)
    }

    async fn delete(_: Self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

pub(super) struct Messages {
    provider: Provider<()>,
    harness: Harness<()>,
}

fn provider() -> Provider<()> {
    Provider::new::<NoConfig>("test").resource::<Vault>()
}

impl Messages {
    pub(super) fn new() -> Self {
        let messages = Messages {
            provider: provider(),
            harness: Harness::new(provider()),
        };
        let request = configure_provider::Request {
            config: Some(encoded_json("{}")),
            ..Default::default()
        };
        let response: configure_provider::Response = messages.call("ConfigureProvider", &request);
        assert!(response.diagnostics.is_empty(), "{response:?}");
        messages
    }

    /// Sends two values in all places where a message can contain a value.
    pub(super) fn send(&self, value: &Value, other: &Value, texts: &mut Texts) {
        self.play(value, other, texts);
        shown(value, texts);
        let ty = value.ty();
        if let Ok(msgpack) = msgpack::value_to_vec(value, &ty) {
            let json = Vec::new();
            self.read(&DynamicValue { msgpack, json }, texts);
        }
        if let Ok(text) = json::value_to_string(value, &ty) {
            self.stored(&text, texts);
            self.read(&encoded_json(&text), texts);
        }
    }

    /// Reads a value and sends it to a provider.
    fn read(&self, message: &DynamicValue, texts: &mut Texts) {
        if let Some(vault) = texts.error("decode", message.decode::<Vault>()) {
            texts.error("known view", KnownVault::try_from(vault));
        }
        texts.error("decode_config", message.decode_config::<Vault>());
        for diagnostic in message.validate_config::<Vault>() {
            texts.hides("validate_config", &format!("{diagnostic:?}"));
        }
        texts.error("identity", message.identity::<Vault>());
        texts.error("import", DynamicValue::import_identity::<Vault>(message));

        let type_name = || "test_vault".to_owned();
        let value = || Some(message.clone());
        let request = validate_resource_config::Request {
            type_name: type_name(),
            config: value(),
            ..Default::default()
        };
        let response: validate_resource_config::Response =
            self.call("ValidateResourceConfig", &request);
        texts.hides("provider: validate", &format!("{response:?}"));
        let request = plan_resource_change::Request {
            type_name: type_name(),
            config: value(),
            proposed_new_state: value(),
            prior_state: value(),
            ..Default::default()
        };
        texts.error("request.plan", request.plan::<Vault>());
        let response: plan_resource_change::Response = self.call("PlanResourceChange", &request);
        texts.hides("provider: plan", &format!("{response:?}"));
        let request = apply_resource_change::Request {
            type_name: type_name(),
            config: value(),
            planned_state: value(),
            prior_state: value(),
            ..Default::default()
        };
        let response: apply_resource_change::Response = self.call("ApplyResourceChange", &request);
        texts.hides("provider: apply", &format!("{response:?}"));
        let request = read_resource::Request {
            type_name: type_name(),
            current_state: value(),
            ..Default::default()
        };
        let response: read_resource::Response = self.call("ReadResource", &request);
        texts.hides("provider: read", &format!("{response:?}"));
    }

    /// Upgrades and moves a stored state.
    fn stored(&self, json: &str, texts: &mut Texts) {
        let state = RawState {
            json: json.into(),
            ..RawState::default()
        };
        texts.error("state.decode", state.decode::<Vault>());
        let decoded = state.decode_ignoring_unsupported::<Vault>();
        texts.error("state.decode_ignoring", decoded);
        texts.error("state.upgrade", state.upgrade::<Vault>(0));
        texts.error("state.upgrade", state.upgrade::<Vault>(1));
        let source = MoveSource::new("test_vault", 0, "example.com/test/test");
        texts.error("state.move_to", state.move_to::<Vault>(&source));
        for version in [0, 1] {
            let request = upgrade_resource_state::Request {
                type_name: "test_vault".to_owned(),
                version,
                raw_state: Some(state.clone()),
            };
            let response: upgrade_resource_state::Response =
                self.call("UpgradeResourceState", &request);
            texts.hides("provider: upgrade", &format!("{response:?}"));
        }
        let request = move_resource_state::Request {
            source_type_name: "test_vault".to_owned(),
            target_type_name: "test_vault".to_owned(),
            source_state: Some(state),
            ..Default::default()
        };
        let response: move_resource_state::Response = self.call("MoveResourceState", &request);
        texts.hides("provider: move", &format!("{response:?}"));
    }

    /// Runs steps with the harness.
    fn play(&self, value: &Value, other: &Value, texts: &mut Texts) {
        let mut vault = self.harness.resource("test_vault");
        for config in [value, other, value] {
            texts.hides("testing", &format!("{:?}", vault.apply(config.clone())));
        }
        if let Ok(json) = json::value_to_string(value, &value.ty()) {
            texts.hides(
                "testing: upgrade",
                &format!("{:?}", vault.upgrade(0, &json)),
            );
        }
    }

    fn call<R: Message + Default + Debug>(&self, method: &str, request: &impl Message) -> R {
        let request = request.encode_to_vec();
        let response = ready(
            self.provider
                .respond(Method::find(6, method).unwrap(), &request),
        );
        R::decode(response.unwrap()).unwrap()
    }
}

fn encoded_json(text: &str) -> DynamicValue {
    DynamicValue {
        msgpack: Vec::new(),
        json: text.into(),
    }
}

/// Runs a future that is never pending.
fn ready<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Polling::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("the future waits"),
    }
}

/// Reads the value from a JSON plan, which marks sensitive parts.
fn shown(value: &Value, texts: &mut Texts) {
    let Ok(text) = json::value_to_string(value, &value.ty()) else {
        return;
    };
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    let login = json!({ "pin": true, "keys": true });
    let mask = json!({
        "text": true, "number": true, "list": true, "set": true, "map": true, "any": true,
        "unstored": true, "one": true, "parts": true, "part_set": true, "part_map": true,
        "open": login, "logins": [login, login], "login_set": [login], "login_map": { "k": login },
        "door": [login, login], "key": [login],
    });
    let change: tfvalue_show::Change = serde_json::from_value(json!({
        "actions": ["create"], "after": value, "after_sensitive": mask,
    }))
    .unwrap();
    let after = change.after();
    texts.error("show: read", after.read::<Vault>());
    texts.error(
        "show: read_ignoring_unsupported",
        after.read_ignoring_unsupported::<Vault>(),
    );
    texts.error("show: value", after.value(&Vault::ty()));
    let value = after.value_ignoring_unsupported(&Vault::ty());
    texts.error("show: value", value);
}
