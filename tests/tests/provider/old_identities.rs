//! Objects that were stored without an identity, or with an identity that contains the values of an older version.
//! These objects were unusable: empty JSON was read as an identity, and an empty string could not be replaced with the
//! real identity.

use tfvalue::provider::{Context, Provider, Resource};
use tfvalue::state::MoveSource;
use tfvalue::tfplugin6::{
    DynamicValue, RawState, ResourceIdentityData, apply_resource_change, move_resource_state,
    plan_resource_change, read_resource, upgrade_resource_identity, upgrade_resource_state,
};
use tfvalue::{Attr, Diagnostics, Path, PrivateData, TfSchema, state, types::TfType};
use tfvalue_testing::{FindingKind, Harness, Lint};
use tfvalue_tests::no_config::NoConfig;

use crate::calls::{configured, texts};
use crate::{call, call_version};

#[derive(TfSchema, Clone)]
#[tf(
    kind = resource,
    version = 1,
    upgrade(0 = HostV0),
    identity = HostId,
    moved_from("old_host" @ .. = (Old, Option<HostId>)),
)]
struct Host {
    #[tf(computed, keep)]
    id: Attr<String>,
    #[tf(required)]
    name: Attr<String>,
}

#[derive(TfSchema)]
struct HostV0 {
    #[tf(computed)]
    id: Attr<String>,
    #[tf(required)]
    title: Attr<String>,
}

impl From<HostV0> for Host {
    fn from(old: HostV0) -> Self {
        Host {
            id: old.id,
            name: old.title,
        }
    }
}

#[derive(TfSchema)]
struct Old {
    #[tf(computed)]
    id: Attr<String>,
}

impl From<(Old, Option<HostId>)> for Host {
    fn from((old, identity): (Old, Option<HostId>)) -> Self {
        let id = identity.map_or(old.id, |identity| identity.id.into());
        Host {
            id,
            name: "moved".into(),
        }
    }
}

#[derive(TfSchema)]
#[tf(kind = identity, version = 2, upgrade(0 = NumberId, 1 = HostId))]
struct HostId {
    #[tf(required)]
    id: String,
}

#[derive(TfSchema)]
#[tf(kind = identity)]
struct NumberId {
    #[tf(required)]
    number: i64,
}

impl From<NumberId> for HostId {
    fn from(old: NumberId) -> Self {
        HostId {
            id: format!("h-{}", old.number),
        }
    }
}

impl Resource for Host {
    const NAME: &'static str = "host";
    type Client = ();

    async fn create(mut plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        plan.id = "h-7".into();
        Ok(plan)
    }

    async fn read(state: Self, context: &mut Context<()>) -> Result<Option<Self>, Diagnostics> {
        // A handler can read the identity of each object.
        context.identity::<HostId>()?;
        Ok(Some(state))
    }

    async fn update(_: Self, plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        Ok(plan)
    }

    async fn delete(_: Self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

/// A resource whose identity requires an attribute that is missing from objects without an identity.
#[derive(TfSchema, Clone)]
#[tf(kind = resource, identity = StrictId)]
struct Strict {
    #[tf(required)]
    name: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = identity)]
struct StrictId {
    #[tf(required)]
    name: String,
    #[tf(required, not_in_state)]
    region: String,
}

impl Resource for Strict {
    const NAME: &'static str = "strict";
    type Client = ();

    async fn create(plan: Self, context: &mut Context<()>) -> Result<Self, Diagnostics> {
        let name = plan.name.require("name")?.clone();
        context.set_identity(&StrictId {
            name,
            region: "eu".to_owned(),
        })?;
        Ok(plan)
    }

    async fn read(state: Self, _: &mut Context<()>) -> Result<Option<Self>, Diagnostics> {
        Ok(Some(state))
    }

