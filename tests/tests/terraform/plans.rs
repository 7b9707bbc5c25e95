//! Planning from annotations. Terraform determines whether a plan is correct: it plans again during apply, when unknown
//! values are known, and fails if the second plan does not agree with the first plan.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, Ordering};

use serde_json::json;
use tfvalue::provider::{Context, Provider, Resource};
use tfvalue::tfplugin6::DynamicValue;
use tfvalue::{Attr, Diagnostics, Error, Set, TfSchema, Type, Unknown, Value};
use tfvalue_tests::no_config::NoConfig;

use crate::harness::{Bench, Protocol};

#[derive(TfSchema, Clone)]
#[tf(kind = resource)]
struct Thing {
    #[tf(optional)]
    note: Attr<String>,
    #[tf(optional, same_as = any_order, replace)]
    hosts: Attr<Vec<Attr<String>>>,
    #[tf(optional, same_as(each = case_insensitive))]
    tags: Attr<Set<Attr<String>>>,
    #[tf(optional)]
    one: Attr<Part>,
    #[tf(optional)]
    list: Attr<Vec<Attr<Part>>>,
    #[tf(optional, pair_by = "key")]
    named: Attr<Vec<Attr<Part>>>,
    #[tf(optional)]
    set: Attr<Set<Attr<Part>>>,
    #[tf(optional)]
    map: Attr<BTreeMap<String, Attr<Part>>>,
    #[tf(optional)]
    secret: Attr<Secret>,
    #[tf(optional)]
    secrets: Attr<Vec<Attr<Secret>>>,
    #[tf(optional)]
    secret_map: Attr<BTreeMap<String, Attr<Secret>>>,
    #[tf(optional, computed)]
    soa: Attr<Soa>,
    #[tf(computed, keep)]
    id: Attr<String>,
    #[tf(computed)]
    revision: Attr<i64>,
    #[tf(block)]
    block: Unknown<Vec<Part>>,
    #[tf(block)]
    block_set: Unknown<Set<Part>>,
    #[tf(block)]
    block_map: Unknown<BTreeMap<String, Part>>,
}

#[derive(TfSchema, Clone)]
struct Part {
    #[tf(required, same_as = case_insensitive, replace)]
    key: Attr<String>,
    #[tf(default = 5)]
    size: Attr<i64>,
    #[tf(computed, keep)]
    id: Attr<String>,
}

#[derive(TfSchema, Clone)]
struct Secret {
    #[tf(optional)]
    name: Attr<String>,
    #[tf(optional, write_only)]
    password: Attr<String>,
    #[tf(computed, keep)]
    id: Attr<String>,
}

#[derive(TfSchema, Clone)]
struct Soa {
    #[tf(default = 7200)]
    refresh: Attr<i64>,
    #[tf(default = 600, keep)]
    retry: Attr<i64>,
    #[tf(computed)]
    serial: Attr<i64>,
}

static NEXT: AtomicI64 = AtomicI64::new(1);

impl Thing {
    /// Sets everything that is unknown, as a service does, and sets a new revision.
    fn stored(mut self) -> Result<Self, Error> {
        self.revision = Attr::unknown();
        let ty = Thing::schema().implied_type();
        let value = DynamicValue::encode(&self)?.decode_value(&ty)?;
        let value = value.transform(|_, value| {
            let next = NEXT.fetch_add(1, Ordering::Relaxed);
            Ok(match value.ty() {
                _ if !value.is_unknown() => value,
                Type::Number => next.into(),
                Type::String => Value::string(format!("i{next}")),
                _ => Value::object([("refresh", 7200), ("retry", 600), ("serial", next)])?,
            })
        })?;
        DynamicValue::encode_value(&value, &ty)?.decode()
    }
}

impl Resource for Thing {
    const NAME: &'static str = "thing";
    type Client = ();

    async fn create(plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        Ok(plan.stored()?)
    }

    async fn read(state: Self, _: &mut Context<()>) -> Result<Option<Self>, Diagnostics> {
        Ok(Some(state))
    }

    async fn update(_: Self, plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        Ok(plan.stored()?)
    }

