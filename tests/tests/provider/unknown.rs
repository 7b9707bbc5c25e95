//! Handlers that leave values unknown, or use unknown values: these are bugs in the provider, not mistakes by the user.

use std::collections::BTreeMap;

use prost::Message as _;
use tfvalue::provider::{
    Context, DataSource, EphemeralResource, Function, Imported, ListResource, ListResult,
    ListResults, Opened, Plan, Provider, Resource,
};
use tfvalue::tfplugin6::{
    DynamicValue, RawState, apply_resource_change, call_function, import_resource_state,
    list_resource, move_resource_state, open_ephemeral_resource, plan_resource_change,
    read_data_source, read_resource, upgrade_resource_state,
};
use tfvalue::{Attr, Diagnostics, Path, TfFunction, TfSchema};
use tfvalue_testing::{FindingKind, Harness};
use tfvalue_tests::no_config::NoConfig;

use crate::call;
use crate::calls::{config, configured, stream, texts};

#[derive(Clone, Default, TfSchema)]
#[tf(
    kind = resource,
    version = 1,
    upgrade(0 = OldZone),
    moved_from("old_zone" = OldZone),
    identity = ZoneIdentity,
)]
struct Zone {
    #[tf(computed, keep)]
    id: Attr<String>,
    /// What the handlers do.
    #[tf(optional)]
    does: Attr<String>,
    #[tf(computed)]
    soa: Attr<Soa>,
    #[tf(computed, sensitive)]
    keys: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(computed)]
    weight: Attr<f64>,
}

#[derive(Clone, Default, TfSchema)]
struct Soa {
    #[tf(computed)]
    serial: Attr<i64>,
    #[tf(computed)]
    refresh: Attr<i64>,
}

#[derive(TfSchema)]
#[tf(kind = identity)]
struct ZoneIdentity {
    #[tf(required)]
    id: String,
}

#[derive(TfSchema)]
struct OldZone {
    #[tf(computed)]
    id: Attr<String>,
}

impl From<OldZone> for Zone {
    fn from(old: OldZone) -> Self {
        Zone {
            id: old.id,
            ..Zone::forgetful()
        }
    }
}

impl Zone {
    /// Returns a zone in which some attributes are still unknown.
    fn forgetful() -> Self {
        let keys = [("hunter2".to_owned(), Attr::unknown())];
        Zone {
            id: "z-1".into(),
            soa: Attr::from(Soa {
                serial: Attr::unknown(),
                refresh: 60.into(),
            }),
            keys: Attr::from(BTreeMap::from(keys)),
            weight: 1.0.into(),
            ..Zone::default()
        }
    }

    /// Performs the action that the attribute `does` specifies.
    fn done(self) -> Result<Self, Diagnostics> {
        let zone = Zone {
            does: self.does.clone(),
            ..Zone::forgetful()
        };
        let whole = Zone {
            soa: Attr::null(),
            keys: Attr::null(),
            ..zone.clone()
        };
        match self.does.as_deref() {
            Some("forget") => Ok(zone),
            Some("forget the id") => Ok(Zone {
                id: Attr::unknown(),
                ..whole
            }),
            Some("not a number") => Ok(Zone {
                weight: f64::NAN.into(),
                ..whole
            }),
            Some("use") => {
                let soa = self.soa.require("soa")?;
                Ok(Zone {
                    weight: (*soa.serial.require("soa.serial")? as f64).into(),
                    ..whole
                })
            }
            _ => Ok(whole),
        }
    }
}

impl Resource for Zone {
    const NAME: &'static str = "zone";
    type Client = ();

    async fn create(plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        plan.done()
    }

    async fn read(state: Self, _: &mut Context<()>) -> Result<Option<Self>, Diagnostics> {
        state.done().map(Some)
    }

    async fn update(_: Self, plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        plan.done()
    }

    async fn delete(_: Self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        Ok(())
    }

    async fn plan(plan: &mut Plan<'_, Self>, _: &mut Context<()>) -> Result<(), Diagnostics> {
        let planned = plan.change()?.planned;
        if planned.does.is_unknown() {
            planned.does.require("does")?;
        }
        Ok(())
    }

