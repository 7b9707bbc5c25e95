//! Tests the advice about a correct provider, and about the same provider with a single fault.

use std::collections::BTreeMap;
use std::sync::Mutex;

use tfvalue::plan::Change;
use tfvalue::provider::{Context, Imported, Plan, Provider, ProviderConfig, Resource};
use tfvalue::{Attr, Diagnostics, Path, TfSchema};
use tfvalue_testing::{FindingKind, Harness, Lint};

tfvalue::timeouts! {
    struct Timeouts {
        create: "20m",
    }
}

#[derive(TfSchema)]
#[tf(kind = provider)]
struct Config {
    #[tf(optional)]
    fault: Attr<String>,
}

#[derive(Default)]
struct Service {
    fault: String,
    databases: Mutex<BTreeMap<String, Database>>,
}

impl ProviderConfig for Config {
    type Client = Service;

    async fn configure(self, _: &mut Context<()>) -> Result<Service, Diagnostics> {
        Ok(Service {
            fault: self.fault.into_known().flatten().unwrap_or_default(),
            ..Service::default()
        })
    }
}

/// A database. The service stores names and tags in lower case, and does not store the note or the time limits.
#[derive(Clone, Default, TfSchema)]
#[tf(kind = resource, import = "id")]
struct Database {
    #[tf(computed, keep)]
    id: Attr<String>,
    #[tf(required, same_as = case_insensitive)]
    name: Attr<String>,
    #[tf(optional)]
    size: Attr<i64>,
    #[tf(optional)]
    color: Attr<String>,
    #[tf(optional, same_as(each = case_insensitive))]
    tags: Attr<Vec<Attr<String>>>,
    /// The host contains the name, unless the host is configured.
    #[tf(optional, computed, keep(unless_changed = "name"))]
    host: Attr<String>,
    /// The service chooses the zone.
    #[tf(optional, computed, keep)]
    zone: Attr<String>,
    /// The service may create a different token if the name changes.
    #[tf(computed, keep(unless_changed = "name"), sensitive)]
    token: Attr<String>,
    /// The service does not have an error message yet.
    #[tf(computed)]
    error: Attr<String>,
    #[tf(optional, provider_only)]
    note: Attr<String>,
    #[tf(block)]
    timeouts: Option<Timeouts>,
}

fn lower(text: &Attr<String>) -> Attr<String> {
    text.as_deref().map(str::to_lowercase).into()
}

impl Database {
    /// Stores the database, and returns it with all values that the service sets.
    fn store(mut self, service: &Service) -> Result<Self, Diagnostics> {
        let name = self.name.require("name")?.to_lowercase();
        if self.host.is_unknown() {
            self.host.set(format!("{name}.example.com"));
        }
        if self.zone.is_unknown() {
            self.zone.set("north");
        }
        if self.token.is_unknown() {
            self.token.set("secret");
        }
        self.error.set_null();
        let mut stored = self.clone();
        stored.name = lower(&self.name);
        if let Some(tags) = self.tags.value() {
            stored.tags.set(tags.iter().map(lower).collect::<Vec<_>>());
        }
        stored.note.set_null();
        stored.timeouts = None;
        let id = self.id.require("id")?.clone();
        service.databases.lock().unwrap().insert(id, stored);
        Ok(self)
    }
}

impl Resource for Database {
    const NAME: &'static str = "database";
    type Client = Service;

    async fn create(mut plan: Self, context: &mut Context<Service>) -> Result<Self, Diagnostics> {
        let service = context.client();
        let number = service.databases.lock().unwrap().len();
        plan.id.set(format!("db-{number}"));
        plan.store(service)
    }

    async fn read(
        state: Self,
        context: &mut Context<Service>,
    ) -> Result<Option<Self>, Diagnostics> {
        let service = context.client();
        let databases = service.databases.lock().unwrap();
        let Some(stored) = databases.get(state.id.require("id")?) else {
            return Ok(None);
        };
        let mut read = stored.clone();
        read.note = state.note;
        read.timeouts = state.timeouts;
        match &*service.fault {
            "color forgotten" => read.color = state.color,
            "tags forgotten" => read.tags = state.tags,
            _ => {}
        }
        Ok(Some(read))
    }

    async fn update(
        _: Self,
        plan: Self,
        context: &mut Context<Service>,
    ) -> Result<Self, Diagnostics> {
        plan.store(context.client())
    }

    async fn delete(state: Self, context: &mut Context<Service>) -> Result<(), Diagnostics> {
        let mut databases = context.client().databases.lock().unwrap();
        databases.remove(state.id.require("id")?);
        Ok(())
    }

    async fn plan(
        plan: &mut Plan<'_, Self>,
        context: &mut Context<Service>,
    ) -> Result<(), Diagnostics> {
        let Change { prior, planned, .. } = plan.change()?;
        let is_changed = prior.is_some() && planned.error.is_unknown();
        if context.client().fault == "zone unknown" && is_changed {
            planned.zone.set_unknown();
        }
        Ok(())
    }

    async fn import(
        id: String,
        context: &mut Context<Service>,
    ) -> Result<Imported<Self>, Diagnostics> {
        assert!(context.client().fault != "import panics", "no import");
        assert!(!id.is_empty());
        Ok(Imported::ByAnnotation)
    }
}

