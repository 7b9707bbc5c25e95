//! Upgrades across several versions, moves between types and providers, imports, and identities.

use tfvalue::provider::{Context, ListResource, ListResult, ListResults, Provider, Resource};
use tfvalue::{Attr, Diagnostics, TfSchema};
use tfvalue_testing::acceptance::{Case, Product, State, Step};
use tfvalue_tests::no_config::NoConfig;

/// Version 2: version 0 had `title` instead of `name`, and version 1 had a number instead of a string.
#[derive(TfSchema)]
#[tf(
    kind = resource, version = 2, identity = ThingIdentity, import = "name",
    upgrade(0 = ThingV0, 1 = ThingV1),
    moved_from("corner_old" = Old, "example/legacy/legacy_thing" @ .. = Legacy)
)]
struct Thing {
    #[tf(required, replace)]
    name: Attr<String>,
    #[tf(default = "none")]
    text: Attr<String>,
    #[tf(computed)]
    size: Attr<i64>,
    #[tf(optional, write_only)]
    secret: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = identity)]
struct ThingIdentity {
    #[tf(required)]
    name: String,
}

#[derive(TfSchema)]
struct ThingV0 {
    #[tf(required)]
    title: Attr<String>,
}

#[derive(TfSchema)]
#[tf(version = 1)]
struct ThingV1 {
    #[tf(required)]
    name: Attr<String>,
    #[tf(optional)]
    number: Attr<i64>,
}

#[derive(TfSchema)]
struct Old {
    #[tf(required)]
    label: Attr<String>,
}

#[derive(TfSchema)]
struct Legacy {
    #[tf(required)]
    key: Attr<String>,
}

fn thing(name: Attr<String>, text: &str) -> Thing {
    Thing {
        name,
        text: text.into(),
        size: i64::try_from(text.len()).unwrap().into(),
        secret: Attr::null(),
    }
}

impl From<ThingV0> for Thing {
    fn from(old: ThingV0) -> Self {
        thing(old.title, "none")
    }
}

impl From<ThingV1> for Thing {
    fn from(old: ThingV1) -> Self {
        let number = old.number.copied().unwrap_or_default();
        thing(old.name, &number.to_string())
    }
}

impl From<Old> for Thing {
    fn from(old: Old) -> Self {
        thing(old.label, "moved")
    }
}

impl From<Legacy> for Thing {
    fn from(old: Legacy) -> Self {
        thing(old.key, "from another provider")
    }
}

impl Thing {
    fn stored(self) -> Result<Self, Diagnostics> {
        let text = self.text.require("text")?;
        Ok(thing(self.name.clone(), text))
    }
}

impl Resource for Thing {
    const NAME: &'static str = "thing";
    type Client = ();

    async fn create(plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        plan.stored()
    }

    /// The service does not store the text, so the state keeps it.
    async fn read(state: Self, _: &mut Context<()>) -> Result<Option<Self>, Diagnostics> {
        if state.name == "missing" {
            return Ok(None);
        }
        let text = state.text.as_deref().unwrap_or("none").to_owned();
        Ok(Some(thing(state.name, &text)))
    }

    async fn update(_: Self, plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        plan.stored()
    }