    async fn import(id: String, _: &mut Context<()>) -> Result<Imported<Self>, Diagnostics> {
        let does = id.as_str().into();
        Zone {
            does,
            ..Zone::default()
        }
        .done()
        .map(Imported::State)
    }
}

#[derive(TfSchema)]
#[tf(kind = list)]
struct Search {}

impl ListResource for Zone {
    type Search = Search;

    async fn list(
        _: Search,
        results: &mut ListResults<'_, Self>,
        _: &mut Context<()>,
    ) -> Result<(), Diagnostics> {
        let zone = ListResult::new("a zone", Zone::forgetful());
        results.push(zone).await
    }
}

/// A data source and an ephemeral resource.
macro_rules! answers {
    ($($Name:ident is $kind:ident)*) => {$(
        #[derive(TfSchema)]
        #[tf(kind = $kind)]
        struct $Name {
            #[tf(computed)]
            text: Attr<String>,
        }
    )*};
}

answers! { Found is data_source Opening is ephemeral }

impl DataSource for Found {
    const NAME: &'static str = "found";
    type Client = ();

    async fn read(_: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        Ok(Found {
            text: Attr::unknown(),
        })
    }
}

impl EphemeralResource for Opening {
    const NAME: &'static str = "opening";
    type Client = ();

    async fn open(_: Self, _: &mut Context<()>) -> Result<Opened<Self>, Diagnostics> {
        Ok(Opened::from(Opening {
            text: Attr::unknown(),
        }))
    }
}

/// Returns no number.
#[derive(TfFunction)]
#[tf(returns = f64)]
struct Root {}

impl Function for Root {
    const NAME: &'static str = "root";

    async fn run(self) -> Result<f64, Diagnostics> {
        Ok(f64::NAN)
    }
}

fn provider(checks: bool) -> Provider<()> {
    let provider = Provider::new::<NoConfig>("dns")
        .resource::<Zone>()
        .list_resource::<Zone>()
        .data_source::<Found>()
        .ephemeral_resource::<Opening>()
        .function::<Root>()
        .check_responses(checks);
    configured(provider, "{}")
}

/// Plans and applies a change to a zone.
fn apply(checks: bool, does: &str, prior: Option<DynamicValue>) -> apply_resource_change::Response {
    let provider = provider(checks);
    let prior = prior.unwrap_or_else(DynamicValue::null);
    let does = Zone {
        does: does.into(),
        ..Zone::default()
    };
    let config = Some(DynamicValue::encode(&does).unwrap());
    let request = plan_resource_change::Request {
        type_name: "dns_zone".to_owned(),
        prior_state: Some(prior.clone()),
        proposed_new_state: config.clone(),
        config: config.clone(),
        ..Default::default()
    };
    let planned: plan_resource_change::Response = call(&provider, "PlanResourceChange", &request);
    assert_eq!(texts(&planned.diagnostics), [""; 0]);
    let request = apply_resource_change::Request {
        type_name: "dns_zone".to_owned(),
        prior_state: Some(prior),
        planned_state: planned.planned_state,
        config,
        ..Default::default()
    };
    call(&provider, "ApplyResourceChange", &request)
}

/// Returns the state of a zone with the given value of `does`.
fn stored(does: &str) -> Option<DynamicValue> {
    let state = Zone {
        id: "z-1".into(),
        does: does.into(),
        ..Zone::default()
    };
    Some(DynamicValue::encode_state(&state).unwrap())
}

fn decoded(state: &Option<DynamicValue>) -> Zone {
    state.as_ref().unwrap().decode().unwrap()
}

const AFTER_APPLY: &str = "Provider returned invalid result object after apply";
const INVALID: &str = "Provider produced invalid object";

