//! Actions, searches, a configuration and the history of resources, all of which are described at run time.

use std::sync::Arc;

use prost::Message as _;
use tfvalue::provider::{
    Context, Description, DynamicAction, DynamicListResource, DynamicProviderConfig,
    DynamicResource, ListResult, ListResults, Provider, Rules,
};
use tfvalue::schema::{Attribute, Block, Identity, IdentityAttribute, Schema};
use tfvalue::tfplugin6::{
    RawState, configure_provider, invoke_action, list_resource, move_resource_state,
    upgrade_resource_identity,
};
use tfvalue::{Diagnostics, Error, Path, Type, Value};
use tfvalue_testing::{Harness, Lint};

use crate::calls::config;
use crate::{call, method, streamed};

/// A login method, with the name of its attribute.
struct Login(&'static str);

impl DynamicProviderConfig for Login {
    type Client = String;

    fn describe(&self) -> Description {
        let key = Attribute::new(self.0, Type::String).required().sensitive();
        Description::new(Schema::new(Block::new().attributes([key])))
            .rules(self.0, Rules::new().length(8..))
    }

    async fn configure(&self, config: Value, _: &mut Context<()>) -> Result<String, Diagnostics> {
        match config.get(self.0).and_then(Value::as_str) {
            Some("a-wrong-key") => Err(Error::msg("a-wrong-key is wrong").at(self.0).into()),
            key => Ok(key.unwrap_or_default().to_owned()),
        }
    }
}

#[derive(Clone)]
struct Disk(fn() -> Description);

fn block(names: &[&'static str]) -> Block {
    let attributes = names.iter().copied();
    Block::new().attributes(attributes.map(|name| Attribute::new(name, Type::String).required()))
}

fn identity(name: &'static str) -> Identity {
    Identity::new([IdentityAttribute::required(name, Type::String)])
}

fn renamed(old: &Value, from: &str, to: &str) -> Result<Value, Error> {
    let value = old.get(from).cloned().unwrap_or(Value::null(Type::String));
    Value::object([(to, value)])
}

fn disk() -> Description {
    Description::new(Schema::new(block(&["name"])))
        .rules("name", Rules::new().replace())
        .identity(identity("name").version(2))
        .upgrade_identity(0, identity("id"), |old| renamed(&old, "id", "name"))
        .upgrade_identity(1, identity("key"), |old| renamed(&old, "key", "name"))
        .moved_from("old/store/store_volume", 1..=3, block(&["label"]), |old| {
            renamed(&old, "label", "name")
        })
        .moved_from_with_identity(
            "store_drive",
            ..,
            block(&["label"]),
            identity("id"),
            |old, identity| match identity {
                Some(identity) => renamed(&identity, "id", "name"),
                None => renamed(&old, "label", "name"),
            },
        )
}

impl DynamicResource for Disk {
    type Client = String;

    fn describe(&self) -> Description {
        self.0()
    }

    async fn create(&self, plan: Value, _: &mut Context<String>) -> Result<Value, Diagnostics> {
        Ok(plan)
    }

    async fn read(
        &self,
        state: Value,
        _: &mut Context<String>,
    ) -> Result<Option<Value>, Diagnostics> {
        Ok(Some(state))
    }

    async fn delete(&self, _: Value, _: &mut Context<String>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

impl DynamicListResource for Disk {
    fn describe_search(&self) -> Description {
        Description::new(Schema::new(block(&["prefix"])))
            .rules("prefix", Rules::new().one_of(["a", "b"]))
    }

    async fn list(
        &self,
        search: Value,
        results: &mut ListResults<'_, Value>,
        context: &mut Context<String>,
    ) -> Result<(), Diagnostics> {
        let prefix = search.get("prefix").and_then(Value::as_str);
        let found = (0..results.remaining().min(5)).map(|number| {
            let name = format!("{}-{number}", prefix.unwrap_or_default());
            let state = Value::object([("name", name.as_str())])?;
            Ok(ListResult::new(name, state))
        });
        let found: Vec<_> = found.collect::<Result<_, Error>>()?;
        results.extend(found).await?;
        let unknown = Value::object([("name", Value::unknown(Type::String))])?;
        assert!(context.client().len() >= 8);
        results.push(ListResult::new("unknown", unknown)).await
    }
}

/// An action with a verb.
struct Verb(&'static str);

impl DynamicAction for Verb {
    type Client = String;

    fn describe(&self) -> Description {
        Description::new(Schema::new(block(&["disk"]))).rules("disk", Rules::new().length(..=8))
    }

    async fn invoke(
        &self,
        config: Value,
        context: &mut Context<String>,
    ) -> Result<(), Diagnostics> {
        let disk = config.get("disk").and_then(Value::as_str).unwrap_or("?");
        let key = Arc::clone(context.client());
        context
            .progress(format!("{} {disk} with {key}", self.0))
            .await;
        Ok(())
    }
}

fn provider() -> Provider<String> {
    let provider = Provider::dynamic("store", Login("api_key"))
        .dynamic_resource("disk", Disk(disk))
        .dynamic_list_resource("disk", Disk(disk))
        .dynamic_action("wipe", Verb("wiping"))
        .dynamic_action("scrub", Verb("scrubbing"));
    provider.schemas().unwrap();
    provider
}

fn configure(provider: &Provider<String>, key: &str) -> Vec<String> {
    let request = configure_provider::Request {
        config: Some(config(&format!(r#"{{"api_key": {key:?}}}"#))),
        ..Default::default()
    };
    let response: configure_provider::Response = call(provider, "ConfigureProvider", &request);
    let diagnostics = response.diagnostics.into_iter();
    diagnostics.map(|one| one.detail).collect()
}

fn raw(json: &str) -> RawState {
    RawState {
        json: json.into(),
        ..Default::default()
    }
}

fn disk_type() -> Type {
    block(&["name"]).implied_type()
}

#[test]
fn the_configuration_of_a_provider_is_described() {
    let provider = provider();
    let block = provider.schemas().unwrap().provider.unwrap().block;
    assert!(block.attribute("api_key").unwrap().sensitive);
    assert_eq!(
        configure(&provider, "a-wrong-key"),
        ["api_key: (sensitive value) is wrong"]
    );
    assert!(configure(&provider, "the-right-key").is_empty());
    // A disk exists only in the state.
    let harness = Harness::new(provider).allow(Lint::NotDeleted, Path::root());
    let outcome = harness.configure(r#"{"api_key": "short"}"#);
    outcome.fails("api_key", "at least 8 characters");
    harness
        .configure(r#"{"api_key": "the-right-key"}"#)
        .succeeds();
    assert_eq!(*harness.client(), "the-right-key");
    let mut disk = harness.resource("store_disk");
    disk.apply(r#"{"name": "a"}"#).created();
    disk.apply(r#"{"name": "b"}"#).replaced();
    disk.destroy().destroyed();
}

#[test]
fn states_of_other_types_are_moved() {
    let provider = provider();
    let moved = |name: &str, version: i64, address: &str, identity: Option<&str>| {
        let request = move_resource_state::Request {
            source_type_name: name.into(),
            source_schema_version: version,
            source_provider_address: address.into(),
            source_state: Some(raw(r#"{"label": "a", "more": 1}"#)),
            source_identity: identity.map(raw),
            target_type_name: "store_disk".into(),
            ..Default::default()
        };
        let response: move_resource_state::Response =
            call(&provider, "MoveResourceState", &request);
        match response.target_state {
            Some(state) => Ok(state.decode_value(&disk_type()).unwrap().to_string()),
            None => Err(response.diagnostics[0].detail.clone()),
        }
    };
    let address = "registry.terraform.io/old/store";
    let (a, i) = (r#"{ name = "a" }"#, r#"{ name = "i" }"#);
    for version in 1..=3 {
        assert_eq!(moved("store_volume", version, address, None).unwrap(), a);
    }
    assert_eq!(
        moved("store_drive", 7, "x.example/new/store", None).unwrap(),
        a
    );
    let identity = Some(r#"{"id": "i"}"#);
    assert_eq!(moved("store_drive", 7, address, identity).unwrap(), i);
    // Terraform sends empty JSON for an object without an identity.
    for none in ["", "null", r#"{"id": null}"#] {
        assert_eq!(moved("store_drive", 7, address, Some(none)).unwrap(), a);
    }
    for (name, version, address) in [
        ("store_volume", 4, address),
        ("store_volume", 0, address),
        ("store_volume", 1, "registry.terraform.io/new/store"),
        ("store_other", 1, address),
    ] {
        let fault = moved(name, version, address, None).unwrap_err();
        let accepted = r#"it accepts "old/store/store_volume" with schema versions 1 to 3, "store_drive" with any schema version"#;
        assert!(fault.contains(accepted), "{fault}");
    }
}

/// Terraform reports this fault only for a search.
#[test]
fn objects_that_are_listed_require_an_identity() {
    let without_identity = || Description::new(Schema::new(block(&["name"])));
    let provider = || Provider::dynamic("store", Login("api_key"));
    for provider in [
        provider().dynamic_list_resource("disk", Disk(disk)),
        provider()
            .dynamic_resource("drive", Disk(disk))
            .dynamic_list_resource("disk", Disk(disk)),
        provider()
            .dynamic_resource("disk", Disk(without_identity))
            .dynamic_list_resource("disk", Disk(without_identity)),
    ] {
        assert_eq!(
            provider.schemas().unwrap_err().to_string(),
            "list_resource_schemas[\"store_disk\"]: a list resource requires a managed resource of \
             the same name, with an identity"
        );
    }
}

#[test]
fn identities_are_upgraded() {
    let provider = provider();
    let upgraded = |version: i64, json: &str| {
        let request = upgrade_resource_identity::Request {
            type_name: "store_disk".into(),
            version,
            raw_identity: Some(raw(json)),
        };
        let response: upgrade_resource_identity::Response =
            call(&provider, "UpgradeResourceIdentity", &request);
        match response.upgraded_identity {
            Some(identity) => {
                let data = identity.identity_data.unwrap();
                Ok(data.decode_value(&disk_type()).unwrap().to_string())
            }
            None => Err(response.diagnostics[0].detail.clone()),
        }
    };
    let a = r#"{ name = "a" }"#;
    assert_eq!(upgraded(0, r#"{"id": "a"}"#).unwrap(), a);
    assert_eq!(upgraded(1, r#"{"key": "a"}"#).unwrap(), a);
    assert_eq!(upgraded(2, r#"{"name": "a"}"#).unwrap(), a);
    assert!(
        upgraded(3, r#"{"name": "a"}"#)
            .unwrap_err()
            .contains("newer version")
    );
    assert!(upgraded(0, r#"{"id": 1.5, "id": []}"#).is_err());
}

#[test]
fn objects_are_listed() {
    let provider = provider();
    configure(&provider, "the-right-key");
    let list = |limit: i64| {
        let request = list_resource::Request {
            type_name: "store_disk".into(),
            config: Some(config(r#"{"prefix": "a"}"#)),
            include_resource_object: true,
            limit,
        };
        let events = streamed(
            &provider,
            method(6, "ListResource"),
            [request.encode_to_vec()],
        );
        let events = events.unwrap().into_iter();
        let events = events.map(|event| list_resource::Event::decode(event).unwrap());
        events.collect::<Vec<_>>()
    };
    let events = list(2);
    assert_eq!(events.len(), 2);
    let ty = disk_type();
    for (number, event) in events.iter().enumerate() {
        let value = format!(r#"{{ name = "a-{number}" }}"#);
        assert_eq!(event.display_name, format!("a-{number}"));
        let object = event.resource_object.as_ref().unwrap();
        assert_eq!(object.decode_value(&ty).unwrap().to_string(), value);
        let identity = event.identity.as_ref().unwrap().identity_data.as_ref();
        assert_eq!(
            identity.unwrap().decode_value(&ty).unwrap().to_string(),
            value
        );
    }
    // The last result contains an unknown value, which is a bug.
    let events = list(9);
    assert_eq!(events.len(), 6);
    let fault = &events[5].diagnostic[0];
    assert!(
        fault
            .detail
            .contains("`list` left this attribute unknown:\n\n    name\n"),
        "{fault:?}"
    );
}

#[test]
fn actions_are_invoked() {
    let provider = provider();
    configure(&provider, "the-right-key");
    for (action, verb) in [("store_wipe", "wiping"), ("store_scrub", "scrubbing")] {
        let request = invoke_action::Request {
            action_type: action.into(),
            config: Some(config(r#"{"disk": "a"}"#)),
            ..Default::default()
        };
        let events = streamed(
            &provider,
            method(6, "InvokeAction"),
            [request.encode_to_vec()],
        );
        let events = events.unwrap().into_iter();
        let events =
            events.map(|event| format!("{:?}", invoke_action::Event::decode(event).unwrap()));
        let events: Vec<_> = events.collect();
        let progress = format!("{verb} a with (sensitive value)");
        assert!(events[0].contains(&progress), "{events:?}");
    }
}

/// A name without a provider matches the states of every provider.
#[test]
fn a_state_is_moved_by_one_function() {
    let faulty = || {
        disk()
            .moved_from("null_resource", .., block(&[]), Ok)
            .moved_from("hashicorp/null/null_resource", 0..=0, block(&[]), Ok)
            .moved_from("other/null_resource", 0..=0, block(&[]), Ok)
    };
    let provider =
        Provider::dynamic("store", Login("api_key")).dynamic_resource("disk", Disk(faulty));
    let faults = provider.schemas().unwrap_err().to_string();
    for name in ["hashicorp/null/null_resource", "other/null_resource"] {
        let part = format!("`moved_from` names a version of {name:?} twice");
        assert!(faults.contains(&part), "{part}: {faults}");
    }
}

/// Each mistake is an error in the schemas.
#[test]
fn faults_of_histories_searches_and_actions_are_errors_of_the_schema() {
    let faulty = || {
        disk()
            .upgrade_identity(0, identity("id"), Ok)
            .upgrade_identity(2, identity("id"), Ok)
            .moved_from("store_drive", 4..=5, block(&[]), Ok)
            .moved_from("x/", .., block(&[]), Ok)
            .moved_from("store_bin", 3..3, block(&[]), Ok)
    };
    let provider =
        Provider::dynamic("store", Login("api_key")).dynamic_resource("disk", Disk(faulty));
    let faults = provider.schemas().unwrap_err().to_string();
    for part in [
        "duplicate version 0 in `upgrade_identity`",
        "`upgrade_identity` from version 2 has no effect, because the current version is 2",
        "`moved_from` names a version of \"store_drive\" twice",
        "`moved_from` requires the name of a resource type, got \"x/\"",
        "`moved_from` names no version of \"store_bin\"",
    ] {
        assert!(faults.contains(part), "{part}: {faults}");
    }
    let lone =
        || Description::new(Schema::new(block(&["name"]))).upgrade_identity(0, identity("id"), Ok);
    let provider =
        Provider::dynamic("store", Login("api_key")).dynamic_resource("disk", Disk(lone));
    let faults = provider.schemas().unwrap_err().to_string();
    assert!(
        faults.contains("`upgrade_identity` has no effect without an identity"),
        "{faults}"
    );
}
