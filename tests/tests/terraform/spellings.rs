//! A service that returns values in its own spelling, which differs from the received spelling in null and empty
//! values, doubles, lower case, and sorted lists.

use std::collections::BTreeMap;
use std::sync::Mutex;

use serde_json::json;
use tfvalue::provider::{Context, Provider, Resource};
use tfvalue::{Attr, Diagnostics, TfSchema, Unknown};
use tfvalue_tests::no_config::NoConfig;

use crate::harness::{Bench, Protocol};

#[derive(TfSchema, Clone)]
#[tf(kind = resource, import = "key")]
struct Record {
    #[tf(required, replace)]
    key: Attr<String>,
    #[tf(optional, same_as = case_insensitive)]
    name: Attr<String>,
    #[tf(optional, same_as(rule = case_insensitive, hide_edits))]
    quiet: Attr<String>,
    #[tf(optional, empty_as_null, replace)]
    note: Attr<String>,
    #[tf(default = "", empty_as_null)]
    text: Attr<String>,
    #[tf(optional, computed, empty_as_null)]
    zone: Attr<String>,
    #[tf(optional, empty_as_null)]
    size: Attr<i64>,
    #[tf(optional, empty_as_null)]
    on: Attr<bool>,
    #[tf(optional, empty_as_null)]
    tags: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, empty_as_null)]
    owner: Attr<Owner>,
    #[tf(block, empty_as_null)]
    limits: Attr<Owner>,
    #[tf(optional, lossy)]
    ratio: Attr<f64>,
    #[tf(optional, lossy)]
    ratios: Attr<Vec<Attr<f64>>>,
    #[tf(optional, empty_as_null, same_as(rule = any_order, each = case_insensitive))]
    hosts: Attr<Vec<Attr<String>>>,
    #[tf(optional, empty_as_null, same_as = any_order)]
    rules: Attr<Vec<Attr<Rule>>>,
    #[tf(block, same_as = any_order, pair_by = "name")]
    block: Unknown<Vec<Rule>>,
    #[tf(computed)]
    revision: Attr<i64>,
}

#[derive(TfSchema, Clone, Default)]
struct Owner {
    #[tf(optional, empty_as_null)]
    team: Attr<String>,
    #[tf(optional)]
    mail: Attr<String>,
}

#[derive(TfSchema, Clone)]
struct Rule {
    #[tf(required)]
    name: Attr<String>,
    #[tf(optional, empty_as_null)]
    note: Attr<String>,
    #[tf(computed, keep)]
    id: Attr<String>,
}

/// The values that the service returns for attributes without a value.
#[derive(Clone, Copy, PartialEq)]
enum Absent {
    Null,
    Empty,
}

impl Absent {
    fn text(self, text: &mut Attr<String>) {
        if text.value().is_none_or(String::is_empty) {
            *text = if self == Absent::Null {
                Attr::null()
            } else {
                "".into()
            };
        }
    }

    fn owner(self, owner: &mut Attr<Owner>) {
        let given = owner.value().cloned().unwrap_or_default();
        let is_empty = given.mail.is_null() && given.team.value().is_none_or(String::is_empty);
        if is_empty {
            *owner = if self == Absent::Null {
                Attr::null()
            } else {
                Owner::default().into()
            };
        }
    }

    /// Returns the service's response for a record.
    fn spelled(self, mut record: Record) -> Record {
        let empty = self == Absent::Empty;
        let lower = |text: &mut Attr<String>| {
            if let Some(value) = text.value() {
                *text = value.to_lowercase().into();
            }
        };
        lower(&mut record.name);
        lower(&mut record.quiet);
        for text in [&mut record.note, &mut record.text, &mut record.zone] {
            self.text(text);
        }
        self.owner(&mut record.owner);
        self.owner(&mut record.limits);
        if record.size.value().is_none_or(|size| *size == 0) {
            record.size = if empty { 0.into() } else { Attr::null() };
        }
        if record.on.value().is_none_or(|on| !on) {
            record.on = if empty { false.into() } else { Attr::null() };
        }
        if record.tags.value().is_none_or(BTreeMap::is_empty) {
            record.tags = if empty {
                BTreeMap::new().into()
            } else {
                Attr::null()
            };
        }
        let mut hosts = record.hosts.value().cloned().unwrap_or_default();
        hosts.iter_mut().for_each(lower);
        hosts.sort_by_key(|host| host.value().cloned());
        record.hosts = if hosts.is_empty() && !empty {
            Attr::null()
        } else {
            hosts.into()
        };
        let mut rules = record.rules.value().cloned().unwrap_or_default();
        rules.sort_by_key(|rule| rule.value().and_then(|rule| rule.name.value().cloned()));
        for rule in &mut rules {
            let mut known = rule.value().cloned().unwrap();
            self.rule(&mut known);
            *rule = known.into();
        }
        record.rules = if rules.is_empty() && !empty {
            Attr::null()
        } else {
            rules.into()
        };
        let mut blocks = record.block.known().cloned().unwrap_or_default();
        blocks.sort_by_key(|rule| rule.name.value().cloned());
        blocks.iter_mut().for_each(|rule| self.rule(rule));
        record.block = blocks.into();
        record
    }