/// Returns the message about attributes that a handler forgot.
fn forgotten(handler: &str, summary: &str, names: &[&str]) -> String {
    let (these, them) = match names {
        [_] => ("this attribute", "it"),
        _ => ("these attributes", "each of them"),
    };
    let names: String = names.iter().map(|name| format!("\n    {name}")).collect();
    format!(
        " | {summary} | This is a bug in the provider, not in the configuration: `{handler}` left {these} \
         unknown:\n{names}\n\n`{handler}` must set {them} before it returns, to null if there is no value."
    )
}

/// The attributes of a zone whose handler forgets values.
const FORGOTTEN: &[&str] = &["keys", "soa.serial"];

const SAVED: &str = " Terraform stores the other values.";

#[test]
fn a_change_names_all_unknown_attributes_and_keeps_the_others() {
    for checks in [false, true] {
        for (prior, handler) in [(None, "create"), (stored("nothing"), "update")] {
            let applied = apply(checks, "forget", prior);
            let expected = forgotten(handler, AFTER_APPLY, FORGOTTEN) + SAVED;
            assert_eq!(texts(&applied.diagnostics), [expected]);
            // The object exists, so its state is not lost.
            let state = decoded(&applied.new_state);
            assert_eq!(state.id.as_deref(), Some("z-1"));
            let soa = state.soa.value().unwrap();
            assert!(soa.serial.is_null() && soa.refresh == 60);
            let identity = applied.new_identity.unwrap().identity_data.unwrap();
            assert_eq!(identity.msgpack, b"\x81\xa2id\xa3z-1");
        }
    }
}

#[test]
fn one_attribute_is_named_alone() {
    let applied = apply(true, "forget the id", None);
    let expected = forgotten("create", AFTER_APPLY, &["id"]) + SAVED;
    assert_eq!(texts(&applied.diagnostics), [expected]);
    assert!(decoded(&applied.new_state).id.is_null());
}

#[test]
fn a_value_that_cannot_be_stored_is_a_bug_of_the_provider() {
    for checks in [false, true] {
        for (prior, handler) in [(None, "create"), (stored("nothing"), "update")] {
            let applied = apply(checks, "not a number", prior);
            let text = format!(
                " | Provider produced invalid object | This is a bug in the provider, not in the \
                 configuration: `{handler}` returned an invalid value:\n\n    weight: a number is \
                 required, got NaN\n\nTerraform stores the other values."
            );
            assert_eq!(texts(&applied.diagnostics), [text]);
            // The object exists, so its state is not lost.
            let state = decoded(&applied.new_state);
            assert!(state.weight.is_null());
            assert_eq!(state.id.as_deref(), Some("z-1"));
            let identity = applied.new_identity.unwrap().identity_data.unwrap();
            assert_eq!(identity.msgpack, b"\x81\xa2id\xa3z-1");
        }
    }
}