fn harness(fault: &str) -> Harness<Service> {
    let provider = Provider::new::<Config>("shop").resource::<Database>();
    let harness = Harness::new(provider);
    let config = serde_json::json!({ "fault": fault }).to_string();
    harness.configure(config).succeeds();
    harness
}

/// Creates a database for each configuration. Returns the advice along with the attributes it refers to.
fn created(configs: &[&str]) -> Vec<(FindingKind, String)> {
    let harness = harness("");
    let mut findings = Vec::new();
    for config in configs {
        let outcome = harness.resource("shop_database").apply(*config);
        let found = outcome.findings.into_iter();
        findings.extend(found.map(|one| (one.kind, one.path.to_string())));
    }
    findings
}

#[test]
fn a_value_that_derives_from_others_is_no_default() {
    assert_eq!(created(&[r#"{"name": "a", "zone": "south"}"#; 4]), []);
    // The host is derived from the name.
    let sizes = [1, 2, 3, 4].map(|size| {
        let zone = if size == 1 { "south" } else { "west" };
        format!(r#"{{"name": "a", "size": {size}, "zone": {zone:?}}}"#)
    });
    assert_eq!(created(&sizes.each_ref().map(String::as_str)), []);
}

#[test]
fn a_value_that_derives_from_nothing_is_a_default() {
    let zone = [(Lint::DefaultNotPlanned.into(), "zone".to_owned())];
    let [a, b, c] = [r#"{"name": "a"}"#, r#"{"name": "b"}"#, r#"{"name": "c"}"#];
    assert_eq!(created(&[a, b, c]), zone);
    // The advice is reported once.
    assert_eq!(created(&[a, b, c, a]), zone);
    // The first three databases have the same name, from which the zone could be derived.
    assert_eq!(created(&[a, a, a]), []);
    assert_eq!(created(&[a, a, a, b]), zone);
}

#[test]
fn imports_have_neither_spellings_nor_what_only_the_provider_uses() {
    let harness = harness("");
    let mut database = harness.resource("shop_database");
    let config = r#"{
        "name": "Main", "color": "red", "tags": ["A", "b"], "note": "mine",
        "timeouts": {"create": "5m"}
    }"#;
    database.apply(config).created();
    database.import("db-0").succeeds();
    database.drift().succeeds();
    database.apply(config).unchanged();
}

#[test]
fn imports_have_everything_else() {
    for (fault, path) in [("color forgotten", "color"), ("tags forgotten", "tags")] {
        let harness = harness(fault);
        let mut database = harness.resource("shop_database");
        let config = r#"{"name": "Main", "color": "red", "tags": ["A"], "note": "mine"}"#;
        database.apply(config).created();
        let outcome = database.import("db-0");
        assert_eq!(outcome.findings.len(), 1, "{outcome}");
        assert!(outcome.has(Lint::ImportDiffers, path), "{outcome}");
    }
}

#[test]
fn a_token_is_kept_if_what_it_depends_on_does_not_change() {
    let harness = harness("");
    let mut database = harness.resource("shop_database");
    database.apply(r#"{"name": "a"}"#).created();
    for name in ["b", "c", "d", "e"] {
        let config = format!(r#"{{"name": {name:?}}}"#);
        database.apply(config).updated();
    }
    // The plan keeps the value if something else changes, so the author has considered this case.
    database.apply(r#"{"name": "e", "size": 1}"#).updated();
    for (name, size) in [("f", 1), ("g", 2), ("h", 3)] {
        let config = format!(r#"{{"name": {name:?}, "size": {size}}}"#);
        database.apply(config).updated();
    }
}

#[test]
fn a_zone_that_is_unknown_whatever_changes_should_be_kept() {
    let harness = harness("zone unknown");
    let mut database = harness.resource("shop_database");
    database.apply(r#"{"name": "a"}"#).created();
    database.apply(r#"{"name": "b"}"#).updated();
    database.apply(r#"{"name": "b", "size": 1}"#).updated();
    let outcome = database.apply(r#"{"name": "b", "size": 1, "color": "red"}"#);
    assert!(outcome.has(Lint::UnknownAlwaysPrior, "zone"), "{outcome}");
    assert_eq!(outcome.findings.len(), 1, "{outcome}");
}

#[test]
fn importing_what_does_not_exist_fails_as_in_terraform() {
    let harness = harness("");
    let mut database = harness.resource("shop_database");
    let outcome = database.import("db-7");
    let outcome = outcome.fails(Path::root(), "Cannot import non-existent remote object");
    assert_eq!(outcome.findings, []);
    assert_eq!(outcome.failed, Some("ReadResource"));
    assert!(outcome.value.is_null());
    // A failed import does not change the state of an existing object.
    database.apply(r#"{"name": "a"}"#).created();
    database.import("db-7").fails(Path::root(), "db-7");
    database.apply(r#"{"name": "a"}"#).unchanged();
}

#[test]
#[should_panic(expected = "error: Cannot import non-existent remote object")]
fn importing_what_does_not_exist_is_no_success() {
    let _ = harness("")
        .resource("shop_database")
        .import("db-7")
        .succeeds();
}

#[test]
fn a_panic_is_a_finding() {
    let outcome = harness("import panics")
        .resource("shop_database")
        .import("db-7");
    assert!(outcome.has(FindingKind::Bug, Path::root()), "{outcome}");
    assert!(
        outcome.findings[0].problem.contains("no import"),
        "{outcome}"
    );
    assert_eq!(outcome.errors().count(), 0);
}
