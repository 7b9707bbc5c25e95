//! A handler that leaves values unknown: the messages that Terraform prints, and the state that it stores.

use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::json;
use tfvalue::provider::{Context, Provider, ProviderConfig, Resource};
use tfvalue::{Attr, Diagnostics, TfSchema};

use crate::harness::{Bench, Protocol};

#[derive(TfSchema)]
#[tf(kind = provider)]
struct Config {
    #[tf(required)]
    path: Attr<String>,
}

/// Whether the handlers forget attributes.
static FORGETS: AtomicBool = AtomicBool::new(true);

impl ProviderConfig for Config {
    type Client = ();

    async fn configure(self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Zone {
    #[tf(required)]
    name: Attr<String>,
    #[tf(computed, keep)]
    id: Attr<String>,
    #[tf(optional, computed)]
    soa: Attr<Soa>,
}

#[derive(TfSchema)]
struct Soa {
    #[tf(optional, computed)]
    refresh: Attr<i64>,
    #[tf(computed)]
    serial: Attr<i64>,
    #[tf(computed, sensitive)]
    key: Attr<String>,
}

impl Resource for Zone {
    const NAME: &'static str = "zone";
    type Client = ();

    async fn create(mut plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        plan.id.set("z-1");
        if let Some(soa) = plan.soa.value_mut()
            && !FORGETS.load(Ordering::SeqCst)
        {
            soa.serial.set(1);
            soa.key.set("hunter2");
        }
        Ok(plan)
    }

    async fn read(state: Self, _: &mut Context<()>) -> Result<Option<Self>, Diagnostics> {
        Ok(Some(state))
    }

    async fn delete(_: Self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

const ZONE: &str = r#"
resource "inventory_zone" "a" {
  name = "a"
  soa  = { refresh = 60 }
}
"#;

#[test]
fn the_provider_is_blamed_and_the_object_is_stored() {
    let provider = Provider::new::<Config>("inventory").resource::<Zone>();
    let Some(bench) = Bench::serving(Protocol::V6, provider) else {
        return;
    };
    bench.configure(ZONE);
    bench.plan();
    let errors = bench.try_apply().exits(1).diagnostics();
    let [error] = &errors[..] else {
        panic!("{errors:?}");
    };
    assert_eq!(error.address, "inventory_zone.a");
    assert_eq!(
        error.summary,
        "Provider returned invalid result object after apply"
    );
    assert_eq!(
        error.detail,
        "This is a bug in the provider, not in the configuration: `create` left these attributes \
         unknown:\n\n    soa.key\n    soa.serial\n\n`create` must set each of them before it returns, to \
         null if there is no value. Terraform stores the other values."
    );
    // The error refers to the whole resource, not to one of its attributes.
    assert_eq!(error.code.trim(), r#"resource "inventory_zone" "a" {"#);
    let state = bench.state();
    let zone = state.find("inventory_zone.a").unwrap();
    assert_eq!(zone["tainted"], true);
    assert_eq!(zone["values"]["id"], "z-1");
    assert_eq!(
        zone["values"]["soa"],
        json!({ "refresh": 60, "serial": null, "key": null })
    );

    FORGETS.store(false, Ordering::SeqCst);
    assert_eq!(bench.plan().actions("inventory_zone.a"), "delete+create");
    let state = bench.apply();
    assert_eq!(state.values("inventory_zone.a")["soa"]["serial"], 1);
    bench.plan().assert_empty();
}