    async fn delete(_: Self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

/// Plans and applies things, and then changes their configurations and applies them again. The configurations can refer
/// to values that are unknown until apply. Asserts that a plan after each apply is empty, and that the plan of the
/// changes has the given actions.
#[track_caller]
fn assert_changes<S: AsRef<str>>(bench: &Bench, changes: &[(S, S, &str)]) {
    let before: Vec<_> = changes.iter().map(|one| one.0.as_ref()).collect();
    let after: Vec<_> = changes.iter().map(|one| one.1.as_ref()).collect();
    step(bench, 1, &before);
    for ((_, after, expected), actions) in changes.iter().zip(step(bench, 2, &after)) {
        assert_eq!(actions, *expected, "{}", after.as_ref());
    }
}

/// Plans and applies things with the names `a0`, `a1` and so on. Returns the planned actions.
///
/// `late` is unknown during planning, and is `b` afterwards.
#[track_caller]
fn step(bench: &Bench, number: u32, things: &[&str]) -> Vec<String> {
    let numbered = things.iter().enumerate();
    let blocks = numbered.map(|(index, thing)| {
        format!("resource \"inventory_thing\" \"a{index}\" {{\n{thing}\n}}\n")
    });
    let blocks: String = blocks.collect();
    bench.configure_with(
        "",
        &format!(
            r#"
resource "terraform_data" "late" {{
  triggers_replace = {number}
  input            = "b"
}}
locals {{
  late = terraform_data.late.output
  is   = terraform_data.late.output == "b"
}}
{blocks}
"#
        ),
    );
    let plan = bench.plan();
    let addresses = (0..things.len()).map(|index| format!("inventory_thing.a{index}"));
    let actions = addresses.map(|address| plan.actions(&address)).collect();
    bench.apply();
    bench.plan().assert_empty();
    actions
}

fn bench() -> Option<Bench> {
    let provider = Provider::new::<NoConfig>("inventory").resource::<Thing>();
    let bench = Bench::serving(Protocol::V6, provider)?;
    bench.is_since((1, 11)).then_some(bench) // for write-only attributes
}

#[test]
fn members_of_an_unknown_parent_require_replacement_in_both_plans() {
    let Some(bench) = bench() else { return };
    let part = r#"{ key = "a" }"#;
    let list = format!(r#"list = [{part}, local.is ? {{ key = "b" }} : {{ key = "c" }}]"#);
    let mut changes = vec![(format!("list = [{part}]"), list, "delete+create")];
    for (name, empty, part) in [
        ("one", "", part.to_owned()),
        ("list", "", format!("[{part}]")),
        ("list", "list = []", format!("[{part}]")),
        ("named", "named = []", format!("[{part}]")),
        ("set", "set = []", format!("[{part}]")),
        ("map", "map = {}", format!("{{ k = {part} }}")),
    ] {
        let after = format!("{name} = local.is ? {part} : null");
        changes.push((empty.to_owned(), after, "delete+create"));
    }
    for (name, label) in [
        ("block", ""),
        ("block_set", ""),
        ("block_map", "labels = [\"k\"]"),
    ] {
        let after = format!(
            r#"dynamic "{name}" {{
                for_each = local.is ? ["a"] : []
                {label}
                content {{ key = "a" }}
            }}"#
        );
        changes.push((String::new(), after, "delete+create"));
    }
    assert_changes(&bench, &changes);
}

#[test]
fn unknown_elements_with_write_only_members() {
    let Some(bench) = bench() else { return };
    let secret = |name: &str| format!(r#"{{ name = "{name}", password = "p" }}"#);
    let late = format!("local.is ? {} : {}", secret("b"), secret("c"));
    let changes = [
        (
            format!("secrets = [{}, {}]", secret("a"), secret("b")),
            format!("secrets = [{}, {late}]", secret("a")),
            "update",
        ),
        (
            format!("secrets = [{}]", secret("a")),
            format!("secrets = [{late}, {}]", secret("a")),
            "update",
        ),
        (String::new(), format!("secrets = [{late}]"), "update"),
        (String::new(), format!("secret = {late}"), "update"),
        (
            String::new(),
            format!("secret = local.is ? null : {}", secret("a")),
            "update",
        ),
        (
            format!("secret_map = {{ k = {} }}", secret("a")),
            format!("secret_map = {{ k = {late}, l = {} }}", secret("a")),
            "update",
        ),
    ];
    assert_changes(&bench, &changes);
}

#[test]
fn unknown_elements_that_turn_out_to_mean_the_same() {
    let Some(bench) = bench() else { return };
    let changes = [
        (
            r#"hosts = ["b", "a"]"#,
            r#"hosts = ["a", local.late]"#,
            "delete+create",
        ),
        (
            r#"tags = ["B", "a"]"#,
            r#"tags = ["A", local.late]"#,
            "update",
        ),
        (
            r#"set = [{ key = "A", size = 1 }, { key = "b", size = 2 }]"#,
            r#"set = [{ key = "a", size = local.is ? 1 : 3 }, { key = "b", size = 2 }]"#,
            "delete+create",
        ),
        (
            r#"named = [{ key = "B" }, { key = "a" }]"#,
            r#"named = [{ key = local.late }, { key = "A" }]"#,
            "delete+create",
        ),
    ];
    assert_changes(&bench, &changes);
}

#[test]
fn another_spelling_of_elements_reaches_the_state_and_not_the_service() {
    let Some(bench) = bench() else { return };
    let before = r#"hosts = ["b", "a"]
        tags = ["x"]
        set = [{ key = "a" }]"#;
    step(&bench, 1, &[before]);
    let before = bench.state().values("inventory_thing.a0").clone();
    let after = r#"hosts = ["a", "b"]
        tags = ["X"]
        set = [{ key = "A" }]"#;
    assert_eq!(step(&bench, 1, &[after]), ["update"]);
    let after = bench.state().values("inventory_thing.a0").clone();
    assert_eq!(after["revision"], before["revision"]);
    assert_eq!(
        (&after["hosts"], &after["tags"]),
        (&json!(["a", "b"]), &json!(["X"]))
    );
    let id = &before["set"][0]["id"];
    assert_eq!(after["set"], json!([{ "key": "A", "size": 5, "id": id }]));
}

#[test]
fn defaults_below_a_parent_that_is_not_configured() {
    let Some(bench) = bench() else { return };
    step(&bench, 1, &[""]);
    let created = bench.state().values("inventory_thing.a0")["soa"].clone();
    assert_eq!(
        (&created["refresh"], &created["retry"]),
        (&7200.into(), &600.into())
    );
    bench.configure_with(
        "",
        "resource \"inventory_thing\" \"a0\" {\n  note = \"n\"\n}\n",
    );
    let plan = bench.plan();
    let change = plan.change("inventory_thing.a0");
    assert_eq!(
        change["after"]["soa"],
        json!({ "refresh": 7200, "retry": 600 })
    );
    assert_eq!(change["after_unknown"]["soa"], json!({ "serial": true }));
    bench.apply();
    bench.plan().assert_empty();
}