    fn rule(self, rule: &mut Rule) {
        self.text(&mut rule.note);
        if rule.id.is_unknown() {
            rule.id = format!("id-{}", rule.name.value().unwrap()).into();
        }
    }
}

/// The records, by their keys. Each test has its own key.
static RECORDS: Mutex<BTreeMap<String, Record>> = Mutex::new(BTreeMap::new());

/// Stores a record with the next revision. The key determines what the service returns.
fn stored(mut record: Record) -> Record {
    let key = record.key.value().unwrap().clone();
    let absent = if key.starts_with("null") {
        Absent::Null
    } else {
        Absent::Empty
    };
    let mut records = RECORDS.lock().unwrap();
    let before = records
        .get(&key)
        .and_then(|record| record.revision.value().copied());
    record.revision = (before.unwrap_or(0) + 1).into();
    let spelled = absent.spelled(record);
    records.insert(key, spelled.clone());
    spelled
}

impl Resource for Record {
    const NAME: &'static str = "record";
    type Client = ();

    async fn create(plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        Ok(stored(plan))
    }

    async fn read(state: Self, _: &mut Context<()>) -> Result<Option<Self>, Diagnostics> {
        let records = RECORDS.lock().unwrap();
        Ok(records.get(state.key.value().unwrap()).cloned())
    }

    async fn update(_: Self, plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        Ok(stored(plan))
    }

    async fn delete(state: Self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        RECORDS.lock().unwrap().remove(state.key.value().unwrap());
        Ok(())
    }
}

fn bench() -> Option<Bench> {
    let provider = Provider::new::<NoConfig>("inventory").resource::<Record>();
    Bench::serving(Protocol::V6, provider)
}

const ADDRESS: &str = "inventory_record.a";

fn configure(bench: &Bench, key: &str, rest: &str) {
    bench.configure_with(
        "",
        &format!("resource \"inventory_record\" \"a\" {{\n  key = {key:?}\n  {rest}\n}}\n"),
    );
}

/// Plans and applies a record, and asserts that a second plan is empty. Returns the actions in the first plan, and the
/// record in the state.
#[track_caller]
fn step(bench: &Bench, key: &str, rest: &str) -> (String, serde_json::Value) {
    configure(bench, key, rest);
    let actions = bench.plan().actions(ADDRESS);
    let values = bench.apply().values(ADDRESS).clone();
    bench.plan().assert_empty();
    (actions, values)
}

const EMPTY: &str = r#"
  note   = ""
  zone   = ""
  size   = 0
  on     = false
  tags   = {}
  owner  = { team = "" }
  hosts  = []
  rules  = []
  limits {}
"#;

/// The names of the attributes that [`EMPTY`] sets.
const NAMES: [&str; 9] = [
    "note", "zone", "size", "on", "tags", "owner", "hosts", "rules", "limits",
];

#[test]
fn null_and_empty_stay_what_the_configuration_has() {
    let Some(bench) = bench() else { return };
    for key in ["null-a", "empty-a"] {
        let (_, null) = step(&bench, key, "");
        for name in NAMES {
            let expected = if name == "limits" && null[name] == json!([]) {
                json!([])
            } else {
                json!(null)
            };
            assert_eq!(null[name], expected, "{name}");
        }
        assert_eq!(null["text"], "");
        let (actions, empty) = step(&bench, key, EMPTY);
        assert_eq!(actions, "update");
        assert_eq!(
            NAMES.map(|name| &empty[name]),
            [
                &json!(""),
                &json!(""),
                &json!(0),
                &json!(false),
                &json!({}),
                &json!({ "team": "", "mail": null }),
                &json!([]),
                &json!([]),
                &json!({ "team": null, "mail": null }),
            ]
        );
        // The service was not called.
        assert_eq!(empty["revision"], 1);
        let (actions, null) = step(&bench, key, "");
        assert_eq!((actions.as_str(), &null["revision"]), ("update", &json!(1)));
        // Set both values, and then remove them again.
        let (actions, set) = step(&bench, key, "size = 1\n  tags = { a = \"b\" }");
        assert_eq!((actions.as_str(), &set["revision"]), ("update", &json!(2)));
        let (actions, null) = step(&bench, key, "tags = {}");
        assert_eq!((actions.as_str(), &null["revision"]), ("update", &json!(3)));
        assert_eq!((&null["tags"], &null["size"]), (&json!({}), &json!(null)));
        bench.run(&["destroy", "-auto-approve"]).exits(0);
    }
}