#[test]
fn a_harness_taints_an_object_with_a_value_that_cannot_be_stored() {
    let harness = Harness::new(provider(true));
    let mut zone = harness.resource("dns_zone");
    let outcome = zone.apply(r#"{"does": "not a number"}"#);
    assert!(outcome.has(FindingKind::Bug, Path::root()), "{outcome}");
    assert!(zone.is_tainted());
    assert_eq!(outcome.state::<Zone>().id.as_deref(), Some("z-1"));
}

#[test]
fn a_handler_that_uses_an_unknown_value_is_a_bug_of_the_provider() {
    let text = |handler: &str, path: &str| {
        format!(
            " | The provider failed unexpectedly | This is a bug in the provider, not in the \
             configuration: `{handler}` uses the value of {path}, which is unknown."
        )
    };
    let applied = apply(true, "use", None);
    assert_eq!(texts(&applied.diagnostics), [text("create", "soa")]);

    let unknown = Zone {
        does: Attr::unknown(),
        ..Zone::default()
    };
    let unknown = Some(DynamicValue::encode_plan(&unknown).unwrap());
    let request = plan_resource_change::Request {
        type_name: "dns_zone".to_owned(),
        prior_state: Some(DynamicValue::null()),
        proposed_new_state: unknown.clone(),
        config: unknown,
        ..Default::default()
    };
    let planned: plan_resource_change::Response =
        call(&provider(true), "PlanResourceChange", &request);
    assert_eq!(texts(&planned.diagnostics), [text("plan", "does")]);
}

#[test]
fn a_refresh_keeps_the_state() {
    for checks in [false, true] {
        let request = read_resource::Request {
            type_name: "dns_zone".to_owned(),
            current_state: stored("forget"),
            ..Default::default()
        };
        let read: read_resource::Response = call(&provider(checks), "ReadResource", &request);
        let expected = forgotten("read", INVALID, FORGOTTEN);
        assert_eq!(texts(&read.diagnostics), [expected]);
        assert_eq!(read.new_state, stored("forget"));
    }
}

#[test]
fn all_other_handlers_are_told_the_same() {
    let provider = provider(false);
    let request = import_resource_state::Request {
        type_name: "dns_zone".to_owned(),
        id: "forget".to_owned(),
        ..Default::default()
    };
    let imported: import_resource_state::Response =
        call(&provider, "ImportResourceState", &request);
    let expected = forgotten("import", INVALID, FORGOTTEN);
    assert_eq!(texts(&imported.diagnostics), [expected]);
    assert!(imported.imported_resources.is_empty());

    let request = read_data_source::Request {
        type_name: "dns_found".to_owned(),
        config: Some(config("{}")),
        ..Default::default()
    };
    let read: read_data_source::Response = call(&provider, "ReadDataSource", &request);
    assert_eq!(
        texts(&read.diagnostics),
        [forgotten("read", INVALID, &["text"])]
    );
    let request = open_ephemeral_resource::Request {
        type_name: "dns_opening".to_owned(),
        config: Some(config("{}")),
        ..Default::default()
    };
    let opened: open_ephemeral_resource::Response =
        call(&provider, "OpenEphemeralResource", &request);
    assert_eq!(
        texts(&opened.diagnostics),
        [forgotten("open", INVALID, &["text"])]
    );
    assert_eq!(listed(&provider), [forgotten("list", INVALID, FORGOTTEN)]);
}

/// Returns the diagnostics from a search.
fn listed(provider: &Provider<()>) -> Vec<String> {
    let request = list_resource::Request {
        type_name: "dns_zone".to_owned(),
        config: Some(config("{}")),
        limit: 10,
        ..Default::default()
    };
    let events = stream(provider, "ListResource", &request);
    let events = events
        .iter()
        .map(|event| list_resource::Event::decode(&event[..]).unwrap());
    texts(
        &events
            .flat_map(|event| event.diagnostic)
            .collect::<Vec<_>>(),
    )
}

#[test]
fn conversions_of_states_are_told_the_same() {
    let raw = || {
        Some(RawState {
            json: br#"{"id": "z-1"}"#.to_vec(),
            ..RawState::default()
        })
    };
    let request = upgrade_resource_state::Request {
        type_name: "dns_zone".to_owned(),
        version: 0,
        raw_state: raw(),
    };
    let upgraded: upgrade_resource_state::Response =
        call(&provider(true), "UpgradeResourceState", &request);
    let expected = forgotten("upgrade", INVALID, FORGOTTEN);
    assert_eq!(texts(&upgraded.diagnostics), [expected]);
    let request = move_resource_state::Request {
        source_type_name: "old_zone".to_owned(),
        source_state: raw(),
        target_type_name: "dns_zone".to_owned(),
        ..Default::default()
    };
    let moved: move_resource_state::Response = call(&provider(true), "MoveResourceState", &request);
    let expected = forgotten("moved_from", INVALID, FORGOTTEN);
    assert_eq!(texts(&moved.diagnostics), [expected]);
}

#[test]
fn an_invalid_result_of_a_function_is_a_bug_of_the_provider() {
    let request = call_function::Request {
        name: "root".to_owned(),
        arguments: Vec::new(),
    };
    let called: call_function::Response = call(&provider(true), "CallFunction", &request);
    assert_eq!(
        called.error.unwrap().text,
        "This is a bug in the provider, not in the configuration: the function returned an invalid \
         value: a number is required, got NaN"
    );
}
