//! Identities that have attributes outside the state, and identities that change.

use prost::Message as _;
use tfvalue::provider::{
    Context, ListResource, ListResult, ListResults, Provider, ProviderConfig, Resource,
};
use tfvalue::tfplugin6::{
    DynamicValue, RawState, ResourceIdentityData, apply_resource_change, import_resource_state,
    list_resource, move_resource_state, plan_resource_change, read_resource,
};
use tfvalue::{Attr, Diagnostics, Path, TfSchema, Value};
use tfvalue_testing::{FindingKind, Harness, Lint, Outcome};

use crate::call;
use crate::calls::{configured, stream, texts};

#[derive(TfSchema)]
#[tf(kind = provider)]
struct Config {}

impl ProviderConfig for Config {
    type Client = String;

    async fn configure(self, _: &mut Context<()>) -> Result<String, Diagnostics> {
        Ok("eu".to_owned())
    }
}

#[derive(TfSchema, Clone, Default)]
#[tf(
    kind = resource,
    identity = HostId,
    import = "name",
    moved_from("old_host" @ .. = (OldHost, Option<OldHostId>)),
)]
struct Host {
    #[tf(required)]
    name: Attr<String>,
    #[tf(optional, computed)]
    zone: Attr<String>,
    #[tf(optional)]
    trouble: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = identity)]
struct HostId {
    #[tf(required)]
    name: String,
    #[tf(required, not_in_state)]
    region: String,
    #[tf(optional, not_in_state)]
    account: Option<i64>,
}

#[derive(TfSchema)]
struct OldHost {
    #[tf(required)]
    id: String,
}

#[derive(TfSchema)]
#[tf(kind = identity)]
struct OldHostId {
    #[tf(required)]
    name: String,
    #[tf(required)]
    region: String,
}

impl From<(OldHost, Option<OldHostId>)> for Host {
    fn from((host, identity): (OldHost, Option<OldHostId>)) -> Self {
        let name = identity.map_or(host.id, |identity| identity.name);
        Host {
            name: name.into(),
            ..Host::default()
        }
    }
}

impl Host {
    fn id(&self, region: &str) -> Result<HostId, Diagnostics> {
        Ok(HostId {
            name: self.name.require("name")?.clone(),
            region: region.to_owned(),
            account: Some(7),
        })
    }

    fn has(&self, trouble: &str) -> bool {
        self.trouble == trouble
    }
}

impl Resource for Host {
    const NAME: &'static str = "host";
    type Client = String;

    async fn create(mut plan: Self, context: &mut Context<String>) -> Result<Self, Diagnostics> {
        assert!(context.identity::<HostId>()?.is_none());
        plan.zone = plan.zone.value().cloned().into();
        match plan.trouble.as_deref() {
            Some("forgets") => {}
            Some("contradicts") => {
                let id = HostId {
                    name: "other".to_owned(),
                    ..plan.id("eu")?
                };
                context.set_identity(&id)?;
            }
            Some("of another") => context.set_identity(&OtherId { number: 1 })?,
            _ => context.set_identity(&plan.id("eu")?)?,
        }
        Ok(plan)
    }

    async fn read(
        mut state: Self,
        context: &mut Context<String>,
    ) -> Result<Option<Self>, Diagnostics> {
        if state.has("renames") {
            state.name.set("other".to_owned());
        }
        let region = match context.identity::<HostId>()? {
            _ if state.has("moves") => "us".to_owned(),
            Some(id) => id.region,
            None => context.client().to_string(),
        };
        context.set_identity(&state.id(&region)?)?;
        Ok(Some(state))
    }

    async fn update(
        _: Self,
        mut plan: Self,
        context: &mut Context<String>,
    ) -> Result<Self, Diagnostics> {
        plan.zone = plan.zone.value().cloned().into();
        if plan.has("moves") {
            context.set_identity(&plan.id("us")?)?;
        }
        Ok(plan)
    }

    async fn delete(_: Self, context: &mut Context<String>) -> Result<(), Diagnostics> {
        assert!(context.identity::<HostId>()?.is_some());
        Ok(())
    }
}

#[derive(TfSchema)]
#[tf(kind = identity)]
struct OtherId {
    #[tf(required)]
    number: i64,
}

/// A host whose name can change.
#[derive(TfSchema)]
#[tf(kind = resource, identity = NameId, mutable_identity)]
struct Mutable {
    #[tf(required)]
    name: Attr<String>,
    #[tf(computed)]
    revision: Attr<i64>,
}