#[test]
fn imports_have_null_for_what_is_empty() {
    let Some(bench) = bench() else { return };
    for key in ["null-b", "empty-b"] {
        let rest = r#"rules = [{ name = "b" }, { name = "a" }]"#;
        step(&bench, key, rest);
        bench.run(&["state", "rm", ADDRESS]).exits(0);
        // The order is not known yet, so the service chooses the order.
        let import = |provider: &str| {
            format!("import {{\n  {provider}\n  to = {ADDRESS}\n  id = {key:?}\n}}\n")
        };
        let rest = r#"rules = [{ name = "a" }, { name = "b" }]"#;
        let resource =
            format!("resource \"inventory_record\" \"a\" {{\n  key = {key:?}\n  {rest}\n}}\n");
        bench.configure_with("", &(import("") + &resource));
        assert_eq!(bench.plan().actions(ADDRESS), "no-op");
        bench.apply();
        bench.plan().assert_empty();

        // The generated configuration does not cause any changes either. The generated configuration does not yet
        // contain a block that specifies the provider.
        bench.run(&["state", "rm", ADDRESS]).exits(0);
        bench.configure_with("", &import("provider = inventory"));
        let plan = bench.plan_with(&["-generate-config-out=generated.tf"]);
        assert_eq!(plan.actions(ADDRESS), "no-op");
        bench.apply();
        bench.configure_with("", "");
        bench.plan().assert_empty();
        bench.run(&["destroy", "-auto-approve"]).exits(0);
        std::fs::remove_file(bench.path("generated.tf")).unwrap();
    }
}

#[test]
fn floats_keep_the_digits_of_the_configuration() {
    let Some(bench) = bench() else { return };
    let (_, record) = step(&bench, "null-c", "ratio = 1 / 3\n  ratios = [0.1 + 0.2, 2]");
    assert_eq!(record["revision"], 1);
    let digits = format!("\"ratio\": 0.{}", "3".repeat(30));
    assert!(
        bench.state_file().contains(&digits),
        "{}",
        bench.state_file()
    );
    // The same double, and a different double.
    let (actions, record) = step(
        &bench,
        "null-c",
        "ratio = 0.33333333333333331\n  ratios = [0.3, 2]",
    );
    assert_eq!(
        (actions.as_str(), &record["revision"]),
        ("update", &json!(1))
    );
    let (actions, record) = step(
        &bench,
        "null-c",
        "ratio = 0.3333333333333334\n  ratios = [0.3, 2]",
    );
    assert_eq!(
        (actions.as_str(), &record["revision"]),
        ("update", &json!(2))
    );
    bench.run(&["destroy", "-auto-approve"]).exits(0);
}

#[test]
fn edits_of_the_spelling_reach_the_state_and_not_the_service() {
    let Some(bench) = bench() else { return };
    step(&bench, "null-d", r#"name = "web""#);
    let (actions, record) = step(&bench, "null-d", r#"name = "Web""#);
    assert_eq!(actions, "update");
    assert_eq!(
        (&record["name"], &record["revision"]),
        (&json!("Web"), &json!(1))
    );
    // `hide_edits` plans nothing.
    let (_, record) = step(&bench, "null-d", "name = \"Web\"\n  quiet = \"Web\"");
    assert_eq!(
        (&record["quiet"], &record["revision"]),
        (&json!("Web"), &json!(2))
    );
    let (actions, record) = step(&bench, "null-d", "name = \"Web\"\n  quiet = \"web\"");
    assert_eq!(actions, "no-op");
    assert_eq!(
        (&record["quiet"], &record["revision"]),
        (&json!("Web"), &json!(2))
    );
    bench.run(&["destroy", "-auto-approve"]).exits(0);
}

#[test]
fn lists_keep_the_order_of_the_configuration() {
    let Some(bench) = bench() else { return };
    let key = "empty-e";
    let (_, record) = step(
        &bench,
        key,
        r#"hosts = ["C", "a", "b"]
  rules = [{ name = "b", note = "" }, { name = "a" }]
  block { name = "z" }
  block { name = "y" }"#,
    );
    assert_eq!(record["hosts"], json!(["C", "a", "b"]));
    let rule = |name: &str, note: Option<&str>| json!({ "name": name, "note": note, "id": format!("id-{name}") });
    assert_eq!(
        record["rules"],
        json!([rule("b", Some("")), rule("a", None)])
    );
    assert_eq!(record["block"], json!([rule("z", None), rule("y", None)]));

    // A different order changes only the configuration.
    let (actions, record) = step(
        &bench,
        key,
        r#"hosts = ["b", "C", "a"]
  rules = [{ name = "a" }, { name = "b", note = "" }]
  block { name = "y" }
  block { name = "z" }"#,
    );
    assert_eq!(
        (actions.as_str(), &record["revision"]),
        ("update", &json!(1))
    );
    assert_eq!(
        record["rules"],
        json!([rule("a", None), rule("b", Some(""))])
    );

    // Outside Terraform, one element is added and another element is removed.
    {
        let mut records = RECORDS.lock().unwrap();
        let stored = records.get_mut(key).unwrap();
        stored.hosts = vec![Attr::from("0"), "b".into(), "c".into()].into();
    }
    let plan = bench.plan();
    assert_eq!(
        plan.change(ADDRESS)["before"]["hosts"],
        json!(["b", "C", "0"])
    );
    assert_eq!(
        plan.change(ADDRESS)["after"]["hosts"],
        json!(["b", "C", "a"])
    );
    bench.apply();
    bench.plan().assert_empty();
    bench.run(&["destroy", "-auto-approve"]).exits(0);
}