    async fn delete(_: Self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

#[derive(TfSchema)]
#[tf(kind = list)]
struct Search {
    #[tf(optional)]
    prefix: Attr<String>,
}

impl ListResource for Thing {
    type Search = Search;

    async fn list(
        search: Search,
        results: &mut ListResults<'_, Self>,
        _: &mut Context<()>,
    ) -> Result<(), Diagnostics> {
        let prefix = search.prefix.as_deref().unwrap_or_default();
        for name in ["apple", "avocado", "banana"] {
            if name.starts_with(prefix) {
                let found = thing(name.into(), "found");
                results
                    .push(ListResult::new(format!("the {name}"), found))
                    .await?;
            }
        }
        Ok(())
    }
}

fn provider() -> Provider<()> {
    Provider::new::<NoConfig>("example/corner")
        .resource::<Thing>()
        .list_resource::<Thing>()
}

/// Another provider, whose resources are moved to `corner_thing`.
fn legacy() -> Provider<()> {
    Provider::new::<NoConfig>("example/legacy")
}

const THING: &str = "corner_thing.a";

fn config(arguments: &str) -> String {
    format!("resource \"corner_thing\" \"a\" {{\n{arguments}\n}}\n")
}

fn case(name: &str, protocol: u32) -> Case {
    // Write-only attributes need these versions.
    Case::new(format!("states: {name}, protocol {protocol}"), provider())
        .protocol(protocol)
        .since(Product::Terraform, 1, 11)
        .since(Product::OpenTofu, 1, 11)
}

/// Returns the cases.
pub(crate) fn cases() -> Vec<Case> {
    let both = |protocol| {
        [
            upgrades(protocol),
            moves(protocol),
            imports(protocol),
            secrets(protocol),
            identities(protocol),
            lists(protocol),
        ]
    };
    [5, 6].into_iter().flat_map(both).collect()
}

/// Returns a resource that has its own name.
fn named(name: &str, text: &str) -> String {
    format!(
        "resource \"corner_thing\" \"{name}\" {{\n  name = \"{name}\"\n  text = \"{text}\"\n}}\n"
    )
}

fn upgrades(protocol: u32) -> Case {
    let invalid = Step::plan(format!("{}{}", named("a", "1"), named("b", "1")))
        .stored("corner_thing.a", 1, r#"{"name": "a", "number": "x"}"#)
        .stored("corner_thing.b", 3, r#"{"name": "b"}"#)
        .fails("corner_thing.a, main.tf:1", "number: a number is required")
        .fails("", "newer provider version");
    let valid = Step::apply([named("a", "none"), named("b", "42"), named("c", "none")].concat())
        .stored("corner_thing.a", 0, r#"{"title": "a"}"#)
        .stored("corner_thing.b", 1, r#"{"name": "b", "number": 42}"#)
        .stored(
            "corner_thing.c",
            2,
            r#"{"name": "c", "text": "none", "size": 4, "retired": 1}"#,
        )
        .keeps("corner_thing.a")
        .keeps("corner_thing.b")
        .keeps("corner_thing.c")
        .check_state(|state| {
            state
                .resource("corner_thing.a")
                .has("text", "none")
                .has("size", 4);
            state
                .resource("corner_thing.b")
                .has("text", "42")
                .has("size", 2);
        });
    case("upgrades", protocol).step(invalid).step(valid)
}

fn moves(protocol: u32) -> Case {
    let moved = |from: &str, name: &str, text: &str| {
        let body = named(name, text);
        format!("moved {{\n  from = {from}\n  to   = corner_thing.{name}\n}}\n{body}")
    };
    let valid = [
        moved("corner_old.a", "a", "moved"),
        moved("legacy_thing.b", "b", "from another provider"),
        moved("corner_thing.old", "c", "c"),
    ];
    case("moves", protocol)
        .provider(legacy())
        .step(
            Step::plan(moved("corner_older.a", "a", "x"))
                .stored("corner_older.a", 0, r#"{"label": "a"}"#)
                .fails("", "corner_older"),
        )
        .step(
            Step::apply(valid.concat())
                .stored("corner_old.a", 0, r#"{"label": "a"}"#)
                .stored("legacy_thing.b", 7, r#"{"key": "b", "more": 1}"#)
                .stored(
                    "corner_thing.old",
                    2,
                    r#"{"name": "c", "text": "c", "size": 1}"#,
                )
                .keeps("corner_thing.a")
                .keeps("corner_thing.b")
                .check_plan(|plan| {
                    let change = plan.change("corner_thing.c");
                    assert_eq!(change.previous_address.as_deref(), Some("corner_thing.old"));
                }),
        )
}

fn imports(protocol: u32) -> Case {
    case("imports", protocol)
        .step(Step::apply(config("  name = \"a\"")))
        .step(Step::import(THING, "{name}"))
        .step(Step::import(THING, "missing").fails("", "non-existent"))
        .step(
            Step::generate_config(THING, "{name}").check_config(|config| {
                assert!(
                    config.contains("name") && !config.contains("size"),
                    "{config}"
                );
            }),
        )
}

/// After each kind of change, no plan and no state contains a write-only value.
fn secrets(protocol: u32) -> Case {
    let with = |secret: &str| {
        config(&format!(
            "  name = \"a\"\n  text = \"b\"\n  secret = {secret}"
        ))
    };
    let is_null = |state: &State| {
        state.resource(THING).is_null("secret");
    };
    case("write-only", protocol)
        .step(
            Step::apply(with("\"s3cret\""))
                .check_plan(|plan| {
                    plan.resource(THING).is_null("secret");
                })
                .check_state(is_null),
        )
        .step(
            Step::apply(with("\"other\""))
                .keeps(THING)
                .check_state(is_null),
        )
        .step(
            Step::import(THING, "{name}")
                .ignoring("text")
                .ignoring("size"),
        )
        .step(Step::apply(with("ephemeral.terraform_data.x")).fails("main.tf:4", "terraform_data"))
        .step(
            Step::apply(with("\"s3cret\""))
                .stored(THING, 1, r#"{"name": "a", "number": 1}"#)
                .updates(THING)
                .check_state(is_null),
        )
}

fn identities(protocol: u32) -> Case {
    Case::new(
        format!("states: identities, protocol {protocol}"),
        provider(),
    )
    .protocol(protocol)
    .since(Product::Terraform, 1, 12)
    .since(Product::OpenTofu, 1, 12)
    .step(Step::apply(config("  name = \"a\"")))
    .step(Step::import_identity(THING))
}

fn lists(protocol: u32) -> Case {
    let lists =
        |body: &str| format!("list \"corner_thing\" \"all\" {{\n  provider = corner\n{body}\n}}\n");
    Case::new(format!("states: lists, protocol {protocol}"), provider())
        .protocol(protocol)
        .since(Product::Terraform, 1, 14)
        .step(
            Step::query(lists("  include_resource = true")).check_found(|found| {
                let names: Vec<_> = found.iter().map(|one| &*one.display_name).collect();
                assert_eq!(names, ["the apple", "the avocado", "the banana"]);
                assert_eq!(found[0].list, "list.corner_thing.all");
                found[0].identity().has("name", "apple");
                found[0].object().has("text", "found").is_null("secret");
            }),
        )
        .step(
            Step::query(lists("  config {\n    prefix = \"b\"\n  }")).check_found(|found| {
                assert_eq!(found.len(), 1);
            }),
        )
}
