//! Identities that change, and identity attributes that the state does not have. Terraform has identities
//! since 1.12.

use serde_json::{Value as Json, json};
use tfvalue::provider::{Context, Provider, ProviderConfig, Resource};
use tfvalue::{Attr, Diagnostics, TfSchema};

use crate::harness::{Bench, Protocol};

#[derive(TfSchema)]
#[tf(kind = provider)]
struct Config {
    #[tf(optional)]
    region: Attr<String>,
}

impl ProviderConfig for Config {
    type Client = String;

    async fn configure(self, _: &mut Context<()>) -> Result<String, Diagnostics> {
        Ok(self.region.value().cloned().unwrap_or_default())
    }
}

/// A host that exists only in the state. The region of the host comes from the provider.
#[derive(TfSchema)]
#[tf(kind = resource, identity = HostId, import = "name")]
struct Host {
    #[tf(required)]
    name: Attr<String>,
    #[tf(optional)]
    size: Attr<i64>,
}

#[derive(TfSchema)]
#[tf(kind = identity)]
struct HostId {
    #[tf(required)]
    name: String,
    #[tf(optional, not_in_state)]
    region: Option<String>,
}

impl Host {
    fn identified(self, context: &mut Context<String>) -> Result<Self, Diagnostics> {
        let name = self.name.require("name")?.clone();
        let region = Some(context.client().to_string());
        context.set_identity(&HostId { name, region })?;
        Ok(self)
    }
}

impl Resource for Host {
    const NAME: &'static str = "host";
    type Client = String;

    async fn create(plan: Self, context: &mut Context<String>) -> Result<Self, Diagnostics> {
        plan.identified(context)
    }

    async fn read(state: Self, context: &mut Context<String>) -> Result<Option<Self>, Diagnostics> {
        state.identified(context).map(Some)
    }

    async fn update(_: Self, plan: Self, _: &mut Context<String>) -> Result<Self, Diagnostics> {
        Ok(plan)
    }

    async fn delete(_: Self, _: &mut Context<String>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

/// A host whose identity can change.
#[derive(TfSchema)]
#[tf(kind = resource, identity = NameId, mutable_identity)]
struct Mutable {
    #[tf(required)]
    name: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = identity)]
struct NameId {
    #[tf(required)]
    name: String,
}

impl Resource for Mutable {
    const NAME: &'static str = "mutable";
    type Client = String;
    tfvalue::state_only!();
}

fn bench() -> Option<Bench> {
    let provider = Provider::new::<Config>("inventory")
        .resource::<Host>()
        .resource::<Mutable>();
    let bench = Bench::serving(Protocol::V6, provider)?;
    bench.is_since((1, 14)).then_some(bench)
}

/// Returns the identity that Terraform stored.
fn identity(bench: &Bench) -> Json {
    let state: Json = serde_json::from_str(&bench.state_file()).unwrap();
    state["resources"][0]["instances"][0]["identity"].clone()
}

fn host(name: &str, size: u8) -> String {
    format!("resource \"inventory_host\" \"a\" {{\n  name = {name:?}\n  size = {size}\n}}\n")
}

const EU: &str = "region = \"eu\"";
const US: &str = "region = \"us\"";

#[test]
fn the_provider_sets_what_the_state_does_not_have() {
    let Some(bench) = bench() else { return };
    bench.configure_with(EU, &host("a", 1));
    bench.plan();
    bench.apply();
    assert_eq!(identity(&bench), json!({ "name": "a", "region": "eu" }));
    bench.configure_with(EU, &host("a", 2));
    assert_eq!(bench.plan().actions("inventory_host.a"), "update");
    bench.apply();
    assert_eq!(identity(&bench), json!({ "name": "a", "region": "eu" }));
    bench.plan().assert_empty();
}

#[test]
fn an_import_by_identity_is_completed() {
    let Some(bench) = bench() else { return };
    let import = "import {\n  to = inventory_host.a\n  identity = { name = \"a\" }\n}\n";
    bench.configure_with(EU, &format!("{import}{}", host("a", 1)));
    let plan = bench.plan();
    assert_eq!(
        plan.change("inventory_host.a")["importing"]["identity"],
        json!({ "name": "a", "region": "eu" })
    );
    bench.apply();
    assert_eq!(identity(&bench), json!({ "name": "a", "region": "eu" }));
    bench.plan().assert_empty();
}

#[test]
fn an_import_by_id_has_no_identity_before_it_is_read() {
    let Some(bench) = bench() else { return };
    let import = "import {\n  to = inventory_host.a\n  id = \"a\"\n}\n";
    bench.configure_with(EU, &format!("{import}{}", host("a", 1)));
    bench.plan();
    bench.apply();
    assert_eq!(identity(&bench), json!({ "name": "a", "region": "eu" }));
    bench.plan().assert_empty();
}

#[test]
fn a_refresh_that_changes_the_identity_fails() {
    let Some(bench) = bench() else { return };
    bench.configure_with(EU, &host("a", 1));
    bench.plan();
    bench.apply();
    bench.configure_with(US, &host("a", 1));
    let text = bench.run(&["plan"]).exits(1).text();
    assert!(text.contains("Unexpected identity change"), "{text}");
    assert!(text.contains("region: \"eu\" became \"us\""), "{text}");
}

#[test]
fn a_plan_that_changes_the_identity_fails() {
    let Some(bench) = bench() else { return };
    bench.configure_with(EU, &host("a", 1));
    bench.plan();
    bench.apply();
    bench.configure_with(EU, &host("b", 1));
    let text = bench.run(&["plan"]).exits(1).text();
    assert!(text.contains("name: \"a\" would become \"b\""), "{text}");
}

#[test]
fn a_mutable_identity_changes() {
    let Some(bench) = bench() else { return };
    let mutable =
        |name: &str| format!("resource \"inventory_mutable\" \"a\" {{\n  name = {name:?}\n}}\n");
    bench.configure_with(EU, &mutable("a"));
    bench.plan();
    bench.apply();
    bench.configure_with(EU, &mutable("b"));
    assert_eq!(bench.plan().actions("inventory_mutable.a"), "update");
    bench.apply();
    assert_eq!(identity(&bench), json!({ "name": "b" }));
    bench.plan().assert_empty();
}