    async fn delete(_: Self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

fn provider() -> Provider<()> {
    let provider = Provider::new::<NoConfig>("cloud")
        .resource::<Host>()
        .resource::<Strict>();
    configured(provider, "{}")
}

fn host(id: &str) -> DynamicValue {
    DynamicValue::encode(&Host {
        id: id.to_owned().into(),
        name: "a".into(),
    })
    .unwrap()
}

fn json(json: &str) -> ResourceIdentityData {
    let data = DynamicValue {
        json: json.into(),
        ..DynamicValue::default()
    };
    ResourceIdentityData {
        identity_data: Some(data),
    }
}

fn raw(json: &str) -> Option<RawState> {
    Some(RawState {
        json: json.into(),
        ..RawState::default()
    })
}

fn upgraded(raw_identity: Option<RawState>, version: i64) -> Vec<Option<String>> {
    let request = upgrade_resource_identity::Request {
        type_name: "cloud_host".into(),
        version,
        raw_identity,
    };
    let provider = provider();
    let upgraded = [5, 6].map(|protocol| {
        let response: upgrade_resource_identity::Response =
            call_version(&provider, protocol, "UpgradeResourceIdentity", &request);
        assert_eq!(texts(&response.diagnostics), [""; 0]);
        // Not all versions of Terraform and OpenTofu accept a missing message.
        let data = response.upgraded_identity.unwrap().identity_data.unwrap();
        let id: Option<HostId> = data.decode().unwrap();
        id.map(|id| id.id)
    });
    upgraded.into()
}

#[test]
fn no_identity_is_upgraded_to_none() {
    for version in [0, 1, 2] {
        for none in ["", "null", "{}", r#"{"id": null}"#, r#"{"number": null}"#] {
            assert_eq!(upgraded(raw(none), version), [None, None], "{none}");
        }
        assert_eq!(upgraded(None, version), [None, None]);
    }
    let upgraded_id = |json: &str, version| upgraded(raw(json), version)[0].clone();
    assert_eq!(upgraded_id(r#"{"number": 3}"#, 0).as_deref(), Some("h-3"));
    assert_eq!(upgraded_id(r#"{"id": "h-3"}"#, 2).as_deref(), Some("h-3"));
    assert_eq!(upgraded_id(r#"{"id": ""}"#, 1).as_deref(), Some(""));
    let none = RawState::default().upgrade_identity::<HostId>(0).unwrap();
    assert!(none.is_null());
}

/// Terraform reads an object without attributes in a state file as `{}`.
#[test]
fn a_state_without_attributes_is_an_object_of_nulls() {
    let provider = provider();
    for version in [0, 1] {
        for raw_state in [None, Some(RawState::default()), raw("{}")] {
            let request = upgrade_resource_state::Request {
                type_name: "cloud_host".into(),
                version,
                raw_state,
            };
            let response: upgrade_resource_state::Response =
                call(&provider, "UpgradeResourceState", &request);
            assert_eq!(texts(&response.diagnostics), [""; 0]);
            let state = response
                .upgraded_state
                .unwrap()
                .decode_value(&Host::ty())
                .unwrap();
            assert_eq!(state.to_string(), "{ id = null, name = null }");
        }
    }
}

#[test]
fn a_move_without_an_identity() {
    let provider = provider();
    let moved = |source_identity| {
        let request = move_resource_state::Request {
            source_type_name: "old_host".into(),
            source_state: raw(r#"{"id": "h-1"}"#),
            source_identity,
            target_type_name: "cloud_host".into(),
            ..Default::default()
        };
        let moved: move_resource_state::Response = call(&provider, "MoveResourceState", &request);
        assert_eq!(texts(&moved.diagnostics), [""; 0]);
        let host: Host = moved.target_state.unwrap().decode().unwrap();
        host.id.value().unwrap().clone()
    };
    // Terraform sends the message even if there is no identity.
    for none in ["", "null", r#"{"id": null}"#] {
        assert_eq!(moved(raw(none)), "h-1", "{none}");
    }
    assert_eq!(moved(None), "h-1");
    assert_eq!(moved(raw(r#"{"id": "h-2"}"#)), "h-2");
    let mut source = MoveSource::new("old_host", 0, "");
    source.identity = Some(b"");
    assert!(state::move_to::<Host>(&source, &state::Stored::json(b"{}")).is_ok());
}

fn read(identity: Option<ResourceIdentityData>, private: &[u8]) -> read_resource::Response {
    let request = read_resource::Request {
        type_name: "cloud_host".into(),
        current_state: Some(host("h-7")),
        current_identity: identity,
        private: private.to_vec(),
        ..Default::default()
    };
    call(&provider(), "ReadResource", &request)
}

fn id(identity: Option<ResourceIdentityData>) -> String {
    let id: HostId = identity.unwrap().identity_data.unwrap().decode().unwrap();
    id.id
}

#[test]
fn a_read_sets_what_an_older_version_did_not_know() {
    let none = [None, Some(json("")), Some(json("null"))];
    let empty = [Some(json(r#"{"id": null}"#)), Some(json(r#"{"id": ""}"#))];
    for identity in none.into_iter().chain(empty) {
        let response = read(identity, b"");
        assert_eq!(texts(&response.diagnostics), [""; 0]);
        assert_eq!(id(response.new_identity), "h-7");
    }
    let changed = texts(&read(Some(json(r#"{"id": "h-8"}"#)), b"").diagnostics);
    assert!(
        changed[0].contains(r#"id: "h-8" became "h-7""#),
        "{changed:?}"
    );
}

#[test]
fn changes_set_what_an_older_version_did_not_know() {
    let provider = provider();
    let planned: plan_resource_change::Response = call(
        &provider,
        "PlanResourceChange",
        &plan_resource_change::Request {
            type_name: "cloud_host".into(),
            prior_state: Some(host("h-7")),
            proposed_new_state: Some(host("h-7")),
            config: Some(DynamicValue {
                json: br#"{"id": null, "name": "b"}"#.to_vec(),
                ..DynamicValue::default()
            }),
            prior_identity: Some(json(r#"{"id": ""}"#)),
            ..Default::default()
        },
    );
    assert_eq!(texts(&planned.diagnostics), [""; 0]);
    assert_eq!(id(planned.planned_identity), "h-7");
    let applied: apply_resource_change::Response = call(
        &provider,
        "ApplyResourceChange",
        &apply_resource_change::Request {
            type_name: "cloud_host".into(),
            prior_state: Some(host("h-7")),
            planned_state: planned.planned_state.clone(),
            config: planned.planned_state,
            planned_identity: Some(json(r#"{"id": ""}"#)),
            ..Default::default()
        },
    );
    assert_eq!(texts(&applied.diagnostics), [""; 0]);
    assert_eq!(id(applied.new_identity), "h-7");
}

/// The Go SDK stores `null` for objects that have no private data.
#[test]
fn private_data_of_null_is_empty() {
    assert_eq!(
        PrivateData::from_slice(b"null")
            .unwrap()
            .get::<i64>("x")
            .unwrap(),
        None
    );
    let response = read(None, b"null");
    assert_eq!(texts(&response.diagnostics), [""; 0]);
    assert_eq!(response.private, b"null");
}

#[test]
fn the_harness_plays_objects_without_identities() {
    let harness = Harness::new(provider()).allow(Lint::NotDeleted, Path::root());
    harness.configure("{}").succeeds();
    let mut host = harness.resource("cloud_host");
    host.upgrade(0, r#"{"id": "h-7", "title": "a"}"#).succeeds();
    host.refresh().succeeds();
    for (version, identity) in [
        (0, None),
        (0, Some(r#"{"number": 7}"#)),
        (1, Some(r#"{"id": "h-7"}"#)),
        (1, Some(r#"{"id": ""}"#)),
        (2, Some(r#"{"id": ""}"#)),
    ] {
        host.set_stored_identity(version, identity);
        host.apply(r#"{"name": "a"}"#).unchanged();
    }
    host.set_stored_identity(0, Some(r#"{"number": 8}"#));
    let outcome = host.refresh();
    assert_eq!(
        outcome.findings[0].kind,
        FindingKind::Lint(Lint::IdentityChanged),
        "{outcome:?}"
    );
    host.set_stored_identity(0, None);
    host.destroy().destroyed();
}

/// `read` does not set a region, so only an object that has an identity can be read.
#[test]
fn the_harness_finds_a_read_that_requires_an_identity() {
    let harness = Harness::new(provider()).allow(Lint::NotDeleted, Path::root());
    harness.configure("{}").succeeds();
    let mut host = harness.resource("cloud_strict");
    let outcome = host.apply(r#"{"name": "a"}"#);
    assert_eq!(outcome.findings.len(), 1, "{outcome:?}");
    assert_eq!(outcome.findings[0].kind, FindingKind::Bug);
    assert!(
        outcome.findings[0].problem.contains("region"),
        "{outcome:?}"
    );
}