#[derive(TfSchema)]
#[tf(kind = identity)]
struct NameId {
    #[tf(required)]
    name: String,
    #[tf(optional)]
    revision: Option<i64>,
}

impl Resource for Mutable {
    const NAME: &'static str = "mutable";
    type Client = String;
    tfvalue::state_only!(|it| it.revision.set(it.revision.copied().unwrap_or(0) + 1));
}

/// A resource without an identity, whose handlers set an identity anyway.
#[derive(TfSchema)]
#[tf(kind = resource)]
struct Nobody {}

impl Resource for Nobody {
    const NAME: &'static str = "nobody";
    type Client = String;

    async fn create(plan: Self, context: &mut Context<String>) -> Result<Self, Diagnostics> {
        context.set_identity(&OtherId { number: 1 })?;
        Ok(plan)
    }

    async fn read(state: Self, _: &mut Context<String>) -> Result<Option<Self>, Diagnostics> {
        Ok(Some(state))
    }

    async fn delete(_: Self, _: &mut Context<String>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

#[derive(TfSchema)]
#[tf(kind = list)]
struct Search {
    #[tf(optional)]
    forgets: Option<bool>,
}

impl ListResource for Host {
    type Search = Search;

    async fn list(
        search: Search,
        results: &mut ListResults<'_, Self>,
        context: &mut Context<String>,
    ) -> Result<(), Diagnostics> {
        let host = Host {
            name: "a".into(),
            ..Host::default()
        };
        let id = host.id(context.client())?;
        let mut result = ListResult::new("the a", host);
        if search.forgets != Some(true) {
            result = result.identity(&id);
        }
        results.push(result).await
    }
}

fn provider() -> Provider<String> {
    let provider = Provider::new::<Config>("cloud")
        .resource::<Host>()
        .list_resource::<Host>()
        .resource::<Mutable>()
        .resource::<Nobody>();
    configured(provider, "{}")
}

fn state(json: &str, ty: &tfvalue::Type) -> DynamicValue {
    let value = tfvalue::json::value_from_slice(json.as_bytes(), ty).unwrap();
    DynamicValue::encode_value(&value, ty).unwrap()
}

fn host(json: &str) -> DynamicValue {
    state(json, &<Host as tfvalue::types::TfType>::ty())
}

fn identity(name: &str, region: &str) -> ResourceIdentityData {
    let id = HostId {
        name: name.to_owned(),
        region: region.to_owned(),
        account: Some(7),
    };
    ResourceIdentityData {
        identity_data: Some(DynamicValue::encode(&id).unwrap()),
    }
}

fn json(identity: Option<&ResourceIdentityData>) -> String {
    let data = identity.unwrap().identity_data.as_ref().unwrap();
    let id: HostId = data.decode().unwrap();
    format!("{} {} {:?}", id.name, id.region, id.account)
}

fn read(current: &str, identity: Option<ResourceIdentityData>) -> read_resource::Response {
    let request = read_resource::Request {
        type_name: "cloud_host".into(),
        current_state: Some(host(current)),
        current_identity: identity,
        ..Default::default()
    };
    call(&provider(), "ReadResource", &request)
}

fn plan(prior: &str, config: &str) -> plan_resource_change::Response {
    let request = plan_resource_change::Request {
        type_name: "cloud_host".into(),
        prior_state: Some(host(prior)),
        proposed_new_state: Some(host(config)),
        config: Some(host(config)),
        prior_identity: Some(identity("a", "eu")),
        ..Default::default()
    };
    call(&provider(), "PlanResourceChange", &request)
}

fn apply(
    prior: DynamicValue,
    planned: &str,
    identity: Option<ResourceIdentityData>,
) -> apply_resource_change::Response {
    let request = apply_resource_change::Request {
        type_name: "cloud_host".into(),
        prior_state: Some(prior),
        planned_state: Some(host(planned)),
        config: Some(host(planned)),
        planned_identity: identity,
        ..Default::default()
    };
    call(&provider(), "ApplyResourceChange", &request)
}

const A: &str = r#"{"name": "a", "zone": null, "trouble": null}"#;
const RENAMES: &str = r#"{"name": "a", "zone": null, "trouble": "renames"}"#;
const MOVES: &str = r#"{"name": "a", "zone": null, "trouble": "moves"}"#;

const BUG: &str = "This is a bug in the provider, not in the configuration";

#[test]
fn handlers_set_what_the_state_does_not_have() {
    let created = apply(DynamicValue::null(), A, None);
    assert_eq!(texts(&created.diagnostics), [""; 0]);
    assert_eq!(json(created.new_identity.as_ref()), "a eu Some(7)");
    // The identity remains.
    let updated = apply(host(A), A, created.new_identity.clone());
    assert_eq!(updated.new_identity, created.new_identity);
    let read = read(A, created.new_identity.clone());
    assert_eq!(texts(&read.diagnostics), [""; 0]);
    assert_eq!(read.new_identity, created.new_identity);
}

#[test]
fn a_read_that_changes_the_identity_is_a_bug() {
    let changed = |lines: &str| {
        [format!(
            " | Unexpected identity change | {BUG}: `read` returned an object with another identity:\n{lines}\n\n\
             An object keeps its identity, unless the resource has `mutable_identity`."
        )]
    };
    let response = read(RENAMES, Some(identity("a", "eu")));
    assert_eq!(
        texts(&response.diagnostics),
        changed("\n    name: \"a\" became \"other\"")
    );
    assert_eq!(response.new_state, Some(host(RENAMES)), "the state remains");
    let response = read(MOVES, Some(identity("b", "eu")));
    let both = "\n    name: \"b\" became \"a\"\n    region: \"eu\" became \"us\"";
    assert_eq!(texts(&response.diagnostics), changed(both));
}

#[test]
fn an_object_without_an_identity_gets_one() {
    let null = ResourceIdentityData {
        identity_data: Some(DynamicValue::null()),
    };
    let without_data = ResourceIdentityData::default();
    for none in [None, Some(null), Some(without_data)] {
        let response = read(RENAMES, none);
        assert_eq!(texts(&response.diagnostics), [""; 0]);
        assert_eq!(json(response.new_identity.as_ref()), "other eu Some(7)");
    }
    // An attribute that was null is set.
    let part = DynamicValue::encode(&HostId {
        account: None,
        ..Host {
            name: "a".into(),
            ..Host::default()
        }
        .id("eu")
        .unwrap()
    });
    let part = ResourceIdentityData {
        identity_data: Some(part.unwrap()),
    };
    let response = read(A, Some(part));
    assert_eq!(texts(&response.diagnostics), [""; 0]);
    assert_eq!(json(response.new_identity.as_ref()), "a eu Some(7)");
}

#[test]
fn a_plan_that_changes_the_identity_is_a_bug() {
    let planned = plan(A, r#"{"name": "b", "zone": null, "trouble": null}"#);
    assert_eq!(
        texts(&planned.diagnostics),
        [format!(
            " | Unexpected identity change | {BUG}: an update would change the identity of the object:\n\n    \
             name: \"a\" would become \"b\"\n\nEither the attribute requires `replace`, or the resource requires \
             `mutable_identity`."
        )]
    );
    let planned = plan(A, r#"{"name": "a", "zone": "x", "trouble": null}"#);
    assert_eq!(texts(&planned.diagnostics), [""; 0]);
    assert_eq!(json(planned.planned_identity.as_ref()), "a eu Some(7)");
}

/// The object exists, so Terraform must store its state along with its identity.
#[test]
fn an_update_that_changes_the_identity_is_a_bug_and_is_stored() {
    let applied = apply(host(A), MOVES, Some(identity("a", "eu")));
    let texts = texts(&applied.diagnostics);
    assert_eq!(texts.len(), 1, "{texts:?}");
    assert!(
        texts[0].contains("`update` returned an object with another identity"),
        "{texts:?}"
    );
    assert!(
        texts[0].contains("region: \"eu\" became \"us\""),
        "{texts:?}"
    );
    assert_eq!(applied.new_state, Some(host(MOVES)));
    assert_eq!(json(applied.new_identity.as_ref()), "a us Some(7)");
}

#[test]
fn an_incomplete_identity_is_a_bug() {
    let trouble = |trouble: &str| {
        let planned = format!(r#"{{"name": "a", "zone": null, "trouble": "{trouble}"}}"#);
        let applied = apply(DynamicValue::null(), &planned, None);
        assert_eq!(applied.new_state, Some(host(&planned)));
        texts(&applied.diagnostics).join("; ")
    };
    assert_eq!(
        trouble("forgets"),
        format!(
            " | Provider produced invalid identity | {BUG}: `create` returned an identity without values for:\n\n    \
             region\n\nThe state does not have them, so `create` must set them with `Context::set_identity`."
        )
    );
    assert_eq!(
        trouble("contradicts"),
        format!(
            " | Provider produced invalid identity | {BUG}: `set_identity` was given values that differ from the state:\n\n    \
             name: \"a\" in the state, but \"other\""
        )
    );
    let text = trouble("of another");
    assert!(
        text.contains("`set_identity` has the identity of another resource"),
        "{text}"
    );
}

#[test]
fn a_resource_without_an_identity_cannot_set_one() {
    let request = apply_resource_change::Request {
        type_name: "cloud_nobody".into(),
        prior_state: Some(DynamicValue::null()),
        planned_state: Some(state("{}", &<Nobody as tfvalue::types::TfType>::ty())),
        config: Some(state("{}", &<Nobody as tfvalue::types::TfType>::ty())),
        ..Default::default()
    };
    let applied: apply_resource_change::Response =
        call(&provider(), "ApplyResourceChange", &request);
    let texts = texts(&applied.diagnostics).join("; ");
    assert!(texts.contains("that has no `identity = …`"), "{texts}");
}

/// The first read after an import completes the identity or corrects its spelling.
#[test]
fn an_import_precedes_the_identity() {
    let import = |id: &str, identity: Option<ResourceIdentityData>| {
        let request = import_resource_state::Request {
            type_name: "cloud_host".into(),
            id: id.into(),
            identity,
            ..Default::default()
        };
        let imported: import_resource_state::Response =
            call(&provider(), "ImportResourceState", &request);
        assert_eq!(texts(&imported.diagnostics), [""; 0]);
        imported.imported_resources.into_iter().next().unwrap()
    };
    let imported = import("", Some(identity("a", "us")));
    assert_eq!(imported.state, Some(host(A)));
    assert_eq!(imported.identity, Some(identity("a", "us")));
    assert!(!imported.private.is_empty());
    let request = read_resource::Request {
        type_name: "cloud_host".into(),
        current_state: Some(host(RENAMES)),
        current_identity: imported.identity,
        private: imported.private,
        ..Default::default()
    };
    let read: read_resource::Response = call(&provider(), "ReadResource", &request);
    assert_eq!(texts(&read.diagnostics), [""; 0]);
    assert_eq!(json(read.new_identity.as_ref()), "other us Some(7)");
    assert!(read.private.is_empty());
    // The identity is not complete before the object is read.
    assert!(import("a", None).identity.is_none());
}

#[test]
fn a_move_receives_the_identity_of_the_source() {
    let moved = |version: i64, identity: Option<&str>| {
        let raw = |json: &str| RawState {
            json: json.into(),
            ..RawState::default()
        };
        let request = move_resource_state::Request {
            source_provider_address: "registry.terraform.io/example/old".into(),
            source_type_name: "old_host".into(),
            source_schema_version: version,
            source_state: Some(raw(r#"{"id": "17", "gone": true}"#)),
            target_type_name: "cloud_host".into(),
            source_identity: identity.map(raw),
            ..Default::default()
        };
        let moved: move_resource_state::Response = call(&provider(), "MoveResourceState", &request);
        assert_eq!(texts(&moved.diagnostics), [""; 0]);
        let state: Host = moved.target_state.unwrap().decode().unwrap();
        let identity = moved.target_identity.map(|identity| {
            let ty = provider().schemas().unwrap().resource_identity_schemas["cloud_host"]
                .implied_type();
            identity
                .identity_data
                .unwrap()
                .decode_value(&ty)
                .unwrap()
                .to_string()
        });
        format!(
            "{:?} {}",
            state.name.as_deref(),
            identity.unwrap_or_default()
        )
    };
    let identity = r#"{"name": "a", "region": "us", "account": "not a number"}"#;
    assert_eq!(
        moved(0, Some(identity)),
        r#"Some("a") { account = null, name = "a", region = "us" }"#
    );
    assert_eq!(
        moved(3, None),
        r#"Some("17") "#,
        "the identity is not complete before the object is read"
    );
}

#[test]
fn listed_objects_have_whole_identities() {
    let list = |config: &str| {
        let request = list_resource::Request {
            type_name: "cloud_host".into(),
            config: Some(state(config, &<Search as tfvalue::types::TfType>::ty())),
            limit: 5,
            ..Default::default()
        };
        let messages = stream(&provider(), "ListResource", &request);
        let events = messages.iter();
        let events = events.map(|message| list_resource::Event::decode(&message[..]).unwrap());
        events.collect::<Vec<_>>()
    };
    let events = list(r#"{"forgets": null}"#);
    assert_eq!(events.len(), 1);
    assert_eq!(json(events[0].identity.as_ref()), "a eu Some(7)");
    let events = list(r#"{"forgets": true}"#);
    let texts = texts(&events[0].diagnostic).join("; ");
    assert!(
        texts.contains("so `list` must set them with `ListResult::identity`"),
        "{texts}"
    );
}

#[track_caller]
fn finds(outcome: &Outcome, method: &str, path: &'static str, values: [&str; 2]) {
    let mut findings = outcome.findings.iter();
    let found = findings.find(|one| one.kind == FindingKind::Lint(Lint::IdentityChanged));
    let found = found.unwrap_or_else(|| panic!("{outcome:?}"));
    assert_eq!(found.method, method);
    assert_eq!(found.path, Path::from(path));
    let text = |value: &Option<Value>| value.as_ref().map(Value::to_string);
    assert_eq!(
        [text(&found.expected), text(&found.actual)],
        values.map(|value| Some(value.to_owned()))
    );
}

#[test]
fn the_harness_finds_an_identity_that_changes() {
    // The hosts exist only in the state.
    let harness = Harness::new(provider()).allow(Lint::NotDeleted, Path::root());
    harness.configure("{}").succeeds();
    let mut host = harness.resource("cloud_host");
    host.apply(r#"{"name": "a"}"#).created();
    host.apply(r#"{"name": "a", "zone": "x"}"#).updated();
    let outcome = host.plan(r#"{"name": "b"}"#);
    finds(&outcome, "PlanResourceChange", "name", ["\"a\"", "\"b\""]);
    let outcome = host.apply(r#"{"name": "a", "trouble": "moves"}"#);
    finds(
        &outcome,
        "ApplyResourceChange",
        "region",
        ["\"eu\"", "\"us\""],
    );

    let mut host = harness.resource("cloud_host");
    let outcome = host.apply(r#"{"name": "a", "trouble": "renames"}"#);
    finds(&outcome, "ReadResource", "name", ["\"a\"", "\"other\""]);

    let mut host = harness.resource("cloud_host");
    host.import_identity(r#"{"name": "a", "region": "us", "account": null}"#)
        .succeeds();
    host.refresh().succeeds();
    host.apply(r#"{"name": "a"}"#).unchanged();
    host.destroy().destroyed();
}

#[test]
fn a_mutable_identity_may_change() {
    let harness = Harness::new(provider());
    harness.configure("{}").succeeds();
    let mut object = harness.resource("cloud_mutable");
    object.apply(r#"{"name": "a"}"#).created();
    object.apply(r#"{"name": "b"}"#).updated();

    let ty = <Mutable as tfvalue::types::TfType>::ty();
    let id = |name: &str, revision| {
        let id = NameId {
            name: name.to_owned(),
            revision,
        };
        Some(ResourceIdentityData {
            identity_data: Some(DynamicValue::encode(&id).unwrap()),
        })
    };
    let request = plan_resource_change::Request {
        type_name: "cloud_mutable".into(),
        prior_state: Some(state(r#"{"name": "a", "revision": 1}"#, &ty)),
        proposed_new_state: Some(state(r#"{"name": "b", "revision": 1}"#, &ty)),
        config: Some(state(r#"{"name": "b", "revision": null}"#, &ty)),
        prior_identity: id("a", Some(1)),
        ..Default::default()
    };
    let planned: plan_resource_change::Response = call(&provider(), "PlanResourceChange", &request);
    assert_eq!(texts(&planned.diagnostics), [""; 0]);
    // Terraform does not accept an unknown value here.
    assert_eq!(planned.planned_identity, id("b", Some(1)));
    let request = apply_resource_change::Request {
        type_name: "cloud_mutable".into(),
        prior_state: request.prior_state,
        planned_state: planned.planned_state,
        config: request.config,
        planned_identity: planned.planned_identity,
        ..Default::default()
    };
    let applied: apply_resource_change::Response =
        call(&provider(), "ApplyResourceChange", &request);
    assert_eq!(texts(&applied.diagnostics), [""; 0]);
    assert_eq!(applied.new_identity, id("b", Some(1)));
}
